"""The games: one module per family, with declarations and their sources but no code."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from engine.errors import UnknownGame, excerpt
from engine.games import (
    agnes,
    bakers_dozen,
    bisley,
    canfield,
    carpet,
    cassim,
    castle,
    crescent,
    fan,
    flower_garden,
    forty_thieves,
    freecell,
    golf,
    gypsy,
    king_albert,
    klondike,
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
from engine.rules import Rules

__all__ = ["CATALOGUE", "FAMILIES", "FORMER_IDS", "rules_of"]

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
        rows,
    )
)
"""Every game, family by family, in display order."""

CATALOGUE: Final[Mapping[str, Rules]] = MappingProxyType(
    {rules.id: rules for family in FAMILIES for rules in family}
)
"""Every game by id, in display order."""

FORMER_IDS: Final[Mapping[str, str]] = MappingProxyType({"artic-garden": "arctic-garden"})
"""Ids that games once had, and their ids today: stored games and records still name them."""


def rules_of(game: str) -> Rules:
    """Look up a game by its id, a former id, or its title, ignoring case.

    Raises:
        UnknownGame: No such game; the message suggests the closest ids.
    """
    name = game.strip().casefold()
    rules = CATALOGUE.get(FORMER_IDS.get(name, name)) or _BY_TITLE.get(name)
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
            games=", ".join(list(CATALOGUE)[:5]),
        )
    return rules


_BY_TITLE: Final = {rules.title.casefold(): rules for rules in CATALOGUE.values()}
_LONGEST: Final = 60
"""How much of a misspelt name is compared, in characters."""
