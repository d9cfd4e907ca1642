"""What a player has not seen, and how it may lie."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.service.solver.hidden_cards import (
    board_history,
    hidden_counts,
    is_fully_known,
    sample_deals,
)
from engine import Board, Game, deal

GAMES = ("klondike", "klondike-3", "saratoga", "yukon", "spider", "easthaven", "la-belle-lucie")


def played(name: str, moves: int) -> Game:
    game, chance = deal(name, 5), random.Random(moves)
    for _ in range(moves):
        legal = game.legal_moves()
        if not legal:
            break
        game.play(chance.choice(legal))
    return game


def visible(board: Board, counts: tuple[int, ...]) -> list[tuple[int, tuple[object, ...]]]:
    """Of each pile how many cards are unseen, and those that are not."""
    return [(count, stack[count:]) for stack, count in zip(board.stacks, counts, strict=True)]


@pytest.mark.parametrize("name", GAMES)
def test_arrangements_agree_with_all_that_was_seen(name: str) -> None:
    game = played(name, 12)
    counts = hidden_counts(game)
    for board in sample_deals(game, 5, "seed"):
        assert visible(board, counts) == visible(game.board, counts)
        assert board.hidden == game.board.hidden
        cards = sorted(card for stack in board.stacks for card in stack)
        assert cards == sorted(card for stack in game.board.stacks for card in stack)


@pytest.mark.parametrize("name", ["klondike", "saratoga", "yukon", "spider", "easthaven"])
def test_where_unseen_cards_really_lie_has_no_part_in_the_arrangements(name: str) -> None:
    game = deal(name, 5)
    thought = next(sample_deals(game, 1, "another"))
    other = Game(replace(game.board, stacks=thought.stacks), game.number)
    assert other.board != game.board
    assert list(sample_deals(other, 8, "seed")) == list(sample_deals(game, 8, "seed"))


def test_the_stock_is_unseen_until_it_is_turned_up() -> None:
    game = deal("saratoga", 1)
    stock = game.board.compiled.stock
    size = len(game.board.stacks[stock])
    assert hidden_counts(game)[stock] == size
    game.play("s")
    assert hidden_counts(game)[stock] == size - 3
    game.undo()
    assert hidden_counts(game)[stock] == size - 3


def test_a_stock_turned_over_has_been_seen() -> None:
    game = deal("saratoga", 1)
    assert not is_fully_known(game)
    while game.board.stacks[game.board.compiled.stock]:
        game.play("s")
    game.play("s")
    assert is_fully_known(game)


@pytest.mark.parametrize("name", ["phoenix", "freecell", "bisley", "beleaguered-castle"])
def test_a_game_with_all_cards_open_is_seen(name: str) -> None:
    assert is_fully_known(deal(name, 1))


def test_a_shuffle_to_come_cannot_be_seen() -> None:
    game = deal("la-belle-lucie", 1)
    assert not is_fully_known(game)
    assert all(not board.redeals for board in sample_deals(game, 3, "seed"))


def test_the_boards_of_a_game_are_those_that_were_played() -> None:
    game = deal("phoenix", 7)
    boards = [game.board]
    for _ in range(6):
        game.play(game.legal_moves()[0])
        boards.append(game.board)
    assert board_history(game) == boards
    assert game.board == boards[-1]
