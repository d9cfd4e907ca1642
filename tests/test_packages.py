"""What every package declares: its public names, its types, its version."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest
from click import Context
from click.testing import CliRunner

import bot
from bot.__main__ import cli
from tests.support.sources import ROOT, sources

PACKAGES = ("engine", "rendering", "bot", "local_discord")
INITS = sorted(
    str(file.parent.relative_to(ROOT)).replace("/", ".")
    for package in PACKAGES
    for file in sources(package, "__init__.py")
)


def public_names(module: ModuleType) -> set[str]:
    """What a package's ``__init__`` defines or re-exports from its own modules."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    own, names = f"{module.__name__}.", set[str]()
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=str(source), names=aliases) if source.startswith(own):
                names |= {alias.asname or alias.name for alias in aliases}
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                names.add(name)
            case ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]):
                names.add(name)
    return {
        name
        for name in names
        if (name == "_" or not name.startswith("_"))
        and not isinstance(getattr(module, name), ModuleType)
    }


@pytest.mark.parametrize("name", INITS)
def test_all_lists_the_public_names_of_a_package(name: str) -> None:
    module = importlib.import_module(name)
    declared = getattr(module, "__all__", [])
    submodules = {each for each in declared if isinstance(getattr(module, each), ModuleType)}
    assert set(declared) - submodules == public_names(module)
    assert len(declared) == len(set(declared))


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_is_marked_as_typed(package: str) -> None:
    assert (ROOT / package / "py.typed").exists()


def test_the_version_is_the_newest_in_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## \[?(\d+\.\d+\.\d+)\]?", changelog, re.MULTILINE)
    assert released[0] == bot.__version__


def test_the_command_line_tells_the_version() -> None:
    assert bot.__version__ in CliRunner().invoke(cli, ["--version"]).output


def test_the_list_of_commands_says_whole_sentences_of_each() -> None:
    [_, listed] = CliRunner().invoke(cli, ["--help"]).output.split("Commands:\n")
    assert len(listed.splitlines()) == len(cli.list_commands(Context(cli)))
    assert all(line.endswith(".") and not line.endswith("...") for line in listed.splitlines())
