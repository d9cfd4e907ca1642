"""``python -m bot doctor`` against a local Discord: each line says fine, or what to do."""

from __future__ import annotations

import asyncio
import base64
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.chat.connection.command_registration import PERMISSIONS, SCOPES
from bot.command_line.doctor.application import BLANK, check_discord
from bot.command_line.doctor.database import check_database
from bot.command_line.doctor.machine import (
    available_memory,
    check_disk,
    check_memory,
    memory_of_each,
)
from bot.command_line.doctor.tables import check_activity
from bot.settings import Settings
from bot.store.database.files import copy_name
from bot.store.database.open import open_database
from local_discord import LocalDiscord
from local_discord.fault_injection import HttpError
from local_discord.fixtures import APPLICATION_ID
from local_discord.testing.discord_py import pointed_at
from tests.e2e.bot_process import bot as bot_process
from tests.e2e.running_bot import RunningBot
from tests.store.database.migrated import sqlite_url

pytestmark = pytest.mark.quick
LEGAL = Path(__file__).parents[2] / "docs" / "legal"
NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
GB = 10**9


@pytest.fixture
async def discord() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord(token="right") as local:
        with pointed_at(local):
            yield local


@pytest.fixture
async def pages() -> AsyncIterator[TestServer]:
    """A web site with pages for players: as they are in docs/legal, and with a name in them."""

    async def page(request: web.Request) -> web.Response:
        text = (LEGAL / request.match_info["name"]).read_text(encoding="utf-8")
        return web.Response(text=text)

    async def filled(request: web.Request) -> web.Response:
        text = (LEGAL / request.match_info["name"]).read_text(encoding="utf-8")
        return web.Response(text=text.replace(BLANK, "Ada, 1 Example Street"))

    app = web.Application()
    app.router.add_get("/blank/{name}", page)
    app.router.add_get("/filled/{name}", filled)
    server = TestServer(app)
    async with server:
        yield server


def settings(**values: object) -> Settings:
    return Settings.model_validate({"discord_token": "right", **values})


async def on_discord(**values: object) -> dict[str, str]:
    """What there is to do on Discord, by its subject; "" where it is fine."""
    return {one.subject: one.advice for one in await check_discord(settings(**values))}


async def test_of_an_application_in_order_all_is_fine(bot: RunningBot, pages: TestServer) -> None:
    bot.discord.state.application = {
        "terms_of_service_url": str(pages.make_url("/filled/TERMS.md")),
        "privacy_policy_url": str(pages.make_url("/filled/PRIVACY.md")),
    }
    found = await on_discord()
    assert set(found.values()) == {""}
    assert [*found] == [
        "token",
        "application",
        "intents",
        "install link",
        "commands",
        "sessions",
        "clock",
        "terms of service",
        "privacy policy",
    ]


async def test_a_token_that_discord_refuses_is_to_be_copied_again(discord: LocalDiscord) -> None:
    found = await on_discord(discord_token="wrong")
    assert [*found] == ["token"]
    assert "copy the bot's token" in found["token"]


async def test_without_a_token_the_advice_is_to_copy_one() -> None:
    found = await on_discord(discord_token=None)
    assert "DISCORD_TOKEN" in found["token"]


async def test_an_activity_needs_the_secret_and_to_be_enabled() -> None:
    own = base64.b64encode(str(APPLICATION_ID).encode()).decode().rstrip("=")

    async def advice(secret: str) -> str:
        found = settings(
            discord_token=f"{own}.Gabcde.a-token",
            discord_client_secret=secret,
            patience_web_port=8200,
            patience_web_url="https://table.example.org",
        )
        return (await check_activity(found)).advice

    async with LocalDiscord(client_secret="right") as local:
        with pointed_at(local):
            assert await advice("") == ""
            assert "does not take DISCORD_CLIENT_SECRET" in await advice("wrong")
            assert "map / to table.example.org" in await advice("right")
            local.inject(HttpError(503))
            assert "Discord cannot be asked" in await advice("right")
            local.enable_activities("http://127.0.0.1:8200")
            assert await advice("right") == ""


