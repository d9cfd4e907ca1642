"""Starting the bot as the README describes, in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

import engine.solver
from bot.service.solver.kernels import is_compiled
from bot.store.database.open import open_database
from bot.store.players.last_seen import save_last_seen
from local_discord import LocalDiscord
from local_discord.testing import Person
from tests.e2e.bot_process import (
    EX_CONFIG,
    EX_TEMPFAIL,
    bot,
    children_of,
    is_alive,
    is_one_line,
    page_of,
    surroundings,
)
from tests.postgresql import Server
from tests.store.database.migrated import sqlite_url
from tests.store.finished_games import play_to_the_end
from tests.waiting import until

_START_SECONDS = 90.0
"""How long a bot's process may take to start on a busy machine."""


async def refused(folder: Path, code: int = 1, **settings: str) -> str:
    """What the bot prints when it cannot start."""
    async with bot(folder, "run", **settings) as process:
        output, errors = await process.communicate()
        assert process.returncode == code
        assert output == b""
        return errors.decode()


async def test_without_a_token_a_newcomer_can_play_at_once(tmp_path: Path) -> None:
    async with bot(tmp_path, "run") as process:
        async with Person.connect(await page_of(process), "Ada") as ada:
            assert ada.online, "The address is printed once the bot is connected."
            board = await ada.command("patience", "play", game="phoenix", deal="7")
            assert (await board.picture()).startswith(b"\x89PNG")
        process.send_signal(signal.SIGTERM)
        output, errors = await process.communicate()
        assert process.returncode == 0
        assert "kept" in output.decode()
        assert "Traceback" not in errors.decode()


