"""Answers in time and once, whatever becomes of the connection."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from discord.app_commands import Command

from bot.chat.games.offers import complete_game
from bot.chat.requests.failures import ALREADY_ANSWERED, UNKNOWN_INTERACTION
from bot.chat.responding import context, interactions, responses, search
from bot.chat.responding.interactions import Arrivals
from bot.models.contests import Race
from bot.service.contests.races import Races
from bot.service.play.games import Games
from bot.service.preferences import PreferenceService
from local_discord.fault_injection import (
    CloudflareBan,
    Fault,
    HttpError,
    Late,
    LateBefore,
    RateLimited,
    Refused,
    ResetAfter,
    ResetBefore,
)
from local_discord.testing import InteractionFailed, Message, Person
from tests.e2e.play.boards import until_refused
from tests.e2e.player import Player, board_of, until_answered
from tests.e2e.running_bot import RunningBot
from tests.e2e.slow_database import slowed
from tests.waiting import until

PASSING: tuple[Fault, ...] = (
    CloudflareBan(),
    RateLimited(html=True),
    HttpError(502, html=True),
    ResetBefore(),
    ResetAfter(),
    Late(2.0),
    LateBefore(2.0),
)
"""Faults after which the same request succeeds."""

passing = pytest.mark.parametrize("fault", PASSING, ids=lambda one: str(one).partition("(")[0])
breaking = pytest.mark.parametrize(
    "fault", [ResetBefore(), ResetAfter()], ids=["ResetBefore", "ResetAfter"]
)


@pytest.fixture(autouse=True)
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO)
    return caplog


@pytest.fixture
def late_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise every answer, and try again soon."""
    monkeypatch.setattr(responses, "DEFER_AFTER", 0.0)
    monkeypatch.setattr(responses, "_LATER", (0.01, 0.01, 0.01))


def lines(log: pytest.LogCaptureFixture) -> list[str]:
    """What was logged: short, and without a traceback."""
    logged = [one.getMessage() for one in log.records if one.levelno >= logging.WARNING]
    assert not [one for one in log.records if one.exc_info]
    assert len("\n".join(logged).splitlines()) < 5, logged
    return logged


@contextmanager
def given_up(bot: RunningBot) -> Iterator[None]:
    """Let Discord give up what somebody does in the block, and refuse the response to it."""
    bot.discord.inject(Refused(UNKNOWN_INTERACTION), path_contains="/callback")
    deadline, bot.discord.interactions.deadline = bot.discord.interactions.deadline, 0.3
    with pytest.raises(InteractionFailed):
        yield
    bot.discord.interactions.deadline = deadline


async def deal(person: Person, channel: str = "patience") -> Message:
    return await person.command(channel, "play", game="phoenix", deal="7")


async def stored_version(bot: RunningBot, person: Person) -> int:
    """The version of a person's game."""
    await until_answered()
    return (await bot.services[Games].active(person.id)).version


async def all_arrived(bot: RunningBot, fault: Fault) -> None:
    """Wait until Discord has refused the same response a second time, if it got the first."""
    if isinstance(fault, ResetAfter | Late | LateBefore):
        await until_refused(bot, ALREADY_ANSWERED)


@pytest.mark.in_time
@passing
async def test_a_board_is_dealt_once_whatever_becomes_of_the_answer(
    bot: RunningBot, ada: Person, log: pytest.LogCaptureFixture, fault: Fault
) -> None:
    injected = bot.discord.inject(fault, path_contains="/callback")
    board = await deal(ada)
    assert "Phoenix · deal 7" in board.text
    assert injected.happened.is_set()
    assert "1 move ·" in (await ada.press(board, label="6")).text
    assert len(await ada.open("patience")) == 1
    await all_arrived(bot, fault)
    assert len(lines(log)) <= 1


@pytest.mark.in_time
@passing
async def test_a_press_is_played_and_shown_whatever_becomes_of_the_answer(
    bot: RunningBot, ada: Person, log: pytest.LogCaptureFixture, fault: Fault
) -> None:
    board = await deal(ada)
    bot.discord.inject(fault, path_contains="/callback")
    await ada.press(board, label="6")
    shown = await ada.until(lambda one: "1 move ·" in one.text, "board")
    assert shown.id == board.id
    await all_arrived(bot, fault)
    assert len(lines(log)) <= 1


