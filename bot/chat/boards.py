"""What presses and commands about a player's board lead to.

Each does one thing on the player's table, draws the board that comes of it and answers with it.
"""

from __future__ import annotations

import logging
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from bot.chat.advice_words import NOT_KNOWN_WINNABLE, hint_notice, lost_page, odds_page
from bot.chat.board_message import board_message
from bot.chat.choices import game_named
from bot.chat.custom_ids import Action, Press
from bot.chat.keepsakes import card_of, replay_of
from bot.chat.replies import Attached, Reply, answer, note
from bot.chat.solution_page import no_solution, solution_page, solution_question
from bot.chat.taps import moves_by_pile
from bot.service import Finished, Place, Seen, Stale
from bot.service.unseen import sees_all
from engine import Move
from engine.solver import Outcome
from rendering import scene_of

if TYPE_CHECKING:
    from collections.abc import Coroutine

    import discord

    from bot.chat.client import PatienceClient
    from bot.chat.drawing import Artist
    from bot.service import Advisor, Hint, Seat, Tables, WinnableDeals

    Interaction = discord.Interaction[PatienceClient]

_log = logging.getLogger(__name__)

_OLD_BOARD = "That was an old board; this is how the game stands."
_OTHER_GAME = "That game is not on your table; this one is. Type /resume to change."


