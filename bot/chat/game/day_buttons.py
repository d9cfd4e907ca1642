"""The buttons that lead from a game of a day to its other deals, its result and its month."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.chat.components import button
from bot.chat.messages.formatting import game_title
from bot.i18n import _
from bot.models import Slot

if TYPE_CHECKING:
    from bot.chat.components import Component
    from bot.models import DailyDeal
    from bot.service import GameSnapshot


def deal_route(slot: Slot) -> str:
    """The route that opens one of today's deals."""
    return "daily:play" if slot is Slot.HEADLINE else f"daily:extra:{slot.value}"


def next_deal_button(deal: DailyDeal) -> Component:
    """The button that opens the next of today's deals."""
    label = _("Next: {game}", game=game_title(deal.rules_id))
    return button(deal_route(deal.slot), label, emoji="🃏", style=ButtonStyle.primary)


def after_day_button(snapshot: GameSnapshot) -> Component:
    """The button under a finished game of a day: its result, all deals of today, or the month."""
    if not snapshot.is_secret:
        return button("daily:calendar", _("My month"), emoji="📅")
    if snapshot.slot is Slot.HEADLINE:
        return button("daily:result", _("My result"), emoji="📅")
    return button("daily:today", _("Today's deals"), emoji="📅")
