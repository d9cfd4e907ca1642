"""Servers: who plays there, their locales, offers, removals of the bot, what they left behind."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import Executable, delete, exists, select, union
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.contests import RaceState, TournamentKind
from bot.models.due import Subject
from bot.models.play import Deal
from bot.models.shards import ShardPlan
from bot.store.contests.entries import delete_contests
from bot.store.contests.schema import contests
from bot.store.database.connection import Database
from bot.store.due.due import touch
from bot.store.due.schema import due, posts
from bot.store.fleet.claims import sweep
from bot.store.guilds.schema import (
    channel_choices,
    guild_players,
    guild_preferences,
    guilds,
    removed_guilds,
)
from bot.store.play.events import on_dealt
from bot.store.together.boards import drop_boards
from bot.store.together.schema import shared_boards

SETUP: Final = "setup_offered"
"""The preference of a server that says when setup was offered."""
DAY: Final = "day_offered"
"""The one that says when the message of the day was."""


async def claim_offer(database: Database, guild_id: int, name: str, at: datetime) -> bool:
    """Claim offering something in a server; False if that was done."""
    statement = (
        database.dialect.insert(guild_preferences)
        .values(guild_id=guild_id, name=name, value=at.isoformat(timespec="seconds"))
        .on_conflict_do_nothing()
        .returning(guild_preferences.c.guild_id)
    )
    async with database.transaction() as connection:
        return (await connection.execute(statement)).first() is not None


async def save_channel_choice(database: Database, guild_id: int, player_id: int | None) -> None:
    """Save who chose the channel for a server's days; None if nobody is to be told."""
    statement = database.dialect.insert(channel_choices)
    async with database.transaction() as connection:
        if player_id is None:
            own = channel_choices.c.guild_id == guild_id
            await connection.execute(delete(channel_choices).where(own))
            return
        await connection.execute(
            statement.values(guild_id=guild_id, player_id=player_id).on_conflict_do_update(
                index_elements=[channel_choices.c.guild_id], set_={"player_id": player_id}
            )
        )


@on_dealt
async def note_guild_player(connection: AsyncConnection, deal: Deal, _game_id: int) -> None:
    """Note that a player was dealt a game in a server, in the transaction that deals it."""
    # Games of shared boards are nobody's.
    is_a_players = deal.player_id > 0
    if is_a_players and deal.place is not None and deal.place.guild_id is not None:
        values = {"guild_id": deal.place.guild_id, "player_id": deal.player_id}
        await connection.execute(_NOTE_PLAYER[connection.dialect.name], values)


# Built once: putting a statement together takes longer than sending it.
_NOTE_PLAYER: Final[Mapping[str, Executable]] = {
    "postgresql": postgresql.insert(guild_players).on_conflict_do_nothing(),
    "sqlite": sqlite.insert(guild_players).on_conflict_do_nothing(),
}


async def touch_refusal(database: Database, guild_id: int, channel_id: int, at: datetime) -> None:
    """Have whoever chose a server's channel told that it refuses messages; forget their choice."""
    own = channel_choices.c.guild_id == guild_id
    async with database.transaction() as connection:
        chooser = await connection.scalar(select(channel_choices.c.player_id).where(own))
        if chooser is not None:
            await connection.execute(delete(channel_choices).where(own))
            subject = Subject("day refused", guild_id, str(channel_id))
            await touch(connection, subject, at, player=chooser)


_IS_TOURNAMENT: Final = contests.c.kind.in_(list(TournamentKind))
_BATCH: Final = 1000
"""How many of perhaps a hundred thousand servers are looked at before others get their turn."""


async def save_locales(database: Database, locales: Mapping[int, str]) -> None:
    """Save the locales of servers; those that are as before are not written."""
    query = select(guilds.c.guild_id, guilds.c.locale).where(guilds.c.guild_id.in_([*locales]))
    insert = database.dialect.insert(guilds)
    statement = insert.on_conflict_do_update(
        index_elements=[guilds.c.guild_id], set_={"locale": insert.excluded.locale}
    )
    async with database.transaction() as connection:
        known = {(row.guild_id, row.locale) for row in await connection.execute(query)}
        # In one order, so that no two processes wait for each other.
        new = [
            {"guild_id": guild, "locale": locale}
            for guild, locale in sorted(locales.items())
            if (guild, locale) not in known
        ]
        if new:
            await connection.execute(statement, new)


async def stored_locale(database: Database, guild: int) -> str:
    """A server's locale; empty if it is not known."""
    query = select(guilds.c.locale).where(guilds.c.guild_id == guild)
    async with database.reading() as connection:
        return (await connection.execute(query)).scalar() or ""


async def note_removed_guilds(
    database: Database, present: Collection[int], ready: ShardPlan, at: datetime
) -> None:
    """Note which servers with data left these shards, whose servers are known, or came back."""
    tables = (guilds, guild_preferences, posts, shared_boards)
    ids = [select(table.c.guild_id).where(table.c.guild_id.is_not(None)) for table in tables]
    ids.append(select(contests.c.guild_id).where(_IS_TOURNAMENT))
    noted = removed_guilds.c.guild_id
    there, gone = frozenset(present), list[int]()
    async with database.reading() as connection:
        removed = {*(await connection.execute(select(noted))).scalars()}
        known = await connection.stream_scalars(union(*ids))
        async for some in known.partitions(_BATCH):
            gone += (one for one in some if one not in there and ready.serves(one))
    back, new = removed & there, set(gone) - removed
    if not back and not new:
        return
    async with database.transaction() as connection:
        for guild_id in back:
            await connection.execute(delete(removed_guilds).where(noted == guild_id))
        if new:
            # Another process may have noted them just now.
            statement = database.dialect.insert(removed_guilds).on_conflict_do_nothing()
            rows = [{"guild_id": one, "removed_at": at} for one in new]
            await connection.execute(statement, rows)


async def drop_removed_guilds(
    database: Database, ready: ShardPlan, before: datetime
) -> tuple[int, ...]:
    """Drop what servers of some shards left behind long ago, unless a tournament runs there."""
    guild_id = removed_guilds.c.guild_id
    has_tournament = exists().where(
        contests.c.guild_id == guild_id, _IS_TOURNAMENT, contests.c.state == RaceState.RUNNING
    )
    overdue = select(guild_id).where(removed_guilds.c.removed_at <= before, ~has_tournament)
    # What a process that died was doing then names servers as well.
    await sweep(database, before)
    async with database.transaction() as connection:
        dropped = tuple(filter(ready.serves, (await connection.execute(overdue)).scalars()))
    for one in dropped:
        # Each by itself, as nobody can move while SQLite is written to.
        await database.run(functools.partial(_drop, guild_id=one))
    return dropped


async def _drop(connection: AsyncConnection, guild_id: int) -> None:
    held = select(contests.c.id).where(contests.c.guild_id == guild_id, _IS_TOURNAMENT)
    await delete_contests(connection, (await connection.execute(held)).scalars().all())
    await drop_boards(connection, guild_id)
    for table in (
        due,
        posts,
        channel_choices,
        guild_preferences,
        guilds,
        removed_guilds,
    ):
        await connection.execute(delete(table).where(table.c.guild_id == guild_id))
