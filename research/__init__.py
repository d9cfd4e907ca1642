"""How many deals of each game can be won: measuring it, and what follows."""

from __future__ import annotations
