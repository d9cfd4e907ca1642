"""Whose rows a table holds: deletion, export and all that says what is stored follow from it.

Every table says so in its ``info``, with one of the functions here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Table, or_, select

from bot.i18n import N_
from bot.store.database.columns import metadata

_KEY: Final = "ownership"

GAMES: Final = N_("your games: every move with its time, and the server and channel of each")
RESULTS: Final = N_("the results of your games, daily deals included")
SETTINGS: Final = N_("your settings, such as your theme, and your reminders with your time zone")
RACES: Final = N_("your challenges and races, and your ratings in them")
TOGETHER: Final = N_("when you played or voted in games that a channel plays together")
"""What players are told of several tables."""


@dataclass(frozen=True, slots=True)
class Ownership:
    """Whose rows a table holds.

    Attributes:
        holds: what they say.
        why: what they are stored for.
        shown: what players are told of them, with those of other tables.
        players: the columns with the ids of their players.
        through: the column that refers to another table's row, whose player's they are.
        is_shared: whether they stay for other players when one of theirs is deleted.
        counted_as: the field of ``DataSummary`` in which they are counted.
    """

    holds: str
    why: str = ""
    shown: str = ""
    players: tuple[str, ...] = ()
    through: str = ""
    is_shared: bool = False
    counted_as: str = ""


def owned_by(
    player: str, *, holds: str, why: str, shown: str, counted_as: str = ""
) -> dict[str, Ownership]:
    """Each row is about the player whose id is in this column, and is deleted with them."""
    return {_KEY: Ownership(holds, why, shown, players=(player,), counted_as=counted_as)}


def owned_through(column: str, *, holds: str, why: str, shown: str) -> dict[str, Ownership]:
    """Each row belongs to the row that this column refers to, and is deleted with it."""
    return {_KEY: Ownership(holds, why, shown, through=column)}


def shared_by(
    *players: str, holds: str, why: str, shown: str, counted_as: str = ""
) -> dict[str, Ownership]:
    """Each row is about the players in these columns, and stays for the others of them.

    Its subject takes a deleted player out, with a function registered by
    :func:`bot.store.play.events.on_deleted`.
    """
    return {
        _KEY: Ownership(holds, why, shown, players=players, is_shared=True, counted_as=counted_as),
    }


def owned_by_nobody(*, holds: str) -> dict[str, Ownership]:
    """The rows say nothing about players."""
    return {_KEY: Ownership(holds)}


def ownership_of(table: Table) -> Ownership:
    """Whose rows a table holds."""
    ownership: Ownership = table.info[_KEY]
    return ownership


def personal_tables() -> tuple[Table, ...]:
    """The tables with rows about players, each after those that it refers to."""
    return tuple(table for table in metadata.sorted_tables if _is_personal(table))


def shown_to_players() -> tuple[str, ...]:
    """What players are told that is stored of them, each kind once, to be translated."""
    others = (ownership_of(table).shown for table in personal_tables())
    return tuple(dict.fromkeys((GAMES, RESULTS, SETTINGS, RACES, TOGETHER, *others)))


def _is_personal(table: Table) -> bool:
    ownership = table.info.get(_KEY, Ownership(""))
    return bool(ownership.players or ownership.through)


def rows_about(table: Table, player_id: int) -> ColumnElement[bool]:
    """The condition for a table's rows about a player."""
    ownership = ownership_of(table)
    if not ownership.through:
        return or_(*(table.c[name] == player_id for name in ownership.players))
    column = table.c[ownership.through]
    [key] = column.foreign_keys
    owner = metadata.tables[key.column.table.name]
    return column.in_(select(key.column).where(rows_about(owner, player_id)))
