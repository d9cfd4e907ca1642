"""Preferences of players and servers, as text by name.

One of a player's, with a server's id in its name, says whether they appear in its leaderboards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import Enum
from typing import Final

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    CompoundSelect,
    Select,
    Table,
    bindparam,
    cast,
    delete,
    exists,
    func,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database.connection import Database, notify, take_turns
from bot.store.guilds.schema import guild_players, guild_preferences
from bot.store.players.schema import player_preferences


class Owner(Enum):
    """Whose preferences they are."""

    PLAYER = "player"
    GUILD = "guild"


def _rows(owner: Owner, owner_id: int | BindParameter[int]) -> tuple[Table, ColumnElement[bool]]:
    """The table for a kind of owner, and the condition for one owner's rows."""
    table = player_preferences if owner is Owner.PLAYER else guild_preferences
    return table, table.c[f"{owner.value}_id"] == owner_id


def _loading(owner: Owner) -> Select[tuple[str, str]]:
    table, own = _rows(owner, bindparam("owner_id"))
    return select(table.c.name, table.c.value).where(own)


_LOAD: Final = {owner: _loading(owner) for owner in Owner}


async def load_preferences(database: Database, owner: Owner, owner_id: int) -> dict[str, str]:
    """The preferences of a player or a server, values by name."""
    async with database.reading() as connection:
        return await _load(connection, owner, owner_id)


async def _load(connection: AsyncConnection, owner: Owner, owner_id: int) -> dict[str, str]:
    rows = await connection.execute(_LOAD[owner], {"owner_id": owner_id})
    return {row.name: row.value for row in rows}


async def save_preferences(
    database: Database,
    owner: Owner,
    owner_id: int,
    values: Mapping[str, str | None],
    *,
    allowed: Callable[[Mapping[str, str]], bool] | None = None,
) -> bool:
    """Save preferences, all or none; None deletes one.

    Returns:
        Whether that is allowed, given what is saved before.
    """
    table, own = _rows(owner, owner_id)
    key = f"{owner.value}_id"
    async with database.transaction() as connection:
        if allowed is not None:
            await take_turns(connection, owner_id)
            if not allowed(await _load(connection, owner, owner_id)):
                return False
        for name, value in values.items():
            if value is None:
                await connection.execute(delete(table).where(own, table.c.name == name))
                continue
            await connection.execute(
                database.dialect.insert(table)
                .values({key: owner_id, "name": name, "value": value})
                .on_conflict_do_update(index_elements=[key, "name"], set_={"value": value})
            )
        await notify(connection, owner.value, owner_id)
    return True


async def players_with(
    database: Database, player_ids: Collection[int], name: str, value: str
) -> frozenset[int]:
    """Which of some players have set a preference to a value."""
    preference = player_preferences.c
    query = select(preference.player_id).where(
        preference.player_id.in_(player_ids), preference.name == name, preference.value == value
    )
    async with database.reading() as connection:
        return frozenset((await connection.execute(query)).scalars())


_YES, _NO = "yes", "no"


def visible_in(guild_id: int, player_id: ColumnElement[int]) -> ColumnElement[bool]:
    """The condition that a player, given by a column, appears in a server's leaderboards."""
    players = select(guild_players.c.player_id).where(guild_players.c.guild_id == guild_id)
    # Of a union of all, PostgreSQL expects no more than two hundred players.
    visible = players.union(_who_chose(guild_id, _YES))
    return player_id.in_(visible) & is_not_hidden(guild_id, player_id)


def is_not_hidden(guild_id: int, player_id: ColumnElement[int]) -> ColumnElement[bool]:
    """The condition that someone who has played in a server appears in its leaderboards."""
    return player_id.not_in(_who_chose(guild_id, _NO))


def _who_chose(guild_id: int, value: str) -> Select[tuple[int]]:
    preference = player_preferences.c
    return select(preference.player_id).where(
        preference.name == _name(guild_id), preference.value == value
    )


def has_chosen(player_id: ColumnElement[int], name: str, value: str) -> ColumnElement[bool]:
    """The condition that a player, given by a column, has set a preference to a value."""
    preference = player_preferences.c
    return exists().where(
        preference.player_id == player_id, preference.name == name, preference.value == value
    )


def listing_guilds(player_id: int) -> CompoundSelect[tuple[int]]:
    """The ids of the servers whose leaderboards may show a player, or have until just now."""
    played = select(guild_players.c.guild_id).where(guild_players.c.player_id == player_id)
    name, beginning = player_preferences.c.name, _name("")
    chosen = select(cast(func.substr(name, len(beginning) + 1), BigInteger)).where(
        player_preferences.c.player_id == player_id, name.startswith(beginning)
    )
    return played.union(chosen)


async def is_visible(database: Database, guild_id: int, player_id: int) -> bool:
    """Whether a player appears in a server's leaderboards."""
    played = select(guild_players.c.player_id).where(
        guild_players.c.guild_id == guild_id, guild_players.c.player_id == player_id
    )
    chosen = select(player_preferences.c.value).where(
        player_preferences.c.player_id == player_id, player_preferences.c.name == _name(guild_id)
    )
    async with database.reading() as connection:
        choice: str | None = (await connection.execute(chosen)).scalar_one_or_none()
        if choice in (_YES, _NO):
            return choice == _YES
        return (await connection.execute(played)).first() is not None


async def set_visibility(
    database: Database, guild_id: int, player_id: int, *, visible: bool | None
) -> None:
    """Set whether a player appears in a server's leaderboards; None for where they played."""
    value = None if visible is None else _YES if visible else _NO
    await save_preferences(database, Owner.PLAYER, player_id, {_name(guild_id): value})


def _name(guild_id: int | str) -> str:
    return f"visible:{guild_id}"
