"""The outbox: one process sends a message, with one nonce, until Discord has answered it."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.service.outbox import CLAIM, KEPT, Outbox
from bot.store.database.connection import Database
from tests.service.conftest import Clock
from tests.store.players.player_rows import rows_of


@pytest.fixture
def outbox(database: Database, clock: Clock) -> Outbox:
    return Outbox(database, clock=clock)


async def test_of_several_processes_one_sends_even_if_anothers_clock_is_a_little_behind(
    database: Database, outbox: Outbox, clock: Clock
) -> None:
    behind = Clock()
    behind.now = clock.now - timedelta(milliseconds=2)
    assert await outbox.take("race:1")
    assert await Outbox(database, clock=behind).take("race:1") is None
    others = [Outbox(database, clock=clock).take("race:2") for _ in range(4)]
    assert len([*filter(None, await asyncio.gather(*others))]) == 1


async def test_what_a_dead_process_has_begun_is_sent_with_the_same_nonce(
    database: Database, outbox: Outbox, clock: Clock
) -> None:
    first = await outbox.take("race:1")
    clock.now += CLAIM
    second = await Outbox(database, clock=clock).take("race:1")
    assert first == second
    assert first is not None
    assert not first.is_sent


async def test_what_was_sent_is_known_at_once_and_to_all(
    database: Database, outbox: Outbox, clock: Clock
) -> None:
    await outbox.take("race:1")
    await outbox.sent("race:1")
    again = await Outbox(database, clock=clock).take("race:1")
    assert again is not None
    assert again.is_sent


async def test_what_was_put_off_can_be_sent_at_once(database: Database, outbox: Outbox) -> None:
    first = await outbox.take("race:1")
    await outbox.put_off("race:1")
    assert await outbox.take("race:1") == first


async def test_a_claim_from_before_the_clock_was_set_back_runs_out(
    outbox: Outbox, clock: Clock
) -> None:
    assert await outbox.take("race:1")
    clock.advance(hours=-1)
    assert await outbox.take("race:1")
    assert await outbox.take("race:1") is None


async def test_no_nonce_is_used_for_two_messages(outbox: Outbox, clock: Clock) -> None:
    one, other = await outbox.take("race:1"), await outbox.take("race:2")
    clock.now += KEPT
    later = await outbox.take("race:1")
    assert len({attempt.nonce for attempt in (one, other, later) if attempt}) == 3


async def test_a_message_is_forgotten_once_it_is_too_late(
    database: Database, outbox: Outbox, clock: Clock
) -> None:
    until = clock.now + timedelta(hours=1)
    assert not outbox.is_late(until)
    await outbox.take("reminder:1", until=until, player=7)
    clock.now = until
    assert outbox.is_late(until)
    assert not outbox.is_late(None)
    await outbox.take("race:1")
    rows = await rows_of(database, frozenset({"outbox"}))
    assert [row["name"] for row in rows["outbox"]] == ["race:1"]
