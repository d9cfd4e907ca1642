"""What a client gets after it identified: READY, and GUILD_CREATE for each guild."""

from __future__ import annotations

from local_discord.fixtures import APPLICATION_ID, SINCE, Guild, account_of
from local_discord.payload import Payload, dumps
from local_discord.state import State


def ready(state: State, session_id: str, guilds: list[int], resume_url: str) -> Payload:
    """The data of READY, without the shard.

    What discord/discord-api-docs does not list, Discord's clients are sent as well
    (discord-userdoccers, `pages/topics/gateway-events.mdx`, Ready).
    """
    return {
        "v": 10,
        "user": account_of(state.bot),
        "guilds": [{"id": str(guild_id), "unavailable": True} for guild_id in guilds],
        "session_id": session_id,
        "resume_gateway_url": resume_url,
        "application": {"id": str(APPLICATION_ID), "flags": 0},
        "session_type": "normal",
        "user_settings": {},
        "private_channels": [],
        "relationships": [],
        "game_relationships": [],
        "presences": [],
        "guild_join_requests": [],
        "geo_ordered_rtc_regions": ["rotterdam", "frankfurt", "madrid", "milan", "us-east"],
        "auth": {},
        "_trace": ['["local-discord",{"micros":0}]'],
    }


def created(state: State, guild_id: int) -> str:
    """The data of a guild's GUILD_CREATE in JSON."""
    text = state.guilds.created(guild_id)
    if text is not None:
        return text
    guild = state.guilds.get(guild_id)
    if guild is None:
        raise LookupError(f"There is no guild {guild_id}.")
    return dumps(guild_create(state, guild))


def guild_create(state: State, guild: Guild) -> Payload:
    """Discord's guild object with the keys that only GUILD_CREATE has."""
    return state.guild_payload(guild) | {
        "joined_at": SINCE,
        "large": False,
        "unavailable": False,
        "member_count": len(state.users) + 1,
        "members": [state.member_payload(guild.id, state.bot)],
        "channels": [
            channel.payload(position) for position, channel in enumerate(state.channels_of(guild))
        ],
        "threads": [],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
