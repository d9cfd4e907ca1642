"""The layout of piles and cards."""

from __future__ import annotations

import dataclasses
import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CATALOGUE, Board, Game, PileKind, deal
from engine.cards import CARDS
from engine.dealing import opening
from engine.games.pyramid import GIZA
from engine.rules import Rules
from rendering.board.arrangement import Spread
from rendering.board.arrangement_search import CHAT_BOX, PHONE_WIDTH, arrangement_of
from rendering.board.highlights import outset
from rendering.board.layout import Layout, layout_of
from rendering.board.overlap import columns_of
from rendering.board.rooms import is_spent
from rendering.metrics import Index, Size, metrics_of
from tests.declared import CLASSICS, EXTREMES, FANS, MEETING
from tests.engine.late_boards import late_board
from tests.rendering.board.boxes import clashing, cut_indices, named_boxes, strips
from tests.rendering.boards import games, played, sorted_out, won_board
from tests.support.every_game import each_of, every_game

ALL_GAMES = (*CATALOGUE.values(), *CLASSICS, *EXTREMES)
WIDTH = 1100
LARGE = pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
EVERY_GAME = each_of(ALL_GAMES)


def late_boards(rules: Rules) -> list[Board]:
    """Boards late in a game."""
    single = rules.decks == 1 and rules.suits == 4
    if (
        single
        and rules.has_foundations
        and not rules.foundations.is_single
        and not rules.foundations.descending
        and not rules.foundations.courses
    ):
        return [late_board(rules, random.Random(seed)) for seed in range(5)]
    boards = (sorted_out(opening(rules, seed + 1), random.Random(seed)) for seed in range(5))
    return [board for board in boards if not board.is_won]


def laid_out(board: Board) -> Layout:
    return layout_of(board, WIDTH)


@settings(max_examples=60, deadline=None)
@given(games(*ALL_GAMES))
def test_no_pile_overlaps_another_or_its_name(game: Game) -> None:
    layout = layout_of(game.board, WIDTH)
    assert not clashing(game.board, layout)


@settings(max_examples=60, deadline=None)
@given(games(*ALL_GAMES))
def test_every_card_and_its_highlight_are_inside_the_picture(game: Game) -> None:
    layout = layout_of(game.board, WIDTH)
    out = outset(layout.metrics.card)
    for slot in layout.piles:
        box = layout.box_of(slot.pile.index)
        is_named_below = game.board.compiled.is_layered and slot.pile.kind is PileKind.TABLEAU
        assert box.x >= out
        assert box.y >= (out if is_named_below else layout.metrics.label_row)
        assert box.right + out <= layout.width
        assert box.bottom + out <= layout.height


def on_phone(rules: Rules) -> float:
    """The width of a game's cards on a phone, in CSS pixels."""
    return arrangement_of(rules, WIDTH).metrics.card * PHONE_WIDTH / WIDTH


@settings(max_examples=60, deadline=None)
@given(games(*ALL_GAMES))
def test_a_picture_keeps_its_size_throughout_a_game(game: Game) -> None:
    layouts = [layout_of(board, WIDTH) for board in game.boards]
    assert len({(layout.width, layout.height) for layout in layouts}) == 1


@every_game
@LARGE
def test_late_and_won_boards_have_the_size_of_the_deal(rules: Rules, large: bool) -> None:
    boards = [opening(rules, 1), *late_boards(rules), won_board(rules)]
    assert len({layout_of(board, WIDTH, large).height for board in boards}) == 1


@every_game
def test_a_picture_leaves_a_phone_room_for_the_message_around_it(rules: Rules) -> None:
    compiled = opening(rules, 1).compiled
    tableau = columns_of(compiled) if compiled.is_layered else len(compiled.tableau)
    others = [*compiled.piles_of(PileKind.CELL), *compiled.piles_of(PileKind.RESERVE)]
    rows = 1 + (tableau + len(others)) / 5
    height = layout_of(opening(rules, 1), WIDTH).height * PHONE_WIDTH / WIDTH
    assert height <= PHONE_WIDTH
    assert tableau > 25 or height + 40 * rows <= 560


@every_game
def test_a_deal_leaves_no_half_of_its_picture_empty(rules: Rules) -> None:
    layout = layout_of(opening(rules, 1), WIDTH)
    bottom = max(layout.box_of(slot.pile.index).bottom for slot in layout.piles)
    assert bottom > 0.45 * layout.height
    if layout.height > 0.66 * WIDTH:
        assert bottom > 0.57 * layout.height


