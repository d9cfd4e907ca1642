"""Nothing in the product turns data into code."""

from __future__ import annotations

import ast

import pytest

from tests.support.sources import ROOT, sources

SOURCES = [
    file for package in ("engine", "rendering", "bot", "local_discord") for file in sources(package)
]
READERS = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "yaml"}
"""Modules that run code when they read data, or may."""
WRITERS = {"dumps"}
"""What of them reads nothing."""
CALLS = {"eval", "exec", "compile", "__import__", "pickle_load", "allow_pickle"}


def what_runs_data(source: str) -> set[str]:
    """The modules and functions by which a module could run data."""
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found |= {alias.name.split(".")[0] for alias in names} & READERS
            case ast.ImportFrom(names=names) if {alias.name for alias in names} <= WRITERS:
                pass
            case ast.ImportFrom(module=str(module)):
                found |= {module.split(".")[0]} & READERS
            case ast.Call(func=ast.Name(id=name), keywords=keywords):
                found |= {name, *(str(one.arg) for one in keywords)} & CALLS
            case ast.Call(keywords=keywords):
                found |= {str(one.arg) for one in keywords} & CALLS
    return found


def test_the_search_finds_what_it_looks_for() -> None:
    assert what_runs_data("import pickle") == {"pickle"}
    assert what_runs_data("from shelve import open") == {"shelve"}
    assert what_runs_data("from marshal import dumps, loads") == {"marshal"}
    assert what_runs_data("from marshal import dumps") == set()
    assert what_runs_data("numpy.load(file, allow_pickle=True)") == {"allow_pickle"}
    assert what_runs_data("eval(text)") == {"eval"}


@pytest.mark.parametrize("package", ["engine", "rendering", "bot", "local_discord"])
def test_no_module_reads_pickles_or_runs_text(package: str) -> None:
    """Workers get theirs by pipes of their own parent; compiled searches are checked by folder."""
    product = [file for file in SOURCES if "tests" not in file.relative_to(ROOT).parts]
    files = [file for file in product if file.is_relative_to(ROOT / package)]
    assert files
    found = {str(file): what_runs_data(file.read_text(encoding="utf-8")) for file in files}
    assert {file: names for file, names in found.items() if names} == {}
