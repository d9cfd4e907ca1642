"""What presses and commands about a player's board lead to.

Each does one thing on the player's table, draws the board that comes of it and answers with it.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final, assert_never

from bot.chat.advice_words import NOT_KNOWN_WINNABLE, hint_notice, lost_page, odds_page
from bot.chat.autocomplete import game_named
from bot.chat.board_message import board_message
from bot.chat.custom_ids import Action, Press
from bot.chat.give_up_question import give_up_question
from bot.chat.help_page import help_page
from bot.chat.keepsakes import card_of, replay_of
from bot.chat.locale import speech_for
from bot.chat.replies import Attachment, Reply, answer, note
from bot.chat.rules_page import explained
from bot.chat.settings_page import settings_page
from bot.chat.solution_page import no_solution, solution_page, solution_question
from bot.chat.taps import moves_by_pile
from bot.chat.visibility import Seclusion
from bot.chat.wording import hides_number
from bot.i18n import N_, _, set_locale
from bot.images import DrawingFailed
from bot.models import Place
from bot.service import BoardVersion, Finished, Stale, Tap
from bot.service.solver.heuristics import best_move
from bot.service.solver.hidden_cards import is_fully_known
from engine import Move
from engine.solver import Outcome
from rendering import scene_of

if TYPE_CHECKING:
    from collections.abc import Coroutine

    import discord

    from bot.chat.client import PatienceClient
    from bot.images import ImageRenderer
    from bot.service import Advisor, Games, GameSnapshot, Hint, PreferenceService, WinnableDeals

    Interaction = discord.Interaction[PatienceClient]

_log = logging.getLogger(__name__)

_OLD_BOARD: Final = N_("That was an old board; this is how the game stands.")
_DAY_OVER: Final = N_("This game is over already; the first result of a day counts.")
_NOTHING: Final = N_("Nothing can be moved from {pile} now.")
_OTHER_GAME: Final = N_("That game is not on your table; this one is. Type /resume to change.")


class Boards:
    """Answers presses and commands with boards."""

    def __init__(
        self,
        tables: Games,
        artist: ImageRenderer,
        advisor: Advisor,
        deals: WinnableDeals,
        choices: PreferenceService,
    ) -> None:
        """Serve boards from the players' tables, drawn by an artist, with advice, as they chose."""
        self._tables = tables
        self._choices = choices
        self._artist = artist
        self._advisor = advisor
        self._deals = deals
        self._seclusion = Seclusion(tables, choices)

    async def show(
        self,
        interaction: Interaction,
        seat: Coroutine[None, None, GameSnapshot],
        *,
        in_text: bool = False,
        game_id: int | None = None,
    ) -> None:
        """Answer a command with the board that ``seat`` leads to, drawn or written."""
        await self.answer(interaction, self._shown(seat, in_text=in_text), game_id=game_id)

    async def deal(self, interaction: Interaction, game: str) -> None:
        """Answer with a new game, of a deal that can be won."""
        dealt = self._dealt(interaction.user.id, game, place_of(interaction))
        await self.answer(interaction, dealt)

    async def hint(self, interaction: Interaction, *, all_cards: bool) -> None:
        """Answer a command with the next good move on the player's board."""
        await self.answer(interaction, self._hinted(interaction.user.id, all_cards=all_cards))

    async def odds(self, interaction: Interaction) -> None:
        """Answer a command with whether the player's game can still be won."""
        await answer(interaction, self._odds(interaction.user.id), private=True)

    async def solution(self, interaction: Interaction) -> None:
        """Answer a command with how the player's game is won, asking first where it goes on."""
        await answer(interaction, self._asked_for_solution(interaction.user.id), private=True)

    async def replay(self, interaction: Interaction, game: str | None) -> None:
        """Answer with the replay of a game, given by its stored id, or of the one on the table."""
        work = self._replayed(interaction.user.id, game)
        await self.answer(interaction, work, game_id=None if game is None else stored_id(game))

    async def resume(self, interaction: Interaction, game: str) -> None:
        """Answer with an unfinished game, given by its stored id, back on the player's table."""
        game_id = stored_id(game)
        seat = self._tables.resume(interaction.user.id, game_id)
        await self.show(interaction, seat, game_id=game_id)

    async def pressed(self, interaction: Interaction, press: Press) -> None:
        """Answer a press on a button under a board."""
        await answer(interaction, self._kept_from_others(interaction, press), updates=True)

    async def move(self, interaction: Interaction, text: str) -> None:
        """Answer a move typed with the board it leads to."""
        await self.show(interaction, self._typed(interaction.user.id, text))

    async def undo(self, interaction: Interaction) -> None:
        """Answer a command with the board before the last move."""
        await self.show(interaction, self._undone(interaction.user.id))

    async def give_up(self, interaction: Interaction) -> None:
        """Give up the game on the table; asks first, unless the player wants no questions."""
        await self.answer(interaction, self._given_up(interaction.user.id))

    async def settings(self, interaction: Interaction) -> None:
        """Answer with the player's settings."""
        await answer(interaction, self._settings(interaction.user.id), private=True)

    async def rules(self, player: int, game: str) -> Reply:
        """The rules of a game that a player named, with a picture."""
        return await explained(game_named(game), self._artist, await self._choices.of(player))

    async def help(self, player: int) -> Reply:
        """How to play, with a picture."""
        return await help_page(self._artist, await self._choices.of(player))

    async def choose(self, interaction: Interaction, values: dict[str, str]) -> Reply:
        """Keep what a player chose in the settings; the page again, for the message it is on."""
        chosen = await self._choices.choose(interaction.user.id, **values)
        # The page is the first to be in the language that may just have been chosen.
        set_locale(await speech_for(interaction))
        return replace(await settings_page(chosen, self._artist), private=False)

    async def answer(
        self,
        interaction: Interaction,
        work: Coroutine[None, None, Reply],
        *,
        game_id: int | None = None,
    ) -> None:
        """Answer a command with a message for all, or for the player alone where that has reasons.

        Args:
            interaction: the command.
            work: makes the message.
            game_id: the number of the game that it shows; None for the one on the player's table.
        """
        hides = await self._seclusion.hides(interaction, game_id)
        await answer(interaction, _hidden(work) if hides else work, private=hides)

    async def board(self, seat: GameSnapshot, *, notice: str = "") -> Reply:
        """A player's board, with a sentence above it."""
        return await self._reply(seat, notice=notice)

    async def _typed(self, player: int, text: str) -> GameSnapshot:
        tidies = (await self._choices.of(player)).plays_safe
        return await self._tables.play(player, text, tidies=tidies)

    async def _undone(self, player: int) -> GameSnapshot:
        tidies = (await self._choices.of(player)).plays_safe
        return await self._tables.undo(player, tidies=tidies)

    async def _given_up(self, player: int) -> Reply:
        seat = await self._unfinished(player)
        if (await self._choices.of(player)).confirms:
            return give_up_question(seat)
        return await self._reply(await self._tables.give_up(player, seen=seat.board_version))

    async def _settings(self, player: int) -> Reply:
        return await settings_page(await self._choices.of(player), self._artist)

    async def _shown(
        self, seat: Coroutine[None, None, GameSnapshot], *, in_text: bool = False
    ) -> Reply:
        if in_text:
            return Reply(board_message(await seat, None, ""))
        return await self._reply(await seat)

    async def _replayed(self, player: int, game: str | None) -> Reply:
        look = await self._choices.of(player)
        if game is None:
            return await replay_of(await self._tables.current(player), self._artist, look)
        return await replay_of(await self._tables.own(player, stored_id(game)), self._artist, look)

    async def _dealt(
        self, player: int, game: str, place: Place | None, *, seen: BoardVersion | None = None
    ) -> Reply:
        rules = game_named(game)
        chosen = await self._deals.choose(rules.id)
        seat = await self._tables.start(
            player, rules.id, chosen.deal_number, place, seen=seen, winnable=chosen.winnable
        )
        return await self._reply(
            seat, notice=_(NOT_KNOWN_WINNABLE) if chosen.searched and not chosen.winnable else ""
        )

    async def _hinted(self, player: int, *, all_cards: bool) -> Reply:
        seat = await self._unfinished(player)
        hint = await self._advisor.hint(seat, all_cards=all_cards)
        current = await self._tables.current(player)
        if current.board_version != seat.board_version:
            # The player went on in the meantime; what was found is about another board.
            return await self._reply(current)
        if hint.move is None and hint.verdict is Outcome.LOST:
            return lost_page(seat, hint)
        if hint.move is not None:
            await self._tables.count_hint(seat.game_id)
        return await self._reply(seat, hint=hint)

    async def _odds(self, player: int) -> Reply:
        seat = await self._unfinished(player)
        return odds_page(seat, await self._advisor.odds(seat))

    async def _asked_for_solution(self, player: int) -> Reply:
        seat = await self._tables.current(player)
        asks = not seat.state.is_final and (await self._choices.of(player)).confirms
        return solution_question(seat) if asks else await self._solved(seat)

    async def _solved(self, seat: GameSnapshot) -> Reply:
        """How a game is won; one that goes on is given up, if such a way is found."""
        solution = await self._advisor.solution(seat)
        if solution is None:
            return no_solution(seat)
        if not seat.state.is_final:
            await self._tables.give_up(seat.player, seen=seat.board_version)
        return solution_page(seat, solution)

    async def _unfinished(self, player: int) -> GameSnapshot:
        seat = await self._tables.current(player)
        if seat.state.is_final:
            raise Finished(seat)
        return seat

    async def _reply(
        self,
        seat: GameSnapshot,
        *,
        selected: str | None = None,
        notice: str = "",
        hint: Hint | None = None,
    ) -> Reply:
        filename = f"board-{seat.game_id}-{seat.version}.png"
        move = None if hint is None else hint.move
        chosen = await self._choices.of(seat.player)
        scene = scene_of(seat.game, selected=selected, hint=move)
        if hides_number(seat):
            scene = replace(scene, number=None)
        picture = None
        try:
            picture = await self._artist.draw(scene, chosen.style)
        except DrawingFailed:
            _log.exception("The board could not be drawn")
        view = board_message(
            seat,
            picture,
            filename,
            selected=selected,
            notice=notice if hint is None else hint_notice(seat, hint),
            peeks=hint is not None and not hint.all_cards and not is_fully_known(seat.game),
        )
        return Reply(view, () if picture is None else (Attachment(filename, picture.png),))

    async def _kept_from_others(self, interaction: Interaction, press: Press) -> Reply:
        """What a press leads to; the board of a race does not come into a message for all."""
        reply = await self._after(interaction, press)
        private = interaction.message is not None and interaction.message.flags.ephemeral
        if private or reply.private or reply.adds:
            return reply
        return replace(reply, private=await self._seclusion.is_raced_on(interaction.user.id))

    async def _after(self, interaction: Interaction, press: Press) -> Reply:
        seat = await self._tables.at(press.game_id)
        player = interaction.user.id
        if press.action is Action.REPLAY:
            return await replay_of(seat, self._artist, await self._choices.of(player))
        if seat.player != player:
            return note(
                _(
                    "This is {player}'s game. Type /play to be dealt one of your own.",
                    player=f"<@{seat.player}>",
                )
            )
        if press.action is Action.SHARE:
            look = await self._choices.of(player)
            return await card_of(seat, self._artist, look, interaction.user.display_name)
        try:
            return await self._pressed(player, press, place_of(interaction))
        except Stale as stale:
            return await self._current(press, stale.seat)

    async def _pressed(self, player: int, press: Press, place: Place | None) -> Reply:
        """What a press on the player's own board leads to."""
        tables, seen = self._tables, BoardVersion(press.game_id, press.version)
        current = await tables.current(player)
        if current.board_version != seen:
            raise Stale(current)
        match press.action:
            case Action.TAP:
                return await self._tapped(current, press.what)
            case Action.PLAY:
                after = await self._play(player, Move.parse(press.what), seen)
            case Action.UNDO:
                tidies = (await self._choices.of(player)).plays_safe
                after = await tables.undo(player, seen=seen, tidies=tidies)
            case Action.REDO:
                after = await tables.redo(player, seen=seen)
            case Action.GIVE_UP:
                after = await tables.give_up(player, seen=seen)
            case Action.AGAIN:
                after = await tables.restart(player, seen=seen, where=place)
            case Action.NEW:
                return await self._dealt(player, current.game.rules.id, place, seen=seen)
            case Action.HINT | Action.PEEK:
                return await self._hinted(player, all_cards=press.action is Action.PEEK)
            case Action.BACK_TO:
                moves = int(press.what) if press.what.isdigit() else 0
                after = await tables.back_to(player, moves, seen=seen)
            case Action.FINISH:
                after = await tables.finish(player, seen=seen)
            case Action.SOLUTION:
                # The question, which it takes the place of, is private already.
                return replace(await self._solved(current), private=False)
            case Action.BACK:
                after = current
            case Action.REPLAY | Action.SHARE:
                # Neither asks for the board to be the current one; see above.
                after = current
            case other:
                assert_never(other)
        return await self._reply(after)

    async def _tapped(self, seat: GameSnapshot, pile: str) -> Reply:
        board = seat.game.board
        moves = moves_by_pile(board).get(pile, ())
        if not moves:
            return await self._reply(seat, notice=_(_NOTHING, pile=pile))
        tap = (await self._choices.of(seat.player)).tap
        is_clear = len(moves) == 1 and (tap is not Tap.CHOOSE or moves[0].is_stock)
        if is_clear or tap is Tap.BEST:
            best = best_move(board, moves)
            return await self._reply(await self._play(seat.player, best, seat.board_version))
        return await self._reply(seat, selected=pile)

    async def _play(self, player: int, move: Move, seen: BoardVersion) -> GameSnapshot:
        tidies = (await self._choices.of(player)).plays_safe
        return await self._tables.play(player, move, seen=seen, tidies=tidies)

    async def _current(self, press: Press, seat: GameSnapshot) -> Reply:
        """The board on the player's table, in answer to a press on another one."""
        # What looks like an old board may be a second press made before the first was answered;
        # then there is nothing to say.
        if seat.game_id != press.game_id:
            dealt = press.action in (Action.AGAIN, Action.NEW) and not seat.version
            return await self._reply(seat, notice="" if dealt else _(_OTHER_GAME))
        if seat.day is not None and seat.state.is_final:
            return await self._reply(seat, notice=_(_DAY_OVER))
        notice = _(_OLD_BOARD) if seat.version > press.version + 1 else ""
        return await self._reply(seat, notice=notice)


async def _hidden(work: Coroutine[None, None, Reply]) -> Reply:
    """A reply for the player alone."""
    return replace(await work, private=True)


def stored_id(text: str) -> int:
    """The number of a stored game as it comes from a choice; 0, which none has, for other texts."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


def place_of(interaction: Interaction) -> Place | None:
    """Where an interaction happened, where Discord tells."""
    if interaction.channel_id is None:
        return None
    return Place(interaction.channel_id, interaction.guild_id)
