"""How long drawing a board takes, and how many bytes its picture has."""

from __future__ import annotations

import statistics
from functools import partial

from benchmarks.boards import middle_games
from benchmarks.timing import processor_time, table
from engine import CATALOGUE
from rendering import draw, warm_up

_RUNS = 5


def report() -> str:
    """A table with a row for each game: boards after 30 moves, 1100 pixels wide."""
    warm_up()
    rows = []
    for name in CATALOGUE:
        games = middle_games(name, deals=10)
        times, sizes, heights = [], [], []
        for game in games:
            picture = draw(game)
            times.append(processor_time(partial(draw, game), _RUNS).median)
            sizes.append(len(picture.png))
            heights.append(picture.height)
        rows.append(
            [
                name,
                f"{statistics.median(times) * 1e3:.1f}",
                f"{statistics.median(sizes) / 1000:.0f}",
                f"{statistics.median(heights):.0f}",
            ]
        )
    return table(["game", "draw + encode ms", "kB", "height px"], rows)
