"""The examples in the documentation do what they say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import engine

MODULES = [
    "engine",
    *(found.name for found in pkgutil.walk_packages(engine.__path__, prefix="engine.")),
]
README = Path(__file__).parent.parent / "README.md"


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_engine_has_examples() -> None:
    """So that a change that hides them from the test above is noticed."""
    tried = [doctest.testmod(importlib.import_module(name)).attempted for name in MODULES]
    assert sum(tried) >= 5


def test_the_examples_of_the_readme_hold() -> None:
    """Its Python blocks, one after the other, as somebody would type them."""
    blocks = re.findall(r"```(?:python|pycon)\n(.*?)```", README.read_text(), re.DOTALL)
    assert blocks
    example = doctest.DocTestParser().get_doctest(
        "\n".join(blocks), {}, "README.md", str(README), 0
    )
    runner = doctest.DocTestRunner()
    assert runner.run(example).failed == 0
