"""Progress: no move without merit raises it, in any game."""

from __future__ import annotations

import random

import pytest

import engine
from engine import CATALOGUE, Board, Game, Move, Rules, Status
from engine.rules import Win
from tests.engine.positions import play, position
from tests.engine.test_reference_rules import WINS
from tests.support.every_game import every_game

GAMES, MOVES = 2, 150
SIXTEEN_DEALS = ("s",) * 16


def cards_cleared(before: Board, after: Board) -> int:
    """How many cards have left the tableau for the foundations."""
    tableau = [pile.index for pile in before.compiled.tableau]
    gone = {card for index in tableau for card in before.stacks[index]}
    home = {card for index in after.compiled.foundations for card in after.stacks[index]}
    return len(gone & home)


def cards_in_order(board: Board) -> int:
    """How many cards of rows stand where they will in the end, counted row by row."""
    tableau, count = board.rules.tableau, 0
    piles = [board.stacks[pile.index] for pile in board.compiled.tableau]
    for begin in range(0, len(piles), tableau.row_length):
        row = [pile[0] if pile else None for pile in piles[begin : begin + tableau.row_length]]
        if row[0] is None or row[0].rank != board.rules.first_rank:
            continue
        if tableau.row_suits and row[0].suit != begin // tableau.row_length:
            continue
        for place, card in enumerate(row):
            if card is None or (card.suit, card.rank) != (row[0].suit, row[0].rank + place):
                break
            count += 1
    return count


def merit(before: Board, move: Move, after: Board) -> int:
    """What a move is worth."""
    if move.source == "s":
        return 0
    if before.rules.win is Win.ROWS:
        return cards_in_order(after) - cards_in_order(before)
    if before.rules.win is Win.ONE_PILE:
        return 2 if after.status is Status.WON else 1
    if before.rules.clears_tableau:
        return cards_cleared(before, after)
    return after.foundation_count - before.foundation_count


@every_game
def test_only_cards_that_come_where_the_win_wants_them_are_progress(rules: Rules) -> None:
    for number in range(1, GAMES + 1):
        rng = random.Random(number)
        game = engine.deal(rules.id, number)
        while game.status is not Status.WON and len(game.moves) < MOVES:
            moves = game.legal_moves()
            if not moves:
                break
            home = [move for move in moves if move.target.startswith("f") and move.source != "s"]
            move = rng.choice(home if home and rng.random() < 0.7 else moves)
            before = game.board
            game.play(move)
            assert game.board.progress - before.progress == merit(before, move, game.board)
            if not move.target.startswith("f") and rules.has_foundations:
                assert game.board.progress <= before.progress
        reached = [board.progress for board in game.boards]
        while game.moves:
            game.undo()
            assert game.board.progress == reached[len(game.moves)]


@pytest.mark.slow
@pytest.mark.parametrize("line", WINS, ids=lambda line: line.split()[0])
def test_a_won_board_alone_has_all_the_progress_there_is(line: str) -> None:
    name, number, *moves = line.split()
    game = engine.deal(name, int(number))
    for text in moves:
        assert game.board.progress < game.rules.progress_to_win
        game.play(text)
    assert game.board.progress == game.rules.progress_to_win


def golf(*moves: str) -> Game:
    """A deal of Golf after some moves."""
    game = engine.deal("golf", 1)
    for text in moves:
        game.play(text)
    return game


def test_sixteen_cards_dealt_in_golf_are_less_than_one_cleared() -> None:
    assert golf(*SIXTEEN_DEALS).board.progress == 0

    cleared = golf()
    while not any(move.source != "s" for move in cleared.legal_moves()):
        cleared.play("s")
    cleared.play(cleared.legal_moves()[0])

    assert cleared.board.progress == 1


def test_a_pair_from_the_waste_clears_nothing_of_a_relaxed_pyramid() -> None:
    board = position(CATALOGUE["pyramid-relaxed"], "1: KS", "w: 6H 7H", rest="f1")
    without_pair = play(board, "w+w")
    assert (board.progress, without_pair.progress) == (27, 27)
    assert play(without_pair, "1-f1").progress == 28
