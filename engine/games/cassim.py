"""Cassim: a small tableau, four cells and one pass through the stock.

Where the document is silent: runs move whatever the number of empty cells, and a card may go from
the waste into a cell.
"""

from __future__ import annotations

from typing import Final

from engine.rules import Build, Filler, Group, Kind, Piles, Rules, Stock, Suits

CASSIM: Final = Rules(
    id="cassim",
    title="Cassim",
    summary="Four short piles, four cells, and the stock card by card, only once.",
    text=(
        (
            "Four tableau piles of four cards, all face up, and four empty cells; the other 36 "
            "cards are the stock."
        ),
        "Build the four foundations up in suit from ace to king. A card once there stays there.",
        (
            "The tableau builds down in alternating colours. Any part of a built run moves as a "
            "unit; an empty pile takes only a king or a run headed by one."
        ),
        (
            "A cell holds any one card, from the tableau or the waste, until it is played to "
            "the tableau or a foundation."
        ),
        (
            "The stock turns one card at a time to the waste, whose top card is in play. There "
            "is no second pass."
        ),
    ),
    source="Cassim as told by solitaire sites; the uncut game is PySolFC's",
    tableau=Piles(
        deal=(4, 4, 4, 4),
        build=Build(Suits.ALTERNATING),
        fill=Filler.KING,
        group=Group.RUN,
    ),
    cells=Piles(
        deal=(0, 0, 0, 0),
        fill_from=frozenset({Kind.TABLEAU, Kind.WASTE}),
    ),
    stock=Stock(turn=1, redeals=0),
)
