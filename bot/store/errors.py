"""What can go wrong with the store. Every text is one sentence that can be shown as it is."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError


class StoreError(Exception):
    """Games cannot be kept or read; the text says why, and what to do."""


class InvalidAddress(StoreError, ValueError):
    """A database address is not one that games can be kept at."""


class StoreInUse(StoreError):
    """Another process has the database file open."""


class UnknownRevision(StoreError):
    """The database was made by a version of Patience that this one does not know."""


class StoreUnavailable(StoreError):
    """The database could not be opened, read or written."""


class NoSuchGame(StoreError):
    """No stored game has that id."""


class Conflict(StoreError):
    """The game is no longer at the version that was to be acted on; nothing was written."""


class GameFinished(StoreError):
    """The game is won or given up, and takes no more actions; nothing was written."""


def cause_of(error: BaseException) -> str:
    """What a driver says went wrong, on one line and without its decoration."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    # SQLAlchemy's asyncpg adapter puts the class before the text and the original behind it.
    error = error.__cause__ or error
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    lines = str(error).splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
