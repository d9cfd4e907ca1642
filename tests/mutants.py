"""Sample mutants of a room, run its quick tests against each, and list the survivors.

A room is copied to ``build/mutants``, so that the checkout stays as it is. There
``mutmut show NAME`` prints a survivor, and another run tests only what has changed.
"""

from __future__ import annotations

import ast
import itertools
import json
import random
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import click

from bot.i18n import LANGUAGES
from bot.i18n.locale import DOMAINS, read

BUILD = Path("build/mutants")
COPIED = ("benchmarks", "docs", "local_discord", "requirements", "tests")
MUTATED = ("bot", "engine", "rendering")
PRELOADED = ("numba", "sqlalchemy.ext.asyncio")
_EXAMPLES = "tests/test_doctests.py"
_QUICK = "not browser and not slow"
_WITHOUT_SERVER = f"{_QUICK} and not postgres"
UNCACHED = ("-p", "tests.support.no_caches")
"""Where much is cached: a test depends on functions whose results others have cached, too."""
SPINNER = tuple("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
"""What mutmut's lines of progress begin with."""
KILLED = (1, 3, -24, 24, 255)
"""The exit codes of killed mutants; 24 ends endless loops, 255 what fails on import."""


@dataclass(frozen=True, slots=True)
class Room:
    """Files to mutate, and the arguments that select their tests.

    Attributes:
        files: patterns of the files to mutate.
        tests: arguments for pytest, beside the examples of docstrings; none of the tests waits for
            a search, starts a bot's process, kills one or reads the source.
        marks: which of these tests, by their marks.
    """

    files: tuple[str, ...]
    tests: tuple[str, ...]
    marks: str = _WITHOUT_SERVER


ROOMS = {
    "chat": Room(
        ("bot/chat/[a-z]*.py",),
        (
            "tests/chat",
            "tests/e2e",
            "--ignore=tests/chat/connection/test_library.py",
            "--ignore=tests/e2e/test_command_line.py",
            "-k=not in_the_source",
        ),
    ),
    "engine": Room(
        ("engine/[a-z]*.py",),
        (
            *UNCACHED,
            "tests/engine",
            "--ignore=tests/engine/solver",
            "--ignore=tests/engine/test_batch.py",
            "--ignore=tests/engine/test_reference_rules.py",
            "-k=not random_games and not can_be_won_still",
        ),
    ),
    "rendering": Room(("rendering/[a-z]*.py",), (*UNCACHED, "tests/rendering")),
    "service": Room(
        ("bot/service/[a-z]*.py",),
        (
            "tests/service",
            "--ignore=tests/service/solver",
            "--ignore=tests/service/play/test_crash.py",
            "--ignore=tests/service/solver/test_winnable.py",
            "-k=not every_game and not whatever_is_played and not workers and not solver",
        ),
    ),
    "store": Room(
        ("bot/store/[a-z]*.py",),
        (
            "tests/store",
            "tests/service/contests",
            "tests/service/daily",
            "tests/service/guilds",
            "tests/service/players",
            "tests/service/solver/test_winnable.py",
            "tests/service/together",
            "-k=not workers",
        ),
        marks=_QUICK,
    ),
}


def copy_room(name: str, room: Room) -> Path:
    """Copy what the tests of a room need, with a configuration of mutmut; return the folder."""
    folder = BUILD / name
    for part in COPIED:
        shutil.rmtree(folder / part, ignore_errors=True)
        shutil.rmtree(folder / "mutants" / part, ignore_errors=True)
    for base, part in itertools.product((folder, folder / "mutants"), MUTATED):
        for copy in (base / part).rglob("*.py*"):
            source = copy.relative_to(base)
            if not source.with_name(source.name.removesuffix(".meta")).exists():
                copy.unlink()
    for part in (*COPIED, *MUTATED):
        for source in Path(part).rglob("*"):
            is_ours = not any(part.startswith((".", "__pycache__")) for part in source.parts)
            if is_ours and source.is_file():
                copy_if_changed(source, folder / source)
    solver = (
        "engine/games/*",
        "engine/solver/*",
        "bot/service/solver/*",
        "bot/store/database/migrations/*",
    )
    options = {
        "source_paths": MUTATED,
        "also_copy": COPIED,
        "only_mutate": room.files,
        "do_not_mutate": solver,
        "do_not_mutate_patterns": (r"^\s*_log\.",),
        # Each mutant imports the code afresh, as much is computed on import or cached.
        "process_isolation": "forkserver",
        "forkserver_warmup": "import",
        "preload_modules_file": "preload.txt",
        "pytest_add_cli_args": ("-p", "no:cacheprovider"),
        "pytest_add_cli_args_test_selection": (*room.tests, _EXAMPLES, "-m", room.marks),
    }
    lines = [f"{option} = {json.dumps(value)}" for option, value in options.items()]
    configuration = "\n".join([Path("pyproject.toml").read_text(), "[tool.mutmut]", *lines, ""])
    (folder / "pyproject.toml").write_text(configuration)
    (folder / "preload.txt").write_text("\n".join(PRELOADED))
    return folder


def copy_if_changed(source: Path, target: Path) -> None:
    """Copy a file unless its copy is equal: mutmut mutates again what is newer."""
    if not target.exists() or target.read_bytes() != source.read_bytes():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def mutmut(folder: Path, jobs: int, names: list[str]) -> str:
    """Run mutmut for these mutants; return the last that it prints, without its progress."""
    command = ["-m", "mutmut", "run", "--max-children", str(jobs), *names]
    run = subprocess.run(
        [sys.executable, *command], cwd=folder, capture_output=True, text=True, check=False
    )
    lines = (run.stdout + run.stderr).splitlines()
    return "\n".join([line for line in lines if not line.startswith(SPINNER)][-40:])


def exit_codes(folder: Path) -> dict[str, int | None]:
    """The exit code of each mutant's tests, by its name; None if they did not run."""
    found: dict[str, int | None] = {}
    for path in sorted((folder / "mutants").rglob("*.meta")):
        found |= json.loads(path.read_text())["exit_code_by_key"]
    return found


def known_texts() -> set[str]:
    """The English texts of the catalogues, plurals among them."""
    texts: set[str] = set()
    for domain in DOMAINS:
        for entry in read(domain, LANGUAGES[-1]):
            texts.update(entry.id if isinstance(entry.id, list | tuple) else [entry.id])
    return texts


def loses_text(folder: Path, mutant: str, known: set[str]) -> bool:
    """Whether a mutant lacks a text that players read and that the catalogues have.

    The test of the catalogues reads the source. It would fail on such a change, but passes on
    mutants, of which each file has all.
    """
    module, _, name = mutant.rpartition(".")
    file = folder / "mutants" / Path(*module.split(".")).with_suffix(".py")
    original = f"{name.rpartition('__mutmut_')[0]}__mutmut_orig"
    strings: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in (
            original,
            name,
        ):
            constants = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
            strings[node.name] = {value for value in constants if isinstance(value, str)}
    return bool(known & strings[original] - strings[name])


@click.command()
@click.argument("rooms", nargs=-1, type=click.Choice(list(ROOMS)))
@click.option("--sample", default=200, show_default=True, help="Mutants of each room.")
@click.option("--seed", default=1, show_default=True, help="Another seed draws other mutants.")
@click.option("--jobs", default=2, show_default=True, help="Mutants tested at once.")
def main(rooms: tuple[str, ...], sample: int, seed: int, jobs: int) -> None:
    """Report the share of mutants of ROOMS (all by default) that tests kill."""
    known = known_texts()
    for name in rooms or ROOMS:
        folder = copy_room(name, ROOMS[name])
        # No command of mutmut merely generates mutants: ask for one that does not exist.
        output = mutmut(folder, jobs, ["none"])
        codes = exit_codes(folder)
        if not codes:
            raise click.ClickException(output)
        drawn = random.Random(seed).sample(sorted(codes), min(sample, len(codes)))
        run = [mutant for mutant in drawn if not loses_text(folder, mutant, known)]
        if waiting := [mutant for mutant in run if codes[mutant] not in KILLED]:
            output = mutmut(folder, jobs, waiting)
        codes = exit_codes(folder)
        found = {codes[mutant] for mutant in run}
        if None in found or found == {255}:
            raise click.ClickException(output)
        alive = sorted(mutant for mutant in run if codes[mutant] not in KILLED)
        killed = len(drawn) - len(alive)
        click.echo(f"{name}: {killed} of {len(drawn)} killed; {len(codes)} mutants in all")
        for mutant in alive:
            click.echo(f"  {mutant}{' is reached by no test' * (codes[mutant] == 33)}")


if __name__ == "__main__":
    main()
