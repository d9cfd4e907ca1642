"""What players have reached, counted from their results and races.

However many games somebody has played, what is read is what was counted before, and the results
since: at most two pages of them. What was counted is kept in a table, from which nothing follows:
without it, all results are counted again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import (
    Column,
    ColumnElement,
    and_,
    exists,
    func,
    or_,
    select,
    true,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models import ChallengeState, GameState, RacerOutcome, Result
from bot.store.career_tally import TALLY, VERSION, EarlierWins, Tally
from bot.store.conditions import was_played
from bot.store.connection import Database
from bot.store.records import Career
from bot.store.results import result_from
from bot.store.schema import careers, challenges, racers, results

_PAGE: Final = 200
"""How many results are read at once; fewer are counted each time."""


@dataclass(slots=True)
class _Counted:
    """A tally, and the last result in it.

    Attributes:
        tally: the tally.
        until: when that game ended, and its id; None before the first.
    """

    tally: Tally
    until: tuple[datetime, int] | None = None


async def load_career(database: Database, player_id: int) -> Career:
    """What a player has reached.

    Raises:
        StoreUnavailable: if the database fails.
    """
    counted = await _count_up(database, player_id)
    async with database.reading() as connection:
        return counted.tally.career(await _count_races_won(connection, player_id, None))


async def load_careers_around(
    database: Database, player_id: int, game_id: int
) -> tuple[Career, Career]:
    """What a player had reached before a game ended, and with it.

    Args:
        database: an open database.
        player_id: the player.
        game_id: a finished game of theirs.

    Raises:
        StoreUnavailable: if the database fails.
    """
    ended = select(results.c.finished_at).where(results.c.game_id == game_id)
    async with database.reading() as connection:
        before_races = await _count_races_won(connection, player_id, game_id)
        races_won = await _count_races_won(connection, player_id, None)
        end = (await connection.execute(ended)).scalar_one(), game_id
    counted = await _count_up(database, player_id, before=end)
    before = counted.tally.career(before_races)
    async with database.reading() as connection:
        for result, earlier in await _results_after(connection, player_id, counted.until, limit=1):
            if result.game_id == game_id:
                counted.tally.add(result, earlier)
    return before, counted.tally.career(races_won)


async def is_career_right(database: Database, player_id: int) -> bool:
    """Whether what was counted of a player's results is what they come to.

    Raises:
        StoreUnavailable: if the database fails.
    """
    counted = _Counted(Tally())
    async with database.reading() as connection:
        kept = await _load_counted(connection, player_id, None)
        while counted.until != kept.until:
            page = await _results_after(connection, player_id, counted.until)
            if not page:
                return False
            for result, earlier in page:
                counted.tally.add(result, earlier)
                counted.until = result.finished_at, result.game_id
                if counted.until == kept.until:
                    break
    return counted.tally == kept.tally


async def _count_up(
    database: Database, player_id: int, *, before: tuple[datetime, int] | None = None
) -> _Counted:
    """Count a player's results, all of them or those before the end of a game."""
    async with database.reading() as connection:
        counted = await _load_counted(connection, player_id, before)
    saved: tuple[str, tuple[datetime, int]] | None = None
    is_last = False
    while not is_last:
        # A transaction each, so that others have their turn.
        async with database.reading() as connection:
            page = await _results_after(connection, player_id, counted.until, before=before)
        for result, earlier in page:
            counted.tally.add(result, earlier)
            counted.until = result.finished_at, result.game_id
        is_last = len(page) < _PAGE
        if not is_last and counted.until is not None:
            saved = TALLY.dump_json(counted.tally).decode(), counted.until
    if saved is not None:
        await _save_counted(database, player_id, *saved)
    return counted


