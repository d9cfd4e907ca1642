"""The games: one module per family, with declarations and their sources but no code.

What is said of PySolFC is true of its version 3.6.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from engine.arguments import checked
from engine.errors import UnknownGame, excerpt
from engine.games import (
    aces_up,
    agnes,
    bakers_dozen,
    bisley,
    bristol,
    calculation,
    canfield,
    carpet,
    cassim,
    castle,
    clock,
    crescent,
    fan,
    flower_garden,
    forty_thieves,
    freecell,
    golf,
    gypsy,
    king_albert,
    klondike,
    osmosis,
    phoenix,
    pyramid,
    rows,
    saratoga,
    saxony,
    scorpion,
    spider,
    sultan,
    yukon,
)
from engine.house_rules import HouseRules, base_id, is_house_rules, parse_house_rules, with_changes
from engine.rules import Rules

__all__ = [
    "CATALOGUE",
    "FAMILIES",
    "house_rules",
    "is_known",
    "known_rules",
    "rules_of",
]

FAMILIES: Final[tuple[tuple[Rules, ...], ...]] = tuple(
    module.GAMES
    for module in (
        saratoga,
        cassim,
        phoenix,
        saxony,
        klondike,
        agnes,
        canfield,
        bristol,
        calculation,
        osmosis,
        freecell,
        yukon,
        spider,
        scorpion,
        gypsy,
        forty_thieves,
        sultan,
        king_albert,
        flower_garden,
        castle,
        bakers_dozen,
        fan,
        bisley,
        carpet,
        crescent,
        golf,
        pyramid,
        aces_up,
        clock,
        rows,
    )
)
"""Every game, family by family, in display order."""

CATALOGUE: Final[Mapping[str, Rules]] = MappingProxyType(
    {rules.id: rules for family in FAMILIES for rules in family}
)
"""Every game by id, in display order."""


@checked
def rules_of(game: str) -> Rules:
    """Look up a game by its id or its title, ignoring case; house rules by their id.

    Raises:
        UnknownGame: No such game; the message suggests the closest ids.
    """
    name = game.strip().casefold()
    rules = known_rules(name) or _BY_TITLE.get(name)
    if rules is None:
        close = get_close_matches(name[:_LONGEST], CATALOGUE, n=3)
        if close:
            raise UnknownGame(
                "There is no game called “{game}”; did you mean {games}?",
                game=excerpt(game),
                games=" or ".join(close),
            )
        raise UnknownGame(
            "There is no game called “{game}”; try {games} or another.",
            game=excerpt(game),
            games=", ".join(family[0].id for family in FAMILIES[:5]),
        )
    return rules


@checked
def known_rules(rules_id: str) -> Rules | None:
    """The game or house rules of an id; None if there are none."""
    base = CATALOGUE.get(base_id(rules_id))
    if base is None or not is_house_rules(rules_id):
        return base
    return parse_house_rules(base, rules_id)


@checked
def is_known(rules: Rules) -> bool:
    """Whether rules are those of their id, so that the id says all of them."""
    return CATALOGUE.get(rules.id) is rules or (
        isinstance(rules, HouseRules) and known_rules(rules.id) == rules
    )


@checked
def house_rules(game: str | Rules, **values: str | int) -> Rules:
    """A game by house rules; one of the catalogue if that is what they come to.

    Args:
        game: the game of the catalogue that is changed, as for :func:`rules_of`, or house rules,
            of which the other changes stay.
        values: what is changed, by the names of :data:`engine.house_rules.SETTINGS`.

    Raises:
        UnknownGame: if there is no such game.
        InvalidHouseRules: if it cannot be played so; says what can be changed.

    >>> house_rules("klondike", draw=3, redeals=1).id
    'klondike-3.redeals-1'
    >>> house_rules("klondike", draw=3).title
    'Klondike, draw three'
    >>> house_rules("klondike.draw-2", cells=1).id
    'klondike.draw-2.cells-1'
    """
    rules = game if isinstance(game, Rules) else rules_of(game)
    base, changes = rules, dict[str, str]()
    if isinstance(rules, HouseRules):
        base, changes = rules.base, dict(rules.changes)
    texts = changes | {name: str(value) for name, value in values.items()}
    return with_changes(base, texts, CATALOGUE.values())


_BY_TITLE: Final = {rules.title.casefold(): rules for rules in CATALOGUE.values()}
_LONGEST: Final = 60
"""How much of a misspelt name is compared, in characters."""
