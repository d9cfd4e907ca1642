"""Figures of the whole bot, for whoever runs it. They read every game there is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func, select, text

from bot.models.contest_deals import ContestKind
from bot.models.contests import RaceState, TournamentKind
from bot.store.contests.schema import contests
from bot.store.database.connection import Database
from bot.store.guilds.schema import guild_players
from bot.store.play.results import count_if, is_won, was_played
from bot.store.play.schema import games, results

_DAYS: Final = (1, 7, 30)
"""How many days back it is looked for what is recent."""
_POPULAR: Final = 10
"""How many games are named."""
_SIZE: Final = {
    True: "SELECT pg_database_size(current_database())",
    False: "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
}


@dataclass(frozen=True, slots=True)
class Recent:
    """What was finished in some time."""

    games: int
    players: int


@dataclass(frozen=True, slots=True)
class Totals:
    """Figures of the whole bot: ``recent`` by days, ``popular`` games by rules id."""

    players: int
    guilds: int
    games: int
    actions: int
    finished: int
    won: int
    recent: Mapping[int, Recent]
    races: int
    tournaments: int
    popular: Mapping[str, int]
    size: int


async def load_totals(database: Database, now: datetime) -> Totals:
    """Count everything."""
    dealt = select(
        func.count(),
        func.count(games.c.player_id.distinct()).filter(games.c.player_id > 0),
        func.coalesce(func.sum(games.c.version), 0),
    )
    finished = select(func.count(), count_if(is_won)).select_from(results).where(was_played)
    raced = select(
        select(func.count())
        .where(
            contests.c.kind.in_((ContestKind.TABLE, ContestKind.CHALLENGE)),
            contests.c.state == RaceState.FINISHED,
        )
        .scalar_subquery(),
        select(func.count()).where(contests.c.kind.in_(list(TournamentKind))).scalar_subquery(),
        select(func.count(guild_players.c.guild_id.distinct())).scalar_subquery(),
    )
    count = func.count().label("games")
    popular = (
        select(results.c.rules_id, count)
        .where(was_played)
        .group_by(results.c.rules_id)
        .order_by(count.desc(), results.c.rules_id)
        .limit(_POPULAR)
    )
    async with database.reading() as connection:
        game_count, players, actions = (await connection.execute(dealt)).one()
        finished_count, won = (await connection.execute(finished)).one()
        race_count, tournament_count, guilds = (await connection.execute(raced)).one()
        recent = {}
        for number in _DAYS:
            since = results.c.finished_at > now - timedelta(days=number)
            query = select(func.count(), func.count(results.c.player_id.distinct()))
            recent[number] = Recent(
                *(await connection.execute(query.where(since, was_played))).one()
            )
        return Totals(
            players=players,
            guilds=guilds,
            games=game_count,
            actions=int(actions),
            finished=finished_count,
            won=won,
            recent=recent,
            races=race_count,
            tournaments=tournament_count,
            popular={row.rules_id: row.games for row in await connection.execute(popular)},
            size=(await connection.execute(text(_SIZE[database.is_postgresql]))).scalar_one(),
        )
