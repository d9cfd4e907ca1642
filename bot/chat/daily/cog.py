"""The commands and presses of the daily deal."""

from __future__ import annotations

import functools
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.chat.autocomplete import in_time
from bot.chat.channels.live_boards import is_member
from bot.chat.components import on_press
from bot.chat.daily.month_views import coming_view, month_chart, month_view
from bot.chat.daily.today import parse_day, parse_slot, play_extra, show_today
from bot.chat.daily.today_views import deal_choice
from bot.chat.daily.views import (
    PERIODS,
    again_notice,
    daily_notice,
    leaderboard_view,
    missed_notice,
    missed_title,
    result_view,
    shared_result,
)
from bot.chat.game.boards import board_reply
from bot.chat.game.way_back import offers_way_back
from bot.chat.messages.limits import MAX_OPTIONS
from bot.chat.messages.replies import text_reply
from bot.chat.pictures import draw_chart
from bot.chat.responding.responses import respond
from bot.chat.responding.visibility import boards_are_private
from bot.chat.search import fuzzy_find
from bot.i18n import _
from bot.models import Slot
from bot.service import MIN_STREAK, NotMissed, Period

if TYPE_CHECKING:
    from bot.chat.context import Context, Interaction
    from bot.chat.messages.replies import Reply


class DailyCog(
    commands.GroupCog, name="daily", description="One deal a day, the same for everybody."
):
    """The daily deal."""

    @app_commands.command(description="Play today's deal, or see how you did.")
    @app_commands.describe(
        day="A day you missed, of this month or the last", deal="Another of today's deals"
    )
    async def play(
        self, interaction: Interaction, day: str | None = None, deal: str | None = None
    ) -> None:
        """Show today's board, or the player's result; or the board of another day or deal."""
        if day is not None:
            past = functools.partial(_play_missed, day=day, deal=deal)
            await respond(interaction, past, private=boards_are_private)
        elif deal is not None:
            await respond(interaction, functools.partial(_play_deal, deal=deal), private=True)
        else:
            await respond(interaction, _play, private=True)

    @play.autocomplete("day")
    @in_time
    async def _missed(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        missed = await interaction.client.services.daily.missed(interaction.user.id)
        named = [Choice(name=missed_title(deal), value=deal.day.isoformat()) for deal in missed]
        found = fuzzy_find(typed, [((one.name, one.value), one) for one in named])
        return found[:MAX_OPTIONS]

    @play.autocomplete("deal")
    @in_time
    async def _deals(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        statuses = await interaction.client.services.daily.deals_today(interaction.user.id)
        named = [Choice(name=deal_choice(one), value=one.deal.slot.value) for one in statuses]
        found = fuzzy_find(typed, [((one.name, one.value), one) for one in named])
        return found[:MAX_OPTIONS]

    @app_commands.command(description="See all of today's deals, and play another.")
    async def today(self, interaction: Interaction) -> None:
        """Show all of today's deals."""
        await respond(interaction, show_today, private=True)

    @app_commands.command(description="See this server's leaderboard.")
    @app_commands.describe(period="Which days to rank", page="Which page of the leaderboard")
    @app_commands.choices(
        period=[
            Choice(name=app_commands.locale_str(title), value=period.value)
            for period, title in PERIODS.items()
        ]
    )
    async def board(
        self,
        interaction: Interaction,
        period: str = Period.TODAY.value,
        page: app_commands.Range[int, 1, 100_000] = 1,
    ) -> None:
        """Show the guild's leaderboard."""
        handler = functools.partial(_leaderboard, period=Period(period), page=page)
        await respond(interaction, handler, private=True)

    @app_commands.command(
        description="See your month: days won, its badge, and days you can still play."
    )
    async def calendar(self, interaction: Interaction) -> None:
        """Show the player's current month."""
        await respond(interaction, _calendar, private=True)


@on_press("daily:play", updates=False, private=True)
@offers_way_back
async def _play(context: Context) -> Reply:
    daily = context.services.daily
    status = await daily.status(context.player)
    if status.result is not None and status.game_id is None:
        return await _result(context)
    again = status.result is not None
    notice = again_notice(status.deal) if again else daily_notice(status)
    snapshot = await daily.play(context.player, context.place, again=again)
    if not again and not boards_are_private(context) and is_member(context.interaction):
        await context.services.daily_progress.follow(snapshot)
    return await board_reply(context, snapshot, notice=notice)


async def _play_deal(context: Context, deal: str) -> Reply:
    slot = parse_slot(deal)
    return await (_play(context) if slot is Slot.HEADLINE else play_extra(context, slot.value))


@offers_way_back
async def _play_missed(context: Context, day: str, deal: str | None = None) -> Reply:
    daily = context.services.daily
    chosen = parse_day(day)
    slot = Slot.HEADLINE if deal is None else parse_slot(deal)
    if chosen == daily.today():
        return replace(await _play_deal(context, slot.value), private=True)
    if slot is not Slot.HEADLINE:
        raise NotMissed("Of a day that is over, only the first deal can be played.")
    snapshot = await daily.play_missed(context.player, chosen, context.place)
    notice = missed_notice(snapshot, await daily.deal(chosen))
    return await board_reply(context, snapshot, notice=notice)


@on_press("daily:deal:{day}", updates=False, private=boards_are_private)
@offers_way_back
async def _play_shared(context: Context, day: str) -> Reply:
    """Deal a day's deal that somebody shared: as the daily deal on its day, else by its number."""
    daily = context.services.daily
    chosen = parse_day(day)
    if chosen == daily.today():
        return await _play(context)
    deal = await daily.deal(chosen)
    snapshot = await context.services.games.start(
        context.player, deal.rules_id, deal.deal_number, context.place, winnable=True
    )
    return await board_reply(context, snapshot)


@on_press("daily:again", updates=False, private=True)
@offers_way_back
async def _again(context: Context) -> Reply:
    daily = context.services.daily
    snapshot = await daily.play(context.player, context.place, again=True)
    return await board_reply(context, snapshot, notice=again_notice(await daily.deal()))


@on_press("daily:result", updates=False, private=True)
async def _result(context: Context) -> Reply:
    daily = context.services.daily
    status = await daily.status(context.player)
    if status.result is None:
        return _not_finished()
    # A streak passes this length once, and is then worth a reminder.
    reminders = context.services.reminders
    offers_reminders = (
        status.streak.current == MIN_STREAK
        and not (await reminders.settings(context.player)).are_on
    )
    statuses = await daily.deals_today(context.player)
    rank = await daily.rank(status.result)
    return result_view(status, status.result, rank, statuses, offers_reminders=offers_reminders)


@on_press("daily:share")
async def _share(context: Context) -> Reply:
    daily = context.services.daily
    status = await daily.status(context.player)
    if status.result is None:
        return _not_finished()
    statuses = await daily.deals_today(context.player)
    return shared_result(context.player, status, status.result, statuses)


def _not_finished() -> Reply:
    return text_reply(_("You have not finished today's deal yet. Type /daily play."))


@on_press("daily:table", updates=False, private=True)
async def _today(context: Context) -> Reply:
    return await _leaderboard(context, period=Period.TODAY, page=1)


@on_press("table:{period}:{page:int}{step}")
async def _turn_page(context: Context, period: str, page: int, step: str) -> Reply:
    known = Period(period) if period in {one.value for one in Period} else Period.TODAY
    # The page that is replaced is private already.
    return replace(await _leaderboard(context, period=known, page=page), private=False)


async def _leaderboard(context: Context, *, period: Period, page: int) -> Reply:
    if context.guild_id is None:
        return text_reply(_("Leaderboards are for servers. Type /daily board in one."))
    today = context.services.daily.today()
    leaderboard = await context.services.leaderboards.page(
        context.guild_id, context.player, period, today, page=page
    )
    return leaderboard_view(leaderboard, today)


@on_press("daily:calendar", updates=False, private=True)
async def _calendar(context: Context) -> Reply:
    return await _month_page(context, context.services.daily.today())


@on_press("daily:month:{day}")
async def _turn_to_month(context: Context, day: str) -> Reply:
    # The page that is replaced is private already.
    return replace(await _month_page(context, parse_day(day)), private=False)


async def _month_page(context: Context, day: date) -> Reply:
    month = await context.services.daily.month(context.player, day)
    return month_view(month, await draw_chart(context, month_chart(month)))


@on_press("daily:missed", updates=False, private=boards_are_private)
async def _choose_missed(context: Context, values: tuple[str, ...]) -> Reply:
    return await _play_missed(context, values[0])


@on_press("daily:coming", updates=False, private=True)
async def _coming(context: Context) -> Reply:
    return coming_view(context.services.daily.today())
