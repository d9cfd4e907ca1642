"""Heuristic moves: how they rank, and that they never lead back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.service.play.moves import backward_moves, best_move, heuristic_move, move_rank
from engine import Board, Card, Move, deal
from engine.rules import Rules
from tests.support.every_game import every_game


def board_of(game: str, piles: dict[str, str], hidden: dict[str, int] | None = None) -> Board:
    """A board with only some cards, possibly one that cannot occur."""
    dealt = deal(game, 1).board
    names = dealt.compiled.index_of
    stacks: list[tuple[Card, ...]] = [()] * len(dealt.stacks)
    for name, cards in piles.items():
        stacks[names[name]] = tuple(Card.parse(card) for card in cards.split())
    face_down = [0] * len(dealt.hidden)
    for name, count in (hidden or {}).items():
        face_down[names[name]] = count
    return replace(dealt, stacks=tuple(stacks), hidden=tuple(face_down))


KLONDIKE = board_of(
    "klondike",
    {
        "1": "8S",  # its only card
        "2": "3C 4D 7H",  # 7H covers two face-down cards
        "3": "3D 9S 8D 7S",  # 8D and 7S are a run on a face-up card
        "4": "KC QH",  # a king on the bottom
        "5": "5C KS",  # a king on a face-down card
        "6": "9H",
        "w": "QS 8C",
        "f1": "AS 2S",
        "s": "TC",
    },
    {"2": 2, "3": 1, "5": 1},
)
FREECELL = board_of("freecell", {"1": "9S 8H", "2": "9C", "3": "2S", "a": "8D", "f1": "AS"})


@pytest.mark.parametrize(
    ("move", "rank"),
    [
        ("2-1", 0),  # turns up the card under 7H
        ("1-6", 0),  # empties a pile onto 9H
        ("5-7", 0),  # fills an empty pile, but turns up a card
        ("3-f1", 1),
        ("3-1", 2),  # leaves face-up cards
        ("3-6x2", 2),  # leaves 9S, which is not the top face-down card
        ("w-6", 2),  # empties nothing that can be filled
        ("s", 3),
        ("4-7x2", 4),  # only moves the empty pile
        ("4-7", 4),  # fills an empty pile and turns up nothing
        ("w-7", 4),
        ("f1-2", 4),  # takes a card back
    ],
)
def test_moves_rank_by_what_they_gain(move: str, rank: int) -> None:
    assert move_rank(KLONDIKE, Move.parse(move)) == rank


@pytest.mark.parametrize(
    ("move", "rank"),
    [
        ("2-4", 4),  # a lone card into an empty pile
        ("a-2", 2),  # empties a cell, which is no tableau pile
        ("2-b", 4),  # into an empty cell
        ("1-2", 2),
        ("3-f1", 1),  # empties a pile, but a foundation play ranks as one
    ],
)
def test_moves_rank_without_face_down_cards(move: str, rank: int) -> None:
    assert move_rank(FREECELL, Move.parse(move)) == rank


def test_the_best_move_has_the_lowest_rank() -> None:
    moves = [Move.parse(text) for text in ("s", "4-7", "w-6", "2-1", "3-f1")]
    assert [str(best_move(KLONDIKE, moves[:n])) for n in range(1, 6)] == [
        "s",
        "s",
        "w-6",
        "2-1",
        "2-1",
    ]


def test_of_moves_of_one_rank_the_first_is_best() -> None:
    assert str(best_move(KLONDIKE, [Move.parse("2-1"), Move.parse("1-6")])) == "2-1"
    assert str(best_move(KLONDIKE, [Move.parse("1-6"), Move.parse("2-1")])) == "1-6"


def test_a_safe_foundation_move_is_best() -> None:
    board = board_of("klondike", {"1": "3H AS", "2": "KD 2C", "3": "4S 3D"}, {"3": 1})
    ace, reveals = Move.parse("1-f1"), Move.parse("3-2")
    assert move_rank(board, reveals) < move_rank(board, ace)
    assert best_move(board, [reveals, ace]) == ace


def test_a_move_that_only_undoes_the_last_one_leads_back() -> None:
    game = deal("freecell", 6)
    game.play("2-5")
    assert backward_moves(game) == (Move.parse("5-2"),)
    assert heuristic_move(game) != Move.parse("5-2")


@every_game
def test_a_heuristic_move_leads_to_a_new_board(rules: Rules) -> None:
    game = deal(rules.id, 2)
    history = {game.board}
    for _ in range(15):
        move = heuristic_move(game)
        if move is None:
            assert all(game.board.apply(move) in history for move in game.legal_moves())
            return
        game.play(move)
        assert game.board not in history
        history.add(game.board)
