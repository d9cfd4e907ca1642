"""Boards: states of play with their text forms and status."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.arguments import checked
from engine.board_state import BoardState
from engine.cards import CARDS
from engine.compiled import CompiledRules, compile_rules
from engine.errors import IllegalMove, excerpt
from engine.games import is_known, rules_of
from engine.messages import Message
from engine.moves import Move
from engine.notation import parse_move
from engine.rules import Rules
from engine.wording import describe_move


class Status(Enum):
    """The status of a game.

    ``WON``: what the game declares as its win is reached. ``STUCK``: nothing but the stock can be
    moved, now and after any number of turns and redeals still allowed. Otherwise ``PLAYING``, which
    does not mean that the game can still be won.
    """

    WON = "won"
    STUCK = "stuck"
    PLAYING = "playing"


@dataclass(frozen=True, slots=True)
class Board(BoardState):
    """A state of play with its text forms and its status."""

    @property
    def status(self) -> Status:
        """The status of the game."""
        self.check()
        if self.is_won:
            return Status.WON
        board, seen = self, set[tuple[int, int | None]]()
        while not (board.foundation_moves() or board._other_moves()):
            if not board.can_play_stock:
                return Status.STUCK
            board = board._apply_stock()
            # Stock and waste keep their order, so the stock's height and the redeals left identify
            # the board: going round once is enough.
            turned = (len(board.stacks[board.compiled.stock]), board.redeals)
            if turned in seen:
                return Status.STUCK
            seen.add(turned)
        return Status.PLAYING

    @checked
    def parse_move(self, text: str) -> Move:
        """The legal move that a text means, such as ``3-5*2``, ``3 5``, ``w f``, ``7h 8s``.

        Piles go by name, ``f`` being whichever foundation takes the card; cards go by theirs.
        Without a count it is one card, or the only number of cards that fits.

        Raises:
            InvalidMove: if the text is not a move, or could mean several; says which.
            IllegalMove: if the rules forbid the move; says why.
        """
        self.check()
        return parse_move(self, text)

    def describe(self, move: Move) -> Message:
        """A legal move in words: ``7♥ from 3 onto 8♠ in 5``.

        Raises:
            IllegalMove: if it is not legal.
        """
        if not self.is_legal(move):
            raise IllegalMove("{move} is not legal on this board.", move=excerpt(str(move)))
        return describe_move(self, move)

    def text(self, *, reveal: bool = False) -> str:
        """One line for each pile that is not empty, such as ``3: 9S 7D 6H``, bottom to top.

        Where the game limits redeals, a last line such as ``redeals: 2`` gives those left.

        Args:
            reveal: whether to write face-down cards as ``(9S)`` rather than ``??``.
        """
        self.check()
        lines = []
        for pile, stack in zip(self.compiled.piles, self.stacks, strict=True):
            if stack:
                down = self.face_down(pile)
                faces = [f"({card})" if reveal else "??" for card in stack[:down]]
                faces += map(str, stack[down:])
                lines.append(f"{pile.name}: {' '.join(faces)}")
        if self.rules.limits_redeals:
            lines.append(f"redeals: {self.redeals}")
        return "\n".join(lines)

    def __str__(self) -> str:
        """The board as :meth:`text`, face-down cards written ``??``.

        It is not what players see: the cards of the stock are there, too, in order.
        """
        return self.text()

    def __repr__(self) -> str:
        compiled: object = self.compiled
        if not isinstance(compiled, CompiledRules):
            return f"<a board of {type(compiled).__name__}>"
        if not self._is_checked and not self.is_valid():
            return f"<a board of {self.rules.id} with {self.faults}>"
        return f"Board({self.rules.id!r}, {self.text(reveal=True)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        # Rules of the catalogue go by id and cards as bytes: small, and fast to load.
        rules = self.rules
        return _unpickled, (
            rules.id if is_known(rules) else rules,
            tuple(map(bytes, self.stacks)),
            self.redeals,
            self.hidden,
            self.base,
        )


def _unpickled(
    rules: str | Rules,
    stacks: tuple[bytes, ...],
    redeals: int | None,
    hidden: tuple[int, ...],
    base: int,
) -> Board:
    compiled = compile_rules(rules_of(rules) if isinstance(rules, str) else rules)
    cards = tuple(tuple(CARDS[card] for card in stack) for stack in stacks)
    return Board(compiled, cards, redeals, hidden, base)


MAX_BOARDS: Final = 200_000
"""How many boards :func:`perft` looks at by default before it gives up."""
MAX_LENGTH: Final = 1_000
"""The longest sequences that it counts."""


@checked
def perft(board: Board, depth: int, *, most: int = MAX_BOARDS) -> int:
    """The number of sequences of ``depth`` legal moves from a board; 1 for depths below 1.

    Args:
        board: where they begin.
        depth: how long they are.
        most: how many boards to look at before giving up.

    Raises:
        ValueError: if more boards would have to be looked at, or the sequences are longer than
            ``MAX_LENGTH``.
        InvalidBoard: if the board is not valid.
    """
    board.check()
    if depth <= 0:
        return 1
    if depth > MAX_LENGTH:
        raise ValueError(f"Sequences of more than {MAX_LENGTH} moves are not counted.")
    # Of each board on the way, those that are still to be looked at after one more move.
    waiting, count, seen = [iter((board,))], 0, 0
    while waiting:
        reached = next(waiting[-1], None)
        if reached is None:
            waiting.pop()
            continue
        seen += 1
        if seen > most:
            raise ValueError(f"To count them, more than {most} boards have to be looked at.")
        moves = reached.legal_moves()
        if len(waiting) == depth:
            count += len(moves)
        else:
            waiting.append(iter([reached.apply(move) for move in moves]))
    return count
