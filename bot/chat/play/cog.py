"""The commands of the game being played."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.chat.games.names import (
    BEST_KNOWN,
    FoundGames,
    MatchKind,
    asks_for_any_deal,
    exact_game,
    find_games,
    named_beside_difficulty,
    requested_difficulty,
    surprise,
    variants_of,
)
from bot.chat.games.offers import (
    choice_view,
    complete_deal,
    complete_game,
    difficulty_notice,
    surprise_notice,
)
from bot.chat.games.pictures import draw_thumbnails
from bot.chat.games.traits import NO_WIN_COUNTS, asks_for_surprise, guild_win_counts
from bot.chat.play import presses  # noqa: F401  # registers its handlers
from bot.chat.play.advice_views import solution_question
from bot.chat.play.boards import (
    board_reply,
    deal_reply,
    move_choices,
    offers_resume,
    resume_reply,
    stored_id,
)
from bot.chat.play.own_deal_forms import own_deal_form
from bot.chat.play.progressive_hints import hint_reply
from bot.chat.play.share import replay_reply
from bot.chat.play.solutions import odds_reply, solution_reply
from bot.chat.play.typed_moves import moves_form, play_typed
from bot.chat.play.verdicts import offer_verdicts
from bot.chat.play.views import (
    PICTURED,
    board_view,
    give_up_question,
    played_word,
    summary_title,
    undone_word,
    unfinished_games,
    which_game_view,
)
from bot.chat.responding.audience import boards_are_private
from bot.chat.responding.components import on_press
from bot.chat.responding.replies import MAX_OPTION_TEXT, MAX_OPTIONS, Reply, text_reply
from bot.chat.responding.responses import respond
from bot.chat.responding.search import fuzzy_find, in_time, meant
from bot.i18n import _
from bot.service.errors import NoGame, UnreadableGame, refuse_if_over
from bot.service.play.games import Games
from bot.service.play.snapshots import no_such_game
from bot.service.solver.advice import refuse_in_race
from bot.wording.deal_names import parse_deal_number, split_deal
from bot.wording.formatting import format_moves
from engine.rules import Difficulty

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.chat.responding.context import Context, Interaction
    from bot.chat.responding.responses import Handler
    from bot.models.play import GameSummary


async def _respond_with_board(interaction: Interaction, handler: Handler) -> None:
    """Respond to all, or to the player only, as they and the guild chose."""
    await respond(interaction, handler, private=boards_are_private)


async def _respond_on_board(interaction: Interaction, handler: Handler) -> None:
    """Respond to an action on the board by editing it, or else as with a new board."""
    await respond(interaction, handler, private=boards_are_private, typed=True)


class GameCog(commands.Cog):
    """Dealing, and going back to games."""

    @app_commands.command(description="Start a game of solitaire.")
    @app_commands.describe(
        game="Which game to play; leave it out for a surprise",
        deal="A deal number, or “any”; leave it out for a winnable deal",
        difficulty="Maximum difficulty; may pick a related game",
    )
    @app_commands.choices(
        difficulty=[
            Choice(name=app_commands.locale_str(one.name.capitalize()), value=one.name.lower())
            for one in Difficulty
        ]
    )
    @app_commands.autocomplete(game=complete_deal)
    async def play(
        self,
        interaction: Interaction,
        game: str | None = None,
        deal: str | None = None,
        difficulty: str | None = None,
    ) -> None:
        """Deal a game and make it the player's active one."""
        handler = functools.partial(_deal, game=game, deal=deal, difficulty=difficulty)
        await _respond_with_board(interaction, handler)

    @app_commands.command(
        description="Play a board of your own: typed, pasted or from a text file."
    )
    @app_commands.describe(game="The board's game; leave it out to choose in the form")
    @app_commands.autocomplete(game=complete_game)
    async def deal(self, interaction: Interaction, game: str | None = None) -> None:
        """Ask for a board in a form, and play it."""
        await respond(interaction, functools.partial(_own_deal, game=game), private=True)

    @app_commands.command(description="Show your current board again.")
    @app_commands.describe(text="As text, for screen readers and terminals")
    async def board(self, interaction: Interaction, text: bool = False) -> None:
        """Show the player's active game."""
        await _respond_with_board(interaction, functools.partial(_show, as_text=text))

    @app_commands.command(description="Go back to a game you have not finished.")
    @app_commands.describe(game="Which of your unfinished games; leave it out to see them all")
    async def resume(self, interaction: Interaction, game: str | None = None) -> None:
        """Make an unfinished game the active one, or list them."""
        if game is None:
            await respond(interaction, _list_unfinished, private=True)
        else:
            await _respond_with_board(interaction, functools.partial(_resume, game=game))

    @resume.autocomplete("game")
    @in_time
    async def _unfinished(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        games = interaction.client.services[Games]
        return _summary_choices(typed, await games.unfinished(interaction.user.id))

    @app_commands.command(description="Watch one of your games again, move by move.")
    @app_commands.describe(game="Which of your games; leave it out for the current one")
    async def replay(self, interaction: Interaction, game: str | None = None) -> None:
        """Show a game as an animation."""
        await _respond_with_board(interaction, functools.partial(_replay, game=game))

    @replay.autocomplete("game")
    @in_time
    async def _recent(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        games = interaction.client.services[Games]
        return _summary_choices(typed, await games.recent(interaction.user.id))


class TypingCog(
    commands.GroupCog, name="type", description="Play by typing; your board changes in place."
):
    """What the buttons of the board do, typed."""

    @app_commands.command(
        description="Move cards by typing, such as 3-5, 3-5*2, w f or 7h 8s; s turns the stock."
    )
    @app_commands.describe(
        play="Where from and where to, with legal moves offered; leave it out to type many moves"
    )
    async def move(self, interaction: Interaction, play: str | None = None) -> None:
        """Play a typed move, or show a form for many."""
        if play is None:
            await respond(interaction, _ask_for_moves, private=True)
            return
        await _respond_on_board(interaction, functools.partial(play_typed, board=None, text=play))

    @move.autocomplete("play")
    @in_time
    async def _legal_moves(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        try:
            snapshot = await interaction.client.services[Games].active(interaction.user.id)
        except NoGame:
            return []
        return move_choices(snapshot.game, typed)

    @app_commands.command(description="Take back your last move.")
    async def undo(self, interaction: Interaction) -> None:
        """Take the last move back."""
        await _respond_on_board(interaction, _undo)

    @app_commands.command(description="Redo the move you took back.")
    async def redo(self, interaction: Interaction) -> None:
        """Play the move taken back last again."""
        await _respond_on_board(interaction, _redo)

    @app_commands.command(description="Give up your current game.")
    async def giveup(self, interaction: Interaction) -> None:
        """Give up the player's active game, or ask first."""
        await _respond_on_board(interaction, _give_up)


class AdviceCog(commands.Cog):
    """Questions to the solver."""

    @app_commands.command(description="Suggest a move and mark it on your board.")
    @app_commands.describe(peek="Use all cards, even those you cannot see")
    async def hint(self, interaction: Interaction, peek: bool = False) -> None:
        """Show a hint on the player's board."""
        await _respond_on_board(interaction, functools.partial(_hint, all_cards=peek))

    @app_commands.command(
        description="Find out whether you can still win and, if not, which move lost it."
    )
    async def odds(self, interaction: Interaction) -> None:
        """Say whether the active game can still be won."""
        await respond(interaction, _odds, private=True)

    @app_commands.command(description="See how to win your game. This counts as giving up.")
    @app_commands.describe(game="Which of your games; leave it out for the current one")
    async def solution(self, interaction: Interaction, game: str | None = None) -> None:
        """Show how a game is won; of one that is not over, ask first."""
        await respond(interaction, functools.partial(_solution, game=game), private=True)

    @solution.autocomplete("game")
    @in_time
    async def _finished(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        recent = await interaction.client.services[Games].recent(interaction.user.id)
        return _summary_choices(typed, [game for game in recent if game.state.is_final])


@offers_resume
async def _deal(
    context: Context, game: str | None, deal: str | None, difficulty: str | None
) -> Reply:
    if game is not None and deal is None:
        game, deal = split_deal(game)
    wanted = requested_difficulty(game or "", difficulty)
    wins = NO_WIN_COUNTS if wanted is None else await guild_win_counts(context.interaction)
    is_open = game is None and wanted is None
    if is_open and not await context.services[Games].recent(context.player):
        # Whoever has never played means the game that everybody knows.
        game = BEST_KNOWN[0]
    if game is None or asks_for_surprise(game):
        if deal is not None and not asks_for_any_deal(deal):
            return text_reply(_("Name the game of that deal, too: each game has its own deals."))
        rules = surprise(game or "", wanted, wins)
        return await deal_reply(context, rules.id, notice=surprise_notice(rules, wins))
    named = named_beside_difficulty(game) if deal is None and difficulty is None else None
    if named is not None:
        return await deal_reply(context, named.id, grade=wanted)
    exact = exact_game(game) if wanted is None else None
    found = FoundGames(MatchKind.ONE, (exact,)) if exact else find_games(game, wanted, wins)
    if deal is None:
        found = variants_of(game, found)
    if found.kind is not MatchKind.ONE:
        return choice_view(game, found, wins, deal=deal)
    rules, notice = found.games[0], difficulty_notice(found, wins)
    if deal is None:
        return await deal_reply(context, rules.id, notice=notice)
    number = None if asks_for_any_deal(deal) else parse_deal_number(deal, rules)
    snapshot = await context.services[Games].start(context.player, rules.id, number, context.place)
    return await board_reply(context, snapshot, notice=notice)


@on_press("deal:{game}:of:{deal}", updates=False, private=boards_are_private)
async def _deal_of(context: Context, game: str, deal: str) -> Reply:
    """Deal the deal that was asked for beside a game that was asked about."""
    return await _deal(context, game, deal, None)


async def _own_deal(_context: Context, game: str | None) -> Reply:
    return own_deal_form(game)


async def _show(context: Context, *, as_text: bool) -> Reply:
    snapshot = await context.services[Games].active(context.player)
    if as_text:
        reply = replace(board_view(snapshot, None), private=snapshot.is_secret)
    else:
        reply = await board_reply(context, snapshot)
    # What is over may be shown in many places.
    return replace(reply, board=None) if snapshot.state.is_final else reply


async def _list_unfinished(context: Context) -> Reply:
    games = context.services[Games]
    found = await games.unfinished(context.player)
    try:
        first = [await games.get_own(context.player, one.game_id) for one in found[:PICTURED]]
    except UnreadableGame:
        return unfinished_games(found)
    return unfinished_games(found, await draw_thumbnails(context, [one.game for one in first]))


async def _resume(context: Context, game: str) -> Reply:
    unfinished = await context.services[Games].unfinished(context.player)
    return await resume_reply(context, _own_game(game, unfinished, "resume"))


def _own_game(typed: str, own: Sequence[GameSummary], route: str) -> int:
    """The id of the game of one's own that is chosen or named; else it is asked."""
    if not own:
        raise no_such_game()
    chosen = stored_id(typed)
    if any(chosen == one.game_id for one in own):
        return chosen
    titled = [((summary_title(one),), one) for one in own]
    return meant(typed, titled, lambda close: which_game_view(typed, close, route)).game_id


def _summary_choices(typed: str, summaries: Sequence[GameSummary]) -> list[Choice[str]]:
    """The player's games that match the typed text."""
    choices = [
        Choice(
            name=f"{summary_title(one)} · {format_moves(one.moves)}"[:MAX_OPTION_TEXT],
            value=str(one.game_id),
        )
        for one in summaries
    ]
    return fuzzy_find(typed, [((choice.name,), choice) for choice in choices])[:MAX_OPTIONS]


async def _replay(context: Context, game: str | None) -> Reply:
    games = context.services[Games]
    if game is None:
        return await replay_reply(context, await games.active(context.player))
    chosen = _own_game(game, await games.recent(context.player), "replay")
    return await replay_reply(context, await games.get_own(context.player, chosen))


@on_press("replay", updates=False, private=boards_are_private)
async def _replay_chosen(context: Context, values: tuple[str, ...]) -> Reply:
    return await _replay(context, values[0])


async def _give_up(context: Context) -> Reply:
    games = context.services[Games]
    snapshot = await games.active(context.player)
    refuse_if_over(snapshot)
    if context.preferences.confirm_give_up:
        return give_up_question(snapshot)
    given_up = await games.give_up(context.player, expected=snapshot.board_version)
    reply = replace(await board_reply(context, given_up), word=_("Given up."))
    return await offer_verdicts(context, given_up, reply)


async def _ask_for_moves(context: Context) -> Reply:
    snapshot = await context.services[Games].active(context.player)
    refuse_if_over(snapshot)
    return moves_form(snapshot.board_version)


async def _undo(context: Context) -> Reply:
    autoplay = context.preferences.autoplay
    snapshot = await context.services[Games].undo(context.player, autoplay=autoplay)
    return replace(await board_reply(context, snapshot), word=undone_word(snapshot))


async def _redo(context: Context) -> Reply:
    snapshot = await context.services[Games].redo(context.player)
    return replace(await board_reply(context, snapshot), word=played_word(snapshot))


async def _hint(context: Context, *, all_cards: bool) -> Reply:
    snapshot = await context.services[Games].active(context.player)
    return await hint_reply(context, snapshot, all_cards=all_cards, typed=True)


async def _odds(context: Context) -> Reply:
    snapshot = await context.services[Games].active(context.player)
    refuse_if_over(snapshot)
    return await odds_reply(context, snapshot)


async def _solution(context: Context, game: str | None) -> Reply:
    games = context.services[Games]
    snapshot = await games.active(context.player)
    if game is not None:
        chosen = _own_game(game, await games.recent(context.player), "solution")
        if chosen != snapshot.game_id:
            snapshot = await games.get_own(context.player, chosen)
            if not snapshot.state.is_final:
                return text_reply(_("Type /resume to go back to this game first, then /solution."))
    refuse_in_race(snapshot)
    if context.preferences.confirm_give_up and not snapshot.state.is_final:
        return solution_question(snapshot)
    return await solution_reply(context, snapshot)


@on_press("solution", updates=False, private=True)
async def _solution_chosen(context: Context, values: tuple[str, ...]) -> Reply:
    return await _solution(context, values[0])
