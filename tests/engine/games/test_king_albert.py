"""King Albert and its family: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import Move
from engine.board import Board
from engine.cards import Rank
from engine.shuffle import shuffled
from tests.engine.positions import moves, position

KING_ALBERTS = ["king-albert", "queen-victoria"]
RAGLANS = ["raglan", "relaxed-raglan"]
TERRITORIES = ["northwest-territory", "arctic-garden"]
SOMERSETS = ["somerset", "morehead"]
ALL = [*KING_ALBERTS, *RAGLANS, *TERRITORIES, *SOMERSETS]
SHAPES = {
    "king-albert": ([1, 2, 3, 4, 5, 6, 7, 8, 9], 7),
    "raglan": ([1, 2, 3, 4, 5, 6, 7, 7, 7], 6),
    "northwest-territory": ([1, 2, 3, 4, 5, 6, 7, 8], 16),
    "somerset": ([1, 2, 3, 4, 5, 6, 7, 8, 8, 8], 0),
}
SHAPES |= {
    "queen-victoria": SHAPES["king-albert"],
    "relaxed-raglan": SHAPES["raglan"],
    "arctic-garden": SHAPES["northwest-territory"],
    "morehead": SHAPES["somerset"],
}


@pytest.mark.parametrize("game", ALL)
def test_every_card_is_dealt_to_the_tableau_and_the_reserve(game: str) -> None:
    piles, reserve = SHAPES[game]
    board = engine.deal(game, 7).board.piles
    assert [len(board[str(pile)]) for pile in range(1, len(piles) + 1)] == piles
    assert [len(board[f"r{pile}"]) for pile in range(1, reserve + 1)] == [1] * reserve
    assert not {"s", "w", "a", str(len(piles) + 1), f"r{reserve + 1}"} & board.keys()


@pytest.mark.parametrize("game", KING_ALBERTS)
def test_the_deal_goes_row_by_row_and_the_last_seven_cards_are_the_reserve(game: str) -> None:
    order, board = shuffled(7), engine.deal(game, 7).board.piles
    assert [board[str(pile)][0] for pile in range(1, 10)] == list(order[:9])
    assert board["9"][1:] == tuple(order[at] for at in (16, 23, 29, 34, 38, 41, 43, 44))
    assert [board[f"r{pile}"][0] for pile in range(1, 8)] == list(order[45:])


@pytest.mark.parametrize("game", RAGLANS)
def test_in_raglan_the_aces_start_the_foundations_and_the_last_six_cards_are_the_reserve(
    game: str,
) -> None:
    order, board = shuffled(7), engine.deal(game, 7).board.piles
    dealt = [card for card in order if card.rank is not Rank.ACE]
    assert [str(board[f"f{pile}"][0]) for pile in range(1, 5)] == ["AS", "AH", "AD", "AC"]
    assert board["9"] == tuple(dealt[at] for at in (8, 16, 23, 29, 34, 38, 41))
    assert [board[f"r{pile}"][0] for pile in range(1, 7)] == dealt[42:]


@pytest.mark.parametrize("game", [*KING_ALBERTS, *TERRITORIES, *SOMERSETS])
def test_elsewhere_the_foundations_start_empty(game: str) -> None:
    board = engine.deal(game, 7).board.piles
    assert not any(board[f"f{pile}"] for pile in range(1, 5))


@pytest.mark.parametrize("game", ALL)
def test_only_northwest_territory_has_face_down_cards_under_each_top_card(game: str) -> None:
    board = engine.deal(game, 7).board
    down = [*range(8), *[0] * 16] if game == "northwest-territory" else []
    assert list(board.hidden[: len(down)]) == down
    assert ("??" in str(board)) == (game == "northwest-territory")


def with_empty_piles(empty: int, *lines: str) -> Board:
    """A position of Somerset with that many empty piles; the first three are given."""
    filled = [f"{pile}: {pile - 2}C" for pile in range(4 + empty, 10)]
    return position("somerset", *lines, *filled, foundations="AD", rest="10")


@pytest.mark.parametrize(("empty", "most"), [(0, 1), (1, 2), (2, 4)])
def test_in_somerset_the_empty_piles_limit_the_length_of_runs(empty: int, most: int) -> None:
    run = ["TS", "9H", "8S", "7H", "6S"]
    board = with_empty_piles(empty, f"1: KD {' '.join(run[:most])}", "2: JH", "3: KS")
    assert moves(board, "1", "2") == {str(Move("1", "2", most))}
    board = with_empty_piles(empty, f"1: KD {' '.join(run[: most + 1])}", "2: JH", "3: KS")
    assert moves(board, "1", "2") == set()


@pytest.mark.parametrize(("empty", "most"), [(1, 1), (2, 2), (3, 4)])
def test_in_somerset_an_empty_target_does_not_raise_the_limit(empty: int, most: int) -> None:
    board = with_empty_piles(empty, "1: KD TS 9H 8S 7H 6S", "2: KH", "3: KS")
    counts = {Move.parse(text).count for text in moves(board, "1", "4")}
    assert counts == set(range(1, most + 1))
