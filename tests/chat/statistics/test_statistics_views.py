"""Statistics of players and servers as messages."""

from __future__ import annotations

import dataclasses
from datetime import timedelta
from typing import Final

from discord import ui

from bot.chat.responding.components import PREFIX
from bot.chat.responding.replies import Reply
from bot.chat.statistics.views import guild_view, player_view
from bot.models.players import GameStats, WinCount
from bot.service.daily.streaks import Streak
from bot.service.players.statistics import GuildStatistics, PlayerStatistics
from rendering import Picture

NOTHING: Final = WinCount(0, 0)
SERVER: Final = GuildStatistics(5, 0, NOTHING, {}, {}, {}, NOTHING)
PLAYED: Final = GameStats(3, 2, 1, 90, 95.4, timedelta(seconds=61), timedelta(seconds=75))


def lines(reply: Reply) -> list[str]:
    """The lines of a message."""
    texts = (item for item in reply.view.walk_children() if isinstance(item, ui.TextDisplay))
    return [line for text in texts for line in text.content.splitlines()]


def routes(reply: Reply) -> list[str]:
    """Where the buttons and menus of a message lead."""
    items = (i for i in reply.view.walk_children() if isinstance(i, ui.Button | ui.Select))
    return [str(item.custom_id).removeprefix(PREFIX) for item in items]


def test_a_server_without_games_is_told_how_to_begin_and_has_nothing_to_show() -> None:
    reply = guild_view(SERVER, ())
    assert lines(reply)[1:] == ["Nobody has finished a game here yet. Type /play to start one."]
    assert routes(reply) == ["ratings:1"]


def test_a_server_that_plays_together_only_has_that_alone() -> None:
    reply = guild_view(dataclasses.replace(SERVER, together=WinCount(3, 2)), ())
    assert lines(reply)[1:] == ["**Together: 2 of 3 deals won**"]


def test_those_who_are_level_in_a_server_share_a_place() -> None:
    best = {7: WinCount(4, 2), 8: WinCount(4, 2), 9: WinCount(1, 0)}
    statistics = dataclasses.replace(SERVER, players=3, all=WinCount(9, 4), best=best)
    reply = guild_view(statistics, (Picture(b"chart", 1, 1, "A chart"),))
    assert lines(reply)[1:] == [
        "**9 games** by 3 players, 4 won (44%)",
        "🥇 <@7> · 2 of 4 games won",
        "🥇 <@8> · 2 of 4 games won",
        "– <@9> · 0 of 1 game won",
    ]
    assert routes(reply) == ["ratings:1", "show:server"]
    assert [(one.filename, one.content) for one in reply.attachments] == [("chart-1.png", b"chart")]


def test_a_player_sees_their_totals_and_each_game() -> None:
    games = {"klondike": PLAYED, "golf": GameStats(1)}
    statistics = PlayerStatistics(7, None, PLAYED, games, Streak(1, 2), Streak(3, 4), {})
    reply = player_view(statistics, ())
    assert lines(reply) == [
        "### Statistics",
        "-# <@7>",
        "**3 games**, 2 won (67%), 1 of them perfect",
        "Fewest moves: 90 · fastest: 1 min 1 s",
        "Average: 95 moves, 1 min 15 s",
        "Win streak: 1 (best 2)",
        "🔥 Daily deals: 3 days in a row (best 4)",
        "",
        "**Klondike** · 2 of 3 won · best 90 moves",
        "**Golf** · 0 of 1 won",
    ]
    assert routes(reply) == ["profile:7", "statistics:7:game"]


def test_the_page_of_one_game_leads_back_to_all() -> None:
    statistics = PlayerStatistics(7, "golf", GameStats(), {}, Streak(0, 0), Streak(0, 0), {})
    reply = player_view(statistics, ())
    assert lines(reply) == [
        "### Statistics · Golf",
        "-# <@7>",
        "No finished games yet. Type /play to start one.",
    ]
    assert routes(reply) == ["profile:7", "statistics:7"]
