"""Finished games, for tests of results and statistics."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Final

from sqlalchemy import select

from bot.models.contest_deals import ContestKind, Terms
from bot.models.contests import RacerOutcome, RaceState
from bot.models.daily import Slot, start_of
from bot.models.places import Place
from bot.models.play import Deal, GameState, Step
from bot.models.results import Result
from bot.store.contests.schema import contest_deals, contests, entries
from bot.store.daily.daily import is_day
from bot.store.database.connection import Database
from bot.store.play.games import append_steps, count_hint, count_odds, create_game
from bot.store.play.results import load_results
from bot.store.play.schema import games, results

_MINUTE: Final = timedelta(minutes=1)
NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)


async def play_to_the_end(
    database: Database,
    player: int,
    *,
    rules_id: str = "saratoga",
    deal: int = 1,
    won: bool = True,
    moves: int = 100,
    seconds: float = 60,
    undos: int = 0,
    hints: int = 0,
    odds: int = 0,
    day: date | None = None,
    slot: Slot = Slot.HEADLINE,
    guild: int | None = None,
    contest_deal_id: int | None = None,
    goal_met: bool | None = None,
    at: datetime = NOON,
) -> int:
    """Play a game to its end.

    Returns:
        The id of the game.
    """
    place = Place(1, guild) if guild is not None else None
    if day is not None:
        contest_deal_id = await deal_of_day(database, day, slot)
    stored = await create_game(
        database,
        Deal(
            player,
            rules_id,
            deal,
            at,
            place,
            contest_deal_id=contest_deal_id,
        ),
    )
    for _ in range(hints):
        await count_hint(database, stored.id)
    for _ in range(odds):
        await count_odds(database, stored.id)
    texts = ["undo"] * undos + ["s"] * max(moves - undos, 0) + ["s" if won else "give up"]
    states = [GameState.PLAYING] * (len(texts) - 1) + [GameState.WON if won else GameState.GIVEN_UP]
    await append_steps(
        database,
        *(
            Step(
                stored.id,
                n,
                action,
                at,
                state,
                min(moves, n + 1),
                timedelta(seconds=seconds),
                goal_met=goal_met,
                since=NOON,
            )
            for n, (action, state) in enumerate(zip(texts, states, strict=True))
        ),
    )
    return stored.id


async def deal_of_day(database: Database, day: date, slot: Slot = Slot.HEADLINE) -> int:
    """The id of a day's deal, of which nothing but its games is known unless it was chosen."""
    insert = database.dialect.insert
    opens_at = start_of(day)
    contest = {"kind": ContestKind.DAY, "terms": Terms().to_text(), "state": RaceState.RUNNING}
    times = {"opens_at": opens_at, "ends_at": opens_at + timedelta(days=1)}
    of_day = select(contests.c.id).where(is_day(day)).scalar_subquery()
    deal = {"slot": slot, "rules_id": "saratoga", "deal_number": 1}
    own = select(contest_deals.c.id).where(
        contest_deals.c.contest_id == of_day, contest_deals.c.slot == slot
    )
    async with database.transaction() as connection:
        statement = insert(contests).values(contest | times)
        await connection.execute(statement.on_conflict_do_nothing())
        chosen = insert(contest_deals).values(deal | {"contest_id": of_day})
        await connection.execute(chosen.on_conflict_do_nothing())
        deal_id: int = (await connection.execute(own)).scalar_one()
    return deal_id


async def load_result(database: Database, game_id: int) -> Result | None:
    """The result of a game; None while it is unfinished."""
    async with database.transaction() as connection:
        found = await load_results(connection, results.c.game_id == game_id)
    return found[0] if found else None


async def save_race(database: Database, loser: tuple[int, int], winner: tuple[int, int]) -> None:
    """Save a challenge that one of its players won.

    Args:
        loser: the challenger and their game.
        winner: the other player and their game.
    """
    day = timedelta(days=1)
    race = {
        "kind": ContestKind.CHALLENGE,
        "terms": Terms(day).to_text(),
        "opens_at": NOON,
        "deadline": NOON + day,
        "state": RaceState.FINISHED,
        "ends_at": NOON,
    }
    async with database.transaction() as connection:
        saved = await connection.execute(contests.insert().values(race).returning(contests.c.id))
        race_id = saved.scalar_one()
        deal = {"contest_id": race_id, "slot": "saratoga", "rules_id": "saratoga"}
        await connection.execute(contest_deals.insert().values(**deal, deal_number=1))
        for outcome, place, (player_id, game_id) in (
            (RacerOutcome.UNFINISHED, 2, loser),
            (RacerOutcome.WON, 1, winner),
        ):
            racer = {
                "contest_id": race_id,
                "player_id": player_id,
                "joined_at": NOON,
                "game_id": game_id,
                "outcome": outcome,
                "ended_at": NOON,
                "place": place,
            }
            await connection.execute(entries.insert().values(racer))


async def save_many(
    database: Database,
    player: int,
    count: int,
    first_id: int = 1000,
    seed: int = 7,
    guilds: Sequence[int | None] = (None,),
) -> list[Result]:
    """Finish games at random, some minutes apart or at once, of few deals and of some days."""
    random, rows = Random(seed), []
    at, deals_of_days = NOON, [(days, slot) for days in range(count // 20) for slot in Slot]
    random.shuffle(deals_of_days)
    for number in range(count):
        at += random.choice((0, 1, 60, 600)) * _MINUTE
        of_day, in_time, rules = None, False, ["saratoga", "cassim"]
        if deals_of_days and random.random() < 0.6:
            days, slot = deals_of_days.pop()
            day = NOON.date() + timedelta(days=days)
            of_day = await deal_of_day(database, day, slot)
            in_time = at.date() <= day
        else:
            rules.append("klondike-3.redeals-1")
        rows.append(
            {
                "id": first_id + number,
                "game_id": first_id + number,
                "player_id": player,
                "guild_id": (guild := random.choice(guilds)),
                "channel_id": guild and 1,
                "rules_id": random.choice(rules),
                "deal_number": random.randint(1, 90),
                "log": "",
                "version": 1,
                "state": random.choice(("won", "won", "won", "won", "given up")),
                "moves": random.randint(0, 1),
                "played_ms": random.randint(1, 99) * _MINUTE,
                "undos": random.choice([0, 1]),
                "hints": random.choice([0, 0, 1]),
                "odds": random.choice([0, 0, 0, 1]),
                "winnable": True,
                "created_at": at,
                "updated_at": at,
                "started_at": at,
                "finished_at": at,
                "contest_deal_id": of_day,
                "in_time": in_time,
                "goal_met": random.choice((None, True, False)),
            }
        )
    async with database.transaction() as connection:
        for table in (games, results):
            names = set(table.c.keys())
            await connection.execute(
                table.insert(), [{name: row[name] for name in names & set(row)} for row in rows]
            )
        own = results.c.game_id.between(first_id, first_id + count)
        return [*await load_results(connection, own)]
