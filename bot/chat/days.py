"""What commands and presses about the day's challenge lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.chat.boards import place_of
from bot.chat.daily_page import again_notice, daily_notice, result_page, shared_page
from bot.chat.replies import Reply, answer, note
from bot.chat.table_page import posted_page, table_page
from bot.i18n import _
from bot.service import Period

if TYPE_CHECKING:
    from bot.chat.boards import Boards
    from bot.chat.client import PatienceClient
    from bot.models import Place
    from bot.service import Daily, Leaderboards, Post

    Interaction = discord.Interaction[PatienceClient]


class Days:
    """Answers what players ask of the day's challenge."""

    def __init__(self, daily: Daily, leaderboards: Leaderboards, boards: Boards) -> None:
        """Serve the day's deals on players' boards."""
        self._daily = daily
        self._leaderboards = leaderboards
        self._boards = boards

    async def play(self, interaction: Interaction) -> None:
        """Answer with the day's board, or with the player's result."""
        work = self._played(interaction.user.id, place_of(interaction))
        await self._boards.answer(interaction, work)

    async def pressed(self, interaction: Interaction, what: str) -> None:
        """Answer a press on a button under a result."""
        player, place = interaction.user.id, place_of(interaction)
        match what:
            case "again":
                await self._boards.answer(interaction, self._again(player, place))
            case "table":
                work = self.table(interaction.user.id, interaction.guild_id, Period.TODAY, 1)
                await answer(interaction, work, private=True)
            case "share":
                await answer(interaction, self._shared(player), updates=True)
            case _:
                await answer(interaction, self._result(player), private=True)

    async def table(self, player: int, guild: int | None, period: Period, page: int) -> Reply:
        """A page of a server's table of daily results."""
        if guild is None:
            return note(_("Tables are for servers; type /daily board in one."))
        today = self._daily.today()
        table = await self._leaderboards.page(guild, player, period, today, page=page)
        return table_page(table, today)

    async def post(self, post: Post) -> Reply:
        """What a server's channel is told of a day's results."""
        today = self._daily.today()
        table = await self._leaderboards.page(post.guild, 0, Period.YESTERDAY, today)
        return posted_page(table, await self._daily.deal(post.day))

    async def _played(self, player: int, place: Place | None) -> Reply:
        today = await self._daily.status(player)
        if today.result is not None and today.game_id is None:
            return await self._result(player)
        notice = daily_notice(today) if today.result is None else again_notice(today.deal)
        seat = await self._daily.play(player, place, again=today.result is not None)
        return await self._boards.board(seat, notice=notice)

    async def _again(self, player: int, place: Place | None) -> Reply:
        seat = await self._daily.play(player, place, again=True)
        return await self._boards.board(seat, notice=again_notice(await self._daily.deal()))

    async def _result(self, player: int) -> Reply:
        today = await self._daily.status(player)
        if today.result is None:
            return note(_("You have not finished today's deal yet; type /daily play."))
        return result_page(today, today.result, await self._daily.rank(today.result))

    async def _shared(self, player: int) -> Reply:
        today = await self._daily.status(player)
        if today.result is None:
            return note(_("You have not finished today's deal yet; type /daily play."))
        return shared_page(player, today, today.result)
