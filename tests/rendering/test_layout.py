"""The layout of piles and cards."""

from __future__ import annotations

import dataclasses
import itertools
import random
import statistics
from itertools import combinations

import pytest
from hypothesis import given, settings

from engine import CATALOGUE, Board, Game, PileKind, deal
from engine.cards import CARDS
from engine.dealing import opening
from engine.rules import Rules
from rendering.arrangement import Spread
from rendering.arrangement_search import arrangement_of, min_height
from rendering.highlights import outset
from rendering.layout import Layout, layout_of
from rendering.metrics import Box, Size, metrics_of
from tests.declared import CLASSICS, EXTREMES, FANS, MEETING
from tests.engine.late_boards import late_board
from tests.rendering.boards import games, played, sorted_out, won_board

ALL_GAMES = (*CATALOGUE.values(), *CLASSICS, *EXTREMES)
WIDTH = 1100
CATALOGUED = pytest.mark.parametrize("rules", CATALOGUE.values(), ids=lambda rules: rules.id)
LARGE = pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
DEFAULT_TIME_LIMIT = (1.2, 1.65)
"""Width to height of a picture that fits a chat."""
EVERY_GAME = pytest.mark.parametrize("rules", ALL_GAMES, ids=lambda rules: rules.id)


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
    )


def late_boards(rules: Rules) -> list[Board]:
    """Boards late in a game."""
    single = rules.decks == 1 and rules.suits == 4
    if single and not rules.foundations.build and not rules.foundations.descending:
        return [late_board(rules, random.Random(seed)) for seed in range(5)]
    boards = (sorted_out(opening(rules, seed + 1), random.Random(seed)) for seed in range(5))
    return [board for board in boards if not board.is_won]


def laid_out(board: Board) -> Layout:
    return layout_of(board, WIDTH)


def with_name(layout: Layout, box: Box) -> Box:
    """A pile's box with its name above it."""
    tall = layout.metrics.label_row - layout.metrics.gap // 2
    return Box(box.x, box.y - tall, box.width, box.height + tall)


@settings(max_examples=60, deadline=None)
@given(games(*ALL_GAMES))
def test_no_pile_overlaps_another_or_its_name(game: Game) -> None:
    layout = layout_of(game.board, WIDTH)
    boxes = [with_name(layout, layout.box_of(slot.pile.index)) for slot in layout.piles]
    for one, other in combinations(boxes, 2):
        assert not overlap(one, other)


@settings(max_examples=60, deadline=None)
@given(games(*ALL_GAMES))
def test_every_card_and_its_highlight_are_inside_the_picture(game: Game) -> None:
    layout = layout_of(game.board, WIDTH)
    out = outset(layout.metrics.card)
    for slot in layout.piles:
        box = layout.box_of(slot.pile.index)
        assert box.x >= out
        assert box.y >= layout.metrics.label_row
        assert box.right + out <= layout.width
        assert box.bottom + out <= layout.height


@settings(max_examples=60, deadline=None)
@given(games(*ALL_GAMES))
def test_no_space_is_wasted_at_the_bottom(game: Game) -> None:
    layout = layout_of(game.board, WIDTH)
    lowest = max(layout.box_of(slot.pile.index).bottom for slot in layout.piles)
    spare = layout.metrics.edge + layout.metrics.fan
    assert layout.height - lowest <= spare or layout.height == min_height(layout.width)


@settings(max_examples=60, deadline=None)
@given(games(*ALL_GAMES))
def test_a_face_up_card_shows_its_index_however_long_the_column(game: Game) -> None:
    board, layout = game.board, layout_of(game.board, WIDTH)
    for pile in board.compiled.tableau:
        places = layout.cards[pile.index]
        assert [place.index for place in places] == list(range(len(board.stacks[pile.index])))
        hidden = board.hidden[pile.index] if board.hidden else 0
        for lower, upper in zip(places[hidden:], places[hidden + 1 :], strict=False):
            assert upper.box.y - lower.box.y >= 0.44 * layout.metrics.card


@CATALOGUED
def test_indices_and_names_are_large_enough_for_a_phone(rules: Rules) -> None:
    for width, large in itertools.product((550, 1100, 1600), (False, True)):
        metrics = arrangement_of(rules, width, large).metrics
        assert metrics.fan >= 0.44 * metrics.card
        assert metrics.cap >= 0.03 * width
        assert metrics.label_cap >= 0.03 * width


def test_even_ten_columns_leave_indices_large_enough_for_a_phone() -> None:
    assert metrics_of(1100, 10).cap >= 33


@CATALOGUED
@LARGE
def test_a_deal_has_the_shape_of_a_chat_picture(rules: Rules, large: bool) -> None:
    layout = layout_of(opening(rules, 1), WIDTH, large)
    least = 1.1 if large else DEFAULT_TIME_LIMIT[0]
    assert least <= layout.width / layout.height <= DEFAULT_TIME_LIMIT[1]


@CATALOGUED
def test_a_late_board_usually_has_that_shape_too(rules: Rules) -> None:
    shapes = [layout.width / layout.height for layout in map(laid_out, late_boards(rules))]
    assert DEFAULT_TIME_LIMIT[0] <= statistics.median(shapes)
    assert max(shapes) <= DEFAULT_TIME_LIMIT[1]


