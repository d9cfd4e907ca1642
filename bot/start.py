"""``python -m bot run`` and ``local``: they put the bot together, and start it."""

from __future__ import annotations

import asyncio
import functools
import hmac
import logging
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from bot.chat.client import READY_TIMEOUT, PatienceClient
from bot.chat.connection.command_registration import FileRegistry
from bot.chat.connection.gateway import DiscordRefused, TooFewShards
from bot.chat.connection.library import api_address, point_at
from bot.chat.connection.session_starts import SessionGate
from bot.chat.connection.sharding import show_connections, why_disconnected
from bot.chat.features import import_features
from bot.command_line.doctor.machine import memory_of_each
from bot.env_file import exposed_secrets, why_no_token
from bot.errors import SettingsError, StoreError
from bot.i18n.locale import LANGUAGES, translations
from bot.images import ImageRenderer
from bot.images import default_workers as drawing_workers
from bot.logs import set_up_logging
from bot.models.shards import ShardInUse, parse_shards
from bot.monitoring import Health, LoopWatch, MonitoringError, serve
from bot.process import (
    EX_CONFIG,
    EX_TEMPFAIL,
    SUPERVISED,
    exit_with,
    keep_memory_small,
    run_in_loop,
    run_until_corrupt,
    run_until_signal,
)
from bot.service.claims import Claims
from bot.service.contests.contests import ChooseDeal
from bot.service.daily.daily import Daily
from bot.service.guilds import Guilds
from bot.service.play.games import Games
from bot.service.players.privacy import Absence
from bot.service.preferences import PreferenceService
from bot.service.solver.advice import Advisor
from bot.service.solver.pool import SolverPool
from bot.service.solver.winnable import WinnableDeals, find_goal, find_graded_deal, find_par
from bot.service.tables import Tables
from bot.services import Services
from bot.settings import COMMANDS_FILE, Settings, bot_id, load_settings
from bot.store.database.connection import Database
from bot.store.database.copies import keep_daily_copies
from bot.store.database.errors import (
    InvalidUrl,
    StoreDamaged,
    StoreInUse,
    StoreRefused,
    UnknownRevision,
)
from bot.store.database.open import open_database
from bot.store.fleet.installation import Installation, OtherSecret, SessionStartLog

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.background import Work
    from bot.chat.connection.command_registration import Registry
    from bot.models.shards import ShardPlan
    from bot.web.discord_sign_in import Application
    from local_discord import LocalDiscord

_log = logging.getLogger(__name__)

_LOCAL_TOKEN: Final = "local"  # noqa: S105  # the local Discord lets anybody in
_SOURCE: Final = Path(__file__).parents[1]
_LOCAL_READY_TIMEOUT: Final = 0.1
"""As :data:`READY_TIMEOUT`, for the local Discord, which is never slow."""
_REFUSED: Final = (
    SettingsError,
    OtherSecret,
    MonitoringError,
    DiscordRefused,
    InvalidUrl,
    StoreDamaged,
    StoreRefused,
    UnknownRevision,
)
"""The errors after which a restart does not help."""


@click.command()
@click.option(SUPERVISED, type=int, default=0, hidden=True, help="Stop when the input ends.")
@click.option(
    "--stay-down",
    is_flag=True,
    help=f"Exit with 0 instead of {EX_CONFIG}, so that what starts the bot again after any failure "
    "does not when something has to be changed first.",
)
def run(*, supervised: int = 0, stay_down: bool = False) -> None:
    """Start the bot: on Discord with a token, else on a local Discord."""
    try:
        _start(local=False, supervised=supervised)
    except SystemExit as end:
        if stay_down and end.code == EX_CONFIG:
            sys.exit(0)
        raise


@click.command()
def local() -> None:
    """Start the bot on a local Discord, even if there is a token."""
    _start(local=True)


