"""A server's setup, by those who manage it."""

from __future__ import annotations

from local_discord.payload import payloads_of
from local_discord.testing import Message, Person
from tests.e2e.running_bot import RunningBot


def defaults(page: Message, menu: str) -> list[str]:
    (found,) = (one for one in page.components if one.get("custom_id") == f"patience:setup:{menu}")
    return [str(one["id"]) for one in payloads_of(found.get("default_values", []))]


async def chosen(person: Person, page: Message, menu: str, *values: str) -> Message:
    return await person.select(page, values, custom_id=f"patience:setup:{menu}")


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


async def test_only_server_managers_can_set_it_up(ada: Person, ben: Person) -> None:
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
