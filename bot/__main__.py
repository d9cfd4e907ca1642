"""The command line: ``python -m bot run`` starts the bot."""

from __future__ import annotations

import asyncio
import functools
import gc
import hmac
import logging
import signal
import sys
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

if __name__ == "__main__":
    # A tenth of the processor time of all imports goes into looking for garbage among what stays.
    gc.disable()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Until there is something to stop, Ctrl-C just ends the program: no traceback of imports.
        signal.signal(signal.SIGINT, signal.SIG_DFL)

import click
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import __version__
from bot.chat.client import READY_TIMEOUT, PatienceClient
from bot.chat.connection.command_registration import FileRegistry
from bot.chat.connection.figures import show_connections, why_disconnected
from bot.chat.connection.gateway import DiscordRefused, TooFewShards
from bot.chat.connection.shards import parse_shards
from bot.command_line.backup import backup, restore
from bot.command_line.check import check
from bot.command_line.compile_solver import compile_solver
from bot.command_line.health import health
from bot.command_line.stats import stats
from bot.ending import IN_USE, MUST_BE_CHANGED, exit_with, until_damaged, until_told_to_stop
from bot.errors import StoreError
from bot.event_loop import freeze_start
from bot.event_loop import run as run_in_loop
from bot.images import ImageRenderer
from bot.logs import set_up_logging
from bot.models import ShardInUse
from bot.monitoring import Health, LoopWatch, MonitoringError, serve
from bot.service import (
    Advisor,
    Challenges,
    Claims,
    Cluster,
    Daily,
    DailyProgress,
    Digests,
    Games,
    GoalFinder,
    Guilds,
    Installation,
    Leaderboards,
    LiveBoards,
    Names,
    OtherSecret,
    ParFinder,
    PreferenceService,
    Privacy,
    Races,
    Ratings,
    Reminders,
    SetupOffers,
    Solutions,
    SolverPool,
    Statistics,
    Tournaments,
    WinnableDeals,
)
from bot.service.packing import pack_logs
from bot.services import Services
from bot.settings import Settings, SettingsError, load_settings
from bot.store import StoreDamaged, keep_daily_copies, open_database
from bot.supervisor import SUPERVISED, ProcessRefused, supervise

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from bot.chat.connection.command_registration import Registry
    from bot.models import ShardPlan
    from bot.store import Database
    from local_discord import LocalDiscord

_log = logging.getLogger(__name__)

_LOCAL_TOKEN: Final = "local"  # noqa: S105  # the local Discord lets anybody in
_LOCAL_READY_TIMEOUT: Final = 0.1
"""As :data:`READY_TIMEOUT`, on a Discord that is never slow."""


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="patience")
@click.pass_context
def cli(context: click.Context) -> None:
    """Patience: a solitaire bot for Discord."""
    if context.invoked_subcommand is None:
        context.invoke(run)


@cli.command()
@click.option(SUPERVISED, type=int, default=0, hidden=True, help="Stop when the input ends.")
def run(*, supervised: int = 0) -> None:
    """Start the bot: on Discord with a token, else on a local Discord."""
    _start(local=False, supervised=supervised)


@cli.command()
def local() -> None:
    """Start the bot on a local Discord, even if there is a token."""
    _start(local=True)


for command in (backup, restore, check, stats, health, compile_solver):
    cli.add_command(command)


def _start(*, local: bool, supervised: int = 0) -> None:
    try:
        settings = load_settings()
        set_up_logging(settings.patience_log_level, settings.patience_log_format)
        # The bot has no voice, so that the libraries for it are missing is not worth a word.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        local = local or settings.discord_token is None
        if settings.patience_processes > 1 and not local:
            asyncio.run(_supervise(settings))
        else:
            run_in_loop(_run(settings, local=local, supervised=supervised))
    except (SettingsError, OtherSecret, MonitoringError, DiscordRefused, StoreDamaged) as error:
        exit_with(MUST_BE_CHANGED, error)
    except ShardInUse as error:
        exit_with(IN_USE, error)
    except ProcessRefused as error:
        sys.exit(error.code)  # the process said why
    except (StoreError, TooFewShards) as error:
        raise SystemExit(f"patience: {error}") from None
    except KeyboardInterrupt:
        sys.exit(130)


