"""What players and servers have chosen in their settings, as text by name."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from bot.store.schema import guild_choices, player_choices

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Table

    from bot.store.store import Database


class Owner(Enum):
    """Whose choices they are."""

    PLAYER = "player"
    GUILD = "guild"


async def choices_of(store: Database, chooser: Owner, number: int) -> dict[str, str]:
    """What a player or a server has chosen: the values by their names.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    table, own = _rows(chooser, number)
    async with store.transaction() as connection:
        rows = await connection.execute(select(table.c.name, table.c.value).where(own))
        return {row.name: row.value for row in rows}


async def choose(
    store: Database, chooser: Owner, number: int, values: Mapping[str, str | None]
) -> None:
    """Keep choices, all or none; None forgets one.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    table, own = _rows(chooser, number)
    key = f"{chooser.value}_id"
    async with store.transaction() as connection:
        for name, value in values.items():
            if value is None:
                await connection.execute(delete(table).where(own, table.c.name == name))
                continue
            await connection.execute(
                store.dialect.insert(table)
                .values({key: number, "name": name, "value": value})
                .on_conflict_do_update(index_elements=[key, "name"], set_={"value": value})
            )


def _rows(chooser: Owner, number: int) -> tuple[Table, ColumnElement[bool]]:
    """The table of a kind of choosers, and the condition for one's own rows."""
    table = player_choices if chooser is Owner.PLAYER else guild_choices
    return table, table.c[f"{chooser.value}_id"] == number
