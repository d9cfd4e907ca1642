"""The one message of a server's day, from the first move to the card of its results."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Final

import aiohttp
import pytest
from PIL import Image

import engine
from bot.chat.requests import pace
from bot.images import ImageRenderer
from bot.models.daily import DailyDeal, Slot
from bot.service.daily.daily import Daily
from bot.service.daily.posts import PAUSE
from bot.service.play.games import Games
from bot.service.players.privacy import Privacy
from bot.service.preferences import PreferenceService
from bot.store.daily.daily import save_daily_deal
from bot.store.preferences import Owner, save_preferences
from engine import Move
from engine.solver import solve
from local_discord.fixtures import ATTACH_FILES
from local_discord.payload import payload_of, text_of
from local_discord.testing import Message, Person
from tests.e2e.clocks import NOON, Clock, time_of
from tests.e2e.daily.daily_deals import days_of, prove_nothing
from tests.e2e.messages import called, labels
from tests.e2e.player import Player
from tests.e2e.running_bot import RunningBot, running_patience
from tests.e2e.simulated.server import DIGESTS, HERE, SERVER, win
from tests.store.finished_games import play_to_the_end

DAY: Final = timedelta(days=1)
TODAY: Final = NOON.date()
PINK: Final = (255, 0, 255)


def number(day: date) -> int:
    """The deal of a day, of FreeCell."""
    return day.toordinal() - TODAY.toordinal() + 2


@cache
def winning(day: date) -> tuple[Move, ...]:
    """Moves that win the deal of a day."""
    return solve(engine.deal("freecell", number(day)).board, max_states=100_000).moves


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    """A bot in a server that wants a message of the day, on the day before, that and the next."""
    async with running_patience(
        images, migrated_file, days=days_of(prove_nothing, clock), clock=clock
    ) as running:
        for later in (-1, 0, 1, 2):
            day = TODAY + later * DAY
            deal = DailyDeal(day, "freecell", number(day), 1, len(winning(day)))
            await save_daily_deal(running.database, deal, NOON)
        chosen = {"daily_channel": str(DIGESTS)}
        await save_preferences(running.database, Owner.GUILD, SERVER.id, chosen)
        yield running


async def moves(bot: RunningBot, person: Person, count: int = 1) -> None:
    """Play some moves of the day's deal."""
    snapshot = await bot.services[Daily].play(person.id, HERE)
    at = len(snapshot.game.moves)
    await win(bot.services[Games], person.id, winning(snapshot.day or TODAY)[at : at + count])


async def wins(bot: RunningBot, person: Person) -> None:
    """Win the day's deal."""
    await moves(bot, person, 1000)


async def shown(bot: RunningBot, person: Person) -> list[Message]:
    """The channel's messages, brought up to date."""
    await bot.advance(PAUSE)
    for _ in range(2):
        await bot.do_due()
    return [one for one in await person.open("daily") if not one.ephemeral]


@pytest.mark.quick
async def test_a_day_has_one_message_from_the_first_move_to_its_card(
    bot: RunningBot, ada: Person, ben: Person, chiyo: Person
) -> None:
    assert await shown(bot, chiyo) == []
    await moves(bot, ada)
    [message] = await shown(bot, chiyo)
    assert "FreeCell" in message.text
    assert "FreeCell as it is dealt, all cards face down; " in message.alt
    assert message.alt.endswith(" 0%")
    assert await message.picture()
    assert labels(message) == ["Play", "Today's leaderboard"]
    assert called(message) == set()

    await wins(bot, ben)
    await bot.restart()
    await chiyo.until_online()
    [edited] = await shown(bot, chiyo)
    assert edited.id == message.id
    assert f"🥇 <@{ben.id}> · {len(winning(TODAY))} moves" in edited.text
    assert await edited.picture()
    board = await chiyo.press(edited, label="Play")
    assert board.ephemeral

    await bot.set_clock(time_of(TODAY + DAY, 1))
    card, following = await shown(bot, chiyo)
    assert card.id == message.id
    assert f"🥇 <@{ben.id}>" in card.text
    assert f"<@{ada.id}>" not in card.text
    assert "Monday, 16 November 2026: FreeCell (" in card.alt
    assert "2 started, 1 won" in card.alt
    assert f", won at {NOON + 2 * PAUSE:%H:%M} UTC. Two small boards: as dealt" in card.alt
    assert await card.picture()
    assert "17 November 2026" in following.text
    assert "<@" not in following.text
    missed = await chiyo.press(card, label="Play this deal")
    assert "A deal you missed" in missed.text

    # Nobody plays on the next day, so that its message goes, and no other comes.
    await bot.set_clock(time_of(TODAY + 2 * DAY, 1))
    left = [one.id for one in await shown(bot, chiyo)]
    assert left == [card.id, missed.id]


