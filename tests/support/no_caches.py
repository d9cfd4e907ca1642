"""A plugin for the run in which mutmut finds out which tests call which functions.

A test that finds a function's result cached depends on the function too, but seems not to call it.
So there, each test begins without what others have cached.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cached_property

_OURS = ("engine", "rendering", "tests")


def pytest_runtest_setup() -> None:
    """Clear the caches of engine and rendering, and of tests."""
    if os.environ.get("MUTANT_UNDER_TEST") != "stats":
        return
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in _OURS:
            for value in list(vars(module).values()):
                _clear(value)


def _clear(value: object) -> None:
    if callable(clear := getattr(value, "cache_clear", None)):
        clear()
    elif type(value).__name__ == "SpriteCache":
        vars(value)["_sprites"].clear()
        vars(value)["held"] = 0
    for each in value.values() if isinstance(value, Mapping) else (value,):
        for name in list(getattr(each, "__dict__", ())):
            if isinstance(getattr(type(each), name, None), cached_property):
                del vars(each)[name]
