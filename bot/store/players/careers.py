"""What players have reached, counted from their results and races.

However many games somebody has played, what is read is what was counted before, and the results
since: at most two pages of them. What was counted is kept in a table, from which nothing follows:
without it, all results are counted again.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Final

from pydantic import TypeAdapter
from sqlalchemy import and_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.contests import RacerOutcome
from bot.models.daily import Slot
from bot.models.play import Career, GameRecord, GameState, Result, is_late
from bot.store.contests.schema import racers, races
from bot.store.daily.daily import days_nobody_could_play
from bot.store.database.connection import Database
from bot.store.play.results import by_house_rules, result_from, was_played
from bot.store.play.schema import results
from bot.store.players.schema import careers
from engine.house_rules import is_house_rules

VERSION: Final = 3
"""The version of what is counted; a tally of another version is counted again."""


@dataclass(frozen=True, slots=True)
class EarlierWins:
    """What a player had reached with a deal before a result."""

    won: bool = False
    perfect: bool = False
    without_undo: bool = False

    def plus(self, result: Result) -> EarlierWins:
        """What they had reached with it as well."""
        if not result.is_won:
            return self
        return EarlierWins(
            won=True,
            perfect=self.perfect or result.is_perfect,
            without_undo=self.without_undo or not result.undos,
        )


@dataclass(slots=True)
class Tally:
    """What a player has reached with the results counted so far.

    The attributes that :class:`bot.models.play.Career` has too mean the same.

    Attributes:
        unaided_in_a_row: how many they have won since with neither hints nor odds.
        last_day_with_wins: the last of them; None without wins.
        deals_of_days: how many deals they won of each day that they won some of, but not all.
    """

    games: dict[str, GameRecord] = field(default_factory=dict)
    wins_in_a_row: int = 0
    most_wins_in_a_row: int = 0
    unaided_in_a_row: int = 0
    most_unaided_in_a_row: int = 0
    days_with_wins: int = 0
    last_day_with_wins: date | None = None
    days_won: set[date] = field(default_factory=set)
    daily_deals: int = 0
    perfect_days: int = 0
    goals_met: int = 0
    deals_of_days: dict[date, int] = field(default_factory=dict)
    full_days: int = 0

    def add(self, result: Result, earlier: EarlierWins) -> None:
        """Count a result; by house rules it counts for its game's record alone."""
        record = self.games.get(result.rules_id, GameRecord())
        in_a_row = record.wins_in_a_row + 1 if result.is_won else 0
        record = replace(
            record,
            played=record.played + 1,
            wins_in_a_row=in_a_row,
            most_wins_in_a_row=max(record.most_wins_in_a_row, in_a_row),
        )
        if result.is_won:
            record = _with_win(record, result, earlier)
        self.games[result.rules_id] = record
        if is_house_rules(result.rules_id):
            return
        is_unaided = result.is_won and not result.hints and not result.odds
        self.wins_in_a_row = self.wins_in_a_row + 1 if result.is_won else 0
        self.most_wins_in_a_row = max(self.most_wins_in_a_row, self.wins_in_a_row)
        self.unaided_in_a_row = self.unaided_in_a_row + 1 if is_unaided else 0
        self.most_unaided_in_a_row = max(self.most_unaided_in_a_row, self.unaided_in_a_row)
        if result.is_won:
            self._add_day(result)

    def career(self, races_won: int, days_nobody_could_play: frozenset[date]) -> Career:
        """What that makes, with the races they won and the days on which nobody could play."""
        return Career(
            games=dict(self.games),
            wins_in_a_row=self.wins_in_a_row,
            most_wins_in_a_row=self.most_wins_in_a_row,
            most_unaided_in_a_row=self.most_unaided_in_a_row,
            days_with_wins=self.days_with_wins,
            days_won=frozenset(self.days_won),
            days_nobody_could_play=days_nobody_could_play,
            daily_deals=self.daily_deals,
            perfect_days=self.perfect_days,
            goals_met=self.goals_met,
            full_days=self.full_days,
            races_won=races_won,
        )

    def _add_day(self, win: Result) -> None:
        day = win.finished_at.date()
        if day != self.last_day_with_wins:
            self.days_with_wins += 1
            self.last_day_with_wins = day
        if win.daily is not None:
            self.daily_deals += 1
            self.perfect_days += win.is_perfect
            self.goals_met += bool(win.goal_met)
            if not is_late(win.daily, win.started_at):
                self.days_won.add(win.daily)
        day_of_deal = win.daily or win.extra_day
        if day_of_deal is not None:
            # One result counts for each deal of a day.
            deals = self.deals_of_days.pop(day_of_deal, 0) + 1
            if deals == len(Slot):
                self.full_days += 1
            else:
                self.deals_of_days[day_of_deal] = deals


def _with_win(record: GameRecord, win: Result, earlier: EarlierWins) -> GameRecord:
    """A game's record with another win. A deal counts once, however often it is won."""
    moves, time = win.moves, win.played
    return replace(
        record,
        won=record.won + 1,
        perfect_wins=record.perfect_wins + win.is_perfect,
        total_moves=record.total_moves + moves,
        total_time=record.total_time + time,
        deals=record.deals + (not earlier.won),
        perfect=record.perfect + (win.is_perfect and not earlier.perfect),
        without_undo=record.without_undo + (not win.undos and not earlier.without_undo),
        fewest_moves=moves if record.fewest_moves is None else min(moves, record.fewest_moves),
        shortest=time if record.shortest is None else min(time, record.shortest),
        longest=time if record.longest is None else max(time, record.longest),
    )


