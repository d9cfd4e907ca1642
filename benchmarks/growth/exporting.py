"""``python -m benchmarks.growth.exporting URL PLAYER OTHER``: what an export costs the bot."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.timing import Figures, elapsed
from bot.service.contests.races import Races
from bot.service.play.games import Games
from bot.service.players.names import Names
from bot.service.players.privacy import Privacy
from bot.service.preferences import PreferenceService
from bot.service.solver.winnable import DealChoice
from bot.store.database.open import open_database


@dataclass(frozen=True, slots=True)
class ExportCost:
    """What an export takes.

    Attributes:
        seconds: how long it takes.
        mebibytes: the most memory of the process, with it.
        before: the most memory before.
        size: the file's size in bytes.
        presses: how long the presses of another player took meanwhile, in seconds.
    """

    seconds: float
    mebibytes: float
    before: float
    size: int
    presses: tuple[float, ...]

    @property
    def press(self) -> Figures:
        """How long presses took meanwhile."""
        return Figures(tuple(self.presses))


async def export_cost(url: str, player: int, other: int) -> ExportCost:
    """What an export takes, measured in a process of its own while another player plays."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "benchmarks.growth.exporting", url, str(player), str(other)),
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    return ExportCost(**json.loads(output))


async def _measure(url: str, player: int, other: int) -> ExportCost:
    async with open_database(url) as database:
        games = Games(database)
        preferences, names = PreferenceService(database), Names(games)
        privacy = Privacy(games, preferences, Races(games, _no_deal), names)
        await _press(games, other)
        before = _mebibytes()
        begin = time.perf_counter()
        exporting = asyncio.create_task(privacy.export(player))
        presses = []
        while not exporting.done():
            presses.append(await elapsed(lambda: _press(games, other)))
            await asyncio.sleep(0.05)
        export = await exporting
        seconds = time.perf_counter() - begin
        return ExportCost(seconds, _mebibytes(), before, len(export.content), tuple(presses))


async def _press(games: Games, player: int) -> None:
    """Play a move, and take it back the next time."""
    snapshot = await games.active(player)
    if snapshot.game.moves:
        await games.undo(player)
    else:
        await games.play(player, snapshot.game.legal_moves()[0])


async def _no_deal(rules_id: str) -> DealChoice:
    raise LookupError(rules_id)


def _mebibytes() -> float:
    """The most memory that this process has had."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:"))


if __name__ == "__main__":
    url, *players = sys.argv[1:]
    print(json.dumps(asdict(asyncio.run(_measure(url, *map(int, players))))))
