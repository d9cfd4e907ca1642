"""Errors that cross rooms."""

from __future__ import annotations


class StoreError(Exception):
    """Games cannot be saved or read; says why and what to do, and whether that is logged."""

    is_logged = False
