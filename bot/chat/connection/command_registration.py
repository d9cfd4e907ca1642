"""Registering the commands with Discord, which keeps those of earlier starts meanwhile."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.chat.connection.gateway import DEVELOPER_PAGE
from bot.chat.locale import CommandTranslator
from bot.chat.requests.backoff import Backoff, is_worth_logging
from bot.chat.requests.failures import UNREACHABLE, reason
from bot.chat.requests.pace import within

if TYPE_CHECKING:
    from pathlib import Path

    from bot.chat.context import PatienceBot

_TIMEOUT: Final = 10.0
"""Seconds that a start waits for the commands to be registered."""
_BACKOFF: Final = Backoff(first=15.0, longest=3600.0)
_TOO_MANY_CREATED: Final = 30034
_INVALID: Final = 50035

_log = logging.getLogger(__name__)


class CommandRegistration:
    """Sends the commands to Discord when they have changed.

    Args:
        client: the bot, logged in, with all its commands.
        file: remembers what was registered last; None sends the commands at each start.
        backoff: the pauses after which refused commands are sent again.
    """

    def __init__(
        self, client: PatienceBot, file: Path | None, backoff: Backoff | None = None
    ) -> None:
        self._client = client
        self._file = file
        self._backoff = backoff or _BACKOFF
        self._failures = 0

    async def register(self) -> bool:
        """Register the commands within seconds; False if they are to be sent again later."""
        try:
            await within(_TIMEOUT, self._register())
        except UNREACHABLE as error:
            self._failures = 1
            self._log_failure(error)
            return False
        return True

    async def keep_trying(self) -> None:
        """Send the commands again, with growing pauses, until Discord takes them."""
        while True:
            await asyncio.sleep(self._backoff.after(self._failures))
            try:
                await self._register()
            except UNREACHABLE as error:
                self._failures += 1
                if is_worth_logging(self._failures):
                    self._log_failure(error)
            else:
                return

    async def _register(self) -> None:
        tree = self._client.tree
        translator = CommandTranslator()
        await tree.set_translator(translator)
        payload = [
            await command.get_translated_payload(tree, translator)
            for command in tree.get_commands()
        ]
        text = json.dumps([self._client.application_id, payload], sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if self._file is not None and _read(self._file) == digest:
            return
        await tree.sync()
        _log.info("Registered %d commands.", len(payload))
        if self._file is not None:
            _write(self._file, digest)

    def _log_failure(self, error: BaseException) -> None:
        _log.warning(
            "The commands could not be registered (%s); those registered before stay. %s",
            reason(error),
            _remedy(self._client.application, error),
        )


def _remedy(application: discord.AppInfo | None, error: BaseException) -> str:
    """What to do about commands that were not registered.

    Their installation contexts must be those of the application (discord-api-docs,
    `interactions/application-commands`, "Installation Context"), and new applications support
    servers alone (`resources/application`, "Setting Supported Installation Contexts").
    """
    later = "They will be sent again."
    if not isinstance(error, discord.HTTPException) or error.status not in {400, 403}:
        return later
    lacks_users = (
        application is not None
        and application.guild_integration_config is not None
        and application.user_integration_config is None
    )
    if lacks_users or "integration_types" in error.text:
        return f"Tick User Install on the Installation page at {DEVELOPER_PAGE}. {later}"
    if error.code == _TOO_MANY_CREATED:
        return f"Discord takes 200 new ones a day. {later}"
    if error.code == _INVALID:
        return f"Please report that. {later}"
    return later


def _read(file: Path) -> str:
    """A file's text; empty if there is none that can be read."""
    try:
        return file.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""


def _write(file: Path, text: str) -> None:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.write_text(text, encoding="ascii")
    except OSError as error:
        _log.warning("The commands will be sent again at the next start: %s", error)
