"""Beleaguered Castle, Fortress and their families: every sentence of their rules."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Move, Status
from engine.board import Board
from engine.cards import Rank
from engine.shuffle import shuffled
from tests.engine.positions import moves, play, position

CASTLES = ["beleaguered-castle", "siegecraft"]
STREETS = ["streets-and-alleys", "stronghold", "private-lane"]
FORTRESSES = ["fortress", "ten-by-one", "bastion"]
THIRTEEN = ["portuguese-solitaire", "spanish-patience"]
STARS = ["alpha-star", "delta-star"]
REGARDLESS = [*CASTLES, *STREETS, "penelopes-web", *THIRTEEN]
ALL = [*REGARDLESS, "american-canister", *STARS, *FORTRESSES]
CARRYING = [*CASTLES, *STREETS]
GIVING_BACK = [*THIRTEEN, *FORTRESSES]
SINGLES = [*GIVING_BACK, "delta-star"]
RUNS = ["american-canister", "alpha-star"]
KEEPING = [*CARRYING, "penelopes-web", *STARS]
KINGS_ONLY = ["penelopes-web", "portuguese-solitaire"]
CELLS = {"siegecraft": 1, "stronghold": 1, "private-lane": 2, "ten-by-one": 1, "bastion": 2}


def tableau(game: str) -> list[str]:
    """The tableau piles of deal 7, written out."""
    board = engine.deal(game, 7).board
    return [" ".join(map(str, board.stacks[pile.index])) for pile in board.compiled.tableau]


def rows(piles: int, *, without_aces: bool = False) -> list[str]:
    """The cards of deal 7, dealt row by row to that many piles."""
    cards = [card for card in shuffled(7) if not (without_aces and card.rank is Rank.ACE)]
    return [" ".join(map(str, cards[at::piles])) for at in range(piles)]


@pytest.mark.parametrize("game", CASTLES)
def test_the_aces_begin_the_foundations_and_eight_piles_have_six_cards(game: str) -> None:
    board = engine.deal(game, 7).board.piles
    assert [str(board[f"f{pile}"][0]) for pile in range(1, 5)] == ["AS", "AH", "AD", "AC"]
    assert tableau(game) == rows(8, without_aces=True)


@pytest.mark.parametrize("game", [*STREETS, "penelopes-web", "american-canister"])
def test_all_cards_are_dealt_to_eight_piles_of_seven_and_six(game: str) -> None:
    assert tableau(game) == rows(8)


@pytest.mark.parametrize("game", THIRTEEN)
def test_all_cards_are_dealt_to_thirteen_piles_of_four(game: str) -> None:
    assert tableau(game) == rows(13)


@pytest.mark.parametrize("game", STARS)
def test_the_aces_begin_the_foundations_and_twelve_piles_have_four_cards(game: str) -> None:
    board = engine.deal(game, 7).board.piles
    assert [str(board[f"f{pile}"][0]) for pile in range(1, 5)] == ["AS", "AH", "AD", "AC"]
    assert tableau(game) == rows(12, without_aces=True)


@pytest.mark.parametrize("game", ["fortress", "ten-by-one"])
def test_all_cards_are_dealt_to_ten_piles_of_six_and_five(game: str) -> None:
    assert tableau(game) == rows(10)


def test_bastion_is_dealt_in_ten_piles_of_five_and_two_cells() -> None:
    order, board = shuffled(7), engine.deal("bastion", 7).board.piles
    assert tableau("bastion") == [" ".join(map(str, order[at:50:10])) for at in range(10)]
    assert board["a"] + board["b"] == order[50:]


@pytest.mark.parametrize("game", ALL)
def test_all_cards_are_face_up_with_no_stock_and_each_games_cells(game: str) -> None:
    board = engine.deal(game, 7).board
    assert not board.hidden
    assert not {"s", "w", "r1"} & board.piles.keys()
    assert [cell for cell in "abc" if cell in board.piles] == list("ab"[: CELLS.get(game, 0)])


@pytest.mark.parametrize("game", REGARDLESS)
def test_the_tableau_builds_down_regardless_of_suit(game: str) -> None:
    board = position(game, "1: 9S", "2: 8S", "3: 8H", "4: TH", "5: 8C", rest="8")
    assert moves(board, target="1") == {"2-1", "3-1", "5-1"}
    assert moves(board, "1") & {f"1-{pile}" for pile in range(2, 6)} == {"1-4"}


@pytest.mark.parametrize("game", STARS)
def test_the_tableau_builds_down_in_suit(game: str) -> None:
    board = position(game, "1: 9S", "2: 8S", "3: 8H", "4: TH", "5: TS", rest="12")
    assert moves(board, target="1") == {"2-1"}
    assert moves(board, "1") & {f"1-{pile}" for pile in range(2, 6)} == {"1-5"}


def test_american_canister_builds_down_in_alternating_colours() -> None:
    board = position("american-canister", "1: 9S", "2: 8S", "3: 8H", "4: TH", "5: TS", rest="8")
    assert moves(board, target="1") == {"3-1"}
    assert moves(board, "1") & {f"1-{pile}" for pile in range(2, 6)} == {"1-4"}


@pytest.mark.parametrize("game", FORTRESSES)
def test_the_tableau_builds_up_or_down_in_suit(game: str) -> None:
    board = position(game, "1: 9S", "2: 8S", "3: TS", "4: TH", "5: 8H", rest="10")
    assert moves(board, target="1") == {"2-1", "3-1"}
    assert moves(board, "1") & {f"1-{pile}" for pile in range(2, 6)} == {"1-2", "1-3"}


@pytest.mark.parametrize("game", FORTRESSES)
def test_king_and_ace_are_not_neighbours(game: str) -> None:
    board = position(game, "1: KS", "2: AS", rest="10")
    assert not {"1-2", "2-1"} & moves(board)


@pytest.mark.parametrize("game", SINGLES)
def test_cards_move_one_at_a_time(game: str) -> None:
    full = [f"{pile}: {pile - 1}C" for pile in range(3, 9)]
    board = position(game, "1: KD 9S 8S", "2: TS", *full, foundations="AC", rest="8")
    assert moves(board, "1", "2") == set()
    with pytest.raises(IllegalMove, match="Only the top card of pile 1 can move"):
        play(board, "1-2*2")


def crowded(game: str, cells: int, piles: int, *lines: str) -> Board:
    """A position with that many empty cells and piles; piles 1 and 2 are given."""
    spare = (rank + suit for suit in "CD" for rank in "23456789")
    filled = [f"{pile}: {next(spare)}" for pile in range(3 + piles, 9)]
    filled += [f"{cell}: {next(spare)}" for cell in "ab"[cells : CELLS.get(game, 0)]]
    return position(game, *lines, *filled, foundations="AD", rest="8")


SPACES = [
    (game, cells, piles)
    for game in CARRYING
    for cells in range(CELLS.get(game, 0) + 1)
    for piles in range(3)
]


@pytest.mark.parametrize(("game", "cells", "piles"), SPACES)
def test_empty_cells_and_piles_limit_the_length_of_runs(game: str, cells: int, piles: int) -> None:
    most = (cells + 1) * 2**piles
    run = ["KH", "QS", "JS", "TH", "9S", "8S", "7S", "6H", "5S", "4S", "3S", "2S", "AS"]
    board = crowded(game, cells, piles, f"1: {' '.join(run[1 : most + 1])}", "2: KH")
    assert moves(board, "1", "2") == {str(Move("1", "2", most))}
    if most < 12:
        board = crowded(game, cells, piles, f"1: {' '.join(run[1 : most + 2])}", "2: KH")
        assert moves(board, "1", "2") == set()
        with pytest.raises(IllegalMove, match="empty"):
            play(board, f"1-2*{most + 1}")


@pytest.mark.parametrize(("game", "cells", "piles"), [case for case in SPACES if case[2]])
def test_an_empty_target_does_not_raise_the_limit(game: str, cells: int, piles: int) -> None:
    run = "KD TS 9S 8S 7H 6S 5S 4S"
    board = crowded(game, cells, piles, f"1: {run}", "2: KH")
    counts = {Move.parse(text).count for text in moves(board, "1", "3")}
    assert counts == set(range(1, (cells + 1) * 2 ** (piles - 1) + 1))


def test_in_penelopes_web_any_part_of_a_built_run_moves_as_a_unit() -> None:
    full = [f"{pile}: {pile - 1}C" for pile in range(4, 8)]
    board = position(
        "penelopes-web", "1: 2D TS 9S 8H 7S 6S", "2: JH", "3: 8C", *full, foundations="AC", rest="8"
    )
    assert moves(board, "1", "2") == {"1-2*5"}
    assert moves(board, "1", "3") == {"1-3*2"}


@pytest.mark.parametrize("game", RUNS)
def test_any_part_of_a_run_moves_also_into_an_empty_pile(game: str) -> None:
    run, tops = ("TS 9H 8S", "JH TC") if game == "american-canister" else ("TS 9S 8S", "JS TH")
    onto, other = tops.split()
    board = position(game, f"1: KD {run}", f"2: {onto}", f"3: {other}", rest="8")
    assert moves(board, "1", "2") == {"1-2*3"}
    assert moves(board, "1", "3") == ({"1-3*2"} if game == "american-canister" else set())
    assert moves(board, "1", "4") == {"1-4", "1-4*2", "1-4*3"}


@pytest.mark.parametrize("game", [game for game in ALL if game not in KINGS_ONLY])
def test_an_empty_pile_takes_any_card(game: str) -> None:
    board = position(game, "1: KD 9S 4H", "2: TD 3C", rest="8")
    assert {"1-3", "2-3", "8-3"} <= moves(board, target="3")


def test_in_penelopes_web_an_empty_pile_takes_only_a_king_or_a_run_headed_by_one() -> None:
    board = position("penelopes-web", "1: 2C KS QS JH", "2: 9D KH", "3: QC", "4: TC", rest="8")
    assert {move for move in moves(board, target="5") if move[0] != "8"} == {"1-5*3", "2-5"}


def test_in_portuguese_solitaire_an_empty_pile_takes_only_a_king() -> None:
    board = position(
        "portuguese-solitaire", "1: 2D KS", "2: 9D", "3: 4D QS", foundations="KC", rest="8"
    )
    assert {move for move in moves(board, target="5") if move[0] != "8"} == {"1-5", "f4-5"}
    with pytest.raises(IllegalMove, match="only a king"):
        play(board, "3-5")


@pytest.mark.parametrize("game", KEEPING)
def test_foundation_cards_stay(game: str) -> None:
    board = position(game, "1: 5H", "2: 5S", foundations="4H", rest="8")
    assert not moves(board, "f2")
    with pytest.raises(IllegalMove, match="Cards on a foundation stay there"):
        play(board, "f2-1")


def test_american_canister_gives_foundation_cards_back() -> None:
    board = position("american-canister", "1: 5S", foundations="4H", rest="8")
    assert {"f2-1", "f2-2"} <= moves(board, "f2")


@pytest.mark.parametrize("game", GIVING_BACK)
def test_foundations_give_their_top_cards_back_onto_the_tableau_and_into_no_cell(game: str) -> None:
    board = position(game, "1: 5H", foundations="4H", rest="8")
    assert "f2-1" in moves(board, "f2")
    assert ("f2-2" in moves(board, "f2")) == (game not in KINGS_ONLY)
    assert not {"f2-a", "f2-b"} & moves(board, "f2")


@pytest.mark.parametrize("game", CELLS)
def test_a_cell_holds_any_one_card_from_the_tableau(game: str) -> None:
    board = position(game, "1: KD 9S 8S", "2: 9H", rest="8")
    assert moves(board, "1", "a") == {"1-a"}
    taken = play(board, "1-a")
    assert moves(taken, target="a") == set()
    assert {"a-2"} == moves(taken, "a", "2") if game not in FORTRESSES else {"a-1"} <= moves(taken)
    with pytest.raises(IllegalMove, match="a cell holds only one card"):
        play(taken, "2-a")


@pytest.mark.parametrize("game", ALL)
def test_the_game_is_won_with_every_card_on_the_foundations(game: str) -> None:
    source = "a" if game in CELLS else "2"
    board = position(game, f"{source}: KC", foundations="KS KH KD QC", rest=source)
    assert board.status is Status.PLAYING
    assert play(board, f"{source}-f4").status is Status.WON
