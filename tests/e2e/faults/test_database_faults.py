"""A database that fails while people play: they are told, and play on without a restart."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import re
import resource
import shlex
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.__main__ import cli
from bot.images import ImageRenderer
from bot.process import run_until_corrupt
from bot.store.database.copies import daily_copies
from bot.store.database.open import open_database
from bot.store.play.games import active_game
from local_discord.testing import InteractionFailed, Message, Person
from tests.e2e.bot_process import EX_CONFIG, bot, page_of
from tests.e2e.log_lines import log_lines
from tests.e2e.messages import statistics
from tests.e2e.player import custom_id, until_answered
from tests.e2e.running_bot import RunningBot, running_patience
from tests.postgresql import Server, running_server
from tests.store.database.migrated import sqlite_url
from tests.waiting import until

TRY_AGAIN = "nothing was played. Try again in a minute."
MOST_LINES = 10


@pytest.fixture
def server() -> Iterator[Server]:
    """A PostgreSQL server of this test's own, which it may stop."""
    with running_server() as server:
        yield server


@pytest.fixture
async def patience(images: ImageRenderer, server: Server) -> AsyncIterator[RunningBot]:
    async with running_patience(images, server.create_database()) as patience:
        yield patience


async def dealt(person: Person) -> Message:
    return await person.command("patience", "play", game="saratoga", deal="42")


async def press(person: Person, board: Message) -> str:
    """Turn a card of the stock, and return what that comes to, be it a sentence."""
    return (await person.press(board, custom_id=custom_id(board, ":tap:s"))).text


@pytest.mark.postgres
async def test_players_play_on_when_postgresql_has_restarted(
    patience: RunningBot, server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with contextlib.AsyncExitStack() as stack:
        connecting = (
            stack.enter_async_context(Person.connect(patience.discord.page_url, name))
            for name in ("Ada", "Ben", "Chiyo")
        )
        players = [await one for one in connecting]
        for player in players:
            await player.until_online()
        boards = [await dealt(player) for player in players]
        await until_answered()
        caplog.clear()
        told = list[str]()

        async def play(player: Person, board: Message) -> None:
            while len(told) < 40:
                told.append(await press(player, board))

        await asyncio.to_thread(server.stop)
        await asyncio.gather(*map(play, players, boards))
        await asyncio.to_thread(server.start_again)
        assert {TRY_AGAIN in one for one in told} == {True}, set(told)

        async def move(player: Person) -> None:
            await player.command("patience", "type move", play="s")
            while "1 move ·" not in (await player.command("patience", "board")).text:
                await player.command("patience", "type move", play="s")

        await asyncio.gather(*map(move, players))
        await until_answered()
    assert len(log_lines(caplog)) <= MOST_LINES, log_lines(caplog)


async def test_a_bot_without_file_descriptors_plays_on_when_it_has_some(tmp_path: Path) -> None:
    async with (
        bot(tmp_path, "local", PATIENCE_SOLVER_WORKERS="0") as process,
        Person.connect(await page_of(process), "Ada") as ada,
    ):
        await ada.until_online()
        board = await dealt(ada)
        _, most = resource.prlimit(process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (3, most))
        with contextlib.suppress(InteractionFailed):
            await press(ada, board)
            await statistics(ada, "patience")
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (most, most))
        assert "·" in (await ada.command("patience", "board")).text
        assert "Statistics" in (await statistics(ada, "patience")).text
        process.terminate()
        _, errors = await process.communicate()
    assert process.returncode == 0
    lines = errors.decode().splitlines()
    assert len(lines) <= MOST_LINES, lines


def put_an_old_copy_in_place_of(file: Path) -> None:
    """Do what somebody does who restores a copy by hand and forgets to stop the bot."""
    [copy] = daily_copies(file)
    copy.replace(file)


async def restore_as_told(file: Path, line: str) -> None:
    """Run the command that the last line of a bot names."""
    command = re.search(f"The database {file} is .*“(python -m bot .*)”", line)
    assert command is not None, line
    invoke = functools.partial(CliRunner().invoke, cli, shlex.split(command[1])[3:])
    restoring = await asyncio.to_thread(invoke, env={"DATABASE_URL": sqlite_url(file)})
    assert restoring.exit_code == 0, restoring.output


async def test_a_damaged_file_is_restored_by_the_command_that_the_bot_names(
    images: ImageRenderer, migrated_file: Path
) -> None:
    async with (
        running_patience(images, migrated_file) as before,
        Person.connect(before.discord.page_url, "Ada") as ada,
    ):
        await ada.until_online()
        await dealt(ada)
    async with (
        bot(migrated_file.parent, "local", PATIENCE_SOLVER_WORKERS="0") as process,
        Person.connect(await page_of(process), "Ada") as ada,
    ):
        await ada.until_online()
        await until(lambda: daily_copies(migrated_file))
        damage(migrated_file)
        with contextlib.suppress(InteractionFailed, AssertionError, LookupError):
            await statistics(ada, "patience")
        _, errors = await process.communicate()
    last = errors.decode().splitlines()[-1]
    assert process.returncode == EX_CONFIG, last
    await restore_as_told(migrated_file, last)
    async with open_database(sqlite_url(migrated_file)) as database:
        game = await active_game(database, ada.id)
    assert game is not None
    assert game.deal_number == 42


@pytest.mark.parametrize("lose", [Path.unlink, put_an_old_copy_in_place_of])
async def test_a_file_that_is_lost_while_people_play_is_restored_with_all_they_played(
    tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    file = tmp_path / "patience.db"
    async with (
        bot(tmp_path, "local", PATIENCE_SOLVER_WORKERS="0") as process,
        Person.connect(await page_of(process), "Ada") as ada,
    ):
        await ada.until_online()
        await until(lambda: daily_copies(file))
        board = await dealt(ada)
        assert "1 move ·" in await press(ada, board)
        await asyncio.to_thread(lose, file)
        _, errors = await process.communicate()
    last = errors.decode().splitlines()[-1]
    assert process.returncode == EX_CONFIG, last
    async with bot(tmp_path, "local") as again:
        _, errors = await again.communicate()
        assert again.returncode == EX_CONFIG, "It does not go on with less than there was."
    await restore_as_told(file, last)
    async with (
        bot(tmp_path, "local", PATIENCE_SOLVER_WORKERS="0") as process,
        Person.connect(await page_of(process), "Ada") as ada,
    ):
        await ada.until_online()
        assert "1 move ·" in (await ada.command("patience", "board")).text


async def test_a_bot_that_is_told_to_stop_finishes_what_it_has_begun(migrated_file: Path) -> None:
    began, finished = asyncio.Event(), asyncio.Event()

    async def serve() -> None:
        try:
            began.set()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.5)
            finished.set()

    async with open_database(sqlite_url(migrated_file)) as database:
        serving = asyncio.create_task(run_until_corrupt(database, serve()))
        await began.wait()
        serving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await serving
    assert finished.is_set()


def damage(file: Path) -> None:
    """Overwrite the start of every page of a database but the first."""
    for path in (file, file.with_name(f"{file.name}-wal")):
        with path.open("r+b") as stream:
            for start in range(4096, path.stat().st_size - 4096, 512):
                stream.seek(start)
                stream.write(b"\xff" * 512)
