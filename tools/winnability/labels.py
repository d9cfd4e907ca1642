"""The difficulty of each game, which follows from its verdicts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine import CATALOGUE
from engine.rules import Difficulty
from tools.winnability.verdicts import Figure

DECLARATIONS: Final = Path(__file__).parents[2] / "engine" / "games"
"""The folder of the declarations."""
_LABEL: Final = re.compile(
    r'(id="([^"]+)",(?:(?!\bid=).)*?difficulty=Difficulty\.)[A-Z]+', re.DOTALL
)
"""A game's id and, before the next game's, its difficulty."""


def difficulties(figures: Mapping[str, Figure]) -> dict[str, Difficulty]:
    """The difficulty of each game of the catalogue; without verdicts no deal is known to be won."""
    return {game: _difficulty(figures.get(game)) for game in CATALOGUE}


def _difficulty(figure: Figure | None) -> Difficulty:
    if figure is None:
        return Difficulty.of_deals(0, 0)
    return Difficulty.of_deals(figure.tally.interval()[0], figure.states)


def relabelled(declarations: str, labels: Mapping[str, Difficulty]) -> str:
    """The source of some declarations with these difficulties."""
    return _LABEL.sub(lambda found: found[1] + labels[found[2]].name, declarations)


def write(figures: Mapping[str, Figure]) -> None:
    """Write the difficulties into the declarations."""
    labels = difficulties(figures)
    for file in DECLARATIONS.glob("*.py"):
        source = file.read_text(encoding="utf-8")
        if source != (new := relabelled(source, labels)):
            file.write_text(new, encoding="utf-8")
