"""Scenes, and their way to another process."""

from __future__ import annotations

import pickle

from hypothesis import given, settings

from engine import Game, Move, deal
from rendering import Scene, Style, draw, draw_scene, scene_of
from tests.declared import CLASSICS, KLONDIKE
from tests.rendering.boards import games


def travelled(scene: Scene) -> Scene:
    there = pickle.loads(pickle.dumps(scene))  # noqa: S301  what was just pickled here
    assert isinstance(there, Scene)
    return there


@settings(max_examples=60, deadline=None)
@given(games())
def test_a_scene_survives_pickling(game: Game) -> None:
    assert travelled(scene_of(game)) == scene_of(game)


@settings(max_examples=20, deadline=None)
@given(games(KLONDIKE, *CLASSICS))
def test_a_game_outside_the_catalogue_is_pickled_with_its_rules(game: Game) -> None:
    there, here = travelled(scene_of(game)), scene_of(game)
    assert (there.board.stacks, there.board.hidden) == (here.board.stacks, here.board.hidden)
    assert there.board.rules == here.board.rules


def test_all_of_a_scene_survives_pickling() -> None:
    scene = Scene(
        deal("cassim", 3).board,
        number=3,
        last=("2", 1),
        selected="1",
        hint=Move("3", "4"),
        title="Cassim",
    )
    assert travelled(scene) == scene


def test_a_pickled_scene_is_small() -> None:
    assert len(pickle.dumps(scene_of(deal("saxony", 1)))) < 500


def test_a_scene_looks_like_its_game() -> None:
    game = deal("phoenix", 9)
    scene, style = scene_of(game, selected="2"), Style("dark", 4, width=550)
    assert draw_scene(scene, style) == draw(game, "dark", 4, 550, selected="2")
