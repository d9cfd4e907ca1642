"""A game: one deal being played, with its history."""

from __future__ import annotations

import datetime as dt

from engine import automatic
from engine.board import Board, Status
from engine.dealing import opening
from engine.errors import NothingToRedo, NothingToUndo
from engine.games import rules_of
from engine.legality import why_illegal
from engine.moves import Move
from engine.record import Record, read_record
from engine.record_text import MOST_MOVES
from engine.rules import Rules


class Game:
    """A deal being played: the board, the moves that led to it, and those taken back.

    Attributes:
        number: the number of the deal; None for a game begun on a board from elsewhere.
    """

    def __init__(self, board: Board, number: int | None = None) -> None:
        """Begin a game on a board."""
        self.number = number
        self._boards = [board]
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        self._legal: tuple[Move, ...] | None = None

    @property
    def rules(self) -> Rules:
        """The game's declaration."""
        return self.board.rules

    @property
    def board(self) -> Board:
        """The board as it stands."""
        return self._boards[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, without those taken back."""
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves taken back that can be played again, the next one last."""
        return tuple(self._undone)

    @property
    def status(self) -> Status:
        """Whether the game is won, stuck or going on."""
        return self.board.status

    @property
    def score(self) -> int:
        """The points: so many for each card on the foundations, less what the deal costs."""
        scoring = self.rules.scoring
        return scoring.card * self.board.foundation_count - scoring.stake

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move on the board, in a fixed order; listed once for each board."""
        if self._legal is None:
            self._legal = self.board.legal_moves()
        return self._legal

    def safe_moves(self) -> tuple[Move, ...]:
        """The legal foundation plays that can never hurt, whatever comes after."""
        return automatic.safe_moves(self.board)

    def can_finish(self) -> bool:
        """Whether :meth:`finish` would win the game."""
        return automatic.can_finish(self.board)

    def play(self, move: Move | str) -> Move:
        """Play a move, given as a value or as people type it, and return it.

        What had been taken back before can no longer be played again.

        Raises:
            IllegalMove: when the rules forbid the move; says why, and nothing is changed.
            InvalidMove: when the text is no move; nothing is changed.
        """
        if isinstance(move, str):
            move = self.board.parse_move(move)
        error = why_illegal(self.board, move)
        if error is not None:
            raise error
        self._push(self.board.stock_move if move.source == "s" else move)
        self._undone.clear()
        return self._moves[-1]

    def finish(self) -> tuple[Move, ...]:
        """Win the rest by foundation plays and the stock alone, and return those moves.

        Raises:
            CannotFinish: when that does not win, or was not found to; nothing is changed.
        """
        line = automatic.finish(self.board)
        for move in line:
            self.play(move)
        return line

    def undo(self) -> Move:
        """Take the last move back and return it.

        Raises:
            NothingToUndo: when no move has been played.
        """
        if not self._moves:
            raise NothingToUndo("There is no move to take back.")
        self._boards.pop()
        self._legal = None
        self._undone.append(self._moves.pop())
        return self._undone[-1]

    def redo(self) -> Move:
        """Play the move last taken back again and return it.

        Raises:
            NothingToRedo: when no move has been taken back.
        """
        if not self._undone:
            raise NothingToRedo("There is no move to play again; only one taken back can be.")
        self._push(self._undone.pop())
        return self._moves[-1]

    def record(self, player: str = "", date: dt.date | None = None) -> str:
        """The game as text that people can read and mail: headers, then the moves.

        Moves taken back are no part of it.

        Raises:
            InvalidRecord: when the player's name is too long.
        """
        return str(
            Record(self._boards[0], self.number, self.moves, self.status, player=player, date=date)
        )

    @classmethod
    def from_record(cls, text: str, *, most_moves: int = MOST_MOVES) -> Game:
        """The game that a record tells of, with its moves played.

        Raises:
            InvalidRecord: when the text is no record; names the line and what is wrong.
        """
        record = read_record(text, most_moves=most_moves)
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

    def _push(self, move: Move) -> None:
        self._boards.append(self.board.apply(move))
        self._legal = None
        self._moves.append(move)

    def __repr__(self) -> str:
        return f"<Game {self.rules.id} {self.number}, {len(self._moves)} moves>"


def deal(game: str, number: int) -> Game:
    """Deal a game: the one with that id, the deal with that number.

    Raises:
        UnknownGame: when there is no such game.
        InvalidDeal: when there is no such deal.
    """
    return Game(opening(rules_of(game), number), number)
