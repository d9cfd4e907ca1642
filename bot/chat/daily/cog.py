"""The commands and presses of the daily deal."""

from __future__ import annotations

import functools
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.chat.daily.month_views import (
    COMING_DAYS,
    coming_view,
    missed_question,
    month_chart,
    month_view,
)
from bot.chat.daily.reminders import ask_for_reminders, complete_time_zone, remind
from bot.chat.daily.today_views import deal_choice, extra_again_notice, extra_notice, today_view
from bot.chat.daily.views import (
    PERIODS,
    again_notice,
    daily_notice,
    leaderboard_view,
    missed_notice,
    missed_title,
    over_notice,
    result_view,
    shared_result,
)
from bot.chat.games.pictures import draw_chart, draw_games
from bot.chat.play.boards import board_reply, offers_resume
from bot.chat.responding.audience import boards_are_private
from bot.chat.responding.components import NotOffered, on_press
from bot.chat.responding.replies import Unclear, text_reply
from bot.chat.responding.responses import respond
from bot.chat.responding.search import (
    exact_find,
    fuzzy_choices,
    in_time,
    meant,
    normalized_words,
    typed_words,
)
from bot.chat.responding.shown_pages import show_page
from bot.i18n import LANGUAGES, _, long_day, use_locale, weekday
from bot.models.daily import Slot
from bot.service.daily.daily import Daily, NotMissed
from bot.service.daily.leaderboards import Leaderboards, Period
from bot.service.players.reminders import MIN_STREAK, Reminders
from bot.wording.formatting import game_title

if TYPE_CHECKING:
    from bot.chat.responding.context import Context, Interaction
    from bot.chat.responding.replies import Reply


_MOST_MISSED: Final = 62
"""Days of this month and the last."""


def parse_day(text: str) -> date:
    """The day of a button or a list.

    >>> parse_day("2026-11-03")
    datetime.date(2026, 11, 3)
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NotOffered from None


def typed_day(text: str, today: date) -> date | None:
    """The day that a text names as the bot writes it in any language; None if it names none.

    >>> typed_day("Sun 1 Nov", date(2026, 11, 3)), typed_day("1. November 2026", date(2026, 11, 3))
    (datetime.date(2026, 11, 1), datetime.date(2026, 11, 1))
    """
    words = typed_words(text.partition("·")[0])
    for day in (today - timedelta(days=ago) for ago in range(_MOST_MISSED)):
        for language in LANGUAGES:
            with use_locale(language):
                forms = (day.isoformat(), weekday(day), long_day(day))
            if words in [normalized_words(form) for form in forms]:
                return day
    return None


def parse_slot(text: str) -> Slot:
    """One of a day's deals, by the name that buttons and lists have for it.

    >>> parse_slot("spider")
    <Slot.SPIDER: 'spider'>
    """
    try:
        return Slot(text)
    except ValueError:
        raise NotOffered from None


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
        if day is None and deal is None:
            await respond(interaction, _play, private=True)
            return
        is_private = boards_are_private if day is not None else True
        typed = functools.partial(_play_typed, day=day, deal=deal)
        await respond(interaction, typed, private=is_private)

    @play.autocomplete("day")
    @in_time
    async def _missed(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        missed = await interaction.client.services[Daily].missed(interaction.user.id)
        named = (Choice(name=missed_title(deal), value=deal.day.isoformat()) for deal in missed)
        return fuzzy_choices(typed, named)

    @play.autocomplete("deal")
    @in_time
    async def _deals(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        statuses = await interaction.client.services[Daily].deals_of_day(interaction.user.id)
        named = (Choice(name=deal_choice(one), value=one.deal.slot.value) for one in statuses)
        return fuzzy_choices(typed, named)

    @app_commands.command(description="See all of today's deals, and play another.")
    async def today(self, interaction: Interaction) -> None:
        """Show all of today's deals."""
        await respond(interaction, _today, private=True)

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
        handler = functools.partial(_leaderboard, period=period, page=page)
        await respond(interaction, handler, private=True)

    @app_commands.command(
        description="See your month: days won, its badge, and days you can still play."
    )
    async def calendar(self, interaction: Interaction) -> None:
        """Show the player's current month."""
        await respond(interaction, _calendar, private=True)

    @app_commands.command(
        description="Be reminded of the day's deal by direct message, at an hour you choose."
    )
    @app_commands.describe(
        hour="The hour on your clock, 0 to 23",
        zone="Where you are: a city, a country, UTC+5:30, or the time there now",
    )
    @app_commands.autocomplete(zone=complete_time_zone)
    async def remind(
        self,
        interaction: Interaction,
        hour: app_commands.Range[int, 0, 23] | None = None,
        zone: str | None = None,
    ) -> None:
        """Set the reminder of the day's deal; without options, show a form of all reminders."""
        is_given = hour is not None or zone is not None
        handler = functools.partial(remind, hour=hour, zone=zone) if is_given else ask_for_reminders
        await respond(interaction, handler, private=True)


