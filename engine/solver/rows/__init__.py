"""The search for games of rows: Accordion, Late-Binding Solitaire, Gaps and Monte Carlo.

Where a card lies decides what it may do there, so a state is the cards of all places in order.
"""

from __future__ import annotations

from engine.solver.rows.driver import prepare, search
from engine.solver.rows.encode import fits

__all__ = ["fits", "prepare", "search"]
