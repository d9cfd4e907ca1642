"""Arrangements for a window of a given shape, and pictures for a desktop."""

from __future__ import annotations

import random

import pytest
from PIL import ImageChops

from engine import CATALOGUE
from engine.dealing import opening
from engine.rules import Rules
from rendering.board.arrangement import Arrangement
from rendering.board.arrangement_search import CHAT_BOX, arrangement_of
from rendering.board.empty_piles import stock_sprite
from rendering.board.layout import layout_in, layout_of
from rendering.board.window import wide_arrangement, window_arrangement
from rendering.cards.sprites import sheet_of
from rendering.metrics import Size
from tests.rendering.board.boxes import clashing, cut_indices
from tests.rendering.boards import sorted_out, won_board
from tests.support.every_game import every_game

WIDTH = 1100


def on_desktop(arrangement: Arrangement) -> float:
    """The width of a picture's cards on a desktop, in CSS pixels."""
    scale = min(CHAT_BOX[0] / WIDTH, CHAT_BOX[1] / arrangement.height)
    return arrangement.metrics.card * scale


@every_game
def test_a_wide_picture_has_larger_cards_on_a_desktop(rules: Rules) -> None:
    wide = on_desktop(wide_arrangement(rules, WIDTH))
    assert wide >= on_desktop(arrangement_of(rules, WIDTH))
    assert wide >= 39


@pytest.mark.parametrize(
    ("game", "least"), [("klondike", 65), ("freecell", 62), ("spider", 51), ("phoenix", 57)]
)
def test_the_cards_of_a_known_game_are_on_a_desktop_at_least_so_wide(game: str, least: int) -> None:
    assert on_desktop(wide_arrangement(CATALOGUE[game], WIDTH)) >= least


@every_game
def test_nothing_of_a_wide_picture_is_cut_or_overlaps(rules: Rules) -> None:
    for board in (opening(rules, 1), sorted_out(opening(rules, 2), random.Random(1))):
        layout = layout_of(board, WIDTH, is_wide=True)
        boxes = [layout.box_of(slot.pile.index) for slot in layout.piles]
        assert not clashing(board, layout)
        assert not cut_indices(board, layout)
        assert all(box.x >= 0 and box.right <= WIDTH for box in boxes)
        assert all(box.y >= 0 and box.bottom <= layout.height for box in boxes)


def test_the_redeals_on_a_low_stock_stay_on_it() -> None:
    board = opening(CATALOGUE["klondike"], 1)
    m, stock = wide_arrangement(board.rules, WIDTH).metrics, board.compiled.stock
    box = layout_of(board, WIDTH, is_wide=True).piles[stock].box
    sheet = sheet_of("felt", 2, m.card, m.index)
    back, drawn = (
        stock_sprite(sheet, Size.INDEX, 3, redeals).convert("RGB") for redeals in (0, None)
    )
    changed = ImageChops.difference(back, drawn).getbbox()
    assert changed is not None
    assert box.height == m.height(Size.INDEX)
    assert changed[1] > sheet.margin
    assert changed[3] < sheet.margin + box.height


@every_game
def test_a_won_board_keeps_the_size_of_a_wide_picture(rules: Rules) -> None:
    deal, won = (
        layout_of(board, WIDTH, is_wide=True) for board in (opening(rules, 1), won_board(rules))
    )
    assert (won.width, won.height) == (deal.width, deal.height)


@every_game
@pytest.mark.parametrize("shape", [(390, 741), (844, 316), (1280, 726), (900, 430)])
def test_a_window_of_any_shape_holds_every_pile(rules: Rules, shape: tuple[int, int]) -> None:
    across, down = shape
    arrangement = window_arrangement(rules, 4000, 4000 * down // across)
    board = opening(rules, 1)
    layout = layout_in(board, arrangement)
    boxes = [layout.box_of(slot.pile.index) for slot in layout.piles]
    assert not clashing(board, layout)
    assert all(box.x >= 0 and box.right <= 4000 for box in boxes)
    assert all(box.y >= 0 and box.bottom <= layout.height for box in boxes)
    assert arrangement.metrics.card * min(across / 4000, down / layout.height) >= 24