class Boards:
    """Answers presses and commands with boards."""

    def __init__(
        self, tables: Tables, artist: Artist, advisor: Advisor, deals: WinnableDeals
    ) -> None:
        """Serve boards from the players' tables, drawn by an artist, with advice."""
        self._tables = tables
        self._artist = artist
        self._advisor = advisor
        self._deals = deals

    async def show(
        self, interaction: Interaction, seat: Coroutine[None, None, Seat], *, in_text: bool = False
    ) -> None:
        """Answer a command with the board that ``seat`` leads to, drawn or written."""
        await answer(interaction, self._shown(seat, in_text=in_text))

    async def deal(self, interaction: Interaction, game: str) -> None:
        """Answer with a new game, of a deal that can be won."""
        dealt = self._dealt(interaction.user.id, game, place_of(interaction))
        await answer(interaction, dealt)

    async def hint(self, interaction: Interaction, *, all_cards: bool) -> None:
        """Answer a command with the next good move on the player's board."""
        await answer(interaction, self._hinted(interaction.user.id, all_cards=all_cards))

    async def odds(self, interaction: Interaction) -> None:
        """Answer a command with whether the player's game can still be won."""
        await answer(interaction, self._odds(interaction.user.id), private=True)

    async def solution(self, interaction: Interaction) -> None:
        """Answer a command with how the player's game is won, asking first where it goes on."""
        await answer(interaction, self._asked_for_solution(interaction.user.id), private=True)

    async def replay(self, interaction: Interaction, game: str | None) -> None:
        """Answer with the replay of a game, given by its stored id, or of the one on the table."""
        await answer(interaction, self._replayed(interaction.user.id, game))

    async def resume(self, interaction: Interaction, game: str) -> None:
        """Answer with an unfinished game, given by its stored id, back on the player's table."""
        await self.show(interaction, self._resumed(interaction.user.id, game))

    async def pressed(self, interaction: Interaction, press: Press) -> None:
        """Answer a press on a button under a board."""
        await answer(interaction, self._after(interaction, press), updates=True)

    async def _shown(self, seat: Coroutine[None, None, Seat], *, in_text: bool = False) -> Reply:
        if in_text:
            return Reply(board_message(await seat, None, ""))
        return await self._reply(await seat)

    async def _replayed(self, player: int, game: str | None) -> Reply:
        if game is None:
            return await replay_of(await self._tables.current(player), self._artist)
        return await replay_of(await self._tables.own(player, stored_id(game)), self._artist)

    async def _resumed(self, player: int, game: str) -> Seat:
        return await self._tables.resume(player, stored_id(game))

    async def _dealt(
        self, player: int, game: str, place: Place | None, *, seen: Seen | None = None
    ) -> Reply:
        rules = game_named(game)
        chosen = await self._deals.choose(rules.id)
        seat = await self._tables.start(
            player, rules.id, chosen.number, place, seen=seen, winnable=chosen.winnable
        )
        return await self._reply(
            seat, notice=NOT_KNOWN_WINNABLE if chosen.sought and not chosen.winnable else ""
        )

    async def _hinted(self, player: int, *, all_cards: bool) -> Reply:
        seat = await self._unfinished(player)
        hint = await self._advisor.hint(seat, all_cards=all_cards)
        current = await self._tables.current(player)
        if current.seen != seat.seen:
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
        return await self._solved(seat) if seat.outcome.is_final else solution_question(seat)

    async def _solved(self, seat: Seat) -> Reply:
        """How a game is won; one that goes on is given up, if such a way is found."""
        solution = await self._advisor.solution(seat)
        if solution is None:
            return no_solution(seat)
        if not seat.outcome.is_final:
            await self._tables.give_up(seat.player, seen=seat.seen)
        return solution_page(seat, solution)

    async def _unfinished(self, player: int) -> Seat:
        seat = await self._tables.current(player)
        if seat.outcome.is_final:
            raise Finished(seat)
        return seat

    async def _reply(
        self,
        seat: Seat,
        *,
        selected: str | None = None,
        notice: str = "",
        hint: Hint | None = None,
    ) -> Reply:
        filename = f"board-{seat.game_id}-{seat.version}.png"
        move = None if hint is None else hint.move
        picture = None
        try:
            picture = await self._artist.draw(scene_of(seat.game, selected=selected, hint=move))
        except BrokenProcessPool:
            _log.exception("The board could not be drawn")
        view = board_message(
            seat,
            picture,
            filename,
            selected=selected,
            notice=notice if hint is None else hint_notice(seat, hint),
            peeks=hint is not None and not hint.all_cards and not sees_all(seat.game),
        )
        return Reply(view, () if picture is None else (Attached(filename, picture.png),))

    async def _after(self, interaction: Interaction, press: Press) -> Reply:
        seat = await self._tables.at(press.game)
        player = interaction.user.id
        if press.action is Action.REPLAY:
            return await replay_of(seat, self._artist)
        if seat.player != player:
            return note(f"This is <@{seat.player}>'s game. Type /play to be dealt one of your own.")
        if press.action is Action.SHARE:
            return await card_of(seat, self._artist, interaction.user.display_name)
        try:
            return await self._pressed(player, press, place_of(interaction))
        except Stale as stale:
            return await self._current(press, stale.seat)

    async def _pressed(self, player: int, press: Press, place: Place | None) -> Reply:
        """What a press on the player's own board leads to."""
        tables, seen = self._tables, Seen(press.game, press.version)
        current = await tables.current(player)
        if current.seen != seen:
            raise Stale(current)
        match press.action:
            case Action.TAP:
                return await self._tapped(current, press.what)
            case Action.PLAY:
                after = await tables.play(player, Move.parse(press.what), seen=seen)
            case Action.UNDO:
                after = await tables.undo(player, seen=seen)
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

    async def _tapped(self, seat: Seat, pile: str) -> Reply:
        moves = moves_by_pile(seat.game.board).get(pile, ())
        if len(moves) == 1:
            return await self._reply(await self._tables.play(seat.player, moves[0], seen=seat.seen))
        if not moves:
            return await self._reply(seat, notice=f"Nothing can be moved from {pile} now.")
        return await self._reply(seat, selected=pile)

    async def _current(self, press: Press, seat: Seat) -> Reply:
        """The board on the player's table, in answer to a press on another one."""
        # What looks like an old board may be a second press made before the first was answered;
        # then there is nothing to say.
        if seat.game_id != press.game:
            dealt = press.action in (Action.AGAIN, Action.NEW) and not seat.version
            return await self._reply(seat, notice="" if dealt else _OTHER_GAME)
        notice = _OLD_BOARD if seat.version > press.version + 1 else ""
        return await self._reply(seat, notice=notice)


def stored_id(text: str) -> int:
    """The number of a stored game as it comes from a choice; 0, which none has, for other texts."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


def place_of(interaction: Interaction) -> Place | None:
    """Where an interaction happened, where Discord tells."""
    if interaction.channel_id is None:
        return None
    return Place(interaction.channel_id, interaction.guild_id)
