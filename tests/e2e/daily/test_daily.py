"""The daily deal, from the first tap to the shared result."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest

import engine
from bot.images import ImageRenderer
from bot.models.daily import DailyDeal
from bot.service.daily.calendar import game_of
from bot.service.daily.daily import Daily, DealStatus
from bot.service.play.games import Games
from bot.store.daily.daily import save_daily_deal
from bot.store.database.errors import StoreUnavailable
from engine import Move
from engine.rules import Difficulty
from engine.solver import solve
from local_discord.testing import Message, Person
from tests.e2e.clocks import NOON, Clock, time_of
from tests.e2e.messages import LONG_DEAL, choose, labels
from tests.e2e.play.winning import finished
from tests.e2e.running_bot import RunningBot, running_patience
from tests.store.finished_games import play_to_the_end


@cache
def solution(game: str, number: int) -> tuple[Move, ...]:
    """Moves that win a deal; empty if a search does not find any soon."""
    return solve(engine.deal(game, number).board, max_states=60_000, max_seconds=300).moves


@pytest.fixture
async def bot(
    images: ImageRenderer, migrated_file: Path, clock: Clock, searches: None
) -> AsyncIterator[RunningBot]:
    """A bot that takes the day from the clock."""

    async def prove(game: str, number: int) -> tuple[Move, ...] | None:
        # A search in this process holds up the bot, so only headlines are searched.
        today = clock.now.date()
        if game not in (game_of(today), game_of(today + timedelta(days=1))):
            return None
        return await asyncio.to_thread(solution, game, number) or None

    def days(games: Games) -> Daily:
        return Daily(games, "a secret that is long enough", prove, clock=clock, max_wait=60.0)

    async with running_patience(images, migrated_file, days=days, clock=clock) as bot:
        yield bot


async def line(bot: RunningBot) -> tuple[Move, ...]:
    """Moves that win today's deal."""
    deal = await bot.services[Daily].deal()
    return solution(deal.rules_id, deal.deal_number)


async def won(bot: RunningBot, person: Person) -> Message:
    await person.command("patience", "daily play")
    return await finished(bot, person, await line(bot))


@pytest.mark.quick
async def test_everybody_has_the_same_deal_with_a_hidden_number(ada: Person, ben: Person) -> None:
    boards = [await person.command("patience", "daily play") for person in (ada, ben)]
    assert await boards[0].picture() == await boards[1].picture()
    for board in boards:
        assert "16 November 2026" in board.text
        assert "par " in board.text
        assert "Par is the fewest moves we know of" in board.text
        # The title, what to tap, and below the picture what is read once.
        assert len(board.text.splitlines()) <= 5
        assert "deal " not in board.text.splitlines()[0]
        assert "deal" not in board.alt.split(".")[0]


async def test_the_deal_number_stays_hidden_while_the_game_goes_on(
    bot: RunningBot, ada: Person
) -> None:
    await ada.command("patience", "daily play")
    await ada.command("patience", "type move", play=str((await line(bot))[0]))
    number = str((await bot.services[Daily].deal()).deal_number)
    question = await ada.command("patience", "type giveup")
    listed = await ada.command("patience", "resume")
    offered = await ada.choices("patience", "resume", focused="game")
    replay = await ada.command("patience", "replay")
    in_text = await ada.command("patience", "board", text=True)
    solved = await ada.command("patience", "solution")

    assert "16 November 2026" in question.text
    assert replay.ephemeral
    assert offered
    for shown in (question, listed, replay, in_text, solved):
        assert number not in str(shown.raw)
    assert number not in str(offered)


async def test_the_board_can_be_left_and_comes_back_as_it_was(ada: Person) -> None:
    board = await ada.command("patience", "daily play")
    stock_or_pile = next(
        one for one in board.buttons if ":tap:" in one.custom_id and not one.disabled
    )
    await ada.press(board, custom_id=stock_or_pile.custom_id)
    left = (await ada.command("patience", "board")).alt
    await ada.command("patience", "play", game="phoenix", deal="7")
    back = await ada.command("patience", "daily play")
    assert back.alt == left


async def test_a_win_has_a_result_to_share_without_spoilers(bot: RunningBot, ada: Person) -> None:
    board = await won(bot, ada)
    result = await choose(ada, board, "My result")
    assert result.ephemeral
    assert "**Won**" in result.text
    assert "Perfect" in result.text
    assert "Daily deals: 1 day in a row (best 1)" in result.text
    shared = await ada.press(result, label="Share")
    assert not shared.ephemeral
    assert "Patience 2026-11-16" in shared.text
    assert "⭐ perfect" in shared.text


