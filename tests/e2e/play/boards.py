"""Boards that commands update without posting them again."""

from __future__ import annotations

import io
import re

from PIL import Image

from local_discord.testing import Message, Person
from tests.e2e.running_bot import RunningBot
from tests.waiting import until


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
    await until(lambda: [one.code for one in refusals] == [*codes])
    refusals.clear()


async def picture(message: Message) -> Image.Image:
    """The picture of a message."""
    return Image.open(io.BytesIO(await message.picture()))
