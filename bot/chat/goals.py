"""The goals of days' deals as players read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n import _, translate
from bot.service.replay import goal_of
from engine import rules_of
from engine.goals import GoalStatus

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
        # As short as the other, so that the picture below stays where it is.
        return "🎯 " + _("~~{goal}~~ Undo to get it back.", goal=sentence)
    return f"🎯 {sentence}"


def result_goal(deal: DailyDeal, result: Result) -> str:
    """The line that says whether a result met its deal's goal; empty without a goal."""
    goal = goal_of(deal.goal)
    if goal is None or result.goal_met is None:
        return ""
    sentence = translate(goal.sentence(rules_of(deal.rules_id)))
    return _judged(sentence, is_met=result.goal_met)


def _judged(sentence: str, *, is_met: bool) -> str:
    if is_met:
        return "🎯 " + _("**Goal met:** {goal}", goal=sentence)
    return "🎯 " + _("Goal missed: {goal}", goal=sentence)
