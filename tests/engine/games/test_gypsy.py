"""Gypsy and its family: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove
from tests.engine.games.face_down import hiding
from tests.engine.positions import moves, play, position

TRIANGLE = [1, 2, 3, 4, 5, 6, 7, 8]
SHAPES = {
    "gypsy": ([3] * 8, [2] * 8, 80),
    "nomad": ([4] * 8, [0] * 8, 72),
    "miss-milligan": ([1] * 8, [0] * 8, 96),
    "milligan-cell": ([1] * 8, [0] * 8, 96),
    "milligan-harp": (TRIANGLE, [0, 1, 2, 3, 4, 5, 6, 7], 68),
    "carlton": (TRIANGLE, [0] * 8, 68),
    "lexington-harp": (TRIANGLE, [0, 1, 2, 3, 4, 5, 6, 7], 68),
    "elba": ([5] * 10, [4] * 10, 54),
}
"""Cards in each pile, face-down cards in each, and size of the stock."""
ALL = list(SHAPES)
DEALS = (
    {"gypsy": 10, "nomad": 9, "elba": 6}
    | dict.fromkeys(["miss-milligan", "milligan-cell"], 12)
    | dict.fromkeys(["milligan-harp", "carlton", "lexington-harp"], 9)
)
"""Deals of the stock, including a last one to four piles."""


def test_in_lexington_harp_any_face_up_card_moves_with_the_cards_on_top_of_it() -> None:
    board = hiding("lexington-harp", "1: (6S) 3C TH 2S", "2: JC", "3: 4H", "4: 7H")
    assert moves(board, "1", "2") == {"1-2*2"}
    assert moves(board, "1", "3") == {"1-3*3"}
    assert not moves(board, "1", "4")
    assert {"1-8", "1-8*2", "1-8*3"} == moves(board, "1", "8")


@pytest.mark.parametrize("game", ALL)
def test_the_stock_deals_a_card_to_each_pile_empty_or_not(game: str) -> None:
    board = engine.deal(game, 7).board
    piles, order = board.compiled.tableau, board.piles["s"][::-1]
    after = board.apply(board.stock_move)
    assert tuple(after.stacks[pile.index][-1] for pile in piles) == order[: len(piles)]
    board = position(game, "1: KC")
    assert board.can_play_stock
    assert len(board.apply(board.stock_move).piles["5"]) == 1


@pytest.mark.parametrize(("game", "deals"), DEALS.items(), ids=list(DEALS))
def test_each_games_stock_deals_its_number_of_times_the_last_to_four_piles_at_most(
    game: str, deals: int
) -> None:
    board = engine.deal(game, 7).board
    heights = []
    while board.can_play_stock:
        board = board.apply(board.stock_move)
        heights.append([len(board.stacks[pile.index]) for pile in board.compiled.tableau])
    assert len(heights) == deals
    last = [after - before for before, after in zip(*heights[-2:], strict=True)]
    whole = game in ("gypsy", "nomad", "miss-milligan", "milligan-cell")
    assert last == ([1] * len(last) if whole else [1] * 4 + [0] * (len(last) - 4))


def test_miss_milligans_pocket_takes_a_card_or_run_once_the_stock_is_empty() -> None:
    lines = ("1: 2C KS QH", "2: JH", "3: 9S 8H", "4: TD")
    rest = position("miss-milligan", *lines)
    with pytest.raises(IllegalMove, match="Cards go into reserve r1 only once the stock is empty"):
        play(rest, "1-r1")
    board = position("miss-milligan", *lines, rest="8")
    assert {"1-r1", "1-r1*2", "2-r1", "3-r1*2"} <= moves(board, target="r1")
    assert "1-r1*3" not in moves(board)
    board = play(board, "3-r1*2")
    assert not moves(board, target="r1")
    assert moves(board, source="r1", target="4") == {"r1-4*2"}
