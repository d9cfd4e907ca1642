"""Clock: each card sends you to the hour of its rank. There is nothing to choose.

The rules are common knowledge, and PySolFC's of the game it calls Clock. On a table the cards are
put beneath the piles of their hours; here they are taken away, which changes nothing of what comes.
One deal in thirteen is won, whoever plays.
"""

from __future__ import annotations

from typing import Final

from engine.cards import Rank
from engine.rules import EmptyPileRule, Foundations, Piles, Rules

CLOCK: Final = Rules(
    id="clock",
    title="Clock",
    summary="All luck: each card goes to its hour.",
    text=(
        (
            "Thirteen tableau piles of four cards, face down: twelve hours and the kings in the "
            "middle, whose top card is turned up. A jack stands for eleven, a queen for twelve."
        ),
        (
            "Take the card that is face up away, and the top card of the pile of its rank is "
            "turned up. There is never a choice."
        ),
        (
            "You lose when the fourth king turns up before every card is taken away; one deal in "
            "thirteen is won."
        ),
    ),
    source="common knowledge",
    tableau=Piles(
        deal=(4,) * 13,
        face_down=(*(4,) * 12, 3),
        fill=EmptyPileRule.NOTHING,
        turns_rank=True,
    ),
    foundations=Foundations(groups=tuple((rank,) for rank in Rank)),
)

GAMES: Final = (CLOCK,)