@CATALOGUED
@LARGE
def test_late_boards_fit_into_their_pictures_without_overlaps(rules: Rules, large: bool) -> None:
    for board in (*late_boards(rules), opening(rules, 2)):
        layout = layout_of(board, WIDTH, large)
        boxes = [with_name(layout, layout.box_of(slot.pile.index)) for slot in layout.piles]
        assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
        out = outset(layout.metrics.card)
        assert all(box.x >= out and box.y >= 0 for box in boxes)
        assert all(box.right + out <= layout.width for box in boxes)
        assert all(box.bottom + out <= layout.height for box in boxes)


@EVERY_GAME
def test_a_game_is_arranged_the_same_throughout(rules: Rules) -> None:
    before = layout_of(opening(rules, 3), WIDTH)
    after = layout_of(played(rules, 3, 40, 1).board, WIDTH)
    upper, later = ([slot for slot in layout.piles if slot.row == 0] for layout in (before, after))
    assert upper == later
    for one, other in zip(before.piles, after.piles, strict=True):
        assert (one.box.x, one.pile) == (other.box.x, other.pile)
        assert one.box.y <= other.box.y


@pytest.mark.parametrize(
    ("rules", "rows"),
    [(FANS, 2), (MEETING, 2), (CATALOGUE["black-hole"], 3)],
    ids=lambda value: getattr(value, "id", str(value)),
)
def test_more_than_ten_columns_stand_in_rows_of_the_same_length(rules: Rules, rows: int) -> None:
    slots = [s for s in arrangement_of(rules, WIDTH).piles if s.pile.kind is PileKind.TABLEAU]
    lengths = [sum(slot.row == row for slot in slots) for row in range(rows)]
    assert sum(lengths) == len(slots)
    assert max(lengths) - min(lengths) <= 1


def test_a_lower_row_moves_down_as_columns_grow() -> None:
    board = opening(FANS, 1)
    long = board.stacks[0] + tuple(CARDS[:9])
    grown = dataclasses.replace(board, stacks=(long, *board.stacks[1:]))
    before, after = layout_of(board, WIDTH), layout_of(grown, WIDTH)
    assert after.piles[9].box.y - before.piles[9].box.y == 9 * after.metrics.fan
    assert after.box_of(0).bottom < after.piles[9].box.y - after.metrics.label_cap


def test_columns_of_a_flat_board_are_stretched_until_they_grow() -> None:
    board = opening(CATALOGUE["forty-thieves"], 1)
    grown = dataclasses.replace(board, stacks=(tuple(CARDS[:12]), *board.stacks[1:]))
    flat, full = (layout_of(each, WIDTH).metrics for each in (board, grown))
    assert flat.fan / flat.card > 0.6
    assert full.fan / full.card == pytest.approx(0.5, abs=0.02)


@CATALOGUED
def test_stretched_columns_never_exceed_the_least_height(rules: Rules) -> None:
    layout = layout_of(opening(rules, 1), WIDTH)
    assert not layout.is_loose or layout.height == min_height(WIDTH)


def test_large_indices_are_larger_at_any_number_of_columns() -> None:
    for columns in range(7, 11):
        usual = metrics_of(WIDTH, columns)
        large = metrics_of(WIDTH, columns, large_index=True)
        assert large.cap > usual.cap * 1.14
        assert large.fan > usual.fan


@EVERY_GAME
def test_piles_of_a_kind_stand_in_the_order_of_their_names(rules: Rules) -> None:
    slots = arrangement_of(rules, WIDTH).piles
    for kind in PileKind:
        places = [(slot.box.y, slot.box.x) for slot in slots if slot.pile.kind is kind]
        assert places == sorted(places)


@EVERY_GAME
def test_the_tableau_is_lowest(rules: Rules) -> None:
    slots = arrangement_of(rules, WIDTH).piles
    top = next(slot.box.y for slot in slots if slot.pile.kind is PileKind.TABLEAU)
    above = [slot for slot in slots if slot.box.y < top]
    assert all(slot.box.bottom <= top for slot in above)


def test_sixteen_reserve_cards_stand_in_two_rows_of_indices() -> None:
    slots = [
        slot
        for slot in arrangement_of(CATALOGUE["phoenix"], WIDTH).piles
        if slot.pile.kind is PileKind.RESERVE
    ]
    assert {slot.size for slot in slots} == {Size.INDEX}
    assert len({slot.box.y for slot in slots}) == 2


def test_a_waste_turned_three_at_a_time_fans_its_last_three_cards() -> None:
    game = deal("saratoga", 1)
    game.play("s")
    game.play("s")
    layout = layout_of(game.board, WIDTH)
    places = layout.cards[game.board.compiled.waste]
    assert [place.index for place in places] == [3, 4, 5]
    assert [place.covered for place in places] == [True, True, False]


def test_a_reserve_built_in_suit_shows_its_first_and_last_card() -> None:
    slots = arrangement_of(CATALOGUE["saxony"], WIDTH).piles
    assert {slot.spread for slot in slots if slot.pile.kind is PileKind.RESERVE} == {Spread.ENDS}


WON = ["saratoga", "saxony", "spider-1", "spider-2", "golf", MEETING]


@pytest.mark.parametrize("name", WON, ids=lambda game: getattr(game, "id", game))
def test_a_won_board_shows_every_card_of_every_suit(name: str | Rules) -> None:
    board = won_board(name)
    layout = layout_of(board, WIDTH)
    assert sum(len(places) for places in layout.cards) == board.rules.card_count
    assert 1.2 <= layout.width / layout.height <= 1.65
    assert all(
        place.box.x >= 0 and place.box.right <= WIDTH and place.box.bottom <= layout.height
        for places in layout.cards
        for place in places
    )
