"""What a win is compared with: its player's earlier results, and those of a server."""

from __future__ import annotations

from datetime import date
from typing import Final

from sqlalchemy import cast, func, or_, select

from bot.models import WinContext, is_late
from bot.store.conditions import is_won, was_played
from bot.store.connection import Database
from bot.store.leaderboard_visibility import is_not_hidden
from bot.store.schema import Span, results

RECENT_WINS: Final = 1000
"""How many of a server's last wins of a game make its average."""


async def load_win_context(
    database: Database,
    game_id: int,
    guild_id: int | None,
    today: date,
    *,
    recent_wins: int = RECENT_WINS,
) -> WinContext:
    """What a win is compared with, in a fixed number of queries.

    Args:
        database: an open database.
        game_id: a won game.
        guild_id: the server to compare it with; None for none.
        today: the current day in UTC.
        recent_wins: how many of the server's last wins to compare it with.

    Raises:
        StoreUnavailable: if the database fails.
    """
    column, times = results.c, results.c.played_ms
    # No server has the id 0.
    guild_id = guild_id or 0
    fields = (column.player_id, column.rules_id, column.daily, column.started_at)
    win = select(*fields).where(column.game_id == game_id)
    async with database.reading() as connection:
        player_id, rules_id, daily, started_at = (await connection.execute(win)).one()
        of_player = column.player_id == player_id
        other_wins = is_won & (column.rules_id == rules_id) & (column.game_id != game_id)
        own = select(func.min(column.moves), func.min(times)).where(of_player, other_wins)
        fewest_moves, shortest = (await connection.execute(own)).one()
        # PostgreSQL sums bigints to decimals.
        recent = (
            select(column.player_id, times)
            .where(
                column.guild_id == guild_id, is_not_hidden(guild_id, column.player_id), other_wins
            )
            .order_by(column.finished_at.desc())
            .limit(recent_wins)
            .subquery()
            .c
        )
        guild = select(
            func.count(),
            func.count(recent.player_id.distinct()),
            cast(func.sum(recent.played_ms), Span),
        )
        guild_wins, guild_players, guild_time = (await connection.execute(guild)).one()
        own_games = of_player & (column.rules_id == rules_id) & was_played
        last_loss = select(func.max(column.finished_at)).where(own_games, ~is_won).scalar_subquery()
        in_a_row = select(func.count()).where(
            own_games, is_won, or_(last_loss.is_(None), column.finished_at > last_loss)
        )
        todays = select(func.count()).where(of_player, column.daily == today)
        return WinContext(
            fewest_moves=fewest_moves,
            shortest=shortest,
            wins_in_a_row=(await connection.execute(in_a_row)).scalar_one(),
            guild_wins=guild_wins,
            guild_players=guild_players,
            guild_average=guild_time / guild_wins if guild_wins else None,
            counts_for_day=daily is not None and not is_late(daily, started_at),
            has_played_today=bool((await connection.execute(todays)).scalar_one()),
        )
