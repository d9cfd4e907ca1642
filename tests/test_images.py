"""Drawing in worker processes."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from datetime import date

import pytest

import bot.images
import engine
from bot.i18n import use_locale
from bot.images import DrawingFailed, ImageRenderer, WinCard
from rendering import Style, draw, scene_of
from rendering.chart import MonthChart
from rendering.day_marks import DayMark
from tests.e2e.test_browser_games import WON_PHOENIX
from tests.sample_tasks import linger


@pytest.fixture
def renderer() -> Iterator[ImageRenderer]:
    renderer = ImageRenderer(workers=1)
    yield renderer
    renderer.close()


async def test_a_worker_draws_the_same_picture_as_this_process(renderer: ImageRenderer) -> None:
    game = engine.deal("cassim", 5)
    assert await renderer.draw(scene_of(game), Style()) == draw(game)


async def test_a_picture_is_drawn_again_if_its_worker_dies(
    renderer: ImageRenderer,
) -> None:
    scene = scene_of(engine.deal("cassim", 5))
    before = await renderer.draw(scene, Style())
    os.kill(await renderer._pool.run(os.getpid, seconds=10), signal.SIGKILL)
    assert await renderer.draw(scene, Style()) == before


async def test_a_picture_that_takes_too_long_fails_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with ImageRenderer(workers=1, seconds=2) as renderer:
        scene = scene_of(engine.deal("cassim", 5))
        with monkeypatch.context() as patched:
            patched.setattr(bot.images, "draw_scene", linger)
            with pytest.raises(DrawingFailed, match="did not end"):
                await renderer.draw(scene, Style())
        assert (await renderer.draw(scene, Style())).png


async def test_an_error_in_drawing_is_raised_as_drawing_failed(renderer: ImageRenderer) -> None:
    with pytest.raises(DrawingFailed):
        await renderer.replay("no record", "Nothing", Style())


async def test_alt_texts_are_in_the_current_locale(
    renderer: ImageRenderer,
) -> None:
    record = engine.deal("klondike-3", 1).record()
    day = date(2026, 3, 1)
    with use_locale("de"):
        board = await renderer.draw(scene_of(engine.deal("klondike-3", 1)), Style())
        replay = await renderer.replay(record, "Klondike, drei Karten", Style())
        chart = await renderer.chart(MonthChart("Tage", {day: DayMark.LATE}), Style())
    assert board.alt.startswith("Klondike, drei Karten, Nr. 1.")
    assert "Klondike, drei Karten, Nr. 1: 0 Züge" in replay.alt
    assert chart.alt == "Tage. 1 später gewonnen."


async def test_concurrent_pictures_keep_their_own_locale(renderer: ImageRenderer) -> None:
    game = engine.deal("cassim", 5)

    async def alt_in(language: str) -> str:
        with use_locale(language):
            return (await renderer.draw(scene_of(game), Style())).alt

    german, english = await asyncio.gather(alt_in("de"), alt_in("en"))
    assert english == draw(game).alt != german


async def test_the_card_of_a_win_is_in_the_current_locale(
    renderer: ImageRenderer,
) -> None:
    game = engine.deal("phoenix", 47)
    for move in WON_PHOENIX.split():
        game.play(move)
    with use_locale("de"):
        card = await renderer.share(WinCard(game.record(), 754, 0, 0, "Ada", "Ein Spiel"), Style())
    assert "Ein Spiel, Nr. 47" in card.alt
    assert f"{len(game.moves)} Züge" in card.alt
