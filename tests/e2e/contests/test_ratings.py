"""Ratings: three races make the number appear."""

from __future__ import annotations

import re

import pytest

from local_discord.testing import Message, Person
from tests.e2e.contests.challenges import accepted, bot
from tests.e2e.messages import race_ratings
from tests.e2e.running_bot import RunningBot, quiet
from tests.store.contests.racing import run_challenge

__all__ = ["bot"]

SERVER = 1_200_000_000_000_000_000


async def raced(
    bot: RunningBot, winner: Person, loser: Person, *, races: int, server: int | None = SERVER
) -> None:
    """Let somebody win races of long ago."""
    # The bot would end them at their deadlines.
    async with quiet(bot.client):
        for hours in range(races):
            ids = int(winner.id), int(loser.id)
            await run_challenge(bot.database, *ids, ids[0], guild=server, hours=hours)
    await bot.do_due()


async def forfeited(bot: RunningBot, ada: Person, ben: Person) -> Message:
    """The result of a race that Ada wins as Ben leaves it."""
    page = await accepted(ada, ben)
    question = await ben.press(page, label="Leave race")
    await ben.press(question, label="Leave race")
    await bot.do_due()
    (result,) = [one for one in await ada.open("patience") if "won the race" in one.text]
    return result


async def test_the_third_race_makes_a_rating_appear(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await raced(bot, ada, ben, races=2)
    page = await race_ratings(ada, "patience")
    assert page.ephemeral
    assert "Nobody has raced here often enough yet." in page.text
    assert "You have a rating after 1 more race." in page.text
    assert "race rating" not in (await ada.command("patience", "profile")).alt

    result = await forfeited(bot, ada, ben)
    assert re.search(rf"<@{ada.id}> · .* · rating\s\*\*1[5-9]\d\d\*\*\s±\s\d+\n", result.text)
    assert re.search(rf"<@{ben.id}> · .* · rating\s\*\*1[1-4]\d\d\*\*\s±\s\d+\n", result.text)
    page = await race_ratings(ben, "patience")
    first, second = [line for line in page.text.splitlines() if "3 races" in line][:2]
    assert re.match(rf"🥇 <@{ada.id}> · \*\*1[5-9]\d\d\*\*\s±\s\d+ · 3 races", first)
    assert re.match(rf"– <@{ben.id}> · \*\*1[1-4]\d\d\*\*\s±\s\d+ · 3 races", second)
    assert "Your rating in all of your races" not in page.text
    profile = await ada.command("patience", "profile")
    assert re.search(r"race rating: 1[5-9]\d\d ± \d+\.", profile.alt)
    assert "🏁 Rating in all races: **1" in profile.text
    assert "Rating in this server" not in profile.text


async def test_a_rating_in_all_races_stands_beside_that_of_the_server(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await raced(bot, ada, ben, races=3)
    await raced(bot, ben, ada, races=1, server=None)
    page = await race_ratings(ada, "patience")
    assert "Your rating in all of your races: **1" in page.text
    profile = await ada.command("patience", "profile")
    assert "🏁 Rating in all races: **1" in profile.text
    assert "🏁 Rating in this server: **1" in profile.text


@pytest.mark.quick
async def test_a_result_says_what_the_race_has_changed(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await raced(bot, ada, ben, races=3)
    result = await forfeited(bot, ada, ben)
    assert re.search(
        rf"<@{ada.id}> · .* · rating\s\*\*1\d\d\d\*\*\s±\s\d+\s\(\+\d+\)\n", result.text
    )
    assert re.search(
        rf"<@{ben.id}> · .* · rating\s\*\*1\d\d\d\*\*\s±\s\d+\s\(−\d+\)\n", result.text
    )
