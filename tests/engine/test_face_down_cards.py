"""Face-down cards: they stay put and secret, and are turned up when uncovered."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine import Game, IllegalMove, Rules
from engine.board import Board
from engine.dealing import opening
from tests.declared import CLASSICS, KLONDIKE, YUKON
from tests.engine.positions import moves, position


def hidden_in(board: Board) -> dict[str, int]:
    """The number of face-down cards in each pile that has any."""
    names = [pile.name for pile in board.compiled.piles]
    return {name: down for name, down in zip(names, board.hidden, strict=False) if down}


@pytest.mark.parametrize("rules", CLASSICS, ids=lambda rules: rules.id)
def test_random_games_keep_all_cards_and_every_top_card_face_up(rules: Rules) -> None:
    for number in range(1, 9):
        rng = random.Random(number)
        game = Game(opening(rules, number), number)
        for _ in range(120):
            legal = game.legal_moves()
            assert len(set(legal)) == len(legal)
            if not legal:
                break
            game.play(rng.choice(legal))
            board = game.board
            counts = Counter(card for stack in board.stacks for card in stack)
            assert counts == dict.fromkeys(range(52), rules.decks)
            for pile, down in hidden_in(board).items():
                assert down < len(board.piles[pile])
        boards = [game.board]
        for move in reversed(game.moves):
            assert game.undo() == move
            boards.append(game.board)
        assert boards[-1] == opening(rules, number)


def test_a_card_is_turned_up_when_it_becomes_the_top_one() -> None:
    turned = 0
    for number in range(1, 30):
        game = Game(opening(YUKON, number))
        before = hidden_in(game.board)
        for move in game.legal_moves():
            left = len(game.board.piles[move.source]) - move.count
            game.play(move)
            up = left > 0 and before.get(move.source) == left
            turned += up
            assert hidden_in(game.board).get(move.source, 0) == before.get(move.source, 0) - up
            game.undo()
            assert hidden_in(game.board) == before
    assert turned > 20


def test_a_face_down_card_never_moves() -> None:
    for number in range(1, 30):
        board = opening(YUKON, number)
        down = hidden_in(board)
        for move in board.legal_moves():
            assert move.count <= len(board.piles[move.source]) - down.get(move.source, 0)


def test_a_board_as_text_does_not_reveal_face_down_cards() -> None:
    board = opening(KLONDIKE, 5)
    lines = dict(line.split(": ") for line in str(board).splitlines())
    assert [lines[str(pile)].count("??") for pile in range(1, 8)] == [0, 1, 2, 3, 4, 5, 6]
    for pile in range(1, 8):
        assert lines[str(pile)].split()[-1] == str(board.piles[str(pile)][-1])


def test_an_error_does_not_reveal_where_a_face_down_card_lies() -> None:
    board = opening(KLONDIKE, 5)
    with pytest.raises(IllegalMove, match="is still face down"):
        board.parse_move(f"{board.piles['7'][0]} f")


def test_a_run_ends_where_the_face_down_cards_begin() -> None:
    board = position(KLONDIKE, "3: 9S 8H 7S", "5: TD", "6: 9C", rest="s")
    assert {"3-5*3", "3-6*2"} <= moves(board)
    down = tuple(1 if pile.name == "3" else 0 for pile in board.compiled.piles)
    dark = Board(board.compiled, board.stacks, board.redeals, down, board.base)
    assert "3-5*3" not in moves(dark)
    assert "3-6*2" in moves(dark)
