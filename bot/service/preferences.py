"""What players and servers have chosen: how boards look, what a tap does, where boards are shown.

Nothing here can be wrong: a value that is not known, from an older or a newer version, is as good
as never chosen.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum
from typing import Final

from bot.i18n import LANGUAGES
from bot.store import Database
from bot.store.preferences import Owner, load_preferences, save_preferences
from rendering import THEMES, Style

_REMEMBERED: Final = 4096
_FRESH: Final = 60.0
"""Seconds for which a choice made through another process may go unnoticed."""


class Tap(Enum):
    """What a tap on a pile does."""

    CLEAR = "clear"
    """Plays where there is one place to go, else asks."""
    BEST = "best"
    """Plays the best move there is."""
    CHOOSE = "choose"
    """Always asks."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a player has chosen.

    Attributes:
        theme: the name of the boards' theme.
        suits: 2 or 4, the number of colours the suits have.
        large_index: whether the cards have large indices.
        language: the code of the language; empty for the one that Discord is set to.
        tap: what a tap on a pile does.
        plays_safe: whether foundation plays that can never hurt are played at once.
        confirms: whether giving up is asked about first.
        public: whether others see the boards.
    """

    theme: str = "felt"
    suits: int = 2
    large_index: bool = False
    language: str = ""
    tap: Tap = Tap.CLEAR
    plays_safe: bool = False
    confirms: bool = True
    public: bool = True

    @property
    def style(self) -> Style:
        """How pictures look to the player."""
        return Style(self.theme, self.suits, self.large_index)


@dataclass(frozen=True, slots=True)
class GuildPreferences:
    """What has been chosen for a server.

    Attributes:
        channels: the ids of the channels in which boards are public; none for all of them.
        language: the code of the language; empty for the one that Discord is set to.
        daily_channel: the id of the channel that is told the day's results; 0 for none.
    """

    channels: frozenset[int] = frozenset()
    language: str = ""
    daily_channel: int = 0


_SUITS: Final = {"2": 2, "4": 4}
_FLAGS: Final = {"yes": True, "no": False}
_TAPS: Final = {tap.value: tap for tap in Tap}


def preferences_from(chosen: dict[str, str]) -> Preferences:
    """A player's preferences from the values as they are kept.

    >>> preferences_from({"theme": "dark", "suits": "5", "plays_safe": "yes", "hat": "red"})
    ... # doctest: +NORMALIZE_WHITESPACE
    Preferences(theme='dark', suits=2, large_index=False, language='', tap=<Tap.CLEAR: 'clear'>,
                plays_safe=True, confirms=True, public=True)
    """
    theme, suits = chosen.get("theme", ""), chosen.get("suits", "")
    tap, plain = chosen.get("tap", ""), Preferences()
    return Preferences(
        theme=theme if theme in THEMES else plain.theme,
        suits=_SUITS.get(suits, plain.suits),
        large_index=_FLAGS.get(chosen.get("large_index", ""), plain.large_index),
        language=_language(chosen.get("language", "")),
        tap=_TAPS.get(tap, plain.tap),
        plays_safe=_FLAGS.get(chosen.get("plays_safe", ""), plain.plays_safe),
        confirms=_FLAGS.get(chosen.get("confirms", ""), plain.confirms),
        public=_FLAGS.get(chosen.get("public", ""), plain.public),
    )


def text_of(preferences: Preferences) -> dict[str, str]:
    """A player's preferences as they are kept.

    >>> text_of(Preferences(suits=4))["suits"], text_of(Preferences())["confirms"]
    ('4', 'yes')
    """
    return {field.name: _written(getattr(preferences, field.name)) for field in fields(preferences)}


def guild_preferences_from(chosen: dict[str, str]) -> GuildPreferences:
    """A server's preferences from the values as they are kept."""
    channels = {_number(one) for one in chosen.get("channels", "").split()}
    return GuildPreferences(
        channels=frozenset(channels - {0}),
        language=_language(chosen.get("language", "")),
        daily_channel=_number(chosen.get("daily_channel", "")),
    )


def _written(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case _:
            return str(value)


def _language(text: str) -> str:
    return text if text in LANGUAGES else ""


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else 0


class PreferenceService:
    """Everybody's preferences, kept in a store and remembered for a while."""

    def __init__(self, store: Database, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Keep choices in a store.

        Args:
            store: an open store.
            clock: tells seconds, from whenever.
        """
        self._store = store
        self._clock = clock
        self._known: OrderedDict[tuple[Owner, int], tuple[float, dict[str, str]]] = OrderedDict()

    async def of(self, player: int) -> Preferences:
        """A player's preferences.

        Raises:
            StoreUnavailable: when the database cannot be reached.
        """
        return preferences_from(await self._chosen(Owner.PLAYER, player))

    async def of_guild(self, guild: int) -> GuildPreferences:
        """A server's preferences.

        Raises:
            StoreUnavailable: when the database cannot be reached.
        """
        return guild_preferences_from(await self._chosen(Owner.GUILD, guild))

    async def choose(self, player: int, **chosen: str) -> Preferences:
        """Keep what a player chose, by the names of :class:`Preferences`, as text.

        Raises:
            StoreUnavailable: when the database cannot be reached.
        """
        await save_preferences(self._store, Owner.PLAYER, player, chosen)
        self._known.pop((Owner.PLAYER, player), None)
        return await self.of(player)

    async def choose_for_guild(self, guild: int, **chosen: str) -> GuildPreferences:
        """Keep what was chosen for a server; numbers of channels are separated by blanks.

        Raises:
            StoreUnavailable: when the database cannot be reached.
        """
        await save_preferences(self._store, Owner.GUILD, guild, chosen)
        self._known.pop((Owner.GUILD, guild), None)
        return await self.of_guild(guild)

    def forget(self, player: int) -> None:
        """Forget what is remembered of a player whose choices were deleted."""
        self._known.pop((Owner.PLAYER, player), None)

    async def _chosen(self, chooser: Owner, number: int) -> dict[str, str]:
        known = self._known.get((chooser, number))
        if known is not None and self._clock() - known[0] < _FRESH:
            return known[1]
        chosen = await load_preferences(self._store, chooser, number)
        self._known[chooser, number] = (self._clock(), chosen)
        self._known.move_to_end((chooser, number))
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return chosen
