"""The engine against a second reading of the rules: moves, boards, status, counts."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import Status
from engine.board import Board
from tests.engine import plain
from tests.engine.comparing import agree, as_plain, position_of, scattered

GAMES = pytest.mark.parametrize("game", plain.GAMES)
WINS = (Path(__file__).parent / "wins.txt").read_text().splitlines()
TABLE = [
    [part.strip() for part in line.split("|")]
    for line in (Path(__file__).parent / "perft.txt").read_text().splitlines()
]


def playout(game: str, number: int, steps: int, *, greedy: bool) -> tuple[Board, int]:
    """Play a random game with both generators, comparing after each step."""
    chance = random.Random(number)
    board = engine.deal(game, number).board
    position = plain.deal(game, number)
    agree(board, position)
    back, played = None, 0
    while played < steps and board.status is Status.PLAYING:
        moves = list(board.legal_moves())
        moves = [move for move in moves if as_plain(move) != back] or moves
        home = [move for move in moves if move.target.startswith("f")]
        busy = [move for move in moves if not (move.is_stock or move.source.startswith("f"))]
        if home and (greedy or chance.random() < 0.5):
            move = home[0]
        elif busy and chance.random() < 0.75:
            move = chance.choice(busy)
        else:
            move = chance.choice(moves)
        back = (move.target, move.source, move.count)
        board = board.apply(move)
        position = plain.after(position, as_plain(move))
        agree(board, position)
        played += 1
    return board, played


@GAMES
def test_random_games_agree_step_by_step(game: str) -> None:
    """Many short games, and a few long ones; some end stuck wherever a game can be stuck soon."""
    ends = [playout(game, number, 25, greedy=False) for number in range(1, 41)]
    ends += [playout(game, number, 120, greedy=False) for number in range(101, 109)]
    assert sum(played for _, played in ends) > 1000
    assert max(played for _, played in ends) == 120


@GAMES
def test_greedy_games_agree_step_by_step(game: str) -> None:
    """Games that take every card to the foundations as soon as it fits."""
    ends = [playout(game, number, 60, greedy=True) for number in range(1000, 1025)]
    at_first = engine.deal(game, 1).board.foundation_count
    assert sum(board.foundation_count - at_first for board, _ in ends) > 60


@GAMES
def test_positions_from_anywhere_agree(game: str) -> None:
    """Positions with foundations of any height and the other cards anywhere, and all they lead to.

    Among them are positions of each status.
    """
    statuses = Counter[Status]()
    for number in range(120):
        board = scattered(game, random.Random(number))
        position = position_of(board)
        agree(board, position)
        for move in board.legal_moves():
            agree(board.apply(move), plain.after(position, as_plain(move)))
            statuses[board.apply(move).status] += 1
        statuses[board.status] += 1
    assert statuses.keys() == set(Status), statuses


@given(st.sampled_from(plain.GAMES), st.integers(0, 2**32), st.integers(0, 60))
def test_any_game_agrees_wherever_it_goes(game: str, seed: int, steps: int) -> None:
    """As far as a random game of any deal goes, by the plain generator's own choices."""
    board = engine.deal(game, seed + 1).board
    position = plain.deal(game, seed + 1)
    for move in plain.wander(position.copy(), steps, random.Random(seed)):
        position = plain.after(position, move)
        board = board.apply(board.parse_move(plain.written(move)))
    agree(board, position)


@pytest.mark.parametrize("line", WINS, ids=lambda line: line.split()[0])
def test_games_that_are_won_agree_to_the_last_card(line: str) -> None:
    """A whole game from the deal to the last card, found by searching."""
    game, number, *moves = line.split()
    playing = engine.deal(game, int(number))
    position = plain.deal(game, int(number))
    for text in moves:
        assert playing.status is Status.PLAYING
        move = playing.play(text)
        position = plain.after(position, as_plain(move))
        agree(playing.board, position)
    assert playing.status is Status.WON
    assert playing.score == playing.rules.card_count


@pytest.mark.parametrize(
    ("deal", "line", "counts"), [pytest.param(*entry, id=entry[0]) for entry in TABLE]
)
def test_move_counts_are_those_of_the_table(deal: str, line: str, counts: str) -> None:
    """The table was written by the plain generator: openings, and positions in mid-game."""
    game, number = deal.split()
    playing = engine.deal(game, int(number))
    for move in line.split():
        playing.play(move)
    found = [engine.perft(playing.board, depth + 1) for depth in range(len(counts.split()))]
    assert found == [int(count) for count in counts.split()]


def test_the_table_covers_ten_deals_of_each_game_and_positions_in_mid_game() -> None:
    openings = Counter(deal.split()[0] for deal, line, _ in TABLE if not line)
    later = Counter(deal.split()[0] for deal, line, _ in TABLE if line)
    assert openings == dict.fromkeys(plain.GAMES, 10)
    assert later == dict.fromkeys(plain.GAMES, 6)


def test_counting_no_moves_at_all_finds_the_one_board() -> None:
    assert engine.perft(engine.deal("phoenix", 1).board, 0) == 1
