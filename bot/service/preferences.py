"""Preferences: how boards look, what a tap does, where boards are public.

They are stored as text. A value that this version does not know counts as not set.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Final

from bot.i18n import LANGUAGES
from bot.models import LeaderboardLine
from bot.store import Database
from bot.store.preferences import Owner, load_preferences, players_with, save_preferences
from rendering import THEMES, Back, Deck, Indices, Style

_MAX_CACHED: Final = 4096
_MAX_AGE: Final = 60.0
"""Seconds after which something is read again, although no change was heard of."""


class Tap(Enum):
    """What a tap on a pile does."""

    CLEAR = "clear"
    """Plays the only move, or one that is clear; selects the pile if there is a choice."""
    ONLY = "only"
    """Plays the only move; selects the pile if there are several."""
    BEST = "best"
    """Plays the best move."""
    CHOOSE = "choose"
    """Selects the pile."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """A player's preferences.

    Attributes:
        theme: the name of the theme.
        suits: the number of suit colours, 2 or 4.
        large_index: whether the cards have large indices.
        deck: the pictures of the court cards.
        back: the pattern on the backs of cards.
        indices: the letters of jack, queen and king.
        language: the code of the language; empty to follow Discord's.
        tap: what a tap on a pile does.
        autoplay: whether safe foundation moves are played automatically.
        confirm_give_up: whether giving up needs a confirmation.
        boards_are_public: whether others see the player's boards.
        motion: whether a win is celebrated with an animation.
        mentioned: whether a server's results, of days and tournaments, mention the player.
    """

    theme: str = "felt"
    suits: int = 2
    large_index: bool = False
    deck: Deck = Deck.PORTRAITS
    back: Back = Back.LATTICE
    indices: Indices = Indices.LANGUAGE
    language: str = ""
    tap: Tap = Tap.CLEAR
    autoplay: bool = False
    confirm_give_up: bool = True
    boards_are_public: bool = True
    motion: bool = True
    mentioned: bool = False

    @property
    def style(self) -> Style:
        """The style of the player's pictures."""
        return Style(
            self.theme,
            self.suits,
            self.large_index,
            deck=self.deck,
            back=self.back,
            indices=self.indices,
        )


@dataclass(frozen=True, slots=True)
class GuildPreferences:
    """A server's preferences.

    Attributes:
        channels: the ids of the channels in which boards are public; empty for all channels.
        language: the code of the language; empty to follow Discord's.
        daily_channel: the id of the channel that daily results are posted in; 0 for none.
        refused_channel: the id of the one that refused them, which turned them off; 0 for none.
        setup_offered: whether setup was offered to those who manage the server.
    """

    channels: frozenset[int] = frozenset()
    language: str = ""
    daily_channel: int = 0
    refused_channel: int = 0
    setup_offered: bool = False

    @property
    def is_set_up(self) -> bool:
        """Whether anything is chosen."""
        return bool(self.channels or self.language or self.daily_channel)


_SUITS: Final = {"2": 2, "4": 4}
_FLAGS: Final = {"yes": True, "no": False}
_TAPS: Final = {tap.value: tap for tap in Tap}
_DECKS: Final = {deck.value: deck for deck in Deck}
_BACKS: Final = {back.value: back for back in Back}
_INDICES: Final = {indices.value: indices for indices in Indices}


def parse_preferences(values: Mapping[str, str]) -> Preferences:
    """A player's preferences from stored values.

    >>> preferences = parse_preferences({"theme": "dark", "suits": "5", "hat": "red"})
    >>> preferences == Preferences(theme="dark")
    True
    """
    default = Preferences()

    def flag(name: str) -> bool:
        is_on: bool = getattr(default, name)
        return _FLAGS.get(values.get(name, ""), is_on)

    theme = values.get("theme", "")
    return Preferences(
        theme=theme if theme in THEMES else default.theme,
        suits=_SUITS.get(values.get("suits", ""), default.suits),
        large_index=flag("large_index"),
        deck=_DECKS.get(values.get("deck", ""), default.deck),
        back=_BACKS.get(values.get("back", ""), default.back),
        indices=_INDICES.get(values.get("indices", ""), default.indices),
        language=_parse_language(values),
        tap=_TAPS.get(values.get("tap", ""), default.tap),
        autoplay=flag("autoplay"),
        confirm_give_up=flag("confirm_give_up"),
        boards_are_public=flag("boards_are_public"),
        motion=flag("motion"),
        mentioned=flag("mentioned"),
    )


