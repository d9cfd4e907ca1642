"""As many guilds as a load test asks for, each computed from its number.

Ordinary guilds of Discord have tens of channels, roles and emojis, which is what GUILD_CREATE is
made of. Here every guild has 50, 30 and 40, whose ids begin like the guild's own: so one text
serves all of them, and the event of a guild is that text with other digits.
"""

from __future__ import annotations

import bisect
import random
from array import array
from collections.abc import Iterator
from functools import cache, lru_cache

from local_discord.fixtures import SINCE, Channel, Emoji, Guild, bot_user, member_of
from local_discord.guilds import shard_of
from local_discord.payload import Payload, dumps

IDS_PER_GUILD = 1000
"""A guild's id is a multiple of it; those of what it has follow."""

FIRST_ID = 200_000_000_000_000_000
LAST_ID = 1_500_000_000_000_000_000
"""Between them lie the ids of guilds made from 2016 to 2026."""

CHANNELS, ROLES, EMOJIS = 50, 30, 40
CATEGORIES, VOICE = 5, 10
"""How many of the channels are categories, the first ones, and voice channels, the last ones."""

GUILD_VOICE = 2
GUILD_CATEGORY = 4

NAMES = (
    "The Card Table",
    "Night Owls",
    "Kartenrunde",
    "Königliche Runde",
    "Les Cartes",
    "Solitario",
    "トランプ",
    "Study Hall",
)
LOCALES = ("en-US", "en-US", "de", "de", "fr", "es-ES", "ja", "en-GB")

_SAMPLE_ID = 123_456_789_012_345_000
_SAMPLE = Guild(_SAMPLE_ID, "@name@", "@locale@", ())


class ManyGuilds:
    """So many guilds, spread over the shards as randomly as Discord's.

    What a test does to their channels is not in GUILD_CREATE.

    Args:
        count: how many.
        seed: the same one has the same ids.
    """

    def __init__(self, count: int, seed: int = 0) -> None:
        draw = random.Random(seed)
        gap = (LAST_ID - FIRST_ID) // IDS_PER_GUILD // count
        first = FIRST_ID // IDS_PER_GUILD
        numbers = (first + index * gap + draw.randrange(gap) for index in range(count))
        self._ids = array("Q", (number * IDS_PER_GUILD for number in numbers))
        # A guild in use is asked for again and again.
        self._at = lru_cache(maxsize=256)(self._computed)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._ids)

    def __iter__(self) -> Iterator[Guild]:
        """Every guild, by ascending id."""
        return map(self._computed, range(len(self)))

    def of_shard(self, number: int, count: int) -> Iterator[int]:
        """The ids of the guilds of shard `number` of `count`, ascending."""
        return (id_ for id_ in self._ids if shard_of(id_, count) == number)

    def get(self, guild_id: int | None) -> Guild | None:
        """The guild with that id, if there is one."""
        index = self._index(guild_id)
        return None if index is None else self._at(index)

    def of_channel(self, channel_id: int) -> Guild | None:
        """The guild that has a text channel from the start, if there is one."""
        guild = self.get(channel_id - channel_id % IDS_PER_GUILD)
        there = guild is not None and any(one.id == channel_id for one in guild.channels)
        return guild if there else None

    def of_emoji(self, emoji_id: int) -> Guild | None:
        """The guild that has a custom emoji from the start, if there is one."""
        number = emoji_id % IDS_PER_GUILD
        there = CHANNELS + ROLES <= number < CHANNELS + ROLES + EMOJIS
        return self.get(emoji_id - number) if there else None

    def created(self, guild_id: int) -> str | None:
        """The data of a guild's GUILD_CREATE in JSON."""
        index = self._index(guild_id)
        if index is None:
            return None
        text = _sample().replace(_digits(_SAMPLE_ID), _digits(guild_id))
        return text.replace(_SAMPLE.name, _name(index)).replace(_SAMPLE.locale, _locale(index))

    def _index(self, guild_id: int | None) -> int | None:
        index = bisect.bisect_left(self._ids, guild_id or 0)
        return index if index < len(self) and self._ids[index] == guild_id else None

    def _computed(self, index: int) -> Guild:
        id_ = self._ids[index]
        texts = range(1 + CATEGORIES, 1 + CHANNELS - VOICE)
        channels = tuple(Channel(id_ + number, f"channel-{number}", id_) for number in texts)
        return Guild(id_, _name(index), _locale(index), channels)


def _name(index: int) -> str:
    return f"{NAMES[index % len(NAMES)]} {index}"


def _locale(index: int) -> str:
    return LOCALES[index % len(LOCALES)]


def _digits(guild_id: int) -> str:
    """What the ids of a guild and of all it has begin with."""
    return str(guild_id // IDS_PER_GUILD)


@cache
def _sample() -> str:
    """The GUILD_CREATE of a sample guild."""
    everyone, *_ = _list(_SAMPLE.payload()["roles"])
    body = _SAMPLE.payload() | {
        "icon": "0123456789abcdef0123456789abcdef",
        "features": ["COMMUNITY", "NEWS", "INVITE_SPLASH"],
        "roles": [everyone, *(_role(everyone, number) for number in range(1, ROLES))],
        "emojis": [_emoji(number) for number in range(EMOJIS)],
        "joined_at": SINCE,
        "large": True,
        "unavailable": False,
        "member_count": 420,
        "members": [member_of(bot_user("Patience"))],
        "channels": [_channel(number) for number in range(1, 1 + CHANNELS)],
        "threads": [],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
    return dumps(body)


def _list(value: object) -> list[Payload]:
    return value if isinstance(value, list) else []


def _id(number: int) -> str:
    return str(_SAMPLE_ID + number)


def _role(everyone: Payload, number: int) -> Payload:
    named: Payload = {"id": _id(CHANNELS + number), "name": f"Role {number}", "position": number}
    return everyone | named | {"permissions": "2248473465835073"}


def _emoji(number: int) -> Payload:
    id_ = _SAMPLE_ID + CHANNELS + ROLES + number
    return Emoji(id_, f"emoji_{number}", _SAMPLE_ID).payload() | {"animated": number % 4 == 0}


def _channel(number: int) -> Payload:
    """A category, a text channel or a voice channel, as visible to some roles."""
    body = Channel(_SAMPLE_ID + number, f"channel-{number}", _SAMPLE_ID).payload(number)
    overwrites = [
        {"id": _id(CHANNELS + role), "type": 0, "allow": "1024", "deny": "2048"}
        for role in range(1, 4)
    ]
    body |= {"permission_overwrites": overwrites, "last_message_id": _id(IDS_PER_GUILD - 1)}
    if number <= CATEGORIES:
        return body | {"type": GUILD_CATEGORY, "last_message_id": None}
    body |= {"parent_id": _id(1 + number % CATEGORIES)}
    if number > CHANNELS - VOICE:
        return body | {"type": GUILD_VOICE, "bitrate": 64000, "user_limit": 0, "rtc_region": None}
    return body | {"topic": "What this channel is for, in a sentence or two, as most have one."}
