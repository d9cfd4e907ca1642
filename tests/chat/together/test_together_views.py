"""What somebody who plays on a shared board is asked in private."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import cast

import pytest

from bot.chat.play.rows import move_words
from bot.chat.together.views import choice_view, give_up_view
from bot.models.together import SharedGame
from engine import CATALOGUE, Move, Rules
from tests.chat.play.board_presses import buttons_of, said, some_boards
from tests.engine.positions import position
from tests.support.every_game import each_of
from tests.support.snapshots import snapshot_at

SNAPSHOT = snapshot_at(position("klondike", "1: 9S", "2: TH", "3: TD", rest="s"))


@pytest.mark.parametrize(
    ("game", "move", "words"),
    [
        ("klondike", "2-3", "10♥ → J♠"),
        ("klondike", "4-f1", "A♠ → home"),
        ("klondike", "1-5", "K♥ → pile 5"),
        ("klondike", "s", "Turn 1 card from the stock"),
    ],
)
def test_a_move_that_is_voted_for_is_told_in_words(game: str, move: str, words: str) -> None:
    board = position(game, "1: KH", "2: TH", "3: JS", "4: AS", rest="s")
    assert move_words(board, Move.parse(move)) == words


@each_of(CATALOGUE.values())
def test_no_move_that_is_voted_for_is_told_in_notation(rules: Rules) -> None:
    for board in some_boards(rules):
        for move in board.legal_moves():
            assert not re.search(r"\bf\d|\w-\w|\+\w", move_words(board, move))


def test_a_pile_with_several_places_to_go_to_asks_for_one_in_private() -> None:
    asked = choice_view(SNAPSHOT, "1")
    assert asked.private
    assert said(asked) == "**9♠ · 1**: where to?"
    assert {"2", "3"} <= {str(one.custom_id).split("-")[-1] for one in buttons_of(asked.view)}


def test_giving_up_a_shared_game_is_asked_for_in_private() -> None:
    asked = give_up_view(cast("SharedGame", SimpleNamespace(snapshot=SNAPSHOT)))
    assert asked.private
    assert said(asked).startswith("Vote to give this game up?")
    assert [one.label for one in buttons_of(asked.view)] == ["Give up", "Keep playing"]
