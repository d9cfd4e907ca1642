"""Failures: late pictures, dead workers, errors from Discord, a broken database.

The faults are made on purpose, as they cannot be had otherwise.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import pytest

from bot.chat.responding import responses
from bot.images import ImageRenderer
from bot.models.contests import Race
from bot.service.contests.races import Races
from bot.service.play.games import Games
from bot.store.database.errors import StoreUnavailable
from local_discord.fault_injection import Refused
from local_discord.testing import Person
from rendering import Picture, Scene, Style
from tests.e2e.player import custom_id, until_answered
from tests.e2e.running_bot import RunningBot
from tests.waiting import until


@pytest.fixture
def slow_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make pictures take longer than the time to the first response.

    That is long enough for a busy machine to find out whether the response is for all.
    """
    draw = ImageRenderer.draw

    async def late(self: ImageRenderer, scene: Scene, style: Style) -> Picture:
        await asyncio.sleep(1.3)
        return await draw(self, scene, style)

    monkeypatch.setattr(ImageRenderer, "draw", late)
    monkeypatch.setattr(responses, "DEFER_AFTER", 1.0)


@pytest.mark.usefixtures("slow_drawing")
async def test_a_late_board_is_announced_and_delivered(ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    assert "Phoenix · deal 7" in board.text
    played = await ada.press(board, label="6")
    assert played.id == board.id
    assert "1 move ·" in played.text
    assert len(played.media) == 1


@pytest.mark.quick
async def test_a_late_refusal_reaches_only_the_player(
    bot: RunningBot, ada: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responses, "DEFER_AFTER", 0.0)
    with suppress(LookupError):  # What all see at first may be gone before it can be read.
        await ada.command("patience", "type move", play="1-2")
    refusal = await ada.until(lambda one: "/play" in one.text, "refusal")
    assert refusal.ephemeral

    async def nothing_is_left() -> bool:
        shown = await ben.open("patience")
        assert all("/play" not in one.text for one in shown)
        return not shown

    await until(nothing_is_left)
    assert bot.discord.refusals == []


@pytest.mark.quick
async def test_a_late_private_answer_to_a_press_is_found(
    ada: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    await ben.open("patience")
    monkeypatch.setattr(responses, "DEFER_AFTER", 0.0)
    told = await ben.press(board, label="6")
    assert told.ephemeral
    assert "Type /play" in told.text


@pytest.mark.usefixtures("slow_drawing")
async def test_two_quick_presses_play_once_however_late_the_answer(ada: Person) -> None:
    board = await ada.command("patience", "play", game="saratoga", deal="42")
    stock = custom_id(board, ":tap:s")
    # What a press that came too late shows at first may be gone before it can be read.
    pressed = (ada.press(board, custom_id=stock) for _ in range(3))
    await asyncio.gather(*pressed, return_exceptions=True)
    await until_answered()
    assert "1 move ·" in (await ada.command("patience", "board")).text


@pytest.mark.usefixtures("slow_drawing")
async def test_a_typed_move_edits_the_board_however_late(ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    with suppress(LookupError):  # What Ada sees at first may be gone before it can be read.
        await ada.command("patience", "type move", play="r4-2")
    await until_answered()
    shown = {one.id: one for one in await ada.open("patience")}
    assert "1 move ·" in shown.pop(board.id).text
    (said,) = shown.values()
    assert said.ephemeral


@pytest.mark.usefixtures("slow_drawing")
async def test_a_board_that_is_posted_late_for_a_typed_move_is_public(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await ada.command("patience", "play", game="phoenix", deal="7")
    await ben.open("general")
    with suppress(LookupError):  # What only Ada sees at first is gone before it can be read.
        await ada.command("general", "type move", play="r4-2")
    board = await ben.until(lambda one: "1 move ·" in one.text, "board")
    assert board.media
    assert bot.discord.refusals == []


@pytest.mark.parametrize(
    ("error", "said"),
    [
        pytest.param(RuntimeError("a slip"), "our side", marks=pytest.mark.quick),
        (StoreUnavailable("a slip"), "nothing was played"),
    ],
)
async def test_an_error_is_a_sentence_and_the_game_is_safe(
    bot: RunningBot, ada: Person, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")

    async def fail(*_: object, **__: object) -> None:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(bot.services[Games], "tap", fail)
        answer = await ada.press(board, label="6")
    assert answer.ephemeral
    assert said in answer.text
    assert "slip" not in answer.text
    assert "1 move ·" in (await ada.press(board, label="6")).text


async def test_a_table_that_cannot_be_looked_up_again_stays_as_it_was_shown(
    bot: RunningBot,
    ada: Person,
    ben: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = await ada.command("patience", "race start", game="klondike")
    await ben.open("patience")
    assert bot.client is not None
    races = bot.client.services[Races]
    join = races.join

    async def away(_race_id: int) -> Race:
        raise StoreUnavailable("The database is away.")

    async def join_at_last(player: int, race_id: int) -> Race:
        joined = await join(player, race_id)
        monkeypatch.setattr(races, "get", away)
        return joined

    monkeypatch.setattr(races, "join", join_at_last)
    assert "(2/20)" in (await ben.press(table, label="Join")).text
    await until(lambda: "The database is away." in caplog.text)
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


async def test_a_board_that_discord_refuses_is_a_sentence_and_the_move_is_saved(
    bot: RunningBot, ada: Person
) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    bot.discord.inject(Refused(50013), path_contains="/callback")
    told = await ada.press(board, label="6")
    assert told.ephemeral
    assert "our side" in told.text
    assert "1 move ·" in (await ada.press(board, label="6")).text


async def test_play_goes_on_after_the_connection_was_lost(bot: RunningBot, ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    await bot.discord.gateway.close_connections()
    await ada.until_online()
    assert "1 move ·" in (await ada.press(board, label="6")).text
