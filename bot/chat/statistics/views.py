"""Statistics of players and servers, and ratings, as messages."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from discord import ui

from bot.chat.games.offers import game_option
from bot.chat.games.pictures import draw_chart, gallery
from bot.chat.responding.components import button, row, select
from bot.chat.responding.mentions import mention
from bot.chat.responding.replies import MAX_OPTIONS, Attachment, Reply, message
from bot.chat.responding.shown_pages import show_button
from bot.i18n import _, ngettext
from bot.i18n.texts import picture_strings
from bot.service.contests.ratings import MIN_RACES
from bot.wording.formatting import (
    format_days,
    format_duration,
    format_moves,
    format_page,
    format_players,
    format_rating,
    format_standing,
    game_title,
)
from engine import known_rules
from rendering.charts.chart import MAX_GAMES, ServerMonthChart, WeeksChart, WinRateChart, Wins

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from bot.chat.responding.context import Context
    from bot.models.players import GameStats, WinCount
    from bot.models.rankings import Ranking
    from bot.service.contests.ratings import PlayerRating, RatingLine
    from bot.service.daily.leaderboards import ServerMonth
    from bot.service.players.statistics import GuildStatistics, PlayerStatistics
    from rendering import Picture
    from rendering.charts.chart import Chart
    from rendering.charts.faces import Face


async def draw_charts(context: Context, charts: Iterable[Chart]) -> tuple[Picture, ...]:
    """The charts drawn, without those that cannot be."""
    drawn = [await draw_chart(context, chart) for chart in charts]
    return tuple(chart for chart in drawn if chart is not None)


_MAX_GAMES: Final = 8
_MIN_CHARTED: Final = 10
"""How many games make a chart that says more than the lines above it."""


def player_view(statistics: PlayerStatistics, charts: Sequence[Picture]) -> Reply:
    """A player's statistics with their charts."""
    rules_id = statistics.rules_id
    title = "" if rules_id is None else f" · {game_title(rules_id)}"
    lines = [f"### {_('Statistics')}{title}", f"-# {mention(statistics.player)}"]
    if not statistics.all.played:
        lines.append(_("No finished games yet. Type /play to start one."))
    else:
        lines += _totals(statistics)
        if _covers_several_games(statistics):
            lines += ["", *_by_game(statistics.games, chosen_below=True)]
    if statistics.house:
        lines += ["", *_by_game(statistics.house)]
    others = [button(f"profile:{statistics.player}", _("Profile"))]
    if rules_id is not None:
        others.append(button(f"statistics:{statistics.player}", _("All games")))
    rows = [row(*others)]
    if _covers_several_games(statistics):
        played = [game_option(rules) for one in statistics.games if (rules := known_rules(one))]
        route, placeholder = f"statistics:{statistics.player}:game", _("Show one game …")
        rows.append(row(select(route, played[:MAX_OPTIONS], placeholder=placeholder)))
    return _view(lines, charts, rows)


def player_charts(statistics: PlayerStatistics, today: date) -> list[Chart]:
    """The charts of a player's statistics."""
    if statistics.all.played < _MIN_CHARTED:
        return []
    charts: list[Chart] = []
    if _covers_several_games(statistics):
        games = {key: Wins(stats.played, stats.won) for key, stats in statistics.games.items()}
        charts.append(_win_rates(games))
    charts.append(_weeks(statistics.days, today))
    return charts


def guild_view(statistics: GuildStatistics, charts: Sequence[Picture]) -> Reply:
    """A guild's statistics with their charts."""
    lines = ["### " + _("Statistics of this server")]
    rows = [row(button("ratings:1", _("Race ratings")))]
    together = statistics.together
    if together.played:
        won = ngettext(
            "Together: {won} of {number} deal won",
            "Together: {won} of {number} deals won",
            together.played,
            won=together.won,
        )
        lines.append(f"**{won}**")
    if not statistics.all.played:
        if not together.played:
            lines.append(_("Nobody has finished a game here yet. Type /play to start one."))
        return _view(lines, charts, rows)
    total = ngettext(
        "**{number} game** by {players}, {won} won ({rate}%)",
        "**{number} games** by {players}, {won} won ({rate}%)",
        statistics.all.played,
        players=format_players(statistics.players),
        won=statistics.all.won,
        rate=Wins(statistics.all.played, statistics.all.won).percent,
    )
    lines.append(total)
    counts = [*statistics.best.values()]
    for player, count in statistics.best.items():
        # They are in order, and those who are level share a place.
        place = format_standing(counts.index(count) + 1 if count.won else None)
        won = ngettext(
            "{won} of {number} game won", "{won} of {number} games won", count.played, won=count.won
        )
        lines.append(f"{place} {mention(player)} · {won}")
    rows[0].add_item(show_button("show:server"))
    return _view(lines, charts, rows)


def guild_charts(
    statistics: GuildStatistics, month: ServerMonth, faces: Mapping[int, Face]
) -> list[Chart]:
    """The charts of a guild's statistics: its month of days, once one was won, or its weeks."""
    won = {
        day: None if best is None else (faces[best.player_id], best.won)
        for day, best in month.days.items()
    }
    name = picture_strings().format_month(month.today)
    charts: list[Chart] = []
    if any(won.values()):
        charts.append(ServerMonthChart(name, won, month.today, month.streak))
    if statistics.all.played < _MIN_CHARTED:
        return charts
    games = {key: Wins(count.played, count.won) for key, count in statistics.games.items()}
    charts.append(_win_rates(games))
    if not any(won.values()):
        charts.append(_weeks(statistics.days, month.today))
    return charts


def _covers_several_games(statistics: PlayerStatistics) -> bool:
    return statistics.rules_id is None and len(statistics.games) > 1


