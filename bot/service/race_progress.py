"""Progress in races, and what decides between two players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.models import Ending, RaceProgress
from bot.service.replay import UNDO, apply
from engine import PatienceError, deal

_ENDINGS: Final = (Ending.NO_MOVES, Ending.CARDS, Ending.MOVES)
"""What decided, by the parts of a standing."""


def progress_of(rules_id: str, deal_number: int, log: Iterable[str]) -> RaceProgress:
    """The progress of a game after the entries of its log.

    A game that this version's rules cannot replay counts as one without moves.

    >>> progress_of("saratoga", 42, ["s", "s", "undo"])
    RaceProgress(foundation_count=0, moves=1, undos=1, hints=0, odds=0)
    """
    texts = tuple(log)
    try:
        played = deal(rules_id, deal_number)
        for text in texts:
            apply(played, text)
    except PatienceError:
        return RaceProgress()
    return RaceProgress(played.board.home_count, len(played.moves), texts.count(UNDO))


def decide(first: RaceProgress, second: RaceProgress) -> tuple[Ending, int | None]:
    """What decides between two players who have not won, and the index of the winner, if any.

    A player with moves beats one without; then more cards on the foundations win, then fewer moves.

    >>> decide(RaceProgress(9, moves=60), RaceProgress(9, moves=50))
    (<Ending.MOVES: 'moves'>, 1)
    """
    standings = zip(_ENDINGS, first.standing, second.standing, strict=True)
    for ending, one, other in standings:
        if one != other:
            return ending, int(other > one)
    return Ending.DRAW, None
