"""Errors that cross rooms."""

from __future__ import annotations


class StoreError(Exception):
    """Games cannot be saved or read; says why and what to do, and whether that is logged."""

    is_logged = False


class SettingsError(ValueError):
    """A setting is invalid; the text is one line that says which, why, and what to write."""
