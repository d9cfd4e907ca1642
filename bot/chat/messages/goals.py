"""The goals of days' deals as players read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n import _, translate
from bot.service.replay import goal_of
from engine import rules_of
from engine.goals import GoalStatus, WithoutPile, would_fail

if TYPE_CHECKING:
    from bot.models import DailyDeal, Result
    from bot.service import GameSnapshot


def board_goal(snapshot: GameSnapshot) -> str:
    """The line on a board that states its goal and how the game stands with it; empty without."""
    if snapshot.goal is None:
        return ""
    sentence = translate(snapshot.goal.sentence(snapshot.game.rules))
    if snapshot.state.is_final:
        return _judged(sentence, is_met=snapshot.goal_status is GoalStatus.MET)
    if snapshot.goal_status is GoalStatus.FAILED:
        # In small letters it stays a line on a phone, so that the picture stays where it is.
        return "-# 🎯 " + _("~~{goal}~~ Undo to get it back.", goal=sentence)
    return f"🎯 {sentence}"


def avoided_pile(snapshot: GameSnapshot) -> str | None:
    """The pile that the goal of a game in play is to do without, if it is that kind of goal."""
    if snapshot.state.is_final or not isinstance(snapshot.goal, WithoutPile):
        return None
    return snapshot.goal.pile


def missed_word(snapshot: GameSnapshot) -> str:
    """What to say if a game's last move has just missed its goal; else empty."""
    goal, moves = snapshot.goal, snapshot.game.moves
    if goal is None or not moves:
        return ""
    before = snapshot.game.copy()
    before.undo()
    return board_goal(snapshot) if would_fail(goal, before, moves[-1]) else ""


def deal_goal(deal: DailyDeal, result: Result | None) -> str:
    """The line that states a deal's goal, and whether a result met it; empty without a goal."""
    goal = goal_of(deal.goal)
    if goal is None:
        return ""
    sentence = translate(goal.sentence(rules_of(deal.rules_id)))
    return f"🎯 {sentence}" if result is None else _judged(sentence, is_met=bool(result.goal_met))


def _judged(sentence: str, *, is_met: bool) -> str:
    if is_met:
        return "🎯 " + _("**Goal met:** {goal}", goal=sentence)
    return "🎯 " + _("Goal missed: {goal}", goal=sentence)
