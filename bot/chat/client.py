"""The bot on Discord: puts the features together, connects, and stops."""

from __future__ import annotations

import asyncio
import functools
import logging
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.background import Background
from bot.chat.connection.command_registration import CommandRegistration, Registry, install_link
from bot.chat.connection.gateway import Timing
from bot.chat.connection.library import GuildCache, quiet_library
from bot.chat.connection.sharding import Shards
from bot.chat.due import BACKGROUND, HANDLERS
from bot.chat.features import load_features
from bot.chat.requests.failures import page_refusals
from bot.chat.requests.pace import Pace
from bot.chat.responding.components import handle_press
from bot.chat.responding.context import Context, Interaction, PatienceBot, load_context
from bot.chat.responding.delivery import INTERNAL_ERROR
from bot.chat.responding.faces import Faces
from bot.chat.responding.interactions import Interactions
from bot.chat.responding.loop import DueLoop
from bot.chat.responding.replies import Reply, text_reply
from bot.chat.responding.responses import respond
from bot.chat.responding.search import DiscordErrorFilter
from bot.chat.responding.shown_boards import ShownBoards
from bot.chat.responding.suit_signs import load_suit_signs
from bot.i18n import N_, _
from bot.images import ImageRenderer
from bot.service.claims import Claims
from bot.service.guilds import Guilds
from bot.tasks import cancel_and_wait

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.background import Work
    from bot.chat.connection.session_starts import SessionGate
    from bot.chat.connection.sharding import ShardLocks
    from bot.chat.requests.failures import Backoff
    from bot.chat.responding.suit_signs import SuitSigns
    from bot.models.shards import ShardPlan
    from bot.services import Services

READY_TIMEOUT: Final = 2.0
"""Seconds without news of another guild that make the bot ready."""
_LONGEST_SLEEP: Final = 30.0
"""How long the library may sleep before it repeats a request: as little as it allows."""
_ANSWER_SECONDS: Final = 5.0
"""How long a stop waits for responses to what players did before it."""

_DISCORD_ERRORS: Final = DiscordErrorFilter()

_OUTDATED: Final = (app_commands.CommandSignatureMismatch, app_commands.TransformerError)
"""The errors of a command as an earlier version had it, which clients show until they reload."""

_HANDLED: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)

_log = logging.getLogger(__name__)


