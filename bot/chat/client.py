"""The bot on Discord: puts the features together, connects, and stops."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.autocomplete import FailuresOfDiscord
from bot.chat.components import handle_press
from bot.chat.connection.command_registration import CommandRegistration, Registry
from bot.chat.connection.gateway import Timing, log_in
from bot.chat.connection.gateway_socket import StallsOfTheLoop
from bot.chat.connection.installation import install_link
from bot.chat.connection.local_gate import LocalGate
from bot.chat.connection.sharding import Shards
from bot.chat.connection.state import SlimState
from bot.chat.context import Context, Interaction, PatienceBot, load_context
from bot.chat.features import load_features
from bot.chat.memory.arrivals import Arrivals
from bot.chat.memory.duty import Duty
from bot.chat.memory.in_flight import InFlight
from bot.chat.memory.shown_boards import ShownBoards
from bot.chat.memory.unseen import UnseenReplies
from bot.chat.messages.replies import Reply, text_reply
from bot.chat.requests.pace import Pace
from bot.chat.responding.delivery import INTERNAL_ERROR
from bot.chat.responding.responses import respond
from bot.i18n import N_, _
from bot.models import ShardPlan
from bot.service.stopping import cancel_and_wait

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Mapping

    from bot.chat.connection.sharding import ShardState
    from bot.chat.requests.backoff import Backoff
    from bot.models import ShardLocks, StartGate
    from bot.services import Services

READY_TIMEOUT: Final = 2.0
"""Seconds without news of another guild that make the bot ready."""
_ANSWER_SECONDS: Final = 5.0
"""How long a stop waits for responses to what players did before it."""

_FAILURES_OF_DISCORD: Final = FailuresOfDiscord()
_STALLS: Final = StallsOfTheLoop()

_log = logging.getLogger(__name__)


class CommandTree(app_commands.CommandTree[PatienceBot]):
    """The commands; one that fails is responded to with a sentence all the same."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Count the interaction; speak the player's language in what autocomplete offers."""
        interaction.client.in_flight.add_current()
        if interaction.type is discord.InteractionType.autocomplete:
            if not interaction.client.arrivals.add(interaction.id):
                return False
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

    _connection: SlimState

    def __init__(
        self,
        services: Services,
        *,
        plan: ShardPlan | None = None,
        gate: StartGate | None = None,
        locks: ShardLocks | None = None,
        background: Iterable[Callable[[], Coroutine[None, None, None]]] = (),
        registry: Registry | None = None,
        ready_timeout: float = READY_TIMEOUT,
        timing: Timing | None = None,
        registration_backoff: Backoff | None = None,
    ) -> None:
        """Serve players.

        Args:
            services: what the handlers ask.
            plan: the shards to serve; None serves as many as Discord recommends.
            gate: lets sessions start in turn; None where no other process starts any.
            locks: keep other processes from serving the same shards; None where there are none.
            background: coroutine functions to run for as long as the bot is connected.
            registry: remembers which commands were registered last, so that they are sent to
                Discord only when they have changed; None sends them at each start.
            ready_timeout: as :data:`READY_TIMEOUT`.
            timing: how patient the connection is.
            registration_backoff: the pauses after which refused commands are sent again.
        """
        self._timing = timing or Timing()
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
            heartbeat_timeout=self._timing.silence,
            max_messages=None,
        )
        self.plan = plan
        self.any_ready = self._connection.any_ready
        self.ready_shards = self._connection.ready_shards
        self.background = [*background]
        self.after_commands = []
        self.announce_locks = defaultdict(asyncio.Lock)
        self.duty = Duty()
        self.unnoted = {}
        self.failing = Counter()
        self.pace = Pace()
        self.shown_boards = ShownBoards()
        self.in_flight = InFlight()
        self._locks = locks
        self._gate = gate or LocalGate(self._timing.session_interval)
        self._shards = Shards(self, self._connection, self._gate, locks, self._timing)
        self._beginning = asyncio.Lock()
        self._registration = CommandRegistration(self, registry, registration_backoff)
        self.arrivals = Arrivals()
        self.unseen = UnseenReplies()
        self._tasks: list[asyncio.Task[None]] = []
        self._warming: asyncio.Task[None] | None = None
        logging.getLogger(app_commands.tree.__name__).addFilter(_FAILURES_OF_DISCORD)
        logging.getLogger(discord.gateway.__name__).addFilter(_STALLS)

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Log in, set up every feature, register the commands, and serve until stopped.

        Raises:
            DiscordRefused: if Discord will not let the bot in.
            TooFewShards: if Discord recommends more shards by now.
            ShardInUse: if another process serves a shard.
        """
        # Beside the connection, which takes as long as a worker's start.
        self._warming = asyncio.create_task(self.services.images.warm())
        recommended = await log_in(self, token, self._timing.backoff)
        is_chosen = self.plan is not None
        self.plan = plan = self.plan or ShardPlan(tuple(range(recommended)), recommended)
        if self._locks is not None and self.application_id is not None:
            await self._locks.open(self.application_id, plan)
        # As the library does when it connects by itself.
        self.shard_count = self._connection.shard_count = plan.count
        self.shard_ids = self._connection.shard_ids = [*plan.ids]
        await load_features(self)
        await self._shards.keep(plan, is_chosen=is_chosen, begin=self._begin)

    async def _begin(self) -> None:
        """Register the commands and start the background work, unless that is done."""
        async with self._beginning:
            if self._tasks:
                return
            if not await self._registration.register():
                self.background.append(self._registration.keep_trying)
            self._tasks = [asyncio.create_task(work()) for work in self.background]

    async def close(self) -> None:
        """Take nothing more, respond to what was taken, end the background work, disconnect."""
        await self._shards.stop()
        work = self._tasks if self._warming is None else [*self._tasks, self._warming]
        left, _ = await asyncio.gather(self.in_flight.wait(_ANSWER_SECONDS), cancel_and_wait(work))
        if left:
            _log.warning("%d responses were not finished in time.", left)
        await super().close()

    def dispatch(self, event_name: str, /, *args: object, **kwargs: object) -> None:
        """Tell listeners of an event; the library would even after its end."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    def shard_states(self) -> Mapping[int, ShardState]:
        """How each shard fares."""
        return self._shards.states

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Note that a session is started; the shard's connection has waited for its turn."""
        if shard_id is not None:
            await self._gate.note_start(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Note that a shard's session was started."""
        await self._shards.note_ready(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that a shard's session was resumed."""
        self._shards.note_resumed(shard_id)

    def _get_state(self, **options: object) -> SlimState:
        return SlimState(
            dispatch=self.dispatch,
            handlers=self._handlers,
            hooks=self._hooks,
            http=self.http,
            on_locale=self.services.guilds.see,
            on_press=lambda interaction: self.in_flight.start("press", handle_press(interaction)),
            **options,
        )

    async def on_ready(self) -> None:
        """Log that players can come."""
        _log.info("Connected to Discord as %s, in %d servers.", self.user, len(self.guilds))
        if not self.guilds and self.application_id is not None:
            _log.info("Add it to one: %s", install_link(self.application_id))