TALLY: Final = TypeAdapter(Tally)
"""Writes and reads tallies as JSON."""


_PAGE: Final = 200
"""How many results are read at once; fewer are counted each time."""
_Wins = dict[tuple[str, int], EarlierWins]
"""What a player has reached by the rules and number of a deal."""


@dataclass(slots=True)
class _Counted:
    """A tally, and when the last game in it ended with its id; None before the first."""

    tally: Tally
    until: tuple[datetime, int] | None = None


async def load_career(database: Database, player_id: int) -> Career:
    """What a player has reached."""
    counted = await _count_up(database, player_id)
    async with database.reading() as connection:
        races_won = await _count_races_won(connection, player_id, None)
    return counted.tally.career(races_won, await days_nobody_could_play(database))


async def load_careers_around(
    database: Database, player_id: int, game_id: int
) -> tuple[Career, Career]:
    """What a player had reached before a game ended, and with it."""
    ended = select(results.c.finished_at).where(results.c.game_id == game_id)
    async with database.reading() as connection:
        before_races = await _count_races_won(connection, player_id, game_id)
        races_won = await _count_races_won(connection, player_id, None)
        end = (await connection.execute(ended)).scalar_one(), game_id
    counted = await _count_up(database, player_id, before=end)
    nobody_could_play = await days_nobody_could_play(database)
    before = counted.tally.career(before_races, nobody_could_play)
    async with database.reading() as connection:
        for result, earlier in await _results_after(connection, player_id, counted.until, limit=1):
            if result.game_id == game_id:
                counted.tally.add(result, earlier)
    return before, counted.tally.career(races_won, nobody_could_play)


async def is_career_right(database: Database, player_id: int) -> bool:
    """Whether what was counted of a player's results is what they come to."""
    counted, wins = _Counted(Tally()), _Wins()
    async with database.reading() as connection:
        kept = await _load_counted(connection, player_id, None)
        while counted.until != kept.until:
            page = await _results_after(connection, player_id, counted.until, wins=wins)
            if not page:
                return False
            for result, earlier in page:
                counted.tally.add(result, earlier)
                counted.until = result.finished_at, result.game_id
                if counted.until == kept.until:
                    break
    return counted.tally == kept.tally


async def wrong_careers(database: Database) -> AsyncIterator[int]:
    """The players for whom something else was counted than their results come to."""
    async with database.reading() as connection:
        query = select(careers.c.player_id).where(careers.c.version == VERSION)
        players = (await connection.execute(query)).scalars().all()
    for player_id in players:
        if not await is_career_right(database, player_id):
            yield player_id


async def uncounted_players(database: Database, least: int) -> list[int]:
    """The players of so many results at least of which nothing is counted, most results first."""
    player = results.c.player_id
    counted = exists().where(careers.c.player_id == player, careers.c.version == VERSION)
    many = select(player).group_by(player).having(func.count() >= least, ~counted)
    async with database.reading() as connection:
        return list(await connection.scalars(many.order_by(func.count().desc(), player)))


async def _count_up(
    database: Database, player_id: int, *, before: tuple[datetime, int] | None = None
) -> _Counted:
    """Count a player's results, all of them or those before the end of a game."""
    async with database.reading() as connection:
        counted = await _load_counted(connection, player_id, before)
    wins = _Wins() if counted.until is None else None
    saved: tuple[str, tuple[datetime, int]] | None = None
    is_last = False
    while not is_last:
        # A transaction each, so that others have their turn.
        async with database.reading() as connection:
            page = await _results_after(
                connection, player_id, counted.until, before=before, wins=wins
            )
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
    wins: _Wins | None = None,
) -> list[tuple[Result, EarlierWins]]:
    """The next results of a player that were played; unless wins are given, they are looked up."""
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
    if wins is not None:
        flags = {}
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
    found = []
    for row in (await connection.execute(query)).mappings():
        result = result_from(row)
        reached = EarlierWins(**{name: row[f"earlier_{name}"] for name in flags})
        if wins is not None:
            deal = result.rules_id, result.deal_number
            reached = wins.get(deal, EarlierWins())
            wins[deal] = reached.plus(result)
        found.append((result, reached))
    return found


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
    """How many races a player has won alone, perhaps without that of a game."""
    others = racers.alias()
    is_shared = exists().where(
        others.c.race_id == racers.c.race_id, others.c.id != racers.c.id, others.c.place == 1
    )
    # Those who did not play on to the end win no race, even if all did so.
    won = select(func.count()).where(
        racers.c.player_id == player_id,
        racers.c.place == 1,
        racers.c.outcome.in_((RacerOutcome.WON, RacerOutcome.UNFINISHED)),
        ~is_shared,
        ~exists().where(races.c.id == racers.c.race_id, by_house_rules(races.c.rules_id)),
    )
    if without_game is not None:
        won = won.where(racers.c.game_id.is_distinct_from(without_game))
    total: int = (await connection.execute(won)).scalar_one()
    return total
