"""Boards as replies: the services asked, the board drawn."""

from __future__ import annotations

import functools
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from discord.app_commands import Choice

from bot.chat.games.names import find_game
from bot.chat.games.offers import grade_notice
from bot.chat.games.pictures import draw_board, draw_win
from bot.chat.play.advice_views import NOT_PROVEN_WINNABLE
from bot.chat.play.board_texts import Remarks
from bot.chat.play.buttons import Offers
from bot.chat.play.race_lines import contest_line, pace_line
from bot.chat.play.verdicts import with_hardness, with_verdict
from bot.chat.play.views import board_view, table_link
from bot.chat.responding.context import Context
from bot.chat.responding.live_boards import edit_live_board
from bot.chat.responding.replies import MAX_OPTION_TEXT, MAX_OPTIONS, Reply, followed_by
from bot.errors import StoreError
from bot.i18n import _, in_notation, translate
from bot.models.play import GameState
from bot.service.daily.daily import Daily, next_deal
from bot.service.errors import NoGame, UnreadableGame
from bot.service.play.deal_numbers import HIGHEST_SHORT_DEAL
from bot.service.play.games import Games
from bot.service.players.statistics import Statistics
from bot.service.solver.advice import Advisor
from bot.service.solver.pool import SolverPool
from bot.service.solver.winnable import WinnableDeals
from bot.service.tables import Tables
from bot.wording.formatting import avoided_pile
from bot.wording.hints import hint_notice
from bot.wording.wins import compared_line, win_notice
from engine import PatienceError
from engine.hidden_cards import is_fully_known

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.models.advice import Hint
    from bot.models.daily import Comparison, DailyDeal
    from bot.models.play import BoardVersion, GameSnapshot
    from bot.service.daily.daily import DealStatus
    from bot.service.players.statistics import WinSummary
    from bot.wording.verdicts import Verdict
    from engine import Game, Move
    from engine.rules import Difficulty
    from rendering import Picture
    from rendering.encoding.gif import Animation


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Win:
    """What a board says of a win: its figures, the deal to play next, and how others did."""

    summary: WinSummary
    following: DailyDeal | None = None
    comparison: Comparison | None = None


async def board_reply(
    context: Context,
    snapshot: GameSnapshot,
    *,
    selected: str | None = None,
    notice: str = "",
    hint: Hint | None = None,
    win: Win | None = None,
    verdict: Verdict | None = None,
) -> Reply:
    """A board, drawn; a secret one is private. A hint's or a win's text replaces the notice.

    A shared board's notice says itself what there is to say of a hint.
    """
    advisor, is_quiet = context.services[Advisor], context.preferences.quiet
    if not snapshot.state.is_final:
        context.services[SolverPool].expect_questions()
    if win is not None:
        text = "" if is_quiet else win_notice(win.summary, translate(snapshot.game.rules.name))
        notice = "\n".join(filter(None, (text, compared_line(win.comparison))))
    if snapshot.is_secret:
        context.is_private.set()
    shows_number = not snapshot.is_secret and snapshot.deal_number <= HIGHEST_SHORT_DEAL
    picture: Picture | Animation | None = None
    # What others play on as well looks alike to all.
    is_drawn = snapshot.is_shared or not context.preferences.text_boards
    is_won = win is not None or (snapshot.is_shared and snapshot.state is GameState.WON)
    if is_drawn and is_won and verdict is None:
        picture = await draw_win(context, snapshot.game, shows_deal_number=shows_number)
    if is_drawn and picture is None:
        picture = await draw_board(
            context,
            snapshot.game,
            selected=selected,
            hint=None if hint is None else hint.move,
            shows_deal_number=shows_number,
            avoided=avoided_pile(snapshot),
        )
    if hint is not None and not snapshot.is_shared:
        notice = hint_notice(snapshot, hint)
    left = context.left
    remarks = Remarks(
        notice=notice or context.notice,
        race=await contest_line(context, snapshot),
        left=None if left is None or left.game_id == snapshot.game_id else left,
        is_lost=advisor.knows_lost(snapshot),
        verdict=verdict,
        pace=pace_line(context, snapshot),
        is_quiet=is_quiet,
    )
    offers = Offers(
        peek=hint is not None and not hint.all_cards and not is_fully_known(snapshot.game),
        table=bool(context.services[Tables].url),
        daily=win is not None and not win.summary.has_played_today,
        following=None if win is None else win.following,
    )
    reply = board_view(snapshot, picture, selected=selected, remarks=remarks, offers=offers)
    reply = replace(reply, private=snapshot.is_secret)
    if hint is not None or selected is not None or verdict is not None:
        return reply

    async def redraw(verdict: Verdict | None) -> Reply:
        return await board_reply(context, snapshot, notice=notice, win=win, verdict=verdict)

    telling = with_verdict if win is None else with_hardness
    return telling(context, snapshot, reply, redraw)


_after_days: list[Callable[[Context], Awaitable[None]]] = []


def after_days(
    followup: Callable[[Context], Awaitable[None]],
) -> Callable[[Context], Awaitable[None]]:
    """Register what is done after a player has seen that they won the deal of the day."""
    _after_days.append(followup)
    return followup


