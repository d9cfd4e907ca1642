"""Saratoga: Klondike with every card of the tableau in sight, as two documents tell it.

The first turns three cards at a time, as often as one likes, and keeps foundation cards for good
(its "reshuffled" means turned over: order kept). The second, AisleRiot's manual page by Alan
Horkan, turns single cards, goes through the stock three times, and lets foundation cards come back
onto the tableau.
"""

from __future__ import annotations

from typing import Final

from engine.rules import (
    IN_PLAY,
    IN_PLAY_AND_BACK,
    Build,
    Filler,
    Group,
    Piles,
    Rules,
    Stock,
    Suits,
)

_TABLEAU: Final = Piles(
    deal=(1, 2, 3, 4, 5, 6, 7),
    build=Build(Suits.ALTERNATING),
    build_from=IN_PLAY,
    fill=Filler.KING,
    fill_from=IN_PLAY,
    group=Group.RUN,
)

_DEAL_TEXT: Final = (
    "Seven tableau piles of one to seven cards, all face up; the other 24 cards are the stock."
)
_TABLEAU_TEXT: Final = (
    "The tableau builds down in alternating colours. Any part of a built run moves as a unit; "
    "an empty pile takes only a king or a run headed by one."
)

SARATOGA: Final = Rules(
    id="saratoga",
    title="Saratoga",
    summary="Klondike with all cards in sight: three at a time from the stock, as often as you "
    "like.",
    text=(
        _DEAL_TEXT,
        "Build the four foundations up in suit from ace to king. A card once there stays there.",
        _TABLEAU_TEXT,
        (
            "The stock turns three cards at a time to the waste, whose top card is in play. "
            "When it is used up the waste is turned over, order kept, as often as you like."
        ),
    ),
    source="Saratoga as told by solitaire sites, settled after PySolFC and AisleRiot",
    tableau=_TABLEAU,
    stock=Stock(turn=3, redeals=None),
)

SARATOGA_AISLERIOT: Final = Rules(
    id="saratoga-aisleriot",
    title="Saratoga (AisleRiot)",
    summary="Saratoga as GNOME plays it: single cards, three times through the stock, "
    "foundation cards may come back.",
    text=(
        _DEAL_TEXT,
        (
            "Build the four foundations up in suit from ace to king. Their top cards may be "
            "played back onto the tableau."
        ),
        _TABLEAU_TEXT,
        (
            "The stock turns one card at a time to the waste, whose top card is in play. You "
            "may go through it three times: the waste is turned over twice, order kept."
        ),
    ),
    source="AisleRiot's manual, Saratoga, by Alan Horkan after Jonathan Blandford",
    tableau=Piles(
        deal=_TABLEAU.deal,
        build=_TABLEAU.build,
        build_from=IN_PLAY_AND_BACK,
        fill=_TABLEAU.fill,
        fill_from=IN_PLAY_AND_BACK,
        group=_TABLEAU.group,
    ),
    stock=Stock(turn=1, redeals=2),
)
