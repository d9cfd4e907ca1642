"""The examples in docstrings and in the README hold."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "rendering", "bot", "local_discord", "tools", "benchmarks")
MODULES = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in PACKAGES
    for file in (ROOT / package).rglob("*.py")
    if ">>> " in file.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    failed, attempted = doctest.testmod(importlib.import_module(name))
    assert attempted
    assert not failed


def test_the_examples_of_the_readme_hold() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(?:python|pycon)\n(.*?)```", text, re.DOTALL)
    assert blocks
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", None, 0)
    assert not doctest.DocTestRunner().run(session).failed