async def test_a_discord_that_cannot_be_asked_is_no_wrong_token(discord: LocalDiscord) -> None:
    discord.inject(HttpError(403), count=9)
    found = await on_discord(discord_token="MTIzNDU2Nzg5.Gabcde.a-token")
    assert "looks right, and is of the bot 123456789, but Discord cannot be" in found["token"]


@pytest.mark.parametrize(
    ("subject", "application", "advice"),
    [
        ("application", {"interactions_endpoint_url": "https://a.example"}, "https://a.example"),
        ("application", {"bot_require_code_grant": True}, "OAuth2 Code Grant off"),
        ("intents", {"flags": 1 << 15}, "Server Members Intent off"),
        ("intents", {"flags": 1 << 12 | 1 << 18}, "Presence and Message Content Intent off"),
        ("install link", {"integration_types_config": {"0": {}}}, "tick User Install"),
        ("install link", {"integration_types_config": {"1": {}}}, "tick Guild Install"),
        (
            "install link",
            {
                "integration_types_config": {
                    "0": {
                        "oauth2_install_params": {
                            "scopes": SCOPES[:1],
                            "permissions": str(PERMISSIONS.value & ~(1 << 15)),
                        }
                    },
                    "1": {},
                }
            },
            "add applications.commands, attach files under Guild Install",
        ),
        ("terms of service", {}, "docs/legal/TERMS.md"),
        ("privacy policy", {"privacy_policy_url": "http://127.0.0.1:1/"}, "cannot be read"),
    ],
)
async def test_what_is_wrong_with_the_application_is_said(
    discord: LocalDiscord, subject: str, application: dict[str, object], advice: str
) -> None:
    discord.state.application = application
    assert advice in (await on_discord())[subject]


async def test_terms_and_privacy_cannot_be_served_with_their_blanks(
    discord: LocalDiscord, pages: TestServer
) -> None:
    discord.state.application = {
        "terms_of_service_url": str(pages.make_url("/blank/TERMS.md")),
        "privacy_policy_url": str(pages.make_url("/blank/PRIVACY.md")),
    }
    found = await on_discord()
    for subject in ("terms of service", "privacy policy"):
        assert "does not say who runs the bot" in found[subject]


async def test_a_bot_of_ones_own_needs_no_pages_and_one_way_to_be_added(
    discord: LocalDiscord, pages: TestServer
) -> None:
    discord.state.application = {
        "bot_public": False,
        "integration_types_config": {"0": {}},
        "terms_of_service_url": str(pages.make_url("/blank/TERMS.md")),
    }
    found = await check_discord(settings())
    assert [one.subject for one in found if one.advice] == []
    hints = {one.subject: one.hint for one in found if one.hint}
    assert [*hints] == ["install link", "terms of service"]
    assert "tick User Install" in hints["install link"]
    assert "does not say who runs the bot" in hints["terms of service"]


async def test_before_the_first_start_there_are_no_commands_yet(
    discord: LocalDiscord, tmp_path: Path
) -> None:
    url = sqlite_url(tmp_path / "patience.db")
    found = {one.subject: str(one) for one in await check_discord(settings(database_url=url))}
    assert found["commands"] == "commands: fine (none yet; the first start registers them)"
    (tmp_path / "commands.sha256").write_text("registered")
    assert "start the bot, which registers them" in (await on_discord(database_url=url))["commands"]


@pytest.mark.slow
async def test_commands_that_are_missing_or_others_are_named(bot: RunningBot) -> None:
    play, missing, *others = bot.discord.state.commands(None)
    bot.discord.state.set_commands(None, [play | {"description": "Something else"}, *others])
    advice = (await on_discord())["commands"]
    assert str(play["name"]) in advice
    assert str(missing["name"]) in advice


