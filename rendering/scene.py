"""What is to be drawn, as a small value that travels well between processes."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Board, Game, Move
from rendering.strings import ENGLISH, Strings
from rendering.theme import theme_named

_NARROWEST, _WIDEST = 240, 2400


class InvalidScene(ValueError):
    """A picture was asked for that cannot be drawn; the text says why."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A board and all that is to be shown on it.

    Attributes:
        board: the board.
        number: the number of the deal; None when it has none.
        last: the pile the last move went to and how many of its top cards came with it; None
            before the first move.
        selected: the pile that is chosen; None when none is.
        hint: a move to suggest; None for none.
        theme: the name of the theme.
        suits: 2 or 4, the number of colours the suits have.
        width: the picture's width in pixels, 240 to 2400.
        large_index: whether the cards have large indices.
        title: what the game is called; that of its rules if none is given.
        strings: the texts of the language in which the picture is described.

    Raises:
        UnknownTheme: when there is no such theme.
        InvalidScene: when the board has no such pile, or the numbers are out of range.
    """

    board: Board
    number: int | None = None
    last: tuple[str, int] | None = None
    selected: str | None = None
    hint: Move | None = None
    theme: str = "felt"
    suits: int = 2
    width: int = 1100
    large_index: bool = False
    title: str = ""
    strings: Strings = ENGLISH

    def __post_init__(self) -> None:
        theme_named(self.theme)
        if self.suits not in (2, 4):
            raise InvalidScene(f"Suits have 2 or 4 colours, not {self.suits}.")
        if not _NARROWEST <= self.width <= _WIDEST:
            raise InvalidScene(
                f"A picture is {_NARROWEST} to {_WIDEST} pixels wide, not {self.width}."
            )
        named = [self.last[0] if self.last else None, self.selected]
        if self.hint is not None:
            named += [self.hint.source, self.hint.target or None]
        for pile in named:
            if pile is not None and pile not in self.board.compiled.index_of:
                raise InvalidScene(f"{self.board.rules.title} has no pile “{pile[:24]}”.")


def scene_of(
    game: Game,
    *,
    theme: str = "felt",
    suits: int = 2,
    width: int = 1100,
    selected: str | None = None,
    hint: Move | None = None,
    large_index: bool = False,
    title: str = "",
    strings: Strings = ENGLISH,
) -> Scene:
    """A game as it stands, ready to be drawn: here, or in another process.

    Raises:
        UnknownTheme: when there is no such theme.
        InvalidScene: when the board has no such pile, or the numbers are out of range.
    """
    return Scene(
        game.board,
        game.number,
        _last(game),
        selected,
        hint,
        theme,
        suits,
        width,
        large_index,
        title,
        strings,
    )


def _last(game: Game) -> tuple[str, int] | None:
    """Where the last move went, and how many cards came there.

    A deal to the whole tableau, a redeal, and turning the waste over, are told by the stock.
    """
    if not game.moves:
        return None
    move, board = game.moves[-1], game.board
    if not move.is_stock or board.compiled.deals_to_foundation:
        return move.target, move.count
    before = game.copy()
    before.undo()
    if not board.rules.has_waste or not before.board.piles["s"]:
        return "s", 1
    return "w", len(board.piles["w"]) - len(before.board.piles["w"])
