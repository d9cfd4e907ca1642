"""Pixels, and the files that pictures are stored in."""

from __future__ import annotations
