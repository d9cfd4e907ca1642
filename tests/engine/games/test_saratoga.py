"""Saratoga: every rule of its source, sentence by sentence."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from engine.cards import Rank
from engine.shuffle import shuffled
from tests.engine.positions import RANKS, cards, moves, play, position

LADDER = "KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H"


# Objective, setup and layout


def test_the_game_is_won_when_all_52_cards_are_on_the_four_foundations() -> None:
    """Objective, and Winning: four foundations, each ace to king of one suit."""
    board = position("saratoga", "1: KC", foundations="KS KH KD QC", rest="1")
    assert board.status is Status.PLAYING
    won = play(board, "1-f4")
    assert won.status is Status.WON
    for suit, name in zip("SHDC", ("f1", "f2", "f3", "f4"), strict=True):
        assert won.piles[name] == cards(" ".join(rank + suit for rank in RANKS))


def test_51_cards_on_the_foundations_do_not_win() -> None:
    """Winning: every one of the cards, from tableau and stock, must be there."""
    board = position("saratoga", foundations="KS KH KD QC", rest="s")
    assert board.status is Status.PLAYING
    assert play(board, "s", "w-f4").status is Status.WON


def test_a_single_deck_of_52_cards_is_played_with() -> None:
    """Setup: one standard deck."""
    board = engine.deal("saratoga", 3).board
    dealt = [card for pile in board.piles.values() for card in pile]
    assert sorted(dealt) == list(range(52))


def test_seven_piles_are_dealt_one_to_seven_cards() -> None:
    """Setup, Tableau: a cascade, each pile one card longer than the one before."""
    piles = engine.deal("saratoga", 3).board.piles
    assert [len(piles[str(pile)]) for pile in range(1, 8)] == [1, 2, 3, 4, 5, 6, 7]
    assert "8" not in piles


def test_the_deal_goes_row_by_row_each_row_one_pile_further_right() -> None:
    """Settled dealing order, card by card against the shuffled deck."""
    order = iter(shuffled(11))
    expected: dict[str, list[engine.Card]] = {str(pile): [] for pile in range(1, 8)}
    for row in range(1, 8):
        for pile in range(row, 8):
            expected[str(pile)].append(next(order))
    piles = engine.deal("saratoga", 11).board.piles
    assert {name: list(piles[name]) for name in expected} == expected


def test_all_tableau_cards_lie_face_up() -> None:
    """Setup and Card visibility: nothing in the tableau is hidden."""
    board = engine.deal("saratoga", 3).board
    assert not board.hidden
    assert "?" not in str(board)


def test_four_foundations_are_empty_at_the_start_one_for_each_suit() -> None:
    """Setup, Foundations."""
    board = engine.deal("saratoga", 3).board
    assert [board.piles[f"f{number}"] for number in range(1, 5)] == [()] * 4
    assert "f5" not in board.piles
    assert board.rules.foundations.base is Rank.ACE


def test_the_remaining_24_cards_are_the_stock_the_next_card_on_top() -> None:
    """Setup, Stock: the cards left by the tableau, in the order of the deck."""
    assert engine.deal("saratoga", 11).board.piles["s"][::-1] == shuffled(11)[28:]


def test_the_waste_is_one_pile_and_empty_at_the_start() -> None:
    """Setup, Waste: it gets cards from the stock during play only."""
    board = engine.deal("saratoga", 3).board
    assert board.piles["w"] == ()
    assert {move.target for move in board.legal_moves() if move.is_stock} == {"w"}
    assert not moves(board, target="w") - {"s"}


# Foundation building


@pytest.mark.parametrize("ace", ["AS", "AH", "AD", "AC"])
def test_an_ace_may_begin_the_empty_foundation_of_its_suit(ace: str) -> None:
    """Foundation Building: an ace starts a foundation."""
    board = position("saratoga", f"1: {ace}")
    own = f"f{'SHDC'.index(ace[1]) + 1}"
    assert moves(board, "1") == {f"1-{own}"}


def test_only_an_ace_begins_a_foundation() -> None:
    """Foundation Building: the ace must be placed first."""
    board = position("saratoga", "1: 2S", "2: KH", "3: 9C", "4: 3D")
    assert not [move for move in board.legal_moves() if move.target.startswith("f")]


def test_a_foundation_goes_up_in_its_suit_one_rank_at_a_time() -> None:
    """Foundation Building: 5♠ on 4♠, then 6♠, 7♠, 8♠ and so on to the king."""
    board = position("saratoga", "1: KS QS JS TS 9S 8S 7S 6S 5S", foundations="4S")
    board = play(board, *["1-f1"] * 9)
    assert board.piles["f1"][-1] == engine.Card.parse("KS")


@pytest.mark.parametrize("card", ["6S", "3S", "5H", "5C", "4H"])
def test_no_other_card_goes_onto_the_four_of_spades(card: str) -> None:
    """Foundation Building: same suit, ascending, without a gap."""
    board = position("saratoga", f"1: {card}", foundations="4S" if card != "3S" else "2S AH")
    if card == "3S":
        assert moves(board, "1", "f1") == {"1-f1"}
        board = position("saratoga", "1: 3S", foundations="AS")
    assert moves(board, "1", "f1") == set()


def test_cards_are_only_ever_added_to_the_top_of_a_foundation() -> None:
    """Foundation Building: only the top of a foundation takes part."""
    board = position("saratoga", "1: 5S", foundations="4S")
    assert play(board, "1-f1").piles["f1"] == cards("AS 2S 3S 4S 5S")


# Tableau building


@pytest.mark.parametrize(("card", "onto"), [("6S", "7D"), ("6H", "7C"), ("6C", "7H"), ("QD", "KS")])
def test_the_tableau_builds_down_in_alternating_colours(card: str, onto: str) -> None:
    """Tableau Building: 6♠ on 7♦ and 6♥ on 7♣."""
    assert moves(position("saratoga", f"1: {card}", f"2: {onto}"), "1") == {"1-2"}


@pytest.mark.parametrize(
    ("card", "onto"),
    [
        ("6S", "7C"),
        ("6S", "7S"),
        ("6H", "7D"),
        ("8S", "7D"),
        ("5S", "7D"),
        ("7S", "7D"),
        ("KS", "AH"),
    ],
)
def test_no_other_card_is_built_on_in_the_tableau(card: str, onto: str) -> None:
    """Tableau Building: not in one colour, upwards, over a gap or with king on ace."""
    assert moves(position("saratoga", f"1: {card}", f"2: {onto}"), "1", "2") == set()


def test_each_added_card_can_be_built_on() -> None:
    """Tableau Building: 5♠, 4♦ and 3♣ one after the other on 6♥."""
    board = position("saratoga", "1: 6H", "2: 5S", "3: 4D", "4: 3C")
    assert play(board, "2-1", "3-1", "4-1").piles["1"] == cards("6H 5S 4D 3C")


def test_a_run_moves_as_a_group_to_another_pile() -> None:
    """Tableau Building: cards in proper order move together, and keep their order."""
    board = position("saratoga", "1: 9C 6H 5S 4D", "2: 7S")
    after = play(board, "1-2*3")
    assert after.piles["2"] == cards("7S 6H 5S 4D")
    assert after.piles["1"] == cards("9C")


def test_any_part_of_a_run_moves() -> None:
    """Settled: not the whole run must move; every number of cards that fits is a move."""
    board = position("saratoga", "1: 6H 5S 4D", "2: 5C", "3: 7S", "4: 6D")
    assert moves(board, "1") == {"1-2", "1-4*2", "1-3*3"}


def test_a_run_of_any_length_moves_at_once() -> None:
    """Settled: there is no limit, all twelve cards move together."""
    board = position("saratoga", f"1: 5D {LADDER}", rest="s")
    assert "1-2*12" in moves(board)
    assert play(board, "1-2*12").piles["2"] == cards(LADDER)


def test_cards_that_are_not_a_run_do_not_move_together() -> None:
    """Tableau Building: one card out of order or of the wrong colour, and the group stays."""
    board = position("saratoga", "1: 6H 5D", "2: 7S", "3: 6D 3S", "4: 7C")
    assert moves(board) == {"s"}


def test_runs_that_the_deal_happened_to_form_count_as_built() -> None:
    """Settled: it does not matter how the run was formed."""
    number = next(
        number
        for number in range(1, 200)
        if any(move.count > 1 for move in engine.deal("saratoga", number).legal_moves())
    )
    game = engine.deal("saratoga", number)
    move = next(move for move in game.legal_moves() if move.count > 1)
    run = game.board.piles[move.source][-move.count :]
    game.play(move)
    assert game.board.piles[move.target][-move.count :] == run


# Empty tableau piles


def test_a_king_may_go_into_an_empty_pile_from_tableau_and_waste() -> None:
    """Empty tableau piles: a king fills one."""
    board = position("saratoga", "1: 5D KS", "w: KH", "2: 3C", "3: 3S", "4: 3H", "5: 3D", "6: 9C")
    assert moves(board, target="7") == {"1-7", "w-7"}


def test_a_run_headed_by_a_king_may_go_into_an_empty_pile() -> None:
    """Gameplay: king-headed runs go there whole."""
    board = position("saratoga", "1: 5D KS QH JC", "2: 3C", "3: 3S", "4: 3H", "5: 3D", "6: 9C")
    assert moves(board, "1", "7") == {"1-7*3"}


@pytest.mark.parametrize("tops", ["QS", "QS JH", "AS", "2H"])
def test_nothing_else_goes_into_an_empty_pile(tops: str) -> None:
    """Empty tableau piles: no queen, no other card, no run headed by one."""
    board = position("saratoga", f"1: 5C {tops}", "w: JD")
    assert not [move for move in moves(board) if move[-1] in "234567" and "-f" not in move]


def test_a_king_alone_in_its_pile_does_not_move_to_an_empty_one() -> None:
    """Settled: moving a whole pile into an empty one changes nothing and is left out."""
    board = position("saratoga", "1: KS", "2: KH QS")
    assert moves(board) == {"s"}


# Stock and waste


def test_the_stock_turns_three_cards_the_last_of_them_on_top() -> None:
    """Stock and Waste: three at a time, face up."""
    board = position("saratoga", "s: 2C 9H 5D KS", rest="1")
    assert play(board, "s").piles["w"] == cards("KS 5D 9H")
    assert play(board, "s").piles["s"] == cards("2C")


@pytest.mark.parametrize(("left", "turned"), [("2C", "2C"), ("2C 9H", "9H 2C")])
def test_a_last_short_turn_shows_what_is_left(left: str, turned: str) -> None:
    """Settled: with fewer than three cards left, those are turned."""
    board = play(position("saratoga", f"s: {left}", "w: 8S", rest="1"), "s")
    assert board.piles["w"] == cards(f"8S {turned}")
    assert board.piles["s"] == ()


def test_the_waste_goes_back_to_the_empty_stock_in_order() -> None:
    """Cycle through the stock; "reshuffled" settled as turned over."""
    game = engine.deal("saratoga", 5)
    stock = game.board.piles["s"]
    for _ in range(8):
        game.play("s")
    assert game.board.piles["s"] == ()
    assert game.board.piles["w"] == stock[::-1]
    game.play("s")
    assert game.board.piles["s"] == stock
    assert game.board.piles["w"] == ()


def test_the_stock_may_be_gone_through_any_number_of_times() -> None:
    """Unlimited stock cycling: fifty passes, and another is allowed."""
    game = engine.deal("saratoga", 5)
    for _ in range(50 * 9):
        game.play("s")
    assert "s" in moves(game.board)
    assert game.board.redeals is None
    assert "redeals" not in str(game.board)


def test_cycling_costs_no_points() -> None:
    """Stock and Waste: passes are without penalty."""
    game = engine.deal("saratoga", 5)
    for _ in range(20):
        game.play("s")
    assert game.score == 0


def test_only_the_top_card_of_the_waste_moves_to_tableau_or_foundation() -> None:
    """Stock and Waste: the cards beneath it wait."""
    board = position("saratoga", "w: 6S AH 4S", "1: 7D", "2: 5D")
    assert moves(board, "w") == {"w-2"}
    assert moves(position("saratoga", "w: 4S AH", "1: 7D", "2: 5D"), "w") == {"w-f2"}


def test_two_waste_cards_never_move_together() -> None:
    """Stock and Waste: a run in the waste is no run."""
    with pytest.raises(IllegalMove, match="Only the top card of the waste"):
        play(position("saratoga", "w: 6S 5H", "1: 7D"), "w-1*2")


def test_the_stock_may_be_turned_while_other_moves_are_open() -> None:
    """Deal from the stock, settled: having no other move is advice, not a condition."""
    board = position("saratoga", "1: AS")
    assert moves(board) == {"1-f1", "s"}


def test_turning_makes_the_new_top_of_the_waste_available() -> None:
    """Deal from the stock: the card turned last is available."""
    board = position("saratoga", "s: AH 9C 9D", rest="1")
    assert "w-f2" in moves(play(board, "s"))


def test_nothing_is_turned_when_stock_and_waste_are_both_empty() -> None:
    """Stock and Waste: without cards there is nothing to turn or redeal."""
    assert "s" not in moves(position("saratoga", rest="1"))


# A turn


@pytest.mark.parametrize("source", ["1", "w"])
def test_aces_and_following_cards_go_up_from_tableau_and_waste(source: str) -> None:
    """Gameplay, Move cards to foundations: from both places, ace first, then one rank higher."""
    assert moves(position("saratoga", f"{source}: AD"), source) == {f"{source}-f3"}
    assert moves(position("saratoga", f"{source}: 2D", foundations="AS AH AD"), source) == {
        f"{source}-f3"
    }


def test_stock_cards_do_not_move_before_they_are_turned() -> None:
    """Setup, Stock: its cards are face down."""
    board = position("saratoga", "s: AH")
    assert moves(board, "s") == {"s"}
    with pytest.raises(IllegalMove, match="stock"):
        play(board, "ah f")


def test_a_card_moves_from_pile_to_pile_where_it_fits() -> None:
    """Gameplay, Move cards within the tableau: card or run, by rank and colour."""
    board = position("saratoga", "1: 9H 8S", "2: 9D", "3: TC")
    assert moves(board, "1") == {"1-2", "1-3*2"}
    assert moves(board, "2") == {"2-3"}


# The end


def test_the_game_goes_on_while_a_move_other_than_the_stock_is_open() -> None:
    """Gameplay: until all cards are up or nothing can be done."""
    assert position("saratoga", "1: 6S", "2: 7D", rest="w").status is Status.PLAYING


def test_it_is_lost_when_neither_board_nor_stock_offers_a_move() -> None:
    """Losing: cards that go nowhere, and cycling brings up nothing that does."""
    stuck = position(
        "saratoga", "1: 2S", "2: 2C", "3: 4S", "4: 4C", "5: 6S", "6: 6C", "7: 8S", rest="7"
    )
    assert stuck.status is Status.STUCK
    assert moves(stuck) == set()


def test_a_playable_card_under_two_others_in_each_turn_of_three_is_out_of_reach() -> None:
    """Losing: what counts is what cycling can bring to the top."""
    columns = ["1: 2S", "2: 2C", "3: 4S", "4: 4C", "5: 6S", "6: 6C", "7: 8S"]
    unreachable = position("saratoga", *columns, "s: 9C AH 8C", rest="7")
    assert moves(unreachable) == {"s"}
    assert unreachable.status is Status.STUCK
    reachable = position("saratoga", *columns, "s: AH 9C 8C", rest="7")
    assert moves(reachable) == {"s"}
    assert reachable.status is Status.PLAYING


def test_foundation_cards_stay() -> None:
    """Foundation cards are permanent: none comes back to the tableau."""
    board = position("saratoga", "1: 6H", "2: 5H", foundations="5S")
    assert moves(board, "f1") == set()
    with pytest.raises(IllegalMove, match="stay there"):
        play(board, "f1-1")
