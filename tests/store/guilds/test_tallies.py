"""Tallies come to the same as counting all games and results."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta
from typing import Final

import pytest
from sqlalchemy import update

from bot.models.daily import Slot
from bot.models.places import Place
from bot.models.play import Deal, GameState, Step
from bot.store.daily.leaderboards import leaderboard_page
from bot.store.database.connection import Database
from bot.store.guilds.schema import daily_totals, guild_tallies
from bot.store.guilds.tallies import wrong_tallies
from bot.store.play.games import append_steps, count_hint, create_game
from bot.store.players.privacy import delete_player
from tests.store.finished_games import NOON, deal_of_day, play_to_the_end

ANN, BOB, GUILD = 1, 2**63 - 1, 2**62
PLAYERS: Final = (ANN, BOB, 3, 4, 5)
FIRST: Final = date(2026, 5, 1)
NONE_WRONG: Final[dict[str, list[dict[str, object]]]] = {
    "guild_players": [],
    "guild_tallies": [],
    "daily_totals": [],
}


async def play_anything(database: Database, rng: random.Random) -> None:
    """Play any game, of a day or not, in time or late; win it, give it up, or leave it."""
    place = rng.choice((None, Place(1), Place(1, GUILD), Place(2, GUILD), Place(3, 7)))
    day = rng.choice((None, FIRST, FIRST + timedelta(days=1)))
    at = datetime.combine(day or FIRST, datetime.min.time(), UTC)
    at += timedelta(hours=rng.choice((1, 23, 23, 25)))
    slot = rng.choice((Slot.HEADLINE, Slot.HEADLINE, Slot.TITLE))
    game = await create_game(
        database,
        Deal(
            rng.choice(PLAYERS),
            rng.choice(("saratoga", "phoenix")),
            rng.randint(1, 3),
            at,
            place,
            contest_deal_id=None if day is None else await deal_of_day(database, day, slot),
        ),
    )
    if game.version:
        return
    if rng.random() < 0.2:
        await count_hint(database, game.id)
    undos, state = rng.randint(0, 2), rng.choice((GameState.WON, GameState.GIVEN_UP, None))
    texts = ["undo"] * undos + ["s"] * rng.randint(0, 1)
    states = [GameState.PLAYING] * len(texts)
    if state is not None:
        texts.append("s" if state is GameState.WON else "give up")
        states.append(state)
    for version, (text, reached) in enumerate(zip(texts, states, strict=True)):
        moves = texts[: version + 1].count("s")
        played = timedelta(seconds=rng.randint(1, 9))
        step = Step(game.id, version, text, at, reached, moves, played, since=at)
        await append_steps(database, step)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
async def test_tallies_are_what_all_games_come_to_whatever_is_played_or_deleted(
    database: Database, seed: int
) -> None:
    rng = random.Random(seed)
    for player in (*PLAYERS[:2], None):
        for _ in range(20):
            await play_anything(database, rng)
        assert await wrong_tallies(database) == NONE_WRONG
        if player is not None:
            await delete_player(database, player, NOON)
            assert await wrong_tallies(database) == NONE_WRONG
    boards = [
        await leaderboard_page(database, GUILD, ANN, days, page=1, size=9)
        for days in (None, (FIRST, FIRST + timedelta(days=99)))
    ]
    assert boards[0] == boards[1]
    assert boards[0].players > 1


async def test_a_wrong_tally_is_found(database: Database) -> None:
    for player in (ANN, BOB):
        await play_to_the_end(database, player, moves=2, day=FIRST, guild=GUILD)
    async with database.transaction() as connection:
        is_bobs = guild_tallies.c.player_id == BOB
        await connection.execute(update(guild_tallies).where(is_bobs).values(won=7))
        await connection.execute(daily_totals.delete().where(daily_totals.c.player_id == ANN))
    key = {"guild_id": GUILD, "player_id": BOB, "rules_id": "saratoga"}
    assert await wrong_tallies(database) == {
        **NONE_WRONG,
        "guild_tallies": [key],
        "daily_totals": [{"player_id": ANN}],
    }
