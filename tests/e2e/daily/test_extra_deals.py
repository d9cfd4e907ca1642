"""The five deals of a day: the page that shows them, playing them one after the other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date, timedelta
from pathlib import Path
from typing import Final

import pytest

import engine
from bot.images import ImageRenderer
from bot.models.daily import DailyDeal, Slot
from bot.service.play.games import Games
from bot.store.daily.daily import save_daily_deal
from bot.store.database.open import open_database
from engine.solver import solve
from local_discord.testing import Message, Person
from tests.e2e.clocks import NOON, Clock, time_of
from tests.e2e.daily.daily_deals import days_of, prove_nothing
from tests.e2e.messages import choose
from tests.e2e.running_bot import RunningBot, running_patience
from tests.store.database.migrated import sqlite_url

TODAY: Final = date(2026, 11, 16)
GAMES: Final = {
    Slot.HEADLINE: "saratoga",
    Slot.KLONDIKE: "klondike",
    Slot.SPIDER: "spider-1",
    Slot.FREECELL: "freecell",
    Slot.CURIOUS: "arizona",
}


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    """A bot whose day has five known deals."""
    async with open_database(sqlite_url(migrated_file)) as database:
        for slot, rules_id in GAMES.items():
            await save_daily_deal(database, DailyDeal(TODAY, rules_id, 42, 1, 99, slot), NOON)
    async with running_patience(
        images, migrated_file, days=days_of(prove_nothing, clock), clock=clock
    ) as bot:
        yield bot


async def win(bot: RunningBot, person: Person, rules_id: str) -> Message:
    """Win a player's active game, the last of its moves with the Finish button."""
    game = engine.deal(rules_id, 42)
    for move in solve(game.board, max_seconds=20).moves:
        if game.can_finish():
            break
        game.play(move)
        await bot.services[Games].play(person.id, move)
    return await person.press(await person.command("patience", "board"), label="Finish")


@pytest.mark.quick
async def test_a_page_shows_all_deals_of_the_day_with_a_button_each(ada: Person) -> None:
    page = await ada.command("patience", "daily today")
    assert page.ephemeral
    for title in ("Saratoga", "Klondike", "Spider, one suit", "FreeCell", "Arizona"):
        assert f"**{title}**" in page.text
    assert [one.label for one in page.buttons] == ["Play"] * 5
    assert "can be played today only" in page.text


async def test_the_second_deal_says_its_rule_in_a_line(ada: Person) -> None:
    rule = f"🎲 {engine.CATALOGUE['arizona'].summary}"
    page = await ada.command("patience", "daily today")
    assert page.text.index("**Arizona**") < page.text.index(rule) < page.text.index("**Klondike**")
    board = await ada.press(page, custom_id=page.buttons[1].custom_id)
    assert rule in board.text
    assert page.text.count("🎲") == board.text.count("🎲") == 1


async def test_a_deal_chosen_by_name_opens_privately_and_counts_apart(
    bot: RunningBot, ada: Person
) -> None:
    offered = await ada.choices("patience", "daily play", focused="deal")
    assert [one.name for one in offered][4] == "FreeCell · not played yet"
    board = await ada.command("patience", "daily play", deal="freecell")
    assert board.ephemeral
    assert "One of today's deals" in board.text
    assert "FreeCell · 16 November 2026" in board.text
    won = await win(bot, ada, "freecell")
    assert "**Won**" in won.text
    assert "Saratoga" in str([one.label for one in won.buttons])
    page = await choose(ada, won, "Today's deals")
    assert "⭐ **FreeCell**" in page.text
    assert "1 of 5 today" in page.text
    assert [one.label for one in page.buttons] == ["Play", "Play", "Play", "Play", "Again"]
    assert "Today's deal" in (await ada.command("patience", "daily play")).text


