"""Stored races, tournaments and ratings."""

from __future__ import annotations
