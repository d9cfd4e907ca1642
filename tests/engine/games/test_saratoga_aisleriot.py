"""Saratoga as AisleRiot's manual describes it, sentence by sentence."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from engine.shuffle import shuffled
from tests.engine.positions import RANKS, cards, moves, play, position

GAME = "saratoga-aisleriot"
COLUMNS = ["1: 2S", "2: 2C", "3: 4S", "4: 4C", "5: 6S", "6: 6C", "7: 8S"]


# Setup


def test_a_standard_deck_is_played_with() -> None:
    """Setup, type of deck."""
    dealt = [card for pile in engine.deal(GAME, 9).board.piles.values() for card in pile]
    assert sorted(dealt) == list(range(52))


def test_the_rest_of_the_deck_is_the_stock() -> None:
    """Setup, Stock: what the tableau leaves, 24 cards in the deck's order."""
    assert engine.deal(GAME, 9).board.piles["s"][::-1] == shuffled(9)[28:]


def test_each_row_skips_one_more_pile_until_the_seventh_has_seven_cards() -> None:
    """Setup, Tableau: rows dealt one place further right, card by card."""
    order = iter(shuffled(9))
    expected: dict[str, list[engine.Card]] = {str(pile): [] for pile in range(1, 8)}
    for row in range(1, 8):
        for pile in range(row, 8):
            expected[str(pile)].append(next(order))
    board = engine.deal(GAME, 9).board
    assert {name: list(board.piles[name]) for name in expected} == expected


def test_all_cards_are_face_up_from_the_beginning() -> None:
    """Setup, Tableau: the one thing that sets it apart from Klondike."""
    board = engine.deal(GAME, 9).board
    assert not board.hidden
    assert "?" not in str(board)


def test_it_is_dealt_as_saratoga_is() -> None:
    """Setup: the same cards at the same places as the other Saratoga's deal of that number."""
    assert engine.deal(GAME, 9).board.stacks == engine.deal("saratoga", 9).board.stacks


def test_there_are_four_foundations_and_they_start_empty() -> None:
    """Setup, Foundations."""
    piles = engine.deal(GAME, 9).board.piles
    assert [name for name in piles if name.startswith("f")] == ["f1", "f2", "f3", "f4"]
    assert not any(piles[f"f{number}"] for number in range(1, 5))


# Stock and waste


def test_the_stock_turns_one_card_at_a_time() -> None:
    """Setup, Stock, and Rules: individually, to the waste."""
    board = position(GAME, "s: 2C 9H 5D", rest="1")
    assert play(board, "s").piles["w"] == cards("5D")
    assert play(board, "s", "s").piles["w"] == cards("5D 9H")


def test_the_top_of_the_waste_is_available_and_only_that() -> None:
    """Setup, Waste."""
    assert moves(position(GAME, "w: 6S AH 4S", "1: 7D", "2: 5D"), "w") == {"w-2"}


def test_the_stock_may_be_turned_over_twice_so_gone_through_three_times() -> None:
    """Setup, Stock (two redeals), and Rules (three times): after the third pass it is over."""
    game = engine.deal(GAME, 9)
    turns = 0
    while "s" in moves(game.board):
        game.play("s")
        turns += 1
    assert turns == 3 * 24 + 2
    assert game.board.redeals == 0
    assert len(game.board.piles["w"]) == 24
    with pytest.raises(IllegalMove, match="no redeals left"):
        game.play("s")


def test_a_redeal_is_counted_when_the_waste_is_turned_over_and_not_before() -> None:
    """Rules: going through the stock for the first time uses none of the two."""
    game = engine.deal(GAME, 9)
    left = []
    for _ in range(2 * 25 + 1):
        left.append(game.board.redeals)
        game.play("s")
    assert left == [2] * 25 + [1] * 25 + [0]


def test_the_waste_goes_back_to_the_stock_in_its_order() -> None:
    """Rules: the same card comes first in every pass."""
    board = position(GAME, "w: 5D 9H 2C", rest="1")
    after = play(board, "s")
    assert after.piles["s"] == cards("2C 9H 5D")
    assert after.piles["w"] == ()
    assert play(after, "s").piles["w"] == cards("5D")


def test_undoing_a_redeal_restores_it() -> None:
    """Rules: the count belongs to the position."""
    game = engine.Game(position(GAME, "w: 5D 9H 2C", "redeals: 1", rest="1"))
    game.play("s")
    assert game.board.redeals == 0
    game.undo()
    assert game.board.redeals == 1


# Foundations


@pytest.mark.parametrize("source", ["1", "w"])
def test_foundations_are_built_up_in_suit_from_the_ace(source: str) -> None:
    """Setup and Rules, Foundations: ace first, then rank by rank, own suit only."""
    assert moves(position(GAME, f"{source}: AD"), source, "f3") == {f"{source}-f3"}
    assert moves(position(GAME, f"{source}: 2D", foundations="AS AH AD"), source, "f3") == {
        f"{source}-f3"
    }
    assert not moves(position(GAME, f"{source}: 2D", foundations="AS AH"), source) - {"1-2"}
    assert not moves(position(GAME, f"{source}: 3D", foundations="AS AH AD"), source, "f3")