async def _results_after(
    connection: AsyncConnection,
    player_id: int,
    until: tuple[datetime, int] | None,
    *,
    before: tuple[datetime, int] | None = None,
    limit: int = _PAGE,
) -> list[tuple[Result, EarlierWins]]:
    """The next results of a player, without games that were not played."""
    column, other = results.c, results.alias("other").c
    is_earlier = or_(
        other.finished_at < column.finished_at,
        and_(other.finished_at == column.finished_at, other.game_id < column.game_id),
    )
    earlier = exists().where(
        other.player_id == column.player_id,
        other.rules_id == column.rules_id,
        other.deal_number == column.deal_number,
        other.state == GameState.WON,
        is_earlier,
    )
    without_undo = earlier.where(other.undos == 0)
    perfect = without_undo.where(other.hints == 0, other.odds == 0)
    flags = {"won": earlier, "perfect": perfect, "without_undo": without_undo}
    query = (
        select(results, *(flag.label(f"earlier_{name}") for name, flag in flags.items()))
        .where(column.player_id == player_id, was_played)
        .order_by(column.finished_at, column.game_id)
        .limit(limit)
    )
    if until is not None:
        at, game_id = until
        # The first condition is for the index.
        query = query.where(
            column.finished_at >= at, or_(column.finished_at > at, column.game_id > game_id)
        )
    if before is not None:
        at, game_id = before
        query = query.where(
            column.finished_at <= at, or_(column.finished_at < at, column.game_id < game_id)
        )
    return [
        (result_from(row), EarlierWins(**{name: row[f"earlier_{name}"] for name in flags}))
        for row in (await connection.execute(query)).mappings()
    ]


async def _load_counted(
    connection: AsyncConnection, player_id: int, before: tuple[datetime, int] | None
) -> _Counted:
    """What was counted before, unless that is more than asked for."""
    query = select(careers).where(careers.c.player_id == player_id, careers.c.version == VERSION)
    row = (await connection.execute(query)).mappings().one_or_none()
    if row is None:
        return _Counted(Tally())
    until = row["finished_at"], row["game_id"]
    if before is not None and until >= before:
        return _Counted(Tally())
    return _Counted(TALLY.validate_json(row["tally"]), until)


async def _save_counted(
    database: Database, player_id: int, tally: str, until: tuple[datetime, int]
) -> None:
    """Keep what was counted, unless the player has deleted it meanwhile."""
    at, game_id = until
    values = {"version": VERSION, "game_id": game_id, "finished_at": at, "tally": tally}
    statement = (
        database.dialect.insert(careers)
        .values(player_id=player_id, **values)
        .on_conflict_do_update(index_elements=["player_id"], set_=values)
    )
    # Whoever deletes their data now waits, and then deletes this as well.
    lock = select(results.c.game_id).where(results.c.game_id == game_id).with_for_update()
    async with database.transaction() as connection:
        if (await connection.execute(lock)).first() is not None:
            await connection.execute(statement)


async def _count_races_won(
    connection: AsyncConnection, player_id: int, without_game: int | None
) -> int:
    challenge, others = challenges.c, racers.alias()
    is_shared = exists().where(
        others.c.race_id == racers.c.race_id, others.c.id != racers.c.id, others.c.place == 1
    )
    of_two = select(func.count()).where(
        or_(challenge.challenger_id == player_id, challenge.opponent_id == player_id),
        challenge.winner_id == player_id,
        challenge.state == ChallengeState.FINISHED,
        _without(without_game, challenge.challenger_game_id, challenge.opponent_game_id),
    )
    # Those who did not play on to the end win no race, even if all did so.
    of_many = select(func.count()).where(
        racers.c.player_id == player_id,
        racers.c.place == 1,
        racers.c.outcome.in_((RacerOutcome.WON, RacerOutcome.UNFINISHED)),
        ~is_shared,
        _without(without_game, racers.c.game_id),
    )
    total: int = (
        await connection.execute(select(of_two.scalar_subquery() + of_many.scalar_subquery()))
    ).scalar_one()
    return total


def _without(game_id: int | None, *game_ids: Column[int | None]) -> ColumnElement[bool]:
    """The condition for races without a game, if one is to be left out."""
    if game_id is None:
        return true()
    # Players who deleted their data have no game here.
    return and_(*(column.is_distinct_from(game_id) for column in game_ids))
