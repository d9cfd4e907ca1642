"""The engine agrees with the reference rules on moves, boards, status and perft."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import Board, Game, Move, Rules, Status
from engine.dealing import opening
from tests.engine import reference_rules as reference
from tests.engine.random_positions import FIRST_GAMES, random_position
from tests.support.every_game import each_of, every_game
from tests.support.parameters import quick

FIRST = each_of(map(engine.rules_of, FIRST_GAMES))
WINS = (Path(__file__).parent / "wins.txt").read_text().splitlines()
TABLE = [
    [part.strip() for part in line.split("|")]
    for line in (Path(__file__).parent / "perft.txt").read_text().splitlines()
]
PERFT = pytest.mark.parametrize(
    ("deal", "line", "counts"),
    [
        pytest.param(*entry, id=entry[0], marks=[pytest.mark.slow] if at % 3 else [])
        for at, entry in enumerate(TABLE)
    ],
)


def as_reference(move: Move) -> reference.ReferenceMove:
    """A move in the form of the reference rules."""
    if move.others:
        return "+", *move.sources
    return move.source, "" if move.is_stock else move.target, move.count


def agree(board: Board, position: reference.Position) -> None:
    """Assert that cards, moves and status agree, and that the board's text is read back."""
    assert board.text(reveal=True) == position.text()
    moves = board.legal_moves()
    expected = reference.legal_moves(position)
    assert sorted(map(as_reference, moves)) == sorted(expected), position.text()
    assert len(set(moves)) == len(moves)
    assert board.status.value == reference.status(position), position.text()
    assert engine.parse_board(board.rules, position.text()) == board


def play_out(rules: Rules, number: int, steps: int, rng: random.Random, *, greedy: float) -> Game:
    """Play a random game by both rules, describe each step, and compare after it.

    Args:
        rules: the game.
        number: the deal.
        steps: the most moves to play.
        rng: chooses them.
        greedy: how likely a card goes to a foundation when it can.
    """
    game, position = Game(opening(rules, number)), reference.deal(rules, number)
    agree(game.board, position)
    for _ in range(steps):
        moves = [move for move in game.legal_moves() if not _reverses(move, game.moves[-1:])]
        moves = moves or list(game.legal_moves())
        if not moves:
            break
        cards = [m for m in moves if not (m.is_stock or m.source.startswith("f"))]
        up = [move for move in cards if move.target.startswith("f")]
        if up and rng.random() < greedy:
            move = up[0]
        else:
            move = rng.choice(cards if cards and rng.random() < 0.75 else moves)
        assert game.board.is_legal(move)
        assert str(game.board.describe(move))
        game.play(move)
        position = reference.apply(position, as_reference(move))
        agree(game.board, position)
    return game


def _reverses(move: Move, last: tuple[Move, ...]) -> bool:
    back = [Move(one.target, one.source, one.count) for one in last if not one.is_stock]
    return move in back


@every_game
@pytest.mark.parametrize("number", quick([1, 2]))
def test_random_games_agree_step_by_step(rules: Rules, number: int) -> None:
    play_out(rules, number, 60, random.Random(number), greedy=0.5)


@pytest.mark.slow
@FIRST
def test_many_random_games_of_the_first_games_agree(rules: Rules) -> None:
    games = [play_out(rules, n, 25, random.Random(n), greedy=0.5) for n in range(3, 13)]
    games += [play_out(rules, n, 120, random.Random(n), greedy=0.5) for n in range(101, 109)]
    assert sum(len(game.moves) for game in games) > 375
    assert max(len(game.moves) for game in games) == 120


@pytest.mark.slow
@FIRST
def test_greedy_games_agree_step_by_step(rules: Rules) -> None:
    games = [play_out(rules, n, 60, random.Random(n), greedy=1) for n in range(1000, 1010)]
    at_first = engine.deal(rules.id, 1).board.foundation_count
    assert sum(game.board.foundation_count - at_first for game in games) > 24


@pytest.mark.slow
@every_game
def test_random_positions_agree_and_so_does_what_they_lead_to(rules: Rules) -> None:
    for seed in range(20):
        rng = random.Random(seed)
        position = random_position(rules, rng)
        board = engine.parse_board(rules, position.text())
        agree(board, position)
        for move in board.legal_moves()[:: 1 + seed % 4]:
            agree(board.apply(move), reference.apply(position, as_reference(move)))


@FIRST
def test_positions_of_every_status_agree(rules: Rules) -> None:
    statuses = Counter[Status]()
    for seed in range(100, 200):
        position = random_position(rules, random.Random(seed))
        board = engine.parse_board(rules, position.text())
        agree(board, position)
        for move in board.legal_moves():
            statuses[board.apply(move).status] += 1
        statuses[board.status] += 1
    assert statuses.keys() == set(Status), statuses


@given(st.sampled_from(list(engine.CATALOGUE)), st.integers(1, 2**32), st.integers(0, 60))
def test_any_deal_agrees_wherever_it_goes(game: str, number: int, steps: int) -> None:
    rules, rng = engine.rules_of(game), random.Random(number)
    number = 1 + (number - 1) % rules.last_deal
    playing, position = engine.deal(game, number), reference.deal(rules, number)
    for _ in range(steps):
        moves = reference.legal_moves(position)
        if not moves:
            break
        move = rng.choice(moves)
        position = reference.apply(position, move)
        playing.play(reference.text_of(move))
    agree(playing.board, position)


@pytest.mark.slow
@pytest.mark.parametrize("line", WINS, ids=lambda line: line.split()[0])
def test_won_games_agree_to_the_last_card(line: str) -> None:
    game, number, *moves = line.split()
    playing = engine.deal(game, int(number))
    position = reference.deal(playing.rules, int(number))
    for text in moves:
        assert playing.status is Status.PLAYING
        position = reference.apply(position, as_reference(playing.play(text)))
        agree(playing.board, position)
    assert playing.status is Status.WON
    assert playing.score == playing.rules.card_count


@PERFT
def test_perft_of_the_engine_is_that_of_the_table(deal: str, line: str, counts: str) -> None:
    game, number = deal.split()
    playing = engine.deal(game, int(number))
    for move in line.split():
        playing.play(move)
    found = [engine.perft(playing.board, depth + 1) for depth in range(len(counts.split()))]
    assert found == [int(count) for count in counts.split()]


@pytest.mark.slow
@PERFT
def test_perft_of_the_reference_is_that_of_the_table(deal: str, line: str, counts: str) -> None:
    game, number = deal.split()
    position = reference.deal(engine.rules_of(game), int(number))
    for text in line.split():
        move = Move.parse(text)
        position = reference.apply(position, as_reference(move))
    expected = [int(count) for count in counts.split()]
    affordable = [depth for depth, count in enumerate(expected, 1) if count <= 60]
    assert affordable
    for depth in affordable:
        assert reference.perft(position, depth) == expected[depth - 1]


def test_the_perft_table_covers_openings_and_later_positions_of_each_first_game() -> None:
    openings = Counter(deal.split()[0] for deal, line, _ in TABLE if not line)
    later = Counter(deal.split()[0] for deal, line, _ in TABLE if line)
    assert openings == dict.fromkeys(FIRST_GAMES, 10)
    assert later == dict.fromkeys(FIRST_GAMES, 6)


@pytest.mark.parametrize("depth", [0, -1])
def test_perft_of_no_depth_counts_the_board_itself(depth: int) -> None:
    assert engine.perft(engine.deal("phoenix", 1).board, depth) == 1