@on_press("daily:today", updates=False, private=True)
async def _today(context: Context, typed: str = "") -> Reply:
    """Show today's deals, to choose from where none is called as somebody typed."""
    daily = context.services[Daily]
    headline = await daily.deal()
    statuses = await daily.deals_of_day(context.player)
    thumbnails = await draw_games(context, (status.deal.rules_id for status in statuses))
    is_quiet = context.preferences.quiet
    return today_view(statuses, headline, typed, thumbnails=thumbnails, is_quiet=is_quiet)


@on_press("daily:play", updates=False, private=True)
@offers_resume
async def _play(context: Context) -> Reply:
    """Show the board of today's deal, or what became of it if the player has its result."""
    return await _play_slot(context, Slot.HEADLINE)


@on_press("daily:again:{day}:{slot}", updates=False, private=True)
@offers_resume
async def _again(context: Context, day: str, slot: str) -> Reply:
    """Deal a day's deal again for fun."""
    chosen = parse_day(day)
    if chosen == context.services[Daily].today():
        return await _play_slot(context, parse_slot(slot), again=True)
    return await _play_over(context, chosen, parse_slot(slot))


async def _play_slot(context: Context, slot: Slot, *, again: bool = False) -> Reply:
    daily, is_headline = context.services[Daily], slot is Slot.HEADLINE
    status = await daily.deal_status(context.player, slot)
    has_result = status.result is not None
    if has_result and not again and status.game_id is None:
        return await (_result(context, str(status.deal.day)) if is_headline else _today(context))
    snapshot = await daily.play(context.player, context.place, slot=slot, again=has_result)
    if not is_headline:
        notice = extra_again_notice(status.deal) if has_result else extra_notice(status.deal)
    elif has_result:
        notice = again_notice(status.deal)
    else:
        streak = None if context.preferences.quiet else await daily.streak(context.player)
        notice = daily_notice(status.deal, streak)
    return await board_reply(context, snapshot, notice=notice)


@offers_resume
async def _play_typed(context: Context, day: str | None, deal: str | None) -> Reply:
    """Play the deal that is named by words, or ask which is meant."""
    daily = context.services[Daily]
    chosen = daily.today() if day is None else await _day_meant(context, day)
    slot = Slot.HEADLINE if deal is None else await _slot_meant(context, chosen, deal)
    return await _play_day(context, chosen, slot)


async def _day_meant(context: Context, text: str) -> date:
    """The day that a text names; else which missed one it means is asked."""
    daily = context.services[Daily]
    day = typed_day(text, daily.today())
    if day is not None:
        return day
    named = [((missed_title(one),), one) for one in await daily.missed(context.player)]
    return meant(text, named, functools.partial(missed_question, text)).day


async def _slot_meant(context: Context, day: date, text: str) -> Slot:
    """The slot of a day's deal by its name or its game's title; else it is asked."""
    name = text.partition("·")[0]
    slot = exact_find(name, [((one.value,), one) for one in Slot])
    if slot is None:
        deals = await context.services[Daily].deals_of_day(context.player, day)
        titled = [((game_title(one.deal.rules_id),), one.deal.slot) for one in deals]
        slot = exact_find(name, titled)
    if slot is None:
        raise Unclear(await _today(context, typed=text))
    return slot


async def _play_day(context: Context, day: date, slot: Slot = Slot.HEADLINE) -> Reply:
    daily = context.services[Daily]
    if day == daily.today():
        return replace(await _play_slot(context, slot), private=True)
    if slot is not Slot.HEADLINE:
        if (await daily.deal_status(context.player, slot, day)).game_id is not None:
            return await _play_over(context, day, slot)
        raise NotMissed("Once a day is over, only its first deal can still be played.")
    snapshot = await daily.play_missed(context.player, day, context.place)
    notice = missed_notice(snapshot, await daily.deal(day))
    return await board_reply(context, snapshot, notice=notice)


