"""Drawing in worker processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

import engine
from bot.chat.drawing import Artist
from rendering import draw, scene_of


@pytest.fixture
def artist() -> Iterator[Artist]:
    artist = Artist(workers=1)
    yield artist
    artist.close()


async def test_a_worker_draws_what_would_be_drawn_here(artist: Artist) -> None:
    game = engine.deal("cassim", 5)
    assert await artist.draw(scene_of(game)) == draw(game)


async def test_a_worker_that_dies_is_replaced_and_the_picture_drawn_again(artist: Artist) -> None:
    scene = scene_of(engine.deal("cassim", 5))
    before = await artist.draw(scene)
    for worker in list(artist._pool._processes):
        os.kill(worker, signal.SIGKILL)
    assert await artist.draw(scene) == before
