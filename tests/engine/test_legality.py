"""Why moves are illegal: a reason for exactly the illegal ones, in a sentence."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import IllegalMove, Move
from engine.board import Board
from engine.legality import why_illegal
from tests.engine.positions import position, wander
from tests.engine.random_positions import FIRST_GAMES, random_board


def why(board: Board, text: str) -> str:
    """The reason why a move is illegal."""
    error = why_illegal(board, Move.parse(text))
    assert error is not None, text
    return str(error)


def conceivable(board: Board) -> list[Move]:
    """Every source, target and count, up to one card more than a pile has."""
    names = list(board.piles)
    moves = [
        Move(source, target, count)
        for source in names
        for target in [*names, ""]
        for count in range(len(board.piles[source]) + 2)
        if source != "s"
    ]
    return [*moves, Move("s", "w"), Move("s", "")]


@pytest.mark.slow
@pytest.mark.parametrize("game", FIRST_GAMES)
def test_exactly_the_illegal_moves_have_a_reason_in_random_positions(game: str) -> None:
    for seed in range(25):
        board = random_board(game, random.Random(seed))
        legal = set(board.legal_moves())
        for move in conceivable(board):
            assert (why_illegal(board, move) is None) == (move in legal), (str(board), move)
            assert board.is_legal(move) == (move in legal), (str(board), move)


@given(st.sampled_from(list(engine.CATALOGUE)), st.integers(1, 10**6), st.integers(0, 60))
def test_exactly_the_illegal_moves_have_a_reason_in_random_games(
    game: str, number: int, steps: int
) -> None:
    playing = engine.deal(game, number)
    wander(playing, steps, random.Random(number))
    legal = set(playing.legal_moves())
    for move in conceivable(playing.board):
        error = why_illegal(playing.board, move)
        assert (error is None) == (move in legal), move
        assert playing.board.is_legal(move) == (move in legal), move
        if error is not None:
            assert str(error)[0].isupper() or str(error)[0].isdigit()
            assert str(error).endswith(".")
            assert "\n" not in str(error)
            assert "None" not in str(error)


SARATOGA = position("saratoga", "1: 9C 6H 5S", "2: 7S", "3: KD 9D", "w: AH 8S", foundations="3S")
CASSIM = position("cassim", "1: 9C 6H 5S", "2: 7S", "3: 9D", "a: 6D", "w: 8S", foundations="3S")
PHOENIX = position("phoenix", "1: 9C 6H 5S", "3: 9D", "r1: 8S", rest="6", foundations="3S")
SAXONY = position(
    "saxony", "1: 6H 5S", "2: 6S", "r1: 4D", "r2: 9C", "a: KC", foundations="3S", rest="s"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "text", "sentence"),
    [
        (SARATOGA, "8-1", "Saratoga has no pile “8”; its piles are 1–7, f1–f4, s, w."),
        (SARATOGA, "1-a", "Saratoga has no pile “a”; its piles are 1–7, f1–f4, s, w."),
        (CASSIM, "r1-1", "Cassim has no pile “r1”; its piles are 1–4, a–d, f1–f4, s, w."),
        (PHOENIX, "w-1", "Phoenix has no pile “w”; its piles are 1–6, r1–r16, f1–f4."),
        (PHOENIX, "s", "Phoenix has no stock."),
        (SARATOGA, "7-1", "Pile 7 is empty; there is nothing to move from it."),
        (CASSIM, "b-1", "Cell b is empty; there is nothing to move from it."),
        (PHOENIX, "r2-1", "Reserve r2 is empty; there is nothing to move from it."),
        (SARATOGA, "1-2*4", "Pile 1 has only 3 cards, not 4."),
        (CASSIM, "a-2*2", "Cell a has only 1 card, not 2."),
        (
            SARATOGA,
            "1-2*3",
            "The top 3 cards of pile 1 are not a run, so they cannot move together.",
        ),
        (SARATOGA, "w-3*2", "Only the top card of the waste can move."),
        (SARATOGA, "2-2", "The cards are already in pile 2."),
        (SARATOGA, "1-w", "You cannot play cards onto the waste."),
        (SARATOGA, "f1-f2", "Cards cannot go from one foundation to another."),
        (SARATOGA, "1-f1*2", "Cards go to a foundation one at a time."),
        (SARATOGA, "1-f2", "5♠ belongs on f1; f2 is for hearts."),
        (SARATOGA, "1-f1", "Foundation f1 takes 4♠ next, not 5♠."),
        (SAXONY, "1-f2", "5♠ belongs on f1 or f5; f2 is for hearts."),
        (CASSIM, "3-a", "Cell a is taken; a cell holds only one card."),
        (CASSIM, "1-b*2", "A cell holds only one card."),
        (SARATOGA, "f1-1", "Cards on a foundation stay there."),
        (SAXONY, "f1-1", "You cannot build on pile 1."),
        (SAXONY, "2-7", "You cannot play cards into pile 7."),
        (SAXONY, "a-b", "Cards cannot go from cell a into cell b."),
        (
            SARATOGA,
            "2-3",
            "7♠ does not go onto 9♦: the tableau builds down in alternating colours.",
        ),
        (SAXONY, "1-r1", "5♠ does not go onto 4♦: the reserve builds down in suit."),
        (
            SARATOGA,
            "1-7",
            "An empty pile takes only a king or a run headed by one, not 5♠.",
        ),
        (PHOENIX, "3-2", "That would only move all of pile 3 to another empty pile."),
        (PHOENIX, "3-r2", "You cannot play cards into reserve r2."),
        (PHOENIX, "3-r1", "You cannot build on reserve r1."),
    ],
)
def test_the_reason_is_the_rule_that_forbids_the_move(
    board: Board, text: str, sentence: str
) -> None:
    assert why(board, text) == sentence


def test_in_two_decks_the_reason_names_the_foundation_that_takes_the_card() -> None:
    board = position("saxony", "1: 3H", foundations="5H 2H")
    assert why(board, "1-f2") == "3♥ goes to f6."


def test_a_foundation_that_gives_back_only_into_empty_piles_has_its_reason() -> None:
    board = position("saxony", "r1: 4S", foundations="3S")
    assert "can come back only to an empty" in why(board, "f1-r1")


def test_an_empty_stock_without_redeals_has_its_reason() -> None:
    board = position("saratoga-aisleriot", "w: AS", "redeals: 0", rest="1")
    assert why(board, "s") == "The stock is empty and there are no redeals left."


def test_an_empty_stock_without_a_waste_to_redeal_has_its_reason() -> None:
    for game in ("saxony", "saratoga"):
        board = position(game, rest="1")
        assert why(board, "s") == "The stock is empty; there is nothing left to deal."


def test_a_move_needs_a_card() -> None:
    assert str(why_illegal(SARATOGA, Move("1", "2", 0))) == "A move takes at least one card."
    assert str(why_illegal(SARATOGA, Move("1", "2", -1))) == "A move takes at least one card."


def test_playing_an_illegal_move_raises_the_same_error() -> None:
    game = engine.Game(SARATOGA)
    with pytest.raises(IllegalMove) as caught:
        game.play(Move("1", "f1"))
    assert str(caught.value) == why(SARATOGA, "1-f1")


def test_an_error_has_its_template_and_details() -> None:
    error = why_illegal(SARATOGA, Move("1", "f1"))
    assert error is not None
    assert error.template == "Foundation {target} takes {wanted} next, not {card}."
    assert error.details == {"target": "f1", "wanted": "4♠", "card": "5♠"}


@pytest.mark.parametrize(
    ("board", "move"),
    [
        (position("klondike", foundations="KS KH KD KC"), "f1-1"),
        (position("tri-peaks", rest="s"), "s"),
        (position("pyramid-relaxed", rest="s"), "s"),
    ],
    ids=["foundations that give back", "cards left in the stock", "pairs left in the stock"],
)
def test_a_game_that_is_won_has_no_moves(board: engine.Board, move: str) -> None:
    assert board.is_won
    assert board.legal_moves() == ()
    assert why(board, move) == "The game is won; there is nothing left to move."
