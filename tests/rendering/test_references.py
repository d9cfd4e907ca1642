"""Every game in every theme, and the cards from close by, match their reviewed references."""

from __future__ import annotations

import dataclasses
import io

import flip_evaluator  # type: ignore[import-untyped]  # it comes without types
import numpy as np
import pytest
from PIL import Image

from engine import CATALOGUE, Card, Rank, Suit
from engine.rules import Rules
from rendering.board.picture import compose
from tests.rendering.references import (
    CARDS,
    CHARTS,
    FOLDER,
    card_sheet,
    chart_sheet,
    drawn,
    file_of,
    reference,
    scene,
    sheet,
    style,
)
from tests.support.every_game import every_game

TOLERANCE = 0.06
"""How much any small part may differ visually: anti-aliasing, but no pip."""

_PART = 8
FELT = style("felt", "deal")


def difference(one: Image.Image, other: Image.Image) -> float:
    """The largest difference of two pictures, from 0 (alike) to 1, by NVIDIA's FLIP.

    The error is averaged over squares of eight pixels, so that single edge pixels do not count.
    """
    if one.tobytes() == other.tobytes():
        return 0.0
    seen = [np.asarray(image, dtype=np.float32) / 255 for image in (one, other)]
    errors, _, _ = flip_evaluator.evaluate(
        *seen, "LDR", inputsRGB=True, applyMagma=False, computeMeanError=False
    )
    height, width = (length // _PART for length in errors.shape[:2])
    parts = errors[: height * _PART, : width * _PART, 0].reshape(height, _PART, width, _PART)
    return float(parts.mean(axis=(1, 3)).max())


def test_each_game_has_reference_pictures_and_no_other_has() -> None:
    """If this fails, run ``python -m tests.rendering.references`` with the new games' ids."""
    assert {file.stem for file in FOLDER.iterdir()} == set(CATALOGUE)


@every_game
def test_boards_match_their_references(rules: Rules) -> None:
    now, then = sheet(rules), reference(file_of(rules.id))
    assert now.size == then.size
    assert difference(now, then) <= TOLERANCE


def test_court_cards_and_backs_match_their_reference() -> None:
    assert difference(card_sheet(), reference(CARDS)) <= TOLERANCE


def test_charts_match_their_reference() -> None:
    assert difference(chart_sheet(), reference(CHARTS)) <= TOLERANCE


def test_anti_aliasing_and_noise_are_tolerated() -> None:
    board = drawn(CATALOGUE["saratoga"], "felt", "deal")
    stored = io.BytesIO()
    board.save(stored, "JPEG", quality=95, subsampling=0)
    with Image.open(stored) as noisy:
        assert 0 < difference(board, noisy) <= TOLERANCE


def test_a_board_shifted_by_one_pixel_is_detected() -> None:
    board = drawn(CATALOGUE["saratoga"], "felt", "deal")
    moved = Image.new("RGB", board.size)
    moved.paste(board, (1, 0))
    assert difference(board, moved) > TOLERANCE


@pytest.mark.parametrize("game", ["saratoga", "spider", "house-in-the-wood"])
def test_another_suit_on_a_single_card_is_detected(game: str) -> None:
    shown = scene(CATALOGUE[game], "deal")
    last = shown.board.compiled.tableau[-1].index
    looks = []
    for suit in (Suit.SPADES, Suit.CLUBS):
        stacks = list(shown.board.stacks)
        stacks[last] = (*stacks[last][:-1], Card.of(Rank.QUEEN, suit))
        board = dataclasses.replace(shown.board, stacks=tuple(stacks))
        looks.append(compose(dataclasses.replace(shown, board=board), FELT).convert("RGB"))
    assert difference(*looks) > TOLERANCE


def test_a_missing_highlight_is_detected() -> None:
    shown = scene(CATALOGUE["house-in-the-wood"], "deal")
    bare = compose(dataclasses.replace(shown, hint=None), FELT).convert("RGB")
    assert difference(compose(shown, FELT).convert("RGB"), bare) > TOLERANCE


def test_reference_pictures_are_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 3_100_000