def _now() -> datetime:
    return datetime.now(UTC)


def build_services(
    database: Database,
    images: ImageRenderer,
    solvers: SolverPool,
    *,
    secret: str = "",
    seconds: float = 3.0,
    take_over: bool = False,
    clock: Callable[[], datetime] = _now,
) -> Services:
    """Construct the services.

    Args:
        database: an open database.
        images: draws boards.
        solvers: search for winning lines.
        secret: makes daily deals impossible to guess; with the empty one anybody could.
        seconds: how long to search for an answer to a player.
        take_over: whether to wait for shards that another process serves.
        clock: returns the current time, with its zone.
    """
    games = Games(database, clock=clock)
    preferences = PreferenceService(database)
    cluster = Cluster(database, take_over=take_over)
    cluster.on_change("player", preferences.forget, preferences.forget_all)
    cluster.on_change("guild", preferences.forget_guild, preferences.forget_all)
    names = Names(games)
    cluster.on_change("deleted", names.forget, names.forget_all)
    deals = WinnableDeals(database, solvers)
    challenges = Challenges(games, deals.choose_secret, clock=clock)
    races = Races(games, deals.choose_secret, clock=clock)
    advisor = Advisor(solvers, seconds=seconds)
    return Services(
        games=games,
        deals=deals,
        advisor=advisor,
        solutions=Solutions(database, advisor),
        daily=Daily(games, secret, ParFinder(solvers), find_goal=GoalFinder(solvers), clock=clock),
        daily_progress=DailyProgress(database),
        digests=Digests(database),
        challenges=challenges,
        tournaments=Tournaments(games, deals.choose_secret, clock=clock),
        races=races,
        claims=Claims(database, clock=clock),
        cluster=cluster,
        statistics=Statistics(database),
        ratings=Ratings(database, clock=clock),
        leaderboards=Leaderboards(database),
        live_boards=LiveBoards(database),
        names=names,
        preferences=preferences,
        guilds=Guilds(database, preferences, clock=clock),
        setup_offers=SetupOffers(database, preferences, clock=clock),
        reminders=Reminders(database, clock=clock),
        privacy=Privacy(games, preferences, challenges, races, names, clock=clock),
        images=images,
    )


def background_work(
    services: Services, solvers: SolverPool
) -> list[Callable[[], Coroutine[None, None, None]]]:
    """What the services do on their own for as long as the bot is connected."""
    work: list[Callable[[], Coroutine[None, None, None]]] = [
        services.deals.keep_ready,
        services.challenges.keep_settled,
        services.races.keep_settled,
        services.guilds.keep_saved,
        functools.partial(pack_logs, services.games.database, services.claims),
    ]
    return [*work, services.daily.keep_prepared] if solvers.workers else work


async def _supervise(settings: Settings) -> None:
    """Keep several processes running until told to stop."""
    if settings.discord_token is not None:
        point_at(settings.patience_discord_api, settings.patience_discord_gateway)
        await supervise(
            settings.discord_token.get_secret_value(),
            parse_shards(settings.patience_shards),
            settings.patience_processes,
            settings.patience_metrics_port,
        )
        click.echo("Stopped; every game is kept.")


