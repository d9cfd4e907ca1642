"""Three people race, each by their own clock, and are told what is final when it is."""

from __future__ import annotations

import re

from bot.service.contests.races import Races
from local_discord.testing import Message, Person
from tests.e2e.contests.race_tables import (
    MINUTE,
    begin_race,
    open_table,
    play,
    prepare_deal,
    press,
    race_message,
    win,
)
from tests.e2e.messages import LONG_DEAL, called
from tests.e2e.running_bot import RunningBot


async def begun(bot: RunningBot, ada: Person, *others: Person) -> Message:
    """The message of a race whose table Ada has started; others have looked at nothing."""
    await prepare_deal(bot)
    await open_table(ada)
    await begin_race(bot, ada, *others)
    return await race_message(ada)


async def test_asking_whether_to_leave_starts_nobodys_time(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await prepare_deal(bot)
    await ada.command("patience", "race challenge", player=str(ben.id), game="klondike")
    await press(ben, "Accept")
    await ada.until(lambda one: "are racing." in one.text, "race")
    question = await press(ada, "Leave race")
    stays = await ada.press(question, label="Keep racing")
    assert (stays.text, stays.media) == ("Your race goes on.", [])
    racer = (await bot.services[Races].open_for(ada.id))[0].racer(ada.id)
    assert racer is not None
    assert racer.started_at is None


async def test_ten_minutes_of_silence_post_a_table_that_is_edited_later(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    race = await begun(bot, ada, ben, chiyo)
    await press(ben, "My board")
    await bot.advance(5 * MINUTE)
    await win(bot, ada)
    await play(bot, ben, 3)
    await bot.do_due(after=9 * MINUTE)
    assert (await race_message(ada)).id == race.id
    await bot.do_due(after=2 * MINUTE)
    table = await race_message(ada)
    assert table.id != race.id
    assert called(table) == {ada.id}
    assert "The results so far" in table.text
    assert re.search(rf"<@{ada.id}> · won in \d+ min", table.text)
    assert "Chiyo · 0 of 52 cards home · 0 moves" in table.text
    assert not re.search(LONG_DEAL, table.text)

    await bot.restart()
    await chiyo.until_online()
    await bot.do_due(after=20 * MINUTE)
    assert (await race_message(ada)).id == table.id
    await press(chiyo, "My board")
    await bot.advance(3 * MINUTE)
    assert re.search(r"Place 2, in \d+ min", (await win(bot, chiyo)).text)
    await bot.do_due(after=60 * MINUTE)
    result = await race_message(ada)
    assert result.id == table.id
    assert f"<@{ada.id}> won the race" in result.text
    assert re.search(rf"– <@{ben.id}> · \d of 52 cards home · 3 moves", result.text)
    assert re.search(f"deal {LONG_DEAL}", result.text)


async def test_in_a_challenge_silence_shows_who_is_done_and_who_is_awaited(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await prepare_deal(bot)
    await ada.command("patience", "race challenge", player=str(ben.id), game="klondike")
    await press(ben, "Accept")
    await ada.until(lambda one: "are racing." in one.text, "race")
    await bot.advance(2 * MINUTE)
    await win(bot, ben)
    await bot.do_due(after=11 * MINUTE)
    table = await race_message(ada)
    assert called(table) == {ben.id}
    assert re.search(rf"<@{ben.id}> · won in 2 min", table.text)
    assert "Ada · has not begun" in table.text
    await press(ada, "My board")
    await bot.advance(MINUTE)
    await win(bot, ada)
    await bot.do_due()
    result = await race_message(ben)
    assert result.id == table.id
    assert f"<@{ada.id}> won the race**: the fastest" in result.text
