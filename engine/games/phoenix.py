"""Phoenix: six piles of six and a reserve of sixteen, everything in sight from the start."""

from __future__ import annotations

from typing import Final

from engine.rules import Build, Filler, Group, Piles, Rules, Suits

PHOENIX: Final = Rules(
    id="phoenix",
    title="Phoenix",
    summary="All 52 cards in sight: six piles of six, and sixteen in a reserve.",
    text=(
        (
            "Six tableau piles of six cards and a reserve of sixteen single cards, all face up. "
            "There is no stock."
        ),
        "Build the four foundations up in suit from ace to king. A card once there stays there.",
        (
            "The tableau builds down in alternating colours. Any part of a built run moves as a "
            "unit; an empty pile takes any card or run."
        ),
        (
            "Every reserve card may be played to the tableau or a foundation; nothing is ever "
            "put into the reserve."
        ),
    ),
    source="Phoenix as told by solitaire sites, settled after PySolFC",
    tableau=Piles(
        deal=(6, 6, 6, 6, 6, 6),
        build=Build(Suits.ALTERNATING),
        fill=Filler.ANY,
        group=Group.RUN,
    ),
    reserve=Piles(deal=(1,) * 16, fill=Filler.NOTHING),
)
