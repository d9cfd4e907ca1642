"""The bot in a process of its own, which is killed or told to stop."""

from __future__ import annotations

import asyncio
import functools
import io
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image

from bot.chat.client import PatienceClient
from bot.chat.connection.command_registration import FileRegistry
from bot.chat.connection.library import point_at
from bot.images import ImageRenderer
from bot.process import run_until_signal
from bot.service.solver.pool import SolverPool
from bot.start import background_work, build_services
from bot.store.database.open import open_database
from rendering import Picture, Scene, Style
from tests.e2e.running_bot import TIMING

_SIDE: Final = 8


@dataclass(frozen=True)
class Address:
    """Where the bot finds everything.

    Attributes:
        api: the local Discord's.
        gateway: likewise.
        database: the URL of the database.
        folder: a folder of the bot's own.
    """

    api: str
    gateway: str
    database: str
    folder: Path


class Blank(ImageRenderer):
    """Draws the same picture at once: what a kill takes does not depend on pictures."""

    async def warm(self) -> None:
        """Start no worker, which would outlive a kill for a moment."""

    async def draw(self, scene: Scene, style: Style) -> Picture:
        """The picture."""
        return Picture(_png(), _SIDE, _SIDE, scene.board.rules.title)


@functools.cache
def _png() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (_SIDE, _SIDE)).save(file, "PNG")
    return file.getvalue()


def serve_until_stopped(address: Address) -> None:
    """Serve the players of a local Discord, until a signal to stop or a kill."""
    asyncio.run(_serve(address))


async def _serve(address: Address) -> None:
    point_at(address.api, address.gateway)
    solvers = SolverPool(0)
    async with open_database(address.database) as database, Blank() as images:
        services = build_services(database, images, solvers)
        client = PatienceClient(
            services,
            work=background_work(services),
            registry=FileRegistry(address.folder / "commands.sha256"),
            ready_timeout=0.0,
            timing=TIMING,
        )
        async with client:
            await run_until_signal(client.start("local"))
