"""FreeCell and its family: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove, Move
from engine.board import Board
from engine.compiled import CELL_NAMES
from engine.errors import InvalidDeal
from engine.shuffle import microsoft, shuffled
from tests.engine.positions import cards, moves, play, position

KEEPING = ["freecell-no-takeback", "forecell-no-takeback"]
ALL = [
    "freecell",
    "relaxed-freecell",
    "forecell",
    *KEEPING,
    "bakers-game",
    "eight-off",
    "seahaven",
    "penguin",
]
MICROSOFT = ALL[:7]
ALTERNATING = ALL[:5]
FULL_CELLS = ["forecell", "forecell-no-takeback"]
KINGS_ONLY = [*FULL_CELLS, "eight-off", "seahaven"]
DOWN_ALTERNATING = "TS 9H 8S 7H 6S 5H 4S 3H 2S AH"
DOWN_IN_SUIT = "TS 9S 8S 7S 6S 5S 4S 3S 2S AS"


def run_of(game: str, count: int = 10) -> str:
    """A run from the ten of spades down, as the game builds."""
    return " ".join((DOWN_ALTERNATING if game in ALTERNATING else DOWN_IN_SUIT).split()[:count])


def jack_of(game: str) -> str:
    """A jack that takes such a run."""
    return "JH" if game in ALTERNATING else "JS"


def crowded(game: str, cells: int, piles: int, *lines: str) -> Board:
    """A position with that many empty cells and piles; piles 1 and 2 are given."""
    rules = engine.rules_of(game)
    spare = (rank + suit for suit in "CD" for rank in "23456789")
    many, held = len(rules.tableau.deal), len(rules.cells.deal)
    filled = [f"{pile}: {next(spare)}" for pile in range(3 + piles, many + 1)]
    filled += [f"{name}: {next(spare)}" for name in CELL_NAMES[cells:held]]
    return position(game, *lines, *filled, foundations="AD", rest=str(many))


def sizes(game: str) -> tuple[list[int], list[str]]:
    """Cards in each tableau pile of a deal, and whether each cell holds one."""
    board = engine.deal(game, 7).board
    assert not board.hidden
    assert not {"s", "w", "r1"} & board.piles.keys()
    return (
        [len(board.stacks[pile.index]) for pile in board.compiled.tableau],
        [name for name in CELL_NAMES if board.piles.get(name)],
    )


@pytest.mark.parametrize("game", [*FULL_CELLS, "eight-off"])
def test_eight_piles_of_six_and_four_cards_in_the_cells(game: str) -> None:
    taken = ["a", "b", "c", "d"] if game in FULL_CELLS else ["a", "c", "e", "h"]
    assert sizes(game) == ([6] * 8, taken)
    board = engine.deal(game, 7).board.piles
    assert [board[cell][0] for cell in taken] == list(microsoft(7)[48:])


def test_seahaven_is_dealt_in_ten_piles_of_five_and_the_middle_two_cells() -> None:
    assert sizes("seahaven") == ([5] * 10, ["b", "c"])
    board, order = engine.deal("seahaven", 7).board.piles, shuffled(7)
    assert board["10"] == order[9:50:10]
    assert board["b"] + board["c"] == order[50:]


@pytest.mark.parametrize("game", MICROSOFT)
def test_the_deals_are_microsofts(game: str) -> None:
    board = engine.deal(game, 617).board.piles
    assert board["1"][:3] == cards("7D TD TH")
    assert board["8"][:2] == cards("AH KH")
    with pytest.raises(InvalidDeal, match="1 to 1000000"):
        engine.deal(game, 1_000_001)


@pytest.mark.parametrize("game", ["freecell", "bakers-game"])
@pytest.mark.parametrize(
    ("cells", "piles", "most"),
    [(0, 0, 1), (1, 0, 2), (4, 0, 5), (0, 2, 4), (0, 3, 8), (2, 1, 6), (3, 1, 8)],
)
def test_empty_cells_and_piles_limit_the_length_of_runs(
    game: str, cells: int, piles: int, most: int
) -> None:
    jack = f"2: {jack_of(game)}"
    fits = crowded(game, cells, piles, f"1: KD {run_of(game, most)}", jack)
    assert f"1-2*{most}".removesuffix("*1") in moves(fits)
    longer = crowded(game, cells, piles, f"1: KD {run_of(game, most + 1)}", jack)
    assert moves(longer, "1", "2") == set()
    with pytest.raises(
        IllegalMove, match=rf"{most} cards? can move there at once, not {most + 1}\."
    ):
        play(longer, f"1-2*{most + 1}")


@pytest.mark.parametrize("game", ["freecell", "bakers-game"])
@pytest.mark.parametrize(
    ("cells", "piles", "most"),
    [(0, 1, 1), (2, 1, 3), (4, 1, 5), (0, 2, 2), (1, 2, 4), (0, 3, 4), (2, 3, 10)],
)
def test_an_empty_target_does_not_raise_the_limit(
    game: str, cells: int, piles: int, most: int
) -> None:
    board = crowded(game, cells, piles, f"1: KD {run_of(game)}", "2: KH")
    counts = {Move.parse(text).count for text in moves(board, "1", "3")}
    assert counts == set(range(1, most + 1))


@pytest.mark.parametrize("game", KINGS_ONLY)
@pytest.mark.parametrize("piles", [0, 1, 3])
def test_where_only_kings_fill_empty_piles_the_cells_alone_limit_runs(
    game: str, piles: int
) -> None:
    jack = f"2: {jack_of(game)}"
    assert "1-2*3" in moves(crowded(game, 2, piles, f"1: KD {run_of(game, 3)}", jack))
    assert moves(crowded(game, 2, piles, f"1: KD {run_of(game, 4)}", jack), "1", "2") == set()
    run = "KS QH JS TH" if game in ALTERNATING else "KS QS JS TS"
    for cells in (2, 3):
        board = crowded(game, cells, max(piles, 1), f"1: QD {run}", "2: KH")
        assert ("1-3*4" in moves(board)) == (cells == 3)


def test_in_relaxed_freecell_runs_of_any_length_move() -> None:
    board = crowded("relaxed-freecell", 0, 0, f"1: KD {DOWN_ALTERNATING}", "2: JH")
    assert moves(board, "1", "2") == {"1-2*10"}


@pytest.mark.parametrize("number", [1, 7, 2**40])
def test_the_beak_lies_at_the_bottom_of_pile_1_and_its_rank_starts_the_foundations(
    number: int,
) -> None:
    order, board = shuffled(number), engine.deal("penguin", number).board.piles
    beak = order[0]
    assert board["1"][0] == beak
    rest = [card for card in order if card.rank != beak.rank]
    assert [board[str(pile)] for pile in range(2, 8)] == [
        tuple(rest[pile - 2 :: 7]) for pile in range(2, 8)
    ]
    assert board["1"][1:] == tuple(rest[6::7])
    for suit in range(4):
        foundation = board[f"f{suit + 1}"]
        assert [card.rank for card in foundation] == [beak.rank] * (suit != beak.suit)
    assert sizes("penguin") == ([7] * 7, [])


def test_penguins_foundations_wrap_from_king_to_ace_and_keep_their_cards() -> None:
    board = position("penguin", "f1: QS", "f2: QH KH", "1: AH", "2: KS", "3: 2H", "4: KD", rest="7")
    assert moves(board, "1", "f2") == {"1-f2"}
    assert moves(board, "2", "f1") == {"2-f1"}
    assert not {move for move in moves(board) if move.startswith("f")}
    assert "3-f2" in moves(play(board, "1-f2"))


def test_in_penguin_an_empty_pile_takes_the_rank_below_the_beak() -> None:
    board = position(
        "penguin", "f1: 5S", "1: 2C 4H 3H", "2: KD", "3: 4D", "4: 5D", "a: 4C", "b: 9C", rest="7"
    )
    assert moves(board, target="5") == {"1-5*2", "a-5"}


def test_in_penguin_runs_of_any_length_move() -> None:
    full = [f"{cell}: {rank}C" for cell, rank in zip(CELL_NAMES, "A23456789", strict=False)][:7]
    piles = ["3: KD", "4: 6D", "5: 7D", "6: 8D", "7: 9D"]
    board = position("penguin", "1: 2D 2S AS KS QS", "2: 3S", *full, *piles, "f2: 5H", rest="7")
    assert moves(board, "1", "2") == {"1-2*4"}
    board = position("penguin", "1: 2D 3S 2S AS KS", "2: 4S", *full, *piles, "f2: 5H", rest="7")
    assert moves(board, "1", "2") == {"1-2*4"}