def test_foundations_end_with_the_king() -> None:
    """Setup, Foundations: thirteen cards, and the game is won with all four full (Goal)."""
    board = position(GAME, foundations="KS KH QD KC", rest="1")
    assert board.status is Status.PLAYING
    won = play(board, "1-f3")
    assert won.status is Status.WON
    assert won.piles["f3"] == cards(" ".join(rank + "D" for rank in RANKS))


def test_the_top_of_a_foundation_can_go_back_onto_the_tableau() -> None:
    """Setup and Rules, Foundations: its cards remain available."""
    board = position(GAME, "1: 6H", "2: 6S", foundations="5S")
    assert moves(board, "f1") == {"f1-1"}
    after = play(board, "f1-1")
    assert after.piles["1"] == cards("6H 5S")
    assert after.piles["f1"] == cards("AS 2S 3S 4S")


def test_only_the_top_of_a_foundation_goes_back() -> None:
    """Setup, Foundations: the cards beneath wait."""
    board = position(GAME, "1: 5H", foundations="5S")
    assert moves(board, "f1") == set()
    with pytest.raises(IllegalMove, match="Only the top card of foundation f1"):
        play(board, "f1-1*2")


def test_a_foundation_king_goes_back_into_an_empty_pile() -> None:
    """Rules: an empty pile takes a king, wherever it comes from."""
    board = position(GAME, "1: 2H", "2: 3H", "3: 4H", "4: 5H", "5: 6H", "6: 7H", foundations="KS")
    assert moves(board, "f1") == {"f1-7"}


def test_a_foundation_card_does_not_go_to_another_foundation_or_the_waste() -> None:
    """Setup, Foundations: back means onto the tableau."""
    board = position(GAME, foundations="AS AH AD AC")
    assert moves(board) == {"s"}


# Tableau


@pytest.mark.parametrize(
    ("card", "onto", "fits"),
    [
        ("6S", "7D", True),
        ("6H", "7C", True),
        ("6S", "7C", False),
        ("6H", "7D", False),
        ("8S", "7D", False),
        ("5S", "7D", False),
        ("KS", "AD", False),
    ],
)
def test_the_tableau_is_built_down_in_alternating_colours(
    card: str, onto: str, *, fits: bool
) -> None:
    """Setup and Rules, Tableau."""
    board = position(GAME, f"1: {card}", f"2: {onto}")
    assert (moves(board, "1", "2") == {"1-2"}) is fits


def test_builds_move_together_in_whole_or_in_part() -> None:
    """Setup and Rules, Tableau: groups of cards; any part of one, settled."""
    board = position(GAME, "1: 6H 5S 4D", "2: 5C", "3: 7S", "4: 6D")
    assert moves(board, "1") == {"1-2", "1-4*2", "1-3*3"}
    assert play(board, "1-3*3").piles["3"] == cards("7S 6H 5S 4D")


def test_an_empty_pile_takes_kings_and_groups_headed_by_one() -> None:
    """Setup and Rules, Tableau: both forms."""
    board = position(GAME, "1: 5D KS QH", "2: 3C KD", "3: 3S", "4: 3H", "5: 3D", "6: 9C")
    assert moves(board, target="7") == {"1-7*2", "2-7"}


def test_an_empty_pile_takes_nothing_else() -> None:
    """Setup and Rules, Tableau: only those."""
    board = position(GAME, "1: 5D QS JH", "2: 3C", "3: 3S", "4: 3H", "5: 4D", "6: 9C", "w: QH")
    assert moves(board, target="7") == set()


# Scoring and the end


def test_each_foundation_card_scores_a_point() -> None:
    """Scoring."""
    game = engine.Game(position(GAME, "1: 6S", foundations="5S 2H"))
    assert game.score == 7
    game.play("1-f1")
    assert game.score == 8


def test_a_card_that_leaves_its_foundation_loses_its_point() -> None:
    """Scoring, settled for cards that leave the foundations."""
    game = engine.Game(position(GAME, "1: 6H", foundations="5S 2H"))
    game.play("f1-1")
    assert game.score == 6


def test_the_highest_score_is_52() -> None:
    """Scoring: with every card on the foundations."""
    assert engine.Game(position(GAME, foundations="KS KH KD QC", rest="1")).score == 51
    won = play(position(GAME, foundations="KS KH KD QC", rest="1"), "1-f4")
    assert engine.Game(won).score == 52


def test_it_is_stuck_only_when_the_redeals_left_bring_up_nothing() -> None:
    """Rules: a card that a next pass would bring up counts only while there is a next pass."""
    alive = position(GAME, *COLUMNS, "w: AH 9C", "redeals: 1", rest="7")
    assert moves(alive) == {"s"}
    assert alive.status is Status.PLAYING
    stuck = position(GAME, *COLUMNS, "w: AH 9C", "redeals: 0", rest="7")
    assert moves(stuck) == set()
    assert stuck.status is Status.STUCK


def test_a_card_that_could_come_back_keeps_the_game_going() -> None:
    """Strategy, as far as it is a rule: foundation cards count among the moves that are left."""
    columns = ["1: 6H", "2: 2C", "3: 4C", "4: 6C", "5: 8C", "6: 8S", "7: TC"]
    board = position(GAME, *columns, foundations="5S", rest="7")
    assert moves(board) == {"f1-1"}
    assert board.status is Status.PLAYING
