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
    Piles,
    Stock,
    StockAction,
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
    """FreeCell and ForeCell whose foundations keep their cards, with fewer cells or piles."""
    freecell = replace(
        _keeping(CATALOGUE["freecell"], "freecell-keep"), numbering=DealNumbering.OURS
    )
    yield freecell
    for cells in range(4):
        yield replace(
            freecell, id=f"freecell-{cells}-cells", cells=replace(freecell.cells, deal=(0,) * cells)
        )
    for piles in range(4, 8):
        deal = tuple(52 // piles + (pile < 52 % piles) for pile in range(piles))
        yield replace(
            freecell, id=f"freecell-{piles}-piles", tableau=replace(freecell.tableau, deal=deal)
        )
    forecell = _keeping(CATALOGUE["forecell"], "forecell-keep")
    yield forecell
    in_suit = replace(forecell.tableau, build=Build(SuitRule.SAME))
    yield replace(forecell, id="forecell-suit", tableau=in_suit)


def _canfields() -> Iterator[Rules]:
    """Canfield whose building ends at the base rank; that takes a deal whose base is the ace.

    Any part of a run moves; or only the top card of a pile, or the whole pile.
    """
    canfield = CATALOGUE["canfield"]
    to_the_base = replace(canfield.tableau, build=Build(SuitRule.ALTERNATING))
    yield replace(
        canfield,
        id="canfield-to-the-base",
        tableau=replace(to_the_base, move_unit=MoveUnit.RUN),
    )
    yield replace(
        canfield,
        id="canfield-to-the-base-piles",
        tableau=replace(to_the_base, fill_from=frozenset({PileKind.WASTE})),
    )


def _spiders() -> Iterator[Rules]:
    """Spider's family: the stock is dealt onto empty piles too, or single cards leave.

    The figures published for Simple Simon and Mrs Mop are of games in which cards go up one by one.
    """
    stock = Stock(action=StockAction.TABLEAU)
    for rules_id in ("spider", "spiderette"):
        yield replace(CATALOGUE[rules_id], id=f"{rules_id}-onto-empty", stock=stock)
    wisp = CATALOGUE["will-o-the-wisp"]
    face_up = replace(wisp.tableau, face_down=())
    yield replace(wisp, id="will-o-the-wisp-face-up", stock=stock, tableau=face_up)
    simon = CATALOGUE["simple-simon"]
    yield replace(simon, id="simple-simon-singles", foundations=Foundations())
    thirteen = replace(simon.tableau, deal=(8,) * 13)
    yield replace(simon, id="mrs-mop-singles", decks=2, tableau=thirteen, foundations=Foundations())


def _others() -> Iterator[Rules]:
    """Fan dealt to sixteen threes and two pairs, and the Canisters without taking back."""
    fan = CATALOGUE["fan"]
    yield replace(fan, id="fan-16", tableau=replace(fan.tableau, deal=(*(3,) * 16, 2, 2)))
    castle = CATALOGUE["streets-and-alleys"]
    alternating = replace(castle.tableau, build=Build(SuitRule.ALTERNATING))
    yield replace(
        castle,
        id="american-canister-keep",
        tableau=replace(alternating, move_unit=MoveUnit.RUN),
    )
    yield replace(
        castle,
        id="british-canister-keep",
        tableau=replace(alternating, move_unit=MoveUnit.SINGLE, fill=EmptyPileRule.KING),
    )
    yield replace(
        castle,
        id="spanish-patience",
        tableau=replace(CATALOGUE["portuguese-solitaire"].tableau, fill=EmptyPileRule.ANY),
    )
    stars = Piles(deal=(4,) * 12, build=Build(SuitRule.SAME))
    yield replace(castle, id="delta-star", tableau=stars, foundations=Foundations(start=1))
    yield replace(
        castle,
        id="alpha-star",
        tableau=replace(stars, move_unit=MoveUnit.RUN),
        foundations=Foundations(start=1),
    )
    yield replace(
        castle,
        id="thirty-six",
        tableau=Piles(deal=(6,) * 6, build=Build(SuitRule.ANY), move_unit=MoveUnit.RUN),
        stock=Stock(turn=1),
    )
    hole = CATALOGUE["black-hole"]
    yield replace(
        hole,
        id="worm-hole",
        cells=Piles(deal=(0,), fill_from=frozenset({PileKind.TABLEAU})),
    )


VARIANTS: Final = {
    rules.id: rules
    for family in (_klondikes(), _freecells(), _canfields(), _spiders(), _others())
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