async def test_a_result_is_shared_after_its_day_too(
    bot: RunningBot, ada: Person, clock: Clock
) -> None:
    await bot.set_clock(time_of(clock.now.date(), 23, 58))
    board = await won(bot, ada)
    result = await choose(ada, board, "My result")
    await bot.advance(timedelta(minutes=4))
    assert "Patience 2026-11-16" in (await ada.press(result, label="Share")).text
    again = await choose(ada, board, "My result")
    assert "**Won**" in again.text
    assert "Today's deal" in labels(again)
    assert "Play again for fun" not in labels(again)


async def test_a_win_says_which_help_it_took(bot: RunningBot, ada: Person, ben: Person) -> None:
    await ada.command("patience", "daily play")
    await ada.command("patience", "type move", play=str((await line(bot))[0]))
    await ada.command("patience", "type undo")
    board = await won(bot, ada)
    assert "With 1 undo." in board.text
    result = await choose(ada, board, "My result")
    assert "With 1 undo." in result.text
    table = await ben.command("patience", "daily board")
    assert ", 1 undo" in table.text
    assert "without hints and odds" in table.text


async def test_a_player_with_a_result_sees_it_and_can_play_again_for_fun(
    bot: RunningBot, ada: Person
) -> None:
    await won(bot, ada)
    result = await ada.command("patience", "daily play")
    assert "**Won**" in result.text
    board = await ada.press(result, label="Play again for fun")
    assert "for fun" in board.text
    await ada.command("patience", "type giveup")
    assert "again for fun" in (await ada.command("patience", "daily play")).text


