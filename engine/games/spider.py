"""Spider and its family: built regardless of suit, but only runs in suit move.

The rules are PySolFC's. Where it moves several runs across empty piles at once, as in Simple Simon,
here they move one by one. It spaces Spider's four longer piles evenly; others put them on the left.

Its Spider, which is Microsoft's too, deals the stock only while no pile is empty, and its Relaxed
Spider at any time. The published win rates are of relaxed games, and that of Will o' the Wisp of
one dealt face up. That of Simple Simon is of another game: docs/winnability.md.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import HIDDEN_CARDS_TURN, WHOLE_SUITS_GO_HOME
from engine.rules import (
    Build,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    Piles,
    Rules,
    Stock,
    StockAction,
    SuitRule,
)

_SPIDER_DEAL: Final = (
    "Ten tableau piles, six cards in the first, fourth, seventh and tenth and five in each of the "
    "others, only the top cards face up. The remaining 50 cards form the stock."
)
_BUILDS: Final = (
    "Build the tableau down regardless of suit, but only runs in suit, or parts of them, may be "
    "moved as a unit. Any card or such a run may fill an empty pile."
)
_BUILDS_AND_TURNS: Final = f"{_BUILDS} {HIDDEN_CARDS_TURN}"
_DEALS_TEN: Final = (
    "Deal one card from the stock to each tableau pile, five times in all, but only while no pile "
    "is empty."
)


def _deals_seven(times: str) -> str:
    """State how the stock is dealt to seven piles, the last deal reaching three."""
    return (
        "Deal one card from the stock to each tableau pile, but only while no pile is empty; "
        f"the {times} deal reaches the first three piles."
    )


def _deals_seven_at_will(times: str) -> str:
    """State how the stock is dealt to seven piles at any time, the last deal reaching three."""
    return (
        "Deal one card from the stock to each tableau pile, empty or not, whenever you like; the "
        f"{times} deal reaches the first three piles."
    )


_DEALT_AT_WILL: Final = Stock(action=StockAction.TABLEAU)

SPIDER: Final = Rules(
    id="spider",
    title="Spider",
    summary="Two decks to untangle into eight suits.",
    text=(
        f"Two decks. {_SPIDER_DEAL}",
        WHOLE_SUITS_GO_HOME,
        _BUILDS_AND_TURNS,
        _DEALS_TEN,
    ),
    source="PySolFC, Spider",
    decks=2,
    tableau=Piles(
        deal=(6, 5, 5, 6, 5, 5, 6, 5, 5, 6),
        face_down=(5, 4, 4, 5, 4, 4, 5, 4, 4, 5),
        build=Build(SuitRule.ANY),
        fill=EmptyPileRule.ANY,
        move_unit=MoveUnit.RUN,
        run=Build(SuitRule.SAME),
    ),
    foundations=Foundations(whole_suits=True),
    stock=Stock(action=StockAction.TABLEAU, onto_empty=False),
)

SPIDER_2: Final = replace(
    SPIDER,
    id="spider-2",
    title="Spider, two suits",
    summary="Spider with spades and hearts only.",
    text=(
        f"Two decks' worth of cards, spades and hearts only. {_SPIDER_DEAL}",
        *SPIDER.text[1:],
    ),
    source="PySolFC, Spider (2 suits)",
    suits=2,
)

SPIDER_1: Final = replace(
    SPIDER,
    id="spider-1",
    title="Spider, one suit",
    summary="Spider with spades only: every run moves.",
    text=(f"Two decks' worth of cards, spades only. {_SPIDER_DEAL}", *SPIDER.text[1:]),
    source="PySolFC, Spider (1 suit)",
    suits=1,
)

SPIDERETTE: Final = replace(
    SPIDER,
    id="spiderette",
    title="Spiderette",
    summary="Spider with one deck, in Klondike's layout.",
    text=(
        (
            "Seven tableau piles of one to seven cards, only the top cards face up. The remaining "
            "24 cards form the stock."
        ),
        WHOLE_SUITS_GO_HOME,
        _BUILDS_AND_TURNS,
        _deals_seven("fourth"),
    ),
    source="PySolFC, Spiderette",
    decks=1,
    tableau=replace(SPIDER.tableau, deal=(1, 2, 3, 4, 5, 6, 7), face_down=(0, 1, 2, 3, 4, 5, 6)),
)

WILL_O_THE_WISP: Final = replace(
    SPIDERETTE,
    id="will-o-the-wisp",
    title="Will o' the Wisp",
    summary="Spiderette in seven piles of three.",
    text=(
        (
            "Seven tableau piles of three cards, only the top cards face up. The remaining 31 "
            "cards form the stock."
        ),
        WHOLE_SUITS_GO_HOME,
        _BUILDS_AND_TURNS,
        _deals_seven("fifth"),
    ),
    source="PySolFC, Will o' the Wisp; invented by Albert Morehead and Geoffrey Mott-Smith",
    tableau=replace(SPIDER.tableau, deal=(3,) * 7, face_down=(2,) * 7),
)

SIMPLE_SIMON: Final = replace(
    SPIDERETTE,
    id="simple-simon",
    title="Simple Simon",
    summary="Spider with one deck, all dealt face up.",
    text=(
        (
            "All cards are dealt face up to ten tableau piles: eight to each of the first three, "
            "then seven, six, five, four, three, two and one."
        ),
        WHOLE_SUITS_GO_HOME,
        _BUILDS,
    ),
    source="PySolFC, Simple Simon",
    tableau=replace(SPIDER.tableau, deal=(8, 8, 8, 7, 6, 5, 4, 3, 2, 1), face_down=()),
    stock=None,
)

MRS_MOP: Final = replace(
    SIMPLE_SIMON,
    id="mrs-mop",
    title="Mrs. Mop",
    summary="Simple Simon with two decks.",
    text=(
        "Two decks. All cards are dealt face up to thirteen tableau piles of eight.",
        *SIMPLE_SIMON.text[1:],
    ),
    source="PySolFC, Mrs. Mop",
    decks=2,
    tableau=replace(SIMPLE_SIMON.tableau, deal=(8,) * 13),
)

RELAXED_SPIDER: Final = replace(
    SPIDER,
    id="relaxed-spider",
    title="Relaxed Spider",
    summary="Spider, but deal even while piles are empty.",
    text=(
        *SPIDER.text[:3],
        (
            "Deal one card from the stock to each tableau pile, empty or not, five times in all, "
            "whenever you like."
        ),
    ),
    source="PySolFC, Relaxed Spider",
    stock=_DEALT_AT_WILL,
)

RELAXED_SPIDERETTE: Final = replace(
    SPIDERETTE,
    id="relaxed-spiderette",
    title="Relaxed Spiderette",
    summary="Spiderette, but deal while piles are empty.",
    text=(*SPIDERETTE.text[:3], _deals_seven_at_will("fourth")),
    source="Solvitaire, Spiderette",
    stock=_DEALT_AT_WILL,
)

OPEN_WILL_O_THE_WISP: Final = replace(
    WILL_O_THE_WISP,
    id="open-will-o-the-wisp",
    title="Open Will o' the Wisp",
    summary="Will o' the Wisp with every card face up.",
    text=(
        ("Seven tableau piles of three cards, all face up. The remaining 31 cards form the stock."),
        WHOLE_SUITS_GO_HOME,
        _BUILDS,
        _deals_seven_at_will("fifth"),
    ),
    source="Solvitaire, Will o' the Wisp",
    tableau=replace(WILL_O_THE_WISP.tableau, face_down=()),
    stock=_DEALT_AT_WILL,
)

GAMES: Final = (
    SPIDER_1,
    SPIDER_2,
    SPIDER,
    RELAXED_SPIDER,
    SPIDERETTE,
    RELAXED_SPIDERETTE,
    WILL_O_THE_WISP,
    OPEN_WILL_O_THE_WISP,
    SIMPLE_SIMON,
    MRS_MOP,
)