@pytest.mark.slow
async def test_a_command_of_discords_own_is_none_of_the_bots(bot: RunningBot) -> None:
    launch = {**bot.discord.state.commands(None)[0], "id": "7", "type": 4, "name": "launch"}
    bot.discord.state.set_commands(None, [*bot.discord.state.commands(None), launch])
    assert (await on_discord())["commands"] == ""


async def test_few_sessions_left_are_a_sign_of_a_crash_loop(discord: LocalDiscord) -> None:
    discord.gateway.session_start_limit.remaining = 400
    assert "only 400 of 1000" in (await on_discord())["sessions"]


@pytest.mark.parametrize(("seconds", "advice"), [(60, "60 s ahead"), (-60, "60 s behind")])
async def test_a_clock_that_is_wrong_is_told(
    discord: LocalDiscord, seconds: float, advice: str
) -> None:
    found = await check_discord(settings(), lambda: time.time() + seconds)
    [clock] = [one.advice for one in found if one.subject == "clock"]
    assert advice in clock or advice.replace("60", "59") in clock


async def in_store(file: Path, **values: object) -> dict[str, str]:
    """What there is to do about a database and its copies."""
    wanted = settings(database_url=sqlite_url(file), **values)
    found, _version = await check_database(wanted, NOW)
    return {one.subject: one.advice for one in found}


async def test_a_database_in_use_with_a_copy_of_today_is_fine(migrated_file: Path) -> None:
    copy_name(migrated_file, "daily", NOW - timedelta(hours=20)).touch()
    found, version = await check_database(settings(database_url=sqlite_url(migrated_file)), NOW)
    assert [one.advice for one in found] == ["", ""]
    assert version == f"SQLite {sqlite3.sqlite_version}"


