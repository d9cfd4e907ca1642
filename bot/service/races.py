"""Deciding a race that nobody has won by its deadline."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.models import Ending
from bot.service.replay import UNDO, apply
from engine import PatienceError, deal


@dataclass(frozen=True, slots=True)
class RaceProgress:
    """A player's progress in a race.

    Attributes:
        foundation_count: the cards on the foundations.
        moves: the moves on the board, without those undone.
        undos: how many moves were undone.
    """

    foundation_count: int = 0
    moves: int = 0
    undos: int = 0


def progress_of(rules_id: str, deal_number: int, log: Iterable[str]) -> RaceProgress:
    """The progress of a game after the entries of its log.

    A game that this version's rules cannot replay counts as one without moves.

    >>> progress_of("saratoga", 42, ["s", "s", "undo"])
    RaceProgress(foundation_count=0, moves=1, undos=1)
    """
    texts = tuple(log)
    try:
        played = deal(rules_id, deal_number)
        for text in texts:
            apply(played, text)
    except PatienceError:
        return RaceProgress()
    return RaceProgress(played.board.foundation_count, len(played.moves), texts.count(UNDO))


def decide(first: RaceProgress, second: RaceProgress) -> tuple[Ending, int | None]:
    """What decides between two players who have not won, and the index of the winner, if any.

    A player with moves beats one without; then more cards on the foundations win, then fewer moves.

    >>> decide(RaceProgress(9, moves=60), RaceProgress(9, moves=50))
    (<Ending.MOVES: 'moves'>, 1)
    """
    if bool(first.moves) != bool(second.moves):
        return Ending.NO_MOVES, int(second.moves > 0)
    if first.foundation_count != second.foundation_count:
        return Ending.CARDS, int(second.foundation_count > first.foundation_count)
    if first.moves != second.moves:
        return Ending.MOVES, int(second.moves < first.moves)
    return Ending.DRAW, None
