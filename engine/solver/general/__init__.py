"""The search for every game: the position that seems nearest to won first, until none is left."""

from __future__ import annotations

from engine.solver.general.driver import prepare, search
from engine.solver.general.encode import fits

__all__ = ["fits", "prepare", "search"]
