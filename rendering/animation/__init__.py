"""Replays and the cascade of a win."""

from __future__ import annotations