async def test_the_message_names_the_curious_deal_with_its_rule_and_deals_it(
    bot: RunningBot, ada: Person, chiyo: Person
) -> None:
    curious = DailyDeal(TODAY, "saxony", 6, 1, 90, Slot.CURIOUS)
    await save_daily_deal(bot.database, curious, NOON)
    await moves(bot, ada)
    [message] = await shown(bot, chiyo)
    rule = engine.CATALOGUE["saxony"].summary
    assert f"🎲 Today also **Saxony** (hard): {rule}" in message.text
    assert labels(message) == ["Play", "Saxony", "Today's leaderboard"]
    board = await chiyo.press(message, label="Saxony")
    assert board.ephemeral
    assert "Saxony · 16 November 2026" in board.text


async def picture_of(message: Message) -> Image.Image:
    """The picture of a day's message."""
    url = text_of(payload_of(message.media[0]["media"])["url"])
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return Image.open(io.BytesIO(await response.read())).convert("RGB")


def pink(image: Image.Image) -> int:
    return sum(n for n, one in image.getcolors(image.width * image.height) or [] if one == PINK)


async def test_the_faces_of_those_who_play_are_shown_but_of_nobody_who_hides(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    file = io.BytesIO()
    Image.new("RGB", (64, 64), PINK).save(file, "PNG")
    bot.discord.state.set_avatar(int(ada.id), file.getvalue())
    await moves(bot, ben)
    [message] = await shown(bot, ben)
    assert not pink(await picture_of(message))
    # A process that has not seen her asks Discord which avatar she has.
    bot.client.faces.forget(int(ada.id))
    await wins(bot, ada)
    [message] = await shown(bot, ben)
    assert pink(await picture_of(message))
    await bot.advance(DAY)
    card, _ = await shown(bot, ben)
    assert pink(await picture_of(card))
    page = await ada.command("patience", "privacy")
    await ada.press(page, label="Show me on this server's leaderboards: on")
    card, _ = await shown(bot, ben)
    assert not pink(await picture_of(card))
    assert bot.discord.refusals == []


async def test_whoever_has_no_account_any_more_is_asked_for_once(
    bot: RunningBot, ben: Person
) -> None:
    gone = 77
    await bot.services[Daily].play(gone, HERE)
    await win(bot.services[Games], gone, winning(TODAY)[:1])
    for players in (1, 2):
        [message] = await shown(bot, ben)
        assert message.alt.count("%") == players
        await moves(bot, ben)
    asked = [one.path for one in bot.discord.refusals]
    bot.discord.refusals.clear()
    assert asked == [f"/users/{gone}"]


async def test_a_channel_that_takes_no_files_has_the_day_and_its_card_in_words(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await bot.discord.deny(DIGESTS, ATTACH_FILES)
    await moves(bot, ada)
    await moves(bot, ben)
    [message] = await shown(bot, ada)
    assert f"▱ <@{ada.id}> · ▱" in message.text
    await wins(bot, ada)
    await bot.advance(DAY)
    card, following = await shown(bot, ada)
    assert "1 player won" in card.text
    assert f"🥇 <@{ada.id}> · {len(winning(TODAY))} moves" in card.text
    assert [one.media for one in (message, card, following)] == [[], [], []]
    assert {refusal.code for refusal in bot.discord.refusals} == {50013}
    bot.discord.refusals.clear()


async def test_nobody_is_shown_giving_up(bot: RunningBot, ada: Person, ben: Person) -> None:
    await moves(bot, ada)
    [before] = await shown(bot, ben)
    await bot.services[Games].give_up(ada.id)
    [after] = await shown(bot, ben)
    assert (after.id, after.text) == (before.id, before.text)
    assert "not won" not in (await ben.command("patience", "daily board")).text
    assert "not won" in (await ada.command("patience", "daily board")).text
    await bot.advance(DAY)
    card, _ = await shown(bot, ben)
    assert "1 started, 0 won. Nobody reached the last card." in card.alt
    assert f"<@{ada.id}>" not in card.text


async def test_a_message_that_is_hours_old_is_edited_where_it_is(
    bot: RunningBot, ada: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await moves(bot, ada)
    [message] = await shown(bot, ben)
    monkeypatch.setattr(pace, "OLD_AFTER", timedelta())
    for person in (ada, ben):
        await wins(bot, person)
        [edited] = await shown(bot, ben)
        assert edited.id == message.id


async def test_a_message_that_was_deleted_comes_back_on_the_next_day_only(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await moves(bot, ada)
    [message] = await shown(bot, ada)
    await ada.delete(message)
    for person in (ada, ben):
        await wins(bot, person)
        assert await shown(bot, ben) == []
    assert [refusal.code for refusal in bot.discord.refusals] == [10008]
    bot.discord.refusals.clear()
    await bot.advance(DAY)
    [following] = await shown(bot, ben)
    assert "17 November 2026" in following.text


async def test_who_deletes_everything_or_hides_is_shown_no_longer(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await moves(bot, ada)
    await wins(bot, ben)
    [message] = await shown(bot, ada)
    assert " 0%" in message.alt
    await bot.services[Privacy].delete(ada.id)
    page = await ben.command("patience", "privacy")
    await ben.press(page, label="Show me on this server's leaderboards: on")
    [after] = await shown(bot, ada)
    assert after.id == message.id
    assert "<@" not in after.text
    assert "%" not in after.alt


async def test_a_new_day_pings_those_winners_who_agreed(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    for person in (ada, ben):
        await wins(bot, person)
    await bot.services[PreferenceService].save(ben.id, mentioned="yes")
    [message] = await shown(bot, ada)
    assert called(message) == set()
    await bot.advance(DAY)
    card, following = await shown(bot, ada)
    assert "2 started, 2 won" in card.alt
    assert called(following) == {ben.id}
    assert f"Yesterday: 🥇 <@{ben.id}> · [all results](" in following.text


async def test_for_an_hour_after_midnight_there_is_no_card_as_somebody_may_still_win(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await bot.set_clock(time_of(TODAY, 23, 50))
    await moves(bot, ada)
    await wins(bot, ben)
    await shown(bot, ada)
    await bot.set_clock(time_of(TODAY + DAY, 0))
    before, following = await shown(bot, ada)
    assert "Whoever began can finish until <t:" in before.text
    assert "deal 2" not in before.text.lower()
    assert labels(before) == ["Yesterday's leaderboard"]
    await bot.services[PreferenceService].save(ben.id, mentioned="yes")
    await bot.services[PreferenceService].save(ada.id, mentioned="yes")
    board = await ben.press(before, label="Yesterday's leaderboard")
    assert f"<@{ben.id}>" in board.text
    assert f"<@{ada.id}>" not in board.text
    await win(bot.services[Games], ada.id, winning(TODAY)[1:])
    before, following = await shown(bot, ada)
    assert f"<@{ada.id}>" in before.text
    assert "17 November 2026" in following.text
    await bot.set_clock(time_of(TODAY + DAY, 1))
    card, following = await shown(bot, ada)
    assert f"🥇 <@{ben.id}> · 🥈 <@{ada.id}>" in card.text
    assert "deal 2 · par" in card.text
    assert f"Yesterday: 🥇 <@{ben.id}>, 🥈 <@{ada.id}>" in following.text


async def test_it_is_in_the_language_of_the_server(bot: RunningBot, ada: Person) -> None:
    await save_preferences(bot.database, Owner.GUILD, SERVER.id, {"language": "de"})
    await wins(bot, ada)
    [message] = await shown(bot, ada)
    assert "16. November 2026" in message.text
    await bot.advance(DAY)
    card, following = await shown(bot, ada)
    assert "Montag, 16. November 2026" in card.alt
    assert "1 begonnen, 1 gewonnen" in card.alt
    assert labels(following) == ["Spielen", "Bestenliste von heute"]


async def test_it_changes_its_language_with_the_server(bot: RunningBot, ada: Person) -> None:
    await moves(bot, ada)
    await shown(bot, ada)
    [message] = await shown(bot, ada)
    assert "16 November 2026" in message.text
    page = await ada.command("patience", "setup")
    await ada.select(page, ["de"], custom_id="patience:setup:language")
    [message] = await shown(bot, ada)
    assert "16. November 2026" in message.text


async def test_whoever_may_decide_is_offered_it_with_the_first_win_of_a_day(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    offer = "can show this server's day"
    values = {"daily_channel": None, "day_offered": None}
    await save_preferences(bot.database, Owner.GUILD, SERVER.id, values)
    bot.services[PreferenceService].forget_all()
    await ada.command("patience", "help")
    await wins(bot, ben)
    await ben.command("patience", "help")
    for person in (ada, ben):
        assert not [one for one in await person.open("patience") if offer in one.text]
    await ada.command("patience", "help")
    offered = await ada.until(lambda one: offer in one.text, "offer")
    assert offered.ephemeral
    page = await ada.press(offered, label="Show it here")
    assert page.id == offered.id
    await bot.do_due(after=PAUSE)
    assert [one for one in await ben.open("patience") if f"🥇 <@{ben.id}>" in one.text]
    await ada.command("patience", "help")
    assert not [one for one in await ada.open("patience") if offer in one.text]


@pytest.mark.quick
async def test_pages_are_shown_to_everybody_once(bot: RunningBot, ada: Person, ben: Person) -> None:
    await wins(bot, ada)
    await moves(bot, ben)
    await bot.services[Games].give_up(ben.id)
    for command in ("daily board", "server"):
        page = await ben.command("patience", command)
        assert page.ephemeral
        after = await ben.press(page, label="Show to everybody")
        assert (after.id, "Show to everybody" in labels(after)) == (page.id, False)
        [public] = [one for one in await ada.open("patience") if f"by <@{ben.id}>" in one.text]
        assert labels(public) == []
        assert "not won" not in public.text
        assert called(public) == set()
        await ada.delete(public)


async def test_two_presses_at_once_show_a_page_once(
    bot: RunningBot, ada: Person, ben: Player
) -> None:
    await wins(bot, ben)
    page = await ben.command("patience", "daily board")
    show = next(one.custom_id for one in page.buttons if one.label == "Show to everybody")
    await asyncio.gather(*(ben.presses(page, show) for _ in range(2)))
    shown = [one for one in await ada.open("patience") if f"by <@{ben.id}>" in one.text]
    assert len(shown) == 1


async def test_who_wants_to_know_is_told_how_many_did_worse_anywhere(
    bot: RunningBot, ada: Person
) -> None:
    for player in range(1, 21):
        await play_to_the_end(bot.database, player, day=TODAY, won=False, moves=3, guild=5, at=NOON)
    await wins(bot, ada)
    assert "Better than" not in (await ada.command("patience", "daily play")).text
    page = await ada.command("patience", "settings")
    await ada.press(page, label="Compare my day with everybody's: off")
    result = await ada.command("patience", "daily play")
    assert "Better than 100% of the 20 others who played today." in result.text
