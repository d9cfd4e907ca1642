"""Badges: each is earned with exactly what it asks for, and stays earned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TypedDict, Unpack

import pytest

from bot.models.daily import Slot
from bot.models.play import GameSnapshot
from bot.service.play.games import Games
from bot.service.players.achievements import ACHIEVEMENTS, Tier
from bot.service.players.statistics import Statistics
from bot.store.database.connection import Database
from bot.store.players.badges import load_badges, save_badges
from bot.store.players.privacy import delete_player
from engine import CATALOGUE
from engine.games import FAMILIES
from tests.service.conftest import Clock
from tests.service.players.winning_line import line
from tests.store.finished_games import NOON, play_to_the_end, save_race

ANN, BOB = 7, 8
TODAY = NOON.date()
DAY = timedelta(days=1)


class Play(TypedDict, total=False):
    """A finished game, as arguments of :func:`play_to_the_end`; a win unless it says otherwise."""

    rules_id: str
    deal: int
    won: bool
    seconds: float
    undos: int
    hints: int
    odds: int
    days_ago: int
    daily: bool
    goal_met: bool
    slot: Slot
    race: bool


def deals(count: int, **play: Unpack[Play]) -> list[Play]:
    """Wins of so many different deals."""
    return [{**play, "deal": deal} for deal in range(1, count + 1)]


def each(games: Sequence[str]) -> list[Play]:
    """A win of each game."""
    return [{"rules_id": game} for game in games]


def days(count: int, *, apart: int = 1, **play: Unpack[Play]) -> list[Play]:
    """Wins on so many days, from the first to today."""
    return [{**play, "days_ago": apart * ago} for ago in reversed(range(count))]


def full_days(count: int) -> list[Play]:
    """Wins of every deal of so many days."""
    return [{**one, "slot": slot} for one in days(count, daily=True) for slot in Slot]


TITLE_GAMES = ("saratoga", "cassim", "phoenix", "saxony")
SMALL_FAMILIES = sorted(FAMILIES, key=len)[:5]

EXACTLY: Mapping[str, list[Play]] = {
    "first-win": deals(1),
    "wins-10": deals(10),
    "wins-50": deals(50),
    "wins-100": deals(100),
    "wins-500": deals(500),
    **{game: each([game]) for game in TITLE_GAMES},
    "title-games": [{**play, "hints": 1} for play in each(TITLE_GAMES)],
    "title-games-perfect": each(TITLE_GAMES),
    "classics": each(["spider", "freecell", "klondike"]),
    "games-5": each(list(CATALOGUE)[:5]),
    "games-15": each(list(CATALOGUE)[:15]),
    "games-40": each(list(CATALOGUE)[:40]),
    "games-all": each(list(CATALOGUE)),
    "families-6": each([family[-1].id for family in FAMILIES[:6]]),
    "families-met-all": each([family[-1].id for family in FAMILIES]),
    "family-1": each([rules.id for rules in SMALL_FAMILIES[0]]),
    "family-5": each([rules.id for family in SMALL_FAMILIES for rules in family]),
    "hard-1": each(["klondike-3"]),
    "hard-25": deals(25, rules_id="klondike-3"),
    "expert-1": each(["russian"]),
    "expert-10": deals(10, rules_id="russian"),
    "perfect-1": deals(1),
    "perfect-25": deals(25),
    "perfect-100": deals(100),
    "perfect-hard": each(["klondike-3"]),
    "no-undo-10": deals(10, hints=1),
    "no-undo-100": deals(100, hints=1),
    "unaided-5": deals(5, undos=1),
    "unaided-15": deals(15, undos=1),
    "row-3": deals(3, hints=1),
    "row-10": deals(10, hints=1),
    "row-25": deals(25, hints=1),
    "day-1": days(1, daily=True, hints=1),
    "days-30": days(30, daily=True, apart=2),
    "days-100": days(100, daily=True, apart=2),
    "days-365": days(365, daily=True, apart=2),
    "days-row-7": days(7, daily=True),
    "days-row-30": days(30, daily=True),
    "perfect-day": days(1, daily=True),
    "goal-1": days(1, daily=True, goal_met=True),
    "goals-10": days(10, daily=True, goal_met=True, apart=2),
    "goals-50": days(50, daily=True, goal_met=True, apart=2),
    "full-day-1": full_days(1),
    "full-day-10": full_days(10),
    "race-1": deals(1, race=True),
    "race-10": deals(10, race=True),
    "quick": deals(1, seconds=119),
    "long": deals(1, seconds=1800),
    "win-days-30": days(30, apart=3),
}
"""What earns each badge with its last game, and not before."""

NOT_QUITE: Sequence[tuple[str, list[Play]]] = (
    ("first-win", [{"won": False}]),
    ("wins-10", [{}] * 10),
    ("hard-1", each(["russian"])),
    ("hard-25", [{"rules_id": "klondike-3"}] * 25),
    ("perfect-1", deals(1, undos=1)),
    ("perfect-1", deals(1, hints=1)),
    ("perfect-1", deals(1, odds=1)),
    ("perfect-hard", each(["klondike"])),
    ("title-games-perfect", [*each(TITLE_GAMES[:3]), {"rules_id": "saxony", "odds": 1}]),
    ("no-undo-10", deals(10, undos=1)),
    ("unaided-5", [*deals(4), {"deal": 5, "odds": 1}]),
    ("unaided-5", [*deals(4), {"hints": 1}, *deals(4)]),
    ("row-3", [{}, {}, {"won": False}, {}, {}]),
    ("day-1", deals(1)),
    ("days-row-7", [*days(8, daily=True)[:4], *days(8, daily=True)[5:]]),
    ("perfect-day", days(1, daily=True, odds=1)),
    ("goal-1", days(1, daily=True, goal_met=False)),
    ("goal-1", deals(1, goal_met=True)),
    ("full-day-1", [*full_days(1)[:4], {**full_days(1)[4], "won": False}]),
    ("full-day-1", [*full_days(2)[:4], full_days(2)[9]]),
    ("quick", deals(1, seconds=120)),
    ("long", deals(1, seconds=1799)),
    ("win-days-30", deals(30)),
)
"""What comes close to a badge without earning it."""


async def play(database: Database, plays: Sequence[Play]) -> None:
    """Play Ann's games, a minute apart."""
    for minute, one in enumerate(plays):
        at = NOON - one.get("days_ago", 0) * DAY + timedelta(minutes=minute)
        game_id = await play_to_the_end(
            database,
            ANN,
            rules_id=one.get("rules_id", "saratoga"),
            deal=one.get("deal", 1),
            won=one.get("won", True),
            moves=1,
            seconds=one.get("seconds", 300),
            undos=one.get("undos", 0),
            hints=one.get("hints", 0),
            odds=one.get("odds", 0),
            day=at.date() if one.get("daily") else None,
            goal_met=one.get("goal_met"),
            slot=one.get("slot", Slot.HEADLINE),
            at=at,
        )
        if one.get("race"):
            other = await play_to_the_end(database, BOB, won=False, moves=1, at=at)
            await save_race(database, (BOB, other), (ANN, game_id))


