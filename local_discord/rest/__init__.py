"""The REST routes, by what they are about."""

from __future__ import annotations
