"""How messages name players: by mentions that everybody can read, or by the name last seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.service.players.names import Names
from local_discord.fixtures import GUILDS, USERS
from local_discord.message import SUPPRESS_NOTIFICATIONS
from local_discord.payload import int_of, payloads_of, text_of
from local_discord.testing import Message, Person
from tests.e2e.contests.challenges import (
    accept,
    accepted,
    bot,
    make_challenge,
    race_message,
    seen,
)
from tests.e2e.messages import called, statistics
from tests.e2e.running_bot import RunningBot
from tests.store.players.player_rows import mentions

__all__ = ["bot"]


def mentioned(message: Message) -> set[int]:
    """The users that a message mentions, pinged or not."""
    return {int(text_of(user["id"])) for user in payloads_of(message.raw["mentions"])}


@pytest.mark.quick
async def test_a_private_answer_may_mention_exactly_those_whom_it_names(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await accepted(ada, ben)
    listed = await ada.command("patience", "race list")
    assert listed.ephemeral
    assert f"<@{ada.id}> and <@{ben.id}> are racing" in listed.text
    assert mentioned(listed) == {ada.id, ben.id}
    assert mentioned(await statistics(ada, "patience")) == {ada.id}
    assert mentioned(await ada.command("patience", "help")) == set()


async def test_a_public_message_that_pings_nobody_mentions_in_silence(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    table = await ada.command("patience", "race start", game="klondike")
    assert int_of(table.raw["flags"]) & SUPPRESS_NOTIFICATIONS
    assert mentioned(table) == {ada.id}
    assert called(table) == set()


@pytest.mark.quick
async def test_an_edit_mentions_again_whom_it_names(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    table = await ada.command("patience", "race start", game="klondike")
    joined = await ben.press(await seen(ben, table), label="Join")
    assert f"<@{ada.id}>, <@{ben.id}>" in joined.text


async def test_whoever_is_named_but_not_pinged_has_their_latest_name(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await ben.command("patience", "play", game="klondike")
    ada_user = bot.discord.state.users[USERS[0].id]
    bot.discord.state.users[ada.id] = replace(ada_user, name="*Countess*")
    await ada.become(None)
    page = await make_challenge(ada, ben)
    assert rf"<@{ben.id}>, \*Countess\* challenges you" in page.text
    await accept(ben, page)
    assert rf"<@{ada.id}> and Ben are racing" in (await race_message(ada)).text


async def test_a_name_outlasts_a_restart_unless_its_player_deletes_everything(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await accepted(ada, ben)
    await bot.restart()
    assert await bot.services[Names].of([ada.id, ben.id]) == {ada.id: "Ada", ben.id: "Ben"}
    await ben.until_online()
    page = await ben.command("patience", "privacy")
    await ben.press(await ben.press(page, label="Delete everything"), label="Delete everything")
    await ben.command("patience", "privacy")
    assert await mentions(bot.database, ben.id) == {}
    await bot.do_due()
    ending = await race_message(ada)
    assert f"<@{ada.id}> won the race**: a player who left gave up." in ending.text


async def test_whoever_has_left_the_server_has_the_name_last_seen(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    page = await accepted(ada, ben)
    await ben.command("patience", "race list")
    bot.discord.remove_member(GUILDS[0].id, ben.id)
    listed = await ada.command("patience", "race list")
    await ada.until(lambda one: one.id == listed.id and "and Ben are racing" in one.text)
    await ada.press(await ada.press(await seen(ada, page), label="Leave race"), label="Leave race")
    await bot.do_due()
    await ada.until(lambda one: "🏁 **Ben won the race**" in one.text)


async def test_in_a_direct_message_others_have_the_names_last_seen(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await accepted(ada, ben)
    listed = await ada.command("dm", "race list")
    await ada.until(lambda one: one.id == listed.id and "and Ben are racing" in one.text)
    assert mentioned(await ada.refresh(listed)) == {ada.id}


async def test_a_message_that_names_only_its_reader_is_not_edited(
    bot: RunningBot, ada: Person
) -> None:
    bot.discord.switches.mentions_of_components = False
    page = await ada.command("patience", "profile")
    await bot.client.interactions.in_flight.wait(60)
    assert (await ada.refresh(page)).raw["edited_timestamp"] is None
