"""Dead ends are lost, and cut proofs of losses short."""

from __future__ import annotations

import pytest

import engine
from engine import CATALOGUE, Rules
from engine.board import Board
from engine.solver import free_runs
from engine.solver.fitting import fits_free_runs
from engine.solver.general import driver, fits, layout, search
from engine.solver.general.dead_ends import is_dead_end
from engine.solver.general.encode import encode
from engine.solver.general.layout import Ints
from engine.solver.limits import Limits
from engine.solver.verdict import Outcome
from tests.support.every_game import each_of


def finds_dead_ends(rules: Rules) -> bool:
    return fits(rules) and bool(encode(engine.deal(rules, 1).board)[0][layout.FINDS_DEAD_ENDS])


def is_dead_end_of_free_runs(board: Board) -> bool:
    """What the search for free runs finds; False of games that are not for it."""
    encoded = free_runs.encode.encode(board) if fits_free_runs(board.rules) else None
    return encoded is not None and free_runs.dead_ends.is_dead_end(*encoded)


@pytest.fixture
def without_dead_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that find no dead ends."""

    def encode_without(board: Board) -> tuple[Ints, Ints]:
        tables, at = encode(board)
        tables[layout.FINDS_DEAD_ENDS] = False
        return tables, at

    monkeypatch.setattr(driver, "encode", encode_without)


@pytest.mark.usefixtures("without_dead_ends")
@each_of(filter(finds_dead_ends, CATALOGUE.values()))
def test_no_position_on_the_way_to_a_win_is_a_dead_end(rules: Rules) -> None:
    for number in (1, 2, 3):
        board = engine.deal(rules, number).board
        for move in search(board, Limits(max_states=20_000, max_seconds=60)).moves:
            assert not is_dead_end(*encode(board)), board.text(reveal=True)
            assert not is_dead_end_of_free_runs(board), board.text(reveal=True)
            board = board.apply(move)


@pytest.mark.parametrize(
    ("game", "number", "states"),
    [("fan", 4, 20), ("vegas", 6, 20), ("agnes-sorel", 1, 100), ("northwest-territory", 3, 6_000)],
)
def test_few_states_prove_a_loss_that_otherwise_takes_many(
    game: str, number: int, states: int, request: pytest.FixtureRequest
) -> None:
    board, limits = engine.deal(game, number).board, Limits(max_seconds=60)
    few = search(board, limits)
    assert few.outcome is Outcome.LOST
    assert few.states <= states
    request.getfixturevalue("without_dead_ends")
    assert search(board, Limits(max_states=20 * states, max_seconds=60)).outcome is Outcome.UNKNOWN
