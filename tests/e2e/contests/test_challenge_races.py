"""Races between two players, from the accepted challenge to the announced result."""

from __future__ import annotations

import asyncio

import pytest

from local_discord.fault_injection import Refused
from local_discord.testing import Person
from tests.e2e.contests.challenges import (
    DAY,
    DEAL,
    HOUR,
    LINE,
    accepted,
    bot,
    make_challenge,
    played,
    public_messages,
    race_message,
    restarted,
    seen,
    start_race,
)
from tests.e2e.messages import called, labels
from tests.e2e.play.boards import live_board, until_refused
from tests.e2e.running_bot import RunningBot, do_due

__all__ = ["bot"]


# Challenging


async def test_a_player_is_challenged_from_their_menu(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    form = await ada.menu_for_modal("patience", "Challenge", ben.id)
    assert form.title == "Challenge Ben"
    challenge = await ada.submit_modal(form, game=["golf"])
    assert not challenge.ephemeral
    assert "Golf" in challenge.text
    assert f"<@{ben.id}>" in challenge.text
    assert bot.discord.refusals == []


async def test_nobody_is_asked_for_a_game_against_themselves(ada: Person) -> None:
    told = await ada.menu("patience", "Challenge", ada.id)
    assert told.ephemeral
    assert told.text == "You cannot race against yourself. Choose another player."


# Racing


async def test_the_deal_number_stays_hidden_during_a_race(ada: Person, ben: Person) -> None:
    page = await accepted(ada, ben)
    await played(ben, 3)
    pages = [page, await ben.press(page, label="My board")]
    pages += [
        await ben.command("patience", command)
        for command in ("board", "resume", "type giveup", "replay", "race list")
    ]

    assert "Saratoga · a race" in pages[1].text
    assert "replay" in pages[5].text
    assert pages[5].ephemeral
    for told_of in pages:
        assert f"deal {DEAL}" not in str(told_of.raw)


async def test_a_running_race_cannot_be_shown_in_public(ada: Person, ben: Person) -> None:
    other = await ada.command("patience", "play", game="phoenix", deal="7")
    assert not other.ephemeral
    await start_race(ada, ben)
    assert (await ada.command("patience", "type move", play=LINE[0])).ephemeral
    assert (await ada.press(other, label="Hint")).ephemeral
    assert "Phoenix" in (await seen(ada, other)).text
    await ada.command("patience", "play", game="phoenix", deal="8")
    games = await ada.choices("patience", "resume", focused="game")
    (raced,) = [one.value for one in games if "Saratoga" in one.name]
    assert (await ada.command("patience", "resume", game=raced)).ephemeral


@pytest.mark.quick
async def test_other_games_are_public_also_during_a_race(ada: Person, ben: Person) -> None:
    await start_race(ada, ben)
    await ada.command("patience", "play", game="phoenix", deal="7")
    assert not (await ada.command("patience", "board")).ephemeral


@pytest.mark.quick
async def test_leaving_a_race_asks_first(bot: RunningBot, ada: Person, ben: Person) -> None:
    page = await start_race(ada, ben)
    question = await ada.press(await seen(ada, page), label="Leave race")
    assert question.ephemeral
    assert f"<@{ben.id}> will win it" in question.text
    left = await ada.press(question, label="Leave race")
    assert left.id == question.id
    await bot.do_due()
    result = await ben.until(lambda one: "won the race" in one.text, "result")
    assert f"<@{ben.id}> won the race**: <@{ada.id}> gave up" in result.text


async def test_keep_racing_shows_the_board(ada: Person, ben: Person) -> None:
    page = await start_race(ada, ben)
    question = await ada.press(await seen(ada, page), label="Leave race")
    said = await ada.press(question, label="Keep racing")
    assert said.id == question.id
    assert live_board(ada, said).media
    assert labels(await seen(ada, page)) == ["My board", "Leave race"]


async def test_a_rematch_challenges_the_other_player(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    page = await start_race(ada, ben)
    await ben.press(await ben.press(await seen(ben, page), label="Leave race"), label="Leave race")
    await bot.do_due()
    result = await race_message(ada)
    assert labels(result) == ["Rematch", "Play this deal"]
    again = await ben.press(await seen(ben, result), label="Rematch")
    assert again.id != result.id
    assert not again.ephemeral
    assert f"<@{ada.id}>, Ben challenges you" in again.text
    note = await ada.press(await seen(ada, result), label="Rematch")
    assert "This player has already challenged you" in note.text


# Being away, and places where nothing can be posted


async def test_a_race_that_ended_while_the_bot_was_down_is_announced_once(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start_race(ada, ben)
    await played(ben, 1)
    await bot.stop()
    await bot.advance(DAY + HOUR)
    await bot.start()
    await ada.until_online()
    await ada.until(lambda one: "nobody won it" in one.text, "result")
    await asyncio.gather(*(do_due(bot.client) for _ in range(2)))
    await restarted(bot, ada)
    await bot.do_due()
    assert len(await public_messages(ada, "nobody won it")) == 1


async def test_where_the_bot_may_not_post_races_shows_the_result(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    page = await start_race(ada, ben)
    bot.discord.inject(
        Refused(50013), path_contains=f"/channels/{ada.channel('patience')}/messages"
    )
    await bot.do_due(after=DAY + HOUR)
    await bot.do_due()
    assert await public_messages(ada, "nobody won it") == []
    assert "nobody won it" in (await ada.command("lounge", "race list")).text
    pressed = await ben.press(await seen(ben, page), label="Leave race")
    assert pressed.id == page.id
    assert "nobody won it" in pressed.text


async def test_a_race_in_a_private_chat_has_one_message_as_well(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    group = str(bot.discord.open_group(ada.id, ben.id).id)
    page = await make_challenge(ada, ben, channel=group)
    assert called(page) == {ben.id}
    race = await ben.press(await seen(ben, page), label="Accept")
    await ada.wait_until(lambda: page.id not in ada.messages, "deletion")
    assert (await race_message(ada, group)).id == race.id
    assert called(race) == {ada.id}
    assert (await ada.press(await seen(ada, race), label="My board")).ephemeral
    question = await ada.press(await seen(ada, race), label="Leave race")
    await ada.press(question, label="Leave race")
    await bot.do_due()
    await until_refused(bot, 50001)
    ended = await ben.press(await seen(ben, race), label="My board")
    assert ended.id == race.id
    assert f"<@{ben.id}> won the race" in ended.text
