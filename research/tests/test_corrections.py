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
    for file in sorted(FOLDER.glob("*.txt"))
    for text in file.read_text(encoding="utf-8").splitlines()
    for game, number, *line in [text.split()]
]
MOST = 10_000
"""The most positions of a lost deal that a test visits; some have millions."""
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
    checked = Counter[str]()
    for game, number, line in CLAIMS[::36]:
        if line == ["lost"]:
            is_lost = exhaust.is_lost(game, exhaust.opening(game, number), MOST)
            assert is_lost is not False
            checked[game] += bool(is_lost)
        else:
            assert check.wins(game, number, line)
    assert {game for game, lost in checked.items() if lost} == {claim[0] for claim in CLAIMS}


def test_wrong_claims_are_found_out() -> None:
    game, number, line = next(claim for claim in CLAIMS if claim[2] != ["lost"])
    assert check.wins(game, number, line)
    assert not check.wins(game, number + 1, line)
    assert not check.wins(game, number, line[:-1])
    assert not any(check.wins(game, number, line[:at] + line[at + 1 :]) for at in range(len(line)))
    assert not check.wins(game.removesuffix("-singles"), number, line)
    run = tuple((0, rank) for rank in range(12, -1, -1))
    assert exhaust.is_lost("simple-simon", ((run[:5], run[5:]), ())) is False
    assert exhaust.is_lost("simple-simon-singles", ((run[:5], run[5:]), ())) is False


@pytest.mark.parametrize("game", check.PILES)
def test_the_page_says_what_the_verdicts_and_the_claims_say(game: str) -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    whole, found = verdicts(game), verdicts(f"{game}-singles")
    lost = {number for number, outcome in whole.items() if outcome is Outcome.LOST}
    assert lost == {number for name, number, _ in CLAIMS if name == game}
    claimed = {
        number: Outcome.LOST if line == ["lost"] else Outcome.WON
        for name, number, line in CLAIMS
        if name == f"{game}-singles"
    }
    singles = {
        number: claimed.pop(number, Outcome.UNKNOWN)
        for number, outcome in whole.items()
        if outcome is not Outcome.WON
    }
    assert not claimed
    together = {**whole, **singles}
    assert all(found[n] in (together[n], Outcome.UNKNOWN) for n in found if n in together)
    for rule, outcomes in (("as a whole", whole), ("card by card", together)):
        count = Tally.of(outcomes.values())
        row = f"| {rule} | {count.won:,} | {count.lost:,} | {count.unknown} | {share(count)} |"
        assert row in page
    both = Counter(singles[number] for number in lost)
    assert f"{both[Outcome.WON]} of the {len(lost):,} deals that are lost as a whole" in page
    assert f"All {sum(line != ['lost'] for _, _, line in CLAIMS)} winning lines hold" in page


def verdicts(game: str) -> dict[int, Outcome]:
    """The kept verdicts of a game, by deal."""
    table = pq.read_table(FOLDER.parent / "verdicts" / f"{game}.parquet")
    return {row["deal"]: Outcome(row["outcome"]) for row in table.to_pylist()}


def test_winning_lines_are_written_for_the_program() -> None:
    said = CliRunner().invoke(main, ["simple-simon", "1", "3"], catch_exceptions=False).stdout
    for text in said.splitlines():
        game, number, *line = text.split()
        assert check.wins(game, int(number), line)
    assert len(said.splitlines()) >= 2
    said = CliRunner().invoke(main, ["simple-simon", "383", "383", "--singles"]).stdout
    assert said.startswith("simple-simon-singles 383 ")