async def _run(settings: Settings, *, local: bool, supervised: int = 0) -> None:
    """Serve until told to stop, perhaps as one of so many supervised processes."""
    async with AsyncExitStack() as stack:
        state, watch = Health(supervised), LoopWatch()
        state.add("event loop", watch.why_late)
        state.add("Discord", lambda: "not connected yet")
        await stack.enter_async_context(watch.watching())
        if settings.patience_metrics_port is not None:
            await stack.enter_async_context(
                serve(state, settings.patience_metrics_host, settings.patience_metrics_port)
            )
        database = await stack.enter_async_context(open_database(settings.database_url))
        state.add("database", database.why_down)
        secret = settings.patience_secret.get_secret_value()
        await Installation(database).check_secret(secret)
        images = await stack.enter_async_context(ImageRenderer(settings.patience_drawing_workers))
        token, page_url = _LOCAL_TOKEN, ""
        if local:
            here = await stack.enter_async_context(_local_discord(settings))
            click.echo("Starting Patience on a local Discord …")
            point_at(here.api_url, here.gateway_url)
            page_url = here.page_url
        elif settings.discord_token is not None:
            token = settings.discord_token.get_secret_value()
            point_at(settings.patience_discord_api, settings.patience_discord_gateway)
        solvers = await stack.enter_async_context(SolverPool(settings.patience_solver_workers))
        services = build_services(
            database,
            images,
            solvers,
            secret=secret,
            seconds=settings.patience_solver_seconds,
            take_over=settings.patience_take_over,
        )
        cluster = await stack.enter_async_context(services.cluster)
        # Each local Discord is another one, whoever shares the database.
        locks = None if local else cluster.locks
        client = PatienceClient(
            services,
            plan=None if local else _plan(settings, database),
            gate=None if local else cluster.gate,
            locks=locks,
            background=[freeze_start, *background_work(services, solvers)],
            registry=None if local else _registry(settings, database),
            ready_timeout=_LOCAL_READY_TIMEOUT if local else READY_TIMEOUT,
        )
        state.add("Discord", lambda: why_disconnected(client.shard_states()))
        state.before_metrics(lambda: show_connections(client.shard_states(), len(client.guilds)))
        if local:
            client.background.append(functools.partial(_say_where, client, page_url))
        file = settings.database_file
        if file is not None and settings.patience_backups:
            copying = functools.partial(keep_daily_copies, file, settings.patience_backups)
            client.background.append(copying)
        await until_told_to_stop(
            until_damaged(database, _serve(client, token)),
            hand_over=None if locks is None else locks.drain,
            supervised=supervised > 0,
        )


@asynccontextmanager
async def _local_discord(settings: Settings) -> AsyncIterator[LocalDiscord]:
    """Run a local Discord; a bot on Discord itself starts 100 ms sooner without importing it."""
    from local_discord import LocalDiscord, LocalDiscordError  # noqa: PLC0415

    port, token = settings.patience_local_port or 0, _page_token(settings)
    try:
        async with LocalDiscord(port, page_token=token) as local:
            yield local
    except LocalDiscordError as error:
        raise SystemExit(f"patience: {error}") from None


def _plan(settings: Settings, database: Database) -> ShardPlan | None:
    """The shards of this process; None for as many as Discord recommends."""
    plan = parse_shards(settings.patience_shards)
    if plan is not None and len(plan.ids) < plan.count and not database.is_shared:
        _log.warning(
            "PATIENCE_SHARDS: this process serves %d of %d shards, and no other one can use its "
            "SQLite file; to serve every server, use PostgreSQL or leave it blank.",
            len(plan.ids),
            plan.count,
        )
    return plan


def _registry(settings: Settings, database: Database) -> Registry:
    """What remembers which commands were registered: one place for all processes."""
    if database.is_shared:
        return Installation(database)
    return FileRegistry(settings.data_folder / "commands.sha256")


def _page_token(settings: Settings) -> str:
    """What only this installation's chat page has in its address.

    It stays the same, so that open pages find the bot again when it was restarted.
    """
    secret = settings.patience_secret.get_secret_value().encode()
    return hmac.digest(secret, b"the chat page", "sha256").hex()[:32]


async def _say_where(client: PatienceClient, page_url: str) -> None:
    """Print the chat page's address once players can come."""
    await client.any_ready.wait()
    click.echo(f"Ready: open {page_url} and type /play")
    click.echo("Nothing leaves this machine. Stop with Ctrl-C.")


def point_at(api: str | None, gateway: str | None) -> None:
    """Let the Discord library connect to other addresses than Discord's own."""
    if api is not None:
        Route.BASE = api
    if gateway is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


async def _serve(client: PatienceClient, token: str) -> None:
    async with client:
        await client.start(token)


if __name__ == "__main__":
    # What is imported stays: each look through it for garbage would stall the event loop for 40 ms.
    gc.freeze()
    gc.enable()
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    cli(prog_name="python -m bot")
