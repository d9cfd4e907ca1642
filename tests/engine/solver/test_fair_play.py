"""A fair player sees only face-up cards, plays by the rules, and wins more than by chance."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from engine import CATALOGUE, Board, Game, Rules, Status, deal
from engine.dealing import opening
from engine.hidden_cards import hidden_counts, sample_deals
from engine.solver import fair_play
from engine.solver.fair_play.player import Choice, _unseen, _weights
from engine.solver.fair_play.playouts import arrange, play_out
from engine.solver.fair_play.tree import _key_of
from engine.solver.fitting import fits_fair_play
from engine.solver.free_runs import layout
from engine.solver.free_runs.encode import encode
from engine.solver.free_runs.states import ALL_ON_FOUNDATIONS, MOST_MOVES

FAIR = [
    rules
    for rules in CATALOGUE.values()
    if fits_fair_play(rules) and any(deal(rules, 1).board.hidden)
]


def choice_of(game: Game, playouts: int = 300) -> Choice | None:
    return fair_play.choose(
        game.board, hidden_counts(game), playouts=playouts, seed=7, taken_back=game.taken_back
    )


def played(name: str, number: int, playouts: int) -> Game:
    """A game played to its end by the fair player, each move checked by the rules."""
    game = deal(name, number)
    while game.status is Status.PLAYING:
        choice = choice_of(game, playouts)
        if choice is None:
            break
        for move in choice.moves:
            game.play(move)
    return game


def with_hidden_cards_elsewhere(game: Game) -> Board:
    """The board with those cards that the player has not seen in another order."""
    return next(board for board in sample_deals(game, 9, "elsewhere") if board != game.board)


def test_it_fits_games_whose_stock_is_turned_over_at_will_or_missing() -> None:
    names = {rules.id for rules in FAIR}
    assert names == {"klondike", "klondike-3", "trigon", "northwest-territory"}
    assert not fits_fair_play(CATALOGUE["vegas-3"])


def test_the_stock_is_looked_through_first() -> None:
    game = deal("klondike-3", 5)
    for _ in range(8):
        choice = choice_of(game)
        assert choice is not None
        assert choice.moves == (game.board.stock_move,)
        game.play("s")
    assert not hidden_counts(game)[game.board.compiled.stock]
    choice = choice_of(game)
    assert choice is not None
    assert choice.playouts > 0


@pytest.mark.parametrize("rules", FAIR, ids=lambda rules: rules.id)
def test_a_choice_does_not_depend_on_hidden_cards(rules: Rules) -> None:
    game = deal(rules, 5)
    for _ in range(25):
        choice = choice_of(game)
        if choice is None or sum(hidden_counts(game)) < 2:
            break
        other = with_hidden_cards_elsewhere(game)
        assert choice == fair_play.choose(
            other, hidden_counts(game), playouts=300, seed=7, taken_back=game.taken_back
        )
        for move in choice.moves:
            game.play(move)
    assert len(game.moves) > 5


def test_a_choice_turns_up_nothing_before_its_last_move() -> None:
    game = deal("klondike", 3)
    while (choice := choice_of(game, 50)) is not None and game.status is Status.PLAYING:
        for move in choice.moves[:-1]:
            face_down = game.board.hidden
            game.play(move)
            assert game.board.hidden == face_down
        game.play(choice.moves[-1])


def test_playouts_arrange_hidden_cards_in_every_way() -> None:
    game = deal("klondike", 8)
    encoded = encode(game.board)
    assert encoded is not None
    tables, _ = encoded
    unseen = _unseen(game.board, hidden_counts(game))
    state, first = np.array([99], np.int64), list[int]()
    cards = sorted(unseen.cards)
    for _ in range(2_000):
        arrange(tables, unseen, state)
        assert sorted(unseen.cards) == cards
        first.append(int(tables[layout.ANCHOR + layout.ROW + 1]))
    counts = [first.count(card) for card in cards]
    # 2,000 of 21 cards: 95 of each, and by chance hardly ever half or twice that.
    assert len(counts) == 21
    assert 48 < min(counts) <= max(counts) < 190


@pytest.mark.slow
def test_a_tree_wins_more_than_playouts_alone() -> None:
    wins = [played("klondike", number, 200).status is Status.WON for number in range(1, 21)]
    state, by_chance = np.array([99], np.int64), 0
    for number in range(1, 21):
        encoded = encode(deal("klondike", number).board)
        assert encoded is not None
        end = play_out(*encoded, _weights(), state, np.zeros(2 * MOST_MOVES, np.int64))
        by_chance += end.foundations == ALL_ON_FOUNDATIONS
    assert sum(wins) >= by_chance + 4


def test_cards_in_cells_are_not_those_left_in_the_stock() -> None:
    encoded = encode(deal("klondike.cells-2", 3).board)
    assert encoded is not None
    tables, position = encoded
    assert _key_of(tables, position) != _key_of(tables, position._replace(cells=1 << 5))


@pytest.mark.slow
def test_it_wins_by_the_cells_with_face_down_cards() -> None:
    freecell = CATALOGUE["relaxed-freecell"]
    hidden = replace(freecell, tableau=replace(freecell.tableau, face_down=(3,) * 8))
    won = [fair_play.wins(opening(hidden, number), playouts=500, seed=7) for number in range(1, 6)]
    assert sum(won) >= 3


def test_a_card_is_taken_back_once() -> None:
    rng, found = random.Random(1), 0
    for number in range(1, 200):
        game = deal("klondike", number)
        for _ in range(80):
            moves = game.legal_moves()
            back = [move for move in moves if move.source.startswith("f")]
            if back:
                found += 1
                card = game.board.piles[back[0].source][-1]
                assert card not in game.taken_back
                game.play(back[0])
                assert card in game.taken_back
                break
            if not moves:
                break
            game.play(moves[0] if moves[0].target.startswith("f") else rng.choice(moves))
    assert found > 10


def test_more_time_is_not_taken_than_given() -> None:
    playouts = []
    for number in range(1, 6):
        game = deal("northwest-territory", number)
        choice = fair_play.choose(game.board, hidden_counts(game), playouts=10**6, seconds=0.0)
        assert choice is not None
        playouts.append(choice.playouts)
    assert 0 < max(playouts) <= 250
