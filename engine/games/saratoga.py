"""Saratoga: Klondike with every card of the tableau in sight, as two documents tell it.

The first turns three cards at a time, as often as one likes, and keeps foundation cards for good
(its "reshuffled" means turned over: order kept). The second, AisleRiot's manual page by Alan
Horkan, turns single cards, goes through the stock three times, and lets foundation cards come back
onto the tableau. The variants mix the two.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    BUILDS_ALTERNATING_KINGS,
    FOUNDATIONS_GIVE_BACK,
    FOUNDATIONS_KEEP,
    MEASURED,
    TURNS_ONE_FOR_EVER,
    TURNS_THREE_FOR_EVER,
)
from engine.rules import (
    IN_PLAY_AND_BACK,
    Build,
    Difficulty,
    EmptyPileRule,
    MoveUnit,
    Piles,
    Rules,
    Stock,
    SuitRule,
    WinRate,
)

_DEAL: Final = (
    "Seven tableau piles of one to seven cards, all face up; the other 24 cards are the stock."
)

SARATOGA: Final = Rules(
    id="saratoga",
    title="Saratoga",
    summary="Klondike with all cards in sight: three at a time from the stock, as often as you "
    "like.",
    text=(_DEAL, FOUNDATIONS_KEEP, BUILDS_ALTERNATING_KINGS, TURNS_THREE_FOR_EVER),
    source="Saratoga as told by solitaire sites, settled after PySolFC and AisleRiot",
    difficulty=Difficulty.MEDIUM,
    win_rate=WinRate(85.4, 1.6, MEASURED),
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
    title="Saratoga, single cards",
    summary="The gentle Saratoga: one card at a time from the stock, as often as you like, and "
    "foundation cards may come back.",
    text=(_DEAL, FOUNDATIONS_GIVE_BACK, BUILDS_ALTERNATING_KINGS, TURNS_ONE_FOR_EVER),
    source="A variant of Saratoga, after PySolFC's choice of options",
    difficulty=Difficulty.EASY,
    win_rate=WinRate(93.1, 1.1, MEASURED),
    tableau=_GIVING_BACK,
    stock=Stock(turn=1, redeals=None),
)

SARATOGA_TAKEBACK: Final = replace(
    SARATOGA,
    id="saratoga-takeback",
    title="Saratoga, taking back",
    summary="Saratoga, but foundation cards may come back onto the tableau.",
    text=(_DEAL, FOUNDATIONS_GIVE_BACK, BUILDS_ALTERNATING_KINGS, TURNS_THREE_FOR_EVER),
    source="A variant of Saratoga, with AisleRiot's rule for the foundations",
    difficulty=Difficulty.MEDIUM,
    win_rate=WinRate(85.8, 1.7, MEASURED),
    tableau=_GIVING_BACK,
)

SARATOGA_AISLERIOT: Final = replace(
    SARATOGA,
    id="saratoga-aisleriot",
    title="Saratoga (AisleRiot)",
    summary="Saratoga as GNOME plays it: single cards, three times through the stock, "
    "foundation cards may come back.",
    text=(
        _DEAL,
        FOUNDATIONS_GIVE_BACK,
        BUILDS_ALTERNATING_KINGS,
        (
            "The stock turns one card at a time to the waste, whose top card is in play. You "
            "may go through it three times: the waste is turned over twice, order kept."
        ),
    ),
    source="AisleRiot's manual, Saratoga, by Alan Horkan after Jonathan Blandford",
    difficulty=Difficulty.MEDIUM,
    win_rate=WinRate(92.5, 1.3, MEASURED),
    tableau=_GIVING_BACK,
    stock=Stock(turn=1, redeals=2),
)

GAMES: Final = (SARATOGA, SARATOGA_DRAW1, SARATOGA_TAKEBACK, SARATOGA_AISLERIOT)
