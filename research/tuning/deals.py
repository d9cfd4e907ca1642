"""The deals that weights are tuned on and those that they are compared on.

Neither are among those that tests and published figures use, which begin with deal 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine import Outcome, Rules
from engine.dealing import opening
from engine.solver import general
from engine.solver.general.weights import Family, Weights
from engine.solver.limits import Limits

GAMES: Final = {
    Family.SPIDER: ("spider-1", "spider-2", "spiderette", "scorpion"),
    Family.SIMON: ("simple-simon", "mrs-mop"),
    Family.YUKON: ("yukon", "alaska", "moosehide", "lexington-harp"),
    Family.CANFIELD: ("canfield", "superior-canfield", "rainfall", "american-toad"),
    Family.BUILDERS: ("forty-thieves", "josephine", "deuces", "maria", "rainbow"),
    Family.DEALERS: ("gypsy", "carlton", "easthaven", "saxony"),
    Family.CELLS: ("freecell", "bakers-game", "seahaven", "penguin", "stronghold"),
    Family.CASTLE: ("beleaguered-castle", "streets-and-alleys", "somerset", "morehead"),
    Family.EITHER: ("house-in-the-wood", "crescent"),
    Family.OPEN: ("king-albert", "flower-garden", "bisley", "fan", "portuguese-solitaire"),
}
"""A few games of each family, of which some deals are hard."""
_TRAINING: Final = 1_000_000
_HELD_OUT: Final = 1_010_000
_LONGEST: Final = 10_000.0
_UNDECIDED_COUNTS: Final = 4
"""As how many times the limit a deal counts that it did not suffice for."""


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search of a deal cost.

    Attributes:
        outcome: how it ended.
        states: how many states it visited.
    """

    outcome: Outcome
    states: int

    @property
    def cost(self) -> float:
        """The binary logarithm of the states that the deal takes, at a guess if undecided."""
        undecided = self.outcome is Outcome.UNKNOWN
        return math.log2(max(1, self.states) * (_UNDECIDED_COUNTS if undecided else 1))


def training_deals(games: Sequence[Rules], count: int) -> list[tuple[Rules, int]]:
    """The deals to tune on, ``count`` of each game, the games in turn."""
    return list(_deals(games, count, _TRAINING))


def held_out_deals(games: Sequence[Rules], count: int) -> list[tuple[Rules, int]]:
    """The deals to compare on."""
    return list(_deals(games, count, _HELD_OUT))


def search_deal(rules: Rules, deal: int, states: int, weights: Weights) -> Searched:
    """Search a deal with some weights."""
    board = opening(rules, deal)
    result = general.search(board, Limits(max_states=states, max_seconds=_LONGEST), weights)
    return Searched(result.outcome, result.states)


def _deals(games: Sequence[Rules], count: int, after: int) -> Iterator[tuple[Rules, int]]:
    for number in range(1, count + 1):
        for rules in games:
            # Games with Microsoft's deals have no more than a million.
            yield (
                rules,
                after + number if after + number <= rules.last_deal else after // 2 + number,
            )
