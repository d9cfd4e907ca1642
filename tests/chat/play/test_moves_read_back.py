"""A move is read as the bot describes it, in every language and for every game."""

from __future__ import annotations

import random

import pytest

from bot.i18n import in_notation, translate, use_locale
from engine import Rules, deal
from tests.engine.positions import wander
from tests.support.every_game import every_game


@every_game
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_legal_move_is_read_as_it_is_described(rules: Rules, language: str) -> None:
    rng = random.Random(rules.id)
    for steps in (0, 5, 30, 60):
        board = wander(deal(rules.id, rng.randrange(1, 10**6)), steps, rng).board
        with use_locale(language):
            for move in board.legal_moves():
                told = translate(board.describe(move))
                assert board.parse_move(in_notation(f"{told}.")) == move, told
