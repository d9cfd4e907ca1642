"""Preferences: how boards look, what a tap does, where boards are public.

They are stored as text. A value that this version does not know counts as not set.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, Final, TypeAlias, TypeVar

from bot.i18n import LANGUAGES, N_
from bot.models.rankings import LeaderboardLine
from bot.recent import Recent
from bot.service.errors import ServiceError
from bot.store.daily.messages import note_day_changed
from bot.store.database.connection import Database
from bot.store.preferences import Owner, load_preferences, players_with, save_preferences
from engine import HouseRules, known_rules
from rendering import THEMES, Back, Deck, Indices, Style

_MAX_CACHED: Final = 4096
_MAX_AGE: Final = 60.0
"""Seconds after which something is read again, although no change was heard of."""


_Values = TypeVar("_Values")
_Cache: TypeAlias = Recent[int, tuple[float, _Values]]
"""Values by the id of their owner, with when they were read."""


class ListIsFull(ServiceError):
    """No more house rules fit the list."""

    def __init__(self) -> None:
        super().__init__(
            N_("There are {most} house rules on the list already. Take one off it first."),
            most=MAX_HOUSE_RULES,
        )


class Tap(Enum):
    """What a tap on a pile does."""

    CLEAR = "clear"
    """Plays the only move, or one that cannot hurt; selects the pile if there is a choice."""
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
        suits: the number of suit colours, 2 or 4.
        wide_boards: whether pictures are arranged for a desktop rather than for a phone.
        language: the code of the language; empty to follow Discord's.
        losses: whether a game that is stuck or given up says which move lost it.
        verdicts: whether the player is told unasked that a game can no longer be won.
        quiet: whether streaks, badges, best marks and times are left out.
        compared: whether the player is told how many did worse with the day's deal, anywhere.
        paced: whether the player and others who chose it as well are told on their boards of the
            day how far each was after as much time.
        mentioned: whether a server's results, of days and tournaments, mention the player.
        shown_losing: whether leaderboards of days show the player to others without a win, too.
        table_key: what the player's sessions at tables go by; 0 for no table yet.
    """

    theme: str = "felt"
    suits: int = 2
    large_index: bool = False
    wide_boards: bool = False
    deck: Deck = Deck.PORTRAITS
    back: Back = Back.LATTICE
    indices: Indices = Indices.LANGUAGE
    language: str = ""
    tap: Tap = Tap.CLEAR
    autoplay: bool = False
    confirm_give_up: bool = True
    boards_are_public: bool = True
    motion: bool = True
    quiet: bool = False
    text_boards: bool = False
    losses: bool = True
    verdicts: bool = False
    verdicts_offered: bool = False
    compared: bool = False
    mentioned: bool = False
    paced: bool = False
    shown_losing: bool = False
    may_be_challenged: bool = True
    house_rules: tuple[str, ...] = ()
    table_key: int = 0

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
            is_wide=self.wide_boards,
        )


@dataclass(frozen=True, slots=True)
class GuildPreferences:
    """A server's preferences.

    Attributes:
        channels: the ids of the channels in which boards are public; empty for all channels.
        daily_channel: the id of the channel that has the day's message; 0 for none.
        refused_channel: the id of the one that refused it, which turned it off; 0 for none.
    """

    channels: frozenset[int] = frozenset()
    language: str = ""
    daily_channel: int = 0
    refused_channel: int = 0
    setup_offered: bool = False
    day_offered: bool = False
    house_rules: tuple[str, ...] = ()

    @property
    def is_set_up(self) -> bool:
        """Whether anything is chosen."""
        return bool(self.channels or self.language or self.daily_channel)


_TABLE_KEY: Final = "table_key"
_HOUSE: Final = "house:"
"""What the names of preferences begin with that put house rules on a list: a row for each."""
MAX_HOUSE_RULES: Final = 10
"""How many a list takes, so that autocomplete has room for the other games as well."""
_FLAG: Final = {"yes": True, "no": False}
_VALUES: Final[Mapping[str, Mapping[str, Any]]] = {
    "theme": {name: name for name in THEMES},
    "suits": {"2": 2, "4": 4},
    "language": {code: code for code in LANGUAGES},
    **{one.name: _FLAG for one in fields(Preferences) if isinstance(one.default, bool)},
    **{
        one.name: {value.value: value for value in type(one.default)}
        for one in fields(Preferences)
        if isinstance(one.default, Enum)
    },
}
"""The values of each preference of a player, by the texts that are stored for them."""
_ON_DAYS: Final = frozenset({"boards_are_public", "mentioned"})
"""The preferences that decide how a server's message of the day shows a player."""


def parse_preferences(values: Mapping[str, str]) -> Preferences:
    """A player's preferences from stored values.

    >>> preferences = parse_preferences({"theme": "dark", "suits": "5", "hat": "red"})
    >>> preferences == Preferences(theme="dark")
    True
    """
    return Preferences(
        **{
            name: known[values[name]]
            for name, known in _VALUES.items()
            if values.get(name) in known
        },
        house_rules=_parse_house_rules(values),
        table_key=_parse_id(values.get(_TABLE_KEY, "")),
    )


def parse_guild_preferences(values: Mapping[str, str]) -> GuildPreferences:
    """A server's preferences from stored values."""
    channels = {_parse_id(text) for text in values.get("channels", "").split()}
    return GuildPreferences(
        channels=frozenset(channels - {0}),
        language=_parse_language(values),
        daily_channel=_parse_id(values.get("daily_channel", "")),
        refused_channel=_parse_id(values.get("refused_channel", "")),
        setup_offered="setup_offered" in values,
        day_offered="day_offered" in values,
        house_rules=_parse_house_rules(values),
    )


