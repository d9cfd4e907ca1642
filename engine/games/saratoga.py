"""Saratoga: Klondike with the whole tableau face up, after two sources.

The first turns three cards at a time with unlimited redeals and never takes foundation cards back;
by "reshuffled" it means turned over, in the same order. Where it deals from the stock when nothing
else can be moved, that is taken for advice: the stock may be turned at any time.

The second, AisleRiot's manual page by Alan Horkan, turns single cards in three passes and lets
foundation cards return to the tableau. The program itself sets no limit to redeals, and turns three
cards at once if asked to. The variants mix the two sources.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    BUILDS_ALTERNATING_KINGS,
    FOUNDATIONS_GIVE_BACK,
    FOUNDATIONS_KEEP,
    TURN_ONE_REDEAL_AT_WILL,
    TURN_ONE_REDEAL_TWICE,
    TURN_THREE_REDEAL_AT_WILL,
)
from engine.rules import (
    IN_PLAY_AND_BACK,
    Build,
    EmptyPileRule,
    MoveUnit,
    Piles,
    Rules,
    Stock,
    SuitRule,
)

_DEAL: Final = (
    "Seven tableau piles of one to seven cards, all face up. The remaining 24 cards form the stock."
)

SARATOGA: Final = Rules(
    id="saratoga",
    title="Saratoga",
    summary="Klondike with every card face up: draw three.",
    text=(_DEAL, FOUNDATIONS_KEEP, BUILDS_ALTERNATING_KINGS, TURN_THREE_REDEAL_AT_WILL),
    source="Saratoga as described on solitaire websites, completed from PySolFC and AisleRiot",
    tableau=Piles(
        deal=(1, 2, 3, 4, 5, 6, 7),
        build=Build(SuitRule.ALTERNATING),
        fill=EmptyPileRule.KING,
        move_unit=MoveUnit.RUN,
    ),
    stock=Stock(turn=3, redeals=None),
)

_GIVING_BACK: Final = replace(
    SARATOGA.tableau, build_from=IN_PLAY_AND_BACK, fill_from=IN_PLAY_AND_BACK
)

SARATOGA_DRAW1: Final = replace(
    SARATOGA,
    id="saratoga-draw1",
    title="Saratoga, draw one",
    summary="Easier Saratoga: draw one card at a time.",
    text=(_DEAL, FOUNDATIONS_GIVE_BACK, BUILDS_ALTERNATING_KINGS, TURN_ONE_REDEAL_AT_WILL),
    source="A variant of Saratoga with PySolFC's options",
    tableau=_GIVING_BACK,
    stock=Stock(turn=1, redeals=None),
)

SARATOGA_TAKEBACK: Final = replace(
    SARATOGA,
    id="saratoga-takeback",
    title="Saratoga with takebacks",
    summary="Saratoga, but foundations give cards back.",
    text=(_DEAL, FOUNDATIONS_GIVE_BACK, BUILDS_ALTERNATING_KINGS, TURN_THREE_REDEAL_AT_WILL),
    source="A variant of Saratoga, with AisleRiot's rule for the foundations",
    tableau=_GIVING_BACK,
)

SARATOGA_AISLERIOT: Final = replace(
    SARATOGA,
    id="saratoga-aisleriot",
    title="Saratoga (AisleRiot)",
    summary="Saratoga as in AisleRiot, in three passes.",
    text=(
        _DEAL,
        FOUNDATIONS_GIVE_BACK,
        BUILDS_ALTERNATING_KINGS,
        TURN_ONE_REDEAL_TWICE,
    ),
    source="AisleRiot's manual, Saratoga, by Alan Horkan after Jonathan Blandford",
    tableau=_GIVING_BACK,
    stock=Stock(turn=1, redeals=2),
)

GAMES: Final = (SARATOGA, SARATOGA_DRAW1, SARATOGA_TAKEBACK, SARATOGA_AISLERIOT)
