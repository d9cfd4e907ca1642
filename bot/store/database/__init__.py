"""Databases: opened, migrated, copied, and reached by transactions."""

from __future__ import annotations