@pytest.mark.parametrize("game", ["klondike", "klondike-3", "saratoga", "freecell", "spider"])
def test_a_deal_of_a_known_game_leaves_no_third_of_its_picture_empty(game: str) -> None:
    layout = layout_of(opening(CATALOGUE[game], 1), WIDTH)
    assert max(card.box.bottom for cards in layout.cards for card in cards) > layout.height * 2 / 3


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(games(*ALL_GAMES), st.booleans())
def test_no_index_is_cut(game: Game, large: bool) -> None:
    layout = layout_of(game.board, WIDTH, large)
    assert not cut_indices(game.board, layout)


@every_game
@LARGE
def test_no_index_of_a_deal_or_a_late_board_is_cut(rules: Rules, large: bool) -> None:
    deal = opening(rules, 1)
    # Boards made by hand have longer columns than games in which nothing is built.
    later = late_boards(rules) if rules.tableau.build else []
    for board in (deal, *later):
        assert not cut_indices(board, layout_of(board, WIDTH, large))


@every_game
def test_indices_of_usual_columns_are_legible_on_a_phone(rules: Rules) -> None:
    for board in (opening(rules, 1), opening(rules, 2)):
        layout = layout_of(board, WIDTH)
        assert all(strip * PHONE_WIDTH / WIDTH >= 11 for _, strip in strips(board, layout))


@every_game
@LARGE
def test_cards_are_large_enough_on_a_desktop(rules: Rules, large: bool) -> None:
    arrangement = arrangement_of(rules, WIDTH, large)
    scale = min(CHAT_BOX[0] / WIDTH, CHAT_BOX[1] / arrangement.height)
    assert arrangement.metrics.card * scale >= 30


@every_game
def test_cards_are_large_enough_on_a_phone(rules: Rules) -> None:
    least = 22 if arrangement_of(rules, WIDTH).metrics.columns >= 12 else 28
    least = 28 if rules.tableau.row_length else least
    assert on_phone(rules) >= least


@pytest.mark.parametrize(
    ("game", "least"),
    [
        *(("klondike", 44), ("saratoga", 44), ("canfield", 44), ("golf", 44), ("pyramid", 44)),
        *(("freecell", 38), ("yukon", 38), ("phoenix", 38), ("spider", 30)),
        *(("gaps", 28), ("accordion", 28), ("cruel", 38), ("bakers-dozen", 38), ("bisley", 38)),
    ],
)
def test_cards_of_a_game_on_a_phone_are_at_least_so_wide(game: str, least: int) -> None:
    assert on_phone(CATALOGUE[game]) >= least


@every_game
def test_large_indices_make_cards_and_signs_larger(rules: Rules) -> None:
    usual, large = (arrangement_of(rules, WIDTH, is_large) for is_large in (False, True))
    assert large.metrics.card >= usual.metrics.card
    assert large.metrics.cap > usual.metrics.cap * 1.14
    assert large.metrics.card / large.height >= usual.metrics.card / usual.height


def test_a_column_gets_smaller_indices_rather_than_cut_ones() -> None:
    board = opening(CATALOGUE["freecell"], 1)
    marks = []
    for cards in (7, 12, 14, 17):
        grown = dataclasses.replace(board, stacks=(tuple(CARDS[:cards]), *board.stacks[1:]))
        layout = layout_of(grown, WIDTH)
        assert not cut_indices(grown, layout)
        marks.append(layout.cards[0][0].mark)
    assert marks == [Index.NORMAL, Index.SMALLEST, Index.TIGHT, Index.TIGHTEST]


@pytest.mark.parametrize("game", ["yukon", "scorpion", "russian"])
def test_the_upper_cards_of_a_long_column_stay_the_easiest_to_read(game: str) -> None:
    board = opening(CATALOGUE[game], 1)
    for cards in range(14, 23):
        long = dataclasses.replace(
            board,
            stacks=(tuple(CARDS[:cards]), *board.stacks[1:]),
            hidden=(5, *board.hidden[1:]),
        )
        places = layout_of(long, WIDTH).cards[0]
        marks = [place.mark.value for place in places[5:] if place.mark is not None]
        assert marks == sorted(marks)
        assert places[-1].mark is Index.NORMAL
        assert places[-2].mark is not Index.TIGHTEST


