"""Shortened lines still win, and none becomes longer."""

from __future__ import annotations

import pytest

from bot.service.solver.tasks import ShorteningState, find_line, shorten, without_detours
from engine import Board, Move, deal, solve
from engine.solver import Outcome


def after(board: Board, line: tuple[Move, ...]) -> Board:
    for move in line:
        assert board.is_legal(move)
        board = board.apply(move)
    return board


def reversible_move(board: Board) -> tuple[Move, ...]:
    """A legal move and the one that reverses it; empty if there are none."""
    for there in board.legal_moves():
        back = Move(there.target, there.source, there.count)
        moved = board.apply(there)
        if moved.is_legal(back) and moved.apply(back) == board:
            return (there, back)
    return ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules_id", "deal_number"), [("saratoga", 42), ("klondike", 3), ("freecell", 5)]
)
def test_a_shortened_line_wins_and_is_no_longer(rules_id: str, deal_number: int) -> None:
    found = find_line(rules_id, deal_number, 10.0)
    assert found.outcome is Outcome.WON
    shorter = shorten(rules_id, deal_number, ShorteningState(found.moves), 1.0)
    assert after(deal(rules_id, deal_number).board, shorter.line).is_won
    assert len(shorter.line) <= len(found.moves)


@pytest.mark.slow
def test_shortening_continues_where_it_stopped_and_ends() -> None:
    line = ShorteningState(find_line("klondike", 3, 10.0).moves)
    for _ in range(50):
        line = shorten("klondike", 3, line, 0.5)
        if line.is_done:
            break
    assert line.is_done
    assert len(line.line) < len(find_line("klondike", 3, 10.0).moves)
    assert after(deal("klondike", 3).board, line.line).is_won


def test_without_time_a_line_stays_the_same() -> None:
    found = solve(deal("saratoga", 42).board)
    assert shorten("saratoga", 42, ShorteningState(found.moves), 0.0).line == found.moves


def test_a_detour_is_removed() -> None:
    board, rest = deal("phoenix", 2).board, find_line("phoenix", 2, 10.0).moves
    while not (detour := reversible_move(board)):
        board, rest = board.apply(rest[0]), rest[1:]
    assert after(board, (*detour, *rest)).is_won
    assert without_detours(board, (*detour, *rest)) == rest


@pytest.mark.slow
def test_a_lost_deal_has_no_line() -> None:
    assert find_line("golf", 3, 20.0).moves == ()
