"""What a start loads: libraries that few players' wishes take are loaded when they are wanted."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

import click
import pytest

from bot.__main__ import cli

STARTS: Final = {
    "the bot": (
        "import bot.start, bot.images, bot.chat.features; bot.chat.features.import_features()"
    ),
    "a drawing worker": "import bot.workers, bot.drawing; bot.drawing.draw_first_board()",
}
BESIDE: Final = {"check", "health", "stats"}
"""Commands that have a module of their own."""
LATER: Final = {"alembic", "asyncpg", "local_discord", "numba", "numpy", "pygments"}
"""Libraries that take 50 ms of a start each, or more."""


def loaded_by(start: str) -> list[str]:
    """The names of the modules that a start loads."""
    code = f"{start}\nimport sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.split()


@pytest.mark.slow
@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_a_start_loads_no_library_that_it_can_do_without(start: str) -> None:
    assert not {name.partition(".")[0] for name in loaded_by(start)} & LATER


def test_help_loads_nothing_of_the_bot() -> None:
    loaded = loaded_by("import bot.__main__")
    assert {name for name in loaded if name.startswith("bot.")} == {"bot.__main__"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "check",
        *(
            pytest.param(command, marks=pytest.mark.slow)
            for command in ("backup", "health", "move", "restore", "stats")
        ),
    ],
)
def test_commands_that_ask_discord_nothing_load_nothing_of_the_chat(command: str) -> None:
    loaded = loaded_by(f"from bot.__main__ import cli\ncli.get_command(None, {command!r})")
    assert f"bot.command_line.{command if command in BESIDE else 'backup'}" in loaded
    assert not {"discord", "bot.chat"} & set(loaded)


def test_every_command_that_the_help_lists_is_there() -> None:
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert command.help
    assert cli.get_command(context, "dance") is None


def test_a_drawing_worker_loads_nothing_of_the_bot_but_what_it_runs() -> None:
    loaded = loaded_by(STARTS["a drawing worker"])
    of_the_bot = {name for name in loaded if name.startswith("bot.")}
    assert of_the_bot == {"bot.workers", "bot.drawing"}
