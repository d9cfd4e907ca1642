"""Boards as replies: the services asked, the board drawn."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.chat.channels.live_boards import edit_live_board
from bot.chat.game.advice_views import NOT_PROVEN_WINNABLE, hint_notice
from bot.chat.game.race_lines import race_line
from bot.chat.game.views import board_view
from bot.chat.game.win_views import win_notice
from bot.chat.game_names import find_game
from bot.chat.messages.goals import avoided_pile
from bot.chat.pictures import draw_board, draw_win
from bot.errors import StoreError
from bot.i18n import _
from bot.models import GameState
from bot.service import GameOver, next_deal
from bot.service.solver.hidden_cards import is_fully_known

if TYPE_CHECKING:
    from bot.chat.context import Context
    from bot.chat.messages.replies import Reply
    from bot.models import DailyDeal
    from bot.service import BoardVersion, GameSnapshot, Hint, WinSummary

_log = logging.getLogger(__name__)


async def board_reply(
    context: Context,
    snapshot: GameSnapshot,
    *,
    selected: str | None = None,
    notice: str = "",
    hint: Hint | None = None,
    win: WinSummary | None = None,
    following: DailyDeal | None = None,
) -> Reply:
    """A board, drawn; a secret one is private.

    Args:
        context: who asked for it.
        snapshot: the game.
        selected: the pile selected to move from, if any.
        notice: a sentence above the picture.
        hint: a hint to highlight; its notice takes the place of ``notice``.
        win: what the player reached, where the game has just been won; likewise.
        following: a deal of today to offer after the win.
    """
    if win is not None:
        notice = win_notice(win, _(snapshot.game.rules.title))
    if snapshot.is_secret:
        context.is_private.set()
    shows_number = not snapshot.is_secret
    cascade = None
    if win is not None:
        cascade = await draw_win(context, snapshot.game, shows_deal_number=shows_number)
    picture = cascade or await draw_board(
        context,
        snapshot.game,
        selected=selected,
        hint=None if hint is None else hint.move,
        shows_deal_number=shows_number,
        avoided=avoided_pile(snapshot),
    )
    race = await race_line(context, snapshot)
    notice = hint_notice(snapshot, hint) if hint else notice or context.notice
    reply = board_view(
        snapshot,
        picture,
        selected=selected,
        notice="\n".join(filter(None, (race, notice))),
        offers_peek=hint is not None and not hint.all_cards and not is_fully_known(snapshot.game),
        offers_daily=win is not None and not win.has_played_today,
        following=following,
    )
    return replace(reply, private=snapshot.is_secret)


async def played_reply(context: Context, snapshot: GameSnapshot) -> Reply:
    """The board after a move, which may have won the game."""
    win = following = None
    if snapshot.state is GameState.WON:
        services = context.services
        try:
            win = await services.statistics.of_win(
                snapshot, services.daily.today(), context.guild_id
            )
            if snapshot.day is not None and snapshot.is_secret:
                deals = await services.daily.deals_today(context.player)
                following = next_deal(deals, snapshot.slot)
        except StoreError:
            # The move is saved, so the board is shown all the same.
            _log.exception("A win could not be compared with others")
    return await board_reply(context, snapshot, win=win, following=following)


async def deal_reply(
    context: Context, game: str, *, expected: BoardVersion | None = None, notice: str = ""
) -> Reply:
    """Deal a game that can be won, if one is found in time.

    Args:
        context: who asked for it.
        game: the game's id, or another name.
        expected: the board on which the player asked for another deal, if any.
        notice: a line above the picture.
    """
    rules = find_game(game)
    deal = await context.services.deals.choose(rules.id)
    snapshot = await context.services.games.start(
        context.player,
        rules.id,
        deal.deal_number,
        context.place,
        expected=expected,
        winnable=deal.winnable,
    )
    doubt = _(NOT_PROVEN_WINNABLE) if deal.searched and not deal.winnable else ""
    return await board_reply(context, snapshot, notice="\n".join(filter(None, (notice, doubt))))


async def show_on_live_board(context: Context, snapshot: GameSnapshot) -> None:
    """Bring the live board up to date while the response is something else."""
    reply = await board_reply(context, snapshot)
    board = snapshot.board_version
    await edit_live_board(context, board, reply.view, reply.files, private=reply.private)


async def resume_reply(context: Context, game: str) -> Reply:
    """Make an unfinished game the active one.

    Args:
        context: whose it is.
        game: its stored id, as text.
    """
    games = context.services.games
    return await board_reply(context, await games.resume(context.player, stored_id(game)))


def stored_id(text: str) -> int:
    """The id of a stored game from text; 0, which no game has, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


def refuse_if_over(snapshot: GameSnapshot) -> None:
    """Refuse a game that is won or given up.

    Raises:
        GameOver: if it is.
    """
    if snapshot.state.is_final:
        raise GameOver(snapshot)
