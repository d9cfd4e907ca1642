"""How piles share the felt: what is free is used before an index gets small."""

from __future__ import annotations

import dataclasses
from itertools import pairwise

import pytest
from hypothesis import given, settings

from engine import CATALOGUE, Board, Game, PileKind
from engine.cards import CARDS
from engine.dealing import opening
from rendering.board.arrangement_search import PHONE_WIDTH, arrangement_of
from rendering.board.layout import Layout, layout_of
from rendering.metrics import Index
from tests.rendering.board.boxes import clashing, strips
from tests.rendering.boards import games

WIDTH = 1100
ON_PHONE = PHONE_WIDTH / WIDTH


def least_index(layout: Layout, pile: int) -> float:
    """The height of the smallest index of a pile on a phone, in CSS pixels."""
    usual = layout.metrics.index
    marks = [(place.mark or usual).value for place in layout.cards[pile]]
    return min(marks, default=1) * layout.metrics.card * ON_PHONE


def with_pile(board: Board, pile: str, cards: int, *emptied: str) -> Board:
    """A board with that many cards in one pile, and some other piles without any."""
    stacks = list(board.stacks)
    stacks[board.compiled.index_of[pile]] = tuple(CARDS[:cards])
    for name in emptied:
        stacks[board.compiled.index_of[name]] = ()
    return dataclasses.replace(board, stacks=tuple(stacks))


def test_a_long_column_goes_up_over_spent_piles() -> None:
    deal = opening(CATALOGUE["phoenix"], 1)
    below, spent = with_pile(deal, "4", 13), with_pile(deal, "4", 13, "r4", "r12")
    squeezed, loose = layout_of(below, WIDTH), layout_of(spent, WIDTH)
    column = deal.compiled.index_of["4"]
    assert least_index(squeezed, column) < 10 <= least_index(loose, column)
    assert loose.piles[column].box.y < squeezed.piles[column].box.y
    assert not clashing(spent, loose)
    assert loose.cards[:column] == squeezed.cards[:column]


def test_a_short_column_stays_though_what_is_above_it_is_spent() -> None:
    deal = opening(CATALOGUE["phoenix"], 1)
    column = deal.compiled.index_of["4"]
    now, later = layout_of(deal, WIDTH), layout_of(with_pile(deal, "4", 6, "r4", "r12"), WIDTH)
    assert now.piles[column].box == later.piles[column].box


def test_a_long_column_takes_the_place_of_a_spent_pile_below_it() -> None:
    rules = CATALOGUE["house-in-the-wood"]
    deal, layout = opening(rules, 1), layout_of(opening(rules, 1), WIDTH)
    index_of = deal.compiled.index_of
    lane = [s.pile.name for s in layout.piles if s.box.x == layout.piles[index_of["1"]].box.x]
    assert lane == ["1", "13", "25"]
    long = with_pile(deal, "1", 9, "13")
    grown = layout_of(long, WIDTH)
    assert least_index(grown, index_of["1"]) > 9.9
    assert grown.box_of(index_of["1"]).bottom > layout.piles[index_of["13"]].box.bottom
    assert not clashing(long, grown)


def test_a_column_that_lacks_a_few_pixels_takes_them_from_felt_that_is_free() -> None:
    board = opening(CATALOGUE["house-in-the-wood"], 1)
    # They leave the first row two pixels less than three cards need.
    for pile, cards in {"1": 4, "14": 5, "27": 7}.items():
        board = with_pile(board, pile, cards)
    column = board.compiled.index_of["12"]
    assert len(board.stacks[column]) == 3
    assert least_index(layout_of(board, WIDTH), column) > 9.9


@pytest.mark.parametrize("is_wide", [False, True], ids=["usual", "wide"])
@pytest.mark.parametrize("game", ["phoenix", "raglan", "arctic-garden", "fan", "house-in-the-wood"])
def test_no_pile_overlaps_another_wherever_spent_piles_leave_room(game: str, is_wide: bool) -> None:
    deal = opening(CATALOGUE[game], 1)
    spent = [pile.name for pile in deal.compiled.piles if pile.kind is PileKind.RESERVE]
    for pile in deal.compiled.tableau:
        board = with_pile(deal, pile.name, 14, *spent)
        layout = layout_of(board, WIDTH, is_wide=is_wide)
        assert not clashing(board, layout)
        assert layout.box_of(pile.index).bottom < layout.height


@settings(max_examples=60, deadline=None)
@given(games())
def test_no_index_is_small_while_its_lane_has_felt_for_another_card(game: Game) -> None:
    board, layout = game.board, layout_of(game.board, WIDTH)
    if board.is_won:
        return
    m, slots = layout.metrics, arrangement_of(board.rules, WIDTH).columns
    for column in slots:
        if least_index(layout, column.pile.index) >= m.card * m.compact.value * ON_PHONE:
            continue
        lane = [slot.pile.index for slot in slots if slot.box.x == column.box.x]
        lowest = max(layout.box_of(index).bottom for index in lane if layout.cards[index])
        spare = [
            layout.piles[below].box.y - layout.box_of(above).bottom - m.label_row - m.gap
            for above, below in pairwise(lane)
            if layout.piles[below].box.width
        ]
        assert max([layout.height - lowest, *spare]) < m.compact_fan * 2


@pytest.mark.parametrize("game", ["klondike", "spider", "yukon"])
def test_cards_face_down_take_less_than_a_third_of_a_deal(game: str) -> None:
    board = opening(CATALOGUE[game], 1)
    layout = layout_of(board, WIDTH)
    for pile in board.compiled.tableau:
        down = board.face_down(pile)
        cards = layout.cards[pile.index]
        assert cards[down].box.y - cards[0].box.y < layout.height / 3


def test_cards_face_down_are_squeezed_before_open_ones() -> None:
    board = opening(CATALOGUE["klondike"], 1)
    stacks, hidden = list(board.stacks), [0] * len(board.stacks)
    stacks[6], hidden[6] = tuple(CARDS[:12]), 6
    long = dataclasses.replace(board, stacks=tuple(stacks), hidden=tuple(hidden))
    layout = layout_of(long, WIDTH)
    m, cards = layout.metrics, layout.cards[6]
    back = (cards[6].box.y - cards[0].box.y) / 6
    assert back < m.back_fan / 2
    assert cards[6].mark is Index.NORMAL
    assert min(strip for pile, strip in strips(long, layout) if pile == 6) >= m.fan
