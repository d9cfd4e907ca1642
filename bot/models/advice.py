"""What is said of a game: whether it can be won, what to play next, and how it is won."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Game, Move
from engine.solver import Outcome as Verdict


@dataclass(frozen=True, slots=True)
class Chances:
    """In how many arrangements of its unknown cards a game can be won.

    Attributes:
        unknown: how many cards are unknown.
        tried: how many arrangements were searched.
        is_all: whether these are all there are, or else a sample.
    """

    unknown: int
    tried: int
    won: int
    lost: int
    is_all: bool

    @property
    def verdict(self) -> Verdict:
        """What holds of the game however its unknown cards lie."""
        if self.is_all and self.won == self.tried:
            return Verdict.WON
        return Verdict.LOST if self.is_all and self.lost == self.tried else Verdict.UNKNOWN


@dataclass(frozen=True, slots=True)
class Odds:
    """Whether a game can be won, or after how many moves it could last be won, if that is known.

    Attributes:
        chances: where cards are unknown, in how many of their arrangements.
        searched: for how many seconds somebody had it looked at longer; 0 if nobody did yet.
    """

    verdict: Verdict
    winnable: int | None = None
    lost: int | None = None
    chances: Chances | None = None
    searched: float = 0.0

    @property
    def names_move(self) -> bool:
        """Whether it is known which move lost the game."""
        return self.winnable is not None and self.lost == self.winnable + 1

    @property
    def is_open(self) -> bool:
        """Whether a longer search might still tell more."""
        if self.chances is not None:
            return self.chances.won + self.chances.lost < self.chances.tried
        return self.verdict is Verdict.UNKNOWN


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next.

    Attributes:
        move: the move to play; None when the game is lost, or there is no move.
        tried: how many arrangements of the hidden cards were searched or played out; 0 when all
            cards are known or were used, or there was nothing to choose.
        wins: how many of those searched the move wins; 0 when they were played out.
        lost: since when the game is lost; None unless all cards are known or were used.
    """

    verdict: Verdict
    move: Move | None
    tried: int = 0
    wins: int = 0
    all_cards: bool = False
    lost: Odds | None = None
    goes_on: bool = False

    @property
    def says_nothing(self) -> bool:
        """Whether there is neither a move to play nor news of a lost game."""
        return self.move is None and self.lost is None


@dataclass(frozen=True, slots=True)
class Solution:
    """How a game is won; the solver found the moves after the player's ``own``."""

    game: Game
    own: int
