"""How long the engine takes to list the legal moves, and to play and undo one.

Measured beside python-chess, the model of engines in Python, doing the same on chess positions.
Safe moves and whether a game plays itself have nothing to be measured beside.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import chess

from benchmarks.boards import middle_games
from benchmarks.timing import per_item, table
from engine import Board, Game, Move
from engine.games import FAMILIES

_ORIGINAL_FAMILIES = 4
_GAMES = [
    rules.id
    for family, games in enumerate(FAMILIES)
    for rules in (games if family < _ORIGINAL_FAMILIES else games[:1])
]
"""The games the project began with and their variants, and one of each other family."""
_RUNS = 15
_DEALS = 60
_PLIES = 30


def report() -> str:
    """A table with a row for chess and one for each game, relative to chess."""
    positions = [_chess_position(seed) for seed in range(_DEALS)]
    replies = [(board, next(iter(board.legal_moves))) for board in positions]
    listing = per_item(partial(_list_chess_moves, positions), len(positions), _RUNS)
    pushing = per_item(partial(_push_and_pop, replies), len(replies), _RUNS)
    rows = [[*_row("chess (python-chess)", listing, pushing, listing, pushing), "", ""]]
    for name in _GAMES:
        games = [game for game in middle_games(name, _DEALS) if game.legal_moves()]
        boards = [game.board for game in games]  # a game lists its moves only once
        moves = [(game, game.legal_moves()[0]) for game in games]
        legal = per_item(partial(_list_moves, boards), len(boards), _RUNS)
        played = per_item(partial(_play_and_undo, moves), len(games), _RUNS)
        safe = per_item(partial(_ask, games, Game.safe_moves), len(games), _RUNS)
        finish = per_item(partial(_ask, games, Game.can_finish), len(games), _RUNS)
        asked = [f"{safe * 1e6:.1f}", f"{finish * 1e6:.1f}"]
        rows.append([*_row(name, legal, played, listing, pushing), *asked])
    return table(
        [
            *("game", "legal moves µs", "ratio", "play + undo µs", "ratio"),
            *("safe moves µs", "can finish µs"),
        ],
        rows,
    )


def _row(name: str, legal: float, played: float, listing: float, pushing: float) -> list[str]:
    return [
        name,
        f"{legal * 1e6:.1f}",
        f"{legal / listing:.2f}",
        f"{played * 1e6:.1f}",
        f"{played / pushing:.2f}",
    ]


def _chess_position(seed: int) -> chess.Board:
    """A position after random moves, with at least one legal move."""
    board, rng = chess.Board(), random.Random(seed)
    for _ in range(_PLIES):
        moves = list(board.legal_moves)
        board.push(rng.choice(moves))
        if not any(board.legal_moves):
            board.pop()
            break
    return board


def _list_chess_moves(boards: list[chess.Board]) -> None:
    for board in boards:
        list(board.legal_moves)


def _push_and_pop(boards: list[tuple[chess.Board, chess.Move]]) -> None:
    for board, move in boards:
        board.push(move)
        board.pop()


def _list_moves(boards: list[Board]) -> None:
    for board in boards:
        board.legal_moves()


def _play_and_undo(games: list[tuple[Game, Move]]) -> None:
    for game, move in games:
        game.play(move)
        game.undo()


def _ask(games: list[Game], question: Callable[[Game], object]) -> None:
    for game in games:
        question(game)
