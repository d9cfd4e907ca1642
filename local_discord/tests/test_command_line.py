"""The command line."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from local_discord import LocalDiscord
from local_discord.testing import Person
from local_discord.tests.command_line import started

ROOT = Path(__file__).parents[2]


async def test_it_prints_addresses_and_serves_there_until_it_is_stopped() -> None:
    arguments = ("--name", "Pinger", "--token", "secret", "--page-token", "here")
    async with started(*arguments, cwd=ROOT) as printed:
        assert printed["Chat page"].endswith("/here/")
        async with Person.connect(printed["Chat page"], "Chiyo") as chiyo:
            assert chiyo.name == "Chiyo"


async def test_a_port_in_use_is_a_sentence() -> None:
    async with LocalDiscord() as local:
        process = await asyncio.create_subprocess_exec(
            *[sys.executable, "-m", "local_discord", "--port", str(local.port)],
            cwd=ROOT,
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await process.communicate()
    assert process.returncode == 1
    assert said.decode().startswith(f"Port {local.port} is in use;")
