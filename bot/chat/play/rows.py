"""Components in rows: the moves themselves in place of piles, and the choices of a selected one.

Where there are more piles than anyone looks for by number, and few moves, as in Montana, Accordion,
Pyramid and Clock, or where nearly all moves are of one card, as in Calculation, a tap plays a move.
A game keeps so many rows for them, and moves without room in these are in menus.

The choices of a selected pile take the place of the pile's own row and those after it, so that the
message keeps its height, and the second tap is beside the first. Each target has one button, for as
many cards as it takes; fewer cards, and targets without room for a button, are in a menu.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

import discord
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
from rendering.board.keys import move_rows_of

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
BLANK: Final = "\u200b"
"""What a key says that keeps an empty row as high as others: nothing, as no label may be empty."""

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
    return _parted(items, -(-len(items) // most))


def _parted(items: Sequence[_Item], parts: int) -> Iterator[list[_Item]]:
    begin = 0
    for part in range(parts):
        end = begin + -(-(len(items) - begin) // (parts - part))
        yield list(items[begin:end])
        begin = end


def filled_rows(
    snapshot: GameSnapshot,
    action: BoardAction,
    keys: Sequence[Component],
    options: Sequence[discord.SelectOption],
    count: int,
    idle: str = BLANK,
) -> list[Row]:
    """Keys in exactly so many rows, none of which wraps on a phone; those without room in menus.

    Args:
        action: what the menus ask for.
        options: what stands for each key in a menu.
        count: the number of rows, unless menus need more.
        idle: what the first row says if there are no keys.
    """
    rows = list(_parted(keys, min(count, len(keys))))
    if not all(_fits(row) for row in rows):
        rows = in_lines(keys)
    if len(rows) > count:
        return _with_menus(snapshot, action, rows, options, count)
    spare = [BLANK] * (count - len(rows)) if rows else [idle, *[BLANK] * (count - 1)]
    # A row must not be empty.
    return rows + [
        [button(board_route(snapshot, BoardAction.BACK, str(number)), label, disabled=True)]
        for number, label in enumerate(spare)
    ]


def _fits(row: Sequence[Component]) -> bool:
    return len(row) <= MAX_BUTTONS_IN_ROW and sum(map(_width, row)) <= _LINE


def _with_menus(
    snapshot: GameSnapshot,
    action: BoardAction,
    rows: Sequence[Row],
    options: Sequence[discord.SelectOption],
    count: int,
) -> list[Row]:
    """As many of the rows as leave room for menus with the rest."""
    rests = [options[sum(map(len, rows[:shown])) :] for shown in range(count)]
    room = [
        shown for shown, rest in enumerate(rests) if shown + -(-len(rest) // MAX_OPTIONS) <= count
    ]
    shown = max(room, default=0)
    more = _("More moves") if action is BoardAction.PLAY else _("More cards")
    parts = enumerate(evenly(rests[shown], MAX_OPTIONS), start=1)
    return [
        *rows[:shown],
        *(
            [select(choice_route(snapshot, action, str(number)), part, placeholder=more)]
            for number, part in parts
        ),
    ]


def move_rows(
    snapshot: GameSnapshot, stock: tuple[Component, discord.SelectOption] | None
) -> list[Row]:
    """The rows of all moves.

    Args:
        stock: the key of the stock, always the first, and what stands for it in a menu.
    """
    board = snapshot.game.board
    by_pile = distinct_moves(snapshot.game)
    moves = list(dict.fromkeys(move for some in by_pile.values() for move in some))
    moves = [move for move in moves if not move.is_stock]
    fixed: list[Row] = []
    if board.compiled.differ and (builds := _builds(board.compiled)):
        fixed = [[_move_button(snapshot, move, disabled=move not in moves) for move in builds]]
        moves = [move for move in moves if move not in builds]
    options = [
        option(move_label(board, move), str(move), translate(board.describe(move)))
        for move in moves
    ]
    keys, count = [_move_button(snapshot, move) for move in moves], move_rows_of(board.compiled)
    if stock is not None:
        keys, options = [stock[0], *keys], [stock[1], *options]
    return [*fixed, *filled_rows(snapshot, BoardAction.PLAY, keys, options, count)]


def _builds(compiled: CompiledRules) -> list[Move]:
    """The moves that go anywhere, which keep their places; none if there are too many."""
    builds = [
        Move(source.name, target.name)
        for route in compiled.routes
        for source in route.sources
        for target in route.targets
    ]
    return builds if len(builds) <= MAX_BUTTONS_IN_ROW else []


def _move_button(snapshot: GameSnapshot, move: Move, *, disabled: bool = False) -> Component:
    is_home = move.others or move.target.startswith("f")
    live = ButtonStyle.success if is_home else ButtonStyle.primary
    return button(
        board_route(snapshot, BoardAction.PLAY, str(move)),
        move_label(snapshot.game.board, move),
        style=ButtonStyle.secondary if disabled else live,
        disabled=disabled,
    )


def move_label(board: Board, move: Move) -> str:
    """A move by its cards: ``7♥ → 9♥`` or ``7♥ + 7♠``; of a card alone that fits in one place.

    Where the one card in hand goes onto any other, the pile's name says all; in a clock, the hour
    does, and of the beginnings of rows, the row.
    """
    length = board.rules.tableau.row_length
    if board.rules.tableau.turns_rank:
        (card,) = moved_cards(board, move)
        return _("{card} → {hour} o'clock", card=card_label(card), hour=int(card.rank))
    if move.others:
        return " + ".join(map(card_label, moved_cards(board, move)))
    if board.rules.foundations.groups:
        return card_label(moved_cards(board, move)[0])
    source, target = (
        board.stacks[board.compiled.index_of[name]] for name in (move.source, move.target)
    )
    if board.compiled.differ and not move.target.startswith("f"):
        return f"→ {move.target}"
    card_name = card_label(source[-1])
    if target or not length:
        return f"{card_name} → {card_label(target[-1]) if target else move.target}"
    row, place = divmod(board.compiled.index_of[move.target], length)
    return card_name if place else _("{card} · row {row}", card=card_name, row=row + 1)


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
    """Where a move goes: ``7♦ → home``, ``8♠ · pile 5``, and how many cards if that is open."""
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
        label = _("{card} · pile {pile}", pile=move.target, card=card_label(stack[-1]))
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
