"""Boards that commands update without posting them again."""

from __future__ import annotations

import asyncio
import re

from local_discord.testing import Message, Person
from local_discord.testing.person import TIMEOUT_SECONDS
from tests.e2e.running_bot import RunningBot


def live_board(person: Person, answer: Message) -> Message:
    """The board that an answer links to; the answer itself if it is the board."""
    link = re.search(r"https://discord\.com/channels/(?:@me|\d+)/\d+/(\d+)\)", answer.text)
    return answer if link is None else person.messages[link[1]]


async def typed(person: Person, channel: str, command: str, **options: object) -> Message:
    """Run a command that acts on the live board, and return that board."""
    return live_board(person, await person.command(channel, command, **options))


async def until_refused(bot: RunningBot, *codes: int) -> None:
    """Wait until Discord has refused requests with these codes, as the test expects."""
    refusals = bot.discord.refusals
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while [one.code for one in refusals] != [*codes]:  # noqa: ASYNC110  # it has no event
            await asyncio.sleep(0.01)
    refusals.clear()
