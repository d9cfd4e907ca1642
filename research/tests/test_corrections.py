"""The evidence for corrections to published win rates, and the program that checks it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from engine import Outcome
from engine.dealing import opening
from research.corrections import check, exhaust
from research.corrections.lines import main
from research.deal_results import Tally
from research.variants import named
from research.winnability.page import share

FOLDER = Path(check.__file__).parent
CLAIMS = [
    (game, int(number), line)
    for text in (FOLDER / "claims.txt").read_text(encoding="utf-8").splitlines()
    for game, number, *line in [text.split()]
]
EARLY = 2000
"""The last deal whose claims are checked quickly; some lost ones have millions of positions."""
RANKS = "A23456789TJQK"


@pytest.mark.parametrize("game", check.PILES)
@pytest.mark.parametrize("number", [1, 2, 1234, 2**63 - 1])
def test_it_deals_what_the_engine_deals(game: str, number: int) -> None:
    board = opening(named(game), number)
    piles = check.dealt(game, number)
    assert [[f"{RANKS[rank]}{'SHDC'[suit]}" for suit, rank in pile] for pile in piles] == [
        [str(card) for card in board.piles[str(at + 1)]] for at in range(len(piles))
    ]


@pytest.mark.parametrize("game", ["simple-simon", "simple-simon-singles", "mrs-mop-singles"])
def test_it_has_the_engines_moves(game: str) -> None:
    board, position = opening(named(game), 3), exhaust.opening(game, 3)
    for _ in range(40):
        found = dict(exhaust.moves(game, position))
        legal = {
            (move.source, "f" if move.target.startswith("f") else move.target, move.count): move
            for move in board.legal_moves()
        }
        empty = {str(at + 1) for at, pile in enumerate(position[0]) if not pile}
        # The engine leaves out moves of a whole pile to an empty one.
        idle = {move for move in found if move[1] in empty and len(board.piles[move[0]]) == move[2]}
        assert set(found) - idle == set(legal)
        if not legal:
            break
        chosen = max(legal, key=lambda move: (move[1] == "f", hash(move[2]), move[0], move[1]))
        board, position = board.apply(legal[chosen]), found[chosen]


def test_a_sample_of_the_claims_holds() -> None:
    for game, number, line in [claim for claim in CLAIMS if claim[1] <= EARLY][::19]:
        if line == ["lost"]:
            assert exhaust.is_lost(game, exhaust.opening(game, number))
        else:
            assert check.wins(game, number, line)


def test_wrong_claims_are_found_out() -> None:
    game, number, line = next(claim for claim in CLAIMS if claim[2] != ["lost"])
    assert check.wins(game, number, line)
    assert not check.wins(game, number + 1, line)
    assert not check.wins(game, number, line[:-1])
    assert not any(check.wins(game, number, line[:at] + line[at + 1 :]) for at in range(len(line)))
    assert not check.wins(game.removesuffix("-singles"), number, line)
    run = tuple((0, rank) for rank in range(12, -1, -1))
    assert not exhaust.is_lost("simple-simon", ((run[:5], run[5:]), ()))
    assert not exhaust.is_lost("simple-simon-singles", ((run[:5], run[5:]), ()))


def test_the_page_says_what_the_verdicts_and_the_claims_say() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    verdicts = pq.read_table(FOLDER.parent / "verdicts" / "simple-simon.parquet").to_pylist()
    whole = {row["deal"]: Outcome(row["outcome"]) for row in verdicts}
    lost = {number for game, number, _ in CLAIMS if game == "simple-simon"}
    assert lost == {number for number, outcome in whole.items() if outcome is Outcome.LOST}
    singles = {
        number: Outcome.LOST if line == ["lost"] else Outcome.WON
        for game, number, line in CLAIMS
        if game == "simple-simon-singles"
    }
    assert set(singles) == {n for n, outcome in whole.items() if outcome is not Outcome.WON}
    for rule, outcomes in (("as a whole", whole), ("card by card", {**whole, **singles})):
        count = Tally.of(outcomes.values())
        row = f"| {rule} | {count.won:,} | {count.lost:,} | {count.unknown} | {share(count)} |"
        assert row in page
    both = Counter(singles[number] for number in lost)
    assert f"{both[Outcome.WON]} of the {len(lost):,} deals that are lost as a whole" in page


def test_winning_lines_are_written_for_the_program() -> None:
    said = CliRunner().invoke(main, ["simple-simon", "1", "3"], catch_exceptions=False).stdout
    for text in said.splitlines():
        game, number, *line = text.split()
        assert check.wins(game, int(number), line)
    assert len(said.splitlines()) >= 2
    said = CliRunner().invoke(main, ["simple-simon", "383", "383", "--singles"]).stdout
    assert said.startswith("simple-simon-singles 383 ")
