"""Components in rows: the moves themselves in place of piles, and the choices of a selected one.

Where there are more piles than anyone looks for by number, and few moves, as in Montana, Accordion,
Monte Carlo and Clock, or where nearly all moves are of one card, as in Calculation, a tap plays a
move. If there are more moves than buttons that suit a phone, they are in menus.

The choices of a selected pile take the place of the pile's own row and those after it, so that the
message keeps its height, and the second tap is beside the first. Each target has one button, for as
many cards as it takes; fewer cards, and targets without room for a button, are in a menu.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from discord import ButtonStyle, ui

from bot.chat.play.custom_ids import BoardAction, board_route, choice_route
from bot.chat.responding.components import button, option, select
from bot.chat.responding.replies import MAX_BUTTONS_IN_ROW, MAX_OPTIONS
from bot.chat.responding.suit_signs import label_and_sign
from bot.i18n import _, card_label, translate
from bot.service.play.moves import distinct_moves
from bot.wording.formatting import format_cards
from engine import Move, PileKind
from engine.notation import moved_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.chat.responding.components import Component
    from bot.models.play import GameSnapshot
    from engine import Board
    from engine.compiled import CompiledRules


Row = list["Component"]

_LINE: Final = 46
"""The width of a row on a phone 390 pixels wide, in characters of a button's label."""
_PADDING: Final = 5
"""What a button is wider than its label, with the gap beside it, in characters."""
_EMOJI: Final = 3

FIGURE_SPACE: Final = "\N{FIGURE SPACE}"
"""A space as wide as a digit, which is kept where labels are shown."""

_Item = TypeVar("_Item")


def in_lines(buttons: Sequence[Component]) -> list[Row]:
    """Buttons with long labels in rows, none of which wraps on a phone."""
    rows: list[Row] = []
    room = 0
    for one in buttons:
        width = _width(one)
        if not rows or width > room or len(rows[-1]) == MAX_BUTTONS_IN_ROW:
            rows.append([])
            room = _LINE
        rows[-1].append(one)
        room -= width
    return rows


def _width(component: Component) -> int:
    if not isinstance(component, ui.Button):
        return _LINE
    return len(component.label or "") + _PADDING + (_EMOJI if component.emoji else 0)


