"""Casual games of every game of the catalogue, a line of sums for each in a file."""

from __future__ import annotations

import csv
import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine import CATALOGUE, Rules
from engine.dealing import opening
from research.difficulty.casual import play_casually
from research.rates.results import fingerprint

PLAYED: Final = Path(__file__).with_name("played.csv")
"""The casual games that difficulties follow from."""
DEALS: Final = 40
"""How many deals of each game are played, from the first."""


@dataclass(frozen=True, slots=True)
class Played:
    """What became of the casual games of one game.

    Attributes:
        game: its id.
        rules: the beginning of the fingerprint of the rules that were played.
        games: how many were played.
        won: how many were won.
        progress: how far they got on average, from 0 to 1 for a win.
        moves: how many moves one took on average.
    """

    game: str
    rules: str
    games: int
    won: int
    progress: float
    moves: float


def play(rules: Rules, deals: int = DEALS) -> Played:
    """Play the first deals of a game; a deal is always played the same."""
    games = [play_casually(opening(rules, deal), str(deal)) for deal in range(1, deals + 1)]
    return Played(
        game=rules.id,
        rules=short_fingerprint(rules),
        games=len(games),
        won=sum(game.won for game in games),
        progress=round(sum(game.progress for game in games) / len(games), 4),
        moves=round(sum(game.moves for game in games) / len(games), 1),
    )


def short_fingerprint(rules: Rules) -> str:
    """The beginning of the fingerprint of rules: enough to see that they have changed."""
    return fingerprint(rules)[:8]


def read(file: Path = PLAYED) -> dict[str, Played]:
    """The casual games by game, of those whose rules are still the same."""
    if not file.exists():
        return {}
    with file.open(encoding="utf-8", newline="") as lines:
        rows = [_read(row) for row in csv.DictReader(lines)]
    return {
        row.game: row
        for row in rows
        if row.game in CATALOGUE and row.rules == short_fingerprint(CATALOGUE[row.game])
    }


def _read(row: Mapping[str, str]) -> Played:
    return Played(
        row["game"],
        row["rules"],
        int(row["games"]),
        int(row["won"]),
        float(row["progress"]),
        float(row["moves"]),
    )


def write(played: Iterable[Played], file: Path = PLAYED) -> None:
    """Replace the file, with games in the order of the catalogue."""
    order = list(CATALOGUE)
    rows = sorted(played, key=lambda one: order.index(one.game))
    with file.open("w", encoding="utf-8", newline="") as lines:
        names = [field.name for field in dataclasses.fields(Played)]
        writer = csv.DictWriter(lines, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(map(dataclasses.asdict, rows))
