"""Two processes on one database, as while a new version takes over: both hear of everything."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import func, select

from bot.chat.requests.failures import ALREADY_ANSWERED
from bot.chat.responding.interactions import Arrivals
from bot.chat.responding.suit_signs import SuitSigns
from bot.images import ImageRenderer
from bot.service.claims import Claims
from bot.service.play.games import Games
from bot.service.preferences import PreferenceService
from bot.store.database.errors import StoreUnavailable
from bot.store.play.schema import games
from local_discord.testing import Person
from rendering import Picture, Scene, Style
from tests.e2e.player import until_answered
from tests.e2e.running_bot import RunningBot, running_patience
from tests.e2e.slow_database import slowed
from tests.waiting import until

pytestmark = pytest.mark.postgres


class Held(ImageRenderer):
    """Draws boards, but holds the pictures back until they may be shown.

    Attributes:
        may_show: whether they may.
        is_drawn: whether there is one.
    """

    def __init__(self, images: ImageRenderer) -> None:
        super().__init__(1)
        self._images = images
        self.may_show = asyncio.Event()
        self.may_show.set()
        self.is_drawn = False

    async def draw(self, scene: Scene, style: Style) -> Picture:
        """A picture, once it may be shown."""
        picture = await self._images.draw(scene, style)
        self.is_drawn = True
        await self.may_show.wait()
        return picture


@pytest.fixture
def held(images: ImageRenderer) -> Held:
    """What draws the other process's boards."""
    return Held(images)


@pytest.fixture
async def bot(images: ImageRenderer, migrated_postgres_url: str) -> AsyncIterator[RunningBot]:
    async with running_patience(images, migrated_postgres_url) as bot:
        yield bot


@pytest.fixture(autouse=True)
async def other(
    bot: RunningBot, held: Held, migrated_postgres_url: str
) -> AsyncIterator[RunningBot]:
    """The other process."""
    other = RunningBot(bot.discord, held, migrated_postgres_url)
    await other.start()
    await until(lambda: len(bot.discord.gateway.sessions) == 2)
    try:
        yield other
    finally:
        await other.stop()


async def dealt(bot: RunningBot) -> int:
    """How many games were dealt."""
    async with bot.database.transaction() as connection:
        return (await connection.execute(select(func.count()).select_from(games))).scalar_one()


async def test_a_command_is_done_once(bot: RunningBot, ada: Person) -> None:
    await ada.command("patience", "play", game="phoenix", deal="7")
    await ada.command("patience", "type move", play="r4-2")
    await ada.command("patience", "type undo")
    await until_answered()
    assert await dealt(bot) == 1
    assert (await bot.services[Games].active(ada.id)).version == 2
    assert bot.discord.refusals == []


async def test_a_press_is_played_once(bot: RunningBot, ada: Person) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    await ada.press(board, label="6")
    await until_answered()
    assert (await bot.services[Games].active(ada.id)).version == 1
    assert {one.code for one in bot.discord.refusals} <= {ALREADY_ANSWERED}
    bot.discord.refusals.clear()


async def test_a_process_that_ends_shows_no_earlier_board(
    bot: RunningBot, other: RunningBot, held: Held, ada: Person
) -> None:
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    held.is_drawn = False
    held.may_show.clear()
    await ada.press(board, label="6")
    await until(lambda: held.is_drawn)
    stopping = asyncio.create_task(other.stop())
    await until(lambda: len(bot.discord.gateway.sessions) == 1)
    board = await ada.refresh(board)
    [undo] = [one.custom_id for one in board.buttons if one.custom_id.endswith(":undo")]
    await ada.press(board, custom_id=undo)
    held.may_show.set()
    await stopping
    assert "0 moves" in (await ada.refresh(board)).text
    assert {one.code for one in bot.discord.refusals} <= {ALREADY_ANSWERED}
    bot.discord.refusals.clear()


@pytest.mark.quick
async def test_a_press_that_deals_a_game_deals_one(bot: RunningBot, ada: Person) -> None:
    answer = await ada.command("patience", "play", game="spid")
    await ada.press(answer, label="Spiderette")
    await until_answered()
    assert await dealt(bot) == 1
    assert bot.discord.refusals == []


async def test_what_needs_no_database_is_answered_while_there_is_none(
    bot: RunningBot, other: RunningBot, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(_name: str) -> bool:
        raise StoreUnavailable("The database is away.")

    await other.stop()
    monkeypatch.setattr(bot.services[Claims], "take_once", away)
    assert "/play" in (await ada.command("patience", "help")).text


@pytest.mark.in_time
@pytest.mark.parametrize("is_public", ["yes", "no"])
async def test_a_command_is_answered_although_the_other_process_promised_that(
    bot: RunningBot, other: RunningBot, ada: Person, ben: Person, is_public: str
) -> None:
    later = 0.0
    other.client.interactions.arrivals = Arrivals(clock=lambda: time.time() + later)
    await ada.command("patience", "play", game="phoenix", deal="7")
    for one in (bot, other):
        await one.services[PreferenceService].save(ada.id, boards_are_public=is_public)
    await ben.open("lounge")
    later = 10.0
    with slowed(other, 0.5), slowed(bot, 0.1):
        await ada.command("lounge", "board")
        await until_answered()
    [board] = await ada.open("lounge")
    assert "Phoenix · deal 7" in board.text
    assert board.ephemeral is (is_public == "no")
    assert len(await ben.open("lounge")) == (is_public == "yes")
    assert [one.code for one in bot.discord.refusals] == [ALREADY_ANSWERED]
    bot.discord.refusals.clear()


async def test_of_two_that_start_at_once_one_uploads_the_signs_of_suits(
    bot: RunningBot, other: RunningBot
) -> None:
    await asyncio.gather(bot.stop(), other.stop())
    bot.discord.state.emojis.clear()
    await asyncio.gather(bot.start(), other.start())
    await until(lambda: len(bot.discord.gateway.sessions) == 2)
    await until(lambda: bot.client.suit_signs == other.client.suit_signs != SuitSigns())
    assert len(bot.discord.state.emojis) == 6
    assert bot.discord.refusals == []