@on_press("daily:deal:{day}", updates=False, private=boards_are_private)
@on_press("daily:deal:{day}:{slot}", updates=False, private=boards_are_private)
@offers_resume
async def _play_shared(context: Context, day: str, slot: str = Slot.HEADLINE.value) -> Reply:
    """Deal a day's deal that somebody shared: as today's on its day, else by its number."""
    daily, chosen = context.services[Daily], parse_day(day)
    if chosen == daily.today():
        return replace(await _play_slot(context, parse_slot(slot)), private=True)
    if await daily.deal(chosen, parse_slot(slot)) in await daily.missed(context.player):
        # So it counts for its month's badge.
        return await _play_day(context, chosen)
    return await _play_over(context, chosen, parse_slot(slot))


async def _play_over(context: Context, day: date, slot: Slot) -> Reply:
    """Go on with the deal of a day that is over, or deal it for fun."""
    snapshot = await context.services[Daily].play_over(context.player, day, slot, context.place)
    notice = over_notice(day) if snapshot.contest is None else ""
    return await board_reply(context, snapshot, notice=notice)


@on_press("daily:result:{day}", updates=False, private=True)
async def _result(context: Context, day: str) -> Reply:
    daily, chosen = context.services[Daily], parse_day(day)
    status = await daily.status(context.player, chosen)
    if status.result is None:
        return _not_finished()
    # A streak passes this length once, and is then worth a reminder.
    reminders = context.services[Reminders]
    is_quiet = context.preferences.quiet
    offers_reminders = (
        not is_quiet
        and status.streak.current == MIN_STREAK
        and not (await reminders.settings(context.player)).enabled
    )
    statuses = await daily.deals_of_day(context.player, chosen)
    compares = context.preferences.compared
    return result_view(
        status,
        status.result,
        statuses,
        today=daily.today(),
        comparison=await daily.compare(status.result) if compares else None,
        offers_reminders=offers_reminders,
        is_quiet=is_quiet,
    )


@on_press("daily:share:{day}")
async def _share(context: Context, day: str) -> Reply:
    daily, chosen = context.services[Daily], parse_day(day)
    status = await daily.status(context.player, chosen)
    if status.result is None:
        return _not_finished()
    statuses = await daily.deals_of_day(context.player, chosen)
    is_quiet = context.preferences.quiet
    return shared_result(context.player, status, status.result, statuses, is_quiet=is_quiet)


def _not_finished() -> Reply:
    return text_reply(_("You have not finished today's deal yet. Type /daily play."))


@on_press("show:table:{period}:{page:int}")
async def _show_leaderboard(context: Context, period: str, page: int) -> Reply:
    own = await _leaderboard(context, period=period, page=page)
    shown = await _leaderboard(context, period=period, page=page, is_own=False)
    return await show_page(context, own, shown)


@on_press("daily:table", updates=False, private=True)
@on_press("daily:table:{period}", updates=False, private=True)
@on_press("table:{period}:{page:int}{step}")
async def _leaderboard(
    context: Context, *, period: str = "", page: int = 1, step: str = "", is_own: bool = True
) -> Reply:
    if context.guild_id is None:
        return text_reply(_("Leaderboards are for servers. Type /daily board in one."))
    today = context.services[Daily].today()
    viewer = context.player if is_own else 0
    known = next((one for one in Period if one.value == period), Period.TODAY)
    ranking = await context.services[Leaderboards].page(
        context.guild_id, viewer, known, today, page=page
    )
    return leaderboard_view(ranking, known, today, is_own=is_own)


@on_press("daily:calendar", updates=False, private=True)
@on_press("daily:month:{day}", in_place=True)
async def _calendar(context: Context, day: str = "") -> Reply:
    daily = context.services[Daily]
    month = await daily.month(context.player, parse_day(day) if day else daily.today())
    is_quiet = context.preferences.quiet
    picture = await draw_chart(context, month_chart(month, is_quiet=is_quiet))
    return month_view(month, picture, is_quiet=is_quiet)


@on_press("daily:missed", updates=False, private=boards_are_private)
@offers_resume
async def _choose_missed(context: Context, values: tuple[str, ...]) -> Reply:
    return await _play_day(context, parse_day(values[0]))


@on_press("daily:coming", updates=False, private=True)
async def _coming(context: Context) -> Reply:
    daily = context.services[Daily]
    return coming_view(await daily.coming(daily.today(), COMING_DAYS))