async def played_reply(context: Context, snapshot: GameSnapshot, *, notice: str = "") -> Reply:
    """The board after a move, which may have won the game, with a sentence above it if not."""
    win = None
    if snapshot.state is GameState.WON and not snapshot.practice:
        services = context.services
        try:
            win = Win(
                await services[Statistics].for_win(
                    snapshot, services[Daily].today(), context.guild_id
                )
            )
            if snapshot.day is not None and snapshot.is_secret:
                deals = await services[Daily].deals_of_day(context.player, snapshot.day)
                if snapshot.day == services[Daily].today():
                    win = replace(win, following=next_deal(deals, snapshot.slot))
                win = replace(win, comparison=await _comparison(context, deals, snapshot))
        except StoreError:
            # The move is saved, so the board is shown without it.
            _log.exception("A win could not be compared with others")
    reply = await board_reply(context, snapshot, notice=notice, win=win)
    if win is None or snapshot.day is None or not snapshot.is_secret:
        return reply

    async def follow_up(_message_id: int | None) -> None:
        for followup in _after_days:
            await followup(context)

    return followed_by(reply, follow_up)


async def _comparison(
    context: Context, deals: Sequence[DealStatus], snapshot: GameSnapshot
) -> Comparison | None:
    """A win of today among everybody's, for those who want to know."""
    own = next((one.result for one in deals if one.deal.slot == snapshot.slot), None)
    if own is None or own.game_id != snapshot.game_id or not context.preferences.compared:
        return None
    return await context.services[Daily].compare(own)


async def deal_reply(
    context: Context,
    game: str,
    *,
    expected: BoardVersion | None = None,
    notice: str = "",
    grade: Difficulty | None = None,
) -> Reply:
    """Deal a game that can be won, if one is found in time, and so hard if a grade is named."""
    rules = find_game(game)
    deals = context.services[WinnableDeals]
    if grade is None:
        deal = await deals.choose(rules.id)
    else:
        deal = await deals.choose_graded(rules.id, grade)
        notice = grade_notice(rules, deal.grade)
    snapshot = await context.services[Games].start(
        context.player,
        rules.id,
        deal.deal_number,
        context.place,
        expected=expected,
        winnable=deal.winnable,
        grade=deal.grade,
    )
    doubt = _(NOT_PROVEN_WINNABLE) if deal.searched and not deal.winnable else ""
    return await board_reply(context, snapshot, notice="\n".join(filter(None, (notice, doubt))))


async def harder_reply(context: Context, rules_id: str, than: int) -> Reply:
    """Deal a game that is a bit harder than another deal, if one is found in time."""
    deal = await context.services[WinnableDeals].choose_harder(rules_id, than)
    if deal is None:
        notice = _("No harder deal turned up just now: here is another one.")
        return await deal_reply(context, rules_id, notice=notice)
    snapshot = await context.services[Games].start(
        context.player, rules_id, deal.deal_number, context.place, winnable=True
    )
    return await board_reply(context, snapshot, notice=_("A bit harder than the deal you won."))


def table_reply(context: Context, owner: int | None = None) -> Reply:
    """A player's table, or a channel's: within Discord, or by a link where that may not be."""
    tables = context.services[Tables]
    is_allowed = context.interaction.permissions.use_embedded_activities
    may_launch = context.guild_id is None or is_allowed
    launches = may_launch and tables.launch(context.player, owner)
    return replace(table_link(tables.link(context.player, owner)), launches=launches)


async def show_on_live_board(
    context: Context, snapshot: GameSnapshot, *, anywhere: bool = False
) -> None:
    """Bring the live board up to date while the response is something else.

    Args:
        anywhere: whether to edit it even where it is not in sight.
    """
    reply = await board_reply(context, snapshot)
    await edit_live_board(context, reply, anywhere=anywhere)


async def resume_reply(context: Context, game_id: int) -> Reply:
    """Make an unfinished game the active one."""
    games = context.services[Games]
    return await board_reply(context, await games.resume(context.player, game_id))


def stored_id(text: str) -> int:
    """The id of a stored game from text; 0, which no game has, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


def move_choices(game: Game, typed: str) -> list[Choice[str]]:
    """The legal moves that match the typed text; a move typed in full comes first."""
    wanted = typed.casefold().split()
    matching = [
        choice
        for choice in (_choice(game, move) for move in game.legal_moves())
        if all(word in f"{choice.value} {choice.name}".casefold() for word in wanted)
    ]
    typed_move = _parse(game, typed)
    if typed_move is not None:
        first = _choice(game, typed_move)
        matching = [first, *(choice for choice in matching if choice.value != first.value)]
    return matching[:MAX_OPTIONS]


def _choice(game: Game, move: Move) -> Choice[str]:
    name = translate(game.board.describe(move))
    return Choice(name=name[:MAX_OPTION_TEXT], value=str(move))


def _parse(game: Game, typed: str) -> Move | None:
    try:
        return game.board.parse_move(in_notation(typed))
    except PatienceError:
        return None


_Parameters = ParamSpec("_Parameters")
_Handler = Callable[Concatenate[Context, _Parameters], Awaitable[Reply]]


def offers_resume(handler: _Handler[_Parameters]) -> _Handler[_Parameters]:
    """Offer to resume the game that a handler puts aside by dealing another."""

    @functools.wraps(handler)
    async def offering(
        context: Context, /, *arguments: _Parameters.args, **named: _Parameters.kwargs
    ) -> Reply:
        left = await _game_in_progress(context)
        return await handler(replace(context, left=left), *arguments, **named)

    return offering


async def _game_in_progress(context: Context) -> GameSnapshot | None:
    """The player's active game, if it has more than a move and is not over."""
    try:
        snapshot = await context.services[Games].active(context.player)
    except (NoGame, UnreadableGame):
        return None
    return snapshot if len(snapshot.game.moves) > 1 and not snapshot.state.is_final else None
