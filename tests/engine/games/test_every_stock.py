"""The stock of each game with a waste: how many cards it turns, and how often."""

from __future__ import annotations

import pytest

import engine
from engine import IllegalMove
from tests.engine.positions import games, play

STOCKS = {
    (1, 1): """
        cassim cassim-seven vegas westcliff thirty-six whitehead thumb-and-pouch harp rainbow
        chameleon forty-thieves josephine limited busy-aces napoleons-square lucas san-juan-hill
        deuces maria number-ten rank-and-file emperor indian fortunes-favor carpet carpet-founded
    """,
    (1, 2): "gargantua acme american-toad",
    (1, 3): """
        saratoga-aisleriot casino-klondike rainfall storehouse sultan pyramid pyramid-relaxed
    """,
    (1, None): "saratoga-draw1 cassim-classic klondike trigon double-klondike big-forty ali-baba",
    (3, 2): "chinaman",
    (3, 3): "vegas-3",
    (3, None): """
        saratoga saratoga-takeback klondike-3 canfield canfield-by-runs canfield-by-piles
        superior-canfield osmosis peek
    """,
}
"""The games by how many cards they turn at once and in how many passes; None for any number."""


@pytest.mark.parametrize(
    ("game", "turn", "passes"),
    [(game, *terms) for terms, names in STOCKS.items() for game in games(names)],
)
def test_a_stock_turns_cards_to_the_waste_in_its_number_of_passes(
    game: str, turn: int, passes: int | None
) -> None:
    """The last card turned lies on top; the waste goes back in its order, and only when empty."""
    board = engine.deal(game, 7).board
    stock = board.piles["s"]
    times = 6 if passes is None else passes
    for number in range(1, times + 1):
        assert board.redeals == (None if passes is None else passes - number)
        for turned in range(turn, len(stock) + turn, turn):
            board = play(board, "s")
            assert board.piles["w"] == stock[::-1][:turned]
            assert board.piles["s"] == stock[:-turned]
        if number < times:
            board = play(board, "s")
            assert (board.piles["s"], board.piles["w"]) == (stock, ())
    assert board.can_play_stock == (passes is None)
    if passes is not None:
        with pytest.raises(IllegalMove, match="no redeals left"):
            play(board, "s")