@every_game
@LARGE
def test_no_index_is_cut_however_many_cards_a_column_has(rules: Rules, large: bool) -> None:
    board = opening(rules, 1)
    for cards, hidden in itertools.product((13, 23, 34, 52), (0, 7)):
        down = hidden if rules.tableau.face_down else 0
        long = dataclasses.replace(
            board,
            stacks=(tuple(CARDS[:cards]), *board.stacks[1:]),
            hidden=(down, *(0,) * (len(board.stacks) - 1)) if down else (),
        )
        layout = layout_of(long, WIDTH, large)
        assert not cut_indices(long, layout)
        assert layout.cards[0][-1].index == cards - 1
        assert layout.box_of(0).bottom <= layout.height


def test_a_column_too_long_for_any_index_stays_inside_its_picture() -> None:
    board = opening(CATALOGUE["scorpion"], 1)
    long = dataclasses.replace(
        board, stacks=(tuple(CARDS[:45]), *board.stacks[1:]), hidden=(0,) * len(board.stacks)
    )
    layout = layout_of(long, WIDTH)
    assert layout.box_of(0).bottom <= layout.height


@every_game
def test_indices_and_names_are_large_enough_for_a_phone(rules: Rules) -> None:
    for width, large in itertools.product((550, 1100, 1600), (False, True)):
        metrics = arrangement_of(rules, width, large).metrics
        assert metrics.fan >= metrics.card * metrics.index.fan
        assert metrics.compact_fan >= metrics.card * metrics.compact.value + 2
        assert metrics.card * metrics.compact.value >= 0.029 * width
        assert metrics.cap >= 0.03 * width
        assert metrics.label_cap >= 0.03 * width


def test_even_ten_columns_leave_indices_large_enough_for_a_phone() -> None:
    assert metrics_of(1100, 10).cap >= 33


@every_game
@LARGE
def test_late_boards_fit_into_their_pictures_without_overlaps(rules: Rules, large: bool) -> None:
    for board in (*late_boards(rules), opening(rules, 2)):
        layout = layout_of(board, WIDTH, large)
        boxes = named_boxes(board, layout).values()
        assert not clashing(board, layout)
        out = outset(layout.metrics.card)
        assert all(box.x >= out and box.y >= 0 for box in boxes)
        assert all(box.right + out <= layout.width for box in boxes)
        assert all(box.bottom + out <= layout.height for box in boxes)


@EVERY_GAME
def test_a_game_is_arranged_the_same_throughout(rules: Rules) -> None:
    before = layout_of(opening(rules, 3), WIDTH)
    board = [one for one in played(rules, 3, 40, 1).boards if not one.is_won][-1]
    after = layout_of(board, WIDTH)
    spent = any(is_spent(place, board) for place in before.piles)
    for one, other in zip(before.piles, after.piles, strict=True):
        assert (one.box.x, one.pile) == (other.box.x, other.pile)
        # A long column goes up where spent piles leave it room.
        assert one.row or one.box.y == other.box.y or (one.spread is Spread.DOWN and spent)


@pytest.mark.parametrize(
    ("rules", "rows"),
    [(FANS, 2), (MEETING, 2), (CATALOGUE["black-hole"], 3), (CATALOGUE["house-in-the-wood"], 3)],
    ids=lambda value: getattr(value, "id", str(value)),
)
def test_many_columns_stand_in_rows_of_the_same_length(rules: Rules, rows: int) -> None:
    slots = [s for s in arrangement_of(rules, WIDTH).piles if s.pile.kind is PileKind.TABLEAU]
    lengths = [sum(slot.row == row for slot in slots) for row in range(rows)]
    assert sum(lengths) == len(slots)
    assert max(lengths) - min(lengths) <= 1


def test_rows_share_the_height_evenly_until_one_needs_more() -> None:
    board = opening(FANS, 1)
    longer = board.stacks[0] + tuple(CARDS[:2])
    grown = dataclasses.replace(board, stacks=(longer, *board.stacks[1:]))
    long = dataclasses.replace(board, stacks=(longer + tuple(CARDS[2:8]), *board.stacks[1:]))
    first, second, third = (layout_of(each, WIDTH) for each in (board, grown, long))
    assert second.piles[9].box.y == first.piles[9].box.y
    assert third.piles[9].box.y > first.piles[9].box.y
    assert third.box_of(0).bottom < third.piles[9].box.y - third.metrics.label_cap


