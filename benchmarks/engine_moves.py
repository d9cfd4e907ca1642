"""How long the engine takes to list the legal moves, and to play one and take it back."""

from __future__ import annotations

from functools import partial

from benchmarks.boards import middle_games
from benchmarks.timing import per_item, table
from engine import CATALOGUE, Game, Move

_RUNS = 15


def report() -> str:
    """A table with a row for each game."""
    rows = []
    for name in CATALOGUE:
        games = middle_games(name)
        playable = [(game, game.legal_moves()[0]) for game in games if game.legal_moves()]
        legal = per_item(partial(_list_moves, games), len(games), _RUNS)
        played = per_item(partial(_play_and_undo, playable), len(playable), _RUNS)
        rows.append([name, f"{legal * 1e6:.1f}", f"{played * 1e6:.1f}"])
    return table(["game", "legal_moves µs", "play + undo µs"], rows)


def _list_moves(games: list[Game]) -> None:
    for game in games:
        game.legal_moves()


def _play_and_undo(games: list[tuple[Game, Move]]) -> None:
    for game, move in games:
        game.play(move)
        game.undo()
