"""How difficult a game is: as players of this server win it, once they have played it often enough.

Until then, in direct messages, and for what is the same everywhere, such as the day's deal, points
and badges, the catalogue's difficulty counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.chat.requests.pace import within
from bot.errors import StoreError
from bot.i18n import _, format_integer
from bot.service.players.statistics import Statistics
from engine.rules import Difficulty

if TYPE_CHECKING:
    from bot.chat.responding.context import Interaction
    from bot.models.players import WinCount
    from engine import Rules

WinCounts: TypeAlias = "Mapping[str, WinCount]"
"""What a server has played and won, by rules id: the games that it has played often."""
NO_WIN_COUNTS: Final[WinCounts] = MappingProxyType({})
"""Nothing is known of what players here win."""
_TIMEOUT: Final = 1.0
"""Seconds to wait for what was won; the catalogue's difficulty is better than none."""


def difficulty_of(rules: Rules, wins: WinCounts = NO_WIN_COUNTS) -> Difficulty:
    """A game's difficulty, where so much was won."""
    count = wins.get(rules.id)
    return rules.difficulty if count is None else Difficulty.of_wins(100 * count.won / count.played)


def explain_difficulty(rules: Rules, wins: WinCounts = NO_WIN_COUNTS) -> str:
    """What a game's difficulty follows from, as the end of a sentence."""
    count = wins.get(rules.id)
    if count is None:
        return _(rules.difficulty.value)
    return _(
        "{won} of {played} games were won here",
        won=format_integer(count.won),
        played=format_integer(count.played),
    )


async def guild_win_counts(interaction: Interaction) -> WinCounts:
    """What was won where somebody interacts; nothing where that cannot be read in time."""
    if interaction.guild_id is None:
        return NO_WIN_COUNTS
    statistics = interaction.client.services[Statistics]
    try:
        return await within(_TIMEOUT, statistics.often_played(interaction.guild_id))
    except (StoreError, TimeoutError):
        return NO_WIN_COUNTS
