"""What is said of a race that is decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n import _
from bot.models.contests import RacerOutcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.models.contests import Race


def decided_line(race: Race, name: Callable[[int], str]) -> str:
    """Who has won a race that goes on for the places, and who would rather end it.

    Args:
        name: how a player is named, or mentioned.
    """
    won = [one for one in race.racers if one.outcome is RacerOutcome.WON]
    first = min(won, key=lambda one: one.time or race.time_limit)
    text = _(
        "🏆 {winner} has won. The others play on, until all of them press **End here**.",
        winner=name(first.player_id),
    )
    agreed = ", ".join(name(one.player_id) for one in race.left if one.ready_at)
    return f"{text} {_('Agreed: {players}.', players=agreed)}" if agreed else text
