"""Errors that cross rooms."""

from __future__ import annotations


class StoreError(Exception):
    """Games cannot be saved or read; the message says why, and what to do.

    Attributes:
        is_logged: whether the store has logged it already.
    """

    is_logged = False
