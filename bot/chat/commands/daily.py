"""The commands of the day's challenge: daily play, daily board, daily calendar."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.calendar_page import calendar_page
from bot.chat.replies import Reply, answer
from bot.chat.table_page import PERIODS
from bot.service import Period

if TYPE_CHECKING:
    from datetime import date

    from bot.chat.client import PatienceClient

daily = app_commands.Group(name="daily", description="One deal a day, the same for everybody.")


@daily.command(name="play", description="Play today's deal, or see how you did.")
async def daily_play(interaction: discord.Interaction[PatienceClient]) -> None:
    """Put today's deal on the player's table."""
    await interaction.client.days.play(interaction)


@daily.command(name="board", description="How everybody in this server did.")
@app_commands.describe(period="Which days", page="Which page of the table")
@app_commands.choices(
    period=[
        Choice(name=app_commands.locale_str(title), value=period.value)
        for period, title in PERIODS.items()
    ]
)
async def daily_board(
    interaction: discord.Interaction[PatienceClient],
    period: str = Period.TODAY.value,
    page: app_commands.Range[int, 1, 100_000] = 1,
) -> None:
    """Show the server's table."""
    work = interaction.client.days.table(
        interaction.user.id, interaction.guild_id, Period(period), page
    )
    await answer(interaction, work, private=True)


@daily.command(name="calendar", description="The games of the days to come.")
async def daily_calendar(interaction: discord.Interaction[PatienceClient]) -> None:
    """Show which game each of the next days has."""
    await answer(interaction, _calendar(interaction.client.daily.today()), private=True)


async def _calendar(today: date) -> Reply:
    return calendar_page(today)


def add_to(tree: app_commands.CommandTree[PatienceClient]) -> None:
    """Add the group to the tree."""
    tree.add_command(daily)
