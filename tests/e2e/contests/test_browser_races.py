"""A race of three people in real browsers, who see nothing of each other's boards."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import pytest
from playwright.async_api import Browser, Page, Response, WebSocket, expect

from bot.service.play.games import Games
from local_discord.fixtures import USERS
from local_discord.testing.browser import browser, window
from local_discord.testing.page import messages, newest, ready, run
from tests.e2e.contests.race_tables import DEAL, GAME, LINE, prepare_deal
from tests.e2e.messages import LONG_DEAL
from tests.e2e.running_bot import RunningBot

__all__ = ["browser"]

pytestmark = pytest.mark.browser

BOARD = re.compile(r"board-\d+-\d+\.\w+")
"""The name of a picture of a board."""


@dataclass
class Witness:
    """A person's window, and every byte that it receives."""

    page: Page
    id: int
    received: list[str] = field(default_factory=list)

    def listen(self, socket: WebSocket) -> None:
        """Keep the frames of a websocket."""
        socket.on("framereceived", self._keep)

    def _keep(self, frame: str | bytes) -> None:
        self.received.append(frame if isinstance(frame, str) else frame.decode("latin-1"))

    async def answered(self, response: Response) -> None:
        """Keep the address of a file."""
        self.received.append(response.url)

    @property
    def text(self) -> str:
        """All that was received."""
        return "\n".join(self.received)

    async def press(self, label: str) -> None:
        """Press the last button with a label."""
        await self.page.get_by_role("button", name=label, exact=True).last.click()


@pytest.fixture
async def people(bot: RunningBot, browser: Browser) -> AsyncIterator[tuple[Witness, ...]]:
    """Ada, Ben and Chiyo, each in a window that is watched from before it opens."""
    async with AsyncExitStack() as stack:
        people = []
        for user in USERS[:3]:
            page = await stack.enter_async_context(window(browser, "about:blank"))
            person = Witness(page, user.id)
            page.on("websocket", person.listen)
            page.on("response", person.answered)
            await page.goto(f"{bot.discord.page_url}#user={user.name}")
            await ready(page)
            people.append(person)
        yield tuple(people)


async def win(bot: RunningBot, person: Witness) -> None:
    """Play until Finish wins the game, and press that."""
    games = bot.services[Games]
    for move in LINE:
        snapshot = await games.play(person.id, move)
        if snapshot.game.can_finish():
            break
    await person.press("s · turn")
    await person.press("Finish")


async def test_three_people_race_to_the_end_each_on_a_board_of_their_own(
    bot: RunningBot, people: tuple[Witness, ...]
) -> None:
    ada, ben, chiyo = people
    await prepare_deal(bot)
    await run(ada.page, f"/race start game:{GAME} minutes:30")
    await expect(newest(ada.page)).to_contain_text("(1/20)")
    for seats, person in enumerate((ben, chiyo), start=2):
        await person.press("Join")
        await expect(newest(person.page)).to_contain_text(f"({seats}/20)")
    await ben.press("Join")
    await expect(newest(ben.page)).to_contain_text("You are already at this table.")
    await chiyo.press("Start")
    await expect(newest(chiyo.page)).to_contain_text("can start this race.")

    for person in (ben, chiyo):
        await person.press("Ready")
        await expect(newest(person.page)).to_contain_text("You are ready.")
    for person in people:
        assert BOARD.findall(person.text) == []
    await ada.press("Start")
    for person in people:
        await expect(newest(person.page)).to_contain_text("Race · 3 players · until")
    await ada.press("s · turn")
    await expect(newest(ada.page)).to_contain_text("1 move ·")
    race = messages(ben.page).filter(has_text="a race of 3 players")
    # It changes every quarter of a minute at most.
    await expect(race).to_contain_text("@Ada · 0 of 52 cards home · 1 move", timeout=60_000)
    strip = race.get_by_role("img", name="How far 3 players are, without a card of their boards.")
    await expect(strip).to_be_visible()

    await win(bot, ben)
    await expect(newest(ben.page)).to_contain_text("Place 1, in")
    race = messages(chiyo.page).filter(has_text="a race of 3 players")
    await expect(race).to_contain_text("@Ben · won in", timeout=60_000)

    boards = [set(BOARD.findall(person.text)) for person in people]
    assert all(boards)
    assert not boards[0] & boards[1] | boards[0] & boards[2] | boards[1] & boards[2]
    for person in people:
        assert str(DEAL) not in person.text

    for person in (ada, chiyo):
        await person.press("End here")
        await expect(newest(person.page)).to_contain_text("gree")
    for person in people:
        await expect(newest(person.page)).to_contain_text("@Ben won the race", timeout=60_000)
        await expect(newest(person.page)).to_contain_text(re.compile(f"deal {LONG_DEAL}"))
        await expect(messages(person.page).filter(has_text="a race of 3 players")).to_have_count(1)
