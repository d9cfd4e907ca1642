"""Presses on the page of today's deals, and the deals beside the headline."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from bot.chat.components import on_press
from bot.chat.daily.today_views import extra_again_notice, extra_notice, today_view
from bot.chat.game.boards import board_reply
from bot.chat.game.way_back import offers_way_back
from bot.chat.responding.visibility import boards_are_private
from bot.models import Slot
from bot.service import NotMissed, NotReady
from engine.errors import excerpt

if TYPE_CHECKING:
    from bot.chat.context import Context
    from bot.chat.messages.replies import Reply


def parse_day(text: str) -> date:
    """A day as typed, or as chosen from the list.

    Raises:
        NotMissed: if it is no date.

    >>> parse_day(" 2026-11-03 ")
    datetime.date(2026, 11, 3)
    """
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise NotMissed(
            "“{text}” is no day; choose one from the list, or type it like {example}.",
            text=excerpt(text),
            example="2026-11-03",
        ) from None


def parse_slot(text: str) -> Slot:
    """One of a day's deals, as chosen from the list.

    Raises:
        NotReady: if it is none.

    >>> parse_slot("Spider")
    <Slot.SPIDER: 'spider'>
    """
    try:
        return Slot(text.strip().casefold())
    except ValueError:
        raise NotReady(
            "“{text}” is none of today's deals; choose one from the list.", text=excerpt(text)
        ) from None


@on_press("daily:today", updates=False, private=True)
async def show_today(context: Context) -> Reply:
    """Show all of today's deals."""
    daily = context.services.daily
    headline = await daily.deal()
    statuses = await daily.deals_today(context.player)
    ranks = {
        status.deal.slot: await daily.rank(status.result)
        for status in statuses
        if status.result is not None
    }
    return today_view(statuses, ranks, headline)


@on_press("daily:extra:{slot}", updates=False, private=True)
@offers_way_back
async def play_extra(context: Context, slot: str) -> Reply:
    """Show the board of a deal beside the headline, or all deals if the player has its result."""
    return await _play(context, parse_slot(slot), again=False)


@on_press("daily:again:{slot}", updates=False, private=True)
@offers_way_back
async def play_extra_again(context: Context, slot: str) -> Reply:
    """Deal such a deal again for fun."""
    return await _play(context, parse_slot(slot), again=True)


async def _play(context: Context, slot: Slot, *, again: bool) -> Reply:
    daily = context.services.daily
    status = await daily.deal_status(context.player, slot)
    has_result = status.result is not None
    if has_result and not again and status.game_id is None:
        return await show_today(context)
    snapshot = await daily.play(context.player, context.place, slot=slot, again=has_result)
    notice = extra_again_notice(status.deal) if has_result else extra_notice(status.deal)
    return await board_reply(context, snapshot, notice=notice)


@on_press("daily:deal:{day}:{slot}", updates=False, private=boards_are_private)
@offers_way_back
async def play_shared_extra(context: Context, day: str, slot: str) -> Reply:
    """Deal such a deal that somebody shared: as today's on its day, else by its number."""
    daily, chosen = context.services.daily, parse_day(day)
    if chosen == daily.today():
        return replace(await _play(context, parse_slot(slot), again=False), private=True)
    deal = await daily.deal(chosen, parse_slot(slot))
    snapshot = await context.services.games.start(
        context.player, deal.rules_id, deal.deal_number, context.place, winnable=True
    )
    return await board_reply(context, snapshot)
