"""What the log tells of a database that fails, and who may still try it.

This is the one place that logs such failures: however long one lasts and however many players meet
it, it is a handful of lines.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final, Literal

from bot.store.errors import Failure, StoreUnavailable, cause_of, code_of, failure_of

_log = logging.getLogger(__name__)

_PATIENCE: Final = 2.0
"""Seconds of an outage after which not everybody has to try the database."""
_PROBES: Final = 1.0
"""Seconds between those who try it then."""
_FIRST_PAUSE: Final = 60.0
"""Seconds between the first two lines of an outage; each further pause is four times as long."""
_CALM: Final = 60.0
"""Seconds without a failure after which the next one is another outage."""

Success = Literal["read", "locked", "written"]
"""What succeeded: reading, a transaction that might have written, or one that did."""

_READING: Final = frozenset({Failure.AWAY, Failure.BUSY, Failure.DAMAGED, Failure.OTHER})
_OVER: Final[dict[Success, frozenset[Failure]]] = {
    "read": _READING,
    "locked": _READING | {Failure.LOCKED},
    "written": frozenset(Failure),
}
"""The failures that are over after a success."""
_WHAT: Final = {
    Failure.AWAY: "The database is away",
    Failure.BUSY: "The database is too slow",
    Failure.LOCKED: "Another program keeps the database locked",
    Failure.FULL: "The database's disk is full",
    Failure.READ_ONLY: "The database is read-only",
    Failure.DAMAGED: "The database is damaged",
    Failure.OTHER: "The database failed",
}


@dataclass
class _Course:
    """The course of one kind of failure; times are those of a monotonic clock.

    Attributes:
        cause: why it failed last.
        since: when it began.
        last: when it failed last.
        line_at: when the next failure is worth a line.
        pause: seconds between that line and the one after.
        count: how often it failed.
        is_over: whether it has worked since.
        is_logged: whether the log says last that it fails.
    """

    cause: str
    since: float
    last: float
    line_at: float
    pause: float = _FIRST_PAUSE
    count: int = 0
    is_over: bool = False
    is_logged: bool = False


class Outage:
    """Counts what fails and what works, and logs the course of it.

    Args:
        waits: failures that take long to come, so that not everybody should wait for them.
        clock: a monotonic clock.
    """

    def __init__(
        self, waits: Collection[Failure] = (), clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._waits = waits
        self._clock = clock
        self._courses: dict[tuple[Failure, str | int], _Course] = {}
        self._tried = clock()

    def reason(self) -> str:
        """Why nothing can be saved, in a few words; "" if it can, as far as is known."""
        current = (
            f"{_WHAT[failure]} ({course.cause})"
            for (failure, _), course in self._courses.items()
            if not course.is_over and failure not in {Failure.BUSY, Failure.OTHER}
        )
        return next(current, "")

    def failed(self, error: BaseException) -> Failure:
        """Count a failure; returns of which kind it is."""
        failure, now = failure_of(error), self._clock()
        # Failures that nobody has thought of have little in common.
        key = failure, code_of(error) if failure is Failure.OTHER else ""
        course = self._courses.get(key)
        if course is None or now - course.last > _CALM:
            course = self._courses[key] = _Course("", now, now, now)
        if course.is_over:
            course.is_over, course.since, course.count = False, now, 0
        course.cause, course.last, course.count = cause_of(error), now, course.count + 1
        if now >= course.line_at:
            course.line_at, course.pause = now + course.pause, course.pause * 4
            _log_failure(failure, course, error)
        return failure

    def worked(self, success: Success) -> None:
        """Note a success."""
        began = list[float]()
        for (failure, _), course in self._courses.items():
            if course.is_over or failure not in _OVER[success]:
                continue
            course.is_over = True
            if course.is_logged and failure is not Failure.OTHER:
                began.append(course.since)
            course.is_logged = False
        if began:
            seconds = self._clock() - min(began)
            _log.info("The database works again, after %.0f s.", seconds)

    def check(self) -> None:
        """Refuse what would only wait for a database that is known to fail after a while.

        Raises:
            StoreUnavailable: unless it is time to try again.
        """
        now = self._clock()
        for (failure, _), course in self._courses.items():
            is_known = not course.is_over and now - course.since > _PATIENCE
            if failure not in self._waits or not is_known:
                continue
            if now - self._tried < _PROBES:
                raise unavailable(course.cause, failure)
            self._tried = now


def unavailable(cause: str, failure: Failure) -> StoreUnavailable:
    """The error that says that the database fails."""
    return StoreUnavailable(
        f"Games cannot be read or saved at the moment ({cause}); try again in a minute.", failure
    )


def _log_failure(failure: Failure, course: _Course, error: BaseException) -> None:
    seconds = course.last - course.since
    so_far = f" since {seconds:.0f} s, {course.count} attempts" if seconds else ""
    course.is_logged = True
    if failure is Failure.OTHER:
        # Somebody will have to look at the code.
        _log.error("%s%s.", _WHAT[failure], so_far, exc_info=error)
    else:
        _log.warning(
            "%s%s (%s). Players are asked to try again.", _WHAT[failure], so_far, course.cause
        )
