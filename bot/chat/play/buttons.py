"""The rows of components under a board.

While a game goes on, each pile that cards can ever leave has a button where it lies in the picture,
and nothing else ever has that place, so that fingers learn it: see :mod:`bot.chat.play.pile_rows`.
A button is disabled while its pile has no move, and green when one of its cards can go home.

Once a pile is selected, its choices take the place of its row; when a game is stuck, the ways on
take the place of a row of piles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ButtonStyle

from bot.chat.play.custom_ids import BoardAction, board_route, choice_route
from bot.chat.play.pile_rows import pile_rows
from bot.chat.play.rows import FIGURE_SPACE, choice_rows, move_rows, offers_moves
from bot.chat.responding.components import button, option, select
from bot.i18n import _, card_label, translate
from bot.models.daily import Slot
from bot.models.play import GameState
from bot.service.play.moves import distinct_moves, tapped_name
from bot.wording.formatting import format_difficulty, format_moves, game_title
from engine.rules import StockAction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.chat.play.pile_rows import Names, PileRow
    from bot.chat.play.rows import Row
    from bot.chat.responding.components import Component
    from bot.models.daily import DailyDeal
    from bot.models.play import GameSnapshot
    from bot.service.play.moves import MovesByPile
    from engine import Board, Move


_STOCK: Final = "s"


def board_rows(
    snapshot: GameSnapshot,
    selected: str | None = None,
    *,
    offers_peek: bool = False,
    offers_table: bool = False,
    offers_daily: bool = False,
    following: DailyDeal | None = None,
) -> list[Row]:
    """The rows of components for a board; after a win a deal of the day may be offered."""
    if snapshot.state.is_final:
        row = _after_game(snapshot, offers_daily=offers_daily, following=following)
        return [row, *filter(None, [_after_win(snapshot)])]
    moves, board = distinct_moves(snapshot.game), snapshot.game.board
    controls = _controls(snapshot, offers_peek=offers_peek, offers_table=offers_table)
    # The deal of a shared board is not for one to change.
    is_stuck = snapshot.state is GameState.STUCK and not snapshot.is_shared
    if offers_moves(board.compiled):
        rows = move_rows(snapshot)
        if is_stuck:
            rows = [*rows[:-1], _after_game(snapshot)]
        return [*rows, controls]
    places = pile_rows(board.compiled)
    rows = [_pile_row(snapshot, place, moves) for place in places]
    if selected is not None:
        choices = choice_rows(snapshot, selected, moves.get(selected, ()), len(rows) + 1)
        begin = next((n for n, place in enumerate(places) if _has(place, selected)), len(rows))
        return _with_choices(rows, controls, choices, begin)
    if is_stuck:
        # Nothing but the stock has a move, so no other row is missed.
        last = max((n for n, place in enumerate(places) if not _has(place, _STOCK)), default=0)
        rows[last] = _after_game(snapshot)
    return [*rows, controls]


def _has(place: PileRow, name: str) -> bool:
    """Whether a pile, as it is tapped, has its button in a row."""
    return any(name in map(tapped_name, slot) for slot in place.slots)


def _with_choices(rows: list[Row], controls: Row, choices: list[Row], place: int) -> list[Row]:
    """The rows of a board with choices in the place of some of them."""
    for component in (one for row in rows for one in row):
        component.disabled = True
    board = [*rows, controls]
    begin = max(0, min(place, len(board) - len(choices)))
    return [*board[:begin], *choices, *board[begin + len(choices) :]]


def _pile_row(snapshot: GameSnapshot, place: PileRow, moves: MovesByPile) -> Row:
    if place.is_menu:
        return [_pile_menu(snapshot, [slot[0] for slot in place.slots], moves)]
    return [_pile(snapshot, slot, moves) for slot in place.slots]


def _pile(snapshot: GameSnapshot, names: Names, moves: MovesByPile) -> Component:
    """The button of a pile, or of several; green when one of their cards can go to a foundation."""
    board, label, style = snapshot.game.board, _range(names), ButtonStyle.secondary
    name = tapped_name(names[0])
    if name == _STOCK:
        label = _stock_label(board)
    elif name == names[0]:
        # Of piles that lie on others, the first that still has a card, free or not.
        name = next((one for one in names if board.stacks[board.compiled.index_of[one]]), names[-1])
        label = name.rjust(max(map(len, names)), FIGURE_SPACE)
        if any(move.target.startswith("f") for move in moves.get(name, ())):
            style = ButtonStyle.success
    route = board_route(snapshot, BoardAction.TAP, name)
    return button(route, label, style=style, disabled=name not in moves)


def _range(names: Sequence[str]) -> str:
    return f"{names[0]}–{names[-1]}" if len(names) > 1 else names[0]


def _pile_menu(snapshot: GameSnapshot, names: Sequence[str], moves: MovesByPile) -> Component:
    """A menu of those piles that have a move."""
    board, piles = snapshot.game.board, _range(names)
    options = [_pile_option(board, name, moves[name]) for name in names if name in moves]
    placeholder = (
        _("Move from {piles}", piles=piles) if options else _("No moves from {piles}", piles=piles)
    )
    route = choice_route(snapshot, BoardAction.TAP, names[0])
    return select(route, options, placeholder=placeholder)


def _pile_option(board: Board, name: str, moves: Sequence[Move]) -> discord.SelectOption:
    top = board.piles[name][-1]
    only = translate(board.describe(moves[0])) if len(moves) == 1 else ""
    return option(f"{name} · {card_label(top)}", name, only or format_moves(len(moves)))


def _controls(snapshot: GameSnapshot, *, offers_peek: bool, offers_table: bool) -> Row:
    """The row below the piles; short, as it must not wrap on a phone, whatever it says."""
    board, game = snapshot.game.board, snapshot.game
    row = []
    stock = board.rules.stock
    if offers_moves(board.compiled) and stock and stock.action is not StockAction.FILL:
        route = board_route(snapshot, BoardAction.TAP, _STOCK)
        row.append(button(route, _stock_label(board), disabled=not board.can_play_stock))
    undo, redo = board_route(snapshot, BoardAction.UNDO), board_route(snapshot, BoardAction.REDO)
    row += [
        button(undo, _("Undo"), disabled=not game.moves),
        button(redo, _("Redo"), disabled=not game.undone),
        _advice(snapshot, offers_peek=offers_peek and not snapshot.is_shared),
    ]
    if snapshot.is_shared:
        row.append(button(board_route(snapshot, BoardAction.ASK), None, emoji="🏳️"))
    elif offers_table:
        row.append(button(f"{snapshot.game_id}:table", _("Table")))
    return row


def _advice(snapshot: GameSnapshot, *, offers_peek: bool) -> Component:
    """The button that helps: Finish where that wins, else a hint."""
    if snapshot.game.can_finish():
        finish = board_route(snapshot, BoardAction.FINISH)
        return button(finish, _("Finish"), style=ButtonStyle.success)
    if offers_peek:
        return button(board_route(snapshot, BoardAction.PEEK), _("Peek"), emoji="💡")
    # In a race the solver helps nobody.
    disabled = not snapshot.terms.hints
    return button(board_route(snapshot, BoardAction.HINT), _("Hint"), emoji="💡", disabled=disabled)


def _stock_label(board: Board) -> str:
    """What a tap on the stock does, always equally long."""
    if board.rules.redeals_tableau and board.redeals is None:
        return _("Redeal")
    if board.rules.redeals_tableau:
        return _("Redeal") + " " + _("({number} left)", number=board.redeals)
    if board.rules.stock is not None and board.rules.stock.action is StockAction.CLOSE_UP:
        return f"{_STOCK} · {_('close up')}"
    # Whether it is empty, and how many redeals are left, is on the picture.
    return f"{_STOCK} · {_('turn') if board.rules.has_waste else _('deal')}"


def _after_game(
    snapshot: GameSnapshot, *, offers_daily: bool = False, following: DailyDeal | None = None
) -> Row:
    # Until a race is over its deal is neither shown to others nor dealt again.
    is_over = not snapshot.raced
    again = button(board_route(snapshot, BoardAction.AGAIN), _("Same deal again"), emoji="🔁")
    graded = snapshot.grade and format_difficulty(snapshot.grade)
    label = _("New deal · {difficulty}", difficulty=graded) if graded else _("New deal")
    route = board_route(snapshot, BoardAction.NEW)
    new = button(route, label, emoji="🃏", style=ButtonStyle.primary)
    if snapshot.is_shared:
        row = [new, again]
    elif snapshot.state is not GameState.WON:
        row = [again, new] if is_over else [new]
    else:
        replay = button(board_route(snapshot, BoardAction.REPLAY), _("Replay"), emoji="🎞️")
        share = button(board_route(snapshot, BoardAction.SHARE), _("Share"), emoji="🏆")
        first = new if following is None else next_deal_button(following)
        row = [first, share, replay, again] if is_over else [first, replay]
        if snapshot.practice and not snapshot.is_own_deal:
            row.remove(share)
    if snapshot.day is not None:
        row.append(after_day_button(snapshot))
    elif snapshot.is_contested and snapshot.contest is not None:
        route = f"tournament:{snapshot.contest.contest_id}:play"
        row.append(button(route, _("Tournament"), emoji="🏅"))
    elif offers_daily:
        row.insert(1, button("daily:play", _("Today's deal"), emoji="📅"))
    return row


def _after_win(snapshot: GameSnapshot) -> Row:
    """What there is to a win beside its result: a harder deal, and how it was won."""
    if snapshot.state is not GameState.WON or snapshot.is_shared:
        return []
    row = [button(board_route(snapshot, BoardAction.CLIP), _("Best moves"), emoji="🎬")]
    if not (snapshot.is_secret or snapshot.is_own_deal):
        harder = button(f"{snapshot.game_id}:harder", _("One like this, a bit harder"), emoji="⛰️")
        row.insert(0, harder)
    return row


def deal_route(deal: DailyDeal) -> str:
    """The route that opens a day's deal, and on later days still that one."""
    return f"daily:deal:{deal.day}:{deal.slot.value}"


def next_deal_button(deal: DailyDeal) -> Component:
    """The button that opens the next of today's deals."""
    label = _("Next: {game}", game=game_title(deal.rules_id))
    return button(deal_route(deal), label, emoji="🃏", style=ButtonStyle.primary)


def after_day_button(snapshot: GameSnapshot) -> Component:
    """The button under a finished game of a day: its result, all deals of today, or the month."""
    if not snapshot.is_secret:
        return button("daily:calendar", _("My month"), emoji="📅")
    if snapshot.slot is Slot.HEADLINE:
        return button(f"daily:result:{snapshot.day}", _("My result"), emoji="📅")
    return button("daily:today", _("Today's deals"), emoji="📅")
