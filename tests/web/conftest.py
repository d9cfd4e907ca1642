"""Tables served for a test: services on a database, and the server, without any Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.images import ImageRenderer
from bot.models.play import GameSnapshot
from bot.service.play.games import Games
from bot.service.solver.pool import SolverPool
from bot.service.tables import Tables
from bot.services import Services
from bot.start import build_services
from bot.web.decks import Decks
from bot.web.server import serving
from tests.store.database.migrated import reopened, sqlite_url

ADA = 1001


@dataclass(frozen=True)
class Served:
    """Tables that are being served."""

    services: Services
    port: int

    @property
    def tables(self) -> Tables:
        """What gives out links to them."""
        return self.services[Tables]

    async def played(self, rules_id: str, deal_number: int, moves: str) -> GameSnapshot:
        """Ada's game of a deal, after some moves that the service has played."""
        games = self.services[Games]
        snapshot = await games.start(ADA, rules_id, deal_number)
        for move in moves.split():
            snapshot = await games.play(ADA, move)
        return snapshot


@asynccontextmanager
async def served(
    url: str,
    images: ImageRenderer,
    *,
    port: int = 0,
    most: int = 20,
    solvers: SolverPool | None = None,
) -> AsyncIterator[Served]:
    """Serve tables on a database while the block runs."""
    async with reopened(url) as database:
        pool = solvers or SolverPool(0)
        services = build_services(database, images, pool, secret="a secret of this test")
        decks = Decks(images, services[Tables])
        async with serving(services, decks, "127.0.0.1", port, most) as at:
            services[Tables].url = f"http://127.0.0.1:{at}"
            yield Served(services, at)


@pytest.fixture(scope="session")
def images() -> Iterator[ImageRenderer]:
    """One drawing worker for all tests, with more time than players would wait."""
    images = ImageRenderer(workers=1, seconds=60, wait=60)
    yield images
    images.close()


@pytest.fixture
def url(emptied_file: Path) -> str:
    return sqlite_url(emptied_file)


@pytest.fixture
async def table(url: str, images: ImageRenderer) -> AsyncIterator[Served]:
    async with served(url, images) as one:
        yield one
