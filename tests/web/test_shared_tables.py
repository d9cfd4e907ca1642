"""Boards that a channel plays together, and races, at tables: what others are seen to do."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.images import ImageRenderer
from bot.models.contests import Race
from bot.models.daily import DailyDeal
from bot.models.places import Place
from bot.models.together import Mode, SharedGame
from bot.service.contests.races import Races
from bot.service.daily.daily import Daily
from bot.service.play.games import Games
from bot.service.players.names import Names
from bot.service.players.privacy import Privacy
from bot.service.preferences import PreferenceService
from bot.service.solver.pool import SolverPool
from bot.service.solver.winnable import DealChoice
from bot.service.together import Together
from bot.store.daily.daily import save_daily_deal
from bot.web.protocol import OVER, POLICY
from tests.store.database.statements import counting
from tests.web.conftest import ADA, Served, served
from tests.web.test_browser_table import WON
from tests.web.test_protocol import BEN, Window, connected, hello, window_of

HERE = Place(20, guild_id=10)


async def opened(table: Served, mode: Mode = Mode.FREE, game: str = "klondike") -> SharedGame:
    """A channel's board, and two people whose names are known."""
    for player, name in ((ADA, "Ada"), (BEN, "Ben")):
        table.services[Names].see(player, name)
    return await table.services[Together].open(HERE, mode, game, 11, winnable=True)


@asynccontextmanager
async def both(table: Served, shared: SharedGame) -> AsyncIterator[tuple[Window, Window]]:
    """Ada's and Ben's windows at a board."""
    owner = shared.board.owner
    async with window_of(table, ADA, owner) as ada, window_of(table, BEN, owner) as ben:
        yield ada, ben


