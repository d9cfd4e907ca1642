"""The search for every game: best first, until the frontier is empty."""

from __future__ import annotations

from engine.solver.general.driver import prepare, search
from engine.solver.general.encode import fits

__all__ = ["fits", "prepare", "search"]
