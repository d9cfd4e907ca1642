"""``python -m benchmarks.floor.drawing NUMBER OF PLAYERS``: draws boards, and nothing else.

Asked for so many boards of each player, from that of so many presses on, it answers with the
processor time of drawing one, in seconds. The players' boards come one after the other, and none
comes twice, as when they press. One such process for each processor draws at once, as the bot's
drawing workers do, each for its part of the players: where processors share a core, each is slower
while the other works.
"""

from __future__ import annotations

import asyncio
import sys
import time

from benchmarks.floor.peers import answer, questions
from benchmarks.load import pressed_boards
from rendering import Style
from rendering.board.picture import draw_scene


async def _draw(number: int, of: int, players: int) -> None:
    deals = range(1 + number, 1 + players, of)
    async for first, count in questions():
        boards = [pressed_boards(int(first) + int(count), deal)[int(first) :] for deal in deals]
        scenes = [scene for turn in zip(*boards, strict=True) for scene in turn]
        began = time.process_time()
        for scene in scenes:
            draw_scene(scene, Style())
        answer((time.process_time() - began) / len(scenes))


if __name__ == "__main__":
    asyncio.run(_draw(*map(int, sys.argv[1:])))
