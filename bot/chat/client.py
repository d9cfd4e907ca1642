"""The connection to Discord: puts the features together and registers the commands."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.components import Component
from bot.chat.context import Context, Interaction, PatienceBot, load_context
from bot.chat.features import load_features
from bot.chat.locale import CommandTranslator
from bot.chat.responses import INTERNAL_ERROR, Reply, respond, text_reply
from bot.chat.shown_boards import ShownBoards
from bot.i18n import N_, _
from bot.service.stopping import cancel_and_wait

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable
    from pathlib import Path

    from bot.services import Services

READY_TIMEOUT: Final = 2.0
"""Seconds without news of another guild that make the bot ready."""

_log = logging.getLogger(__name__)


class CommandTree(app_commands.CommandTree[PatienceBot]):
    """The commands; one that fails is responded to with a sentence all the same."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Speak the player's language in what autocomplete offers."""
        if interaction.type is discord.InteractionType.autocomplete:
            await load_context(interaction)
        return True

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Log the error and tell the player."""
        if isinstance(error, app_commands.CommandNotFound):
            sentence = N_("That command no longer exists. Type /help to see how to play.")
        else:
            _log.error("A command failed", exc_info=error)
            sentence = INTERNAL_ERROR

        async def explain(_context: Context) -> Reply:
            return text_reply(_(sentence))

        is_command = interaction.type is discord.InteractionType.application_command
        if is_command and not interaction.response.is_done():
            await respond(interaction, explain, private=True)


class PatienceClient(PatienceBot):
    """The bot's connection to Discord.

    Needs no privileged intent: commands and presses reach it without any.
    """

    def __init__(
        self,
        services: Services,
        *,
        background: Iterable[Callable[[], Coroutine[None, None, None]]] = (),
        registry: Path | None = None,
        ready_timeout: float = READY_TIMEOUT,
    ) -> None:
        """Serve players.

        Args:
            services: what the handlers ask.
            background: coroutine functions to run for as long as the bot is connected.
            registry: a file that remembers which commands were registered last, so that they are
                sent to Discord only when they have changed; None sends them at each start.
            ready_timeout: as :data:`READY_TIMEOUT`.
        """
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=CommandTree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            guild_ready_timeout=ready_timeout,
        )
        self.services = services
        self.background = [*background]
        self.after_commands = []
        self.announce_lock = asyncio.Lock()
        self.unnoted = {}
        self.shown_boards = ShownBoards()
        self._registry = registry
        self._tasks: list[asyncio.Task[None]] = []

    async def setup_hook(self) -> None:
        """Set up every feature and register the commands; runs once, after logging in."""
        self.add_dynamic_items(Component)
        await load_features(self)
        await self.services.images.warm()
        await self._register_commands()
        self._tasks = [asyncio.create_task(work()) for work in self.background]

    async def close(self) -> None:
        """Stop the background work and disconnect."""
        await cancel_and_wait(self._tasks)
        await super().close()

    async def _register_commands(self) -> None:
        translator = CommandTranslator()
        await self.tree.set_translator(translator)
        payload = [
            await command.get_translated_payload(self.tree, translator)
            for command in self.tree.get_commands()
        ]
        text = json.dumps([self.application_id, payload], sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if self._registry is not None and _read(self._registry) == digest:
            return
        await self.tree.sync()
        if self._registry is not None:
            self._registry.parent.mkdir(parents=True, exist_ok=True)
            self._registry.write_text(digest)
        _log.info("Registered %d commands.", len(payload))

    async def on_ready(self) -> None:
        """Log that players can come."""
        _log.info("Connected to Discord as %s, in %d servers.", self.user, len(self.guilds))


def _read(file: Path) -> str:
    """A file's text; empty if there is no file."""
    try:
        return file.read_text(encoding="ascii")
    except FileNotFoundError:
        return ""
