"""Gaps, Accordion and Monte Carlo: what no test of rows and discards says."""

from __future__ import annotations

import pytest

import engine
from engine.shuffle import shuffled

GAPS = ["gaps", "gaps-basic"]
ROWS = {"gaps": 13, "gaps-basic": 13, "accordion": 13, "late-binding": 9, "monte-carlo": 5}


@pytest.mark.parametrize(("game", "length"), ROWS.items())
def test_cards_lie_in_rows_face_up_in_the_order_of_the_pack(game: str, length: int) -> None:
    rules = engine.rules_of(game)
    board, order = engine.deal(game, 7).board, shuffled(7)

    assert rules.tableau.row_length == length
    assert not board.hidden
    for place, pile in enumerate(board.compiled.tableau):
        assert board.stacks[pile.index] in ((order[place],), ())


@pytest.mark.parametrize("game", GAPS)
def test_four_gaps_and_forty_eight_cards_are_in_play(game: str) -> None:
    board = engine.deal(game, 7).board

    assert sum(map(len, board.stacks)) == board.rules.card_count == 48
    assert sum(not stack for stack in board.stacks) == 4
    assert all(card.rank > 1 for stack in board.stacks for card in stack)


def test_late_binding_is_accordion_with_eighteen_cards() -> None:
    long, short = engine.rules_of("accordion"), engine.rules_of("late-binding")

    assert (long.card_count, short.card_count) == (52, 18)
    assert short.tableau.build == long.tableau.build


def test_monte_carlo_deals_five_rows_of_five() -> None:
    board = engine.deal("monte-carlo", 7).board

    assert [len(board.piles[str(pile)]) for pile in range(1, 26)] == [1] * 25
    assert len(board.piles["s"]) == 27
