"""Pictures of races: nothing but progress can be read from one that runs."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from engine import Rules, deal
from rendering import Style
from rendering.charts.faces import Face
from rendering.charts.race_finish import Decision, Finisher, draw_race_finish
from rendering.charts.race_strip import MAX_LANES, Lane, draw_race_strip
from tests.support.every_game import every_game

STYLE = Style(width=640)
LANE = Lane(Face("Ada"), 0.5, "26/52")
COURSE = ((0.0, 0.0), (30.0, 0.4), (60.0, 1.0))
FINISHER = Finisher(Face("Ada"), 1, "1:00", deal("klondike", 1).board, COURSE)


@every_game
def test_the_strip_of_a_game_shows_blocks_until_it_is_won(rules: Rules) -> None:
    first, half, won = (
        draw_race_strip(rules.id, (replace(LANE, progress=share, label=""),), STYLE, "").png
        for share in (0.0, 0.5, 1.0)
    )
    assert len({first, half, won}) == 3


@pytest.mark.parametrize("racers", [1, 2, 5, 6, MAX_LANES, MAX_LANES + 1])
def test_all_racers_have_a_place_up_to_twenty(racers: int) -> None:
    strip = draw_race_strip("spider", (LANE,) * racers, STYLE, "the race")
    most = draw_race_strip("spider", (LANE,) * MAX_LANES, STYLE, "the race")
    assert (strip.width, strip.alt) == (640, "the race")
    assert strip.height <= most.height


def test_whoever_is_out_has_a_fainter_board() -> None:
    playing, out = (
        Image.open(io.BytesIO(draw_race_strip("golf", (one,), STYLE, "").png))
        .convert("L")
        .crop((0, 0, 640, 90))
        .histogram()
        for one in (LANE, replace(LANE, is_out=True))
    )
    brightest = [max(n for n, count in enumerate(one) if count) for one in (out, playing)]
    assert brightest[0] < brightest[1]


@pytest.mark.parametrize("racers", [1, 2, 4, 20])
def test_a_finish_shows_the_boards_of_up_to_four_and_what_decided_it(racers: int) -> None:
    decision = Decision(30.0, 0.4, "Ada was ahead from move 9 on.")
    drawn = [
        draw_race_finish((FINISHER,) * racers, one, Style(width=960), "the end").png
        for one in (None, decision)
    ]
    assert drawn[0] != drawn[1]


def test_a_finish_takes_a_racer_without_a_board_and_names_of_any_length() -> None:
    absent = Finisher(Face("x" * 99, b"no picture"), 2, "0/52", None, ())
    assert draw_race_finish((FINISHER, absent), None, Style(width=960), "the end").height > 200
