"""The figures of the whole bot that whoever runs it can ask for."""

from __future__ import annotations

from datetime import timedelta

from bot.store.database.connection import Database
from bot.store.guilds.totals import Recent, load_totals
from tests.store.contests.racing import run_challenge
from tests.store.finished_games import NOON, play_to_the_end

ANN, BOB, EVE = 1, 2, 3


async def test_players_are_counted_once_and_games_by_when_they_ended(database: Database) -> None:
    day = timedelta(days=1)
    for player, days in ((ANN, 0), (ANN, 0), (BOB, 3), (EVE, 20)):
        at = NOON - days * day
        await play_to_the_end(database, player, won=player == ANN, guild=6, moves=2, at=at)
    await run_challenge(database, ANN, BOB, ANN)

    totals = await load_totals(database, NOON + day / 2)

    assert totals.recent == {1: Recent(3, 1), 7: Recent(4, 2), 30: Recent(5, 3)}
    assert (totals.finished, totals.won, totals.popular) == (5, 3, {"saratoga": 5})
    assert (totals.players, totals.guilds, totals.races, totals.tournaments) == (3, 1, 1, 0)
