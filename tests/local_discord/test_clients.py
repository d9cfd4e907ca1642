"""Other Discord clients, unchanged, against the local Discord.

`make clients` installs them. Without them, these tests are skipped with a line saying so.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from local_discord import LocalDiscord
from local_discord.testing import Person
from tests.waiting import until

HERE = Path(__file__).parent / "clients"
PYTHON = Path(f"{sys.prefix}-clients/bin/python")
NODE = shutil.which("node")

CLIENTS = [
    ("discord_py_bot.py", "zstd-stream"),
    ("disnake_bot.py", "zlib-stream"),
    ("hikari_bot.py", "zstd-stream" if sys.version_info >= (3, 14) else "zlib-stream"),
    ("discord_js_bot.js", ""),
]
"""Each bot, and the compression that its client asks for: zstd if there is a decompressor.

zstandard is installed with them for discord.py; hikari takes the one of Python 3.14.
"""


def _command(bot: str) -> tuple[str, str]:
    """The program and script of a bot; skips the test if its client is not installed."""
    if bot.endswith(".js"):
        if NODE is None:
            pytest.skip("There is no node to run discord.js with.")
        if not (HERE / "node_modules/discord.js").exists():
            pytest.skip("discord.js is not installed: make clients")
        return NODE, str(HERE / bot)
    if not PYTHON.exists():
        pytest.skip("Other clients than discord.py are not installed: make clients")
    return str(PYTHON), str(HERE / bot)


@asynccontextmanager
async def _running(local: LocalDiscord, bot: str, log: Path) -> AsyncIterator[None]:
    """A bot's process; if something fails, the error shows what it logged."""
    arguments = [local.api_url] + [local.gateway_url] * (bot == "discord_py_bot.py")
    with log.open("w+b") as output:
        process = await asyncio.create_subprocess_exec(
            *_command(bot), *arguments, stdout=output, stderr=subprocess.STDOUT
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


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "bot.log"


@pytest.mark.parametrize(("bot", "transport"), CLIENTS)
async def test_a_client_answers_updates_defers_follows_up_and_resumes(
    local: LocalDiscord, bot: str, transport: str, log: Path
) -> None:
    async with _running(local, bot, log), Person.connect(local.page_url, "Ada") as ada:
        await ada.until_online()
        assert local.gateway.transports == (transport,)
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


@pytest.mark.parametrize("bot", [bot for bot, _ in CLIENTS])
async def test_a_client_starts_as_many_shards_as_recommended(bot: str, log: Path) -> None:
    async with (
        LocalDiscord(shards=2, max_concurrency=2) as local,
        _running(local, bot, log),
        Person.connect(local.page_url, "Ada") as ada,
    ):
        await until(lambda: local.gateway.served_shards == {(0, 2), (1, 2)})
        await ada.until_online()
        for channel in ("lounge", "general", "dm"):
            assert (await ada.command(channel, "echo", text="Hello")).text == "Hello"
        assert local.refusals == []