async def beside(window: Window, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """What is shown beside the cards, once it is as it should be."""
    while True:
        frame = await window.hear("beside")
        if fits(frame):
            return frame


async def test_a_move_is_seen_by_all_who_sit_there_with_who_made_it(table: Served) -> None:
    shared = await opened(table)
    async with both(table, shared) as (ada, ben):
        await ada.ask("play", move="1-f1")
        assert (await ben.hear("board"))["version"] == 1
        told = await beside(ben, lambda frame: "Ada A♠ → home" in frame["line"])
        assert told["here"] == ["Ada"]


async def test_others_see_which_cards_somebody_holds_until_they_let_go_or_leave(
    table: Served,
) -> None:
    shared = await opened(table)
    async with both(table, shared) as (ada, ben):
        await ada.socket.send_json({"t": "hold", "pile": "1", "count": 1})
        held = await beside(ben, lambda frame: bool(frame["hands"]))
        assert held["hands"] == [{"name": "Ada", "pile": "1", "count": 1}]
        await ada.ask("play", move="1-f1")
        await beside(ben, lambda frame: not frame["hands"])
        await ada.socket.send_json({"t": "hold", "pile": "2", "count": 99})
        assert (await beside(ben, lambda frame: bool(frame["hands"])))["hands"][0]["count"] == 52
        await ada.socket.close()
        assert (await beside(ben, lambda frame: not frame["here"]))["hands"] == []


async def test_nothing_is_read_anew_for_cards_that_somebody_holds(table: Served) -> None:
    shared = await opened(table)
    async with both(table, shared) as (ada, ben):
        await ben.hear("beside")
        with counting(table.services[Games].database) as statements:
            for pile in ("1", "2", "3"):
                await ada.socket.send_json({"t": "hold", "pile": pile, "count": 1})
                (held,) = (await ben.hear("beside"))["hands"]
                assert held["pile"] == pile
        assert not [one for one in statements.texts if "FROM shared_boards" in one]


async def test_where_people_vote_a_drag_is_a_vote(table: Served) -> None:
    shared = await opened(table, Mode.VOTE)
    async with both(table, shared) as (ada, ben):
        answer = await ada.ask("play", move="1-f1")
        assert answer["version"] == 0
        voted = await beside(ben, lambda frame: bool(frame.get("votes")))
        assert voted["votes"] == {"1-f1": 1}
        assert 0 < voted["seconds"] <= 20
        await ben.ask("play", move="1-f1")
        assert (await beside(ada, lambda frame: frame.get("votes") == {"1-f1": 2}))["line"]


async def test_in_turn_nobody_moves_twice_and_two_take_a_move_back(table: Served) -> None:
    shared = await opened(table, Mode.TURNS)
    async with both(table, shared) as (ada, ben):
        await ada.ask("play", move="1-f1")
        asked = await ada.send("play", move="s")
        refused = await ada.hear("refused")
        assert refused["re"] == asked
        assert "somebody else is next" in refused["said"]
        await ben.hear("board")
        await ben.ask("play", move="s")
        await ada.hear("board")
        assert (await ada.ask("undo"))["version"] == 2
        await beside(ben, lambda frame: "Undo: 1 of 2" in frame["line"])
        assert (await ben.ask("undo"))["version"] == 3


async def test_a_board_that_is_given_up_is_dealt_anew_from_its_menu(table: Served) -> None:
    shared = await opened(table)
    async with window_of(table, ADA, shared.board.owner) as ada:
        assert (await ada.hear("beside"))["asked"] == [["give up", "Vote to give up"]]
        assert (await ada.ask("deal", what="give up"))["end"]
        assert [what for what, _ in (await ada.hear("beside"))["asked"]] == ["new", "again"]
        assert not (await ada.ask("deal", what="again"))["end"]


@pytest.mark.parametrize("ends", ["closes their tables", "deletes their data"])
async def test_a_channels_board_is_closed_at_once_for_whoever(table: Served, ends: str) -> None:
    shared = await opened(table)
    async with both(table, shared) as (ada, ben):
        if ends == "closes their tables":
            await table.tables.close(ADA)
        else:
            await table.services[Privacy].delete(ADA)
        assert await ada.closing_code() == OVER
        await beside(ben, lambda frame: not frame["here"])


async def test_each_reads_what_others_do_in_their_own_language(table: Served) -> None:
    shared = await opened(table)
    owner = shared.board.owner
    async with (
        window_of(table, ADA, owner) as ada,
        window_of(table, BEN, owner, lang="de") as ben,
    ):
        await ada.ask("play", move="1-f1")
        await beside(ben, lambda frame: "Ada A♠ → Grundstapel" in frame["line"])
        await ada.socket.send_json({"t": "hold", "pile": "2", "count": 1})
        held = await beside(ben, lambda frame: bool(frame["hands"]))
        assert "Ada A♠ → Grundstapel" in held["line"]


@pytest.mark.slow
async def test_each_reads_a_hint_for_all_in_their_own_language(
    url: str, images: ImageRenderer
) -> None:
    async with SolverPool(1) as solvers, served(url, images, solvers=solvers) as table:
        owner = (await opened(table)).board.owner
        async with (
            window_of(table, ADA, owner) as ada,
            window_of(table, BEN, owner, lang="de") as ben,
        ):
            await ada.send("hint")
            said = [(await window.hear("hint"))["said"] for window in (ada, ben)]
            assert ["Grundstapel" in one for one in said] == [False, True]


async def test_a_seat_at_a_channels_board_is_at_no_other(table: Served) -> None:
    shared = await opened(table)
    own = await table.services[Games].start(ADA, "klondike", 12)
    async with window_of(table, ADA, shared.board.owner) as ada:
        await ada.send("play", game=own.game_id, version=0, move="s")
        assert "said" in await ada.hear("refused")
        await ada.send("deal", what="freecell")
        assert await ada.closing_code() == POLICY
    async with connected(table) as nowhere:
        await nowhere.socket.send_json(await hello(table, ADA, shared.board.owner - 1))
        assert await nowhere.closing_code() == OVER


# The day


async def test_who_agrees_reads_where_another_was_in_the_days_deal_after_as_much_time(
    table: Served,
) -> None:
    daily, games = table.services[Daily], table.services[Games]
    preferences = table.services[PreferenceService]
    today = DailyDeal(daily.today(), "klondike", 11, 1, par=100)
    await save_daily_deal(games.database, today, datetime.now(UTC))
    table.services[Names].see(BEN, "Ben")
    for player in (ADA, BEN):
        await preferences.save(player, paced="yes")
        await daily.play(player, HERE)
    for move in WON.split():
        await games.play(BEN, move)
    async with window_of(table) as ada:
        await ada.ask("play", move="s")
        told = await beside(ada, lambda frame: "pace" in frame)
        assert re.fullmatch(r"Ben: \d+ of 52 cards home after \d+:\d\d", told["pace"])
        await preferences.save(ADA, quiet="yes")
        await ada.ask("play", move="s")
        await beside(ada, lambda frame: "pace" not in frame)


# Races


async def chosen(_rules_id: str) -> DealChoice:
    """A deal for a race, of Klondike."""
    return DealChoice(11, winnable=True)


@pytest.fixture
async def race(table: Served) -> Race:
    """A race of Ada and Ben, who have both begun."""
    for player, name in ((ADA, "Ada"), (BEN, "Ben")):
        table.services[Names].see(player, name)
    races = Races(table.services[Games], chosen, countdown=timedelta())
    table.services.provide(Races, races)
    opened = await races.open(ADA, "klondike", HERE)
    await races.ready(ADA, opened.id)
    race = await races.ready(BEN, opened.id)
    for player in (ADA, BEN):
        await races.board(player, race.id)
    return race


async def test_a_racer_sees_how_far_the_others_are_and_how_long_it_lasts(
    table: Served, race: Race
) -> None:
    games = table.services[Games]
    async with window_of(table) as ada:
        first = await ada.hear("beside")
        assert 3500 < first["seconds"] <= 3600
        assert [(one["name"], one["far"]) for one in first["racers"]] == [("Ada", 0), ("Ben", 0)]
        assert not ada.board["hint"]
        await games.play(BEN, "1-f1")
        told = await beside(ada, lambda frame: bool(frame["racers"][1]["far"]))
        assert told["racers"] == [
            {"name": "Ada", "far": 0, "said": "0%", "is": "", "own": 1},
            {"name": "Ben", "far": 1, "said": "1%", "is": ""},
        ]
        await games.give_up(BEN)
        assert (await beside(ada, lambda frame: bool(frame["racers"][1]["is"])))["racers"]


async def test_who_waits_for_a_race_is_told_and_sees_their_board_at_its_start(
    table: Served,
) -> None:
    races = Races(table.services[Games], chosen, countdown=timedelta(seconds=4))
    table.services.provide(Races, races)
    await table.services[Games].start(ADA, "freecell", 1)
    opened = await races.open(ADA, "klondike", HERE)
    async with window_of(table) as ada:
        assert ada.board["rules"] == "freecell"
        await races.ready(ADA, opened.id)
        await races.ready(BEN, opened.id)
        told = await beside(ada, lambda frame: "line" in frame)
        assert told["line"] == "🏁 The race begins: your board appears by itself."
        assert 0 < told["seconds"] <= 4
        while ada.board["rules"] != "klondike":
            await ada.hear("board")
        assert not ada.board["hint"]
        assert len((await beside(ada, lambda frame: "racers" in frame))["racers"]) == 2


async def test_a_race_that_all_who_are_left_have_ended_is_over_at_their_tables(
    table: Served, race: Race
) -> None:
    games = table.services[Games]
    for text in WON.split():
        await games.play(BEN, text)
    async with window_of(table) as ada:
        decided = await beside(ada, lambda frame: frame["racers"][1]["is"] == "won")
        assert decided["line"].startswith("🏆 Ben has won. The others play on")
        [[what, _label]] = decided["more"]
        await ada.send("deal", what=what)
        told = await beside(ada, lambda frame: "over" in frame)
        assert told["over"] == "🏁 Your race is over."


async def test_whoever_would_end_a_decided_race_is_named_at_the_tables_of_the_others(
    table: Served,
) -> None:
    games, chiyo = table.services[Games], 1003
    races = Races(games, chosen, countdown=timedelta())
    table.services.provide(Races, races)
    table.services[Names].see(chiyo, "Chiyo")
    opened = await races.open(ADA, "klondike", HERE)
    await races.join(chiyo, opened.id)
    for player in (ADA, BEN):
        await races.ready(player, opened.id)
    race = await races.ready(chiyo, opened.id)
    for player in (ADA, BEN, chiyo):
        await races.board(player, race.id)
    for text in WON.split():
        await games.play(BEN, text)
    async with window_of(table) as ada:
        await beside(ada, lambda frame: "more" in frame)
        await races.agree_to_end(chiyo, race.id)
        agreed = await beside(ada, lambda frame: "Agreed" in frame["line"])
        assert agreed["line"].endswith("Agreed: Chiyo.")
        assert agreed["more"] == [["end", "End here"]]


async def test_who_is_challenged_sees_the_clock_but_not_how_far_the_other_is(
    table: Served,
) -> None:
    races = Races(table.services[Games], chosen)
    challenge = await races.challenge(ADA, BEN, "klondike", place=HERE)
    await races.accept(BEN, challenge.id)
    async with window_of(table, BEN) as ben:
        told = await ben.hear("beside")
        assert set(told) == {"t", "seconds"}
