"""The package: what its wheel has, and that it works from there."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import aiohttp
import pytest

import local_discord
from local_discord.tests.command_line import started

PACKAGE = Path(__file__).parents[1]
NOT_SOURCE = shutil.ignore_patterns(".venv*", "node_modules", "build", "*.egg-info", "__pycache__")

A_BOTS_TESTS = """
import aiohttp
import discord
import pytest
from discord import app_commands

from local_discord.testing.discord_py import running


class PingBot(discord.Client):
    async def setup_hook(self):
        tree = app_commands.CommandTree(self)
        tree.command(name="ping", description="Answer.")(self.ping)
        await tree.sync()

    async def ping(self, interaction):
        await interaction.response.send_message("Pong!")


async def test_ping(local_discord, person):
    async with running(PingBot(intents=discord.Intents.none()), local_discord):
        ben = await person("Ben")
        assert (await ben.command("general", "ping")).text == "Pong!"


@pytest.mark.local_discord(name="Pinger", token="secret")
async def test_the_marker_has_its_arguments(local_discord):
    assert local_discord.state.bot["username"] == "Pinger"


async def request_nothing_there(local):
    async with aiohttp.ClientSession() as session, session.get(local.api_url + "/nothing"):
        pass


async def test_a_refused_request_fails_the_test(local_discord):
    await request_nothing_there(local_discord)


async def test_a_refusal_may_be_meant(local_discord):
    await request_nothing_there(local_discord)
    local_discord.refusals.clear()
"""


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel, built without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    source = shutil.copytree(PACKAGE, folder / "source", ignore=NOT_SOURCE)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--no-index", "--wheel-dir", folder, source], check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


@pytest.fixture
def empty(wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, for programs to run in that find only the wheel's package."""
    with zipfile.ZipFile(wheel) as file:
        file.extractall(tmp_path / "installed")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "installed"))
    folder = tmp_path / "empty"
    folder.mkdir()
    return folder


def test_the_wheel_has_every_file_of_the_package_and_no_tests(wheel: Path) -> None:
    files = [*PACKAGE.glob("page/*"), *PACKAGE.rglob("*.py"), *PACKAGE.glob("*.txt")]
    wanted = {str(file.relative_to(PACKAGE.parent)) for file in files}
    outside = re.compile(r"local_discord/(tests|build|\.venv[^/]*|requirements-[^/]*)(/|$)")
    wanted = {name for name in wanted if not outside.match(name)} | {"local_discord/py.typed"}
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {name for name in names if name.startswith("local_discord/")} == wanted


def test_the_package_depends_on_aiohttp_alone(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        [name] = [one for one in file.namelist() if one.endswith("/METADATA")]
        metadata = Parser().parsestr(file.read(name).decode())
    needed = [one for one in metadata.get_all("Requires-Dist", []) if "extra ==" not in one]
    assert [re.split(r"\W", one)[0] for one in needed] == ["aiohttp"]


async def test_it_runs_from_the_wheel_in_an_empty_folder(empty: Path) -> None:
    async with started(cwd=empty) as printed, aiohttp.ClientSession() as session:
        async with session.get(printed["Chat page"]) as page:
            assert "<title>" in await page.text()
        async with session.get(f"{printed['Chat page']}page/app.js") as script:
            assert script.status == 200


async def test_other_bots_tests_get_the_fixtures_from_the_wheel(empty: Path) -> None:
    (empty / "test_bot.py").write_text(A_BOTS_TESTS)
    options = ["-q", "-p", "no:cacheprovider", "-o", "asyncio_mode=auto", "--strict-markers"]
    process = await asyncio.create_subprocess_exec(
        *[sys.executable, "-m", "pytest", *options], cwd=empty, stdout=asyncio.subprocess.PIPE
    )
    output = (await process.communicate())[0].decode()
    assert re.search("4 passed.* 1 error", output), output
    assert "ERROR test_bot.py::test_a_refused_request_fails_the_test" in output


def test_the_version_is_the_newest_in_the_changelog() -> None:
    changelog = (PACKAGE / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\d+\.\d+\.\d+)", changelog, re.MULTILINE)[0] == (
        local_discord.__version__
    )


def test_the_readme_names_only_files_that_exist() -> None:
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    modules = [re.findall(r"`([\w/]+(?:/|\.py))`", row.split("|")[1]) for row in _rows(readme)]
    named = [name for names in modules for name in names] + re.findall(r"`(tests/[\w/]*)`", readme)
    assert named
    assert [name for name in named if not (PACKAGE / name).exists()] == []


def _rows(readme: str) -> list[str]:
    return [line for line in readme.splitlines() if line.startswith("|")]


def test_the_pins_name_hashes_and_no_registry() -> None:
    for file in PACKAGE.glob("requirements-*.txt"):
        text = file.read_text()
        assert "://" not in text
        assert all("--hash=" in pin for pin in re.split(r"\n(?=\w)", text))


def test_every_extra_of_the_tests_is_pinned() -> None:
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
    pinned = (PACKAGE / "requirements-dev.txt").read_text()
    extras = [one for extra in project["optional-dependencies"].values() for one in extra]
    names = [re.split(r"[>=\[]", one)[0].replace(".", "-") for one in extras]
    assert [name for name in names if name != "local-discord" and f"{name}==" not in pinned] == []
