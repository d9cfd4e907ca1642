"""How games of a contest went over time, and when the first got ahead for good."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.models.play import Action
from bot.service.play.replay import apply
from engine import Board, PatienceError, deal


class Point(NamedTuple):
    """How far a game was after some time, as :attr:`engine.Board.progress`, in so many moves."""

    after: timedelta
    progress: int
    moves: int


@dataclass(frozen=True, slots=True)
class Course:
    """How a game went: where it began, each action, and the board at its end."""

    points: tuple[Point, ...]
    board: Board


class Overtaking(NamedTuple):
    """When the first got ahead of all others for good, and of whom they did.

    Attributes:
        at: how far they were then.
        overtaken: the place in order of who was ahead or level before; None if nobody had got on.
    """

    at: Point
    overtaken: int | None


def course_of(
    rules_id: str, deal_number: int, log: Iterable[Action], since: datetime
) -> Course | None:
    """How a game went, in time since a moment; None if this version's rules cannot replay it."""
    try:
        played = deal(rules_id, deal_number)
        points = [Point(timedelta(), played.board.progress, 0)]
        for action in log:
            apply(played, action.text)
            points.append(Point(action.at - since, played.board.progress, len(played.moves)))
    except PatienceError:
        return None
    return Course(tuple(points), played.board)


def overtaking(first: Course, others: Sequence[Course]) -> Overtaking | None:
    """When the first got ahead of all others for good; None if that never was.

    >>> from bot.service.contests.courses import Course, Point
    >>> def course(*progress):
    ...     points = (Point(timedelta(minutes=n), one, n) for n, one in enumerate(progress))
    ...     return Course(tuple(points), None)
    >>> overtaking(course(0, 1, 1, 5, 6), [course(0, 0, 2, 3, 4)])
    Overtaking(at=Point(after=datetime.timedelta(seconds=180), progress=5, moves=3), overtaken=0)
    >>> overtaking(course(0, 1, 2), [course(0, 0, 1)]).overtaken is None
    True
    """
    until = first.points[-1].after
    events = sorted(
        (point.after, who, point)
        for who, course in enumerate((first, *others))
        for point in course.points
        if point.after <= until
    )
    begin, *_ = first.points
    own, theirs = begin, [begin.progress] * len(others)
    found, is_ahead = None, False
    for _after, who, point in events:
        most = max(theirs, default=0)
        rival = theirs.index(most) if most > begin.progress else None
        if who:
            theirs[who - 1] = point.progress
        else:
            own = point
        was_ahead, is_ahead = is_ahead, own.progress > max(theirs, default=0)
        if is_ahead and not was_ahead:
            found = Overtaking(own, rival)
    return found if is_ahead else None
