"""Tournaments of a server, from the start by its manager to the announced end."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest

from bot.images import ImageRenderer
from bot.models.daily import DailyDeal
from bot.models.places import Place
from bot.service.contests.tournaments import Tournaments
from bot.service.play.games import Games
from bot.store.daily.daily import save_daily_deal
from bot.store.database.open import open_database
from bot.store.solver.deals import save_winnable_deal
from local_discord.fault_injection import HttpError
from local_discord.fixtures import GUILDS, SEND_IN_THREADS, SEND_MESSAGES
from local_discord.testing import Message, Person
from tests.e2e.clocks import NOON, Clock
from tests.e2e.contests.race_tables import DEAL, LINE, win
from tests.e2e.messages import LONG_DEAL, called, choose, labels, reminders
from tests.e2e.running_bot import RunningBot, running_patience
from tests.store.database.migrated import sqlite_url

DAY: Final = timedelta(days=1)
READY: Final = {"klondike": DEAL, "freecell": 1, "saratoga": 10**12, "yukon": 10**12}


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock
) -> AsyncIterator[RunningBot]:
    """A bot without a solver, which has a winnable deal of some games ready."""
    async with open_database(sqlite_url(migrated_file)) as database:
        for rules_id, number in READY.items():
            await save_winnable_deal(database, rules_id, number, NOON)
        deal = DailyDeal(NOON.date(), "saratoga", 42, 1, par=112)
        await save_daily_deal(database, deal, NOON)
    async with running_patience(images, migrated_file, clock=clock) as bot:
        yield bot


async def start(ada: Person, *games: str, channel: str = "patience", **options: int) -> Message:
    names = ("game", *(f"game{number}" for number in range(2, 8)))
    chosen = dict(zip(names, games, strict=False))
    kind = "games" if games else "days"
    return await ada.command(channel, "tournament start", kind=kind, **chosen, **options)


async def play(person: Person, game: str = "klondike") -> Message:
    return await person.command("patience", "tournament play", game=game)


async def over(bot: RunningBot, after: timedelta = 7 * DAY) -> None:
    """Let time pass, and the bot look for tournaments to announce."""
    await bot.do_due(after=after + timedelta(minutes=1))


async def endings(person: Person, channel: str = "patience") -> list[Message]:
    """The announcements in a channel."""
    return [one for one in await person.open(channel) if "It is over" in one.text]


# A form


async def test_games_of_a_tournament_are_chosen_or_typed(ada: Person) -> None:
    form = await ada.command_for_modal("patience", "tournament start")
    call = await ada.submit_modal(form, kind="games", other="yukon, freecell", days="3")
    assert "Tournament · 2 games" in call.text
    await ada.press(await ada.command("patience", "tournament end"), label="End the tournament")
    form = await ada.command_for_modal("patience", "tournament start")
    call = await ada.submit_modal(form, kind="games", game=["klondike", "saratoga"])
    assert "Tournament · 2 games" in call.text


async def test_one_of_many_games_that_is_not_exact_is_asked_and_the_others_are_kept(
    ada: Person,
) -> None:
    form = await ada.command_for_modal("patience", "tournament start")
    typed = "yukon, frecell; saratoga"
    question = await ada.submit_modal(form, kind="games", other=typed, days="3")
    assert question.ephemeral
    assert "Which game do you mean by “frecell”?" in question.text
    call = await ada.select(question, ["freecell"])
    assert "Tournament · 3 games" in call.text
    assert not call.ephemeral


async def test_what_is_given_beside_no_kind_is_not_lost(ada: Person) -> None:
    form = await ada.command_for_modal("patience", "tournament start", days=5)
    call = await ada.submit_modal(form)
    assert "from 16 November 2026 to 20 November 2026" in call.text
    await ada.press(await ada.command("patience", "tournament end"), label="End the tournament")
    call = await ada.command("patience", "tournament start", game="saratoga")
    assert "Tournament · 1 game" in call.text


async def test_the_button_of_a_tournament_leads_to_that_one_when_another_runs(ada: Person) -> None:
    call = await start(ada, "saratoga")
    await ada.press(await ada.command("patience", "tournament end"), label="End the tournament")
    await start(ada, "saratoga", "yukon")
    shown = await ada.press(call, label="Play")
    assert "Tournament · 1 game" in shown.text


# A week


async def test_a_week_of_two_players_with_a_restart_in_between(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    call = await start(ada, "klondike", "freecell")
    assert not call.ephemeral
    assert "Tournament · 2 games" in call.text
    assert labels(call) == ["Play", "Standings"]
    listed = await ben.press(await ben.refresh(call), label="Play")
    assert listed.ephemeral
    assert "**Klondike** · not played yet" in listed.text
    board = await ben.select(listed, ["klondike"])
    assert board.ephemeral
    assert "/tournament play brings you back to it" in board.text
    assert "Klondike · a tournament" in board.text
    await ben.command("patience", "type move", play=LINE[0])

    await bot.restart()
    for person in (ada, ben):
        await person.until_online()

    await bot.services[Games].undo(ben.id)
    won = await win(bot, ben)
    assert "**Won**" in won.text
    await play(ada)
    await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    assert "❌ not won" in (await ada.command("patience", "tournament play")).text
    shown = await ada.press(await ada.refresh(call), label="Standings")
    assert shown.ephemeral
    assert f"🥇 <@{ben.id}> · 1 of 2 won, " in shown.text
    assert f"– <@{ada.id}> · 0 of 2 won" in shown.text

    await bot.advance(7 * DAY + timedelta(minutes=1))
    await asyncio.gather(*(bot.do_due() for _ in range(2)))
    await bot.restart()
    await ada.until_online()
    await bot.do_due()
    [ending] = await endings(ada)
    assert "Congratulations, Ben!" in ending.text
    assert "🥇 Ben · 1 of 2 won" in ending.text
    assert called(ending) == set()
    assert labels(ending) == ["Klondike", "FreeCell"]
    again = await ada.press(ending, label="Klondike")
    assert re.search(f"· deal {LONG_DEAL}", again.text)


@pytest.mark.quick
async def test_a_league_over_the_days_counts_the_deal_of_the_day(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    call = await start(ada, days=2)
    assert "The deal of the day counts, each day from 16 November" in call.text
    assert labels(call) == ["Today's deal", "Standings"]
    own = await ben.command("patience", "tournament play")
    assert "Saratoga" in (await ben.press(own, label="Today's deal")).text
    await ben.press(await ben.command("patience", "type giveup"), label="Give up")
    shown = await ben.command("patience", "tournament show")
    assert f"– <@{ben.id}> · 0 of 1 day won" in shown.text
    refused = await play(ben, "klondike")
    assert "the deal of the day counts. Type /daily play" in refused.text
    await bot.set_clock(datetime(2026, 11, 18, 0, 59, tzinfo=UTC))
    await bot.do_due()
    assert await endings(ada) == []
    await bot.do_due(after=timedelta(minutes=2))
    [ending] = await endings(ada)
    assert "nobody has won a deal" in ending.text


async def test_a_finished_game_leads_to_the_others_and_does_not_count_again(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start(ada, "klondike", "freecell")
    await play(ben)
    won = await win(bot, ben)
    own = await choose(ben, won, "Tournament")
    assert "**Klondike** · ✅" in own.text
    assert "**FreeCell** · not played yet" in own.text
    again = await choose(ben, won, "Same deal again")
    assert again.ephemeral
    assert "Klondike · a tournament" in again.text
    await ben.command("patience", "type move", play=LINE[0])
    await ben.press(await ben.command("patience", "type giveup"), label="Give up")
    assert "1 of 2 won" in (await ben.command("patience", "tournament show")).text
    assert "your first result stays" in (await play(ben)).text
    await play(ben, "freecell")
    await ben.press(await ben.command("patience", "type giveup"), label="Give up")
    own = await ben.command("patience", "tournament play")
    assert "You have finished all of them" in own.text
    assert labels(own) == ["Standings"]


async def test_a_shared_win_leads_others_to_the_same_deal(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start(ada, "klondike")
    await play(ben)
    card = await ben.press(await win(bot, ben), label="Share")
    assert not card.ephemeral
    assert f"<@{ben.id}> won Klondike in the tournament." in card.text
    board = await ada.press(await ada.refresh(card), label="Play this deal")
    assert board.ephemeral
    assert "Klondike · a tournament" in board.text


async def test_standings_are_turned_page_by_page(bot: RunningBot, ada: Person, ben: Person) -> None:
    call = await start(ada, "klondike")
    services = bot.services
    place = Place(int(ada.channel("patience")), GUILDS[0].id)
    for player in range(1, 13):
        await services[Tournaments].play(player, "klondike", place)
        await services[Games].play(player, LINE[0])
        await services[Games].give_up(player)
    await play(ben)
    await win(bot, ben)
    first = await ada.press(call, label="Standings")
    assert "13 players, page 1 of 2" in first.text
    second = await ada.press(first, label="Next")
    assert second.id == first.id
    assert "page 2 of 2" in second.text
    mine = await ben.press(await ben.refresh(call), label="Standings")
    mine = await ben.press(mine, label="Next")
    assert f"…\n🥇 <@{ben.id}>" in mine.text


# Ending it


async def test_the_manager_ends_it_after_a_question(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start(ada, "klondike")
    question = await ada.command("general", "tournament end")
    assert question.ephemeral
    assert f"announced in <#{ada.channel('patience')}>" in question.text
    kept = await ada.press(question, label="Let it run")
    assert "The tournament goes on" in kept.text
    ended = await ada.press(
        await ada.command("general", "tournament end"), label="End the tournament"
    )
    assert "The tournament is over" in ended.text
    await bot.do_due()
    assert len(await endings(ada)) == 1
    late = await ada.command("general", "tournament end")
    assert "No tournament is running" in late.text
    assert "The tournament is over" in (await play(ben)).text
    assert "It ended on <t:" in (await ben.command("patience", "tournament play")).text
    assert not (await start(ada, "freecell")).ephemeral


async def test_a_failure_of_discord_leaves_the_announcement_for_later(
    bot: RunningBot, ada: Person
) -> None:
    await start(ada, "klondike")
    await bot.advance(8 * DAY)
    # After other errors the library tries again by itself, for half a minute.
    failed = bot.discord.inject(
        HttpError(503), path_contains=f"/channels/{ada.channel('patience')}/messages"
    )
    await bot.do_due()
    assert failed.happened.is_set()
    assert await endings(ada) == []
    await bot.do_due(after=timedelta(minutes=1))
    assert len(await endings(ada)) == 1


async def test_the_end_pings_only_players_who_agreed(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await start(ada, "klondike")
    for person in (ada, ben):
        await play(person)
        await person.press(await person.command("patience", "type giveup"), label="Give up")
    page = await reminders(ben, "patience")
    await ben.press(page, label="Mention me in my servers' results: off")
    await over(bot)
    [ending] = await endings(ada)
    assert called(ending) == {ben.id}


async def test_the_end_is_announced_in_the_servers_language(bot: RunningBot, ada: Person) -> None:
    page = await ada.command("patience", "setup")
    await ada.select(page, ["de"], custom_id="patience:setup:language")
    await start(ada, "klondike")
    await over(bot)
    shown = [one.text for one in await ada.open("patience") if "Es ist vorbei" in one.text]
    assert len(shown) == 1


# Clumsy things


@pytest.mark.quick
async def test_only_managers_start_and_end_tournaments(ada: Person, ben: Person) -> None:
    refused = await start(ben, "klondike")
    assert refused.ephemeral
    assert "Manage Server permission" in refused.text
    await start(ada, "klondike")
    assert "Manage Server permission" in (await ben.command("patience", "tournament end")).text


async def test_where_the_bot_may_not_post_no_tournament_starts(
    bot: RunningBot, ada: Person
) -> None:
    await bot.discord.deny(int(ada.channel("patience")), SEND_MESSAGES)
    refused = await start(ada, "klondike")
    assert refused.ephemeral
    assert "may not post in this channel" in refused.text
    await bot.discord.deny(int(ada.channel("patience")), SEND_MESSAGES | SEND_IN_THREADS)
    thread = await bot.discord.open_thread(int(ada.channel("patience")), "a thread")
    assert (await start(ada, "klondike", channel=str(thread.id))).ephemeral
    await bot.discord.deny(int(ada.channel("patience")), SEND_MESSAGES)
    assert not (await start(ada, "klondike", channel=str(thread.id))).ephemeral


async def test_a_server_without_the_bot_has_no_tournaments(bot: RunningBot, ada: Person) -> None:
    await bot.discord.leave(GUILDS[0].id)
    assert "Add it to this server" in (await start(ada, "klondike")).text


async def test_without_a_tournament_players_learn_how_one_starts(ada: Person) -> None:
    for command in ("show", "play", "end"):
        answer = await ada.command("patience", f"tournament {command}")
        assert answer.ephemeral
        assert "/tournament start" in answer.text