async def test_a_missed_day_is_played_later_without_changing_its_table_or_the_streak(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    moves = await line(bot)
    await won(bot, ben)
    await bot.advance(timedelta(days=1))
    ((name, value),) = await ada.choices("patience", "daily play", focused="day")
    assert str(name).startswith("Mon 16 Nov · ")
    assert value == "2026-11-16"
    before = (await ben.command("patience", "daily board", period="yesterday")).text

    board = await ada.command("patience", "daily play", day="2026-11-16")
    assert not board.ephemeral
    assert "· 16 November 2026" in board.text
    assert "counts for its month's badge, but neither for your streak" in board.text
    board = await finished(bot, ada, moves)

    assert "in a row" not in board.text
    assert await ada.choices("patience", "daily play", focused="day") == []
    assert (await ben.command("patience", "daily board", period="yesterday")).text == before
    assert "🔥" not in (await ada.command("patience", "daily play")).text
    refused = await ada.command("patience", "daily play", day="2026-11-16")
    assert "already played the deal of 2026-11-16" in refused.text


@pytest.mark.parametrize("day", ["2099-01-01", "tomorrow", "nonsense"])
async def test_a_day_that_cannot_be_played_is_named_where_none_was_missed(
    ada: Person, day: str
) -> None:
    refused = await ada.command("patience", "daily play", day=day)
    assert refused.ephemeral
    assert refused.text.startswith(f"“{day}” is no day that you can play: ")


async def test_who_wants_it_quiet_sees_no_streak_badge_or_time_of_days(
    bot: RunningBot, ada: Person
) -> None:
    for ago in range(7, 0, -1):
        at = NOON - timedelta(days=ago)
        await play_to_the_end(bot.database, ada.id, day=at.date(), at=at)
    loud = {}
    for quiet in (False, True):
        if quiet:
            settings = await ada.command("patience", "settings")
            await ada.press(settings, label="Quiet: no streaks, badges or times: off")
        begun = await ada.command("patience", "daily play")
        today = await ada.command("patience", "daily today")
        month = await ada.command("patience", "daily calendar")
        result = await choose(ada, await won(bot, ada), "My result") if quiet else begun
        shown = "\n".join(one.text for one in (begun, today, month, result))
        loud[quiet] = [
            word for word in ("🔥", "streak", "badge", "🥉", "❄️") if word in shown.lower()
        ]
        if quiet:
            assert not re.search(r"\d+ (?:s|min)\b", shown)
    assert "🔥" in loud[False]
    assert "badge" in loud[False]
    assert loud[True] == []


async def test_a_week_won_freezes_the_streak(bot: RunningBot, ada: Person) -> None:
    database = bot.database
    for ago in range(7, 0, -1):
        at = NOON - timedelta(days=ago)
        await play_to_the_end(database, ada.id, day=at.date(), at=at)
    assert "🔥 7 days ❄️" in (await ada.command("patience", "daily play")).text
    await bot.advance(timedelta(days=1))
    await ada.command("patience", "daily play")
    await ada.press(await ada.command("patience", "type giveup"), label="Give up")
    result = await ada.command("patience", "daily play")
    assert "7 days in a row" in result.text
    assert "Your streak outlasted 16 November 2026." in result.text


async def test_the_leaderboard_lists_the_server_and_ones_own_place(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await won(bot, ada)
    await ben.command("patience", "daily play")
    await ben.press(await ben.command("patience", "type giveup"), label="Give up")
    table = await ben.command("patience", "daily board")
    assert table.ephemeral
    assert f"🥇 <@{ada.id}>" in table.text
    assert f"– <@{ben.id}> · not won" in table.text
    week = await ben.press(table, label="This week")
    assert week.id == table.id
    assert "1 of 1 day won" in week.text
    yesterday = await ben.press(week, label="Yesterday")
    assert "Nobody here won the deal of that day." in yesterday.text


async def test_the_leaderboard_of_yesterday_has_its_date_and_sends_nobody_to_play(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    await won(bot, ada)
    table = await ben.command("patience", "daily board")
    assert "16 November 2026 UTC" in table.text
    assert "Type /daily play" in table.text
    await bot.advance(timedelta(days=1))
    yesterday = await ben.press(table, label="Yesterday")
    assert f"🥇 <@{ada.id}>" in yesterday.text
    assert "16 November 2026 UTC" in yesterday.text
    assert "/daily play" not in yesterday.text


async def test_a_win_within_the_hour_after_midnight_counts_as_on_the_day(
    bot: RunningBot, ada: Person, ben: Person, clock: Clock
) -> None:
    await bot.set_clock(time_of(clock.now.date(), 23, 58))
    moves = await line(bot)
    began = await ada.command("patience", "daily play")
    assert "counts, until <t:" in began.text
    assert ":R>)." in began.text
    await bot.advance(timedelta(minutes=4))
    playing = await ada.command("patience", "type move", play=str(moves[0]))
    until = datetime(2026, 11, 17, 1, tzinfo=UTC)
    board = await ada.command("patience", "board")
    assert f"**Yesterday's deal**, counts until <t:{int(until.timestamp())}:t>" in board.text
    assert playing.ephemeral
    won = await finished(bot, ada, moves[1:])
    assert "won more than an hour after" not in won.text
    result = await choose(ada, won, "My result")
    assert f"🥇 <@{ada.id}>" in (await ada.press(result, label="Yesterday's leaderboard")).text
    table = await ben.command("patience", "daily board", period="yesterday")
    assert f"🥇 <@{ada.id}>" in table.text


async def test_a_win_long_after_midnight_says_for_what_it_still_counts(
    bot: RunningBot, ada: Person, ben: Person, clock: Clock
) -> None:
    await bot.set_clock(time_of(clock.now.date(), 23, 58))
    moves = await line(bot)
    await ada.command("patience", "daily play")
    await bot.advance(timedelta(minutes=64))
    begun = await finished(bot, ada, moves)
    day = (clock.now - timedelta(days=1)).date()
    assert "Begun on 16 November 2026, won more than an hour after it" in begun.text
    assert (await bot.services[Daily].streak(ada.id)).current == 1
    await ben.command("patience", "daily play", day=day.isoformat())
    late = await finished(bot, ben, moves)
    assert "16 November 2026 was over: it counts for its month's badge, but" in late.text
    table = await ada.command("patience", "daily board", period="yesterday")
    assert f"<@{ada.id}>" not in table.text


async def test_a_win_is_shown_although_the_other_deals_of_the_day_cannot_be_read(
    bot: RunningBot, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_daily: Daily, _player: int, _day: date | None) -> list[DealStatus]:
        raise StoreUnavailable("The database is away.")

    monkeypatch.setattr(Daily, "deals_of_day", fail)
    board = await won(bot, ada)
    assert "⭐ **Perfect game:** no undo, no hint." in board.text


async def test_leaderboards_are_for_servers(ada: Person) -> None:
    assert "for servers" in (await ada.command("dm", "daily board")).text


async def test_the_calendar_lists_the_games_of_the_next_days(ada: Person) -> None:
    month = await ada.command("patience", "daily calendar")
    page = await ada.press(month, label="Coming games")

    today = game_of(date(2026, 11, 16))
    assert page.ephemeral
    assert f"Mon 16 Nov · **{engine.CATALOGUE[today].title} (easy)**" in page.text
    assert "Sun 29 Nov · " in page.text
    assert "Mon 30 Nov" not in page.text


async def test_the_calendar_has_the_game_that_was_chosen_where_it_stands_in_for_another(
    bot: RunningBot, ada: Person
) -> None:
    day = date(2026, 11, 18)
    deal = DailyDeal(day, "saratoga", 42, 1, 112, grade=Difficulty.EXPERT)
    await save_daily_deal(bot.database, deal, NOON)
    month = await ada.command("patience", "daily calendar")
    page = await ada.press(month, label="Coming games")

    following = engine.rules_of(game_of(date(2026, 11, 19))).title
    assert f"\nWed 18 Nov · Saratoga (expert)\nThu 19 Nov · {following} (medium)\n" in page.text


async def test_the_third_day_in_a_row_offers_reminders_to_those_without(
    bot: RunningBot, ada: Person
) -> None:
    database = bot.database
    texts = []
    for later in range(4):
        at = NOON + timedelta(days=later)
        await save_daily_deal(database, DailyDeal(at.date(), "saratoga", 42, 1, 112), at)
        await play_to_the_end(database, ada.id, day=at.date(), at=at, moves=1)
        await bot.set_clock(at)
        result = await ada.command("patience", "daily play")
        texts.append("/daily remind" in result.text)
    assert texts == [False, False, True, False]
    await bot.advance(-timedelta(days=1))
    await ada.command("patience", "daily remind", hour=18)
    assert "/daily remind" not in (await ada.command("patience", "daily play")).text


async def test_the_month_shows_each_day_and_the_badge(bot: RunningBot, ada: Person) -> None:
    database = bot.database
    for day in range(1, 8):
        at = datetime(2026, 11, day, 12, tzinfo=UTC)
        await play_to_the_end(database, ada.id, day=at.date(), at=at)
    await won(bot, ada)
    await bot.advance(timedelta(days=2))
    page = await ada.command("patience", "daily calendar")

    assert page.ephemeral
    assert page.alt == (
        "November 2026. perfect 8 (1, 2, 3, 4, 5, 6, 7, 16), missed 1 (17), to come 13."
    )
    assert "🥉 **Bronze** · 8 of 22 days won · 6 more days for 🥈 Silver" in page.text
    assert "1 day in a row" not in page.text
    assert "Seven days won in a row earn a ❄️ freeze" in page.text


async def test_a_missed_day_chosen_on_the_month_counts_for_its_badge(
    bot: RunningBot, ada: Person
) -> None:
    moves = await line(bot)
    await bot.advance(timedelta(days=1))
    page = await ada.command("patience", "daily calendar")
    assert "No badge yet · 0 of 15 days won · 7 more days for 🥉 Bronze" in page.text
    board = await ada.select(page, ["2026-11-16"], custom_id="patience:daily:missed")
    assert "A deal you missed" in board.text
    board = await finished(bot, ada, moves)
    page = await choose(ada, board, "My month")
    assert page.alt == "November 2026. won later 1 (16), to come 14."
    assert "1 of 15 days won" in page.text
    assert "Play a day you missed" not in str(page.raw)


async def test_the_months_before_can_be_looked_at(bot: RunningBot, ada: Person) -> None:
    await line(bot)
    await bot.advance(timedelta(days=30))
    page = await ada.command("patience", "daily calendar")
    assert "December 2026" in page.text
    before = await ada.press(page, label="Previous")
    assert before.id == page.id
    assert before.alt.startswith("November 2026. missed 15 (16, 17, ")
    assert "December 2026" in (await ada.press(before, label="Next")).text


async def test_a_servers_statistics_name_its_best(bot: RunningBot, ada: Person) -> None:
    await won(bot, ada)
    shown = await ada.command("patience", "server")
    assert "**1 game** by 1 player, 1 won (100%)" in shown.text
    assert f"🥇 <@{ada.id}>" in shown.text
    assert shown.alt == "November 2026. 16 Ada (1 won)."
    assert len(shown.media) == 1, "Other charts wait for ten games."
    assert "Only servers have these statistics" in (await ada.command("dm", "server")).text


async def test_a_shared_win_of_the_day_hides_its_number_until_the_day_is_over(
    bot: RunningBot, ada: Person, ben: Person
) -> None:
    board = await won(bot, ada)
    deal = await bot.services[Daily].deal()
    number = str(deal.deal_number)
    card = await ada.press(board, label="Share")
    assert "won the daily deal of 16 November 2026" in card.text
    assert number not in str(card.raw)
    dealt = await ben.press(card, label="Play this deal")
    assert "**Today's deal**" in dealt.text
    await bot.advance(timedelta(days=1))
    later = await ada.press(card, label="Play this deal")
    assert re.search(rf"deal (?:{number}|{LONG_DEAL})", later.text)
    assert "Daily deal" not in later.text
    card = await ada.press(board, label="Share")
    game = engine.CATALOGUE[deal.rules_id].title
    assert f"won {game}, 16 November 2026" in card.text
