"""All deals of the day as a message, and what is said of those beside the headline.

Nothing here gives away how a deal is won, nor which number it has.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.daily.views import counts_until, format_score
from bot.chat.games.pictures import NO_THUMBNAILS, add_entry
from bot.chat.play.buttons import deal_route
from bot.chat.responding.components import button
from bot.chat.responding.replies import Reply, inline, message
from bot.i18n import N_, _, long_day, translate
from bot.models.daily import Slot
from bot.service.daily.calendar import HEADLINES
from bot.wording.formatting import (
    deal_goal,
    format_difficulty,
    format_duration,
    format_help,
    format_moves,
    game_title,
)
from engine import CATALOGUE, rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.chat.games.pictures import Thumbnails
    from bot.chat.responding.components import Component
    from bot.chat.responding.replies import Attachment
    from bot.models.daily import DailyDeal
    from bot.models.results import Result
    from bot.service.daily.daily import DealStatus
    from engine import Rules


_NOT_BEGUN: Final = N_("not played yet")


_IN_PLAY: Final = N_("in play")


CURIOUS: Final = "🎲"
"""Stands before the curious deal of a day."""


def curious_line(deal: DailyDeal) -> str:
    """The curious deal of a day, with its rule in one line, and what that takes for known."""
    game = f"**{game_title(deal.rules_id)}** ({format_difficulty(deal.difficulty)})"
    line = f"{CURIOUS} {_('Today also {game}: {rule}', game=game, rule=_rule(deal))}"
    return "\n".join([line, *(f"-# {one}" for one in _bases(deal))])


def _rule(deal: DailyDeal) -> str:
    return _(rules_of(deal.rules_id).summary)


def _bases(deal: DailyDeal) -> Iterator[str]:
    """The games in whose terms the rule of a deal is, each with its own, down to known ones."""
    base = _base(deal.rules_id)
    while base is not None:
        yield f"**{translate(base.name)}**: {_(base.summary)}"
        base = _base(base.id)


@cache
def _base(rules_id: str) -> Rules | None:
    """The less known game in whose terms the rule of a game is; None for none."""
    by_title = {rules.title: rules for rules in CATALOGUE.values()}
    longest_first = sorted(by_title, key=len, reverse=True)
    titles = re.compile("|".join(rf"\b{re.escape(title)}\b" for title in longest_first))
    # "Spider, one suit" is known as Spider.
    known = {CATALOGUE[one].title.partition(",")[0] for one in HEADLINES}
    own = CATALOGUE[rules_id]
    named = (title for title in titles.findall(own.summary) if title not in known)
    return next((by_title[title] for title in named if title != own.title), None)


def extra_notice(deal: DailyDeal) -> str:
    """The lines above the board of a deal of today beside the headline."""
    bases: tuple[str, ...] = ()
    if deal.slot is Slot.CURIOUS:
        first = f"{CURIOUS} {_rule(deal)} · {_('par {par}', par=deal.par)}"
        bases = tuple(_bases(deal))
    else:
        first = _("**One of today's deals**, the same for everybody · par {par}", par=deal.par)
    rest = _(
        "Only your first finished game counts, until {when}. /daily today has all the deals.",
        when=counts_until(deal),
    )
    return "\n".join([first, *(f"-# {line}" for line in (*bases, rest))])


def extra_again_notice(deal: DailyDeal) -> str:
    """The line above the board of such a deal played again."""
    return _("**One of today's deals**, again for fun · par {par}", par=deal.par)


def today_view(
    statuses: Sequence[DealStatus],
    headline: DailyDeal,
    typed: str = "",
    *,
    thumbnails: Thumbnails = NO_THUMBNAILS,
    is_quiet: bool = False,
) -> Reply:
    """All deals of today, each with its mark, a button and what its game looks like.

    Args:
        typed: what somebody called a deal; none is called so.
    """
    heading = "### " + _("Today's deals") + f" · {long_day(headline.day)}"
    if typed:
        heading += "\n" + _(
            "None of these is called “{text}”. Which do you mean?", text=inline(typed)
        )
    container = ui.Container[ui.LayoutView](ui.TextDisplay(heading))
    attachments: tuple[Attachment, ...] = ()
    for status in statuses:
        standing = _standing(status, is_quiet=is_quiet)
        is_curious = status.deal.slot is Slot.CURIOUS
        rule = (f"{CURIOUS} {_rule(status.deal)}", *_bases(status.deal)) if is_curious else ()
        lines = filter(None, (*rule, standing, deal_goal(status.deal, status.result)))
        text = "\n".join([_title(status), *(f"-# {line}" for line in lines)])
        file, picture = f"{status.deal.slot.value}.png", thumbnails.get(status.deal.rules_id)
        attachments += add_entry(container, text, _button(status), file, picture)
    container.add_item(ui.Separator())
    soon = discord.utils.format_dt(headline.ends_at, "R")
    footer = [
        format_score(statuses) if any(one.result for one in statuses) else "",
        ""
        if is_quiet
        else _("A win of any counts for streak and badge; the leaderboard goes by the first deal."),
        _("The others can be played today only; new ones come {when}.", when=soon),
    ]
    container.add_item(ui.TextDisplay("\n".join(f"-# {line}" for line in footer if line)))
    return Reply(message(container), attachments, private=True)


def deal_choice(status: DealStatus) -> str:
    """A deal of today in a list to choose from."""
    title = game_title(status.deal.rules_id)
    if status.result is not None:
        return f"{title} · {_mark(status.result)}"
    return f"{title} · {_(_IN_PLAY) if status.game_id is not None else _(_NOT_BEGUN)}"


def _title(status: DealStatus) -> str:
    mark = "" if status.result is None else f"{_mark(status.result)} "
    difficulty = format_difficulty(status.deal.difficulty)
    return f"{mark}**{game_title(status.deal.rules_id)}** ({difficulty})"


def _mark(result: Result) -> str:
    if not result.is_won:
        return "❌"
    return "⭐" if result.is_perfect else "✅"


def _standing(status: DealStatus, *, is_quiet: bool) -> str:
    """How a player stands with a deal, in a line."""
    par = _("par {par}", par=status.deal.par)
    result = status.result
    if result is None:
        return f"{par} · {_(_IN_PLAY)}" if status.game_id is not None else par
    if not result.is_won:
        return f"{par} · {_('not won')}"
    facts = [f"{format_moves(result.moves)} ({par})"]
    facts += ["" if is_quiet else format_duration(result.played), format_help(result)]
    return " · ".join(filter(None, facts))


def _button(status: DealStatus) -> Component:
    deal = status.deal
    if status.game_id is not None:
        return button(deal_route(deal), _("Continue"), style=discord.ButtonStyle.primary)
    if status.result is None:
        return button(deal_route(deal), _("Play"), style=discord.ButtonStyle.primary)
    if deal.slot is Slot.HEADLINE:
        return button(f"daily:result:{deal.day}", _("My result"))
    return button(f"daily:again:{deal.day}:{deal.slot.value}", _("Again"))
