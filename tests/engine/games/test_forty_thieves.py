"""Forty Thieves and its family: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine.cards import Rank
from engine.shuffle import shuffled
from tests.engine.positions import cards, moves, play, position

SHAPES = {
    "forty-thieves": (10, 4, 0, 64),
    "josephine": (10, 4, 0, 64),
    "limited": (12, 3, 0, 68),
    "busy-aces": (12, 1, 0, 92),
    "napoleons-square": (12, 4, 0, 56),
    "lucas": (13, 4, 0, 52),
    "san-juan-hill": (10, 4, 0, 56),
    "deuces": (10, 1, 0, 86),
    "maria": (9, 4, 0, 68),
    "number-ten": (10, 4, 2, 64),
    "rank-and-file": (10, 4, 3, 64),
    "emperor": (10, 4, 3, 64),
    "indian": (10, 3, 1, 74),
    "big-forty": (10, 4, 0, 12),
    "ali-baba": (10, 4, 0, 8),
}
"""Number of piles, cards in each, face-down cards in each, and size of the stock."""
ALL = list(SHAPES)
ONE_DECK = ["big-forty", "ali-baba"]
TWO_DECKS = [game for game in ALL if game not in ONE_DECK]


@pytest.mark.parametrize(("game", "shape"), SHAPES.items(), ids=ALL)
def test_each_game_deals_its_piles_some_cards_face_down(
    game: str, shape: tuple[int, int, int, int]
) -> None:
    piles, dealt, down, stock = shape
    board = engine.deal(game, 7).board
    assert [len(board.stacks[pile.index]) for pile in board.compiled.tableau] == [dealt] * piles
    hidden = board.hidden or (0,) * len(board.stacks)
    assert [hidden[pile.index] for pile in board.compiled.tableau] == [down] * piles
    assert len(board.piles["s"]) == stock


def test_the_deal_goes_row_by_row() -> None:
    order, board = shuffled(7, 2), engine.deal("forty-thieves", 7).board.piles
    assert board["1"] == (order[0], order[10], order[20], order[30])
    assert board["10"] == (order[9], order[19], order[29], order[39])
    assert board["s"][::-1] == order[40:]


@pytest.mark.parametrize("game", TWO_DECKS)
def test_two_decks_are_played_to_eight_foundations(game: str) -> None:
    board = engine.deal(game, 7).board
    assert sum(map(len, board.stacks)) == 104
    assert [name for name in board.piles if name.startswith("f")] == [f"f{n}" for n in range(1, 9)]


@pytest.mark.parametrize(
    ("game", "rank"), [("san-juan-hill", 1), ("deuces", 2), ("ali-baba", 1)], ids=str
)
def test_all_cards_of_a_rank_start_the_foundations(game: str, rank: int) -> None:
    board = engine.deal(game, 7).board
    foundations = [cards for name, cards in board.piles.items() if name.startswith("f")]
    assert [(len(foundation), foundation[0].rank) for foundation in foundations] == [
        (1, rank)
    ] * len(foundations)
    decks = board.rules.decks
    others = [card for card in shuffled(7, decks) if card.rank is not Rank(rank)]
    assert [board.piles[str(pile)][0] for pile in range(1, 11)] == others[:10]


@pytest.mark.parametrize("game", TWO_DECKS)
def test_the_second_card_of_a_kind_has_a_foundation_of_its_own(game: str) -> None:
    first = "2S" if game == "deuces" else "AS"
    board = play(position(game, f"1: {first} {first}"), "1-f1", "1-f5")
    assert board.piles["f5"] == cards(first)


def test_foundations_of_deuces_are_built_from_two_to_king_and_then_the_ace() -> None:
    up = "f1: 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"
    board = position("deuces", up, "1: KS", "2: AS", "3: AH", "4: 2H")
    assert moves(board, target="f1") == {"1-f1"}
    assert moves(board, target="f2") == {"4-f2"}
    board = play(board, "1-f1", "2-f1")
    assert len(board.piles["f1"]) == 13
    assert "w-f1" not in moves(position("deuces", f"{up} KS AS", "w: 2S"))


@pytest.mark.parametrize("game", ALL)
def test_the_stock_turns_one_card_and_its_top_card_is_available(game: str) -> None:
    board = engine.deal(game, 7).board
    first, second = board.piles["s"][-1], board.piles["s"][-2]
    board = play(board, "s", "s")
    assert board.piles["w"] == (first, second)
    board = position(game, "w: 5C 4H", "1: 5H", "2: 5S")
    assert moves(board, "w") & {"w-1", "w-2"}
