"""Errors that cross rooms."""

from __future__ import annotations


class StoreError(Exception):
    """Games cannot be saved or read; the message says why, and what to do."""
