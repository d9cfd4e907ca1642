"""What a player or a server has played and won, as a message with charts."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.replies import Attachment, Reply
from bot.chat.wording import days_of, duration, moves_of, players_of, title_of
from bot.i18n import _, ngettext
from bot.images import DrawingFailed
from rendering.chart import BarChart, CalendarChart

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from bot.images import ImageRenderer
    from bot.models import GameStats
    from bot.service import GuildStatistics, PlayerStatistics
    from rendering import Style
    from rendering.chart import Chart

_MOST_GAMES: Final = 8
_MOST_BARS: Final = 12
_DAYS_SHOWN: Final = timedelta(days=60)
_MEDALS: Final = ("🥇", "🥈", "🥉")


async def player_page(
    statistics: PlayerStatistics, today: date, artist: ImageRenderer, style: Style
) -> Reply:
    """A player's statistics; private.

    Args:
        statistics: the figures.
        today: the day that it is.
        artist: draws the charts.
        style: how the charts look.
    """
    title = "" if statistics.rules_id is None else f" · {title_of(statistics.rules_id)}"
    lines = [f"### {_('Statistics')}{title}", f"-# <@{statistics.player}>"]
    if not statistics.all.played:
        lines.append(_("No game has been finished yet. Type /play to begin one."))
        return _page("\n".join(lines), ())
    lines += _figures(statistics)
    charts: list[Chart] = []
    if statistics.rules_id is None and len(statistics.games) > 1:
        lines += ["", *_by_game(statistics.games)]
        played = {game: tally.played for game, tally in statistics.games.items()}
        charts.append(_bars(_("Games played"), played))
    won = {day: count.won > 0 for day, count in statistics.days.items()}
    charts.append(CalendarChart(_("Days with a win"), won, today - _DAYS_SHOWN, today))
    return _page("\n".join(lines), await _drawn(charts, artist, style))


async def guild_page(statistics: GuildStatistics, artist: ImageRenderer, style: Style) -> Reply:
    """A server's statistics; private.

    Args:
        statistics: the figures.
        artist: draws the charts.
        style: how the charts look.
    """
    lines = ["### " + _("Statistics of this server")]
    if not statistics.all.played:
        lines.append(_("No game has been finished here yet. Type /play to begin one."))
        return _page("\n".join(lines), ())
    rate = round(100 * statistics.all.won / statistics.all.played)
    lines.append(
        ngettext(
            "**{number} game** by {players}, {won} won ({rate} %)",
            "**{number} games** by {players}, {won} won ({rate} %)",
            statistics.all.played,
            players=players_of(statistics.players),
            won=statistics.all.won,
            rate=rate,
        )
    )
    for place, (player, count) in enumerate(statistics.best.items()):
        medal = _MEDALS[place] if place < len(_MEDALS) else f"{place + 1}."
        won = ngettext(
            "{won} of {number} game won", "{won} of {number} games won", count.played, won=count.won
        )
        lines.append(f"{medal} <@{player}> · {won}")
    played = {game: count.played for game, count in statistics.games.items()}
    charts: list[Chart] = [_bars(_("Games played here"), played)]
    return _page("\n".join(lines), await _drawn(charts, artist, style))


def _figures(statistics: PlayerStatistics) -> Iterator[str]:
    """The figures of all games together, a line each."""
    tally = statistics.all
    yield ngettext(
        "**{number} game**, {won} won ({rate} %), {perfect} of them perfect",
        "**{number} games**, {won} won ({rate} %), {perfect} of them perfect",
        tally.played,
        won=tally.won,
        rate=round(100 * (tally.rate or 0)),
        perfect=tally.perfect,
    )
    if tally.fewest_moves is not None and tally.shortest is not None:
        best = f"{moves_of(tally.fewest_moves)}, {duration(tally.shortest)}"
        yield _("Best: {best}", best=best)
    if tally.average_moves is not None and tally.average_time is not None:
        average = f"{moves_of(round(tally.average_moves))}, {duration(tally.average_time)}"
        yield _("On average: {average}", average=average)
    streak, daily = statistics.streak, statistics.daily
    yield _("Won in a row: {now}, at most {most}", now=streak.current, most=streak.longest)
    if daily.longest:
        yield "🔥 " + _(
            "Daily deals: {now} in a row, at most {most}",
            now=days_of(daily.current),
            most=daily.longest,
        )


def _by_game(games: Mapping[str, GameStats]) -> Iterator[str]:
    for game, tally in list(games.items())[:_MOST_GAMES]:
        won = _("{won} of {played} won", won=tally.won, played=tally.played)
        if tally.fewest_moves:
            won += " · " + _("best {moves}", moves=moves_of(tally.fewest_moves))
        yield f"**{title_of(game)}** · {won}"
    if len(games) > _MOST_GAMES:
        yield "-# " + ngettext(
            "and {number} more game; /stats shows one alone.",
            "and {number} more games; /stats shows one alone.",
            len(games) - _MOST_GAMES,
        )


def _bars(title: str, played: Mapping[str, int]) -> BarChart:
    """A bar for each of the games played most."""
    shown = list(played.items())[:_MOST_BARS]
    return BarChart(title, tuple((title_of(game), many) for game, many in shown))


async def _drawn(
    charts: list[Chart], artist: ImageRenderer, style: Style
) -> tuple[tuple[Attachment, str], ...]:
    """The charts as files, each with its words; none where drawing failed."""
    try:
        pictures = [await artist.chart(chart, style) for chart in charts]
    except DrawingFailed:
        return ()
    return tuple(
        (Attachment(f"chart-{number}.png", picture.png), picture.alt)
        for number, picture in enumerate(pictures, start=1)
    )


def _page(text: str, charts: tuple[tuple[Attachment, str], ...]) -> Reply:
    container = ui.Container[ui.LayoutView](ui.TextDisplay(text))
    if charts:
        container.add_item(
            ui.MediaGallery(
                *(
                    discord.MediaGalleryItem(f"attachment://{file.filename}", description=alt)
                    for file, alt in charts
                )
            )
        )
    view = ui.LayoutView(timeout=None).add_item(container)
    return Reply(view, tuple(file for file, _ in charts), private=True)
