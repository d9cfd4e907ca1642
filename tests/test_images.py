"""Drawing in worker processes."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Iterator
from datetime import date

import pytest

import bot.images
import engine
from bot.drawing import WinCard
from bot.fair_queue import current_player
from bot.i18n import use_locale
from bot.images import DrawingCrowded, DrawingFailed, ImageRenderer
from bot.tasks import cancel_and_wait
from rendering import Style, draw, scene_of
from rendering.charts.chart import MonthChart
from rendering.charts.day_marks import DayMark
from rendering.metrics import Index
from tests.e2e.play.winning import WON_PHOENIX
from tests.sample_tasks import linger, start_late, wait_until_idle

ANN, BOB = 1, 2


@pytest.fixture(scope="module")
def renderer() -> Iterator[ImageRenderer]:
    """One with a worker that has all the time in the world, also to start."""
    renderer = ImageRenderer(workers=1, seconds=60, wait=60)
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
    worker = await renderer._pool.run(os.getpid, seconds=10)
    await asyncio.to_thread(wait_until_idle, worker)
    os.kill(worker, signal.SIGKILL)
    assert await renderer.draw(scene, Style()) == before


@pytest.mark.slow
async def test_a_picture_that_takes_too_long_fails_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with ImageRenderer(workers=1, seconds=0.5, wait=60) as renderer:
        scene = scene_of(engine.deal("cassim", 5))
        with monkeypatch.context() as patched:
            patched.setattr(bot.images, "draw_scene", linger)
            with pytest.raises(DrawingFailed, match="did not end"):
                await renderer.draw(scene, Style())
        assert (await renderer.draw(scene, Style())).png


@pytest.mark.slow
async def test_a_deck_may_take_ten_times_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.images, "draw_deck", linger)
    async with ImageRenderer(workers=1, seconds=0.1, wait=60) as renderer:
        with pytest.raises(DrawingFailed, match="did not end in 1 s"):
            await renderer.deck(Style(), 104, Index.NORMAL, Index.SMALL)


@pytest.mark.slow
async def test_a_cascade_is_given_up_in_a_quarter_of_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bot.images, "draw_cascade", linger)
    async with ImageRenderer(workers=1, seconds=4, wait=60) as renderer:
        with pytest.raises(DrawingFailed, match="did not end in 1 s"):
            await renderer.cascade(scene_of(engine.deal("cassim", 5)), Style())


@pytest.mark.slow
async def test_a_picture_waits_for_a_worker_that_is_being_started() -> None:
    async with ImageRenderer(workers=1, seconds=1, wait=0) as renderer:
        renderer._pool._prepare = start_late
        scene = scene_of(engine.deal("cassim", 5))
        _, picture = await asyncio.gather(renderer.warm(), renderer.draw(scene, Style()))
        assert picture.png


def test_pictures_wait_for_workers_on_one_event_loop_after_another(
    renderer: ImageRenderer,
) -> None:
    """As for bots of several tests, which share a worker."""
    scene = scene_of(engine.deal("cassim", 5))

    async def draw_while_starting() -> bytes:
        _, picture = await asyncio.gather(renderer.warm(), renderer.draw(scene, Style()))
        return picture.png

    assert asyncio.run(draw_while_starting()) == asyncio.run(draw_while_starting())


@pytest.mark.slow
async def test_nobody_waits_long_for_a_worker_that_hangs() -> None:
    async with ImageRenderer(workers=1, seconds=1, wait=0) as renderer:
        await renderer.warm()
        scene = scene_of(engine.deal("cassim", 5))
        os.kill(await renderer._pool.run(os.getpid, seconds=10), signal.SIGSTOP)
        with pytest.raises(DrawingFailed, match="did not end"):
            await renderer.draw(scene, Style())
        await renderer.warm()
        assert (await renderer.draw(scene, Style())).png


async def test_without_workers_for_long_the_log_has_a_few_lines(
    renderer: ImageRenderer, caplog: pytest.LogCaptureFixture
) -> None:
    await renderer.draw(scene_of(engine.deal("cassim", 5)), Style())
    for _ in range(9):
        with pytest.raises(DrawingFailed):
            await renderer.replay("no record", "Nothing", Style())
    assert sum("could not be drawn" in line for line in caplog.messages) == 4


async def asked_by(player: int, drawing: Awaitable[object], order: list[int]) -> None:
    """Ask for a picture on behalf of a player, and note when it is there."""
    current_player.set(player)
    await drawing
    order.append(player)


async def test_players_get_their_pictures_in_turn(renderer: ImageRenderer) -> None:
    scenes, order = [scene_of(engine.deal("cassim", number)) for number in range(1, 5)], list[int]()
    drawings = [renderer.draw(scene, Style()) for scene in scenes]
    players = (ANN, ANN, ANN, BOB)
    await asyncio.gather(*(asked_by(*one, order) for one in zip(players, drawings, strict=True)))
    assert order == [ANN, ANN, BOB, ANN]


async def test_a_board_is_drawn_once_for_all_who_wait_for_it(renderer: ImageRenderer) -> None:
    scene = scene_of(engine.deal("cassim", 5))
    given_up, *others = [asyncio.create_task(renderer.draw(scene, Style())) for _ in range(4)]
    await asyncio.sleep(0)
    await cancel_and_wait([given_up])
    first, *pictures = await asyncio.gather(*others)
    assert all(one is first for one in pictures)


async def test_a_board_does_not_wait_for_anybodys_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.images, "draw_record", linger)
    scene, order = scene_of(engine.deal("cassim", 5)), list[int]()
    async with ImageRenderer(workers=1) as renderer:
        await renderer.warm()
        replays = [
            asyncio.create_task(asked_by(player, renderer.replay("", "", Style()), order))
            for player in (ANN, ANN, BOB)
        ]
        await asyncio.sleep(0)
        for player in (ANN, BOB):
            await asked_by(player, renderer.draw(scene, Style()), order)
        assert order == [ANN, BOB]
        await cancel_and_wait(replays)


async def test_a_replay_does_not_wait_for_another_players(monkeypatch: pytest.MonkeyPatch) -> None:
    order = list[int]()
    async with ImageRenderer(workers=1, wait=60) as renderer:
        with monkeypatch.context() as patched:
            patched.setattr(bot.images, "draw_record", linger)
            flood = [
                asyncio.create_task(asked_by(ANN, renderer.replay("", "", Style()), order))
                for _ in range(2)
            ]
            await asyncio.sleep(0)
        record = engine.deal("cassim", 5).record()
        await asked_by(BOB, renderer.replay(record, "Cassim", Style()), order)
        assert order == [BOB]
        await cancel_and_wait(flood)


async def test_a_player_who_asks_for_many_replays_at_once_is_told_to_wait(
    renderer: ImageRenderer,
) -> None:
    record = engine.deal("cassim", 5).record()
    replays = (renderer.replay(record, "Cassim", Style()) for _ in range(4))
    *drawn, refused = await asyncio.gather(*replays, return_exceptions=True)
    assert isinstance(refused, DrawingCrowded)
    assert refused.own
    assert not any(isinstance(one, BaseException) for one in drawn)


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
    assert chart.alt == "Tage. 1 später gewonnen (1)."


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
