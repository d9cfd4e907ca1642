"""Who looks at what is due: a function a kind. A feature that shows something adds a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.chat.daily.posts import chooser_message, day_message
from bot.chat.daily.reminders import reminder_message
from bot.chat.together.showing import count_votes
from bot.chat.tournaments.cog import tournament_ending
from bot.models.daily import DAY_MESSAGE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.chat.responding.loop import Handler

HANDLERS: Final[Mapping[str, Handler]] = {
    DAY_MESSAGE: day_message,
    "day refused": chooser_message,
    "reminder": reminder_message,
    "vote": count_votes,
    "tournament": tournament_ending,
}
