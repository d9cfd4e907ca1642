"""How long drawing a board takes, and how many bytes its picture has."""

from __future__ import annotations

import statistics
from functools import partial

from benchmarks.boards import middle_games
from benchmarks.timing import processor_time, table
from engine import CATALOGUE
from rendering import scene_of, warm_up
from rendering.picture import compose, encode

_RUNS = 5


def report() -> str:
    """A table with a row for each game: boards after 30 moves, 1100 pixels wide."""
    warm_up()
    rows = []
    for name in CATALOGUE:
        scenes = [scene_of(game) for game in middle_games(name, deals=10)]
        images = [compose(scene) for scene in scenes]
        composed = [processor_time(partial(compose, scene), _RUNS).median for scene in scenes]
        encoded = [processor_time(partial(encode, image), _RUNS).median for image in images]
        rows.append(
            [
                name,
                f"{statistics.median(composed) * 1e3:.1f}",
                f"{statistics.median(encoded) * 1e3:.1f}",
                f"{statistics.median(len(encode(image)) for image in images) / 1000:.0f}",
                f"{statistics.median(image.height for image in images):.0f}",
            ]
        )
    return table(["game", "compose ms", "encode ms", "kB", "height px"], rows)