def _start(*, local: bool, supervised: int = 0) -> None:
    try:
        settings = load_settings()
        set_up_logging(settings.patience_log_level, settings.patience_log_format)
        if not supervised and (exposed := exposed_secrets()):
            _log.warning("Secrets are open: %s.", exposed)
        local = local or settings.discord_token is None
        if settings.patience_processes > 1 and not local:
            _supervise(settings)
        else:
            # A slow start is no crash: what takes long is over before the loop is watched.
            import_features()
            for language in LANGUAGES[1:]:
                translations(language)
            run_in_loop(_run(settings, local=local, supervised=supervised))
    except _REFUSED as error:
        exit_with(EX_CONFIG, error)
    except (ShardInUse, StoreInUse) as error:
        exit_with(EX_TEMPFAIL, error)
    except (StoreError, TooFewShards) as error:
        raise SystemExit(f"patience: {error}") from None
    except KeyboardInterrupt:
        sys.exit(130)


def build_services(
    database: Database,
    images: ImageRenderer,
    solvers: SolverPool,
    *,
    secret: str = "",
    seconds: float = 3.0,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Services:
    """Provide what services are constructed from, and those that depend on settings.

    Args:
        images: draws boards.
        solvers: search for winning lines.
        secret: makes daily deals impossible to guess; with the empty one anybody could.
        seconds: how long to search for an answer to a player.
    """
    services = Services()
    services.provide(Database, database)
    services.provide(ImageRenderer, images)
    services.provide(SolverPool, solvers)
    services.provide(Callable[[], datetime], clock)
    preferences, games = services[PreferenceService], services[Games]
    services.provide(Tables, Tables(services[Claims], games, preferences, secret=secret))
    services.provide(ChooseDeal, services[WinnableDeals].choose_secret)
    services.provide(Advisor, Advisor(solvers, seconds=seconds))
    prove = functools.partial(find_par, solvers) if solvers.workers else None
    daily = Daily(
        services[Games],
        secret,
        prove,
        find_goal=functools.partial(find_goal, solvers),
        find_graded=functools.partial(find_graded_deal, solvers),
        clock=clock,
    )
    services.provide(Daily, daily)
    return services


def background_work(services: Services) -> dict[str, Work]:
    """What services do for as long as the bot is connected, by name."""
    return {
        "choosing the day's deals": services[Daily].keep_prepared,
        "finding winnable deals": services[WinnableDeals].keep_ready,
        "saving the languages of servers": services[Guilds].keep_saved,
    }


def _supervise(settings: Settings) -> None:
    """Keep several processes running until a signal stops them."""
    from bot.fleet.supervisor import ProcessRefused, supervise  # noqa: PLC0415  # for several only

    if settings.discord_token is None:
        return
    point_at(settings.patience_discord_api, settings.patience_discord_gateway)
    token = settings.discord_token.get_secret_value()
    plan = parse_shards(settings.patience_shards)
    try:
        asyncio.run(
            supervise(token, plan, settings.patience_processes, settings.patience_metrics_port)
        )
    except ProcessRefused as error:
        sys.exit(error.code)  # the process said why
    click.echo("Stopped; every game is kept.")


async def _run(settings: Settings, *, local: bool, supervised: int = 0) -> None:
    """Serve until a signal stops the bot; ``supervised`` is the number of processes, if several."""
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
        state.add("database", database.outage_reason)
        secret = settings.patience_secret.get_secret_value()
        await Installation(database).check_secret(secret)
        memory = memory_of_each(settings, max(1, supervised))
        drawing = settings.patience_drawing_workers or drawing_workers(memory)
        images = await stack.enter_async_context(ImageRenderer(drawing))
        token, page_url = _LOCAL_TOKEN, ""
        here: LocalDiscord | None = None
        if local:
            here = await stack.enter_async_context(_local_discord(settings))
            why = "" if settings.discord_token else f"{why_no_token(_SOURCE)}, so "
            click.echo(f"{why or 'As you ask, '}Patience starts on a local Discord …")
            point_at(here.api_url, here.gateway_url, here.cdn_url)
            page_url = here.page_url
        elif settings.discord_token is not None:
            token = settings.discord_token.get_secret_value()
            point_at(settings.patience_discord_api, settings.patience_discord_gateway)
        solvers = await stack.enter_async_context(
            SolverPool(settings.patience_solver_workers, memory=memory)
        )
        services = build_services(
            database,
            images,
            solvers,
            secret=secret,
            seconds=settings.patience_solver_seconds,
        )
        table_url = await stack.enter_async_context(_tables(settings, services, here))
        gate, locks = SessionGate(SessionStartLog(database)), None
        if database.is_postgresql:
            from bot.fleet.cluster import Cluster  # noqa: PLC0415  # where processes may be several

            cluster = Cluster(database, take_over=settings.patience_take_over)
            for kind, changed in services.on_change():
                cluster.on_change(kind, changed)
            for missed in services.on_missed_changes():
                cluster.on_missed_changes(missed)
            await stack.enter_async_context(cluster)
            gate, locks = cluster.gate, cluster.locks
        client = PatienceClient(
            services,
            plan=None if local else _plan(settings, database),
            # Each process has a local Discord of its own, even if they share the database.
            gate=None if local else gate,
            locks=None if local else locks,
            work={"keeping memory small": keep_memory_small, **background_work(services)},
            registry=None if local else _registry(settings, database),
            ready_timeout=_LOCAL_READY_TIMEOUT if local else READY_TIMEOUT,
            reposts_old_boards=settings.patience_repost_old_boards,
        )
        state.add("Discord", lambda: why_disconnected(client.connections.by_shard))
        state.add("background work", client.background.why_failing)
        state.report("background", client.background.report)
        state.before_metrics(
            lambda: show_connections(client.connections.by_shard, len(client.guilds))
        )
        if local:
            saying = functools.partial(_say_where, client, page_url, table_url)
            client.work["saying where"] = saying
        if settings.patience_delete_after:
            after = timedelta(days=settings.patience_delete_after)
            deleting = functools.partial(services[Absence].keep_deleting, after)
            client.work["deleting who stays away"] = deleting
        file = settings.database_file
        if file is not None:
            client.work["emptying the log of the database"] = database.keep_checkpointed
        if file is not None and settings.patience_backups:
            copying = functools.partial(keep_daily_copies, file, settings.patience_backups)
            client.work["copying the database"] = copying
        await run_until_signal(
            run_until_corrupt(database, _serve(client, token)),
            drain=None if local or locks is None else locks.drain,
            supervised=supervised > 0,
        )


@asynccontextmanager
async def _local_discord(settings: Settings) -> AsyncIterator[LocalDiscord]:
    """Run a local Discord; a bot on Discord itself starts 100 ms sooner without importing it."""
    from local_discord import LocalDiscord, LocalDiscordError  # noqa: PLC0415

    token, noted = _page_token(settings), settings.data_folder / "local.port"
    port = settings.patience_local_port or 0
    # Open pages find the bot again at the port that it had the last time.
    likely = port or _noted_port(noted)
    async with AsyncExitStack() as stack:
        try:
            local = await stack.enter_async_context(LocalDiscord(likely, page_token=token))
        except LocalDiscordError as error:
            if likely == port:
                raise SystemExit(f"patience: {error}") from None
            local = await stack.enter_async_context(LocalDiscord(page_token=token))
        with suppress(OSError):
            noted.write_text(f"{local.port}\n", encoding="ascii")
        yield local


@asynccontextmanager
async def _tables(
    settings: Settings, services: Services, here: LocalDiscord | None
) -> AsyncIterator[str]:
    """Serve tables in a browser if that is wanted, as it always is on a local Discord.

    Yields the address of one for whoever starts the bot locally; else nothing.
    """
    port, noted = settings.patience_web_port, settings.data_folder / "table.port"
    if port is None and here is None:
        yield ""
        return
    from bot.web.decks import Decks  # noqa: PLC0415  # a bot without tables starts sooner
    from bot.web.discord_sign_in import DiscordSignIn  # noqa: PLC0415
    from bot.web.server import TableError, serving  # noqa: PLC0415

    images, tables = services[ImageRenderer], services[Tables]
    several = services[Games].database.is_postgresql and here is None
    application = _application(settings, here)
    serve_at = functools.partial(
        serving,
        services,
        Decks(images, tables),
        settings.patience_web_host,
        most=settings.patience_web_connections,
        shared=several,
    )
    async with AsyncExitStack() as stack:
        if application is not None:
            sign_in = await stack.enter_async_context(DiscordSignIn(application))
            serve_at = functools.partial(serve_at, sign_in=sign_in)
            tables.is_activity = True
            plan = parse_shards(settings.patience_shards)
            tables.is_alone = plan is None or len(plan.ids) == plan.count
        try:
            # Open pages find the bot again at the port that it had the last time.
            at = await stack.enter_async_context(serve_at(port or _noted_port(noted)))
        except TableError as error:
            if port:
                raise SystemExit(f"patience: {error}") from None
            at = await stack.enter_async_context(serve_at(0))
        tables.url = settings.patience_web_url or f"http://127.0.0.1:{at}"
        services[Games].changes.reaches_others = several
        if here is None:
            yield ""
            return
        here.enable_activities(f"http://127.0.0.1:{at}")
        with suppress(OSError):
            noted.write_text(f"{at}\n", encoding="ascii")
        from local_discord.fixtures import USERS  # noqa: PLC0415

        yield tables.standing_link(USERS[0].id)


def _application(settings: Settings, here: LocalDiscord | None) -> Application | None:
    """What Discord knows the tables by, as an Activity; None if they are none."""
    from bot.web.discord_sign_in import Application  # noqa: PLC0415  # as above

    if here is not None:
        from local_discord.fixtures import APPLICATION_ID  # noqa: PLC0415

        return Application(here.api_url, APPLICATION_ID, _LOCAL_TOKEN, _LOCAL_TOKEN)
    secret, own = settings.discord_client_secret.get_secret_value(), bot_id(settings)
    if not secret or own is None or settings.discord_token is None:
        return None
    return Application(api_address(), own, secret, settings.discord_token.get_secret_value())


def _noted_port(file: Path) -> int:
    """The port that was noted in a file; 0 if there is none."""
    last = file.read_text(encoding="ascii").strip() if file.is_file() else ""
    return int(last) if last.isdigit() else 0


def _plan(settings: Settings, database: Database) -> ShardPlan | None:
    """The shards of this process; None for as many as Discord recommends."""
    plan = parse_shards(settings.patience_shards)
    if plan is not None and len(plan.ids) < plan.count and not database.is_postgresql:
        _log.warning(
            "PATIENCE_SHARDS: this process serves %d of %d shards, and no other one can use its "
            "SQLite file; to serve every server, use PostgreSQL or leave it blank.",
            len(plan.ids),
            plan.count,
        )
    return plan


def _registry(settings: Settings, database: Database) -> Registry:
    """Where to store which commands were registered; all processes share it."""
    if database.is_postgresql:
        return Installation(database)
    return FileRegistry(settings.data_folder / COMMANDS_FILE)


def _page_token(settings: Settings) -> str:
    """The secret part of the chat page's address, the same after a restart for open pages."""
    secret = settings.patience_secret.get_secret_value().encode()
    return hmac.digest(secret, b"the chat page", "sha256").hex()[:32]


async def _say_where(client: PatienceClient, page_url: str, table_url: str) -> None:
    """Print the addresses of the chat page and of a table once the bot is connected."""
    await client.connections.cache.any_ready.wait()
    click.echo(f"Ready: open {page_url} and type /play")
    click.echo(f"Or drag the cards yourself: {table_url}")
    click.echo("Nothing leaves this machine. Stop with Ctrl-C.")


async def _serve(client: PatienceClient, token: str) -> None:
    async with client:
        await client.start(token)
