"""Tournaments: started with winnable deals, played once, ended by the clock."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import event

from bot.models.contests import TournamentKind
from bot.models.places import Place
from bot.service.contests.contests import NoDeal
from bot.service.contests.tournaments import (
    ANNOUNCED_FOR,
    MAX_DAYS,
    CannotStart,
    NoTournament,
    Tournaments,
)
from bot.service.play.games import Games
from bot.service.solver.winnable import DealChoice
from bot.store.database.connection import Database
from bot.store.solver.deals import count_winnable_deals
from engine import CATALOGUE, UnknownGame
from tests.service.conftest import Clock

ANN, BOB = 7, 8
GUILD = 6
HERE = Place(5, GUILD)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
GAMES = TournamentKind.GAMES

Choose = Callable[[str], Awaitable[DealChoice]]


async def winnable(rules_id: str) -> DealChoice:
    return DealChoice(42, winnable=True)


def stubborn(rules_id: str, *, attempts: int = 99, searched: bool = True) -> Choose:
    """Finds no winnable deal of a game at the first attempts."""
    left = attempts

    async def choose(asked: str) -> DealChoice:
        nonlocal left
        if asked != rules_id or not left:
            return DealChoice(42, winnable=True)
        left -= 1
        return DealChoice(1, winnable=False, searched=searched)

    return choose


@pytest.fixture
def tournaments(games: Games, clock: Clock) -> Tournaments:
    return Tournaments(games, winnable, clock=clock)


# Starting


async def test_a_league_over_the_days_lasts_until_its_last_day_can_be_finished(
    tournaments: Tournaments, clock: Clock
) -> None:
    clock.now = datetime(2026, 5, 1, 23, 59, tzinfo=UTC)
    started = await tournaments.start(HERE, TournamentKind.DAYS, days=7)
    assert started.ends_at == datetime(2026, 5, 8, 1, tzinfo=UTC)
    assert [day.isoformat() for day in started.days] == ["2026-05-01", "2026-05-07"]
    assert started.deals == ()


async def test_set_games_last_whole_days(tournaments: Tournaments, clock: Clock) -> None:
    started = await tournaments.start(HERE, GAMES, ["klondike", "freecell"], days=3)
    assert started.ends_at == clock() + 3 * DAY
    assert [deal.rules_id for deal in started.deals] == ["klondike", "freecell"]


@pytest.mark.parametrize(
    ("kind", "rules_ids", "days", "sentence"),
    [
        (TournamentKind.DAYS, ["klondike"], 7, "uses each day's own"),
        (GAMES, [], 7, "from one to 7"),
        (GAMES, [*CATALOGUE][:8], 7, "7 games at most"),
        (GAMES, ["klondike", "golf", "klondike"], 7, "You have chosen Klondike twice"),
        (GAMES, ["klondike"], 0, f"1 to {MAX_DAYS} days"),
        (GAMES, ["klondike"], MAX_DAYS + 1, f"1 to {MAX_DAYS} days"),
    ],
)
async def test_what_makes_no_sense_is_refused_in_a_sentence(
    tournaments: Tournaments, kind: TournamentKind, rules_ids: list[str], days: int, sentence: str
) -> None:
    with pytest.raises(CannotStart, match=sentence):
        await tournaments.start(HERE, kind, rules_ids, days=days)
    with pytest.raises(NoTournament, match="no tournament in this server yet"):
        await tournaments.latest(GUILD)


async def test_an_unknown_game_is_refused(tournaments: Tournaments) -> None:
    with pytest.raises(UnknownGame):
        await tournaments.start(HERE, GAMES, ["klondike", "nothing"])


async def test_of_two_started_at_once_one_starts_and_the_others_deals_are_kept(
    tournaments: Tournaments, database: Database
) -> None:
    started = await asyncio.gather(
        *(tournaments.start(HERE, GAMES, ["klondike"]) for _ in range(2)), return_exceptions=True
    )
    assert sorted(isinstance(one, CannotStart) for one in started) == [False, True]
    assert await count_winnable_deals(database) in ({"klondike": 1}, {})
    with pytest.raises(CannotStart, match="already running in this server"):
        await tournaments.start(HERE, GAMES, ["golf"])
    assert (await tournaments.start(Place(5, 60), GAMES, ["golf"])).deals


async def test_a_deal_is_looked_for_again(games: Games, clock: Clock) -> None:
    tournaments = Tournaments(games, stubborn("golf", attempts=2), clock=clock)
    assert (await tournaments.start(HERE, GAMES, ["golf"])).deals


@pytest.mark.parametrize(
    ("searched", "sentence"), [(True, "No winnable deal of Golf"), (False, "is switched off")]
)
async def test_without_a_deal_of_each_game_nothing_starts_and_no_deal_is_lost(
    games: Games, database: Database, clock: Clock, searched: bool, sentence: str
) -> None:
    tournaments = Tournaments(games, stubborn("golf", searched=searched), clock=clock)
    with pytest.raises(NoDeal, match=sentence):
        await tournaments.start(HERE, GAMES, ["klondike", "golf"])
    assert await count_winnable_deals(database) == {"klondike": 1}
    with pytest.raises(NoTournament):
        await tournaments.latest(GUILD)


# Playing


async def test_a_set_game_is_resumed_until_it_is_finished(
    tournaments: Tournaments, games: Games
) -> None:
    await tournaments.start(HERE, GAMES, ["saratoga"])
    begun = await tournaments.play(ANN, "saratoga", HERE)
    assert (begun.is_contested, begun.deal_number) == (True, 42)
    await games.play(ANN, "s")
    await games.start(ANN, "phoenix", 7)
    assert (await tournaments.play(ANN, "saratoga", HERE)).version == 1
    await games.give_up(ANN)
    with pytest.raises(NoTournament, match="your first result stays"):
        await tournaments.play(ANN, "saratoga", HERE)
    assert (await tournaments.play(BOB, "saratoga", HERE)).game_id != begun.game_id


async def test_a_restart_takes_the_moves_back_and_later_deals_the_secret_deal_again(
    tournaments: Tournaments, games: Games
) -> None:
    await tournaments.start(HERE, GAMES, ["saratoga"])
    begun = await tournaments.play(ANN, "saratoga", HERE)
    await games.play(ANN, "s")
    restarted = await games.restart(ANN)
    assert (restarted.game_id, len(restarted.game.moves)) == (begun.game_id, 0)
    await games.give_up(ANN)
    again = await games.restart(ANN)
    assert (again.game_id != begun.game_id, again.is_secret) == (True, True)


async def test_a_game_stays_secret_until_the_tournament_is_over_though_it_is_cached(
    tournaments: Tournaments, games: Games, clock: Clock
) -> None:
    started = await tournaments.start(HERE, GAMES, ["saratoga"])
    await tournaments.play(ANN, "saratoga", HERE)
    ended = await games.give_up(ANN)
    assert ended.is_secret
    await tournaments.end(GUILD, started.id)
    assert not (await games.get(ended.game_id)).is_secret


async def test_what_cannot_be_played_is_refused_in_a_sentence(
    tournaments: Tournaments, clock: Clock
) -> None:
    with pytest.raises(NoTournament, match="/tournament start"):
        await tournaments.play(ANN, "klondike", HERE)
    await tournaments.start(HERE, GAMES, ["klondike"])
    with pytest.raises(NoTournament, match="Golf is not in this tournament"):
        await tournaments.play(ANN, "golf", HERE)
    clock.now += 8 * DAY
    with pytest.raises(NoTournament, match="The tournament is over"):
        await tournaments.play(ANN, "klondike", HERE)
    await tournaments.start(HERE, TournamentKind.DAYS)
    with pytest.raises(NoTournament, match="Type /daily play"):
        await tournaments.play(ANN, "klondike", HERE)


async def test_other_servers_do_not_see_a_tournament(tournaments: Tournaments) -> None:
    started = await tournaments.start(HERE, GAMES, ["klondike"])
    for work in (tournaments.get(60, started.id), tournaments.end(60, started.id)):
        with pytest.raises(NoTournament, match="no such tournament"):
            await work
    with pytest.raises(NoTournament):
        await tournaments.latest(60)


# Ending


async def test_a_tournament_ends_a_moment_after_it_is_due(
    tournaments: Tournaments, clock: Clock
) -> None:
    started = await tournaments.start(HERE, GAMES, ["klondike"], days=1)
    clock.now = started.ends_at + SECOND
    assert await tournaments.find(started.id) == started
    clock.now += 2 * SECOND
    ended = await tournaments.find(started.id)
    assert ended == replace(started, is_over=True)


@pytest.mark.parametrize(
    ("late", "is_news"), [(ANNOUNCED_FOR - SECOND, True), (ANNOUNCED_FOR + SECOND, False)]
)
async def test_an_end_is_announced_for_two_days_however_long_the_bot_was_away(
    tournaments: Tournaments, clock: Clock, late: timedelta, *, is_news: bool
) -> None:
    started = await tournaments.start(HERE, GAMES, ["klondike"])
    clock.now = started.ends_at + late
    ended = await tournaments.latest(GUILD)
    assert (ended.is_over, tournaments.is_news(ended)) == (True, is_news)


async def test_looking_at_a_tournament_writes_nothing_until_it_is_due(
    tournaments: Tournaments, clock: Clock, database: Database
) -> None:
    started = await tournaments.start(HERE, GAMES, ["klondike"])
    statements: list[str] = []

    def note(*arguments: object) -> None:
        statements.append(str(arguments[2]))

    event.listen(database._engine.sync_engine, "before_cursor_execute", note)
    for due in (False, True):
        if due:
            clock.now = started.ends_at + DAY
        statements.clear()
        assert (await tournaments.latest(GUILD)).is_over == due
        assert (await tournaments.get(GUILD, started.id)).is_over == due
        assert sum(one.startswith("UPDATE") for one in statements) == int(due)


async def test_it_is_ended_once(tournaments: Tournaments, clock: Clock) -> None:
    started = await tournaments.start(HERE, GAMES, ["klondike"])
    clock.now += DAY
    assert (await tournaments.end(GUILD, started.id)).ends_at == clock()
    with pytest.raises(NoTournament, match="over already"):
        await tournaments.end(GUILD, started.id)


async def test_standings_of_a_page_that_does_not_exist_are_of_the_nearest(
    tournaments: Tournaments, games: Games
) -> None:
    started = await tournaments.start(HERE, GAMES, ["saratoga"])
    for player in range(1, 13):
        await tournaments.play(player, "saratoga", HERE)
        await games.give_up(player)
    for page, shown in ((-3, 1), (1, 1), (2, 2), (50, 2)):
        assert (await tournaments.standings(started, ANN, page=page)).page == shown
