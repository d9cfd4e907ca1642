"""What a player reached with a win."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.models import PERFECT_GAME, WinContext
from bot.service.achievements import Achievement
from bot.service.models import GameSnapshot

_MIN_GUILD_WINS: Final = 5
_MIN_GUILD_PLAYERS: Final = 2
"""How many wins by how many players an average stands for."""


@dataclass(frozen=True, slots=True)
class WinSummary:
    """What a player reached with a win.

    Attributes:
        is_perfect: whether it was a perfect game.
        beaten_moves: the player's fewest moves before, where this win took fewer; else None.
        beaten_time: the player's least time before, where this win took less; else None.
        wins_in_a_row: how many times in a row the player has won the game.
        days_in_a_row: how many days in a row the player has won the day's deal; 0 where the win
            counts for no day.
        beaten_average: the average time of the server's last wins, where this win took less; None
            otherwise, or with too few wins to compare.
        has_played_today: whether the player has a result for today's deal.
        badges: the badges it earned, the most demanding first.
    """

    is_perfect: bool = False
    beaten_moves: int | None = None
    beaten_time: timedelta | None = None
    wins_in_a_row: int = 1
    days_in_a_row: int = 0
    beaten_average: timedelta | None = None
    has_played_today: bool = False
    badges: tuple[Achievement, ...] = ()


def summarize_win(
    snapshot: GameSnapshot,
    context: WinContext,
    days_in_a_row: int,
    badges: tuple[Achievement, ...],
) -> WinSummary:
    """What a player reached with a win.

    Args:
        snapshot: the won game.
        context: what the win is compared with.
        days_in_a_row: how many days in a row the player has won, if the win counts for a day.
        badges: the badges that the win earned.
    """
    moves, time = len(snapshot.game.moves), snapshot.elapsed
    fewest, shortest = context.fewest_moves, context.shortest
    average = context.guild_average
    is_typical = (
        context.guild_wins >= _MIN_GUILD_WINS and context.guild_players >= _MIN_GUILD_PLAYERS
    )
    return WinSummary(
        is_perfect=_is_perfect(snapshot),
        beaten_moves=fewest if fewest is not None and moves < fewest else None,
        beaten_time=shortest if shortest is not None and _is_shorter(time, shortest) else None,
        wins_in_a_row=context.wins_in_a_row,
        days_in_a_row=days_in_a_row,
        beaten_average=average
        if is_typical and average is not None and _is_shorter(time, average)
        else None,
        has_played_today=context.has_played_today,
        badges=badges,
    )


def _is_perfect(snapshot: GameSnapshot) -> bool:
    return all(getattr(snapshot, name) == value for name, value in PERFECT_GAME.items())


def _is_shorter(time: timedelta, other: timedelta) -> bool:
    """Whether a time is shorter by a second or more, as players read times."""
    return int(time.total_seconds()) < int(other.total_seconds())
