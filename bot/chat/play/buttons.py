"""The rows of components under a board.

While a game goes on, each pile that cards can ever leave has a button at a fixed place, disabled
when it has no move, so that fingers learn it. Piles that lie under others share the button of one
that lies on them. Where a game has more piles than a message has room for, menus replace the
buttons of a kind.

**Rows keep their places.** A chat grows upwards from its end, so whatever may vanish stands on top:
the piles that are never filled again. One that is spent leaves its row, and the rows below stay
where they are; where playing is nothing but emptying piles, only whole rows leave. Once a pile is
selected, its choices take the place of its row; when a game is stuck, the ways on take the place of
a row of piles.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import discord
from discord import ButtonStyle

from bot.chat.games.formatting import format_moves, game_title
from bot.chat.play.choices import choice_rows
from bot.chat.play.custom_ids import BoardAction, board_route, choice_route
from bot.chat.play.rows import evenly, move_rows, offers_moves
from bot.chat.responding.components import button, select
from bot.chat.responding.replies import (
    MAX_BUTTONS_IN_ROW,
    MAX_COMPONENTS,
    MAX_OPTION_TEXT,
    MAX_OPTIONS,
)
from bot.i18n import _, card_label, translate
from bot.models.daily import Slot
from bot.models.play import Contest, GameState
from bot.service.play.moves import distinct_moves
from engine import PileKind
from engine.rules import StockAction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.chat.play.rows import Row
    from bot.chat.responding.components import Component
    from bot.models.daily import DailyDeal
    from bot.models.play import GameSnapshot
    from bot.service.play.moves import MovesByPile
    from engine import Board, Move
    from engine.compiled import CompiledRules


_FIXED_COMPONENTS: Final = 3
"""The components of a board message besides its rows: container, heading and picture."""
_PILE_KINDS: Final = (PileKind.FOUNDATION, PileKind.CELL, PileKind.RESERVE, PileKind.TABLEAU)
_MENU_PRIORITY: Final = (
    PileKind.FOUNDATION,
    PileKind.RESERVE,
    PileKind.CELL,
    PileKind.TABLEAU,
)
"""Which kinds of piles get menus first where there is no room for a button for each pile."""


@dataclass(frozen=True, slots=True)
class _PileRow:
    """A row of buttons, or a menu, and the names of its piles."""

    components: Row
    names: Sequence[str]


def board_rows(
    snapshot: GameSnapshot,
    selected: str | None = None,
    *,
    offers_peek: bool = False,
    offers_daily: bool = False,
    following: DailyDeal | None = None,
) -> list[Row]:
    """The rows of components for a board.

    Args:
        selected: the pile selected to move from, if any.
        offers_peek: whether a hint without the hidden cards is shown, and one with them offered.
        offers_daily: whether the day's deal is offered after a win.
        following: the deal of today that is offered after one of them is won.
    """
    if snapshot.state.is_final:
        return [_after_game(snapshot, offers_daily=offers_daily, following=following)]
    moves = distinct_moves(snapshot.game)
    if offers_moves(snapshot.game.board.compiled):
        piles = [_PileRow(one, ()) for one in move_rows(snapshot)]
        selected = None
    else:
        piles = list(_piles(snapshot, moves))
    rows = [row.components for row in piles]
    controls = _controls(snapshot, offers_peek=offers_peek)
    if selected is not None:
        choices = choice_rows(snapshot, selected, moves.get(selected, ()), len(rows) + 1)
        place = next((n for n, row in enumerate(piles) if selected in row.names), len(rows))
        return _with_choices(rows, controls, choices, place)
    if snapshot.state is GameState.STUCK:
        # No pile has a move, so none is missed.
        rows = [*rows[:-1], _after_game(snapshot)]
    return [*rows, controls]


def _with_choices(rows: list[Row], controls: Row, choices: list[Row], place: int) -> list[Row]:
    """The rows of a board with choices in the place of some of them.

    Args:
        rows: the rows of piles.
        controls: the row after them.
        choices: the rows to put in.
        place: where they begin, if they fit there.
    """
    for component in (one for row in rows for one in row):
        component.disabled = True
    board = [*rows, controls]
    begin = max(0, min(place, len(board) - len(choices)))
    return [*board[:begin], *choices, *board[begin + len(choices) :]]


def _route(snapshot: GameSnapshot, action: BoardAction, argument: str = "") -> str:
    return board_route(snapshot.board_version, action, argument)


def _piles(snapshot: GameSnapshot, moves: MovesByPile) -> Iterator[_PileRow]:
    """The rows of all piles, except those spent above all others."""
    board = snapshot.game.board
    menus = _kinds_with_menus(board.compiled)
    # Where playing is nothing but emptying piles, buttons would close up with every move.
    keeps_rows = board.compiled.is_layered or bool(board.rules.foundations.groups)
    is_top = True
    for kind in sorted(_PILE_KINDS, key=lambda kind: not _is_never_filled(board.compiled, kind)):
        names = _shown(board, kind)
        most = MAX_OPTIONS if kind in menus else _row_length(board.compiled, kind)
        for part in evenly(names, most):
            left = [name for name in part if not _is_exhausted(board, name)]
            if kind in menus:
                yield _PileRow([_pile_menu(snapshot, part, moves)], part)
            elif not left and is_top:
                continue
            elif left or keeps_rows:
                kept = part if keeps_rows else left
                yield _PileRow([_pile(snapshot, name, moves) for name in kept], kept)
            else:
                # It keeps the place of its row, or those above would move.
                yield _PileRow([_spent(snapshot, part)], ())
            is_top = False


@cache
def _names(compiled: CompiledRules, kind: PileKind) -> tuple[str, ...]:
    """The names of the piles of a kind that cards can ever leave; the waste is with the tableau."""
    routed = {pile.name for route in compiled.routes for pile in route.sources}
    sources = routed | {pile.name for pile in compiled.foundation_sources}
    names = tuple(pile.name for pile in compiled.piles_of(kind) if pile.name in sources)
    return (*names, "w") if kind is PileKind.TABLEAU and compiled.waste >= 0 else names


def _shown(board: Board, kind: PileKind) -> Sequence[str]:
    """The names of the piles that are shown: of a tableau whose piles lie on others, one a place.

    That is the first of the place that still has a card, free or not; the last if none has.
    """
    names, compiled = _names(board.compiled, kind), board.compiled
    if kind is not PileKind.TABLEAU or not compiled.is_layered:
        return names
    places = _places(compiled)
    shown = [
        next((name for name in place if board.stacks[compiled.index_of[name]]), place[-1])
        for place in places
    ]
    return [*shown, *names[len(compiled.tableau) :]]


@cache
def _places(compiled: CompiledRules) -> tuple[tuple[str, ...], ...]:
    """The names of piles that lie on others, in groups that share a button, the uppermost first.

    A pile stands behind the leftmost that lies on it and has none behind it yet. So no two of a
    group are ever free at once, and a card that gets free has the button of one that lay on it.
    """
    places = dict[int, list[str]]()
    for pile in reversed(compiled.tableau):
        last = next((index for index in pile.covered_by if index in places), None)
        place = [] if last is None else places.pop(last)
        places[pile.index] = [*place, pile.name]
    return tuple(map(tuple, sorted(places.values(), key=lambda place: compiled.index_of[place[0]])))


def _row_length(compiled: CompiledRules, kind: PileKind) -> int:
    """How many buttons of a kind stand in a row: those of short rows as their cards do."""
    length = compiled.rules.tableau.row_length if kind is PileKind.TABLEAU else 0
    return length if 0 < length <= MAX_BUTTONS_IN_ROW else MAX_BUTTONS_IN_ROW


@cache
def _is_never_filled(compiled: CompiledRules, kind: PileKind) -> bool:
    """Whether piles of a kind, once empty, stay so."""
    if kind in (PileKind.FOUNDATION, PileKind.WASTE) or any(
        pile.fill_from for pile in compiled.piles_of(kind)
    ):
        return False
    rules = compiled.rules
    is_dealt_to = rules.stock is not None and not rules.has_waste
    is_dealt_to = is_dealt_to and not compiled.deals_to_foundation
    return kind is not PileKind.TABLEAU or not (is_dealt_to or compiled.refilled)


def _is_exhausted(board: Board, name: str) -> bool:
    """Whether a pile is empty for the rest of the game."""
    pile = board.compiled.piles[board.compiled.index_of[name]]
    return not board.stacks[pile.index] and _is_never_filled(board.compiled, pile.kind)


def _spent(snapshot: GameSnapshot, names: Sequence[str]) -> Component:
    """What is left of a row of spent piles."""
    label = _range(names)
    return button(_route(snapshot, BoardAction.TAP, names[0]), label, disabled=True)


def _range(names: Sequence[str]) -> str:
    return f"{names[0]}–{names[-1]}" if len(names) > 1 else names[0]


@cache
def _kinds_with_menus(compiled: CompiledRules) -> frozenset[PileKind]:
    """The kinds of piles that get menus instead of buttons, whatever the board."""
    count = {kind: len(_names(compiled, kind)) for kind in _PILE_KINDS}
    if compiled.is_layered:
        count[PileKind.TABLEAU] -= len(compiled.tableau) - len(_places(compiled))
    needed = {kind: _component_count(count[kind]) for kind in _PILE_KINDS}
    controls = (compiled.stock >= 0) + 3
    room = MAX_COMPONENTS - _FIXED_COMPONENTS - _component_count(controls)
    menus = set[PileKind]()
    for kind in _MENU_PRIORITY:
        if sum(needed.values()) <= room:
            break
        menus.add(kind)
        needed[kind] = min(needed[kind], 2 * -(-count[kind] // MAX_OPTIONS))
    return frozenset(menus)


def _component_count(buttons: int) -> int:
    """The components that buttons and their rows amount to."""
    return buttons + -(-buttons // MAX_BUTTONS_IN_ROW)


def _pile(snapshot: GameSnapshot, name: str, moves: MovesByPile) -> Component:
    """The button of a pile; green when one of its cards can go to a foundation."""
    reaches_foundation = any(move.target.startswith("f") for move in moves.get(name, ()))
    return button(
        _route(snapshot, BoardAction.TAP, name),
        name,
        style=ButtonStyle.success if reaches_foundation else ButtonStyle.secondary,
        disabled=name not in moves,
    )


def _pile_menu(snapshot: GameSnapshot, names: Sequence[str], moves: MovesByPile) -> Component:
    """A menu of those piles that have a move."""
    board, piles = snapshot.game.board, _range(names)
    options = [_pile_option(board, name, moves[name]) for name in names if name in moves]
    placeholder = (
        _("Move from {piles}", piles=piles) if options else _("No moves from {piles}", piles=piles)
    )
    route = choice_route(snapshot.board_version, BoardAction.TAP, names[0])
    return select(route, options, placeholder=placeholder)


def _pile_option(board: Board, name: str, moves: Sequence[Move]) -> discord.SelectOption:
    top = board.piles[name][-1]
    only = translate(board.describe(moves[0])) if len(moves) == 1 else ""
    return discord.SelectOption(
        label=f"{name} · {card_label(top)}",
        value=name,
        description=(only or format_moves(len(moves)))[:MAX_OPTION_TEXT],
    )


def _controls(snapshot: GameSnapshot, *, offers_peek: bool) -> Row:
    """The row below the piles; short, as it must not wrap on a phone, whatever it says."""
    board, game = snapshot.game.board, snapshot.game
    row = []
    if board.rules.stock is not None and board.rules.stock.action is not StockAction.FILL:
        row.append(
            button(
                _route(snapshot, BoardAction.TAP, "s"),
                _stock_label(board),
                style=ButtonStyle.primary,
                disabled=not board.can_play_stock,
            )
        )
    undo, redo = _route(snapshot, BoardAction.UNDO), _route(snapshot, BoardAction.REDO)
    row += [
        button(undo, _("Undo"), disabled=not game.moves),
        button(redo, _("Redo"), disabled=not game.undone),
        _advice(snapshot, offers_peek=offers_peek),
    ]
    return row


def _advice(snapshot: GameSnapshot, *, offers_peek: bool) -> Component:
    """The button that helps: Finish where that wins, else a hint."""
    if snapshot.game.can_finish():
        finish = _route(snapshot, BoardAction.FINISH)
        return button(finish, _("Finish"), style=ButtonStyle.success)
    if offers_peek:
        return button(_route(snapshot, BoardAction.PEEK), _("Peek"), emoji="💡")
    # In a race the solver helps nobody.
    disabled = snapshot.refuses_hints
    return button(_route(snapshot, BoardAction.HINT), _("Hint"), emoji="💡", disabled=disabled)


def _stock_label(board: Board) -> str:
    """What a tap on the stock does, and how many redeals are left if they are limited."""
    left = ""
    if board.rules.limits_redeals:
        left = " " + _("({number} left)", number=board.redeals)
    if board.rules.reshuffles_tableau:
        return _("Redeal") + left
    if board.rules.stock is not None and board.rules.stock.action is StockAction.CLOSE_UP:
        return "s · " + _("close up")
    if board.stacks[board.compiled.stock]:
        return "s · " + (_("turn") if board.rules.has_waste else _("deal"))
    return "s · " + (_("turn over") + left if board.rules.has_waste else _("empty"))


def _after_game(
    snapshot: GameSnapshot, *, offers_daily: bool = False, following: DailyDeal | None = None
) -> Row:
    # Until a race is over its deal is neither shown to others nor dealt again.
    is_over = not snapshot.raced
    again = button(_route(snapshot, BoardAction.AGAIN), _("Same deal again"), emoji="🔁")
    new = button(
        _route(snapshot, BoardAction.NEW), _("New deal"), emoji="🃏", style=ButtonStyle.primary
    )
    if snapshot.state is not GameState.WON:
        row = [again, new] if is_over else [new]
    else:
        replay = button(_route(snapshot, BoardAction.REPLAY), _("Replay"), emoji="🎞️")
        share = button(_route(snapshot, BoardAction.SHARE), _("Share"), emoji="🏆")
        first = new if following is None else next_deal_button(following)
        row = [first, share, replay, again] if is_over else [first, replay]
    if snapshot.day is not None:
        row.append(after_day_button(snapshot))
    elif snapshot.contest is Contest.TOURNAMENT:
        row.append(button("tournament:play", _("Tournament"), emoji="🏅"))
    elif offers_daily:
        row.insert(1, button("daily:play", _("Today's deal"), emoji="📅"))
    return row


def deal_route(slot: Slot) -> str:
    """The route that opens one of today's deals."""
    return "daily:play" if slot is Slot.HEADLINE else f"daily:extra:{slot.value}"


def next_deal_button(deal: DailyDeal) -> Component:
    """The button that opens the next of today's deals."""
    label = _("Next: {game}", game=game_title(deal.rules_id))
    return button(deal_route(deal.slot), label, emoji="🃏", style=ButtonStyle.primary)


def after_day_button(snapshot: GameSnapshot) -> Component:
    """The button under a finished game of a day: its result, all deals of today, or the month."""
    if not snapshot.is_secret:
        return button("daily:calendar", _("My month"), emoji="📅")
    if snapshot.slot is Slot.HEADLINE:
        return button("daily:result", _("My result"), emoji="📅")
    return button("daily:today", _("Today's deals"), emoji="📅")