async def test_a_press_that_the_library_repeats_is_answered_by_the_first(
    bot: RunningBot, ada: Person, log: pytest.LogCaptureFixture
) -> None:
    """A proxy may report an error after Discord has acted; discord.py asks again a second later."""
    board = await deal(ada)
    bot.discord.inject(HttpError(502, html=True, acted=True), path_contains="/callback")
    assert "1 move ·" in (await ada.press(board, label="6")).text
    await until_refused(bot, ALREADY_ANSWERED)
    await until_answered()
    assert lines(log) == []


@pytest.mark.in_time
@passing
async def test_moves_are_offered_whatever_becomes_of_the_answer(
    bot: RunningBot, ada: Person, log: pytest.LogCaptureFixture, fault: Fault
) -> None:
    await deal(ada)
    bot.discord.inject(fault, path_contains="/callback")
    offered = await ada.choices("patience", "type move", focused="play")
    assert "r4-2" in [one.value for one in offered]
    await all_arrived(bot, fault)
    assert len(lines(log)) <= 1


@pytest.mark.in_time
@pytest.mark.usefixtures("late_answers")
@passing
async def test_a_promised_board_is_delivered_once_whatever_becomes_of_it(
    bot: RunningBot, ada: Person, log: pytest.LogCaptureFixture, fault: Fault
) -> None:
    await bot.services[PreferenceService].save(ada.id, boards_are_public="no")
    injected = bot.discord.inject(fault, method="PATCH", path_contains="/@original")
    board = await deal(ada)
    assert injected.happened.is_set()
    assert board.ephemeral
    assert "Phoenix · deal 7" in board.text
    assert await ada.open("patience") == [board]
    assert len(lines(log)) <= 1


@pytest.mark.quick
@pytest.mark.usefixtures("late_answers")
async def test_a_promise_is_kept_however_often_the_connection_breaks(
    bot: RunningBot, ada: Person, log: pytest.LogCaptureFixture
) -> None:
    await bot.services[PreferenceService].save(ada.id, boards_are_public="no")
    bot.discord.inject(ResetBefore(), 3, method="PATCH", path_contains="/@original")
    assert "Phoenix · deal 7" in (await deal(ada)).text
    lines(log)


@pytest.mark.quick
@pytest.mark.usefixtures("late_answers")
async def test_a_promised_board_that_discord_refuses_is_a_sentence(
    bot: RunningBot, ada: Person, log: pytest.LogCaptureFixture
) -> None:
    await bot.services[PreferenceService].save(ada.id, boards_are_public="no")
    bot.discord.inject(Refused(200000), method="PATCH", path_contains="/@original")
    assert "AutoMod blocks a word" in (await deal(ada)).text
    lines(log)


@pytest.mark.usefixtures("late_answers")
@breaking
async def test_a_board_for_all_after_a_promise_in_private_comes_once(
    bot: RunningBot, ada: Person, ben: Person, log: pytest.LogCaptureFixture, fault: Fault
) -> None:
    await ben.open("patience")
    bot.discord.inject(fault, method="POST", path_contains="/webhooks/")
    board = await deal(ada)
    await until_answered()
    assert board.ephemeral
    assert "Phoenix · deal 7" in (await ada.refresh(board)).text
    public = [one for one in await ben.open("patience") if one.media]
    assert len(public) == isinstance(fault, ResetAfter)
    assert "1 move ·" in (await ada.press(await ada.refresh(board), label="6")).text
    lines(log)


