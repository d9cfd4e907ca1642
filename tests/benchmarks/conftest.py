"""Databases to hold against what players were shown."""

from __future__ import annotations

from tests.store.migrated import migrated_file, original_file

__all__ = ["migrated_file", "original_file"]
