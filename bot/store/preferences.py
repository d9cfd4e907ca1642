"""Preferences of players and servers, as text by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum
from typing import Final

from sqlalchemy import BindParameter, ColumnElement, Select, Table, bindparam, delete, select

from bot.store.database.connection import Database, notify
from bot.store.guilds.schema import guild_preferences
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
    async with database.autocommit() as connection:
        rows = await connection.execute(_LOAD[owner], {"owner_id": owner_id})
        return {row.name: row.value for row in rows}


async def save_preferences(
    database: Database, owner: Owner, owner_id: int, values: Mapping[str, str | None]
) -> None:
    """Save preferences, all or none; None deletes one."""
    table, own = _rows(owner, owner_id)
    key = f"{owner.value}_id"
    async with database.transaction() as connection:
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


async def players_with(
    database: Database, player_ids: Collection[int], name: str, value: str
) -> frozenset[int]:
    """Which of some players have set a preference to a value."""
    preference = player_preferences.c
    query = select(preference.player_id).where(
        preference.player_id.in_(player_ids), preference.name == name, preference.value == value
    )
    async with database.transaction() as connection:
        return frozenset((await connection.execute(query)).scalars())
