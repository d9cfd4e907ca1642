"""Cutting the power at any moment, and opening what is left."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select, text

from bot.store.database.connection import Database
from bot.store.database.errors import StoreUnavailable
from bot.store.database.open import open_database
from bot.store.play.game_logs import stored_log, texts
from bot.store.play.schema import games
from tests.powercut.disk import Disk
from tests.powercut.recording import DATABASE, Operation
from tests.service.play.crash_player import Acknowledged
from tests.store.database.migrated import sqlite_url


@dataclass
class Outcome:
    """What came of some power cuts.

    Attributes:
        cuts: how many there were.
        operations: how many operations were recorded.
        acknowledged: how many calls had been acknowledged before the last of them.
        unsynced: how many cuts met writes that were not synced.
        wrong: what was lost, or damaged.
    """

    cuts: int = 0
    operations: int = 0
    acknowledged: int = 0
    unsynced: int = 0
    wrong: list[str] = field(default_factory=list)


async def cut_power(
    operations: Sequence[Operation], before: dict[str, bytes], folder: Path, cuts: int, seed: int
) -> Outcome:
    """Cut the power while some operations are carried out, and open the database each time.

    Args:
        operations: what was recorded.
        before: the files that were there before, by name.
        folder: where to put what is left of them.
        cuts: how often to cut.
        seed: draws when, and what is left.
    """
    rng = random.Random(seed)
    moments = Counter(rng.choices(range(1, len(operations) + 1), k=cuts))
    disk, outcome = Disk(before), Outcome(operations=len(operations))
    for moment, operation in enumerate(operations, 1):
        disk.do(operation)
        for _ in range(moments[moment]):
            files = disk.after_cut(rng)
            outcome.cuts += 1
            outcome.acknowledged = len(disk.acknowledged)
            outcome.unsynced += disk.has_unsynced
            outcome.wrong += [
                f"cut {outcome.cuts} after {moment} operations: {one}"
                for one in await _what_is_wrong(files, disk.acknowledged, folder)
            ]
    return outcome


async def _what_is_wrong(
    files: dict[str, bytes], acknowledged: Collection[Acknowledged], folder: Path
) -> list[str]:
    _replace_files(folder, files)
    try:
        async with open_database(sqlite_url(folder / DATABASE)) as database:
            return [*await _damage(database), *await _lost(database, acknowledged)]
    except StoreUnavailable as error:
        return [str(error)]


def _replace_files(folder: Path, files: dict[str, bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)


async def _damage(database: Database) -> list[str]:
    async with database.reading() as connection:
        found = (await connection.execute(text("PRAGMA integrity_check"))).scalars().all()
        dangling = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
    return [line for line in found if line != "ok"] + [f"{row} dangles" for row in dangling]


async def _lost(database: Database, acknowledged: Collection[Acknowledged]) -> list[str]:
    async with database.reading() as connection:
        query = select(games.c.id, games.c.log, games.c.finished_log)
        rows = await connection.execute(query)
        logs = {game_id: texts(stored_log(*log) or "") for game_id, *log in rows}
    return [
        f"{one} is lost"
        for one in acknowledged
        if one.game_id not in logs
        or one.version > len(logs[one.game_id])
        or (one.version and logs[one.game_id][one.version - 1] != one.action)
    ]
