"""Players who bring the bot along to a server that does not have it, and what others see of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from bot.images import ImageRenderer
from local_discord.fixtures import (
    GUILDS,
    SEND_IN_THREADS,
    SEND_MESSAGES,
    USE_EXTERNAL_APPS,
)
from local_discord.testing import Message, Person
from tests.e2e.messages import labels
from tests.e2e.race_tables import GAME, prepare_deal
from tests.e2e.running_bot import RunningBot, running_patience

TABLE: Final = GUILDS[0]
PATIENCE: Final = TABLE.channels[0].id

NOBODY: Final = "Nobody else can see this here"
APPS: Final = "Ask somebody who manages it to add Patience"
WRITE: Final = "you may not write in this channel"


@pytest.fixture
async def bot(images: ImageRenderer, migrated_file: Path) -> AsyncIterator[RunningBot]:
    """A bot that is not in The Card Table, whose members have it on their accounts."""
    async with running_patience(images, migrated_file) as bot:
        await prepare_deal(bot)
        await bot.discord.leave(TABLE.id)
        yield bot


async def deny(bot: RunningBot, person: Person, permissions: int) -> None:
    await bot.discord.deny_user(PATIENCE, person.id, permissions)


async def seen(person: Person, message: Message) -> Message:
    """A message as somebody else sees it."""
    return next(one for one in await person.open(message.channel) if one.id == message.id)


# Challenges and races


@pytest.mark.parametrize(
    ("denied", "why"), [(USE_EXTERNAL_APPS, APPS), (SEND_MESSAGES, WRITE)], ids=["apps", "writing"]
)
async def test_what_the_others_would_not_see_is_not_started(
    bot: RunningBot, ben: Person, chiyo: Person, denied: int, why: str
) -> None:
    await deny(bot, ben, denied)
    for refused in (
        await ben.command("patience", "challenge", player=str(chiyo.id), game=GAME),
        await ben.command("patience", "race", game=GAME),
    ):
        assert refused.ephemeral
        assert NOBODY in refused.text
        assert why in refused.text
    assert not labels(await chiyo.command("patience", "races"))
    assert not labels(await ben.command("patience", "races"))


async def test_in_a_thread_its_own_permission_counts(bot: RunningBot, ben: Person) -> None:
    thread = str((await bot.discord.open_thread(PATIENCE, "a thread")).id)
    await deny(bot, ben, SEND_MESSAGES)
    assert "Join" in labels(await ben.command(thread, "race", game=GAME))
    await deny(bot, ben, SEND_IN_THREADS)
    assert WRITE in (await ben.command(thread, "race", game=GAME)).text


async def test_a_challenge_is_accepted_for_all_to_see_by_who_may_not_post(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    challenge = await ada.command("patience", "challenge", player=str(ben.id), game=GAME)
    await deny(bot, ben, USE_EXTERNAL_APPS)
    race = await ben.press(await seen(ben, challenge), label="Accept")
    assert race.id == challenge.id
    assert "My board" in labels(await seen(chiyo, challenge))
    board = await ben.press(await seen(ben, challenge), label="My board")
    assert board.ephemeral
    assert board.media


async def test_a_race_is_started_for_all_to_see_by_who_may_not_post_any_more(
    bot: RunningBot, ben: Person, chiyo: Person
) -> None:
    table = await ben.command("patience", "race", game=GAME)
    await chiyo.press(await seen(chiyo, table), label="Join")
    await deny(bot, ben, USE_EXTERNAL_APPS)
    race = await ben.press(await seen(ben, table), label="Start")
    assert race.id == table.id
    assert "My board" in labels(await seen(chiyo, table))
    for person in (ben, chiyo):
        question = await person.press(await seen(person, table), label="Leave race")
        await person.press(question, label="Leave race")
    over = await chiyo.press(await seen(chiyo, table), label="My board")
    assert "Rematch" in labels(over)
    refused = await ben.press(await seen(ben, table), label="Rematch")
    assert NOBODY in refused.text
