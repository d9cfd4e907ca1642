"""Who is shown in a guild's lists: those who played there, unless they chose otherwise.

The choice is one of the player's choices, named after the guild.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import or_, select

from bot.store.preferences import Owner, choose
from bot.store.schema import games, player_choices

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

    from bot.store.store import Database

_YES, _NO = "yes", "no"


def is_listed_in(guild_id: int, player_id: ColumnElement[int]) -> ColumnElement[bool]:
    """The condition that a player is shown in a guild's lists.

    Args:
        guild_id: the guild.
        player_id: the column, or value, that is the player.
    """
    played = select(games.c.player_id).where(games.c.guild_id == guild_id)
    chosen = select(player_choices.c.player_id).where(player_choices.c.name == _name(guild_id))
    shown = chosen.where(player_choices.c.value == _YES)
    hidden = chosen.where(player_choices.c.value == _NO)
    return or_(player_id.in_(played), player_id.in_(shown)) & player_id.not_in(hidden)


async def is_listed(store: Database, guild_id: int, player_id: int) -> bool:
    """Whether a player is shown in a guild's lists.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    played = (
        select(games.c.id)
        .where(games.c.guild_id == guild_id, games.c.player_id == player_id)
        .limit(1)
    )
    chosen = select(player_choices.c.value).where(
        player_choices.c.player_id == player_id, player_choices.c.name == _name(guild_id)
    )
    async with store.transaction() as connection:
        choice: str | None = (await connection.execute(chosen)).scalar_one_or_none()
        if choice in (_YES, _NO):
            return choice == _YES
        return (await connection.execute(played)).first() is not None


async def list_in(store: Database, guild_id: int, player_id: int, *, shown: bool | None) -> None:
    """Keep whether a player is to be shown in a guild's lists; None for where they played there.

    Raises:
        StoreUnavailable: when the database cannot be reached.
    """
    value = None if shown is None else _YES if shown else _NO
    await choose(store, Owner.PLAYER, player_id, {_name(guild_id): value})


def _name(guild_id: int) -> str:
    return f"listed:{guild_id}"
