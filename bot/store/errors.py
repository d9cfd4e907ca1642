"""Errors of the store. Each message is one sentence that can be shown to players as it is."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError

from bot.errors import StoreError


class InvalidUrl(StoreError, ValueError):
    """A database URL is malformed or not supported."""


class StoreInUse(StoreError):
    """Another process has the database file open."""


class UnknownRevision(StoreError):
    """The database was made by another program, or by a version this one does not know."""


class StoreUnavailable(StoreError):
    """The database could not be opened, read or written."""


class NoSuchGame(StoreError):
    """No game has that id."""


class Conflict(StoreError):
    """The game is no longer at the expected version; nothing was written."""


class GameFinished(StoreError):
    """The game is won or given up and takes no more actions; nothing was written."""


def cause_of(error: BaseException) -> str:
    """The driver's own message, on one line and undecorated."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    # SQLAlchemy's asyncpg adapter prefixes the class name and chains the original error.
    error = error.__cause__ or error
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    lines = str(error).splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
