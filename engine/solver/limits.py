"""When a search gives up: what a driver asks between two slices of compiled code."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from engine.solver import clocks

MAX_STATES: Final = 100_000_000
"""The default limit on the states that a search visits."""
_COUNTABLE: Final = 1 << 60
"""More states than any search visits, in a number that compiled code can hold."""
MAX_SECONDS: Final = 10.0
"""The default time limit of a search."""


def _check_seconds(limit: float) -> None:
    """Refuse a time limit that cannot be compared with a clock."""
    try:
        if not math.isnan(limit):
            return
    except OverflowError:
        raise ValueError("A time limit is a number of seconds, smaller than that.") from None
    raise ValueError("A time limit is a number of seconds, and NaN is none.")


class Limits:
    """The limits of one search, whose time runs from now on.

    Args:
        max_states: how many states to visit before giving up.
        max_seconds: how long to search before giving up; None for ``MAX_SECONDS``, or for no such
            limit if there is one of processor time.
        max_processor_seconds: how long the processor works for this thread before giving up.
        cancelled: whether to give up now; once true, it is not asked again.
        on_progress: is told how many states have been visited, as often as ``cancelled`` is asked.

    Raises:
        ValueError: if a time limit is not a number.
    """

    def __init__(
        self,
        *,
        max_states: int = MAX_STATES,
        max_seconds: float | None = None,
        max_processor_seconds: float | None = None,
        cancelled: Callable[[], bool] | None = None,
        on_progress: Callable[[int], object] | None = None,
    ) -> None:
        if max_seconds is None:
            max_seconds = MAX_SECONDS if max_processor_seconds is None else math.inf
        if max_processor_seconds is None:
            max_processor_seconds = math.inf
        for seconds in (max_seconds, max_processor_seconds):
            _check_seconds(seconds)
        self.max_states = min(max_states, _COUNTABLE)
        self._deadline = clocks.seconds() + max_seconds
        self._last_processor_second = clocks.processor_seconds() + max_processor_seconds
        self._cancelled, self._on_progress = cancelled, on_progress
        self._is_cancelled = False

    def part(self, share: Fraction, states: int) -> Limits:
        """The limits of one of several searches, which is cancelled when these are reached.

        Args:
            share: how much it gets of what is left.
            states: how many have been visited before.
        """
        return Limits(
            max_states=math.floor((self.max_states - states) * share),
            max_seconds=(self._deadline - clocks.seconds()) * float(share),
            max_processor_seconds=(self._last_processor_second - clocks.processor_seconds())
            * float(share),
            cancelled=lambda: self.are_reached(states),
        )

    def are_reached(self, states: int) -> bool:
        """Whether time is up or the search is cancelled; states are for the driver to count.

        Args:
            states: how many have been visited.
        """
        if self._on_progress is not None:
            self._on_progress(states)
        if not self._is_cancelled and self._cancelled is not None:
            self._is_cancelled = self._cancelled()
        return (
            self._is_cancelled
            or clocks.seconds() >= self._deadline
            or clocks.processor_seconds() >= self._last_processor_second
        )
