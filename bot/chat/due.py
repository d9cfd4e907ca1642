"""Who looks at what is due, a function a kind, and what features do beside that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.chat.daily.posts import chooser_message, day_message
from bot.chat.daily.reminders import reminder_message
from bot.chat.play.folding import fold_board
from bot.chat.races.boards import start_of_race
from bot.chat.races.messages import race_message
from bot.chat.settings.guilds import keep_following
from bot.chat.together.showing import count_votes
from bot.chat.tournaments.cog import tournament_ending
from bot.models.daily import DAY_MESSAGE
from bot.models.due import BOARD

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping

    from bot.chat.responding.context import PatienceBot
    from bot.chat.responding.loop import Handler

HANDLERS: Final[Mapping[str, Handler]] = {
    BOARD: fold_board,
    DAY_MESSAGE: day_message,
    "day refused": chooser_message,
    "race": race_message,
    "race start": start_of_race,
    "reminder": reminder_message,
    "tournament": tournament_ending,
    "vote": count_votes,
}

BACKGROUND: Final[Mapping[str, Callable[[PatienceBot], Coroutine[None, None, None]]]] = {
    "following servers": keep_following,
}
"""What features do for as long as the bot is connected, by name."""
