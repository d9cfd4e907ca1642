"""A server's day as one message: who plays and who has won, and in the end the card of its results.

Nothing here says who did not win, nor how a deal is won.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.daily.today_views import CURIOUS, curious_line
from bot.chat.daily.views import day_result, format_turn, leaderboard_button
from bot.chat.games.pictures import add_picture
from bot.chat.play.buttons import deal_route
from bot.chat.responding.components import button, row
from bot.chat.responding.mentions import mention
from bot.chat.responding.replies import GREEN, Reply, message
from bot.i18n import _, long_day, ngettext
from bot.wording.deal_names import name_deal
from bot.wording.formatting import (
    deal_goal,
    format_standing,
    game_title,
)
from engine import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.models.daily import DailyDeal, DayPlayer
    from bot.models.places import BoardMessage
    from bot.models.rankings import LeaderboardLine
    from bot.service.daily.posts import DayBoard, Digest
    from rendering import Picture

STEPS: Final = 10
"""How many steps there are from the first card to the last."""
_MIN_STREAK: Final = 2
_FILENAME: Final = "day.png"


def day_view(board: DayBoard, picture: Picture | None) -> Reply:
    """A day that goes on. Sent anew, it pings who won on the day before and has agreed.

    Who plays is shown by the picture, or told in a line without one.
    """
    deal = board.deal
    heading = f"### {long_day(deal.day)} · {format_turn(deal)}"
    goal = deal_goal(deal, None)
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay("\n".join(filter(None, (heading, goal)))), accent_colour=GREEN
    )
    files = add_picture(container, _FILENAME, picture)
    lines = [*_winner_lines(board)]
    if picture is None:
        lines += _player_lines(board)
    if lines:
        container.add_item(ui.TextDisplay("\n".join(lines)))
    buttons = [leaderboard_button(is_yesterdays=board.is_late)]
    if not board.is_late:
        play = button("daily:play", _("Play"), emoji="▶️", style=discord.ButtonStyle.primary)
        buttons.insert(0, play)
    if board.curious is not None and not board.is_late:
        container.add_item(ui.TextDisplay(curious_line(board.curious)))
        title = game_title(board.curious.rules_id)
        buttons.insert(1, button(deal_route(board.curious), title, emoji=CURIOUS))
    container.add_item(row(*buttons))
    facts = [_("par {par}", par=deal.par), _end(board)]
    footer = [" · ".join(facts), _yesterday(board)]
    container.add_item(ui.TextDisplay("\n".join(f"-# {line}" for line in footer if line)))
    pings = tuple(sorted(line.player_id for line in board.yesterday))
    return Reply(message(container), files, pings=pings)


def _end(board: DayBoard) -> str:
    """When the day ends or, once it has, until when games of it can be finished."""
    if not board.is_late:
        soon = discord.utils.format_dt(board.deal.ends_at, "R")
        return _("The day ends {when}.", when=soon)
    until = discord.utils.format_dt(board.deal.final_at, "t")
    return _("The day is over. Whoever began can finish until {when}.", when=until)


def _winner_lines(board: DayBoard) -> Iterator[str]:
    for line in board.winners:
        yield f"{_place(line)} {mention(line.player_id)} · {day_result(line)}"
    others = board.won - len(board.winners)
    if others:
        yield ngettext("… and {number} more has won", "… and {number} more have won", others)


def _player_lines(board: DayBoard) -> Iterator[str]:
    """Those who play, in one line."""
    players = [f"{_bar(board.deal, one)} {mention(one.player_id)}" for one in board.players]
    if board.unlisted:
        players.append(
            ngettext("… and {number} more plays", "… and {number} more play", board.unlisted)
        )
    if players:
        yield " · ".join(players)


def _bar(deal: DailyDeal, player: DayPlayer) -> str:
    done = steps_done(deal, player)
    return "▰" * done + "▱" * (STEPS - done)


def steps_done(deal: DailyDeal, player: DayPlayer) -> int:
    """How far somebody is by what wins the game, in tenths: all of them only once it is won."""
    whole = max(1, rules_of(deal.rules_id).progress_to_win)
    return min(STEPS - 1, player.progress * STEPS // whole)


def _yesterday(board: DayBoard) -> str:
    """Who won on the day before and has agreed to be mentioned; empty for nobody."""
    if not board.yesterday:
        return ""
    names = ", ".join(
        f"{format_standing(line.rank)} {mention(line.player_id)}" for line in board.yesterday
    )
    if board.is_yesterday_late:
        return _("Yesterday, so far: {names}", names=names)
    text = _("Yesterday: {names}", names=names)
    link = "" if board.results is None else _link(board.results)
    return f"{text} · {link}" if link else text


def _link(results: BoardMessage) -> str:
    return _("[all results]({url})", url=results.url)


def card_view(digest: Digest, picture: Picture | None = None) -> Reply:
    """The card of a day that is over: its results as a picture or in words; its deal to play."""
    play = button(
        f"daily:deal:{digest.deal.day.isoformat()}",
        _("Play this deal"),
        emoji="▶️",
        style=discord.ButtonStyle.primary,
    )
    if picture is None:
        lines = ui.TextDisplay[ui.LayoutView]("\n".join(_card_lines(digest)))
        return Reply(message(ui.Container(lines, row(play))))
    container = ui.Container[ui.LayoutView](ui.TextDisplay(_card_heading(digest)))
    files = add_picture(container, _FILENAME, picture)
    below = filter(None, (_names(digest), _card_footer(digest)))
    container.add_item(ui.TextDisplay("\n".join(below)))
    container.add_item(row(play))
    return Reply(message(container), files)


def _card_heading(digest: Digest) -> str:
    return f"### {long_day(digest.deal.day)} · {game_title(digest.deal.rules_id)}"


def _card_footer(digest: Digest) -> str:
    deal = digest.deal
    return "-# " + " · ".join([name_deal(deal.deal_number), _("par {par}", par=deal.par)])


def _names(digest: Digest) -> str:
    """Who won, in one line."""
    names = [f"{_place(line)} {mention(line.player_id)}" for line in digest.lines]
    return " · ".join([*names, *_others(digest)])


def _others(digest: Digest) -> Iterator[str]:
    others = digest.figures.won - len(digest.lines)
    if others:
        yield ngettext("… and {number} more", "… and {number} more", others)


def _card_lines(digest: Digest) -> Iterator[str]:
    deal, figures = digest.deal, digest.figures
    yield _card_heading(digest)
    if digest.streak >= _MIN_STREAK:
        yield ngettext(
            "🔥 Your server is on a **{number}-day streak!**",
            "🔥 Your server is on a **{number}-day streak!**",
            digest.streak,
        )
    if figures.won:
        facts = [ngettext("{number} player won", "{number} players won", figures.won)]
    else:
        facts = [_("Nobody won it on its day. It can be won: par is {par}.", par=deal.par)]
    if figures.perfect:
        facts.append(ngettext("⭐ {number} perfect", "⭐ {number} perfect", figures.perfect))
    if figures.at_par:
        facts.append(
            ngettext("⛳ {number} at par or better", "⛳ {number} at par or better", figures.at_par)
        )
    yield " · ".join(facts)
    for line in digest.lines:
        par = " ⛳" if line.moves <= deal.par else ""
        yield f"{_place(line)} {mention(line.player_id)} · {day_result(line)}{par}"
    yield from _others(digest)
    yield _card_footer(digest)


def _place(line: LeaderboardLine) -> str:
    return format_standing(line.rank)