async def test_a_stop_that_make_passes_on_lets_the_bot_end_in_order(tmp_path: Path) -> None:
    """It gets the signal with its group as well, and its workers do."""
    (tmp_path / "Makefile").write_text(f"run:\n\t@{sys.executable} -m bot run\n")
    make = await asyncio.create_subprocess_exec(
        "make",
        cwd=tmp_path,
        env=surroundings(tmp_path, {}),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    async with Person.connect(await page_of(make), "Ada") as ada:
        await ada.until_online(seconds=_START_SECONDS)
        await ada.command("patience", "play", game="phoenix", deal="7")
    os.killpg(make.pid, signal.SIGTERM)
    output, errors = await make.communicate()
    assert "kept" in output.decode()
    assert "leaked" not in errors.decode()


async def test_a_bot_that_stays_down_ends_well_but_says_what_to_change(tmp_path: Path) -> None:
    settings = {"PATIENCE_SHARDS": "none"}
    async with bot(tmp_path, "run", "--stay-down", **settings) as process:
        _output, errors = await process.communicate()
    assert process.returncode == 0
    assert is_one_line(errors.decode())
    assert "PATIENCE_SHARDS" in errors.decode()


@pytest.mark.skipif(sys.platform != "linux", reason="a folder in which nobody can write")
async def test_a_folder_that_is_not_writable_is_named(tmp_path: Path) -> None:
    """Starting again cannot help, so the exit code says that as well."""
    own = {"PATIENCE_SECRET": "x" * 43}
    for settings in ({}, own):
        url = "sqlite+aiosqlite:////sys/patience/patience.db"
        said = await refused(tmp_path, EX_CONFIG, DATABASE_URL=url, **settings)
        assert is_one_line(said)
        assert "this user may not write to the folder /sys/patience" in said.replace("This", "this")


async def test_what_stays_as_it_is_until_it_is_changed_ends_the_bot_for_good(
    tmp_path: Path,
) -> None:
    (tmp_path / "diary").write_text("dear diary " * 100)
    url = f"sqlite+aiosqlite:///{tmp_path / 'diary'}"
    assert "file is not a database" in await refused(tmp_path, EX_CONFIG, DATABASE_URL=url)


async def test_a_database_that_another_process_has_ends_the_bot_until_that_gives_it_up(
    tmp_path: Path,
) -> None:
    file = tmp_path / "patience.db"
    async with open_database(sqlite_url(file)):
        said = await refused(tmp_path, EX_TEMPFAIL)
    assert is_one_line(said)
    assert "is in use by another Patience" in said
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        said = await refused(tmp_path, EX_TEMPFAIL)
    assert is_one_line(said)
    assert "is locked by another program" in said


@pytest.mark.skipif(sys.platform == "win32", reason="has other permissions")
async def test_a_token_that_others_can_read_is_warned_of_at_the_start(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("PATIENCE_SECRET=long enough to be a secret\n")
    (tmp_path / ".env").chmod(0o644)
    async with open_database(sqlite_url(tmp_path / "patience.db")):
        said = await refused(tmp_path, EX_TEMPFAIL)
    assert "other users of this machine can read PATIENCE_SECRET" in said
    assert "long enough" not in said


@pytest.mark.postgres
async def test_a_postgresql_database_that_stays_as_it_is_ends_the_bot_for_good(
    tmp_path: Path, postgres_url: str, postgres_server: Server
) -> None:
    rules = postgres_server.data / "pg_hba.conf"
    kept = rules.read_text()
    await in_database(postgres_url, "CREATE ROLE guarded LOGIN PASSWORD 'right'")
    # Among the others, who may enter without a password, one may not.
    rules.write_text(f"local all guarded scram-sha-256\n{kept}")
    await in_database(postgres_url, "SELECT pg_reload_conf()")
    url = make_url(postgres_url).set(username="guarded", password="wrong")
    try:
        wrong_url = url.render_as_string(hide_password=False)
        said = await refused(tmp_path, EX_CONFIG, DATABASE_URL=wrong_url)
        assert is_one_line(said)
        assert "password authentication failed" in said
        assert "check that DATABASE_URL names" in said
        assert "wrong" not in said, "Nobody's password is printed."
    finally:
        rules.write_text(kept)
        await in_database(postgres_url, "DROP ROLE guarded", "SELECT pg_reload_conf()")


@pytest.mark.postgres
async def test_a_postgresql_server_that_is_away_ends_the_bot_for_another_try(
    tmp_path: Path, postgres_url: str
) -> None:
    away = make_url(postgres_url).update_query_dict({"host": str(tmp_path)})
    said = await refused(tmp_path, 1, DATABASE_URL=away.render_as_string(hide_password=False))
    assert is_one_line(said)


async def in_database(url: str, *statements: str) -> None:
    """Run some statements as the server's owner."""
    engine = create_async_engine(url, poolclass=NullPool)
    async with engine.begin() as connection:
        for statement in statements:
            await connection.execute(text(statement))


async def test_one_process_loads_nothing_that_only_several_need(tmp_path: Path) -> None:
    async with bot(tmp_path, "run", PYTHONPROFILEIMPORTTIME="1") as process:
        assert process.stderr is not None
        # It waits for whoever reads it: what is imported is more than a pipe holds.
        reading = asyncio.create_task(process.stderr.read())
        async with Person.connect(await page_of(process), "Ada") as ada:
            await ada.until_online(seconds=_START_SECONDS)
            board = await ada.command("patience", "play", game="phoenix", deal="7")
            await ada.press(board, label="6")
        process.send_signal(signal.SIGTERM)
        errors = await reading
    imported = {line.rpartition("|")[2].strip() for line in errors.decode().splitlines()}
    assert "bot.chat.play.presses" in imported
    assert not [name for name in imported if name.startswith("bot.fleet")]


async def test_several_processes_are_stopped_while_discord_is_away(tmp_path: Path) -> None:
    settings = {
        "DISCORD_TOKEN": "a-token",
        "DATABASE_URL": "postgresql+asyncpg://nobody@127.0.0.1:1/none",
        "PATIENCE_DISCORD_API": "http://127.0.0.1:1/api",
        "PATIENCE_PROCESSES": "2",
    }
    async with bot(tmp_path, "run", **settings) as process:
        assert process.stderr is not None
        assert b"cannot be reached" in await process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        output, errors = await process.communicate()
    assert process.returncode == 0
    assert output == b"Stopped; every game is kept.\n"
    assert b"Traceback" not in errors


@pytest.mark.quick
async def test_ctrl_c_ends_a_start_without_a_word(tmp_path: Path) -> None:
    # The first library that is imported stands for all of them.
    (tmp_path / "click.py").write_text("import os; os.kill(os.getpid(), 2)")
    own = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
    try:
        async with bot(tmp_path, "run") as process:
            output, errors = await process.communicate()
    finally:
        signal.signal(signal.SIGINT, own)
    assert (process.returncode, output, errors) == (-signal.SIGINT, b"", b"")


async def test_a_game_goes_on_after_the_process_was_killed(tmp_path: Path) -> None:
    async with (
        bot(tmp_path, "local") as process,
        Person.connect(await page_of(process), "Ada") as ada,
    ):
        await ada.until_online(seconds=_START_SECONDS)
        await ada.command("patience", "play", game="phoenix", deal="7")
        await ada.command("patience", "type move", play="r4 2")
        process.kill()
        await process.wait()
    async with (
        bot(tmp_path, "local") as process,
        Person.connect(await page_of(process), "Ada") as ada,
    ):
        await ada.until_online(seconds=_START_SECONDS)
        board = await ada.command("patience", "board")
        assert "Phoenix · deal 7" in board.text
        assert "1 move ·" in board.text


async def test_drawing_workers_end_with_a_killed_bot(tmp_path: Path) -> None:
    async with bot(tmp_path, "local") as process:
        async with Person.connect(await page_of(process), "Ada") as ada:
            await ada.until_online(seconds=_START_SECONDS)
        workers = children_of(process.pid)
        assert workers
        process.kill()
        await process.wait()
        await until(lambda: not any(map(is_alive, workers)))


@pytest.mark.quick
async def test_a_wrong_setting_is_one_line(tmp_path: Path) -> None:
    said = await refused(tmp_path, EX_CONFIG, PATIENCE_LOCAL_PORT="seventy")
    assert is_one_line(said)
    assert "PATIENCE_LOCAL_PORT" in said


async def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    async with LocalDiscord() as other:
        said = await refused(tmp_path, PATIENCE_LOCAL_PORT=str(other.port))
    assert is_one_line(said)
    assert str(other.port) in said


async def test_a_restart_has_the_address_of_before_unless_that_is_taken(tmp_path: Path) -> None:
    async with bot(tmp_path, "run") as process:
        first = await page_of(process)
    async with bot(tmp_path, "run") as process:
        assert await page_of(process) == first
    port = int((tmp_path / "local.port").read_text(encoding="ascii"))
    async with LocalDiscord(port), bot(tmp_path, "run") as process:
        assert process.stdout is not None
        assert (await process.stdout.readline()).startswith(b"No DISCORD_TOKEN is set, so ")
        assert await page_of(process) != first


async def test_a_token_that_discord_refuses_is_one_line(tmp_path: Path) -> None:
    async with (
        LocalDiscord(token="the right one") as discord,
        bot(
            tmp_path,
            "run",
            DISCORD_TOKEN="a-wrong-one",
            PATIENCE_DISCORD_API=discord.api_url,
            PATIENCE_DISCORD_GATEWAY=discord.gateway_url,
            PATIENCE_LOG_LEVEL="ERROR",
        ) as process,
    ):
        _, errors = await process.communicate()
        said = errors.decode()
        assert process.returncode == EX_CONFIG
    assert is_one_line(said)
    assert "DISCORD_TOKEN" in said
    assert "a-wrong-one" not in said


async def test_with_a_token_the_bot_connects_to_the_discord_that_is_set(tmp_path: Path) -> None:
    async with (
        LocalDiscord(token="the-right-one") as discord,
        bot(
            tmp_path,
            "run",
            DISCORD_TOKEN="the-right-one",
            PATIENCE_DISCORD_API=discord.api_url,
            PATIENCE_DISCORD_GATEWAY=discord.gateway_url,
        ),
        Person.connect(discord.page_url, "Ada") as ada,
    ):
        await ada.until_online(seconds=_START_SECONDS)
        assert "/play" in (await ada.command("patience", "help")).text


async def test_that_old_boards_are_posted_anew_is_set_in_the_environment(tmp_path: Path) -> None:
    """Its clock behind, Discord gives messages the ids of two hours ago."""
    async with (
        LocalDiscord(clock=lambda: time.time() - 2 * 3600) as discord,
        bot(
            tmp_path,
            "run",
            DISCORD_TOKEN="a-token",
            PATIENCE_DISCORD_API=discord.api_url,
            PATIENCE_DISCORD_GATEWAY=discord.gateway_url,
            PATIENCE_REPOST_OLD_BOARDS="true",
        ),
        Person.connect(discord.page_url, "Ada") as ada,
    ):
        await ada.until_online(seconds=_START_SECONDS)
        board = await ada.command("patience", "play", game="phoenix", deal="7")
        await ada.press(board, label="6")
        await ada.until(lambda one: one.id != board.id and "1 move ·" in one.text, "board")


async def test_a_bot_copies_empties_its_log_and_tells_of_absent_players_as_it_is_set(
    tmp_path: Path,
) -> None:
    file, today = tmp_path / "patience.db", datetime.now(UTC).date()
    async with open_database(sqlite_url(file)) as database:
        await play_to_the_end(database, 7)
        assert await save_last_seen(database, 7, today - timedelta(days=1000))
    settings = {"PATIENCE_DELETE_AFTER": "900", "PATIENCE_BACKUPS": "1"}
    async with bot(tmp_path, "run", **settings) as process:
        assert process.stderr is not None
        line = ""
        while "Players without a command for 893 days: 1." not in line:
            line = (await process.stderr.readline()).decode()
            assert line
        await until(lambda: [*tmp_path.glob("patience-daily-*.db")])
        log = file.with_name("patience.db-wal")
        await until(lambda: log.stat().st_size)
        async with asyncio.timeout(60):
            await until(lambda: not log.stat().st_size)


async def test_the_solver_is_compiled_once(tmp_path: Path) -> None:
    """Uncompiled here, which takes no time and is as good.

    What was compiled when this checkout was set up is found at once.
    """
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "1"}
    at_first = (
        b"Compiling the solver, once, which takes a quarter of a minute of two processors ...\n"
    )
    is_there = is_compiled(Path(engine.solver.__file__).parent / "__pycache__")
    for said in (b"" if is_there else at_first, b""):
        async with bot(tmp_path, "compile", **cache) as process:
            assert await process.communicate() == (said, b"")
            assert process.returncode == 0
