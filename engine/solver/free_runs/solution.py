"""Translate the moves of a search into moves on the board, which also rearrange movable cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.board import Board
from engine.cards import CARDS, Card
from engine.compiled import Pile
from engine.errors import PatienceError
from engine.moves import Move
from engine.rules import PileKind
from engine.solver.free_runs import layout

_PLAYS: Final = (
    layout.FOUNDATION_TO_TABLEAU,
    layout.STOCK_TO_TABLEAU,
    layout.CELL_TO_TABLEAU,
    layout.RESERVE_TO_TABLEAU,
)


class UnplayableLine(PatienceError):
    """A line that the board does not allow: a bug in the search, never a fault of the board."""


def board_moves(board: Board, line: Sequence[int]) -> tuple[Move, ...]:
    """The moves on the board that play a line of the search.

    Raises:
        UnplayableLine: if the line cannot be played.
    """
    player = _Player(board)
    for move in line:
        player.follow(move & 15, CARDS[move >> 4 & 63])
    return tuple(player.played)


class _Player:
    """A board on which a line is played, and the moves played so far."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.played: list[Move] = []

    def follow(self, kind: int, card: Card) -> None:
        """Play one move of the line."""
        if kind == layout.RELEASE_ANCHOR:
            self.to_tableau(card)
            return
        if kind in (layout.STOCK_TO_FOUNDATION, layout.STOCK_TO_TABLEAU, layout.STOCK_TO_CELL):
            self.turn_up(card)
        else:
            self.uncover(card)
        if kind in (layout.TABLEAU_TO_CELL, layout.STOCK_TO_CELL, layout.FOUNDATION_TO_CELL):
            self.to_cell(card)
        elif kind in _PLAYS:
            self.to_tableau(card)
        else:
            foundation = self.board.foundation_targets().get(card)
            self.play(card, None if foundation is None else self.board.compiled.piles[foundation])

    def play(self, card: Card, target: Pile | None) -> None:
        """Move a card, with everything on it, to a pile.

        Raises:
            LineBroken: when that is not allowed.
        """
        pile, count = self.where(card)
        move = Move(pile.name, target.name if target is not None else "", count)
        if target is None or not self.board.is_legal(move):
            raise UnplayableLine("The line moves {card} where it cannot go.", card=card.label)
        self.played.append(move)
        self.board = self.board.apply(move)

    def where(self, card: Card) -> tuple[Pile, int]:
        """The pile that a card lies in, and how many cards move with it."""
        for pile in self.board.compiled.piles:
            stack = self.board.stacks[pile.index]
            if pile.kind is not PileKind.STOCK and card in stack:
                return pile, len(stack) - stack.index(card)
        raise UnplayableLine("The line moves {card} from the stock.", card=card.label)

    def turn_up(self, card: Card) -> None:
        """Turn the stock until a card lies on top of the waste."""
        compiled = self.board.compiled
        # Two rounds of turning single cards are more than enough.
        for _ in range(2 * len(CARDS)):
            if self.board.stacks[compiled.waste][-1:] == (card,):
                return
            if not self.board.can_play_stock:
                break
            self.played.append(compiled.stock_move)
            self.board = self.board.apply(compiled.stock_move)
        raise UnplayableLine("The line needs {card}, which never comes up.", card=card.label)

    def uncover(self, card: Card) -> None:
        """Move the cards on top of a card elsewhere."""
        pile, count = self.where(card)
        if count > 1:
            self.to_tableau(self.board.stacks[pile.index][1 - count])

    def to_cell(self, card: Card) -> None:
        """Move a card into the first empty cell."""
        cells = self.board.compiled.piles_of(PileKind.CELL)
        self.play(card, next((cell for cell in cells if not self.board.stacks[cell.index]), None))

    def to_tableau(self, card: Card) -> None:
        """Move a card, with everything on it, onto another card or into an empty column.

        If need be, columns that can lie on others are moved there until one is empty.
        """
        while (target := self.place_for(card)) is None:
            if not self.join_columns():
                raise UnplayableLine("The line has no place for {card}.", card=card.label)
        self.play(card, target)

    def place_for(self, card: Card) -> Pile | None:
        """A column whose top card takes a card with everything on it, or else an empty one."""
        pile, count = self.where(card)
        empty = []
        for target in self.board.compiled.tableau:
            onto = self.board.stacks[target.index]
            if not onto:
                empty.append(target)
            # The mask alone rules out most cards.
            elif target.build_masks[onto[-1]] >> card & 1 and self.takes(pile, target, count):
                return target
        return next((target for target in empty if self.takes(pile, target, count)), None)

    def takes(self, pile: Pile, target: Pile, count: int) -> bool:
        """Whether it is legal to move a number of cards from one pile to another."""
        return self.board.is_legal(Move(pile.name, target.name, count))

    def join_columns(self) -> bool:
        """Move one column that is a single run onto another; False if there is none."""
        for pile in self.board.compiled.tableau:
            stack = self.board.stacks[pile.index]
            if stack and self.board.max_run(pile) == len(stack):
                target = self.place_for(stack[0])
                if target is not None and self.board.stacks[target.index]:
                    self.play(stack[0], target)
                    return True
        return False
