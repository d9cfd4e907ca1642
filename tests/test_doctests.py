"""The examples in docstrings and in the guide to the engine hold."""

from __future__ import annotations

import doctest
import importlib
import re

import pytest

from tests.support.sources import ROOT, sources

PACKAGES = ("engine", "rendering", "bot", "benchmarks", "docs")
MODULES = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in PACKAGES
    for file in sources(package)
    if ">>> " in file.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    failed, attempted = doctest.testmod(importlib.import_module(name))
    assert attempted
    assert not failed


def test_the_examples_of_the_guide_to_the_engine_hold() -> None:
    text = (ROOT / "engine" / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(?:python|pycon)\n(.*?)```", text, re.DOTALL)
    assert blocks
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", None, 0)
    assert not doctest.DocTestRunner().run(session).failed
