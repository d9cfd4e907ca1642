"""Klondike for money: how it differs from Klondike."""

from __future__ import annotations

import pytest

import engine
from engine import Game
from engine.games.klondike import KLONDIKE
from tests.engine.games.random_games import play_at_random
from tests.engine.positions import moves, position

STOCKS = {"vegas": (1, 1), "vegas-3": (3, 3), "casino-klondike": (1, 3)}
"""Cards turned at once, and passes."""
ALL = list(STOCKS)


@pytest.mark.parametrize("game", ALL)
def test_deal_building_and_foundations_are_klondikes(game: str) -> None:
    rules = engine.rules_of(game)
    assert (rules.tableau, rules.foundations) == (KLONDIKE.tableau, KLONDIKE.foundations)
    assert rules.text[:3] == KLONDIKE.text[:3]
    assert engine.deal(game, 7).board.stacks == engine.deal("klondike", 7).board.stacks


@pytest.mark.parametrize("game", ALL)
def test_a_deal_costs_52_points_and_each_foundation_card_earns_five(
    game: str,
) -> None:
    assert engine.deal(game, 7).score == -52
    playing = Game(position(game, "2: 2H", foundations="3S AH", rest="7"))
    assert playing.score == -52 + 4 * 5
    playing.play("2-f2")
    assert playing.score == -52 + 5 * 5
    playing.undo()
    assert playing.score == -52 + 4 * 5
    won = Game(position(game, foundations="KS KH KD KC", rest="f4"))
    assert won.score == 208


@pytest.mark.parametrize("game", ALL)
def test_a_card_that_leaves_its_foundation_costs_five_points(game: str) -> None:
    playing = Game(position(game, "1: 5S", foundations="4H", rest="7"))
    assert "f2-1" in moves(playing.board)
    playing.play("f2-1")
    assert playing.score == -52 + 3 * 5


@pytest.mark.parametrize("game", ALL)
def test_the_score_follows_the_foundations(game: str) -> None:
    for number in (1, 2):
        end = play_at_random(game, number)
        assert end.score == -52 + 5 * end.board.foundation_count
