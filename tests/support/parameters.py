"""Parameters of which the quick tests take the first."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import pytest


def quick(values: Iterable[object], count: int = 1) -> list[object]:
    """The values, all but the first few of them ``slow``."""
    rest = iter(values)
    first = list(islice(rest, count))
    return [*first, *(pytest.param(value, marks=pytest.mark.slow) for value in rest)]
