"""The cells and the reserve of each game: what goes there, and where it goes from there."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove
from engine.board import Board
from engine.cards import Rank
from engine.compiled import CELL_NAMES
from tests.engine.positions import aside, games, moves, play, position, started

CELLS = {
    1: "nomad siegecraft stronghold ten-by-one",
    2: "private-lane bastion free-fan",
    4: """
        cassim cassim-seven milligan-cell freecell freecell-no-takeback relaxed-freecell forecell
        forecell-no-takeback bakers-game seahaven
    """,
    7: "penguin",
    8: "eight-off",
}
RESERVES = {
    1: """
        canfield canfield-by-runs canfield-by-piles superior-canfield rainfall rainbow storehouse
        acme chameleon american-toad
    """,
    2: "thirty",
    3: "bristol",
    4: "duchess",
    6: "raglan relaxed-raglan",
    7: "agnes-bernauer king-albert queen-victoria",
    13: "brigade",
    16: """
        phoenix phoenix-takeback arizona northwest-territory arctic-garden flower-garden wildflower
    """,
}
"""Games by the number of their piles of each kind."""


def each_game(numbers: dict[int, str]) -> pytest.MarkDecorator:
    """Run a test for each game with its number of piles."""
    cases = [(game, number) for number, names in numbers.items() for game in games(names)]
    return pytest.mark.parametrize(("game", "number"), cases)


def four_of_hearts(game: str, pile: str) -> Board:
    """A board on which 4♥ lies on that pile, and fives on the first two."""
    lines = ["1: 5S", "2: 5H", f"{pile}: 4H", *started(game)]
    return position(game, *lines, rest=aside(game))


def onto_fives(board: Board, source: str) -> set[str]:
    """The fives onto which the top card of a pile goes."""
    return {move.partition("-")[2] for move in moves(board, source)} & set("12")


@each_game(CELLS)
def test_a_cell_holds_any_one_card(game: str, number: int) -> None:
    """From the tableau and the waste, and no run."""
    cells = CELL_NAMES[:number]
    board = position(game, "1: KD 9S 8H", "2: 9H", *started(game), rest=aside(game))
    assert [name for name in CELL_NAMES if name in board.piles] == list(cells)
    for cell in cells:
        assert moves(board, "1", cell) == {f"1-{cell}"}
        assert moves(board, "2", cell) == {f"2-{cell}"}
    taken = play(board, "1-a")
    assert not moves(taken, target="a")
    with pytest.raises(IllegalMove, match="Cell a is taken; a cell holds only one card"):
        play(taken, "2-a")
    with pytest.raises(IllegalMove):
        play(board, "1-a*2")
    if "w" in board.piles:
        assert "w-a" in moves(position(game, "w: 2H 9C"))


@each_game(CELLS)
def test_a_card_leaves_its_cell_for_the_tableau_or_a_foundation(game: str, number: int) -> None:
    board = four_of_hearts(game, "a")
    assert onto_fives(board, "a") == onto_fives(four_of_hearts(game, "3"), "3") != set()
    assert not {f"a-{cell}" for cell in CELL_NAMES[:number]} & moves(board)
    first = "4H" if started(game) else "AH"
    board = position(game, f"a: {first}", *started(game), rest=aside(game))
    assert "a-f2" in moves(board)


@each_game(RESERVES)
def test_every_top_card_of_the_reserve_is_available(game: str, number: int) -> None:
    assert [name for name in engine.deal(game, 7).board.piles if name.startswith("r")] == [
        f"r{pile}" for pile in range(1, number + 1)
    ]
    base = engine.rules_of(game).foundations.base
    first = {Rank.ACE: "AH", Rank.TWO: "2H"}[base] if isinstance(base, Rank) else "4H"
    built = onto_fives(four_of_hearts(game, "3"), "3")
    for pile in {"r1", f"r{number}"}:
        board = four_of_hearts(game, pile)
        assert onto_fives(board, pile) == built != set()
        board = position(game, f"{pile}: {first}", *started(game), rest=aside(game))
        assert any(move.startswith(f"{pile}-f") for move in moves(board))


@pytest.mark.parametrize("game", games(" ".join(RESERVES.values())))
def test_no_card_moves_to_the_reserve(game: str) -> None:
    board = position(game, "1: 7S", *started(game), rest=aside(game))
    full = position(game, "1: 7S", "r1: 8H", *started(game), rest=aside(game))
    assert not [move for move in (*moves(board), *moves(full)) if "-r" in move]
    with pytest.raises(IllegalMove, match=r"You cannot play cards into .*reserve"):
        play(board, "1-r1")
    with pytest.raises(IllegalMove, match=r"You cannot build on .*reserve"):
        play(full, "1-r1")