async def badges(database: Database) -> list[str]:
    """The ids of Ann's badges."""
    return [badge.id for badge in (await Statistics(database).profile(ANN, TODAY)).badges]


def test_every_badge_is_tested_and_named_once() -> None:
    assert [badge.id for badge in ACHIEVEMENTS] == list(EXACTLY)
    assert len({badge.title for badge in ACHIEVEMENTS}) == len(ACHIEVEMENTS)
    assert len({badge.description for badge in ACHIEVEMENTS}) == len(ACHIEVEMENTS)


@pytest.mark.parametrize(
    "badge",
    [
        pytest.param(badge, marks=[pytest.mark.slow] if len(plays) > 5 else [])
        for badge, plays in EXACTLY.items()
    ],
)
async def test_a_badge_is_earned_with_the_last_game_that_it_asks_for(
    database: Database, badge: str
) -> None:
    *first, last = EXACTLY[badge]
    await play(database, first)
    assert badge not in await badges(database)
    await play(database, [last])
    assert badge in await badges(database)


@pytest.mark.slow
@pytest.mark.parametrize(("badge", "plays"), NOT_QUITE)
async def test_what_comes_close_to_a_badge_does_not_earn_it(
    database: Database, badge: str, plays: list[Play]
) -> None:
    await play(database, plays)
    assert badge not in await badges(database)


async def test_nobody_else_has_a_players_badges(database: Database) -> None:
    await play(database, deals(1))
    assert (await Statistics(database).profile(BOB, TODAY)).badges == ()


async def test_the_most_demanding_badges_come_first(database: Database) -> None:
    await play(database, [*deals(1), *each(TITLE_GAMES)])
    tiers = [badge.tier for badge in (await Statistics(database).profile(ANN, TODAY)).badges]
    assert tiers == sorted(tiers, reverse=True)
    assert tiers[0] is Tier.DIAMOND


async def test_badges_vanish_with_the_results(database: Database) -> None:
    await play(database, deals(1))
    await delete_player(database, ANN, NOON)
    assert await badges(database) == []


async def test_what_was_earned_stays_earned_though_as_much_earns_it_no_more(
    database: Database,
) -> None:
    await play(database, each(["klondike"]))
    # As after a game was added to a family, another measured to be easier, and a badge removed.
    await save_badges(database, ANN, ["family-1", "level-7", "level-9", "a badge of old"])
    profile = await Statistics(database).profile(ANN, TODAY)
    assert profile.badges[0].id == "family-1"
    assert (profile.level.number, profile.level.done) == (9, 0)


async def won(games: Games, clock: Clock) -> GameSnapshot:
    """A game that Ann has just won, with a hint."""
    dealt = await games.start(ANN, "saratoga", 42)
    await games.count_hint(dealt.game_id)
    clock.advance(minutes=5)
    for move in line():
        await games.play(ANN, move)
    return await games.active(ANN)


async def test_a_win_tells_the_badges_that_it_earned(
    games: Games, clock: Clock, database: Database
) -> None:
    statistics = Statistics(database)
    first = await statistics.for_win(await won(games, clock), TODAY, None)
    assert [badge.id for badge in first.badges] == ["hard-1", "first-win", "saratoga"]
    assert await load_badges(database, ANN) == {"hard-1", "first-win", "saratoga"}
    # The same deal again is nothing new.
    again = await statistics.for_win(await won(games, clock), TODAY, None)
    assert again.badges == ()


async def test_a_win_that_decides_a_race_tells_its_badge(
    games: Games, clock: Clock, database: Database
) -> None:
    await won(games, clock)
    win = await won(games, clock)
    other = await play_to_the_end(database, BOB, won=False)
    await save_race(database, (BOB, other), (ANN, win.game_id))
    told = await Statistics(database).for_win(win, TODAY, None)
    assert [badge.id for badge in told.badges] == ["race-1"]
