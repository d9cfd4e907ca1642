"""Circuit breaker and rate-limited logging for outages of the database.

This is the one place that logs its failures: however long one lasts and however many players meet
it, it is a handful of lines.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final, Literal

from bot.store.database.errors import Failure, StoreUnavailable, cause_of, code_of, failure_of

_log = logging.getLogger(__name__)

_GRACE: Final = 2.0
"""Seconds of an outage before attempts are refused."""
_PROBES: Final = 1.0
"""Seconds between attempts that are allowed then."""
_FIRST_PAUSE: Final = 60.0
"""Seconds between the first two lines of an outage; each further pause is four times as long."""
_CALM: Final = 60.0
"""Seconds without a failure after which the next one is another outage."""

Success = Literal["read", "locked", "written"]
"""What succeeded: reading, a transaction that might have written, or one that did."""

_ENDED_BY: Final[dict[Success, Collection[Failure]]] = {
    "read": set(Failure) - {Failure.LOCKED, Failure.FULL, Failure.READ_ONLY},
    "locked": set(Failure) - {Failure.FULL, Failure.READ_ONLY},
    "written": set(Failure),
}
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
class _FailureState:
    """One kind of failure: when the next is worth a line, the pause then, if it was logged."""

    since: float
    last: float
    line_at: float
    cause: str = ""
    pause: float = _FIRST_PAUSE
    count: int = 0
    is_over: bool = False
    is_logged: bool = False


class Outage:
    """Counts failures and successes, logs outages, and refuses attempts in long slow ones."""

    def __init__(
        self, slow: Collection[Failure] = (), clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._slow = slow
        self._clock = clock
        self._states: dict[tuple[Failure, str | int], _FailureState] = {}
        self._tried = clock()

    def reason(self) -> str:
        """Why nothing can be saved, in a few words; "" if it can, as far as is known."""
        current = (
            f"{_WHAT[failure]} ({state.cause})"
            for (failure, _), state in self._states.items()
            if not state.is_over and failure not in {Failure.BUSY, Failure.OTHER}
        )
        return next(current, "")

    def record_failure(self, error: BaseException) -> Failure:
        """Count a failure; returns of which kind it is."""
        failure, now = failure_of(error), self._clock()
        # Unforeseen failures have little in common.
        key = failure, code_of(error) if failure is Failure.OTHER else ""
        state = self._states.get(key)
        if state is None or now - state.last > _CALM:
            state = self._states[key] = _FailureState(now, now, now)
        if state.is_over:
            state.is_over, state.since, state.count = False, now, 0
        state.cause, state.last, state.count = cause_of(error), now, state.count + 1
        if now >= state.line_at:
            state.line_at, state.pause = now + state.pause, state.pause * 4
            _log_failure(failure, state, error)
        return failure

    def record_success(self, success: Success) -> None:
        """End the failures that are over after a success."""
        began = list[float]()
        for (failure, _), state in self._states.items():
            if state.is_over or failure not in _ENDED_BY[success]:
                continue
            state.is_over = True
            if state.is_logged and failure is not Failure.OTHER:
                began.append(state.since)
            state.is_logged = False
        if began:
            _log.info("The database works again, after %.0f s.", self._clock() - min(began))

    def check(self) -> None:
        """Refuse an attempt that would only wait for a failure, but for one attempt a second."""
        now = self._clock()
        for (failure, _), state in self._states.items():
            is_open = failure in self._slow and not state.is_over and now - state.since > _GRACE
            if is_open and now - self._tried < _PROBES:
                raise unavailable(state.cause, failure)
            if is_open:
                self._tried = now


def unavailable(cause: str, failure: Failure) -> StoreUnavailable:
    """The error that says that the database fails."""
    return StoreUnavailable(
        f"Games cannot be read or saved at the moment ({cause}); try again in a minute.", failure
    )


def _log_failure(failure: Failure, state: _FailureState, error: BaseException) -> None:
    seconds = state.last - state.since
    so_far = f" since {seconds:.0f} s, {state.count} attempts" if seconds else ""
    state.is_logged = True
    if failure is Failure.OTHER:
        # Somebody will have to look at the code.
        _log.error("%s%s.", _WHAT[failure], so_far, exc_info=error)
    else:
        _log.warning(
            "%s%s (%s). Players are asked to try again.", _WHAT[failure], so_far, state.cause
        )
