"""Every table says whose rows it holds: deletion, export and the privacy page follow from it."""

from __future__ import annotations

from typing import Final

import pytest
from sqlalchemy import BigInteger, Table

from bot.store.database.columns import metadata
from bot.store.database.ownership import ownership_of, personal_tables

OTHERS: Final = {
    "application_id",
    "challenge_id",
    "channel_id",
    "guild_id",
    "id",
    "message_id",
    "race_id",
    "deal_number",
    "game_id",
    "scope",
    "subject",
}
"""The columns of large integers that aren't the ids of a row's players."""
HOW: Final = (
    'Add info=owned_by("player_id", holds=..., why=..., shown=...) to its Table in '
    "bot/store/*/schema.py, or whichever else of the functions in bot/store/database/ownership.py "
    "is true of it. Deletion, export and /privacy follow from it; make docs writes it into the "
    "privacy pages."
)


@pytest.mark.parametrize("table", metadata.sorted_tables, ids=str)
def test_a_table_says_whose_rows_it_holds(table: Table) -> None:
    assert table.info, f"The table {table.name} doesn't say whose rows it holds. {HOW}"
    ownership = ownership_of(table)
    for column in table.columns:
        if isinstance(column.type, BigInteger) and not column.foreign_keys:
            assert column.name in {*ownership.players, *OTHERS, "game_id"}, (
                f"Does {table.name}.{column.name} hold the id of a player? If so, name it in the "
                "info of the table, else among the OTHERS of this test."
            )
    if table not in personal_tables():
        owners = {key.column.table for key in table.foreign_keys} & {*personal_tables()}
        assert not owners, f"The rows of {table.name} belong to others', which are players'. {HOW}"


@pytest.mark.parametrize("table", personal_tables(), ids=str)
def test_what_a_table_names_exists(table: Table) -> None:
    ownership = ownership_of(table)
    assert {*ownership.players, *filter(None, [ownership.through])} <= {*table.c.keys()}
    assert not ownership.through or len(table.c[ownership.through].foreign_keys) == 1
    assert ownership.holds
    assert ownership.why
    assert ownership.shown, "/privacy and PRIVACY.md list what tables are shown as."