def _parse_house_rules(values: Mapping[str, str]) -> tuple[str, ...]:
    names = sorted(name.removeprefix(_HOUSE) for name in values if name.startswith(_HOUSE))
    return tuple(name for name in names if isinstance(known_rules(name), HouseRules))


def _parse_language(values: Mapping[str, str]) -> str:
    language = values.get("language", "")
    return language if language in LANGUAGES else ""


def _parse_id(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else 0


class PreferenceService:
    """The preferences of players and servers, cached for a minute."""

    def __init__(self, database: Database, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._clock = clock
        self._changes = 0
        self._players: _Cache[Preferences] = Recent(_MAX_CACHED)
        self._guilds: _Cache[GuildPreferences] = Recent(_MAX_CACHED)

    async def both(self, player: int, guild: int | None) -> tuple[Preferences, GuildPreferences]:
        """A player's preferences, and a server's; the defaults outside a server."""
        preferences = await self.get(player)
        return preferences, GuildPreferences() if guild is None else await self.get_guild(guild)

    async def get(self, player: int) -> Preferences:
        """A player's preferences."""
        return await self._load(self._players, Owner.PLAYER, player, parse_preferences)

    async def get_guild(self, guild: int) -> GuildPreferences:
        """A server's preferences."""
        return await self._load(self._guilds, Owner.GUILD, guild, parse_guild_preferences)

    async def save(self, player: int, **values: str | None) -> Preferences:
        """Save some of a player's preferences, as text by the names of :class:`Preferences`."""
        await save_preferences(self._database, Owner.PLAYER, player, values)
        self.forget(player)
        if not _ON_DAYS.isdisjoint(values):
            await note_day_changed(self._database, player)
        return await self.get(player)

    async def save_guild(self, guild: int, **values: str | None) -> GuildPreferences:
        """Save some of a server's preferences; channel ids are separated by spaces."""
        await save_preferences(self._database, Owner.GUILD, guild, values)
        self.forget_guild(guild)
        return await self.get_guild(guild)

    async def list_house_rules(self, player: int, rules_id: str, *, is_on: bool) -> Preferences:
        """Put house rules on a player's list, unless it is full, or take them off."""
        await self._list(Owner.PLAYER, player, rules_id, is_on=is_on)
        self.forget(player)
        return await self.get(player)

    async def list_guild_house_rules(
        self, guild: int, rules_id: str, *, is_on: bool
    ) -> GuildPreferences:
        """Put house rules on a server's list, or take them off, as :meth:`list_house_rules`."""
        await self._list(Owner.GUILD, guild, rules_id, is_on=is_on)
        self.forget_guild(guild)
        return await self.get_guild(guild)

    async def table_key(self, player: int, *, anew: bool = False) -> int:
        """What a player's sessions at tables go by: it is made for the first, or anew."""
        key = (await self.get(player)).table_key
        if key and not anew:
            return key

        def is_wanted(values: Mapping[str, str]) -> bool:
            return anew or _TABLE_KEY not in values

        made = {_TABLE_KEY: str(secrets.randbits(62) + 1)}
        await save_preferences(self._database, Owner.PLAYER, player, made, allowed=is_wanted)
        self.forget(player)
        return (await self.get(player)).table_key

    async def turn_off_posts(self, guild: int, channel: int) -> None:
        """Turn a server's message of the day off, as its channel refuses it."""
        await self.save_guild(guild, daily_channel="", refused_channel=str(channel))

    def forget(self, player: int) -> None:
        """Drop what is cached of a player whose preferences were deleted, or changed elsewhere."""
        self._changes += 1
        self._players.pop(player, None)

    def forget_guild(self, guild: int) -> None:
        """Drop what is cached of a server whose preferences changed elsewhere."""
        self._changes += 1
        self._guilds.pop(guild, None)

    def forget_all(self) -> None:
        """Drop all that is cached, as changes made elsewhere may have gone unnoticed."""
        self._changes += 1
        self._players.clear()
        self._guilds.clear()

    async def _list(self, owner: Owner, owner_id: int, rules_id: str, *, is_on: bool) -> None:
        def has_room(values: Mapping[str, str]) -> bool:
            return not is_on or len({*_parse_house_rules(values)} - {rules_id}) < MAX_HOUSE_RULES

        listing = {_HOUSE + rules_id: "yes" if is_on else None}
        if not await save_preferences(self._database, owner, owner_id, listing, allowed=has_room):
            raise ListIsFull

    async def _load(
        self,
        cache: _Cache[_Values],
        owner: Owner,
        owner_id: int,
        parse: Callable[[Mapping[str, str]], _Values],
    ) -> _Values:
        cached = cache.get(owner_id)
        if cached is not None and self._clock() - cached[0] < _MAX_AGE:
            return cached[1]
        changes = self._changes
        values = parse(await load_preferences(self._database, owner, owner_id))
        if changes != self._changes:  # what was read may be from before
            return values
        cache[owner_id] = (self._clock(), values)
        return values


async def mentioned_players(database: Database, lines: Iterable[LeaderboardLine]) -> frozenset[int]:
    """Which players of some lines have agreed to be mentioned in results."""
    players = {line.player_id for line in lines}
    return await players_with(database, players, "mentioned", "yes")
