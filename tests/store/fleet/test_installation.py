"""All processes on one database have the same secret."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select

from bot.store.database.open import open_database
from bot.store.fleet.installation import Installation, OtherSecret
from bot.store.fleet.schema import installation
from tests.store.database.migrated import sqlite_url


@pytest.mark.postgres
async def test_another_secret_is_refused_on_a_shared_database(migrated_postgres_url: str) -> None:
    async with open_database(migrated_postgres_url) as database:
        await Installation(database).check_secret("the secret of the first machine")
        await Installation(database).check_secret("the secret of the first machine")
        with pytest.raises(OtherSecret, match="PATIENCE_SECRET") as refused:
            await Installation(database).check_secret("the secret of the second machine")
        async with database.transaction() as connection:
            stored = str((await connection.execute(select(installation))).all())
    assert "the secret of" not in str(refused.value) + stored


async def test_a_file_takes_whatever_secret_it_is_opened_with(migrated_file: Path) -> None:
    async with open_database(sqlite_url(migrated_file)) as database:
        await Installation(database).check_secret("one secret of many")
        await Installation(database).check_secret("another secret of many")