def _totals(statistics: PlayerStatistics) -> Iterator[str]:
    stats = statistics.all
    yield ngettext(
        "**{number} game**, {won} won ({rate}%), {perfect} of them perfect",
        "**{number} games**, {won} won ({rate}%), {perfect} of them perfect",
        stats.played,
        won=stats.won,
        rate=Wins(stats.played, stats.won).percent,
        perfect=stats.perfect,
    )
    if stats.fewest_moves is not None and stats.shortest is not None:
        # Two records, which may be of two games.
        yield _(
            "Fewest moves: {moves} · fastest: {time}",
            moves=stats.fewest_moves,
            time=format_duration(stats.shortest),
        )
    if stats.average_moves is not None and stats.average_time is not None:
        average = f"{format_moves(round(stats.average_moves))}, "
        yield _("Average: {average}", average=average + format_duration(stats.average_time))
    streak, daily = statistics.streak, statistics.daily
    yield _("Win streak: {now} (best {most})", now=streak.current, most=streak.longest)
    if daily.longest:
        yield "🔥 " + _(
            "Daily deals: {now} in a row (best {most})",
            now=format_days(daily.current),
            most=daily.longest,
        )


def _by_game(games: Mapping[str, GameStats], *, chosen_below: bool = False) -> Iterator[str]:
    for rules_id, stats in list(games.items())[:_MAX_GAMES]:
        won = _("{won} of {played} won", won=stats.won, played=stats.played)
        if stats.fewest_moves:
            won += " · " + _("best {moves}", moves=format_moves(stats.fewest_moves))
        yield f"**{game_title(rules_id)}** · {won}"
    more = len(games) - _MAX_GAMES
    if more > 0 and chosen_below:
        yield "-# " + ngettext(
            "and {number} more game. Choose it below to see it.",
            "and {number} more games. Choose one below to see it.",
            more,
        )
    elif more > 0:
        yield "-# " + ngettext("… and {number} more.", "… and {number} more.", more)


def _win_rates(games: Mapping[str, Wins]) -> WinRateChart:
    """The win rate of each of the most played games."""
    shown = islice(games.items(), MAX_GAMES)
    return WinRateChart(
        _("Win rate by game"), tuple((game_title(key), wins) for key, wins in shown)
    )


def _weeks(days: Mapping[date, WinCount], today: date) -> WeeksChart:
    counts = {day: Wins(count.played, count.won) for day, count in days.items()}
    return WeeksChart(_("Games by week"), counts, today)


def _view(
    lines: Sequence[str],
    charts: Sequence[Picture],
    rows: Iterable[ui.ActionRow[ui.LayoutView]],
) -> Reply:
    """Lines of text, the charts one below the other, and what leads to other pages."""
    container = ui.Container[ui.LayoutView](ui.TextDisplay("\n".join(lines)))
    files = []
    for number, chart in enumerate(charts, start=1):
        files.append(Attachment(f"chart-{number}.png", chart.png))
        # Pictures of one gallery would stand side by side, too small to read.
        container.add_item(gallery((files[-1].filename, chart.alt)))
    for one in rows:
        container.add_item(one)
    return Reply(message(container), tuple(files), private=True)


def ratings_view(
    page: Ranking[RatingLine],
    here: PlayerRating | None = None,
    overall: PlayerRating | None = None,
) -> Reply:
    """A page of a guild's ratings, for one reader with their own, or to show everybody."""
    lines = [f"### {_('Race ratings of this server')}", *map(_line, page.lines)]
    if not page.lines:
        lines.append(_("Nobody has raced here often enough yet."))
    if page.own is not None and page.own not in page.lines:
        lines += ["…", _line(page.own)]
    lines.append("")
    if here is not None and here.shown is None:
        lines.append(_missing_races(here))
    if here is not None and overall is not None and overall.races > here.races:
        lines += _overall(overall)
    container = ui.Container[ui.LayoutView](ui.TextDisplay("\n".join(lines)))
    if page.pages > 1:
        container.add_item(
            row(
                button(f"ratings:{page.page - 1}", _("Previous"), disabled=page.page == 1),
                button(f"ratings:{page.page + 1}", _("Next"), disabled=page.page == page.pages),
            )
        )
    container.add_item(ui.TextDisplay(_footer(page)))
    more = row(button("server", _("Statistics")))
    if page.lines:
        more.add_item(show_button(f"show:ratings:{page.page}"))
    container.add_item(more)
    return Reply(message(container), private=True)


def _line(line: RatingLine) -> str:
    races = _format_races(line.rating.races)
    place = format_standing(line.rank)
    return f"{place} {mention(line.player)} · {format_rating(line.rating)} · {races}"


def _overall(rating: PlayerRating) -> Iterator[str]:
    """A rating in the races of all servers, if it can be shown."""
    if rating.shown is not None:
        shown = format_rating(rating.shown)
        text = _("Your rating in all of your races: {rating}", rating=shown)
        yield f"{text} · {_format_races(rating.races)}"


def _missing_races(rating: PlayerRating) -> str:
    """How far a player is from being rated."""
    return ngettext(
        "You have a rating after {number} more race.",
        "You have a rating after {number} more races.",
        MIN_RACES - rating.races,
    )


def _footer(page: Ranking[RatingLine]) -> str:
    count = f"-# {format_page(page)}\n" if page.players else ""
    return f"{count}-# {_explanation()}"


def _explanation() -> str:
    return _(
        "Everybody begins at 1500; places are for those who have won a race here. ± is the "
        "uncertainty: it shrinks as you race and grows while you are away. The rating itself does "
        "not drop meanwhile."
    )


def _format_races(count: int) -> str:
    return ngettext("{number} race", "{number} races", count)
