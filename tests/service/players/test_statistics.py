"""Statistics of players and servers, leaderboards, and who may see them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.models.daily import DailyDeal
from bot.models.places import Place
from bot.models.play import Deal, GameState, Step
from bot.models.players import GameStats, WinCount
from bot.models.results import Career, GameRecord
from bot.service.daily.leaderboards import PAGE_SIZE, Leaderboards, Period
from bot.service.daily.streaks import Streak
from bot.service.play.games import Games
from bot.service.players.profiles import profile_of
from bot.service.players.statistics import MIN_GAMES_FOR_RATE, Private, Statistics
from bot.store.daily.daily import save_daily_deal
from bot.store.database.connection import Database
from bot.store.play.games import append_steps, create_game
from engine import solve
from tests.service.conftest import Clock
from tests.store.finished_games import NOON, play_to_the_end

ANN, BOB = 7, 2**63 - 1
GUILD = 2**62
TODAY = date(2026, 5, 1)


async def test_a_players_statistics_follow_from_their_games(
    games: Games, database: Database, clock: Clock
) -> None:
    dealt = await games.start(ANN, "saratoga", 42, Place(1, GUILD))
    clock.advance(seconds=100)
    line = solve(dealt.game.board).moves
    for move in line:
        await games.play(ANN, move)
    assert (await games.active(ANN)).state is GameState.WON
    await games.start(ANN, "cassim", 1)
    await games.play(ANN, "s")
    await games.give_up(ANN)
    found = await Statistics(database).for_player(ANN, TODAY)
    assert (found.all.played, found.all.won, found.all.rate) == (2, 1, 0.5)
    assert (found.all.fewest_moves, found.all.shortest) == (len(line), timedelta(seconds=100))
    assert (found.streak, found.daily) == (Streak(0, 1), Streak())
    assert found.days == {TODAY: WinCount(played=2, won=1)}
    assert set(found.games) == {"saratoga", "cassim"}


async def give_up_untouched(database: Database, player: int) -> None:
    game = await create_game(database, Deal(player, "saratoga", 1, NOON))
    await append_steps(
        database, Step(game.id, 0, "give up", NOON, GameState.GIVEN_UP, 0, timedelta(), since=NOON)
    )


async def test_a_players_statistics_total_their_games(database: Database) -> None:
    await play_to_the_end(database, ANN, moves=10, seconds=30)
    await play_to_the_end(database, ANN, moves=13, seconds=21, undos=2)
    await play_to_the_end(database, ANN, moves=1, seconds=1, won=False)
    await play_to_the_end(database, BOB, moves=2, seconds=2)
    assert (await Statistics(database).for_player(ANN, TODAY)).all == GameStats(
        played=3,
        won=2,
        perfect=1,
        fewest_moves=10,
        average_moves=11.5,
        shortest=timedelta(seconds=21),
        average_time=timedelta(seconds=25.5),
    )


async def test_a_player_without_games_has_empty_statistics(database: Database) -> None:
    found = await Statistics(database).for_player(ANN, TODAY)
    assert (found.all, found.all.rate, found.games) == (GameStats(), None, {})
    assert (found.streak, found.daily) == (Streak(), Streak())


async def test_losses_have_no_best_and_no_average(database: Database) -> None:
    await play_to_the_end(database, ANN, moves=3, won=False)
    assert (await Statistics(database).for_player(ANN, TODAY)).all == GameStats(played=1)


async def test_a_game_given_up_untouched_does_not_count(database: Database) -> None:
    await give_up_untouched(database, ANN)
    assert (await Statistics(database).for_player(ANN, TODAY)).all == GameStats()


async def test_a_game_given_up_after_undoing_everything_counts(database: Database) -> None:
    await play_to_the_end(database, ANN, moves=0, undos=1, won=False)
    assert (await Statistics(database).for_player(ANN, TODAY)).all.played == 1


async def test_statistics_by_rules_come_most_played_first(database: Database) -> None:
    await play_to_the_end(database, ANN, rules_id="cassim", moves=5)
    for won in (True, False):
        await play_to_the_end(database, ANN, rules_id="phoenix", moves=7, won=won)
    tallies = (await Statistics(database).for_player(ANN, TODAY)).games
    assert list(tallies) == ["phoenix", "cassim"]
    assert (tallies["phoenix"].played, tallies["phoenix"].rate) == (2, 0.5)
    assert tallies["cassim"] == (await Statistics(database).for_player(ANN, TODAY, "cassim")).all
    assert tallies["phoenix"] == (await Statistics(database).for_player(ANN, TODAY, "phoenix")).all


async def test_statistics_of_one_game_exclude_the_others(database: Database) -> None:
    for game, won in (("cassim", True), ("cassim", True), ("phoenix", False)):
        await play_to_the_end(database, ANN, rules_id=game, won=won, moves=2)
    found = await Statistics(database).for_player(ANN, TODAY, "cassim")
    assert (found.rules_id, found.all.played, list(found.games)) == ("cassim", 2, ["cassim"])
    assert found.streak == Streak(2, 2)
    assert found.days == {TODAY: WinCount(2, 2)}
    assert (await Statistics(database).for_player(ANN, TODAY, "golf")).games == {}


async def test_statistics_include_the_daily_streak(database: Database) -> None:
    for ago in (timedelta(), timedelta(days=1)):
        await play_to_the_end(database, ANN, day=TODAY - ago, moves=2, at=NOON - ago)
    assert (await Statistics(database).for_player(ANN, TODAY)).daily == Streak(2, 2)


async def test_a_daily_streak_goes_on_after_days_without_a_deal(database: Database) -> None:
    for ago in (timedelta(), timedelta(days=3)):
        deal = DailyDeal(TODAY - ago, "saratoga", 42, 1, 112)
        await save_daily_deal(database, deal, NOON)
        await play_to_the_end(database, ANN, day=TODAY - ago, moves=2, at=NOON - ago)
    assert (await Statistics(database).for_player(ANN, TODAY)).daily == Streak(2, 2)


@pytest.mark.slow
async def test_a_server_says_what_it_wins_of_the_games_it_has_played_often(
    database: Database,
) -> None:
    for deal in range(MIN_GAMES_FOR_RATE):
        await play_to_the_end(
            database, ANN, rules_id="golf", deal=deal + 1, won=deal < 30, moves=1, guild=GUILD
        )
        await play_to_the_end(database, BOB, rules_id="golf", deal=deal + 1, moves=1, guild=5)
    await play_to_the_end(database, ANN, rules_id="cassim", moves=1, guild=GUILD)

    assert await Statistics(database).often_played(GUILD) == {
        "golf": WinCount(MIN_GAMES_FOR_RATE, 30)
    }


async def test_a_servers_statistics_follow_from_its_games(database: Database) -> None:
    await play_to_the_end(database, ANN, rules_id="cassim", guild=GUILD, moves=2)
    await play_to_the_end(database, BOB, rules_id="cassim", guild=GUILD, moves=2, won=False)
    await play_to_the_end(database, ANN, rules_id="phoenix", guild=GUILD, moves=2)
    found = await Statistics(database).for_guild(GUILD, TODAY)
    assert (found.players, found.all) == (2, WinCount(played=3, won=2))
    assert found.games == {"cassim": WinCount(2, 1), "phoenix": WinCount(1, 1)}
    assert found.best == {ANN: WinCount(2, 2)}
    assert found.days == {TODAY: WinCount(3, 2)}


async def test_a_server_without_games_has_empty_statistics(database: Database) -> None:
    found = await Statistics(database).for_guild(GUILD, TODAY)
    assert (found.players, found.all, found.games, found.best) == (0, WinCount(0, 0), {}, {})


def test_a_profile_has_the_games_most_won_first_and_the_streaks_of_today() -> None:
    deals = {"phoenix": 1, "spiderette": 0, "cassim": 1, "saratoga": 2}
    career = Career(
        games={name: GameRecord(deals=count) for name, count in deals.items()},
        days_won=frozenset({TODAY - timedelta(days=1)}),
        wins_in_a_row=2,
        most_wins_in_a_row=3,
    )
    profile = profile_of(ANN, career, (), TODAY)
    assert list(profile.games) == ["saratoga", "cassim", "phoenix"]
    assert (profile.streak, profile.daily) == (Streak(2, 3), Streak(1, 1))


# Visibility


async def test_players_see_their_own_statistics_anywhere(database: Database) -> None:
    assert await Statistics(database).may_see(ANN, ANN, None)
    assert await Statistics(database).may_see(ANN, ANN, GUILD)


async def test_others_statistics_are_visible_only_where_they_have_played(
    database: Database,
) -> None:
    await play_to_the_end(database, BOB, guild=GUILD, moves=2)
    assert await Statistics(database).may_see(ANN, BOB, GUILD)
    assert not await Statistics(database).may_see(ANN, BOB, GUILD + 1)
    assert not await Statistics(database).may_see(ANN, BOB, None)


async def test_an_unfinished_game_counts_as_having_played(games: Games, database: Database) -> None:
    await games.start(BOB, "cassim", 1, Place(1, GUILD))
    assert await Statistics(database).may_see(ANN, BOB, GUILD)


async def test_a_players_choice_overrides_the_default_visibility(database: Database) -> None:
    await Leaderboards(database).set_visible(GUILD, BOB, visible=True)
    assert await Statistics(database).may_see(ANN, BOB, GUILD)
    await play_to_the_end(database, BOB, guild=GUILD, moves=2)
    await Leaderboards(database).set_visible(GUILD, BOB, visible=False)
    assert not await Statistics(database).may_see(ANN, BOB, GUILD)


async def test_private_statistics_are_refused(database: Database) -> None:
    with pytest.raises(Private, match="visible only in servers where they play"):
        await Statistics(database).require_visible(ANN, BOB, GUILD)
    await Statistics(database).require_visible(ANN, ANN, GUILD)
    await Leaderboards(database).set_visible(GUILD, BOB, visible=True)
    await Statistics(database).require_visible(ANN, BOB, GUILD)


# Leaderboards


async def fill(database: Database, players: int, day: date = TODAY) -> None:
    for player in range(1, players + 1):
        await play_to_the_end(database, player, moves=player, day=day, guild=GUILD)


async def test_a_leaderboard_has_pages_and_the_viewers_own_line(database: Database) -> None:
    await fill(database, PAGE_SIZE + 2)
    first = await Leaderboards(database).page(GUILD, PAGE_SIZE + 1, Period.TODAY, TODAY)
    assert [line.player_id for line in first.lines] == list(range(1, PAGE_SIZE + 1))
    assert (first.page, first.pages, first.players) == (1, 2, PAGE_SIZE + 2)
    assert first.own is not None
    assert first.own.rank == PAGE_SIZE + 1
    second = await Leaderboards(database).page(GUILD, BOB, Period.TODAY, TODAY, page=2)
    assert [line.player_id for line in second.lines] == [PAGE_SIZE + 1, PAGE_SIZE + 2]
    assert second.own is None


async def test_a_page_out_of_range_is_the_nearest_one(database: Database) -> None:
    await fill(database, PAGE_SIZE + 1)
    for asked, given in ((0, 1), (-5, 1), (2, 2), (3, 2), (10**6, 2)):
        found = await Leaderboards(database).page(GUILD, ANN, Period.TODAY, TODAY, page=asked)
        assert found.page == given
        assert found.lines


async def test_an_empty_leaderboard_has_one_empty_page(database: Database) -> None:
    found = await Leaderboards(database).page(GUILD, ANN, Period.ALL, TODAY, page=4)
    assert (found.lines, found.page, found.pages, found.own) == ((), 1, 1, None)


@pytest.mark.parametrize(
    ("period", "days"),
    [
        (Period.TODAY, {date(2028, 3, 1)}),
        (Period.YESTERDAY, {date(2028, 2, 29)}),
        (Period.WEEK, {date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1), date(2028, 3, 5)}),
        (Period.ALL, None),
    ],
)
async def test_each_period_covers_its_days(
    database: Database, period: Period, days: set[date] | None
) -> None:
    played = {date(2028, 2, 27), date(2028, 2, 28), date(2028, 2, 29)}
    played |= {date(2028, 3, 1), date(2028, 3, 5), date(2028, 3, 6)}
    for day in played:
        await play_to_the_end(database, ANN, moves=2, day=day, guild=GUILD, at=NOON)
    found = await Leaderboards(database).page(GUILD, ANN, period, date(2028, 3, 1))
    assert [line.days for line in found.lines] == [len(played if days is None else days)]


async def test_games_by_house_rules_have_statistics_of_their_own_and_no_other(
    database: Database,
) -> None:
    house = "klondike-3.redeals-1"
    await play_to_the_end(database, ANN, rules_id="klondike-3", won=False, moves=3)
    for deal_number in (1, 2):
        await play_to_the_end(database, ANN, rules_id=house, deal=deal_number, moves=4, guild=GUILD)
    statistics = Statistics(database)
    found = await statistics.for_player(ANN, TODAY, "klondike-3")
    assert (found.all.played, found.all.won) == (1, 0)
    assert {name: one.won for name, one in found.house.items()} == {house: 2}
    assert (await statistics.for_player(ANN, TODAY, house)).all.won == 2
    profile = await statistics.profile(ANN, TODAY)
    assert (profile.deals, profile.level.points, profile.badges) == (0, 0, ())
    assert profile.streak.longest == 0
    here = await statistics.for_guild(GUILD, TODAY)
    assert here.games[house].won == 2
    assert not here.best
