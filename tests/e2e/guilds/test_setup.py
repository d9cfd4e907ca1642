"""A server's setup, by those who manage it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.images import ImageRenderer
from local_discord.fixtures import GUILDS
from local_discord.payload import payloads_of
from local_discord.testing import InteractionFailed, Message, Person
from tests.e2e.running_bot import RunningBot, running_patience


@pytest.fixture
async def bot(images: ImageRenderer, migrated_file: Path) -> AsyncIterator[RunningBot]:
    """A bot in servers that were not offered their setup."""
    async with running_patience(images, migrated_file, setup_offered=False) as running:
        yield running


def defaults(page: Message, menu: str) -> list[str]:
    (found,) = (one for one in page.components if one.get("custom_id") == f"patience:setup:{menu}")
    return [str(one["id"]) for one in payloads_of(found.get("default_values", []))]


async def chosen(person: Person, page: Message, menu: str, *values: str) -> Message:
    return await person.select(page, values, custom_id=f"patience:setup:{menu}")


@pytest.mark.quick
async def test_boards_are_public_only_in_the_channels_chosen(ada: Person, ben: Person) -> None:
    page = await ada.command("patience", "setup")
    assert page.ephemeral
    after = await chosen(ada, page, "channels", ada.channel("general"))
    assert after.id == page.id
    assert defaults(after, "channels") == [ada.channel("general")]
    assert (await ben.command("patience", "play", game="phoenix", deal="7")).ephemeral
    assert not (await ben.command("general", "board")).ephemeral
    await chosen(ada, after, "channels")
    assert not (await ben.command("patience", "board")).ephemeral


async def test_setup_does_not_affect_another_server(ada: Person) -> None:
    page = await ada.command("patience", "setup")
    await chosen(ada, page, "channels", ada.channel("general"))
    assert not (await ada.command("lounge", "play", game="phoenix", deal="7")).ephemeral


async def test_a_deleted_channel_is_not_chosen_any_more(bot: RunningBot, ada: Person) -> None:
    page = await ada.command("patience", "setup")
    general, daily = ada.channel("general"), ada.channel("daily")
    page = await chosen(ada, page, "channels", general, daily)
    await chosen(ada, page, "daily_channel", daily)
    await bot.discord.delete_channel(int(daily))
    page = await ada.command("patience", "setup")
    assert defaults(page, "channels") == [general]
    assert defaults(page, "daily_channel") == []
    # Nobody has chosen that boards are public everywhere.
    await bot.discord.delete_channel(int(general))
    page = await ada.command("patience", "setup")
    assert "Nowhere: the chosen channels were deleted" in str(page.raw)


@pytest.mark.quick
async def test_members_are_not_offered_it(ben: Person) -> None:
    with pytest.raises(InteractionFailed, match="permission"):
        await ben.command("patience", "setup")


@pytest.mark.quick
async def test_only_server_managers_can_set_it_up_whoever_is_offered_it(
    bot: RunningBot, ben: Person
) -> None:
    bot.discord.open_command(GUILDS[0].id, "setup")
    told = await ben.command("patience", "setup")
    assert told.ephemeral
    assert "Manage Server permission" in told.text
    assert not told.media


async def test_the_setup_survives_a_restart(bot: RunningBot, ada: Person) -> None:
    page = await ada.command("patience", "setup")
    page = await chosen(ada, page, "daily_channel", ada.channel("daily"))
    page = await chosen(ada, page, "language", "de")
    await bot.restart()
    await ada.until_online()
    page = await ada.command("patience", "setup")
    assert defaults(page, "daily_channel") == [ada.channel("daily")]
    page = await chosen(ada, page, "daily_channel")
    assert defaults(page, "daily_channel") == []


OFFER = "You manage this server"


async def offers(person: Person, channel: str = "patience") -> list[Message]:
    """The offers of setup that somebody has seen; a command before, to be sure of the last."""
    await person.command(channel, "help")
    return [one for one in await person.open(channel) if OFFER in one.text]


@pytest.mark.quick
async def test_setup_is_offered_once_with_the_first_command_of_somebody_who_manages_the_server(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    assert await offers(ben) == []
    await ada.command("patience", "play", game="phoenix", deal="7")
    offer = await ada.until(lambda one: OFFER in one.text, "offer")
    assert offer.ephemeral
    assert "/setup" in offer.text
    await bot.restart()
    await ada.until_online()
    assert [one.id for one in await offers(ada)] == [offer.id]
    assert await offers(ada, "general") == []


async def test_the_offer_leads_to_the_setup(bot: RunningBot, ada: Person) -> None:
    await ada.command("patience", "help")
    offer = await ada.until(lambda one: OFFER in one.text, "offer")
    page = await ada.press(offer, label="Set up")
    assert page.id == offer.id
    await chosen(ada, page, "daily_channel", ada.channel("daily"))


async def test_who_has_opened_the_setup_is_not_offered_it(bot: RunningBot, ada: Person) -> None:
    await ada.command("patience", "setup")
    assert await offers(ada) == []
    assert await offers(ada) == []