def evenly(items: Sequence[_Item], most: int) -> Iterator[list[_Item]]:
    """Items in as few parts of at most ``most`` as possible, of nearly equal length."""
    parts = -(-len(items) // most)
    begin = 0
    for part in range(parts):
        end = begin + -(-(len(items) - begin) // (parts - part))
        yield list(items[begin:end])
        begin = end


_MAX_ROWS: Final = 5
"""The most rows of buttons; more moves are in menus."""


def offers_moves(compiled: CompiledRules) -> bool:
    """Whether a board offers its moves rather than its piles."""
    rules = compiled.rules
    places_decide = not rules.has_foundations or rules.foundations.touching
    return places_decide or rules.tableau.turns_rank or compiled.differ


def move_rows(snapshot: GameSnapshot) -> list[Row]:
    """The rows of all moves."""
    board = snapshot.game.board
    if board.compiled.differ and (fixed := _fixed_rows(snapshot)):
        return fixed
    by_pile = distinct_moves(snapshot.game)
    moves = list(dict.fromkeys(move for some in by_pile.values() for move in some))
    moves = [move for move in moves if not move.is_stock]
    rows = in_lines([_move_button(snapshot, move) for move in moves])
    return rows if len(rows) <= _MAX_ROWS else list(_menus(snapshot, moves))


def _fixed_rows(snapshot: GameSnapshot) -> list[Row]:
    """The moves to each pile and foundation, in fixed places; None if there are too many."""
    compiled, legal = snapshot.game.board.compiled, snapshot.game.legal_moves()
    builds = [
        Move(source.name, target.name)
        for route in compiled.routes
        for source in route.sources
        for target in route.targets
    ]
    names = [compiled.piles[index].name for index in compiled.foundations]
    if max(len(builds), len(names)) > MAX_BUTTONS_IN_ROW:
        return []
    homeward = [
        [move for move in legal if move.target == name] or [Move("", name)] for name in names
    ]
    first = [moves[0] for moves in homeward]
    others = [move for moves in homeward for move in moves[1:]]
    return [
        [_move_button(snapshot, move, disabled=move not in legal) for move in some]
        for some in (builds, first, *evenly(others, MAX_BUTTONS_IN_ROW))
    ]


def _move_button(snapshot: GameSnapshot, move: Move, *, disabled: bool = False) -> Component:
    is_green = move.others or (snapshot.game.board.compiled.differ and move.target.startswith("f"))
    return button(
        board_route(snapshot, BoardAction.PLAY, str(move)),
        move_label(snapshot.game.board, move),
        style=ButtonStyle.success if is_green and not disabled else ButtonStyle.secondary,
        disabled=disabled,
    )


def move_label(board: Board, move: Move) -> str:
    """A move by its cards: ``7♥ → 9♥``, ``7♥ → 14`` into an empty pile, or ``7♥ + 7♠``.

    Where any card goes onto any other, or turns one up elsewhere, the pile's name says more.
    """
    if board.compiled.differ:
        return f"{move.source.rjust(2, FIGURE_SPACE)} → {move.target}"
    if board.rules.tableau.turns_rank:
        (card,) = moved_cards(board, move)
        return f"{card_label(card)} → {int(card.rank)}"
    if move.others:
        return " + ".join(map(card_label, moved_cards(board, move)))
    source, target = (
        board.stacks[board.compiled.index_of[name]] for name in (move.source, move.target)
    )
    return f"{card_label(source[-1])} → {card_label(target[-1]) if target else move.target}"


def _menus(snapshot: GameSnapshot, moves: Sequence[Move]) -> Iterator[Row]:
    board = snapshot.game.board
    for number, part in enumerate(evenly(moves, MAX_OPTIONS), start=1):
        options = [
            option(move_label(board, move), str(move), translate(board.describe(move)))
            for move in part
        ]
        piles = f"{part[0].source}–{part[-1].source}"
        route = choice_route(snapshot, BoardAction.PLAY, str(number))
        yield [select(route, options, placeholder=_("Move from {piles}", piles=piles))]


def choice_rows(
    snapshot: GameSnapshot, selected: str, moves: Sequence[Move], most: int
) -> list[Row]:
    """The rows, so many at most unless menus need more, of a pile's moves and the way back."""
    ordered = sorted(moves, key=lambda move: (not move.target.startswith("f"), -move.count))
    first = {(move.target, move.sources): move for move in reversed(ordered)}.values()
    targets = [move for move in ordered if move in first]
    labels = _labels(snapshot.game.board, selected, ordered)
    back = button(board_route(snapshot, BoardAction.BACK), _("Back"), emoji="✖️")
    shown = len(targets)
    rows: list[Row] = []
    others: list[Move] = []
    while not rows or (len(rows) + -(-len(others) // MAX_OPTIONS) > most and shown):
        shown -= bool(rows)
        buttons = [_target(snapshot, move, labels[move]) for move in targets[:shown]]
        others = [move for move in ordered if move not in targets[:shown]]
        rows = in_lines([*buttons, back])
    return [*rows, *_choice_menus(snapshot, others, labels)]


def _labels(board: Board, selected: str, moves: Sequence[Move]) -> dict[Move, str]:
    if len({move.source for move in moves}) > 1 and not any(move.others for move in moves):
        return {move: move_label(board, move) for move in moves}
    counts = {move.count for move in moves}
    return {
        move: _partners(board, selected, move)
        if move.others
        else _label(board, move, counted=counts != {1})
        for move in moves
    }


def _partners(board: Board, selected: str, move: Move) -> str:
    """The cards that leave with that of a pile: ``7♥ · 23``."""
    labels = [
        f"{card_label(card)} · {name}"
        for name, card in zip(move.sources, moved_cards(board, move), strict=True)
    ]
    del labels[move.sources.index(selected)]
    return ", ".join(labels)


def _label(board: Board, move: Move, *, counted: bool) -> str:
    """Where a move goes: ``7♦ → home``, ``on 8♠ · pile 5``, and how many cards if that is open."""
    index = board.compiled.index_of[move.target]
    stack, kind = board.stacks[index], board.compiled.piles[index].kind
    if kind is PileKind.FOUNDATION:
        if board.rules.foundations.takes_discards:
            return _("discard {card}", card=card_label(moved_cards(board, move)[0]))
        if move.count == 1:
            return _("{card} → home", card=card_label(moved_cards(board, move)[0]))
        label = _("home")
    elif kind is PileKind.CELL:
        label = _("cell {pile}", pile=move.target)
    elif stack:
        label = _("on {card} · pile {pile}", pile=move.target, card=card_label(stack[-1]))
    else:
        label = _("pile {pile} · empty", pile=move.target)
    return f"{label} · {format_cards(move.count)}" if counted else label


def _target(snapshot: GameSnapshot, move: Move, label: str) -> Component:
    label, sign = label_and_sign(label)
    return button(
        board_route(snapshot, BoardAction.PLAY, str(move)),
        label,
        emoji=sign,
        style=ButtonStyle.success if move.target.startswith("f") else ButtonStyle.primary,
    )


def _choice_menus(
    snapshot: GameSnapshot, moves: Sequence[Move], labels: dict[Move, str]
) -> Iterator[Row]:
    """Menus for the moves without a button."""
    board = snapshot.game.board
    parts = list(evenly(moves, MAX_OPTIONS))
    for number, part in enumerate(parts, start=1):
        options = [
            option(labels[move], str(move), translate(board.describe(move))) for move in part
        ]
        of = f" ({number}/{len(parts)})" if len(parts) > 1 else ""
        route = choice_route(snapshot, BoardAction.PLAY, str(number))
        yield [select(route, options, placeholder=_("More places, or fewer cards") + of)]
