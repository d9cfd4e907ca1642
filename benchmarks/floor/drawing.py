"""``python -m benchmarks.floor.drawing``: draws boards, and nothing else.

Asked for so many boards from that of so many presses on, it answers with the median processor time
of drawing one, in seconds. One such process for each processor draws at once, as the bot's drawing
workers do: where processors share a core, each is slower while the other works.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from benchmarks.floor.peers import answer, questions
from benchmarks.load import pressed_boards
from benchmarks.timing import per_item
from rendering import Style, warm_up
from rendering.picture import draw_scene

if TYPE_CHECKING:
    from rendering import Scene

_RUNS: Final = 9


async def _draw() -> None:
    warm_up()
    async for first, count in questions():
        scenes = pressed_boards(int(first) + int(count))[int(first) :]

        def draw(scenes: list[Scene] = scenes) -> None:
            for scene in scenes:
                draw_scene(scene, Style())

        answer(per_item(draw, len(scenes), _RUNS))


if __name__ == "__main__":
    asyncio.run(_draw())
