"""The rows of components under a board.

While a game goes on, each pile that cards can ever leave has a button at a fixed place, disabled
when it has no move, so that fingers learn it. Where a game has more piles than a message has room
for, selects replace the buttons of a kind. Foundations that can give a card back come last, and
only while one can. Once a pile with several moves is tapped, the rows offer the targets instead.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, TypeVar

import discord
from discord import ButtonStyle

from bot.chat.components import button, select
from bot.chat.formatting import format_moves
from bot.chat.game.custom_ids import BoardAction, board_route, choice_route
from bot.chat.limits import MAX_BUTTONS_IN_ROW, MAX_COMPONENTS, MAX_OPTION_TEXT, MAX_OPTIONS
from bot.i18n import _, card_label, translate
from bot.models import GameState
from bot.service.moves import distinct_moves
from engine import PileKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.chat.components import Component
    from bot.service import GameSnapshot
    from bot.service.moves import MovesByPile
    from engine import Board, Move
    from engine.compiled import CompiledRules

Row = list["Component"]

_FIXED_COMPONENTS: Final = 3
"""The components of a board message besides its rows: container, heading and picture."""
_MAX_TARGETS: Final = MAX_BUTTONS_IN_ROW * 5 - 1
_PILE_KINDS: Final = (PileKind.TABLEAU, PileKind.CELL, PileKind.RESERVE)
_FIRST_TO_YIELD: Final = (
    PileKind.FOUNDATION,
    PileKind.RESERVE,
    PileKind.CELL,
    PileKind.TABLEAU,
)
"""Which kinds of piles get selects first where there is no room for a button for each pile."""

_Item = TypeVar("_Item")


def board_rows(
    snapshot: GameSnapshot,
    selected: str | None = None,
    *,
    offers_peek: bool = False,
    offers_daily: bool = False,
) -> list[Row]:
    """The rows of components for a board.

    Args:
        snapshot: the game.
        selected: the pile selected to move from, if any.
        offers_peek: whether a hint without the hidden cards is shown, and one with them offered.
        offers_daily: whether the day's deal is offered after a win.
    """
    if snapshot.state.is_final:
        return [_after_game(snapshot, offers_daily=offers_daily)]
    moves = distinct_moves(snapshot.game)
    if selected is not None:
        return _targets(snapshot, selected, moves.get(selected, ()))
    rows = [
        *_piles(snapshot, moves),
        _controls(snapshot, moves, offers_peek=offers_peek),
        *_foundations(snapshot, moves),
    ]
    return [*rows, _after_game(snapshot)] if snapshot.state is GameState.STUCK else rows


def _route(snapshot: GameSnapshot, action: BoardAction, argument: str = "") -> str:
    return board_route(snapshot.board_version, action, argument)


def _piles(snapshot: GameSnapshot, moves: MovesByPile) -> Iterator[Row]:
    compiled = snapshot.game.board.compiled
    selects = _kinds_with_selects(compiled)
    for kind in _PILE_KINDS:
        names = _sources(compiled, kind)
        if kind in selects:
            yield from _pile_selects(snapshot, names, moves)
        else:
            yield from _in_rows([_pile(snapshot, name, moves) for name in names])


def _sources(compiled: CompiledRules, kind: PileKind) -> list[str]:
    """The names of the piles of a kind that cards can ever leave."""
    routed = {pile.name for route in compiled.routes for pile in route.sources}
    sources = routed | {pile.name for pile in compiled.foundation_sources}
    return [pile.name for pile in compiled.piles_of(kind) if pile.name in sources]


def _kinds_with_selects(compiled: CompiledRules) -> frozenset[PileKind]:
    """The kinds of piles whose buttons have no room, whatever the board."""
    kinds = (*_PILE_KINDS, PileKind.FOUNDATION)
    needed = {kind: _component_count(len(_sources(compiled, kind))) for kind in kinds}
    # The buttons to deal again appear only when no foundation can give a card back.
    last = _component_count(2)
    controls = (compiled.stock >= 0) + (compiled.waste >= 0) + 3
    room = MAX_COMPONENTS - _FIXED_COMPONENTS - _component_count(controls)
    selects = set[PileKind]()
    for kind in _FIRST_TO_YIELD:
        piles = sum(needed[one] for one in _PILE_KINDS)
        if piles + max(last, needed[PileKind.FOUNDATION]) <= room:
            break
        selects.add(kind)
        parts = -(-len(_sources(compiled, kind)) // MAX_OPTIONS)
        needed[kind] = min(needed[kind], 2 * parts)
    return frozenset(selects)


def _component_count(buttons: int) -> int:
    """The components that buttons and their rows amount to."""
    return buttons + -(-buttons // MAX_BUTTONS_IN_ROW)


def _foundations(snapshot: GameSnapshot, moves: MovesByPile) -> Iterator[Row]:
    compiled = snapshot.game.board.compiled
    names = _sources(compiled, PileKind.FOUNDATION)
    if any(name in moves for name in names):
        if PileKind.FOUNDATION in _kinds_with_selects(compiled):
            yield from _pile_selects(snapshot, names, moves)
        else:
            yield from _in_rows([_pile(snapshot, name, moves) for name in names])


def _pile(snapshot: GameSnapshot, name: str, moves: MovesByPile) -> Component:
    """The button of a pile; green when one of its cards can go to a foundation."""
    reaches_foundation = any(move.target.startswith("f") for move in moves.get(name, ()))
    return button(
        _route(snapshot, BoardAction.TAP, name),
        name,
        style=ButtonStyle.success if reaches_foundation else ButtonStyle.secondary,
        disabled=name not in moves,
    )


def _pile_selects(
    snapshot: GameSnapshot, names: Sequence[str], moves: MovesByPile
) -> Iterator[Row]:
    """Selects for the piles of one kind; each lists the piles that have a move."""
    for part in _evenly(names, MAX_OPTIONS):
        piles = f"{part[0]}–{part[-1]}" if len(part) > 1 else part[0]
        options = [
            _pile_option(snapshot.game.board, name, moves[name]) for name in part if name in moves
        ]
        placeholder = (
            _("Move from {piles}", piles=piles)
            if options
            else _("No moves from {piles}", piles=piles)
        )
        route = choice_route(snapshot.board_version, BoardAction.TAP, part[0])
        yield [select(route, options, placeholder=placeholder)]


def _pile_option(board: Board, name: str, moves: Sequence[Move]) -> discord.SelectOption:
    top = board.piles[name][-1]
    only = translate(board.describe(moves[0])) if len(moves) == 1 else ""
    return discord.SelectOption(
        label=f"{name} · {card_label(top)}",
        value=name,
        description=(only or format_moves(len(moves)))[:MAX_OPTION_TEXT],
    )


def _controls(snapshot: GameSnapshot, moves: MovesByPile, *, offers_peek: bool) -> Row:
    board, game = snapshot.game.board, snapshot.game
    row = []
    if board.rules.stock is not None:
        row.append(
            button(
                _route(snapshot, BoardAction.TAP, "s"),
                _stock_label(board),
                style=ButtonStyle.primary,
                disabled=not board.can_play_stock,
            )
        )
    if board.rules.has_waste:
        row.append(_pile(snapshot, "w", moves))
    undo, redo = _route(snapshot, BoardAction.UNDO), _route(snapshot, BoardAction.REDO)
    row += [
        button(undo, _("Undo"), emoji="↩️", disabled=not game.moves),
        button(redo, _("Redo"), emoji="↪️", disabled=not game.undone),
        _advice(snapshot, offers_peek=offers_peek),
    ]
    return row


def _advice(snapshot: GameSnapshot, *, offers_peek: bool) -> Component:
    """The button that helps: Finish where that wins, else a hint."""
    if snapshot.game.can_finish():
        finish = _route(snapshot, BoardAction.FINISH)
        return button(finish, _("Finish"), emoji="🏁", style=ButtonStyle.success)
    if offers_peek:
        return button(_route(snapshot, BoardAction.PEEK), _("Peek"), emoji="💡")
    return button(_route(snapshot, BoardAction.HINT), _("Hint"), emoji="💡")


def _stock_label(board: Board) -> str:
    """What a tap on the stock does, and how many redeals are left if they are limited."""
    left = ""
    if board.rules.limits_redeals:
        left = " " + _("({number} left)", number=board.redeals)
    if board.rules.reshuffles_tableau:
        return _("Redeal") + left
    if board.stacks[board.compiled.stock]:
        return "s · " + (_("turn") if board.rules.has_waste else _("deal"))
    return "s · " + (_("turn over") + left if board.rules.has_waste else _("empty"))


def _after_game(snapshot: GameSnapshot, *, offers_daily: bool = False) -> Row:
    again = button(_route(snapshot, BoardAction.AGAIN), _("Same deal again"), emoji="🔁")
    new = button(
        _route(snapshot, BoardAction.NEW), _("New deal"), emoji="🃏", style=ButtonStyle.primary
    )
    if snapshot.state is not GameState.WON:
        row = [again, new]
    else:
        replay = button(_route(snapshot, BoardAction.REPLAY), _("Replay"), emoji="🎞️")
        share = button(_route(snapshot, BoardAction.SHARE), _("Share"), emoji="🏆")
        row = [new, share, replay, again]
    if snapshot.day is not None and snapshot.state.is_final:
        row.append(button("daily:result", _("My result"), emoji="📅", style=ButtonStyle.primary))
    elif offers_daily:
        row.insert(1, button("daily:play", _("Today's deal"), emoji="📅"))
    return row


def _targets(snapshot: GameSnapshot, selected: str, moves: Sequence[Move]) -> list[Row]:
    """Where the cards of the selected pile may go, and the way back."""
    back = button(_route(snapshot, BoardAction.BACK), _("Back"), emoji="✖️")
    counts = Counter(move.target for move in moves)
    board = snapshot.game.board
    labels = {
        move: _target_label(board, move, counted=counts[move.target] > 1 or move.count > 1)
        for move in moves
    }
    if len(moves) <= _MAX_TARGETS:
        return list(_in_rows([*(_target(snapshot, *pair) for pair in labels.items()), back]))
    return [*_target_selects(snapshot, selected, labels), [back]]


def _target(snapshot: GameSnapshot, move: Move, label: str) -> Component:
    return button(
        _route(snapshot, BoardAction.PLAY, str(move)),
        label,
        style=ButtonStyle.success if move.target.startswith("f") else ButtonStyle.primary,
    )


def _target_selects(
    snapshot: GameSnapshot, selected: str, labels: dict[Move, str]
) -> Iterator[Row]:
    board = snapshot.game.board
    parts = list(_evenly(list(labels.items()), MAX_OPTIONS))
    for number, part in enumerate(parts, start=1):
        options = [
            discord.SelectOption(
                label=label,
                value=str(move),
                description=translate(board.describe(move))[:MAX_OPTION_TEXT],
            )
            for move, label in part
        ]
        of = f" ({number}/{len(parts)})" if len(parts) > 1 else ""
        first, last = part[0][1], part[-1][1]
        text = _("Move {pile} to: {first} … {last}", pile=selected, first=first, last=last) + of
        route = choice_route(snapshot.board_version, BoardAction.PLAY, str(number))
        yield [select(route, options, placeholder=text[:MAX_OPTION_TEXT])]


def _target_label(board: Board, move: Move, *, counted: bool) -> str:
    """Where a move goes: ``5 on 8♠``, ``f2``, ``empty 4``, with ``×3`` for three cards."""
    index = board.compiled.index_of[move.target]
    stack, kind = board.stacks[index], board.compiled.piles[index].kind
    if kind is PileKind.FOUNDATION:
        label = move.target
    elif stack:
        label = _("{pile} on {card}", pile=move.target, card=card_label(stack[-1]))
    else:
        label = _("empty {pile}", pile=move.target)
    return f"{label} ×{move.count}" if counted else label


def _in_rows(buttons: Sequence[Component]) -> Iterator[Row]:
    return _evenly(buttons, MAX_BUTTONS_IN_ROW)


def _evenly(items: Sequence[_Item], most: int) -> Iterator[list[_Item]]:
    """Items in as few parts of at most ``most`` as possible, of nearly equal length."""
    parts = -(-len(items) // most)
    begin = 0
    for part in range(parts):
        end = begin + -(-(len(items) - begin) // (parts - part))
        yield list(items[begin:end])
        begin = end
