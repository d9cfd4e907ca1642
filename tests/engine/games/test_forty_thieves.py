"""Forty Thieves and its family: every sentence of their rules."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Status
from engine.cards import Rank
from engine.shuffle import shuffled
from tests.engine.games.face_down import hiding
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
IN_SUIT_SINGLY = ["forty-thieves", "limited", "busy-aces", "san-juan-hill", "deuces"]
IN_SUIT_IN_RUNS = ["josephine", "napoleons-square", "lucas", *ONE_DECK]
ALTERNATING = ["maria", "number-ten", "rank-and-file", "emperor"]
ALTERNATING_IN_RUNS = ["number-ten", "rank-and-file"]
SINGLY = [*IN_SUIT_SINGLY, "maria", "emperor", "indian"]


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


@pytest.mark.parametrize("game", [game for game in ALL if SHAPES[game][2]])
def test_an_uncovered_face_down_card_is_turned_up(game: str) -> None:
    board = hiding(game, "1: (9S) 4H", "2: 5S")
    assert str(board).splitlines()[0] == "1: ?? 4H"
    assert str(play(board, "1-2")).splitlines()[0] == "1: 9S"


@pytest.mark.parametrize("game", [game for game in ALL if game != "deuces"])
def test_foundations_are_built_up_in_suit_from_ace_to_king(game: str) -> None:
    board = position(game, "1: AS", "2: 2H", "3: 2S", "4: 9C", foundations="AH 8C")
    assert moves(board, target="f1") == {"1-f1"}
    assert moves(board, target="f2") == {"2-f2"}
    assert moves(board, target="f4") == {"4-f4"}
    board = play(board, "1-f1", "3-f1")
    assert board.piles["f1"] == cards("AS 2S")
    assert not moves(position(game, "1: QC", foundations="KH TC"), "1", "f4")


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
def test_top_cards_of_the_foundations_may_be_played_back_onto_the_tableau(game: str) -> None:
    onto = {"indian": "5S"} | dict.fromkeys(ALTERNATING, "5S")
    top = "f2: 2H 3H 4H" if game == "deuces" else "f2: AH 2H 3H 4H"
    board = position(game, top, f"1: {onto.get(game, '5H')}")
    assert {"f2-1", "f2-2"} <= moves(board, "f2")
    assert play(board, "f2-1").piles["1"][-1:] == cards("4H")


@pytest.mark.parametrize("game", [*IN_SUIT_SINGLY, *IN_SUIT_IN_RUNS])
def test_the_tableau_builds_down_in_suit(game: str) -> None:
    board = position(game, "1: 9S", "2: 8S", "3: 8C", "4: 8H", "5: TS", "6: 7S")
    assert moves(board, target="1") == {"2-1"}
    assert moves(board, "1", "5") == {"1-5"}


@pytest.mark.parametrize("game", ALTERNATING)
def test_the_tableau_builds_down_in_alternating_colours(game: str) -> None:
    board = position(game, "1: 9S", "2: 8S", "3: 8C", "4: 8H", "5: 8D", "6: TH", "7: 7H")
    assert moves(board, target="1") == {"4-1", "5-1"}
    assert moves(board, "1", "6") == {"1-6"}


def test_indian_builds_down_on_any_other_suit() -> None:
    board = position("indian", "1: 9S", "2: 8S", "3: 8C", "4: 8H", "5: 8D", "6: TH", "7: 7H")
    assert moves(board, target="1") == {"3-1", "4-1", "5-1"}


@pytest.mark.parametrize("game", ALL)
def test_kings_build_on_aces_only_in_deuces(game: str) -> None:
    ace = "AH" if game in ALTERNATING or game == "indian" else "AS"
    board = position(game, f"1: {ace}", "2: KS", "3: QS")
    assert moves(board, "2", "1") == ({"2-1"} if game == "deuces" else set())
    assert not moves(board, "1", "2")


@pytest.mark.parametrize("game", SINGLY)
def test_cards_that_move_one_at_a_time_do_not_move_in_runs(game: str) -> None:
    run = {"maria": "9S 8H", "emperor": "9S 8H", "indian": "9S 8H"}.get(game, "9S 8S")
    onto = "TS" if run == "9S 8S" else "TH"
    board = position(game, f"1: KD {run}", f"2: {onto}")
    assert not moves(board, "1", "2")
    assert "1-3*2" not in moves(board, "1")
    with pytest.raises(IllegalMove, match="Only the top card"):
        play(board, "1-2*2")


@pytest.mark.parametrize("game", [*IN_SUIT_IN_RUNS, *ALTERNATING_IN_RUNS])
def test_any_part_of_a_built_run_moves_as_a_unit(game: str) -> None:
    red = game in ALTERNATING_IN_RUNS
    run, onto = ("9S 8H 7S", ("TH", "9C")) if red else ("9S 8S 7S", ("TS", "9S"))
    if game in ONE_DECK:
        onto = ("TS", "")
    board = position(game, f"1: KC {run}", f"2: {onto[0]}", f"3: {onto[1]}")
    assert moves(board, "1", "2") == {"1-2*3"}
    if onto[1]:
        assert moves(board, "1", "3") == {"1-3*2"}
    assert {"1-4", "1-4*2", "1-4*3"} == moves(board, "1", "4")


@pytest.mark.parametrize("game", [*IN_SUIT_IN_RUNS, *ALTERNATING_IN_RUNS])
def test_cards_out_of_sequence_are_not_a_run(game: str) -> None:
    ten = "TH" if game in ALTERNATING_IN_RUNS else "TS"
    board = position(game, "1: 9S 8C 5D", f"2: {ten}")
    assert moves(board, "1", "3") == {"1-3"}
    assert not moves(board, "1", "2")


@pytest.mark.parametrize("game", ALL)
def test_an_empty_pile_takes_any_card_of_tableau_waste_and_foundation(game: str) -> None:
    top = "f2: 2H 3H 4H" if game == "deuces" else "f2: AH 2H 3H 4H"
    board = position(game, top, "1: KC 5D", "w: 9C")
    assert {"1-9", "w-9", "f2-9"} <= moves(board, target="9")


@pytest.mark.parametrize("game", ALL)
def test_the_stock_turns_one_card_and_its_top_card_is_available(game: str) -> None:
    board = engine.deal(game, 7).board
    first, second = board.piles["s"][-1], board.piles["s"][-2]
    board = play(board, "s", "s")
    assert board.piles["w"] == (first, second)
    board = position(game, "w: 5C 4H", "1: 5H", "2: 5S")
    assert moves(board, "w") & {"w-1", "w-2"}


@pytest.mark.parametrize("game", TWO_DECKS)
def test_there_is_no_redeal(game: str) -> None:
    board = engine.deal(game, 7).board
    turns = 0
    while board.can_play_stock:
        board = board.apply(board.stock_move)
        turns += 1
    assert turns == SHAPES[game][3]
    assert "s" not in moves(board)


@pytest.mark.parametrize("game", ONE_DECK)
def test_big_forty_and_ali_baba_turn_the_waste_over_without_limit(game: str) -> None:
    board = engine.deal(game, 7).board
    before = board.piles["s"]
    for _ in range(5):
        for _ in before:
            board = play(board, "s")
        board = play(board, "s")
        assert board.piles["s"] == before


@pytest.mark.parametrize("game", [game for game in TWO_DECKS if game != "deuces"])
def test_the_game_is_won_with_every_card_on_the_foundations(game: str) -> None:
    board = position(game, "2: KC", foundations="KS KH KD KC KS KH KD QC", rest="2")
    assert board.status is Status.PLAYING
    assert play(board, "2-f8").status is Status.WON
