"""Winning lines made shorter: they still win, and none becomes longer."""

from __future__ import annotations

import pytest

from bot.service.solver.shorten import ShorteningState, find_line, shorten, without_detours
from engine import Board, Move, deal, solve
from engine.solver import Outcome


def after(board: Board, line: tuple[Move, ...]) -> Board:
    for move in line:
        assert board.is_legal(move)
        board = board.apply(move)
    return board


def there_and_back(board: Board) -> tuple[Move, ...]:
    """A move and the one that takes it back by the rules; nothing where there are no such two."""
    for there in board.legal_moves():
        back = Move(there.target, there.source, there.count)
        moved = board.apply(there)
        if moved.is_legal(back) and moved.apply(back) == board:
            return (there, back)
    return ()


@pytest.mark.parametrize(("game", "number"), [("saratoga", 42), ("klondike", 3), ("freecell", 5)])
def test_a_shortened_line_wins_and_is_no_longer(game: str, number: int) -> None:
    found = find_line(game, number, 10.0)
    assert found.outcome is Outcome.WON
    shorter = shorten(game, number, ShorteningState(found.moves), 1.0)
    assert after(deal(game, number).board, shorter.line).is_won
    assert len(shorter.line) <= len(found.moves)


def test_shortening_goes_on_where_it_stopped_and_comes_to_an_end() -> None:
    line = ShorteningState(find_line("klondike", 3, 10.0).moves)
    for _ in range(50):
        line = shorten("klondike", 3, line, 0.5)
        if line.is_done:
            break
    assert line.is_done
    assert len(line.line) < len(find_line("klondike", 3, 10.0).moves)
    assert after(deal("klondike", 3).board, line.line).is_won


def test_without_time_nothing_is_changed() -> None:
    found = solve(deal("saratoga", 42).board)
    assert shorten("saratoga", 42, ShorteningState(found.moves), 0.0).line == found.moves


def test_a_detour_is_cut_out() -> None:
    board, rest = deal("phoenix", 2).board, find_line("phoenix", 2, 10.0).moves
    while not (detour := there_and_back(board)):
        board, rest = board.apply(rest[0]), rest[1:]
    assert after(board, (*detour, *rest)).is_won
    assert without_detours(board, (*detour, *rest)) == rest


def test_a_deal_that_cannot_be_won_has_no_line() -> None:
    assert find_line("golf", 3, 20.0).moves == ()
