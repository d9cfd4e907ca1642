"""Players' collections: which games they have won, and which of them perfectly, by family.

They follow from results, so that wins count from before there were collections.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Final

from bot.i18n import N_
from bot.models.results import GameRecord
from engine import Rules
from engine.games import FAMILIES
from rendering.charts.collection import Stamp

if TYPE_CHECKING:
    from bot.models.results import Career

ONE_OF_A_KIND: Final = N_("One of a kind")


@dataclass(frozen=True, slots=True)
class Collected:
    """What a player has of the games of a family; its title is not translated."""

    title: str
    games: tuple[tuple[Rules, Stamp], ...]

    @property
    def missing(self) -> tuple[Rules, ...]:
        """The games that are still to be won."""
        return tuple(rules for rules, stamp in self.games if stamp is Stamp.MISSING)

    @property
    def won(self) -> int:
        """How many of its games are won."""
        return len(self.games) - len(self.missing)


def stamped_first(career: Career, rules_id: str) -> Collected | None:
    """The family of a game of which a player has one win; None for another number."""
    if career.games.get(rules_id, GameRecord()).won != 1:
        return None
    families = collection_of(career)
    return next((one for one in families if rules_id in {game.id for game, _ in one.games}), None)


def collection_of(career: Career) -> tuple[Collected, ...]:
    """What a player has of each family; games without kin are together, as the last one."""
    families = [(family[0].title, family) for family in FAMILIES if len(family) > 1]
    alone = tuple(chain.from_iterable(one for one in FAMILIES if len(one) == 1))
    return tuple(
        Collected(title, tuple((rules, _stamp(career, rules)) for rules in family))
        for title, family in (*families, (ONE_OF_A_KIND, alone))
    )


def _stamp(career: Career, rules: Rules) -> Stamp:
    record = career.games.get(rules.id, GameRecord())
    if record.perfect:
        return Stamp.PERFECT
    return Stamp.WON if record.deals else Stamp.MISSING
