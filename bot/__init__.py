"""Patience, a solitaire bot for Discord."""

from __future__ import annotations

__version__ = "1.2.0"