def format_preferences(preferences: Preferences) -> dict[str, str]:
    """A player's preferences as stored values.

    >>> values = format_preferences(Preferences(suits=4))
    >>> values["suits"], values["confirm_give_up"]
    ('4', 'yes')
    """
    return {field.name: _format(getattr(preferences, field.name)) for field in fields(preferences)}


def parse_guild_preferences(values: Mapping[str, str]) -> GuildPreferences:
    """A server's preferences from stored values."""
    channels = {_parse_id(text) for text in values.get("channels", "").split()}
    return GuildPreferences(
        channels=frozenset(channels - {0}),
        language=_parse_language(values),
        daily_channel=_parse_id(values.get("daily_channel", "")),
        refused_channel=_parse_id(values.get("refused_channel", "")),
        setup_offered="setup_offered" in values,
    )


def _format(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case _:
            return str(value)


def _parse_language(values: Mapping[str, str]) -> str:
    language = values.get("language", "")
    return language if language in LANGUAGES else ""


def _parse_id(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else 0


class PreferenceService:
    """The preferences of players and servers, cached for a minute.

    All methods may raise :class:`bot.store.StoreUnavailable`.
    """

    def __init__(self, database: Database, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Prepare.

        Args:
            database: an open database.
            clock: returns seconds since any fixed point.
        """
        self._database = database
        self._clock = clock
        self._changes = 0
        self._cache: OrderedDict[tuple[Owner, int], tuple[float, dict[str, str]]] = OrderedDict()

    async def get(self, player: int) -> Preferences:
        """A player's preferences."""
        return parse_preferences(await self._load(Owner.PLAYER, player))

    async def get_guild(self, guild: int) -> GuildPreferences:
        """A server's preferences."""
        return parse_guild_preferences(await self._load(Owner.GUILD, guild))

    async def save(self, player: int, **values: str) -> Preferences:
        """Save some of a player's preferences, as text by the names of :class:`Preferences`."""
        await self._save(Owner.PLAYER, player, values)
        return await self.get(player)

    async def save_guild(self, guild: int, **values: str) -> GuildPreferences:
        """Save some of a server's preferences; channel ids are separated by spaces."""
        await self._save(Owner.GUILD, guild, values)
        return await self.get_guild(guild)

    async def turn_off_posts(self, guild: int, channel: int) -> None:
        """Turn a server's daily results off, as their channel refuses them."""
        await self.save_guild(guild, daily_channel="", refused_channel=str(channel))

    def forget(self, player: int) -> None:
        """Drop what is cached of a player whose preferences were deleted, or changed elsewhere."""
        self._drop(Owner.PLAYER, player)

    def forget_guild(self, guild: int) -> None:
        """Drop what is cached of a server whose preferences changed elsewhere."""
        self._drop(Owner.GUILD, guild)

    def forget_all(self) -> None:
        """Drop all that is cached, as changes made elsewhere may have gone unnoticed."""
        self._changes += 1
        self._cache.clear()

    def _drop(self, owner: Owner, owner_id: int) -> None:
        self._changes += 1
        self._cache.pop((owner, owner_id), None)

    async def _save(self, owner: Owner, owner_id: int, values: Mapping[str, str]) -> None:
        await save_preferences(self._database, owner, owner_id, values)
        self._drop(owner, owner_id)

    async def _load(self, owner: Owner, owner_id: int) -> dict[str, str]:
        cached_at, values = self._cache.get((owner, owner_id), (None, {}))
        if cached_at is not None and self._clock() - cached_at < _MAX_AGE:
            return values
        changes = self._changes
        values = await load_preferences(self._database, owner, owner_id)
        if changes != self._changes:  # what was read may be from before
            return values
        self._cache[owner, owner_id] = (self._clock(), values)
        self._cache.move_to_end((owner, owner_id))
        if len(self._cache) > _MAX_CACHED:
            self._cache.popitem(last=False)
        return values


async def mentioned_players(database: Database, lines: Iterable[LeaderboardLine]) -> frozenset[int]:
    """Which players of some lines have agreed to be mentioned in results.

    Raises:
        StoreUnavailable: if the database fails.
    """
    players = {line.player_id for line in lines}
    return await players_with(database, players, "mentioned", "yes")
