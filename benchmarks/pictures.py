"""The drawing times and PNG sizes of boards, and the throughput of the workers.

Run it alone for memory figures, which are those of the whole process.
"""

from __future__ import annotations

import asyncio
import gc
import io
import itertools
import os
import statistics
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image

import engine
from benchmarks.boards import foundation_first_games
from benchmarks.timing import processor_time, record_stalls, table
from bot.fair_queue import current_player
from bot.images import ImageRenderer
from engine import CATALOGUE, Game
from rendering import THEMES, Scene, Style, scene_of
from rendering.board.picture import compose, draw_scene
from rendering.cards.sprite_cache import SPRITES
from rendering.encoding.png import encode

_STYLE: Final = Style()
_RUNS: Final = 5
_DEALS: Final = 8
_NAMED: Final = ("phoenix", "saxony", "spider", "saratoga", "klondike", "freecell", "forty-thieves")
_PLAYERS: Final = 16
_BOARDS_EACH: Final = 30
_MEGABYTE: Final = 1e6
_PILLOW_LEVEL: Final = 5
"""A usual level for pictures that are made while somebody waits."""


def report() -> str:
    """Tables of memory by theme, of boards of some games, and of the workers."""
    return "\n\n".join([_memory(), _boards(), asyncio.run(_workers())])


def _memory() -> str:
    """The processor time and memory of drawing every game in each theme."""
    scenes = [scene_of(foundation_first_games(name, 1)[0]) for name in CATALOGUE]
    before = _resident()
    rows = []
    for theme in THEMES:
        spent = processor_time(partial(_draw, scenes, Style(theme)), 1).median
        rows.append([f"every game, {theme}", f"{spent:.2f}", *_grown(before)])
    for theme, suits, large in itertools.product(THEMES, (2, 4), (False, True)):
        _draw(scenes, Style(theme, suits, large))
    rows.append(["then in every deck of all", "", *_grown(before)])
    headings = ["one after the other", "CPU s", "MB in all", "of it sprites"]
    return table(headings, rows)


def _draw(scenes: Iterable[Scene], style: Style) -> None:
    for scene in scenes:
        draw_scene(scene, style)


def _grown(before: int) -> tuple[str, str]:
    """The growth of memory, and the share of sprites in it, in megabytes."""
    gc.collect()
    return f"{(_resident() - before) / _MEGABYTE:.0f}", f"{SPRITES.held / _MEGABYTE:.0f}"


def _boards() -> str:
    """Medians of boards of some games after 30 moves, and of all games."""
    rows = [_row(name, foundation_first_games(name, _DEALS)) for name in _NAMED]
    rows.append(_row("all, at the deal", [engine.deal(name, 1) for name in CATALOGUE]))
    moved = [foundation_first_games(name, 1)[0] for name in CATALOGUE]
    rows.append(_row("all, after 30 moves", moved))
    headings = ["after 30 moves", "compose ms", "encode ms", "both ms", "of Pillow's encoding"]
    return table([*headings, "kB", "most kB", "Pillow's kB", "height px"], rows)


def _row(name: str, games: list[Game]) -> list[str]:
    """The figures of some boards; Pillow encodes each beside us, for machines differ and tire."""
    boards = [_measured(scene_of(game)) for game in games]
    compose_seconds, encode_seconds, both, ratio, size, pillow_size, height = (
        statistics.median(column) for column in zip(*boards, strict=True)
    )
    return [
        name,
        *(f"{spent * 1e3:.1f}" for spent in (compose_seconds, encode_seconds, both)),
        f"{ratio:.2f}",
        f"{size / 1e3:.0f}",
        f"{max(board.size for board in boards) / 1e3:.0f}",
        f"{pillow_size / 1e3:.0f}",
        f"{height:.0f}",
    ]


class _Board(NamedTuple):
    """Seconds of processor time, their ratio to Pillow's encoding, bytes, and pixels."""

    compose: float
    encode: float
    both: float
    ratio: float
    size: int
    pillow_size: int
    height: int


def _measured(scene: Scene) -> _Board:
    image = _composed(scene)
    composed = processor_time(partial(_composed, scene), _RUNS).median
    encoded = processor_time(partial(encode, image), _RUNS).median
    by_pillow = processor_time(partial(_encoded_by_pillow, image), _RUNS).median
    both = composed + encoded
    sizes = len(encode(image)), len(_encoded_by_pillow(image))
    return _Board(composed, encoded, both, both / by_pillow, *sizes, image.height)


def _encoded_by_pillow(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=_PILLOW_LEVEL)
    return file.getvalue()


def _composed(scene: Scene) -> Image.Image:
    return compose(scene, _STYLE, is_lit=True)


def _resident() -> int:
    """The resident memory of this process in bytes; 0 if unknown."""
    status = Path("/proc/self/statm")
    if not status.exists():
        return 0
    return int(status.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def _workers() -> str:
    """The throughput of two workers, and the longest stall of the event loop."""
    games = [game for name in _NAMED for game in foundation_first_games(name, _DEALS)]
    scenes = itertools.cycle([scene_of(game) for game in games])
    stalls: list[float] = []
    async with ImageRenderer(2) as renderer:

        async def play(player: int = 0) -> None:
            current_player.set(player)
            for scene in itertools.islice(scenes, _BOARDS_EACH):
                await renderer.draw(scene, _STYLE)

        await renderer.warm()
        await play()
        ticking = asyncio.create_task(record_stalls(stalls))
        begin = time.perf_counter()
        await asyncio.gather(*map(play, range(_PLAYERS)))
        taken = time.perf_counter() - begin
        ticking.cancel()
    rows = [
        ["boards a second", f"{_PLAYERS * _BOARDS_EACH / taken:.0f}"],
        ["longest stall of the event loop, ms", f"{max(stalls) * 1e3:.1f}"],
    ]
    return table([f"two drawing workers, {_PLAYERS} players", ""], rows)


if __name__ == "__main__":
    print(report())
