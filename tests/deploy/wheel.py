"""Build the wheels of the bot and of the engine alone, install them, and play with each elsewhere.

``make wheel-commands`` calls it. It needs the package index.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from local_discord.testing import Person
from tests.e2e.bot_process import page_of

ROOT = Path(__file__).parents[2]
_UV = Path(sys.executable).with_name("uv")
_SECONDS = 300


def main() -> None:
    """Build, install, play; exits with the output of the command that failed."""
    with tempfile.TemporaryDirectory(prefix="patience-wheel-") as folder:
        root = Path(folder)
        _run(_UV, "build", "--quiet", "--wheel", "--out-dir", root, ROOT)
        [wheel] = root.glob("*.whl")
        _run(_UV, "venv", "--quiet", "--python", sys.executable, root / "venv")
        pinned = ("--constraint", ROOT / "requirements" / "run.txt", "--only-binary", ":all:")
        python = root / "venv" / "bin" / "python"
        _run(_UV, "pip", "install", "--quiet", "--python", python, *pinned, wheel)
        patience = root / "venv" / "bin" / "patience"
        if not _run(patience, "--help").startswith("Usage: patience "):
            sys.exit("The help does not call the command patience.")
        (root / "empty").mkdir()
        # Of a copy: what a build leaves behind would be packages of the engine.
        source = shutil.copytree(ROOT / "engine", root / "source" / "engine")
        _run(_UV, "build", "--quiet", "--wheel", "--out-dir", root / "engine", source)
        [engine] = (root / "engine").glob("*.whl")
        _run(_UV, "venv", "--quiet", "--python", sys.executable, root / "alone")
        alone = root / "alone" / "bin" / "python"
        _run(_UV, "pip", "install", "--quiet", "--no-deps", "--python", alone, engine)
        _run(alone, "-I", "-c", "import engine; engine.deal('phoenix', 7).play('qs kd')")
        asyncio.run(asyncio.wait_for(_play(patience, root / "empty"), _SECONDS))
    click.echo("The wheels have all that they need: patience plays in an empty folder.")


def _run(*command: str | Path) -> str:
    click.echo(" ".join(Path(part).name for part in command[:3]))
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=_environment())
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return done.stdout


def _environment() -> dict[str, str]:
    """The environment without settings, and without this folder's code."""
    ours = ("DISCORD_", "PATIENCE_", "DATABASE_", "PYTHONPATH")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


async def _play(patience: Path, folder: Path) -> None:
    """Get a board in each language and a chart, whose texts and fonts come with the wheel."""
    bot = await asyncio.create_subprocess_exec(
        patience, cwd=folder, env=_environment(), stdout=asyncio.subprocess.PIPE
    )
    try:
        async with Person.connect(await page_of(bot), "Ada") as ada:
            await ada.until_online()
            board = await ada.command("patience", "play", game="saratoga", deal="42")
            if not await board.picture():
                sys.exit("There is no picture of the board.")
    finally:
        bot.terminate()
        await bot.communicate()
    if bot.returncode or not (folder / "data" / "patience.db").exists():
        sys.exit(f"patience ended with {bot.returncode}.")


if __name__ == "__main__":
    main()
