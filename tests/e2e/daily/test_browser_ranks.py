"""The places that readers of lists see, after Discord's markdown has had its way with them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

import pytest
from discord import ui
from playwright.async_api import Browser, Page

from bot.chat.daily.day_views import card_view, day_view
from bot.chat.daily.views import leaderboard_view
from bot.chat.races.views import race_view
from bot.chat.responding.replies import Reply
from bot.chat.statistics.views import guild_view, ratings_view
from bot.chat.tournaments.views import ending_post, standings_view
from bot.i18n import LANGUAGES, use_locale
from bot.models.contest_deals import Terms
from bot.models.contests import (
    Race,
    RaceProgress,
    Racer,
    RacerOutcome,
    RaceState,
    Tournament,
    TournamentKind,
    places,
)
from bot.models.daily import DailyDeal, DayFigures
from bot.models.places import Place
from bot.models.players import WinCount
from bot.models.rankings import LeaderboardLine, Ranking
from bot.service.contests.ratings import PlayerRating, RatingLine, ShownRating
from bot.service.daily.leaderboards import Period
from bot.service.daily.posts import DayBoard, Digest
from bot.service.players.statistics import GuildStatistics
from local_discord import LocalDiscord
from local_discord.testing.browser import browser, window

__all__ = ["browser"]

pytestmark = pytest.mark.browser

NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOUR: Final = timedelta(hours=1)
FIRST: Final = 101
"""The id of the player of the first line; those of the others follow."""
PLACES: Final = (1, 2, 2, 4, 4, 6, 6, 8)
SHOWN: Final = ("🥇", "🥈", "🥈", "4.", "4.", "6.", "6.", "8.")
"""How these places read where the first three have medals."""
SHOW: Final = """
async ([text, ids]) => {
  const { formatted } = await import(new URL("page/formatted.js", location).href);
  const { State } = await import(new URL("page/state.js", location).href);
  const mentions = ids.map((id) => ({ id: `${id}`, global_name: `${id}` }));
  const lines = [];
  for (const block of formatted(text, new State(), { mentions })) {
    if (block.tagName === "OL") {
      const items = [...block.children];
      lines.push(...items.map((item, at) => `${block.start + at}. ${item.textContent}`));
    } else {
      lines.push(...block.textContent.split("\\n"));
    }
  }
  return lines;
}
"""


def line(rank: int, player: int, won: int) -> LeaderboardLine:
    return LeaderboardLine(rank, player, 3, won, won, won, 100 * won, won * HOUR)


def lines(wins: int = 1) -> tuple[LeaderboardLine, ...]:
    return tuple(line(rank, FIRST + at, wins) for at, rank in enumerate(PLACES))


def board(period: Period) -> Reply:
    page = Ranking(lines(), 1, 2, 20, line(12, FIRST + len(PLACES), 1))
    return leaderboard_view(page, period, NOON.date())


DEAL: Final = DailyDeal(NOON.date(), "klondike", 42, 1, 100)


def card() -> Reply:
    return card_view(Digest(DEAL, DayFigures(8, 8, 0, 0), lines(), 1, 8, {}, {}, None, frozenset()))


def day() -> Reply:
    return day_view(DayBoard(DEAL, None, lines(), 8, (), 0, (), None, NOON), None)


def tournament(kind: TournamentKind) -> Tournament:
    return Tournament(1, Place(5, 6), kind, NOON, NOON + HOUR, is_over=True)


def standings(kind: TournamentKind) -> Reply:
    own = line(12, FIRST + len(PLACES), 0)
    return standings_view(tournament(kind), Ranking(lines(), 1, 2, 20, own))


def ending(wins: int = 1) -> Reply:
    page = Ranking(lines(wins), 1, 1, 8, None)
    return ending_post(tournament(TournamentKind.DAYS), page, frozenset())


def ratings() -> Reply:
    shown = ShownRating(1600, 90, races=30)
    rated = tuple(RatingLine(rank, FIRST + at, shown) for at, rank in enumerate(PLACES))
    viewer = PlayerRating(30, shown)
    own = RatingLine(None, FIRST + len(PLACES), shown)
    return ratings_view(Ranking(rated, 1, 2, 20, own), viewer, viewer)


def server() -> Reply:
    counts = [WinCount(9, 10 - rank) for rank in PLACES]
    best = {FIRST + at: count for at, count in enumerate(counts)}
    return guild_view(GuildStatistics(6, 8, WinCount(72, 40), {}, best, {}, WinCount(0, 0)), ())


def race(outcome: RacerOutcome = RacerOutcome.WON) -> Reply:
    racers = tuple(
        Racer(
            FIRST + at,
            NOON,
            at + 1,
            NOON,
            NOON + HOUR,
            outcome,
            RaceProgress(52, 90),
            NOON + timedelta(minutes=rank),
        )
        for at, rank in enumerate(PLACES)
    )
    placed = zip(racers, places(racers, by_invitation=False), strict=True)
    over = Race(
        id=1,
        by_invitation=False,
        place=Place(5, 6),
        rules_id="klondike",
        terms=Terms(HOUR, hints=False),
        created_at=NOON,
        deadline=NOON + HOUR,
        state=RaceState.FINISHED,
        racers=tuple(replace(one, place=place) for one, place in placed),
        deal_number=42,
        ended_at=NOON + HOUR,
    )
    return race_view(over, ())


LISTS: Final[dict[str, tuple[tuple[str, ...], Callable[[], Reply]]]] = {
    **{f"leaderboard {one.value}": ((*SHOWN, "12."), partial(board, one)) for one in Period},
    "message of a day": (SHOWN, day),
    "results of a day": (SHOWN, card),
    **{
        f"standings {one.value}": ((*SHOWN, "–"), partial(standings, one)) for one in TournamentKind
    },
    "end of a tournament": (SHOWN, ending),
    "end without a win": (("–",) * 8, partial(ending, 0)),
    "ratings": ((*SHOWN, "–"), ratings),
    "server": (SHOWN, server),
    "race": (SHOWN, race),
    "race that nobody won": (("–",) * 8, partial(race, RacerOutcome.UNFINISHED)),
}


def texts(reply: Reply) -> Iterator[str]:
    """The texts of a message."""
    for item in reply.view.walk_children():
        if isinstance(item, ui.TextDisplay):
            yield item.content


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    async with LocalDiscord() as local, window(browser, local.page_url) as opened:
        yield opened


async def places_read(page: Page, reply: Reply) -> list[str]:
    """What stands before each player's name in a list, as the page shows it."""
    ids = list(range(FIRST, FIRST + len(PLACES) + 1))
    shown = [row for text in texts(reply) for row in await page.evaluate(SHOW, [text, ids])]
    pairs = [row.split(" @", 1) for row in shown if " @" in row and " · " in row]
    assert [after[:3] for _before, after in pairs] == [str(one) for one in ids[: len(pairs)]]
    return [before for before, _after in pairs]


async def test_the_places_shown_are_those_meant_in_every_list(page: Page) -> None:
    for language in LANGUAGES:
        with use_locale(language):
            for name, (expected, make) in LISTS.items():
                assert (name, await places_read(page, make())) == (name, list(expected))
