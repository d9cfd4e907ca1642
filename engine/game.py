"""A game: one deal being played, with its history."""

from __future__ import annotations

import datetime as dt
from operator import index
from typing import SupportsIndex

from engine import automatic, unseen
from engine.arguments import checked
from engine.board import Board, Status
from engine.cards import Card
from engine.dealing import opening
from engine.errors import NothingToRedo, NothingToUndo
from engine.games import rules_of
from engine.legality import why_illegal
from engine.moves import Move
from engine.record import Record, read_record
from engine.record_text import MAX_MOVES
from engine.rules import Rules
from engine.unseen import Place


class Game:
    """A deal being played: the board, the moves that led to it, and those undone.

    Attributes:
        number: the deal number; None for a game that began with an imported board.
    """

    @checked
    def __init__(self, board: Board, number: int | None = None) -> None:
        board.check()
        self.number = number
        self._boards = [board]
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        self._legal: tuple[Move, ...] | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.board.rules

    @property
    def board(self) -> Board:
        """The current board."""
        return self._boards[-1]

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards from the deal to the current one, one after each move."""
        return tuple(self._boards)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, without those undone."""
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[Move, ...]:
        """The undone moves that can be redone, the next one last."""
        return tuple(self._undone)

    @property
    def status(self) -> Status:
        """Whether the game is won, stuck or in play."""
        return self.board.status

    @property
    def score(self) -> int:
        """The points for the cards that are home, less the cost of the deal."""
        scoring, board = self.rules.scoring, self.board
        cards = board.foundation_count if self.rules.has_foundations else board.progress
        return scoring.card * cards - scoring.stake

    @property
    def taken_back(self) -> frozenset[Card]:
        """The cards that were taken back from foundations."""
        return frozenset(
            board.piles[move.source][-1]
            for board, move in zip(self._boards, self._moves, strict=False)
            if move.source.startswith("f")
        )

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, in a fixed order; listed once for each board."""
        if self._legal is None:
            self._legal = self.board.legal_moves()
        return self._legal

    def safe_moves(self) -> tuple[Move, ...]:
        """The legal foundation moves that never spoil a win."""
        return automatic.safe_moves(self.board)

    def can_finish(self) -> bool:
        """Whether :meth:`finish` would win the game, wherever the unseen cards lie."""
        return automatic.can_finish(self.board) and self._can_tell_finish()

    def finishing_line(self, avoids: automatic.Avoids | None = None) -> tuple[Move, ...]:
        """The foundation and stock moves that win, where unseen cards do not decide it.

        Args:
            avoids: which of them to do without; None for none.

        Raises:
            CannotFinish: if none were found.
        """
        line = automatic.finish(self.board, avoids)
        if not self._can_tell_finish():
            raise automatic.cannot_finish(self.board)
        return line

    def _can_tell_finish(self) -> bool:
        """Whether a player can tell that the game can be finished: unseen cards do not matter."""
        return automatic.is_finish_known(self.board, self.hidden_places())

    def hidden_places(self) -> frozenset[Place]:
        """Where the cards lie that were never seen, not even by a move undone."""
        redone = self.redone()
        counts = enumerate(unseen.hidden_counts(self.board, redone.boards))
        counted = {(pile, at) for pile, count in counts for at in range(count)}
        if not unseen.has_guesses(self._boards[0]):
            return frozenset(counted)
        guessed = unseen.guessed_places(self.board, redone.boards, redone.moves)
        return guessed.union(counted)

    def play(self, move: Move | str) -> Move:
        """Play a move, given as a value or as players type it, and return it.

        Undone moves can no longer be redone. An error leaves the game unchanged.

        Raises:
            IllegalMove: if the rules forbid the move; says why.
            InvalidMove: if the text is not a move.
        """
        if isinstance(move, str):
            move = self.board.parse_move(move)
        if not isinstance(move, Move):
            raise TypeError(f"A move is a Move or text such as “3-5”, not {type(move).__name__}.")
        error = why_illegal(self.board, move)
        if error is not None:
            raise error
        self._push(self.board.stock_move if move.source == "s" else move)
        self._undone.clear()
        return self._moves[-1]

    def finish(self) -> tuple[Move, ...]:
        """Win by foundation moves and the stock alone, and return those moves.

        Raises:
            CannotFinish: if no such line was found; the game is unchanged.
        """
        line = self.finishing_line()
        for move in line:
            self.play(move)
        return line

    def undo(self) -> Move:
        """Undo the last move and return it.

        Raises:
            NothingToUndo: if no move has been played.
        """
        if not self._moves:
            raise NothingToUndo("There is no move to take back.")
        self._boards.pop()
        self._legal = None
        self._undone.append(self._moves.pop())
        return self._undone[-1]

    def redo(self) -> Move:
        """Redo the move undone last and return it.

        Raises:
            NothingToRedo: if no move has been undone.
        """
        if not self._undone:
            raise NothingToRedo("There is no move to redo.")
        self._push(self._undone.pop())
        return self._moves[-1]

    def push(self, move: Move) -> None:
        """Play a move of :meth:`legal_moves`, as programs do that try moves.

        Undone moves can no longer be redone. :meth:`play` reads text, too, and says why not.

        Raises:
            IllegalMove: if it is not legal.
        """
        self._push(move)
        self._undone.clear()

    def pop(self) -> Move:
        """Take back the last move for good and return it.

        Raises:
            NothingToUndo: if no move has been played.
        """
        move = self.undo()
        self._undone.clear()
        return move

    @checked
    def record(self, player: str = "", date: dt.date | None = None) -> str:
        """The game as readable text: headers, then the moves, without those undone.

        Raises:
            InvalidRecord: if the player's name is too long, or if rules of one's own have the id of
                another game.
        """
        return str(
            Record(self._boards[0], self.number, self.moves, self.status, player=player, date=date)
        )

    @classmethod
    @checked
    def from_record(
        cls, text: str, *, rules: Rules | None = None, most_moves: int = MAX_MOVES
    ) -> Game:
        """The game of a record, with its moves played; see :func:`engine.read_record`.

        Raises:
            InvalidRecord: if the text is not a record; names the line and what is wrong.
        """
        record = read_record(text, rules=rules, most_moves=most_moves)
        game = cls(record.opening, record.number)
        for move in record.moves:
            game._push(move)
        return game

    def copy(self) -> Game:
        """An independent game with the same history."""
        other = Game(self._boards[0], self.number)
        other._boards = self._boards.copy()
        other._moves = self._moves.copy()
        other._undone = self._undone.copy()
        other._legal = self._legal
        return other

    def redone(self) -> Game:
        """A copy with all moves redone that were undone."""
        other = self.copy()
        while other.undone:
            other.redo()
        return other

    def _push(self, move: Move) -> None:
        self._boards.append(self.board.apply(move))
        self._legal = None
        self._moves.append(move)

    def __repr__(self) -> str:
        return f"<Game {self.rules.id} {self.number}, {len(self._moves)} moves>"


@checked
def deal(game: str | Rules, number: SupportsIndex) -> Game:
    """Deal a game of the catalogue by its id, or one of your own by its rules.

    Args:
        game: the id or the rules.
        number: the number of the deal, from 1: any kind of integer, such as NumPy's.

    Raises:
        TypeError: if the number is no integer.
        UnknownGame: if there is no such game.
        InvalidDeal: if there is no such deal.
    """
    rules = game if isinstance(game, Rules) else rules_of(game)
    whole = index(number)
    return Game(opening(rules, whole), whole)
