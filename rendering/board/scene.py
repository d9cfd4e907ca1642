"""Scenes: what a picture shows, as a small value that is cheap to pickle."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from engine import Board, Card, Game, Move

FOUNDATIONS: Final = "f"
"""All foundations, selected together."""


class InvalidScene(ValueError):
    """A scene that names a pile the board does not have; the message says which."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A board and its highlights.

    Attributes:
        board: the board.
        number: the deal number; None if the deal has none, or hides it.
        last: the pile that the last move went to, and how many of its top cards came with it; None
            before the first move.
        selected: the selected pile, if any; ``f`` for all foundations together.
        hint: the suggested move, if any.
        title: the game's title; by default that of its rules.
        avoided: the pile that is crossed out while it is empty, as the deal's goal is to do without
            it, if any.
        moved: the cards that the last move brought there; empty where the stock dealt to several
            piles.
        turned: the piles whose top card the last move turned face up.

    Raises:
        InvalidScene: if the board has no such pile.
    """

    board: Board
    number: int | None = None
    last: tuple[str, int] | None = None
    selected: str | None = None
    hint: Move | None = None
    title: str = ""
    avoided: str | None = None
    moved: tuple[Card, ...] = ()
    turned: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        named = [self.last[0] if self.last else None, self.avoided, *self.turned]
        if self.selected != FOUNDATIONS:
            named.append(self.selected)
        if self.hint is not None:
            named += [*self.hint.sources, self.hint.target or None]
        for pile in named:
            if pile is not None and pile not in self.board.compiled.index_of:
                raise InvalidScene(f"{self.board.rules.title} has no pile “{pile[:24]}”.")


def scene_of(
    game: Game,
    *,
    selected: str | None = None,
    hint: Move | None = None,
    title: str = "",
) -> Scene:
    """The current position of a game, with its last move.

    Args:
        selected: the selected pile, if any.
        hint: the suggested move, if any.
        title: the game's title; by default that of its rules.

    Raises:
        InvalidScene: if the board has no such pile.
    """
    last = _last_move(game)
    moved, turned = _changes(game, last) if last is not None else ((), ())
    return Scene(game.board, game.number, last, selected, hint, title, moved=moved, turned=turned)


def _last_move(game: Game) -> tuple[str, int] | None:
    """The pile that the last move went to and how many cards it brought there.

    Dealing to the tableau, a redeal and turning over the waste count as moves to the stock.
    """
    if not game.moves:
        return None
    move, board = game.moves[-1], game.board
    if not move.is_stock or board.rules.deals_to_foundation:
        return move.target, len(move.sources) if move.others else move.count
    before, compiled = game.boards[-2], board.compiled
    if not board.rules.has_waste or not before.stacks[compiled.stock]:
        return "s", 1
    return "w", len(board.stacks[compiled.waste]) - len(before.stacks[compiled.waste])


def _changes(game: Game, last: tuple[str, int]) -> tuple[tuple[Card, ...], tuple[str, ...]]:
    """The cards that the last move brought to a pile, and the piles where it turned a card up."""
    move, before, after = game.moves[-1], game.boards[-2], game.board
    pile, count = last
    if not move.is_stock:
        moved = tuple(
            card
            for source, times in Counter(move.sources).items()
            for card in before.piles[source][-(times if move.others else move.count) :]
        )
    else:
        moved = () if pile == "s" else after.piles[pile][-count:]
    turned = tuple(
        one.name
        for one in after.compiled.tableau
        if after.face_down(one) < before.face_down(one) and after.stacks[one.index]
    )
    return moved, turned
