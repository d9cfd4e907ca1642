"""Databases to hold against what players were shown."""

from __future__ import annotations
