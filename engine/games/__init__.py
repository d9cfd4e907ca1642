"""The games: one short file for each game or family, declarations and their sources, no code."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from engine.errors import UnknownGame, excerpt
from engine.games.cassim import CASSIM, CASSIM_CLASSIC, CASSIM_SEVEN
from engine.games.klondike import (
    CHINAMAN,
    EASTHAVEN,
    KLONDIKE,
    KLONDIKE_3,
    THUMB_AND_POUCH,
    TRIGON,
    WESTCLIFF,
    WHITEHEAD,
)
from engine.games.phoenix import ARIZONA, PHOENIX, PHOENIX_TAKEBACK
from engine.games.saratoga import (
    SARATOGA,
    SARATOGA_AISLERIOT,
    SARATOGA_DRAW1,
    SARATOGA_TAKEBACK,
)
from engine.games.saxony import SAXONY, SAXONY_ACES
from engine.games.yukon import ALASKA, MOOSEHIDE, RUSSIAN, YUKON
from engine.rules import Rules

CATALOGUE: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        rules.id: rules
        for rules in (
            SARATOGA,
            SARATOGA_DRAW1,
            SARATOGA_TAKEBACK,
            SARATOGA_AISLERIOT,
            CASSIM,
            CASSIM_SEVEN,
            CASSIM_CLASSIC,
            PHOENIX,
            PHOENIX_TAKEBACK,
            ARIZONA,
            SAXONY,
            SAXONY_ACES,
            KLONDIKE,
            KLONDIKE_3,
            WESTCLIFF,
            EASTHAVEN,
            WHITEHEAD,
            THUMB_AND_POUCH,
            CHINAMAN,
            TRIGON,
            YUKON,
            RUSSIAN,
            ALASKA,
            MOOSEHIDE,
        )
    }
)
"""Every game that can be played, by id, in the order in which they are shown."""


def rules_of(game: str) -> Rules:
    """The declaration of the game with that id or title, case aside.

    Raises:
        UnknownGame: when there is none; names those that are meant most likely.
    """
    name = game.strip().casefold()
    rules = CATALOGUE.get(name) or _BY_TITLE.get(name)
    if rules is None:
        close = get_close_matches(name[:_LONGEST], CATALOGUE, n=3)
        raise UnknownGame(
            "There is no game called “{game}”; choose one of {games}.",
            game=excerpt(game),
            games=", ".join(close) or ", ".join(list(CATALOGUE)[:5]) + " and others",
        )
    return rules


_BY_TITLE: Final = {rules.title.casefold(): rules for rules in CATALOGUE.values()}
_LONGEST: Final = 60
