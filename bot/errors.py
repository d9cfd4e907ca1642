"""Errors that cross rooms."""

from __future__ import annotations


class StoreError(Exception):
    """Games cannot be saved or read; the message says why, and what to do.

    Attributes:
        is_logged: whether the store itself logs it, so that nobody else needs to.
    """

    is_logged = False