async def test_a_win_leads_to_the_next_deal_and_the_result_to_all(
    bot: RunningBot, ada: Person
) -> None:
    await ada.command("patience", "daily play")
    won = await win(bot, ada, "saratoga")
    following = await ada.press(won, label="Next: Arizona")
    assert "Arizona · 16 November 2026" in following.text
    result = await ada.command("patience", "daily play")
    assert "**4 more deals** today" in result.text
    assert "of 5 today" not in result.text
    page = await ada.press(result, label="Today's deals")
    assert [one.label for one in page.buttons] == ["My result", "Continue", "Play", "Play", "Play"]


async def test_shared_results_tell_only_how_many_other_deals_were_won(
    bot: RunningBot, ada: Person
) -> None:
    for deal, rules_id in (("headline", "saratoga"), ("freecell", "freecell")):
        await ada.command("patience", "daily play", deal=deal)
        await win(bot, ada, rules_id)
    shared = await ada.press(await ada.command("patience", "daily play"), label="Share")
    assert not shared.ephemeral
    assert "🃏 2 of 5 today" in shared.text
    assert "FreeCell" not in shared.text


async def test_a_finished_deal_shows_the_page_and_can_be_played_again(
    bot: RunningBot, ada: Person
) -> None:
    await ada.command("patience", "daily play", deal="freecell")
    await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    page = await ada.command("patience", "daily play", deal="freecell")
    assert "❌ **FreeCell**" in page.text
    again = await ada.press(page, label="Again")
    assert "again for fun" in again.text


async def test_a_shared_win_is_played_as_todays_deal_and_by_its_number_later(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await ada.command("patience", "daily play", deal="freecell")
    card = await ada.press(await win(bot, ada, "freecell"), label="Share")
    seen = await ben.until(lambda one: one.id == card.id)
    board = await ben.press(seen, label="Play this deal")
    assert board.ephemeral
    assert "One of today's deals" in board.text
    await bot.advance(timedelta(days=1))
    later = await ada.press(card, label="Play this deal")
    assert "deal 42" in later.text


async def test_buttons_of_a_day_lead_to_its_deals_on_the_next_day_still(
    bot: RunningBot, ada: Person
) -> None:
    today = await ada.command("patience", "daily today")
    begun = await ada.press(today, custom_id="patience:daily:deal:2026-11-16:freecell")
    assert "One of today's deals" in begun.text
    await bot.advance(timedelta(days=1))
    spider = await ada.press(today, custom_id="patience:daily:deal:2026-11-16:spider")
    assert "16 November 2026 is over, so its deal is for fun and does not count." in spider.text
    continued = await ada.press(today, custom_id="patience:daily:deal:2026-11-16:freecell")
    assert "FreeCell" in continued.text
    assert "does not count" not in continued.text


async def test_a_begun_deal_of_a_past_day_goes_on_by_its_name(bot: RunningBot, ada: Person) -> None:
    await bot.set_clock(time_of(TODAY, 23, 50))
    await ada.command("patience", "daily play", deal="freecell")
    await ada.command("patience", "play", game="klondike", deal="1")
    await bot.advance(timedelta(minutes=20))
    past = await ada.command("patience", "daily play", day=TODAY.isoformat(), deal="freecell")
    assert "FreeCell" in past.text
    assert "**Yesterday's deal**, counts until <t:" in past.text


async def test_of_past_days_and_unknown_deals_a_sentence_tells(
    bot: RunningBot, ada: Person
) -> None:
    unknown = await ada.command("patience", "daily play", deal="bridge")
    assert "None of these is called “bridge”. Which do you mean?" in unknown.text
    assert "**Today's deal**" in (await ada.press(unknown, label="Play")).text
    await bot.advance(timedelta(days=1))
    past = await ada.command("patience", "daily play", day="2026-11-16", deal="spider")
    assert "only its first deal can still be played" in past.text
    assert "not ready yet" in (await ada.command("patience", "daily play", deal="spider")).text
