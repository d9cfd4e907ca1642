"""Who looks at what is due: a function a kind. A feature that shows something adds a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.chat.daily.reminders import reminder_message
from bot.chat.together.showing import count_votes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.chat.responding.loop import Handler

HANDLERS: Final[Mapping[str, Handler]] = {
    "reminder": reminder_message,
    "vote": count_votes,
}