async def test_a_challenge_that_comes_late_is_a_message_of_its_own_so_that_it_pings(
    bot: RunningBot, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ben.open("patience")
    challenge = Races.challenge

    async def late(self: Races, *arguments: Any, **named: Any) -> Race:  # noqa: ANN401  # passed on
        await ada.wait_until(lambda: bool(ada.thinking), "promise")
        return await challenge(self, *arguments, **named)

    monkeypatch.setattr(Races, "challenge", late)
    monkeypatch.setattr(responses, "DEFER_AFTER", 0.2)
    promised = await ada.types("patience", "race challenge", player=str(ben.id), game="klondike")
    shown = await ben.until(lambda one: f"<@{ben.id}>" in one.text, "challenge")
    assert shown.id != promised.message
    assert not shown.raw["edited_timestamp"]
    await until_answered()
    assert [one.id for one in await ben.open("patience")] == [shown.id]


async def test_a_promised_private_answer_to_a_press_survives_a_broken_connection(
    bot: RunningBot,
    ada: Person,
    ben: Person,
    log: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = await deal(ada)
    await ben.open("patience")
    monkeypatch.setattr(responses, "DEFER_AFTER", 0.0)
    bot.discord.inject(ResetBefore(), method="POST", path_contains="/webhooks/")
    assert "Type /play" in (await ben.press(board, label="6")).text
    lines(log)


async def test_a_board_that_waits_for_another_answer_is_promised(
    bot: RunningBot, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await deal(ada)
    monkeypatch.setattr(responses, "DEFER_AFTER", 0.1)
    async with bot.client.shown_boards.lock(ada.id):
        word = await ada.presses(board, board.button("6").custom_id)
        assert not word.failed
    await ada.until(lambda one: "1 move ·" in one.text, "board")


async def test_a_promise_that_discord_refuses_is_made_again(
    bot: RunningBot, ada: Player, log: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await deal(ada)
    monkeypatch.setattr(responses, "DEFER_AFTER", 0.1)
    bot.discord.inject(Refused(50035), path_contains="/callback")
    async with bot.client.shown_boards.lock(ada.id):
        word = await ada.presses(board, board.button("6").custom_id)
        assert not word.failed
    await ada.until(lambda one: "1 move ·" in one.text, "board")
    bot.discord.refusals.clear()
    lines(log)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot wait for a tenth of the time that it would."""
    monkeypatch.setattr(responses, "DEFER_AFTER", 0.18)
    monkeypatch.setattr(search, "OFFER_AFTER", 0.2)
    monkeypatch.setattr(context, "_TIMEOUT", 0.1)


@pytest.mark.usefixtures("impatient")
async def test_everything_is_answered_in_time_on_a_slow_database(
    bot: RunningBot, ada: Player, ben: Player
) -> None:
    board = await deal(ada)
    with slowed(bot, 2.0):
        # Unlike Ada's, Ben's preferences are not in memory.
        assert await ben.choices("patience", "resume", focused="game") == []
        words = [
            await ada.presses(board, board.button("6").custom_id),
            await ada.types("patience", "type move", play="w3-2"),
            await ben.types("patience", "profile"),
            await ada.types("patience", "play", game="klondike"),
            await ada.presses(board, board.button("Rules").custom_id),
        ]
        assert not [word.failed for word in words if word.failed]
    await until_answered()
    assert not ada.thinking | ben.thinking


async def test_a_board_that_was_played_on_before_it_came_is_a_word_about_the_new_one(
    bot: RunningBot, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ada.press(await deal(ada), label="6")
    monkeypatch.setattr(responses, "DEFER_AFTER", 0.0)
    monkeypatch.setattr(responses, "_LATER", (0.01,) * 1000)
    failing = bot.discord.inject(ResetBefore(), 9999, method="PATCH", path_contains="/@original")
    promised = await ada.types("patience", "play", game="phoenix", deal="7")
    await until(lambda: bool(failing.met))
    # A busy machine also promises what follows.
    failing.path_contains = failing.met[0]
    monkeypatch.setattr(responses, "DEFER_AFTER", 1.5)
    board = await ada.command("patience", "type move", play="r4-2")
    played_on = board_of(board)
    assert played_on is not None
    shown = bot.client.shown_boards

    def is_noted() -> bool:
        noted = shown.get(played_on.game_id)
        return noted is not None and noted.version == played_on.version

    # The bot notes what it has shown a moment after it came, and may be just about to send.
    await until(is_noted)
    tried = len(failing.met)
    await until(lambda: len(failing.met) > tried + 1)
    failing.remaining = 0
    await until_answered()
    assert "1 move ·" in (await ada.refresh(board)).text
    there = await ada.open("patience")
    [word] = [one for one in there if one.id == promised.message]
    assert word.text.endswith("is up to date.")
    assert not word.media


async def test_a_command_that_discord_gave_up_is_played_once_and_shown(
    bot: RunningBot, ada: Person, log: pytest.LogCaptureFixture
) -> None:
    board = await ada.press(await deal(ada), label="6")
    with given_up(bot):
        await ada.command("patience", "type undo")
    await until_answered()
    assert "0 moves ·" in (await ada.refresh(board)).text
    again = await ada.command("patience", "type undo")
    assert "up to date" in again.text
    assert "It counts once" in again.text
    assert await stored_version(bot, ada) == 2
    lines(log)


async def test_a_game_that_discord_gave_up_is_dealt_once(
    bot: RunningBot, ada: Person, log: pytest.LogCaptureFixture
) -> None:
    with given_up(bot):
        await ada.command("patience", "play", game="phoenix", deal="any")
    await until_answered()
    dealt = await bot.services[Games].active(ada.id)
    await ada.command("patience", "play", game="phoenix", deal="any")
    await ada.until(lambda one: "It counts once" in one.text, "sentence")
    assert (await bot.services[Games].active(ada.id)).game_id == dealt.game_id
    await ada.command("patience", "play", game="phoenix", deal="any")
    assert (await bot.services[Games].active(ada.id)).game_id != dealt.game_id
    lines(log)


async def test_a_command_that_discord_gave_up_and_is_typed_again_much_later_is_played_again(
    bot: RunningBot, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ada.press(await deal(ada), label="6")
    monkeypatch.setattr(interactions, "UNDELIVERED_SECONDS", 0.0)
    with given_up(bot):
        await ada.command("patience", "type undo")
    await until_answered()
    again = await ada.command("patience", "type undo")
    assert "It counts once" not in again.text


async def test_a_command_whose_answer_came_late_is_played_again_when_it_is_typed_again(
    bot: RunningBot, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ada.press(await deal(ada), label="6")
    monkeypatch.setattr(responses, "DEFER_AFTER", 0.0)
    monkeypatch.setattr(responses, "_LATER", (0.01,))
    delayed = bot.discord.inject(ResetBefore(), 2, method="PATCH", path_contains="/@original")
    await ada.command("patience", "type undo")
    assert delayed.happened.is_set()
    await until_answered()
    again = await ada.command("patience", "type undo")
    assert "It counts once" not in again.text


async def test_another_command_after_one_that_discord_gave_up_is_played(
    bot: RunningBot, ada: Person
) -> None:
    await ada.press(await deal(ada), label="6")
    with given_up(bot):
        await ada.command("patience", "type undo")
    await until_answered()
    await ada.command("patience", "type redo")
    await ada.command("patience", "type undo")
    assert await stored_version(bot, ada) == 4


async def test_a_press_that_discord_gave_up_is_shown_all_the_same(
    bot: RunningBot, ada: Person, log: pytest.LogCaptureFixture
) -> None:
    board = await deal(ada)
    with given_up(bot):
        await ada.press(board, label="6")
    shown = await ada.until(lambda one: "1 move ·" in one.text, "board")
    assert shown.id == board.id
    lines(log)


@pytest.mark.in_time
async def test_a_command_that_came_too_late_is_not_played(
    bot: RunningBot, ada: Person, log: pytest.LogCaptureFixture
) -> None:
    later = 0.0
    bot.client.interactions.arrivals = Arrivals(clock=lambda: time.time() + later)
    await deal(ada)
    later = 4.0
    with given_up(bot):
        await ada.command("patience", "type move", play="r4-2")
    assert await stored_version(bot, ada) == 0
    assert len(lines(log)) == 1


async def test_what_discord_sends_again_is_done_once(bot: RunningBot, ada: Person) -> None:
    await deal(ada)
    await ada.command("patience", "play", game="saratoga", deal="any")
    dealt = await bot.services[Games].active(ada.id)
    await bot.discord.gateway.repeat_last(1)
    board = await ada.command("patience", "board")
    await bot.discord.gateway.repeat_last(2)
    assert (await ada.press(board, label="s · turn")).text
    await ada.choices("patience", "play", focused="game")
    await bot.discord.gateway.repeat_last(3)
    assert await stored_version(bot, ada) == 1
    assert (await bot.services[Games].active(ada.id)).game_id == dealt.game_id
    assert bot.discord.refusals == []


async def test_everything_that_autocompletes_does_so_in_time(bot: RunningBot) -> None:
    offers = [
        parameter.autocomplete
        for command in bot.client.tree.walk_commands()
        if isinstance(command, Command)
        for parameter in command._params.values()
        if parameter.autocomplete is not None
    ]
    assert offers
    assert {one.__code__ for one in offers} == {complete_game.__code__}