class CommandTree(app_commands.CommandTree[PatienceBot]):
    """The commands; one that fails is answered with a sentence."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Count the interaction; speak the player's language in what autocomplete offers."""
        interaction.client.interactions.in_flight.add(asyncio.current_task())
        if interaction.type is discord.InteractionType.autocomplete:
            if not interaction.client.interactions.arrivals.add(interaction.id):
                return False
            await load_context(interaction)
        elif isinstance(interaction.command, app_commands.Command):
            # The library takes any value for a choice.
            typed = dict(iter(interaction.namespace))
            for option in interaction.command.parameters:
                values = [choice.value for choice in option.choices]
                if values and typed.get(option.display_name, values[0]) not in values:
                    raise app_commands.CommandSignatureMismatch(interaction.command)
        return True

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Log the error and answer with a sentence."""
        if isinstance(error, app_commands.CommandNotFound):
            sentence = N_("That command no longer exists. Type /help to see how to play.")
        elif isinstance(error, _OUTDATED):
            sentence = N_(
                "Patience has been updated, and that choice no longer exists. Reload Discord, and "
                "choose again."
            )
        else:
            _log.error("A command failed", exc_info=error)
            sentence = INTERNAL_ERROR

        async def explain(_context: Context) -> Reply:
            return text_reply(_(sentence))

        is_command = interaction.type is discord.InteractionType.application_command
        if is_command and not interaction.response.is_done():
            await respond(interaction, explain, private=True)


class PatienceClient(PatienceBot):
    """The bot's connection to Discord, which needs no privileged intent."""

    def __init__(
        self,
        services: Services,
        *,
        plan: ShardPlan | None = None,
        gate: SessionGate | None = None,
        locks: ShardLocks | None = None,
        work: Mapping[str, Work] | None = None,
        registry: Registry | None = None,
        ready_timeout: float = READY_TIMEOUT,
        timing: Timing | None = None,
        registration_backoff: Backoff | None = None,
        reposts_old_boards: bool = False,
    ) -> None:
        """Serve players.

        Args:
            gate: lets sessions start in turn; None where no other process starts any.
            locks: keep other processes from serving the same shards; None where there are none.
            work: what to do for as long as the bot is connected, by name.
            registry: remembers which commands were registered last, so that they are sent to
                Discord only when they have changed; None sends them at each start.
            registration_backoff: the pauses after which refused commands are sent again.
            reposts_old_boards: whether a press on a board older than an hour posts it anew.
        """
        timing = timing or Timing()
        quiet_library()
        self.services = services
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
            heartbeat_timeout=timing.silence,
            # What is refused for longer is for the bot to put off; the library would just sleep.
            max_ratelimit_timeout=_LONGEST_SLEEP,
            max_messages=None,
            http_trace=page_refusals(),
        )
        self.connections = Shards(
            self,
            GuildCache(self, services[Guilds].see),
            plan=plan,
            gate=gate,
            locks=locks,
            timing=timing,
        )
        self.background = Background()
        self.due = DueLoop(self, HANDLERS)
        self.work: dict[str, Work] = {
            "showing what is due": self.due.run,
            **{name: functools.partial(one, self) for name, one in BACKGROUND.items()},
            **(work or {}),
        }
        self.interactions = Interactions()
        self.shown_boards = ShownBoards()
        self.pace = Pace()
        self.faces = Faces()
        self.reposts_old_boards = reposts_old_boards
        self._beginning = asyncio.Lock()
        self._registration = CommandRegistration(
            self, services[Claims], registry, registration_backoff
        )
        self._has_begun = False
        self._warming: asyncio.Task[None] | None = None
        logging.getLogger(app_commands.tree.__name__).addFilter(_DISCORD_ERRORS)

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Log in, set up every feature, register the commands, and serve until stopped."""
        # Beside the connection, which takes as long as a worker's start.
        self._warming = asyncio.create_task(self.services[ImageRenderer].warm())
        is_chosen = await self.connections.log_in(token)
        await load_features(self)
        await self.connections.keep(is_chosen=is_chosen, begin=self._begin)

    async def _begin(self) -> None:
        """Register commands and emoji, and start the background work, unless that is done."""
        async with self._beginning:
            if self._has_begun:
                return
            is_registered, _ = await asyncio.gather(
                self._registration.register(),
                load_suit_signs(self, self.services[Claims], self._use_suit_signs),
            )
            if not is_registered:
                self.work["registering commands"] = self._registration.keep_trying
            for name, work in self.work.items():
                self.background.start(name, work)
            self._has_begun = True

    def _use_suit_signs(self, signs: SuitSigns) -> None:
        self.suit_signs = signs

    async def close(self) -> None:
        """Shut down gracefully: drain interactions, cancel tasks, disconnect."""
        await self.connections.stop()
        warming = () if self._warming is None else (self._warming,)
        left, *_ = await asyncio.gather(
            self.interactions.in_flight.wait(_ANSWER_SECONDS),
            self.background.stop(),
            cancel_and_wait(warming),
        )
        if left:
            _log.warning("%d responses were not finished in time.", left)
        await super().close()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Note that a session is about to start; the shard's connection has waited for its turn."""
        if shard_id is not None:
            await self.connections.gate.note_start(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Note that a shard's session was started."""
        await self.connections.note_ready(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that a shard's session was resumed."""
        self.connections.note_resumed(shard_id)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle a press or a form; the library hands commands to :class:`CommandTree`."""
        if interaction.type in _HANDLED and not self.is_closed():
            self.interactions.in_flight.add(asyncio.current_task())
            await handle_press(interaction)

    async def on_ready(self) -> None:
        """Log that players can come."""
        _log.info("Connected to Discord as %s, in %d servers.", self.user, len(self.guilds))
        if not self.guilds and self.application_id is not None:
            _log.info("Add it to one: %s", install_link(self.application_id))
