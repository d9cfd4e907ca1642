"""Adding the bot to servers by a link, and registering its commands with Discord."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import math
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, Protocol

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.utils import oauth_url

from bot.chat.connection.gateway import DEVELOPER_PAGE
from bot.chat.connection.library import overwrite_commands
from bot.chat.requests.failures import UNREACHABLE, Backoff, is_worth_logging, reason
from bot.chat.requests.pace import within
from bot.errors import StoreError
from bot.i18n import LANGUAGES, _, use_locale
from bot.i18n.locale import supported_language
from bot.i18n.texts import COMMAND, MENU, OPTION, in_context

if TYPE_CHECKING:
    from pathlib import Path

    from discord.ext import commands

    from bot.service.claims import Claims


_TIMEOUT: Final = 10.0
"""Seconds that a start waits for the commands to be registered."""
_BACKOFF: Final = Backoff(first=15.0, longest=3600.0)
_TURN: Final = 0.5
"""Seconds between two looks at whether another process has registered the commands."""
_TOO_MANY_CREATED: Final = 30034
_INVALID: Final = 50035
_FAILURES: Final = (*UNREACHABLE, StoreError)

_log = logging.getLogger(__name__)


class Registry(Protocol):
    """Remembers which commands were registered last; may raise :class:`StoreError`."""

    async def registered_commands(self) -> str:
        """Their digest; empty if it is not known."""
        ...

    async def note_registered(self, digest: str) -> None:
        """Note the digest of those that were registered now."""
        ...


class FileRegistry:
    """A registry in a file; one that cannot be used only costs another registration."""

    def __init__(self, file: Path) -> None:
        self._file = file

    async def registered_commands(self) -> str:
        """The file's text; empty if there is none that can be read."""
        try:
            return self._file.read_text(encoding="ascii", errors="replace")
        except OSError:
            return ""

    async def note_registered(self, digest: str) -> None:
        """Write the file, and the folder that it is in."""
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file.write_text(digest, encoding="ascii")
        except OSError as error:
            _log.warning("The commands will be sent again at the next start: %s", error)


class CommandRegistration:
    """Sends the commands to Discord once they differ from what its registry remembers."""

    def __init__(
        self,
        client: commands.AutoShardedBot,
        claims: Claims,
        registry: Registry | None,
        backoff: Backoff | None = None,
    ) -> None:
        self._client = client
        self._claims = claims
        self._registry = registry
        self._backoff = backoff or _BACKOFF
        self._failures = 0
        self._refused_for = 0.0

    async def register(self) -> bool:
        """Register the commands within seconds; False if they are to be sent again later."""
        try:
            await within(_TIMEOUT, self._register())
        except _FAILURES as error:
            self._note_failure(error)
            return False
        return True

    async def keep_trying(self) -> None:
        """Send the commands again, with growing pauses, until Discord takes them."""
        while True:
            await asyncio.sleep(max(self._backoff.after(self._failures), self._refused_for))
            try:
                await self._register()
            except _FAILURES as error:
                self._note_failure(error)
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
        if self._registry is None:
            await self._send(payload)
            return
        while await self._registry.registered_commands() != digest:
            async with self._claims.lease("commands") as is_ours:
                if is_ours and await self._registry.registered_commands() != digest:
                    await self._send(payload)
                    await self._registry.note_registered(digest)
                    return
            await asyncio.sleep(_TURN)

    async def _send(self, payload: list[dict[str, Any]]) -> None:
        _log.info("Registered %d commands.", await overwrite_commands(self._client, payload))

    def _note_failure(self, error: BaseException) -> None:
        self._failures += 1
        self._refused_for = error.retry_after if isinstance(error, discord.RateLimited) else 0.0
        if is_worth_logging(self._failures):
            _log.warning(
                "The commands could not be registered (%s); those registered before stay. %s",
                "no answer yet" if isinstance(error, TimeoutError) else reason(error),
                _remedy(self._client.application, error),
            )


def _remedy(application: discord.AppInfo | None, error: BaseException) -> str:
    """What to do about commands that were not registered.

    Their installation contexts must be those of the application (discord-api-docs,
    `interactions/application-commands`, "Installation Context"), and new applications support
    servers alone (`resources/application`, "Setting Supported Installation Contexts").
    """
    later = "They will be sent again."
    if isinstance(error, discord.RateLimited):
        pause = timedelta(seconds=math.ceil(error.retry_after))
        return f"Discord takes 200 new ones a day, and more in {pause}. {later}"
    if not isinstance(error, discord.HTTPException) or error.status not in {400, 403, 429}:
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


_TRANSLATED: Final = {
    locale: language
    for locale in discord.Locale
    if (language := supported_language(locale.value)) and language != LANGUAGES[0]
}
"""The locales with a catalogue: few of the 33 that each text is asked for in."""
_COMMANDS: Final = (Location.command_name, Location.group_name)


class CommandTranslator(app_commands.Translator):
    """Translates names and descriptions of commands and options from the catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """A text of a command in a locale; None where there is no translation."""
        language = _TRANSLATED.get(locale)
        if language is None:
            return None
        if isinstance(context.data, app_commands.ContextMenu):
            return in_context(MENU, context.data.name, language)
        if context.location in _COMMANDS:
            return in_context(COMMAND, context.data.qualified_name, language)
        if context.location is Location.parameter_name:
            return in_context(OPTION, string.message, language)
        with use_locale(language):
            return _(string.message)


SCOPES: Final = ("bot", "applications.commands")
PERMISSIONS: Final = discord.Permissions(
    # Results and races are posted in channels and threads; nothing else takes a permission, as
    # responses to commands and presses need none.
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    # A board that was posted long ago is brought up to date with a new picture.
    attach_files=True,
    # A board that is out of sight is posted anew: the messages after it are counted.
    read_message_history=True,
)
"""What the bot needs as a member of a server, and no more."""


def install_link(application_id: int) -> str:
    """The address at which those who manage a server add the bot to it.

    >>> install_link(1)
    'https://discord.com/oauth2/authorize?client_id=1&scope=bot+applications.commands&permissions=274878008320'
    """
    return oauth_url(application_id, permissions=PERMISSIONS, scopes=SCOPES)
