"""What all processes of an installation have in common."""

from __future__ import annotations

import hmac
from typing import Final

from bot.store import Database
from bot.store.installation import keep_first, load_value, save_value

_SECRET: Final = "secret"  # noqa: S105  # the name of its fingerprint
_COMMANDS: Final = "commands"


class OtherSecret(Exception):
    """The database belongs to an installation with another secret; the text says what to do."""


class Installation:
    """What processes that share a database agree on. All methods may raise ``StoreUnavailable``."""

    def __init__(self, database: Database) -> None:
        """Keep it in an open database."""
        self._database = database

    async def check_secret(self, secret: str) -> None:
        """Make sure that all processes have the same secret: they would choose different days.

        Raises:
            OtherSecret: if another process has another one.
        """
        if not self._database.is_shared:
            return
        fingerprint = hmac.digest(secret.encode(), b"fingerprint", "sha256").hex()
        if await keep_first(self._database, _SECRET, fingerprint) != fingerprint:
            raise OtherSecret(
                "PATIENCE_SECRET: the database is used with another secret; write that one here. "
                "One that was generated is in data/patience.secret on the machine that was first."
            )

    async def registered_commands(self) -> str:
        """The digest of the commands that were registered last; empty if none were."""
        return await load_value(self._database, _COMMANDS)

    async def note_registered(self, digest: str) -> None:
        """Note the digest of the commands that were registered."""
        await save_value(self._database, _COMMANDS, digest)
