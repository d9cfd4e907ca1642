"""How a player stands with the deals of a day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.models import DailyDeal, Result, Slot
from bot.service.streaks import Streak


@dataclass(frozen=True, slots=True)
class DealStatus:
    """A player's progress with one of a day's deals.

    Attributes:
        deal: the deal.
        game_id: their unfinished game of it, if any.
        result: their result, if any.
    """

    deal: DailyDeal
    game_id: int | None
    result: Result | None


@dataclass(frozen=True, slots=True)
class DailyStatus(DealStatus):
    """A player's progress with the headline of a day.

    Attributes:
        streak: their streak of days won.
    """

    streak: Streak


def next_deal(statuses: Sequence[DealStatus], slot: Slot) -> DailyDeal | None:
    """The deal to play after another: the first after it without a result, from the start again.

    Args:
        statuses: how a player stands with each deal.
        slot: the deal played last.
    """
    slots = list(Slot)
    open_deals = [status.deal for status in statuses if status.result is None]
    after = slots.index(slot) + 1
    order = slots[after:] + slots[:after]
    return min(open_deals, key=lambda deal: order.index(deal.slot), default=None)
