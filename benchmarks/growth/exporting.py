"""``python -m benchmarks.growth.exporting URL PLAYER``: what an export costs the bot's process."""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from dataclasses import asdict, dataclass
from typing import Final

from bot.service import (
    Challenges,
    DealChoice,
    Games,
    Names,
    PreferenceService,
    Privacy,
    Races,
)
from bot.store import open_database

_TICK: Final = 0.005


@dataclass(frozen=True, slots=True)
class ExportCost:
    """What an export takes.

    Attributes:
        seconds: how long it takes.
        mebibytes: the most memory of the process.
        before: how much that was before.
        lag: the longest time in milliseconds for which nothing else ran.
        size: the file's size in bytes.
    """

    seconds: float
    mebibytes: float
    before: float
    lag: float
    size: int


async def export_cost(url: str, player: int) -> ExportCost:
    """What an export takes, measured in a process of its own."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "benchmarks.growth.exporting", url, str(player)),
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    return ExportCost(**json.loads(output))


async def _measure(url: str, player: int) -> ExportCost:
    async with open_database(url) as database:
        games = Games(database)
        challenges, races = Challenges(games, _no_deal), Races(games, _no_deal)
        preferences, names = PreferenceService(database), Names(games)
        privacy = Privacy(games, preferences, challenges, races, names)
        await games.unfinished(player)
        before, lags = _mebibytes(), [0.0]
        ticking = asyncio.create_task(_tick(lags))
        begin = time.perf_counter()
        export = await privacy.export(player)
        seconds = time.perf_counter() - begin
        ticking.cancel()
        return ExportCost(seconds, _mebibytes(), before, max(lags) * 1e3, len(export.content))


async def _no_deal(rules_id: str) -> DealChoice:
    raise LookupError(rules_id)


async def _tick(lags: list[float]) -> None:
    while True:
        begin = time.perf_counter()
        await asyncio.sleep(_TICK)
        lags.append(time.perf_counter() - begin - _TICK)


def _mebibytes() -> float:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    print(json.dumps(asdict(asyncio.run(_measure(sys.argv[1], int(sys.argv[2]))))))
