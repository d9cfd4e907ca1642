"""Which cards a player has not seen, and sampled boards of them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import CATALOGUE, Board, Card, Game, deal
from engine.hidden_cards import (
    hidden_counts,
    is_fully_known,
    sample_deals,
)
from tests.support.parameters import quick

GAMES = ("klondike", "klondike-3", "saratoga", "yukon", "spider", "easthaven", "la-belle-lucie")
ONE_DECK_AND_STOCK = tuple(
    name
    for name in CATALOGUE
    if deal(name, 1).board.compiled.stock >= 0
    and len(set().union(*deal(name, 1).board.stacks)) == sum(map(len, deal(name, 1).board.stacks))
)


def wander(game: Game, rng: random.Random) -> None:
    """Play, undo or redo a random move, mostly from the stock."""
    moves = game.legal_moves()
    stock = [move for move in moves if move.is_stock]
    match rng.random():
        case draw if draw < 0.15 and game.moves:
            game.undo()
        case draw if draw < 0.25 and game.undone:
            game.redo()
        case draw if draw < 0.65 and stock:
            game.play(stock[0])
        case _ if moves:
            game.play(rng.choice(moves))


def played(name: str, moves: int) -> Game:
    game, rng = deal(name, 5), random.Random(moves)
    for _ in range(moves):
        legal = game.legal_moves()
        if not legal:
            break
        game.play(rng.choice(legal))
    return game


def shown(board: Board) -> set[Card]:
    """The cards that are neither face down nor in the stock."""
    hidden = board.hidden or (0,) * len(board.stacks)
    return {
        card
        for pile, stack in enumerate(board.stacks)
        if pile != board.compiled.stock
        for card in stack[hidden[pile] :]
    }


def visible(board: Board, counts: tuple[int, ...]) -> list[tuple[int, tuple[object, ...]]]:
    """The number of hidden cards and the visible cards of each pile."""
    return [(count, stack[count:]) for stack, count in zip(board.stacks, counts, strict=True)]


@pytest.mark.parametrize("name", quick(ONE_DECK_AND_STOCK, 12))
def test_the_hidden_stock_cards_are_those_no_board_has_shown(name: str) -> None:
    game, rng = deal(name, 7), random.Random(name)
    line = [game.board]
    for _ in range(150):
        wander(game, rng)
        if not game.undone:
            line = [*line[: len(game.moves)], game.board]
        stock = game.board.stacks[game.board.compiled.stock]
        seen = set[Card]().union(*map(shown, line))
        hidden = hidden_counts(game)[game.board.compiled.stock]
        assert [card in seen for card in stock] == [False] * hidden + [True] * (len(stock) - hidden)


@pytest.mark.parametrize("name", ["saratoga", "klondike", "canfield", "forty-thieves", "spider"])
def test_a_move_elsewhere_reveals_no_stock_card(name: str) -> None:
    game = deal(name, 3)
    stock = game.board.compiled.stock
    size = len(game.board.stacks[stock])
    game.play(next(move for move in game.legal_moves() if not move.is_stock))
    assert hidden_counts(game)[stock] == size


@pytest.mark.parametrize("name", ["saratoga", "klondike", "spider"])
def test_stock_cards_stay_seen_while_the_move_can_be_redone(name: str) -> None:
    game = deal(name, 3)
    stock = game.board.compiled.stock
    game.play("s")
    left = hidden_counts(game)[stock]
    game.undo()
    assert hidden_counts(game)[stock] == left < len(game.board.stacks[stock])


@pytest.mark.parametrize("name", ["klondike", "klondike-3", "saratoga"])
def test_a_stock_turned_over_has_been_seen(name: str) -> None:
    game = deal(name, 1)
    stock = game.board.compiled.stock
    while game.board.stacks[stock]:
        assert hidden_counts(game)[stock] == len(game.board.stacks[stock])
        game.play("s")
    game.play("s")
    assert hidden_counts(game)[stock] == 0
    game.undo()
    game.undo()
    assert hidden_counts(game)[stock] == 0


def test_a_single_hidden_card_is_known() -> None:
    game = deal("golf", 1)
    stock = game.board.compiled.stock
    while len(game.board.stacks[stock]) > 2:
        game.play("s")
    assert not is_fully_known(game)
    game.play("s")
    assert is_fully_known(game)


@pytest.mark.parametrize("name", GAMES)
def test_sampled_boards_agree_with_all_seen_cards(name: str) -> None:
    game = played(name, 12)
    counts = hidden_counts(game)
    for board in sample_deals(game, 5, "seed"):
        assert visible(board, counts) == visible(game.board, counts)
        assert board.hidden == game.board.hidden
        cards = sorted(card for stack in board.stacks for card in stack)
        assert cards == sorted(card for stack in game.board.stacks for card in stack)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["klondike", "klondike-3", "saratoga", "canfield", "easthaven"])
def test_sampled_boards_do_not_depend_on_the_hidden_cards(name: str, seed: int) -> None:
    rng = random.Random(seed)
    game = deal(name, 5)
    for _ in range(6):
        wander(game, rng)
    counts = hidden_counts(game)
    hidden = [
        card
        for stack, count in zip(game.board.stacks, counts, strict=True)
        for card in stack[:count]
    ]
    swapped = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    dealt = game.boards[0]
    other = Game(
        replace(
            dealt,
            stacks=tuple(tuple(swapped.get(card, card) for card in s) for s in dealt.stacks),
        ),
        game.number,
    )
    for move in (*game.moves, *reversed(game.undone)):
        other.play(move)
    for _ in game.undone:
        other.undo()
    assert visible(other.board, counts) == visible(game.board, counts)
    assert other.board != game.board
    assert list(sample_deals(other, 8, "seed")) == list(sample_deals(game, 8, "seed"))


@pytest.mark.parametrize("name", ["phoenix", "freecell", "bisley", "beleaguered-castle"])
def test_a_game_with_all_cards_face_up_is_fully_known(name: str) -> None:
    assert is_fully_known(deal(name, 1))


def test_a_shuffle_to_come_is_unknown_and_not_sampled() -> None:
    game = deal("la-belle-lucie", 1)
    assert not is_fully_known(game)
    assert all(not board.redeals for board in sample_deals(game, 3, "seed"))


def test_the_history_of_a_game_holds_every_board_from_the_deal_on() -> None:
    game = deal("phoenix", 7)
    boards = [game.board]
    for _ in range(6):
        game.play(game.legal_moves()[0])
        boards.append(game.board)
    assert game.boards == tuple(boards)
    assert game.board == boards[-1]
