"""Other Discord clients, unchanged, against the local Discord.

`make clients` installs them. Without one, its tests are skipped with a line saying so.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from local_discord import LocalDiscord
from local_discord.testing import Person
from local_discord.testing.waiting import until

HERE = Path(__file__).parent / "clients"
PACKAGE = Path(__file__).parents[1]
NODE = shutil.which("node")
ADVICE = "is not installed: make -C local_discord clients"


class Client(NamedTuple):
    """A client and its bot.

    Attributes:
        environment: the folder beside this one that it is installed in; empty for Node's.
        transport: the compression that it asks for: zstd if there is a decompressor.
    """

    name: str
    script: str
    environment: str
    transport: str


CLIENTS = (
    Client("discord.py", "discord_py_bot.py", ".venv-clients", "zstd-stream"),
    Client("disnake", "disnake_bot.py", ".venv-clients", "zlib-stream"),
    Client(
        "hikari",
        "hikari_bot.py",
        ".venv-clients",
        "zstd-stream" if sys.version_info >= (3, 14) else "zlib-stream",
    ),
    Client("nextcord", "nextcord_bot.py", ".venv-nextcord", "zlib-stream"),
    Client("py-cord", "py_cord_bot.py", ".venv-py-cord", "zlib-stream"),
    Client("discord.js", "discord_js_bot.js", "", ""),
    Client("oceanic.js", "oceanic_bot.js", "", ""),
)
"""zstandard is installed with discord.py; hikari takes the one of Python 3.14."""

every_client = pytest.mark.parametrize("client", CLIENTS, ids=[one.name for one in CLIENTS])


def _command(client: Client) -> tuple[str, str]:
    """The program and script of a bot; skips the test if its client is not installed."""
    if client.environment:
        python = PACKAGE / client.environment / "bin/python"
        if not python.exists():
            pytest.skip(f"{client.name} {ADVICE}")
        return str(python), str(HERE / client.script)
    if NODE is None:
        pytest.skip(f"There is no node to run {client.name} with.")
    if not (HERE / "node_modules" / client.name).exists():
        pytest.skip(f"{client.name} {ADVICE}")
    return NODE, str(HERE / client.script)


@asynccontextmanager
async def _running(local: LocalDiscord, client: Client, log: Path) -> AsyncIterator[None]:
    """A bot's process; if something fails, the error shows what it logged."""
    arguments = [local.api_url] + [local.gateway_url] * (client.name == "discord.py")
    with log.open("w+b") as output:
        process = await asyncio.create_subprocess_exec(
            *_command(client), *arguments, stdout=output, stderr=subprocess.STDOUT
        )
        try:
            yield
        except BaseException as error:
            output.seek(0)
            error.add_note(output.read().decode())
            raise
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def _until_ready(person: Person) -> None:
    """Wait for the three commands, which some clients register one by one."""
    await person.until_online()
    await person.wait_until(lambda: len(person.commands) == 3, "three commands")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "bot.log"


@every_client
async def test_a_client_answers_updates_defers_follows_up_and_resumes(
    local: LocalDiscord, client: Client, log: Path
) -> None:
    async with _running(local, client, log), Person.connect(local.page_url, "Ada") as ada:
        await _until_ready(ada)
        assert local.gateway.transports == (client.transport,)
        assert (await ada.command("general", "echo", text="Hello")).text == "Hello"

        board = await ada.command("general", "board")
        assert board.text == "Pressed 0"
        pressed = await ada.press(board, label="Press")
        assert (pressed.id, pressed.text) == (board.id, "Pressed 1")
        assert await pressed.picture() == b"1 presses"

        assert (await ada.command("general", "later")).text == "Thought"
        await ada.until(lambda message: message.text == "And more", "follow-up")

        await local.gateway.close_connections()
        again = await ada.press(pressed, label="Press")
        assert again.text == "Pressed 2"
        assert (local.gateway.identifies, local.gateway.resumes) == (1, 1)
        assert local.refusals == []


@every_client
async def test_a_client_starts_as_many_shards_as_recommended(client: Client, log: Path) -> None:
    async with (
        LocalDiscord(shards=2, max_concurrency=2) as local,
        _running(local, client, log),
        Person.connect(local.page_url, "Ada") as ada,
    ):
        await until(lambda: local.gateway.served_shards == {(0, 2), (1, 2)})
        await _until_ready(ada)
        for channel in ("lounge", "general", "dm"):
            assert (await ada.command(channel, "echo", text="Hello")).text == "Hello"
        assert local.refusals == []
