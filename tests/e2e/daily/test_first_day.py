"""The daily deal while it is not ready, and finishing it on two devices at once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.chat.requests.failures import UNKNOWN_MESSAGE
from bot.images import ImageRenderer
from bot.models.daily import DailyDeal
from bot.service.daily.daily import Daily
from bot.service.daily.deal_chooser import Prove
from bot.service.play.games import Games
from bot.store.daily.daily import save_daily_deal
from bot.store.preferences import Owner, save_preferences
from engine import Move, deal, solve
from local_discord.fault_injection import Refused
from local_discord.fixtures import GUILDS
from local_discord.testing import Message, Person
from tests.e2e.clocks import NOON
from tests.e2e.daily.daily_deals import SECRET, prove_nothing
from tests.e2e.messages import statistics
from tests.e2e.running_bot import RunningBot, running_patience

LINE = solve(deal("saratoga", 42).board).moves


@asynccontextmanager
async def bot_with(
    images: ImageRenderer, database: Path, prove: Prove, max_wait: float = 8.0
) -> AsyncIterator[RunningBot]:
    """A bot with a new database and this way of proving deals winnable."""

    def days(games: Games) -> Daily:
        return Daily(games, SECRET, prove, clock=lambda: NOON, max_wait=max_wait)

    async with running_patience(images, database, days=days) as bot:
        yield bot


@asynccontextmanager
async def ada_in(bot: RunningBot) -> AsyncIterator[Person]:
    async with Person.connect(bot.discord.page_url, "Ada") as person:
        await person.until_online()
        yield person


def is_thinking(message: Message) -> bool:
    return message.loading


# While it is looked for


@pytest.mark.in_time
async def test_a_deal_that_takes_long_to_prove_is_announced_and_then_dealt(
    images: ImageRenderer, migrated_file: Path
) -> None:
    waited_for = asyncio.Event()

    async def slow(game: str, number: int) -> tuple[Move, ...]:
        await waited_for.wait()
        return LINE

    async with bot_with(images, migrated_file, slow) as bot, ada_in(bot) as ada:
        asking = asyncio.create_task(ada.command("patience", "daily play"))
        thinking = await ada.until(is_thinking)
        waited_for.set()
        board = await asking
        assert board.id == thinking.id
        assert "16 November 2026" in board.text
        assert await board.picture()


@pytest.mark.quick
async def test_a_deal_that_is_not_found_in_time_comes_in_the_place_of_a_sentence(
    images: ImageRenderer, migrated_file: Path
) -> None:
    found = asyncio.Event()

    async def later(game: str, number: int) -> tuple[Move, ...]:
        await found.wait()
        return LINE

    async with bot_with(images, migrated_file, later, max_wait=0.1) as bot, ada_in(bot) as ada:
        notice = await ada.command("patience", "daily play")
        assert notice.text == "Today's deal is being chosen. It comes here, within a minute."
        found.set()
        board = await ada.until(lambda one: "16 November 2026" in one.text)
        assert board.id == notice.id
        assert board.ephemeral == notice.ephemeral
        assert await board.picture()


async def test_a_deal_that_is_not_found_within_a_minute_is_one_sentence(
    images: ImageRenderer, migrated_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.chat.responding.responses._NOT_YET", 0.2)
    async with bot_with(images, migrated_file, prove_nothing) as bot, ada_in(bot) as ada:
        await ada.command("patience", "daily play")
        notice = await ada.until(lambda one: "longer than it should" in one.text)
        assert "Try again in a minute." in notice.text


@pytest.mark.quick
async def test_a_first_day_has_no_results_of_the_day_before_and_nothing_is_posted(
    images: ImageRenderer, migrated_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with bot_with(images, migrated_file, prove_nothing) as bot, ada_in(bot) as ada:
        for guild, channel in zip(GUILDS, ("daily", "lounge"), strict=True):
            store = bot.database
            await save_preferences(
                store, Owner.GUILD, guild.id, {"daily_channel": ada.channel(channel)}
            )
        await bot.do_due()
        assert await ada.open("daily") == await ada.open("lounge") == []
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


# Two devices at once


@pytest.fixture
async def bot(images: ImageRenderer, migrated_file: Path) -> AsyncIterator[RunningBot]:
    """A bot whose daily deal is won in few moves."""
    async with bot_with(images, migrated_file, prove_nothing) as bot:
        today = DailyDeal(NOON.date(), "saratoga", 42, 1, len(LINE))
        await save_daily_deal(bot.database, today, NOON)
        yield bot


async def nearly_won(bot: RunningBot, person: Person) -> list[Message]:
    """The daily board, one move from its end, in two servers, and with buttons in both."""
    await person.command("patience", "daily play")
    for move in LINE:
        if (await bot.services[Games].play(person.id, move)).game.can_finish():
            break
    first = await person.command("patience", "board")
    retiring = bot.discord.inject(Refused(UNKNOWN_MESSAGE), path_contains=f"/messages/{first.id}")
    second = await person.command("lounge", "board")
    await retiring.happened.wait()
    boards = [await person.refresh(first), second]
    assert all(board.button("Finish") for board in boards)
    return boards


async def test_a_game_finished_in_two_servers_at_once_has_one_result_and_both_boards_say_so(
    bot: RunningBot, ada: Person
) -> None:
    first, second = await nearly_won(bot, ada)
    async with Person.connect(bot.discord.page_url, "Ada") as phone:
        await phone.open("lounge")
        ended = await asyncio.gather(
            ada.press(first, label="Finish"), phone.press(second, label="Finish")
        )
    assert all("**Won**" in board.text for board in ended)
    notices = [board for board in ended if "only your first result of the day counts" in board.text]
    assert len(notices) == 1
    assert "**1 game**, 1 won" in (await statistics(ada, "patience")).text


async def test_a_game_given_up_while_it_is_finished_elsewhere_has_one_result(
    bot: RunningBot, ada: Person
) -> None:
    _, second = await nearly_won(bot, ada)
    question = await ada.command("patience", "type giveup")
    async with Person.connect(bot.discord.page_url, "Ada") as phone:
        await phone.open("lounge")
        ended = await asyncio.gather(
            ada.press(question, label="Give up"), phone.press(second, label="Finish")
        )
    notices = [board for board in ended if "only your first result of the day counts" in board.text]
    assert len(notices) == 1
    assert len({"**Won**" in board.text for board in ended}) == 1
    result = await ada.command("patience", "daily play")
    assert ("**Won**" in result.text) == ("**Won**" in ended[0].text)
    assert "**1 game**" in (await statistics(ada, "patience")).text
