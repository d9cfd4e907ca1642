"""What the board of a day's deal says of another player, where both have agreed to that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n import _
from bot.wording.formatting import format_clock, format_progress

if TYPE_CHECKING:
    from bot.models.play import GameSnapshot
    from bot.service.preferences import Preferences


def says_pace(preferences: Preferences, snapshot: GameSnapshot) -> bool:
    """Whether a player wants to know how far others were after as much time."""
    return preferences.paced and not preferences.quiet and not snapshot.state.is_final


def pace_words(snapshot: GameSnapshot, player: str, progress: int) -> str:
    """How far another player was after as much time."""
    return _(
        "{player}: {progress} after {time}",
        player=player,
        progress=format_progress(snapshot.game.rules, progress),
        time=format_clock(snapshot.elapsed),
    )
