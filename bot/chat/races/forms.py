"""The form of a race, and what was entered in it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from discord import RadioGroupOption

from bot.chat.games.formatting import format_time_limit
from bot.chat.games.forms import game_fields
from bot.chat.responding.forms import form, radio_field, tick_field
from bot.i18n import _
from bot.service.contests.races import CHALLENGE_TIME_LIMIT, TABLE_TIME_LIMIT

if TYPE_CHECKING:
    from bot.chat.responding.components import Entries
    from bot.chat.responding.forms import Field
    from bot.chat.responding.replies import Reply

_LIMITS: Final = (
    timedelta(minutes=10),
    timedelta(minutes=30),
    TABLE_TIME_LIMIT,
    timedelta(hours=3),
    CHALLENGE_TIME_LIMIT,
)


def table_form() -> Reply:
    """The form of a race that begins at a table."""
    hints = tick_field("hints", _("Allow hints and odds"))
    return form("race:start", _("A race"), [*game_fields(), _time(TABLE_TIME_LIMIT), hints])


def challenge_form(opponent: int, name: str) -> Reply:
    """The form of a challenge to a player."""
    title = _("Challenge {player}", player=name)
    return form(f"challenge:{opponent}", title, [*game_fields(), _time(CHALLENGE_TIME_LIMIT)])


def _time(usual: timedelta) -> Field:
    return radio_field(
        "seconds",
        _("Time limit"),
        [
            RadioGroupOption(
                label=format_time_limit(limit),
                value=str(int(limit.total_seconds())),
                default=limit == usual,
            )
            for limit in _LIMITS
        ],
    )


def entered_time(entries: Entries) -> timedelta:
    """The time limit that was entered."""
    return timedelta(seconds=int(entries["seconds"][0]))
