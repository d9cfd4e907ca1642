"""The buttons and menus under a board, in rows.

While a game goes on there is a button for each pile a card can leave from, always at the same
place, so that fingers learn it; those that can do nothing are disabled. Where a game has more piles
than a message has room for, menus stand in for the buttons of a kind. Foundations that can give a
card back come last, and only while one can. Once a pile is tapped that has several moves, the
choice is where its cards may go.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, TypeVar

import discord
from discord import ButtonStyle

from bot.chat.components import BoardButton, BoardMenu
from bot.chat.custom_ids import Action, Press
from bot.chat.daily_page import DailyButton
from bot.chat.taps import Moves, moves_by_pile
from bot.chat.wording import moves_of
from bot.i18n import _, translate
from bot.models import GameState
from engine import PileKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.service import GameSnapshot
    from engine import Board, Move
    from engine.compiled import CompiledRules

Row = list[BoardButton] | list[BoardMenu] | list[BoardButton | DailyButton]

MOST_COMPONENTS: Final = 40
"""How many components a message may have, counting those within others."""

_FRAME: Final = 3
"""How many of them are not buttons and menus: the container, the heading and the picture."""

_LONGEST_ROW: Final = 5
_MOST_TARGETS: Final = 24
_MOST_OPTIONS: Final = 25
_LONGEST_TEXT: Final = 100
_PILE_KINDS: Final = (PileKind.TABLEAU, PileKind.CELL, PileKind.RESERVE)
_FIRST_TO_YIELD: Final = (PileKind.FOUNDATION, PileKind.RESERVE, PileKind.CELL, PileKind.TABLEAU)
"""Which kinds of piles get menus first, where there is no room for a button for each pile."""

_Part = TypeVar("_Part")


def rows_of(seat: GameSnapshot, selected: str | None, *, peeks: bool = False) -> list[Row]:
    """The rows of buttons and menus for a board.

    Args:
        seat: the game as it stands.
        selected: the pile that has been tapped, if any.
        peeks: whether a hint is shown that did without the cards unseen, and all may be asked for.
    """
    if seat.state in (GameState.WON, GameState.GIVEN_UP):
        return [_deal_again(seat)]
    moves = moves_by_pile(seat.game.board)
    if selected is not None:
        return _targets(seat, selected, moves.get(selected, ()))
    rows = [*_piles(seat, moves), _controls(seat, moves, peeks=peeks), *_foundations(seat, moves)]
    return [*rows, _deal_again(seat)] if seat.state is GameState.STUCK else rows


def _press(seat: GameSnapshot, action: Action, what: str = "") -> Press:
    return Press(seat.game_id, seat.version, action, what)


def _piles(seat: GameSnapshot, moves: Moves) -> Iterator[Row]:
    compiled = seat.game.board.compiled
    menus = _kinds_with_menus(compiled)
    for kind in _PILE_KINDS:
        names = _sources(compiled, kind)
        if kind in menus:
            yield from _pile_menus(seat, names, moves)
        else:
            yield from _in_rows([_pile(seat, name, moves) for name in names])


def _sources(compiled: CompiledRules, kind: PileKind) -> list[str]:
    """The names of the piles of a kind that cards can ever leave."""
    routed = {pile.name for route in compiled.routes for pile in route.sources}
    sources = routed | {pile.name for pile in compiled.foundation_sources}
    return [pile.name for pile in compiled.piles_of(kind) if pile.name in sources]


def _kinds_with_menus(compiled: CompiledRules) -> frozenset[PileKind]:
    """The kinds of piles for whose buttons there is no room, whatever the board."""
    kinds = (*_PILE_KINDS, PileKind.FOUNDATION)
    buttons = {kind: _room(len(_sources(compiled, kind)), _LONGEST_ROW) for kind in kinds}
    # The buttons to deal again come only when no foundation can give a card back.
    last = _room(2, _LONGEST_ROW)
    controls = (compiled.stock >= 0) + (compiled.waste >= 0) + 3
    room = MOST_COMPONENTS - _FRAME - _room(controls, _LONGEST_ROW)
    menus = set[PileKind]()
    for kind in _FIRST_TO_YIELD:
        piles = sum(buttons[one] for one in _PILE_KINDS)
        if piles + max(last, buttons[PileKind.FOUNDATION]) <= room:
            break
        menus.add(kind)
        parts = -(-len(_sources(compiled, kind)) // _MOST_OPTIONS)
        buttons[kind] = min(buttons[kind], 2 * parts)
    return frozenset(menus)


def _room(buttons: int, longest: int) -> int:
    """How many components so many buttons are, with their rows."""
    return buttons + -(-buttons // longest)


def _foundations(seat: GameSnapshot, moves: Moves) -> Iterator[Row]:
    compiled = seat.game.board.compiled
    names = _sources(compiled, PileKind.FOUNDATION)
    if any(name in moves for name in names):
        if PileKind.FOUNDATION in _kinds_with_menus(compiled):
            yield from _pile_menus(seat, names, moves)
        else:
            yield from _in_rows([_pile(seat, name, moves) for name in names])


def _pile(seat: GameSnapshot, name: str, moves: Moves) -> BoardButton:
    """The button of a pile; green where a card of it can go to a foundation."""
    goes_home = any(move.target.startswith("f") for move in moves.get(name, ()))
    return BoardButton(
        _press(seat, Action.TAP, name),
        name,
        style=ButtonStyle.success if goes_home else ButtonStyle.secondary,
        disabled=name not in moves,
    )


def _pile_menus(seat: GameSnapshot, names: Sequence[str], moves: Moves) -> Iterator[Row]:
    """Menus of the piles of one kind; each pile has its menu, and is in it while it can move."""
    press = _press(seat, Action.TAP)
    for part in _evenly(names, _MOST_OPTIONS):
        span = f"{part[0]}–{part[-1]}" if len(part) > 1 else part[0]
        options = [
            _pile_option(seat.game.board, name, moves[name]) for name in part if name in moves
        ]
        text = (
            _("Move from {piles}", piles=span)
            if options
            else _("Nothing moves from {piles}", piles=span)
        )
        yield [BoardMenu(press.menu(part[0]), text, options)]


def _pile_option(board: Board, name: str, moves: Sequence[Move]) -> discord.SelectOption:
    top = board.piles[name][-1]
    only = translate(board.describe(moves[0])) if len(moves) == 1 else ""
    return discord.SelectOption(
        label=f"{name} · {top.label}",
        value=name,
        description=(only or moves_of(len(moves)))[:_LONGEST_TEXT],
    )


def _controls(seat: GameSnapshot, moves: Moves, *, peeks: bool) -> Row:
    board, game = seat.game.board, seat.game
    row = []
    if board.rules.stock is not None:
        row.append(
            BoardButton(
                _press(seat, Action.TAP, "s"),
                _stock_label(board),
                style=ButtonStyle.primary,
                disabled=not board.can_play_stock,
            )
        )
    if board.rules.has_waste:
        row.append(_pile(seat, "w", moves))
    row += [
        BoardButton(_press(seat, Action.UNDO), _("Undo"), emoji="↩️", disabled=not game.moves),
        BoardButton(_press(seat, Action.REDO), _("Redo"), emoji="↪️", disabled=not game.undone),
        _advice(seat, peeks=peeks),
    ]
    return row


def _advice(seat: GameSnapshot, *, peeks: bool) -> BoardButton:
    """The button that helps on: a hint, one with all cards, or the end where it plays itself."""
    if seat.game.can_finish():
        finish = _press(seat, Action.FINISH)
        return BoardButton(finish, _("Finish"), emoji="🏁", style=ButtonStyle.success)
    if peeks:
        return BoardButton(_press(seat, Action.PEEK), _("All cards"), emoji="💡")
    return BoardButton(_press(seat, Action.HINT), _("Hint"), emoji="💡")


def _stock_label(board: Board) -> str:
    """What the stock does when it is tapped, and how often it still can where that is counted."""
    left = ""
    if board.rules.limits_redeals:
        left = " " + _("({number} left)", number=board.redeals)
    if board.rules.reshuffles_tableau:
        return _("Redeal") + left
    if board.stacks[board.compiled.stock]:
        return "s · " + (_("turn") if board.rules.has_waste else _("deal"))
    return "s · " + (_("turn over") + left if board.rules.has_waste else _("empty"))


def _deal_again(seat: GameSnapshot) -> Row:
    row: list[BoardButton | DailyButton] = [
        BoardButton(_press(seat, Action.AGAIN), _("Same deal again"), emoji="🔁"),
        BoardButton(_press(seat, Action.NEW), _("New deal"), emoji="🃏", style=ButtonStyle.primary),
    ]
    if seat.state is GameState.WON:
        row.append(BoardButton(_press(seat, Action.REPLAY), _("Replay"), emoji="🎞️"))
        row.append(BoardButton(_press(seat, Action.SHARE), _("Share"), emoji="🏆"))
    if seat.day is not None and seat.state.is_final:
        row.append(DailyButton("result"))
    return row


def _targets(seat: GameSnapshot, selected: str, moves: Sequence[Move]) -> list[Row]:
    """Where the cards of the tapped pile may go, and the way back."""
    back = BoardButton(_press(seat, Action.BACK), _("Back"), emoji="✖️")
    counts = Counter(move.target for move in moves)
    labels = {
        move: _target(seat.game.board, move, counted=counts[move.target] > 1 or move.count > 1)
        for move in moves
    }
    if len(moves) <= _MOST_TARGETS:
        return list(_in_rows([*(_target_button(seat, *pair) for pair in labels.items()), back]))
    return [*_target_menus(seat, selected, labels), [back]]


def _target_button(seat: GameSnapshot, move: Move, label: str) -> BoardButton:
    return BoardButton(
        _press(seat, Action.PLAY, str(move)),
        label,
        style=ButtonStyle.success if move.target.startswith("f") else ButtonStyle.primary,
    )


def _target_menus(seat: GameSnapshot, selected: str, labels: dict[Move, str]) -> Iterator[Row]:
    press, board = _press(seat, Action.PLAY), seat.game.board
    parts = list(_evenly(list(labels.items()), _MOST_OPTIONS))
    for number, part in enumerate(parts, start=1):
        options = [
            discord.SelectOption(
                label=label,
                value=str(move),
                description=translate(board.describe(move))[:_LONGEST_TEXT],
            )
            for move, label in part
        ]
        of = f" ({number}/{len(parts)})" if len(parts) > 1 else ""
        first, last = part[0][1], part[-1][1]
        text = _("Where to from {pile}: {first} … {last}", pile=selected, first=first, last=last)
        text += of
        yield [BoardMenu(press.menu(str(number)), text[:_LONGEST_TEXT], options)]


def _target(board: Board, move: Move, *, counted: bool) -> str:
    """Where a move goes: ``5 on 8♠``, ``f2``, ``empty 4``, with ``×3`` for three cards."""
    number = board.compiled.index_of[move.target]
    stack, kind = board.stacks[number], board.compiled.piles[number].kind
    if kind is PileKind.FOUNDATION:
        label = move.target
    else:
        label = (
            _("{pile} on {card}", pile=move.target, card=stack[-1].label)
            if stack
            else _("empty {pile}", pile=move.target)
        )
    return f"{label} ×{move.count}" if counted else label


def _in_rows(buttons: Sequence[BoardButton]) -> Iterator[list[BoardButton]]:
    """The buttons in rows of at most five, as even as can be."""
    return _evenly(buttons, _LONGEST_ROW)


def _evenly(things: Sequence[_Part], most: int) -> Iterator[list[_Part]]:
    """Things in as few parts as may be, none of more than so many, as even as can be."""
    parts = -(-len(things) // most)
    begin = 0
    for part in range(parts):
        end = begin + -(-(len(things) - begin) // (parts - part))
        yield list(things[begin:end])
        begin = end
