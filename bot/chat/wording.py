"""Numbers and times as people say them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.i18n import _, long_day, ngettext
from engine import CATALOGUE

if TYPE_CHECKING:
    from bot.service import GameSnapshot, GameSummary
    from engine.rules import Difficulty


def moves_of(number: int) -> str:
    """So many moves: ``1 move``, ``12 moves``.

    >>> moves_of(1), moves_of(12)
    ('1 move', '12 moves')
    """
    return ngettext("{number} move", "{number} moves", number)


def cards_of(number: int) -> str:
    """So many cards."""
    return ngettext("{number} card", "{number} cards", number)


def days_of(number: int) -> str:
    """So many days."""
    return ngettext("{number} day", "{number} days", number)


def players_of(number: int) -> str:
    """So many players."""
    return ngettext("{number} player", "{number} players", number)


def duration(time: timedelta) -> str:
    """A length of time, to two units.

    >>> duration(timedelta(seconds=42)), duration(timedelta(seconds=372))
    ('42 s', '6 min 12 s')
    >>> duration(timedelta(hours=2, minutes=5, seconds=9))
    '2 h 5 min'
    """
    minutes, seconds = divmod(int(time.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    # The signs of these units are the same in all languages.
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def hides_number(game: GameSnapshot | GameSummary) -> bool:
    """Whether the number of a deal is not told.

    Those of the day and of a race could be tried out beside the game that counts.
    """
    return (game.day is not None or game.raced) and not game.state.is_final


def deal_of(game: GameSnapshot | GameSummary) -> str:
    """Which deal a game is: its number, the day whose deal it is, or that it is a race's."""
    number = _("deal {number}", number=game.deal_number)
    if game.day is None:
        return _("a race") if hides_number(game) else number
    day = long_day(game.day)
    return day if hides_number(game) else f"{day} · {number}"


def title_of(game: str) -> str:
    """The title of a game by the id of its rules; the id, where no such game is known any more."""
    rules = CATALOGUE.get(game)
    return _(rules.title) if rules else game


def level_of(difficulty: Difficulty, *, begins: bool = False) -> str:
    """How hard a game is, in a word.

    Args:
        difficulty: how hard it is.
        begins: whether a line begins with the word.
    """
    name = difficulty.name
    return _(name.capitalize() if begins else name.lower())
