"""Drawing in worker processes."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from datetime import date

import pytest

import engine
from bot.i18n import use_locale
from bot.images import CalendarChart, ImageRenderer, WinCard
from rendering import draw, scene_of
from tests.e2e.test_browser_games import WON_PHOENIX


@pytest.fixture
def artist() -> Iterator[ImageRenderer]:
    artist = ImageRenderer(workers=1)
    yield artist
    artist.close()


async def test_a_worker_draws_what_would_be_drawn_here(artist: ImageRenderer) -> None:
    game = engine.deal("cassim", 5)
    assert await artist.draw(scene_of(game)) == draw(game)


async def test_a_worker_that_dies_is_replaced_and_the_picture_drawn_again(
    artist: ImageRenderer,
) -> None:
    scene = scene_of(engine.deal("cassim", 5))
    before = await artist.draw(scene)
    for worker in list(artist._pool._processes):
        os.kill(worker, signal.SIGKILL)
    assert await artist.draw(scene) == before


async def test_pictures_are_described_in_the_language_in_which_they_are_asked_for(
    artist: ImageRenderer,
) -> None:
    record = engine.deal("klondike-3", 1).record()
    day = date(2026, 3, 1)
    with use_locale("de"):
        board = await artist.draw(scene_of(engine.deal("klondike-3", 1)))
        replay = await artist.replay(record, "Klondike, drei Karten")
        chart = await artist.chart(CalendarChart("Tage", {day: True}, day, day, "felt"))
    assert board.alt.startswith("Klondike, drei Karten, Nr. 1.")
    assert "Klondike, drei Karten, Nr. 1: 0 Züge" in replay.alt
    assert "März 2026" in chart.alt


async def test_one_player_does_not_change_the_language_of_another(artist: ImageRenderer) -> None:
    game = engine.deal("cassim", 5)

    async def asked_in(language: str) -> str:
        with use_locale(language):
            return (await artist.draw(scene_of(game))).alt

    german, english = await asyncio.gather(asked_in("de"), asked_in("en"))
    assert english == draw(game).alt != german


async def test_the_card_of_a_win_is_in_the_language_in_which_it_is_asked_for(
    artist: ImageRenderer,
) -> None:
    game = engine.deal("phoenix", 47)
    for move in WON_PHOENIX.split():
        game.play(move)
    with use_locale("de"):
        card = await artist.share(WinCard(game.record(), 754, 0, 0, "Ada", "Ein Spiel"))
    assert "Ein Spiel, Nr. 47" in card.alt
    assert f"{len(game.moves)} Züge" in card.alt