async def test_a_database_of_a_running_bot_is_fine_and_one_locked_by_a_program_is_not(
    migrated_file: Path,
) -> None:
    wanted = settings(database_url=sqlite_url(migrated_file))
    async with open_database(sqlite_url(migrated_file)):
        [database, _copies], _version = await check_database(wanted, NOW)
    assert str(database).endswith("in use by a running bot)")
    with closing(sqlite3.connect(migrated_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "is locked by another program" in (await in_store(migrated_file))["database"]
    assert (await in_store(migrated_file))["database"] == ""


async def test_before_the_first_start_no_database_is_fine(tmp_path: Path) -> None:
    assert await in_store(tmp_path / "data" / "patience.db") == {"database": "", "copies": ""}


async def test_a_database_that_is_gone_is_to_be_restored_from_its_newest_copy(
    tmp_path: Path,
) -> None:
    file = tmp_path / "patience.db"
    copy = copy_name(file, "daily", NOW)
    copy.write_text("something")
    assert f"bot restore {copy}" in (await in_store(file))["database"]
    found, _ = await check_database(settings(database_url=sqlite_url(file)), NOW)
    assert copy.name in found[1].state


async def test_a_database_with_which_no_bot_starts_is_refused_with_the_same_sentence(
    migrated_file: Path, tmp_path: Path
) -> None:
    async with open_database(sqlite_url(migrated_file)):
        """From now on it is known."""
    async with open_database(sqlite_url(tmp_path / "other.db")):
        """Another one."""
    kept = await asyncio.to_thread(migrated_file.rename, tmp_path / "kept.db")
    assert "missing but was not always" in (await in_store(migrated_file))["database"]
    await asyncio.to_thread(migrated_file.touch)
    assert "empty but was not always" in (await in_store(migrated_file))["database"]
    await asyncio.to_thread(shutil.copy, tmp_path / "other.db", migrated_file)
    assert "is not the one that was here" in (await in_store(migrated_file))["database"]
    await asyncio.to_thread(kept.replace, migrated_file)
    assert (await in_store(migrated_file))["database"] == ""
    link = tmp_path / "link.db"
    await asyncio.to_thread(link.symlink_to, tmp_path / "drive" / "patience.db")
    assert "a link to a file that is missing" in (await in_store(link))["database"]


async def test_a_database_of_an_earlier_version_is_brought_up_to_date_by_a_start(
    migrated_file: Path,
) -> None:
    with closing(sqlite3.connect(migrated_file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0034'")
    assert "brings it up to date" in (await in_store(migrated_file))["database"]


async def test_a_database_by_another_name_is_found_with_the_copies_beside_the_file_itself(
    migrated_file: Path, tmp_path: Path
) -> None:
    link = tmp_path / "elsewhere" / "patience.db"
    await asyncio.to_thread(link.parent.mkdir)
    await asyncio.to_thread(link.symlink_to, migrated_file)
    copy = copy_name(migrated_file, "daily", NOW)
    await asyncio.to_thread(copy.touch)
    found, _version = await check_database(settings(database_url=sqlite_url(link)), NOW)
    assert [one.advice for one in found] == ["", ""]
    assert copy.name in found[1].state


async def test_a_copy_of_last_week_is_too_old(migrated_file: Path) -> None:
    copy_name(migrated_file, "daily", NOW - timedelta(days=7)).touch()
    assert "7 days old" in (await in_store(migrated_file))["copies"]
    unwanted = settings(database_url=sqlite_url(migrated_file), patience_backups=0)
    [_database, copies], _version = await check_database(unwanted, NOW)
    assert (bool(copies.advice), "PATIENCE_BACKUPS" in copies.state) == (False, True)


def test_a_disk_has_room_for_a_copy(tmp_path: Path) -> None:
    assert not check_disk(tmp_path, GB, 3 * GB).advice
    assert "free 1,001 MB more" in check_disk(tmp_path, GB, GB).advice
    assert check_disk(tmp_path, 0, 10**6).advice


def test_memory_is_held_against_the_workers() -> None:
    wanted = settings(patience_drawing_workers=2, patience_solver_workers=1)
    assert not check_memory(wanted, 2 * GB).advice
    assert not check_memory(wanted, GB).advice
    assert "PATIENCE_SOLVER_WORKERS" in check_memory(wanted, GB // 2).advice
    frugal = settings(patience_drawing_workers=2, patience_solver_workers=0)
    assert not check_memory(frugal, GB).advice


def test_several_processes_share_the_memory() -> None:
    there = available_memory()
    assert there is not None
    assert memory_of_each(settings(), 4) == there // 4
    # As the settings of a supervised process are, which says itself that it is one of four.
    assert memory_of_each(settings(patience_max_memory=2000, patience_processes=1), 4) == GB // 2


def test_the_memory_of_a_container_is_its_limit(tmp_path: Path) -> None:
    limit, unlimited = tmp_path / "limit", tmp_path / "unlimited"
    limit.write_text("1000\n")
    unlimited.write_text("max\n")
    assert available_memory([limit, unlimited]) == 1000
    assert (available_memory([unlimited]) or 0) > 1000


@pytest.mark.slow
async def test_the_command_prints_a_line_for_each_thing(
    discord: LocalDiscord, tmp_path: Path
) -> None:
    variables = {"DISCORD_TOKEN": "right", "PATIENCE_DISCORD_API": discord.api_url}
    async with bot_process(tmp_path, "doctor", **variables) as process:
        output, errors = await process.communicate()
    lines = output.decode().splitlines()
    assert process.returncode == 1
    assert all(": " in line for line in lines)
    assert [line.split(":")[0] for line in lines][-7:] == [
        "database",
        "copies",
        "tables",
        "Activity",
        "disk",
        "memory",
        "versions",
    ]
    assert errors.decode() == "To do: 2.\n", "Terms and privacy."


@pytest.mark.slow
async def test_the_command_names_a_wrong_setting(tmp_path: Path) -> None:
    async with bot_process(tmp_path, "doctor", PATIENCE_BACKUPS="many") as process:
        output, _errors = await process.communicate()
    assert output.decode().startswith("settings: PATIENCE_BACKUPS: ")
    assert process.returncode == 1
