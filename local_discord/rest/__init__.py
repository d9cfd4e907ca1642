"""The REST routes, by subject."""

from __future__ import annotations
