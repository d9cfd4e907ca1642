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
from rendering.chart import CalendarChart
from tests.e2e.test_browser_games import WON_PHOENIX
from tests.sample_tasks import linger


@pytest.fixture
def artist() -> Iterator[ImageRenderer]:
    artist = ImageRenderer(workers=1)
    yield artist
    artist.close()


async def test_a_worker_draws_what_would_be_drawn_here(artist: ImageRenderer) -> None:
    game = engine.deal("cassim", 5)
    assert await artist.draw(scene_of(game), Style()) == draw(game)


async def test_a_worker_that_dies_is_replaced_and_the_picture_drawn_again(
    artist: ImageRenderer,
) -> None:
    scene = scene_of(engine.deal("cassim", 5))
    before = await artist.draw(scene, Style())
    os.kill(await artist._pool.run(os.getpid, seconds=10), signal.SIGKILL)
    assert await artist.draw(scene, Style()) == before


async def test_a_picture_that_takes_too_long_is_given_up_and_the_next_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with ImageRenderer(workers=1, seconds=2) as artist:
        scene = scene_of(engine.deal("cassim", 5))
        with monkeypatch.context() as patched:
            patched.setattr(bot.images, "draw_scene", linger)
            with pytest.raises(DrawingFailed, match="did not end"):
                await artist.draw(scene, Style())
        assert (await artist.draw(scene, Style())).png


async def test_an_error_in_drawing_is_raised_as_one_of_the_renderer(artist: ImageRenderer) -> None:
    with pytest.raises(DrawingFailed):
        await artist.replay("no record", "Nothing", Style())


async def test_pictures_are_described_in_the_language_in_which_they_are_asked_for(
    artist: ImageRenderer,
) -> None:
    record = engine.deal("klondike-3", 1).record()
    day = date(2026, 3, 1)
    with use_locale("de"):
        board = await artist.draw(scene_of(engine.deal("klondike-3", 1)), Style())
        replay = await artist.replay(record, "Klondike, drei Karten", Style())
        chart = await artist.chart(CalendarChart("Tage", {day: True}, day, day), Style())
    assert board.alt.startswith("Klondike, drei Karten, Nr. 1.")
    assert "Klondike, drei Karten, Nr. 1: 0 Züge" in replay.alt
    assert "März 2026" in chart.alt


async def test_one_player_does_not_change_the_language_of_another(artist: ImageRenderer) -> None:
    game = engine.deal("cassim", 5)

    async def asked_in(language: str) -> str:
        with use_locale(language):
            return (await artist.draw(scene_of(game), Style())).alt

    german, english = await asyncio.gather(asked_in("de"), asked_in("en"))
    assert english == draw(game).alt != german


async def test_the_card_of_a_win_is_in_the_language_in_which_it_is_asked_for(
    artist: ImageRenderer,
) -> None:
    game = engine.deal("phoenix", 47)
    for move in WON_PHOENIX.split():
        game.play(move)
    with use_locale("de"):
        card = await artist.share(WinCard(game.record(), 754, 0, 0, "Ada", "Ein Spiel"), Style())
    assert "Ein Spiel, Nr. 47" in card.alt
    assert f"{len(game.moves)} Züge" in card.alt
