"""What is counted while people play."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import cast

import pytest
from sqlalchemy import text

from bot.chat.connection.gateway import Connection
from bot.chat.connection.sharding import show_connections, why_disconnected
from bot.chat.responding.context import PatienceBot
from bot.chat.responding.replies import text_reply
from bot.chat.responding.surface import Post
from bot.metrics import REGISTRY
from bot.models.due import Due, Subject
from bot.models.places import Place
from bot.service.play.games import Games
from bot.store.database.errors import StoreUnavailable
from bot.store.due.due import touch
from local_discord.fault_injection import Refused
from local_discord.fixtures import GUILDS
from local_discord.testing import InteractionFailed
from tests.e2e.player import Player
from tests.e2e.running_bot import RunningBot
from tests.waiting import until


def value(name: str, **labels: str) -> float:
    """A figure as Prometheus would read it; 0 before the first one."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


def counted(kind: str, outcome: str) -> float:
    return value("patience_interactions_total", kind=kind, outcome=outcome)


@pytest.mark.quick
async def test_a_press_is_counted_with_its_picture_and_its_time(ada: Player) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    kind, picture = {"kind": "component"}, {"picture": "board"}
    before = (
        counted("component", "answered"),
        value("patience_answer_seconds_count", **kind),
        value("patience_drawing_seconds_count", **picture),
        value("patience_encoding_seconds_count"),
        value("patience_encoding_seconds_sum"),
    )
    await ada.press(board, label="6")
    await until(lambda: counted("component", "answered") == before[0] + 1)
    assert value("patience_answer_seconds_count", **kind) == before[1] + 1
    assert value("patience_drawing_seconds_count", **picture) == before[2] + 1
    assert value("patience_encoding_seconds_count") == before[3] + 1
    assert value("patience_encoding_seconds_sum") > before[4]
    await until(lambda: value("patience_interactions_in_flight") == 0)


@pytest.mark.quick
async def test_what_is_refused_or_fails_is_counted_apart(
    bot: RunningBot, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused, failed = counted("application_command", "refused"), "unavailable"
    await ada.command("patience", "type move", play="1-2")
    await until(lambda: counted("application_command", "refused") == refused + 1)

    async def fail(*_: object, **__: object) -> None:
        raise StoreUnavailable("The database is away.")

    monkeypatch.setattr(bot.services[Games], "play_all", fail)
    before = counted("application_command", failed)
    await ada.command("patience", "type move", play="1-2")
    await until(lambda: counted("application_command", failed) == before + 1)


async def test_an_answer_that_discord_does_not_take_is_counted(
    bot: RunningBot, ada: Player
) -> None:
    before = counted("application_command", "undelivered")
    bot.discord.inject(Refused(10062), path_contains="/callback")
    bot.discord.interactions.deadline = 0.3
    with pytest.raises(InteractionFailed):
        await ada.command("patience", "help")
    await until(lambda: counted("application_command", "undelivered") == before + 1)


async def test_choices_are_counted(ada: Player) -> None:
    before = counted("autocomplete", "answered")
    assert await ada.choices("patience", "play", focused="game", game="klon")
    await until(lambda: counted("autocomplete", "answered") == before + 1)


async def test_transactions_are_timed_and_their_failures_counted(bot: RunningBot) -> None:
    before = value("patience_database_seconds_count", access="write")
    failures = value("patience_database_errors_total")
    async with bot.database.transaction() as connection:
        await connection.execute(text("SELECT 1"))
    assert value("patience_database_seconds_count", access="write") > before
    with pytest.raises(StoreUnavailable):
        async with bot.database.transaction() as connection:
            await connection.execute(text("SELECT nothing"))
    assert value("patience_database_errors_total") == failures + 1


async def test_games_are_counted_when_they_begin_and_when_they_end(ada: Player) -> None:
    dealt, given_up = (
        value("patience_games_total", state=state) for state in ("playing", "given up")
    )
    await ada.command("patience", "play", game="phoenix", deal="7")
    await ada.command("patience", "type move", play="r4 2")
    assert value("patience_games_total", state="playing") == dealt + 1
    await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    await until(lambda: value("patience_games_total", state="given up") == given_up + 1)


async def test_an_announcement_is_counted_with_its_delay(bot: RunningBot, ada: Player) -> None:
    place = Place(GUILDS[0].channels[0].id, GUILDS[0].id)

    async def league(_bot: PatienceBot, _due: Due) -> Post:
        return Post(place, text_reply("The league is over."))

    sent = value("patience_announcements_total", outcome="sent")
    late = value("patience_announcement_delay_seconds_sum", kind="league")
    bot.client.due.handlers["league"] = league
    async with bot.database.transaction() as connection:
        at = datetime.now(UTC) - timedelta(minutes=5)
        await touch(connection, Subject("league", 1), at, guild=place.guild_id)
    await bot.do_due()
    await ada.until(lambda one: "The league is over." in one.text)
    assert value("patience_announcements_total", outcome="sent") == sent + 1
    assert 300 <= value("patience_announcement_delay_seconds_sum", kind="league") - late < 400


async def test_the_shards_are_shown_with_their_servers(bot: RunningBot) -> None:
    show_connections(bot.client.connections.by_shard, len(bot.client.guilds))
    assert value("patience_guilds") == len(GUILDS)
    assert value("patience_gateway_connected", shard="0") == 1
    assert why_disconnected(bot.client.connections.by_shard) == ""
    async with bot.discord.outage():
        await until(lambda: why_disconnected(bot.client.connections.by_shard))
        show_connections(bot.client.connections.by_shard, len(bot.client.guilds))
        assert value("patience_gateway_connected", shard="0") == 0
    await until(lambda: not why_disconnected(bot.client.connections.by_shard))
    assert value("patience_gateway_connections_total", shard="0", start="resume") > 0


def test_a_process_that_waits_for_its_shards_is_healthy() -> None:
    state = SimpleNamespace(is_connected=False, is_waiting=True, latency=math.inf)
    waiting = cast("Connection", state)
    assert why_disconnected({0: waiting}) == ""
    assert why_disconnected({}) == "not connected yet"
    show_connections({0: waiting}, 0)
    assert REGISTRY.get_sample_value("patience_gateway_connected", {"shard": "0"}) is None
