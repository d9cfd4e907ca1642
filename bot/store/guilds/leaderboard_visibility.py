"""Who appears in a server's leaderboards: its players, unless they chose otherwise.

The choice is one of the player's preferences, with the server's id in its name.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, Select, select

from bot.store.database.connection import Database
from bot.store.guilds.schema import guild_players
from bot.store.players.schema import player_preferences
from bot.store.preferences import Owner, save_preferences

_YES, _NO = "yes", "no"


def visible_in(guild_id: int, player_id: ColumnElement[int]) -> ColumnElement[bool]:
    """The condition that a player, given by a column, appears in a server's leaderboards."""
    players = select(guild_players.c.player_id).where(guild_players.c.guild_id == guild_id)
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


async def is_visible(database: Database, guild_id: int, player_id: int) -> bool:
    """Whether a player appears in a server's leaderboards."""
    played = select(guild_players.c.player_id).where(
        guild_players.c.guild_id == guild_id, guild_players.c.player_id == player_id
    )
    chosen = select(player_preferences.c.value).where(
        player_preferences.c.player_id == player_id, player_preferences.c.name == _name(guild_id)
    )
    async with database.transaction() as connection:
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


def _name(guild_id: int) -> str:
    return f"visible:{guild_id}"
