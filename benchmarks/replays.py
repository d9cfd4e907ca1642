"""How long replays, cards to share and charts take to draw, and how many bytes they have."""

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
from rendering import Picture, chart
from rendering.replay import Replay, replay
from rendering.share_card import Win, share_card

_RUNS = 5
_WIDTH = 550
_WINS: Final = Path(__file__).parents[1] / "tests" / "engine" / "wins.txt"


def report() -> str:
    """A table with a row for each kind of picture; the first of each kind is drawn before."""
    rows = []
    won = {name: _recorded(name) for name in ("phoenix", "saratoga", "saxony")}
    rows += [_replay(game) for game in won.values()]
    rows += [_replay(_long("spider", moves)) for moves in (100, 500)]
    day = dt.date(2026, 11, 21)
    win = Win(won["saratoga"].board, 72, 115, 754, player="Ada", day=day)
    rows.append(_picture("share card", partial(share_card, win)))
    wins = [(rules.title, float(len(rules.title))) for rules in list(engine.CATALOGUE.values())[:8]]
    course = [(day + dt.timedelta(number), float(number * 37 % 50)) for number in range(90)]
    year = {day - dt.timedelta(number): number % 3 > 0 for number in range(0, 330, 2)}
    first = dt.date(2025, 12, 1)
    rows.append(_picture("chart, 8 bars", partial(chart.bars, "Wins", wins)))
    rows.append(_picture("chart, line of 90 days", partial(chart.line, "Won", course)))
    months = partial(chart.calendar, "Daily challenge", year, first=first, last=day)
    rows.append(_picture("chart, calendar of a year", months))
    return table(["picture", "ms", "kB", "size", "frames", "seconds"], rows)


def _replay(game: Game) -> list[str]:
    name = f"replay, {game.rules.title}, {len(game.moves)} moves"
    draw: Callable[[], Replay] = partial(replay, game, width=_WIDTH)
    shown = draw()
    return [
        *(name, _milliseconds(draw), _kilobytes(shown.gif), f"{shown.width} × {shown.height}"),
        *(str(shown.frames), f"{shown.seconds:.0f}"),
    ]


def _picture(name: str, draw: Callable[[], Picture]) -> list[str]:
    shown = draw()
    size = f"{shown.width} × {shown.height}"
    return [name, _milliseconds(draw), _kilobytes(shown.png), size, "1", ""]


def _milliseconds(draw: Callable[[], object]) -> str:
    return f"{processor_time(draw, _RUNS).median * 1e3:.0f}"


def _kilobytes(file: bytes) -> str:
    return f"{len(file) / 1000:.0f}"


def _long(name: str, moves: int) -> Game:
    """A game of that many moves: what can be moved is moved to and fro."""
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
