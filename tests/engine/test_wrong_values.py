"""Wrong boards and other wrong values: a sentence, and never the end of the process."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

import engine
from engine import Board, Game, IllegalMove, InvalidBoard, Move, perft, solve
from engine.cards import CARDS
from engine.validity import Faults

BOARD = engine.deal("klondike", 1).board
CELLS = engine.deal("freecell", 1).board


def with_pile(board: Board, name: str, *cards: engine.Card) -> Board:
    """A board with other cards in a pile."""
    stacks = list(board.stacks)
    stacks[board.compiled.index_of[name]] = cards
    return replace(board, stacks=tuple(stacks))


def swapped(board: Board, one: str, other: str) -> Board:
    """A board with the cards of two piles exchanged."""
    piles = board.piles
    return with_pile(with_pile(board, one, *piles[other]), other, *piles[one])


WRONG = {
    Faults.PILES: replace(BOARD, stacks=BOARD.stacks[1:]),
    Faults.CARDS: with_pile(BOARD, "1", *CARDS[:2]),
    Faults.MISSING: with_pile(BOARD, "1"),
    Faults.FACE_DOWN: replace(BOARD, hidden=(9,) * len(BOARD.stacks)),
    Faults.REDEALS: replace(engine.deal("canfield-by-runs", 1).board, redeals=-1),
    Faults.BASE: replace(BOARD, base=3),
    Faults.FOUNDATIONS: swapped(BOARD, "1", "f1"),
    Faults.ROOM: swapped(CELLS, "1", "a"),
}


@pytest.mark.parametrize("rules", engine.CATALOGUE.values(), ids=list(engine.CATALOGUE))
def test_every_deal_is_valid(rules: engine.Rules) -> None:
    board = engine.deal(rules, 7).board
    assert board.is_valid()
    assert not board.faults


@pytest.mark.parametrize("fault", WRONG, ids=lambda fault: fault.name)
def test_a_wrong_board_names_its_faults(fault: Faults) -> None:
    assert not WRONG[fault].is_valid()
    assert fault in WRONG[fault].faults
    assert "Faults" in repr(WRONG[fault])


@pytest.mark.parametrize("board", WRONG.values(), ids=lambda board: board.faults.name)
def test_a_wrong_board_is_not_solved_nor_one_without_its_piles_looked_at(board: Board) -> None:
    calls = (solve, Game, str, lambda board: perft(board, 2), Board.legal_moves)
    # A board that is only improbable can be played on, but not be solved.
    for call in calls if board.faults & (Faults.PILES | Faults.FACE_DOWN) else calls[:1]:
        with pytest.raises(InvalidBoard, match=r"\w+ .*\.$"):
            call(board)


def test_what_legal_moves_lead_to_is_not_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    board = engine.deal("phoenix", 2).board
    move = board.legal_moves()[0]
    monkeypatch.setattr("engine.board_state.is_sound", None)
    assert board.apply(move).legal_moves()


def test_an_illegal_move_is_not_applied() -> None:
    with pytest.raises(IllegalMove):
        BOARD.apply(Move("1", "f1", 13))


def test_counting_sequences_ends() -> None:
    with pytest.raises(ValueError, match="more than 1000 boards"):
        perft(engine.deal("freecell", 1).board, 900, most=1000)


@pytest.mark.slow
def test_no_value_ends_the_process_or_raises_anything_but_a_sentence() -> None:
    """A sample of what ``python -m tests.engine.wrong_values 20000 1`` tries."""
    command = (sys.executable, "-m", "tests.engine.wrong_values", "1500", "1")
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-2000:] + ended.stderr[-2000:]
