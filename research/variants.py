"""Games for research only: published variants that nobody plays, so not in the catalogue.

The rules are those of Solvitaire, the solver that the figures were found with
(github.com/thecharlieblake/Solvitaire, ``sol_preset_types.cpp`` at commit 2398305).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from engine import CATALOGUE, Rank, Rules, rules_of
from engine.dealing import opening
from engine.rules import (
    IN_PLAY,
    Build,
    DealNumbering,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    PileKind,
    Stock,
    SuitRule,
)

_SPACES: Final = {
    "any": EmptyPileRule.ANY,
    "king": EmptyPileRule.KING,
    "none": EmptyPileRule.NOTHING,
}
_SUITS: Final = {
    "any-suit": SuitRule.ANY,
    "red-black": SuitRule.ALTERNATING,
    "same-suit": SuitRule.SAME,
}


def _keeping(rules: Rules, rules_id: str) -> Rules:
    """A game whose foundations give nothing back."""
    tableau = replace(rules.tableau, build_from=IN_PLAY, fill_from=IN_PLAY)
    return replace(rules, id=rules_id, tableau=tableau)


def _klondikes() -> Iterator[Rules]:
    """Klondike by one to thirteen, with and without taking back; other builds and empty piles."""
    klondike = CATALOGUE["klondike"]
    for turn in range(1, 14):
        turning = replace(klondike, id=f"klondike-{turn}", stock=Stock(turn=turn, redeals=None))
        if turn not in (1, 3):
            yield turning
        yield _keeping(turning, f"klondike-{turn}-keep")
    by_three = CATALOGUE["klondike-3"]
    for spaces, fill in _SPACES.items():
        for suits, suit_rule in _SUITS.items():
            tableau = replace(by_three.tableau, build=Build(suit_rule), fill=fill)
            if tableau != by_three.tableau:
                yield replace(by_three, id=f"klondike-3-{spaces}-{suits}", tableau=tableau)


def _freecells() -> Iterator[Rules]:
    """FreeCell with fewer cells or piles, and ForeCell in suit; foundations keep their cards."""
    freecell = replace(CATALOGUE["freecell-no-takeback"], numbering=DealNumbering.OURS)
    for cells in range(4):
        yield replace(
            freecell, id=f"freecell-{cells}-cells", cells=replace(freecell.cells, deal=(0,) * cells)
        )
    for piles in range(4, 8):
        deal = tuple(52 // piles + (pile < 52 % piles) for pile in range(piles))
        yield replace(
            freecell, id=f"freecell-{piles}-piles", tableau=replace(freecell.tableau, deal=deal)
        )
    forecell = CATALOGUE["forecell-no-takeback"]
    in_suit = replace(forecell.tableau, build=Build(SuitRule.SAME))
    yield replace(forecell, id="forecell-suit", tableau=in_suit)


def _canfields() -> Iterator[Rules]:
    """Canfield whose building ends at the base rank; that takes a deal whose base is the ace.

    Any part of a run moves; or only the top card of a pile, or the whole pile.
    """
    by_runs, by_piles = CATALOGUE["canfield-by-runs"], CATALOGUE["canfield"]
    build = Build(SuitRule.ALTERNATING)
    yield replace(by_runs, id="canfield-to-the-base", tableau=replace(by_runs.tableau, build=build))
    from_waste = frozenset({PileKind.WASTE})
    yield replace(
        by_piles,
        id="canfield-to-the-base-piles",
        tableau=replace(by_piles.tableau, build=build, fill_from=from_waste),
    )


def _simons() -> Iterator[Rules]:
    """Simple Simon and Mrs. Mop with cards going up one by one, as in the published figures."""
    for rules_id in ("simple-simon", "mrs-mop"):
        yield replace(CATALOGUE[rules_id], id=f"{rules_id}-singles", foundations=Foundations())


def _canisters() -> Iterator[Rules]:
    """The Canisters without taking back; British Canister is won once in 775,000 deals."""
    american = _keeping(CATALOGUE["american-canister"], "american-canister-keep")
    yield american
    yield replace(
        american,
        id="british-canister-keep",
        tableau=replace(american.tableau, move_unit=MoveUnit.SINGLE, fill=EmptyPileRule.KING),
    )


VARIANTS: Final = {
    rules.id: rules
    for family in (_klondikes(), _freecells(), _canfields(), _simons(), _canisters())
    for rules in family
}
"""Every variant by id."""
_ACE_BASED: Final = frozenset({"canfield-to-the-base", "canfield-to-the-base-piles"})


def named(game: str) -> Rules:
    """A variant by id, or a game of the catalogue by id or title.

    Raises:
        UnknownGame: if there is no such game.
    """
    return VARIANTS.get(game) or rules_of(game)


def numbers(rules: Rules, first: int, count: int) -> npt.NDArray[np.int64]:
    """The numbers of so many deals of a game, from the first on.

    Of Canfield to the base, these are only the deals whose base is the ace.
    """
    if rules.id not in _ACE_BASED:
        return np.arange(first, first + count, dtype=np.int64)
    fitting = (n for n in itertools.count(first) if opening(rules, n).base == Rank.ACE - 1)
    return np.fromiter(itertools.islice(fitting, count), np.int64, count)