def test_a_column_tightens_as_it_grows_and_the_others_stay() -> None:
    board = opening(CATALOGUE["forty-thieves"], 1)
    grown = dataclasses.replace(board, stacks=(tuple(CARDS[:11]), *board.stacks[1:]))
    loose, tight = layout_of(board, WIDTH), layout_of(grown, WIDTH)
    assert loose.cards[0][1].box.y - loose.cards[0][0].box.y > 0.6 * loose.metrics.card
    assert (
        max(strip for pile, strip in strips(grown, tight) if not pile) < 0.55 * tight.metrics.card
    )
    assert tight.cards[1:] == loose.cards[1:]


@EVERY_GAME
def test_piles_of_a_kind_stand_in_the_order_of_their_names(rules: Rules) -> None:
    slots = arrangement_of(rules, WIDTH).piles
    # Hours stand as on a clock's face.
    for kind in set(PileKind) - ({PileKind.TABLEAU} if rules.tableau.turns_rank else set()):
        places = [(slot.box.y, slot.box.x) for slot in slots if slot.pile.kind is kind]
        assert places == sorted(places)


@EVERY_GAME
def test_nothing_stands_below_the_tableau(rules: Rules) -> None:
    slots = arrangement_of(rules, WIDTH).piles
    tableau = [slot for slot in slots if slot.pile.kind is PileKind.TABLEAU]
    below = [
        (slot.pile.name, other.pile.name)
        for slot in tableau
        for other in slots
        if other not in tableau
        and other.box.bottom > slot.box.y
        and slot.box.x < other.box.right
        and other.box.x < slot.box.right
    ]
    assert not below


@pytest.mark.parametrize(
    ("game", "is_low"), [("saxony", True), ("spiderette", True), ("klondike", False)]
)
def test_piles_are_low_where_columns_would_lack_room_or_cards_be_small(
    game: str, is_low: bool
) -> None:
    places = arrangement_of(CATALOGUE[game], WIDTH).piles
    sizes = {place.size for place in places if place.pile.kind is PileKind.FOUNDATION}

    assert sizes == {Size.INDEX if is_low else Size.TALL}


def test_sixteen_reserve_cards_stand_above_the_tableau_as_indices() -> None:
    slots = arrangement_of(CATALOGUE["phoenix"], WIDTH).piles
    reserve = [slot for slot in slots if slot.pile.kind is PileKind.RESERVE]
    first = min(slot.box.y for slot in slots if slot.pile.kind is PileKind.TABLEAU)
    assert {slot.size for slot in reserve} == {Size.INDEX}
    assert len({slot.box.y for slot in reserve}) == 2
    assert all(slot.box.bottom < first for slot in reserve)


def test_a_waste_turned_three_at_a_time_fans_its_last_three_cards() -> None:
    game = deal("saratoga", 1)
    game.play("s")
    game.play("s")
    layout = layout_of(game.board, WIDTH)
    places = layout.cards[game.board.compiled.waste]
    assert [place.index for place in places] == [3, 4, 5]
    assert [place.covered for place in places] == [True, True, False]


def test_a_reserve_of_three_cards_a_pile_shows_them_all_above_the_tableau() -> None:
    board = opening(GIZA, 1)
    layout = layout_of(board, 900)
    piles = board.compiled.piles_of(PileKind.RESERVE)
    shown = [layout.cards[pile.index] for pile in piles]
    assert [len(cards) for cards in shown] == [3] * 8
    lowest = max(card.box.bottom for cards in shown for card in cards)
    top = layout.cards[board.compiled.index_of["1"]][0]
    assert top.box.y > lowest


def test_a_reserve_built_in_suit_shows_its_first_and_last_card() -> None:
    slots = arrangement_of(CATALOGUE["saxony"], WIDTH).piles
    assert {slot.spread for slot in slots if slot.pile.kind is PileKind.RESERVE} == {Spread.ENDS}


WON = ["saratoga", "saxony", "spider-1", "spider-2", "golf", MEETING]


@pytest.mark.parametrize("name", WON, ids=lambda game: getattr(game, "id", game))
def test_a_won_board_shows_every_card_of_every_suit(name: str | Rules) -> None:
    board = won_board(name)
    layout = layout_of(board, WIDTH)
    assert sum(len(places) for places in layout.cards) == board.rules.card_count
    assert all(
        place.box.x >= 0 and place.box.right <= WIDTH and place.box.bottom <= layout.height
        for places in layout.cards
        for place in places
    )
