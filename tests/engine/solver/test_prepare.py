"""Preparing the searches compiles everything that they need."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from llvmlite import binding
from numba.core.registry import cpu_target

import engine
from engine.solver import prepare
from engine.solver.compilation import PORTABLE_CPU, compiled_apart
from engine.solver.jit import CACHE_DIRECTORY

PROGRAM = """
import gc
from numba.core.dispatcher import Dispatcher
from engine import deal, solve
from engine.dealing import opening
from engine.solver import prepare

def compiled():
    return {
        one.py_func.__qualname__ + one.py_func.__module__: len(one.signatures)
        for one in gc.get_objects()
        if isinstance(one, Dispatcher) and one.py_func.__module__.startswith("engine.")
    }

prepare()
before = compiled()
assert sum(before.values()) >= 6, before
GAMES = "saratoga cassim phoenix klondike-3 saratoga-aisleriot freecell saxony spider aces-up"
for game in [*GAMES.split(), "la-belle-lucie", "pyramid", "tri-peaks", "elevens", "gaps"]:
    for number in (2, 9):
        solve(deal(game, number).board, max_seconds=0.2)
# A deal that is hard enough for beam search.
solve(deal("klondike", 1393).board, max_seconds=0.5)
assert compiled() == before, {k: v for k, v in compiled().items() if before.get(k) != v}
"""


@pytest.mark.slow
def test_a_search_compiles_nothing_after_preparation() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_time_of_the_first_search_begins_when_it_is_compiled(tmp_path: Path) -> None:
    program = (
        "from engine import deal, solve;"
        "print(solve(deal('elevens', 1).board, max_processor_seconds=0.3).outcome.value)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
    )
    assert done.stdout == "lost\n"


@pytest.mark.slow
def test_a_cache_that_cannot_be_written_costs_time_and_a_warning() -> None:
    program = "from engine import deal, solve; print(solve(deal('elevens', 1).board).outcome.value)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"NUMBA_CACHE_DIR": os.devnull},
    )
    assert done.stdout == "lost\n"
    assert f"cannot be kept in {os.devnull}" in done.stderr


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="compiled natively")
def test_what_is_compiled_runs_on_another_processor() -> None:
    """Numba keeps compiled code for a processor's name and features."""
    context = cpu_target.target_context
    with compiled_apart():
        _, name, features = context.codegen().magic_tuple()
    assert (name, features) == (PORTABLE_CPU, "")
    assert context.codegen().magic_tuple()[1] == binding.get_host_cpu_name()


@pytest.mark.slow
def test_other_functions_are_compiled_as_without_the_solver() -> None:
    """The solver's have no negative indices, so theirs are not wrapped around; these may have."""
    code = """
import numpy as np
from numba import config, njit, vectorize
from engine import deal, solve

chosen = config.CPU_NAME, config.CACHE_DIR
solve(deal("elevens", 1).board)
assert (config.CPU_NAME, config.CACHE_DIR) == chosen

@njit
def last(cards, at):
    cards[at] += 1
    return cards[at], cards[-1], [at + 1 for at in range(3)]

@vectorize(["float64(float64)"])
def twice(number):
    return number * 2

print(last(np.array([3, 4, 5]), -1), twice(3.0))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "(6, 6, [1, 2, 3]) 6.0\n"


@pytest.mark.slow
def test_checked_code_refuses_a_negative_index() -> None:
    code = """
import numpy as np
from numba import njit
from engine.solver.compilation import ShortCompiler

@njit(pipeline_class=ShortCompiler)
def item(cards, at):
    return cards[at]

for cards, at in ((np.arange(3), -1), (np.zeros((3, 3)), (2, -1)), (np.arange(3), 3)):
    try:
        print(item(cards, at))
    except IndexError:
        print("refused")
print(item(np.arange(9).reshape(3, 3), (1, 2)))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["refused"] * 3 + ["5"], done.stderr


@pytest.mark.slow
def test_what_is_compiled_serves_a_copy_of_the_source(tmp_path: Path) -> None:
    prepare()
    source = Path(engine.__file__).parent
    shutil.copytree(source, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    code = """
from numba.core import event
with event.install_recorder("numba:compile") as compiled:
    import engine.solver
    engine.solver.prepare()
print(engine.__file__, len(compiled.buffer))
"""
    said = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "NUMBA_CACHE_DIR": str(CACHE_DIRECTORY.parent), "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert said.split() == [str(tmp_path / "engine" / "__init__.py"), "0"]


@pytest.mark.slow
def test_what_is_compiled_is_loaded_without_what_only_compiling_needs() -> None:
    """That would be 20 MB more, and a third of a second before the first answer."""
    prepare()
    code = """
import sys
import engine.solver
engine.solver.prepare()
print("numba.np.linalg" in sys.modules)
"""
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert said == "False\n"
