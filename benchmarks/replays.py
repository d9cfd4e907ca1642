"""How long animations, share cards and charts take to draw, and how large their files are."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import engine
from benchmarks.boards import middle_games
from benchmarks.timing import processor_time, table
from engine import Game
from rendering import Picture, Style, scene_of
from rendering.cascade import WIDTH as CASCADE_WIDTH
from rendering.cascade import draw_cascade
from rendering.chart import (
    MAX_GAMES,
    MonthChart,
    WeeksChart,
    WinRateChart,
    Wins,
    draw_chart,
)
from rendering.day_marks import DayMark
from rendering.gif import Animation
from rendering.replay import WIDTH, draw_replay
from rendering.share_card import Win, draw_share_card

_RUNS = 5
_WINS: Final = Path(__file__).parents[1] / "tests" / "engine" / "wins.txt"


def report() -> str:
    """A table with a row for each picture, warmed up by one drawing."""
    rows = []
    won = {name: _recorded(name) for name in ("phoenix", "saratoga", "saxony")}
    rows += [_replay(game) for game in won.values()]
    rows += [_replay(_long("spider", moves)) for moves in (100, 500)]
    rows += [_cascade(game) for game in won.values()]
    day = dt.date(2026, 11, 21)
    win = Win(won["saratoga"].board, 72, 115, 754, player="Ada", day=day)
    rows.append(_picture("share card", partial(draw_share_card, win, Style())))
    titles = [rules.title for rules in engine.CATALOGUE.values()][:MAX_GAMES]
    rates = WinRateChart("Win rate by game", tuple((title, Wins(30, 20)) for title in titles))
    counts = {day - dt.timedelta(number): Wins(3, 2) for number in range(84)}
    weeks = WeeksChart("Games by week", counts, day)
    marks = tuple(DayMark)
    days = {dt.date(2026, 8, number): marks[number % len(marks)] for number in range(1, 32)}
    month = MonthChart("August 2026", days)
    rows.append(_picture("chart, win rates of 8 games", partial(draw_chart, rates, Style())))
    rows.append(_picture("chart, 12 weeks", partial(draw_chart, weeks, Style())))
    rows.append(_picture("chart, a month", partial(draw_chart, month, Style())))
    return table(["picture", "ms", "kB", "size", "frames", "seconds"], rows)


def _replay(game: Game) -> list[str]:
    name = f"replay, {game.rules.title}, {len(game.moves)} moves"
    return _animation(name, partial(draw_replay, game, Style(width=WIDTH)))


def _cascade(game: Game) -> list[str]:
    draw = partial(draw_cascade, scene_of(game), Style(width=CASCADE_WIDTH))
    return _animation(f"cascade, {game.rules.title}", draw)


def _animation(name: str, draw: Callable[[], Animation]) -> list[str]:
    picture = draw()
    return [
        *(
            name,
            _milliseconds(draw),
            _kilobytes(picture.gif),
            f"{picture.width} × {picture.height}",
        ),
        *(str(picture.frames), f"{picture.seconds:.0f}"),
    ]


def _picture(name: str, draw: Callable[[], Picture]) -> list[str]:
    picture = draw()
    size = f"{picture.width} × {picture.height}"
    return [name, _milliseconds(draw), _kilobytes(picture.png), size, "1", ""]


def _milliseconds(draw: Callable[[], object]) -> str:
    return f"{processor_time(draw, _RUNS).median * 1e3:.0f}"


def _kilobytes(file: bytes) -> str:
    return f"{len(file) / 1000:.0f}"


def _long(name: str, moves: int) -> Game:
    """A game of that many moves, some of which go back and forth."""
    game = middle_games(name, deals=1, moves=moves)[0]
    while len(game.moves) < moves:
        legal = game.legal_moves()
        game.play(legal[len(game.moves) % len(legal)])
    return game


def _recorded(name: str) -> Game:
    """The first recorded win of a game."""
    won = (line.split() for line in _WINS.read_text().splitlines())
    _, number, *moves = next(line for line in won if line[0] == name)
    game = engine.deal(name, int(number))
    for move in moves:
        game.play(move)
    return game
