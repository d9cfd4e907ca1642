"""A server's table of daily results as a message, with pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from bot.chat.replies import Reply, answer
from bot.chat.wording import duration, moves_of, players_of, title_of
from bot.i18n import N_, _, long_day, ngettext
from bot.service import Period

if TYPE_CHECKING:
    from datetime import date

    from bot.chat.client import PatienceClient
    from bot.models import DailyDeal, DailyLine
    from bot.service import Leaderboard

    Interaction = discord.Interaction[PatienceClient]

_TURN: Final = re.compile(
    r"patience:table:(?P<period>today|yesterday|week|all):(?P<page>\d{1,6})(?P<way>[<>=])"
)
PERIODS: Final = {
    Period.TODAY: N_("Today"),
    Period.YESTERDAY: N_("Yesterday"),
    Period.WEEK: N_("This week"),
    Period.ALL: N_("All time"),
}
_MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}


def table_page(table: Leaderboard, today: date) -> Reply:
    """A page of a server's table; private, as everybody turns its pages for themselves."""
    heading = _("the daily deals here")
    lines = [f"### {_(PERIODS[table.period])} · {heading}", *_lines(table)]
    if table.own is not None and table.own not in table.lines:
        lines += ["…", _line(table, table.own)]
    if table.own is None and table.players:
        lines.append("-# " + _("You are not in it: play the day's deal with /daily play."))
    container = ui.Container[ui.LayoutView](ui.TextDisplay("\n".join(lines)))
    if table.pages > 1:
        container.add_item(
            ui.ActionRow(
                TableButton(
                    table.period, table.page - 1, "<", _("Earlier"), disabled=table.page == 1
                ),
                TableButton(
                    table.period,
                    table.page + 1,
                    ">",
                    _("Further"),
                    disabled=table.page == table.pages,
                ),
            )
        )
    container.add_item(
        ui.ActionRow(
            *(
                TableButton(period, 1, "=", _(title), disabled=period is table.period)
                for period, title in PERIODS.items()
            )
        )
    )
    container.add_item(ui.TextDisplay(f"-# {_count(table)} · {long_day(today)} UTC"))
    return Reply(ui.LayoutView(timeout=None).add_item(container), private=True)


def posted_page(table: Leaderboard, deal: DailyDeal) -> Reply:
    """What a channel is told of a day that is over."""
    known = _("Deal {number}, par {par}.", number=deal.deal_number, par=deal.par)
    lines = [
        f"### {long_day(deal.day)} · {title_of(deal.rules_id)}",
        f"-# {known} {_count(table)}.",
        *_lines(table),
        _("Today's deal waits: **/daily play**"),
    ]
    view = ui.LayoutView(timeout=None)
    return Reply(view.add_item(ui.Container(ui.TextDisplay("\n".join(lines)))))


def _count(table: Leaderboard) -> str:
    players = players_of(table.players)
    if table.pages == 1:
        return players
    return f"{players}, {_('page {page} of {pages}', page=table.page, pages=table.pages)}"


def _lines(table: Leaderboard) -> list[str]:
    if not table.lines:
        return [_("Nobody has finished a deal yet.")]
    return [_line(table, line) for line in table.lines]


def _line(table: Leaderboard, line: DailyLine) -> str:
    """A player's line: place, who, and what they came to."""
    place = _MEDALS.get(line.place, f"{line.place}.")
    star = " ⭐" if line.perfect else ""
    if table.period in (Period.TODAY, Period.YESTERDAY):
        told = f"{moves_of(line.moves)}, {duration(line.played)}{star}"
        told = told if line.won else _("not won")
    else:
        perfect = f" ⭐ {line.perfect}" if line.perfect else ""
        told = ngettext(
            "{won} of {number} day won", "{won} of {number} days won", line.days, won=line.won
        )
        told += perfect + (f", {moves_of(line.moves)}" if line.won else "")
    return f"{place} <@{line.player_id}> · {told}"


class TableButton(ui.DynamicItem[ui.Button[ui.LayoutView]], template=_TURN):
    """A button that turns to another page or period."""

    def __init__(
        self, period: Period, page: int, way: str, label: str, *, disabled: bool = False
    ) -> None:
        """Make the button.

        Args:
            period: the period to show.
            page: the page to show.
            way: ``<``, ``>`` or ``=``: what tells buttons to the same page apart.
            label: what stands on it.
            disabled: whether it can be pressed.
        """
        self.period, self.page = period, page
        super().__init__(
            ui.Button(
                label=label,
                disabled=disabled,
                custom_id=f"patience:table:{period.value}:{max(0, page)}{way}",
            )
        )

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # the library's own client type is generic
        cls,
        interaction: Interaction,
        item: ui.Item[Any],  # the library finds the item by its custom_id, whatever its view
        match: re.Match[str],
        /,
    ) -> TableButton:
        """Make the button of a message again."""
        return cls(Period(match["period"]), int(match["page"]), match["way"], "…")

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]  # as above
        """Turn the page."""
        await answer(interaction, _turned(interaction, self.period, self.page), updates=True)


async def _turned(interaction: Interaction, period: Period, page: int) -> Reply:
    reply = await interaction.client.days.table(
        interaction.user.id, interaction.guild_id, period, page
    )
    # The page that was pressed on is private already.
    return Reply(reply.view)
