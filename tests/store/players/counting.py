"""Careers counted in Python, result by result, for the queries to be compared with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta

from bot.models.daily import Slot
from bot.models.results import Career, GameRecord, Result, is_late
from engine.house_rules import is_house_rules


def career_of(found: Sequence[Result]) -> Career:
    """What some results of a player come to, without races."""
    played = [one for one in found if one.is_won or one.moves or one.undos]
    played.sort(key=lambda one: (one.finished_at, one.game_id))
    counting = [one for one in played if not is_house_rules(one.rules_id)]
    wins = [one for one in counting if one.is_won]
    days = [one for one in wins if one.slot is Slot.HEADLINE]
    deals = Counter(one.day for one in wins if one.day)
    current, most = in_a_row(counting, lambda one: one.is_won)
    _, unaided = in_a_row(counting, lambda one: one.is_won and not one.hints and not one.odds)
    return Career(
        games={
            rules_id: record_of([one for one in played if one.rules_id == rules_id])
            for rules_id in {one.rules_id for one in played}
        },
        wins_in_a_row=current,
        most_wins_in_a_row=most,
        most_unaided_in_a_row=unaided,
        days_with_wins=len({one.finished_at.date() for one in wins}),
        days_won=frozenset(
            one.day for one in wins if one.day and not is_late(one.day, one.started_at)
        ),
        daily_deals=len(days),
        perfect_days=sum(one.is_perfect for one in days),
        goals_met=sum(one.goal_met is True for one in days),
        full_days=sum(count == len(Slot) for count in deals.values()),
    )


def record_of(played: Sequence[Result]) -> GameRecord:
    """The record of the results of one game, in order."""
    wins = [one for one in played if one.is_won]
    current, most = in_a_row(played, lambda one: one.is_won)
    times = [one.played for one in wins]
    return GameRecord(
        played=len(played),
        won=len(wins),
        perfect_wins=sum(one.is_perfect for one in wins),
        total_moves=sum(one.moves for one in wins),
        total_time=sum(times, timedelta()),
        wins_in_a_row=current,
        most_wins_in_a_row=most,
        deals=len({one.deal_number for one in wins}),
        perfect=len({one.deal_number for one in wins if one.is_perfect}),
        without_undo=len({one.deal_number for one in wins if not one.undos}),
        fewest_moves=min((one.moves for one in wins), default=None),
        shortest=min(times, default=None),
        longest=max(times, default=None),
    )


def in_a_row(played: Sequence[Result], counts: Callable[[Result], bool]) -> tuple[int, int]:
    """How many of the last results meet a condition, and how many in a row at most."""
    current = most = 0
    for one in played:
        current = current + 1 if counts(one) else 0
        most = max(most, current)
    return current, most
