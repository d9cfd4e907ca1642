"""Piles as they stand on a board, and their cache."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Game, deal
from rendering import THEMES, Scene, Style, scene_of
from rendering.board.layout import layout_of
from rendering.board.picture import compose
from rendering.board.piles import PILES
from rendering.cards.palette import palette_of
from rendering.metrics import CORNER
from tests.declared import CANFIELD, FANS, KLONDIKE
from tests.rendering.boards import games

STYLES = st.builds(
    Style, st.sampled_from(sorted(THEMES)), st.sampled_from([2, 4]), st.booleans(), st.just(550)
)


@contextmanager
def nothing_cached() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PILES, "get", lambda key: None)
        patch.setattr(PILES, "put", lambda key, pile: None)
        yield


def pixels(scene: Scene, style: Style, *, is_lit: bool = True) -> bytes:
    return compose(scene, style, is_lit=is_lit).convert("RGB").tobytes()


def look_alikes(game: Game) -> Iterator[Scene]:
    """The board after each of the last moves, and boards whose piles hold the same cards."""
    game = game.copy()
    for _ in range(min(3, len(game.moves))):
        yield scene_of(game)
        game.undo()
    scene = scene_of(game)
    board, empty = scene.board, [pile for pile, stack in scene.board.piles.items() if not stack]
    yield scene
    yield replace(scene, avoided=empty[0] if empty else None)
    yield replace(scene, board=replace(board, base=(board.base + 1) % 13))
    if board.redeals:
        yield replace(scene, board=replace(board, redeals=board.redeals - 1))
    if any(board.hidden):
        yield replace(scene, board=replace(board, hidden=(0,) * len(board.hidden)))


@pytest.mark.slow
@settings(max_examples=25)
@given(games() | games(CANFIELD, FANS, KLONDIKE), STYLES, st.booleans())
def test_a_board_of_cached_piles_looks_as_if_it_were_drawn_anew(
    game: Game, style: Style, is_lit: bool
) -> None:
    scenes = list(look_alikes(game))
    cached = [pixels(scene, style, is_lit=is_lit) for scene in scenes]
    with nothing_cached():
        assert cached == [pixels(scene, style, is_lit=is_lit) for scene in scenes]


@pytest.mark.slow
@settings(max_examples=40)
@given(games(), STYLES, st.data())
def test_a_board_on_lit_felt_is_a_plain_one_with_its_felt_lit(
    game: Game, style: Style, data: st.DataObject
) -> None:
    tops = [
        None,
        *(pile.name for pile in game.board.compiled.tableau if game.board.stacks[pile.index]),
    ]
    moves = [None, *([] if game.board.is_won else game.legal_moves())]
    scene = scene_of(
        game, selected=data.draw(st.sampled_from(tops)), hint=data.draw(st.sampled_from(moves))
    )
    plain, lit = compose(scene, style), compose(scene, style, is_lit=True)
    palette = palette_of(style.theme, style.suits)
    assert lit.point(palette.unlit).tobytes() == plain.tobytes()
    layout = layout_of(scene.board, style.width, style.large_index)
    corner = math.ceil(layout.metrics.card * CORNER)
    for pile in filter(layout.shows, range(len(scene.board.stacks))):
        # Inside, no felt shows: only what is painted in a colour like it.
        box = layout.box_of(pile)
        lit.paste(1, (box.x + corner, box.y + corner, box.right - corner, box.bottom - corner))
    assert not lit.histogram()[0]


def test_only_the_piles_that_a_move_changes_are_drawn() -> None:
    game = deal("freecell", 5)
    game.play(game.legal_moves()[0])
    compose(scene_of(game), Style(), is_lit=True)
    before = game.board.stacks
    game.play(game.legal_moves()[0])
    drawn: list[object] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PILES, "put", lambda key, pile: drawn.append(pile))
        compose(scene_of(game), Style(), is_lit=True)
    changed = sum(one != other for one, other in zip(before, game.board.stacks, strict=True))
    assert len(drawn) == changed == 2


def test_the_cache_of_piles_stays_within_its_limit() -> None:
    for number in range(1, 30):
        compose(scene_of(deal("spider", number)), Style())
    assert PILES.max_bytes // 2 < PILES.held <= PILES.max_bytes < 10_000_000
