"""What beams over arrays share: how boards were reached, and hashes of boards."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]
Step = TypeVar("Step")

_MULTIPLIER: Final = np.uint64(0x9E3779B97F4A7C15)


class Trail(Generic[Step]):
    """How each board was reached: by which step, and from which board."""

    def __init__(self) -> None:
        """Have no boards; the first ones come from -1."""
        self._parents: list[Ints] = []
        self._steps: list[Step] = []
        self._ends: list[int] = []

    def add(self, parents: Ints, step: Step) -> Ints:
        """Add boards after the same step; their places."""
        first = self._ends[-1] if self._ends else 0
        end = first + len(parents)
        self._parents.append(parents)
        self._steps.append(step)
        self._ends.append(end)
        return np.arange(first, end)

    def line(self, node: int) -> list[Step]:
        """The steps that lead to a board."""
        parents = np.concatenate([np.zeros(0, np.int64), *self._parents])
        ends, steps = np.array(self._ends), list[Step]()
        while node >= 0:
            steps.append(self._steps[int(np.searchsorted(ends, node, "right"))])
            node = int(parents[node])
        return steps[::-1]


def odd_numbers(seed: int, *shape: int) -> Keys:
    """Random odd numbers, to hash with."""
    random = np.random.default_rng(seed)
    return random.integers(1 << 62, size=shape, dtype=np.uint64) | np.uint64(1)


def mixed(numbers: Keys) -> Keys:
    """Hashes of numbers, sensitive to every bit of them."""
    numbers = (numbers ^ (numbers >> np.uint64(31))) * _MULTIPLIER
    return numbers ^ (numbers >> np.uint64(29))


def first_of_each(keys: Keys) -> npt.NDArray[np.intp]:
    """The places of the first of each key, in their order."""
    return np.sort(np.unique(keys, return_index=True)[1])
