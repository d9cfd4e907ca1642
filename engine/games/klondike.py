"""Klondike and its family: seven piles of one to seven cards, the top ones face up.

The rules are PySolFC's, except that it turns the first card of the stock before play begins, which
is left to the player here, and numbers its deals differently. Its two games for money turn single
cards; Windows turns three, in three passes. In Thirty-Six it sends aces up while it deals; here, as
in the published win rate, they are dealt like other cards.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    ANY_RUN_FILLS,
    ANY_SUCH_RUN_FILLS,
    BUILDS_ALTERNATING_ANY,
    BUILDS_ALTERNATING_KINGS,
    EIGHT_FOUNDATIONS_GIVE_BACK,
    FOUNDATIONS_GIVE_BACK,
    FOUNDATIONS_KEEP,
    HIDDEN_CARDS_TURN,
    KING_RUN_FILLS,
    OTHER_SUIT,
    RUNS_IN_SUIT_MOVE,
    RUNS_MOVE,
    TURN_ONE,
    TURN_ONE_REDEAL_AT_WILL,
    TURN_ONE_REDEAL_ONCE,
    TURN_ONE_REDEAL_TWICE,
    TURN_THREE_REDEAL_AT_WILL,
    TURN_THREE_REDEAL_ONCE,
    TURN_THREE_REDEAL_TWICE,
    build_tableau,
)
from engine.rules import (
    IN_PLAY,
    IN_PLAY_AND_BACK,
    Build,
    EmptyPileRule,
    MoveUnit,
    Piles,
    Rules,
    Scoring,
    Stock,
    StockAction,
    SuitRule,
)

_DEAL: Final = (
    "Seven tableau piles of one to seven cards, only the top cards face up. The remaining 24 cards "
    "form the stock."
)

KLONDIKE: Final = Rules(
    id="klondike",
    title="Klondike",
    summary="What most call solitaire, one card at a time.",
    text=(
        _DEAL,
        FOUNDATIONS_GIVE_BACK,
        f"{BUILDS_ALTERNATING_KINGS} {HIDDEN_CARDS_TURN}",
        TURN_ONE_REDEAL_AT_WILL,
    ),
    source="PySolFC, Klondike",
    tableau=Piles(
        deal=(1, 2, 3, 4, 5, 6, 7),
        face_down=(0, 1, 2, 3, 4, 5, 6),
        build=Build(SuitRule.ALTERNATING),
        build_from=IN_PLAY_AND_BACK,
        fill=EmptyPileRule.KING,
        fill_from=IN_PLAY_AND_BACK,
        move_unit=MoveUnit.RUN,
    ),
    stock=Stock(turn=1, redeals=None),
)

KLONDIKE_3: Final = replace(
    KLONDIKE,
    id="klondike-3",
    title="Klondike, draw three",
    summary="Klondike, but draw three cards at a time.",
    text=(*KLONDIKE.text[:3], TURN_THREE_REDEAL_AT_WILL),
    source="PySolFC, Klondike by Threes",
    stock=Stock(turn=3, redeals=None),
)

TRIGON: Final = replace(
    KLONDIKE,
    id="trigon",
    title="Trigon",
    summary="Klondike built in suit.",
    text=(
        _DEAL,
        FOUNDATIONS_GIVE_BACK,
        build_tableau("down in suit", RUNS_MOVE, KING_RUN_FILLS, HIDDEN_CARDS_TURN),
        TURN_ONE_REDEAL_AT_WILL,
    ),
    source="PySolFC, Trigon",
    tableau=replace(KLONDIKE.tableau, build=Build(SuitRule.SAME)),
)

THUMB_AND_POUCH: Final = replace(
    KLONDIKE,
    id="thumb-and-pouch",
    title="Thumb and Pouch",
    summary="Klondike on any other suit, in a single pass.",
    text=(
        _DEAL,
        FOUNDATIONS_GIVE_BACK,
        build_tableau(OTHER_SUIT, RUNS_MOVE, ANY_RUN_FILLS, HIDDEN_CARDS_TURN),
        TURN_ONE,
    ),
    source="PySolFC, Thumb and Pouch",
    tableau=replace(KLONDIKE.tableau, build=Build(SuitRule.OTHER), fill=EmptyPileRule.ANY),
    stock=Stock(turn=1, redeals=0),
)

CHINAMAN: Final = replace(
    THUMB_AND_POUCH,
    id="chinaman",
    title="Chinaman",
    summary="Thumb and Pouch: draw three, in two passes.",
    text=(
        _DEAL,
        FOUNDATIONS_GIVE_BACK,
        build_tableau(OTHER_SUIT, RUNS_MOVE, KING_RUN_FILLS, HIDDEN_CARDS_TURN),
        TURN_THREE_REDEAL_ONCE,
    ),
    source="PySolFC, Chinaman",
    tableau=replace(KLONDIKE.tableau, build=Build(SuitRule.OTHER)),
    stock=Stock(turn=3, redeals=1),
)

WHITEHEAD: Final = replace(
    KLONDIKE,
    id="whitehead",
    title="Whitehead",
    summary="Klondike face up, built in one colour.",
    text=(
        (
            "Seven tableau piles of one to seven cards, all face up. The remaining 24 cards form "
            "the stock."
        ),
        FOUNDATIONS_GIVE_BACK,
        build_tableau("down in one colour", RUNS_IN_SUIT_MOVE, ANY_SUCH_RUN_FILLS),
        TURN_ONE,
    ),
    source="PySolFC, Whitehead",
    tableau=replace(
        KLONDIKE.tableau,
        face_down=(),
        build=Build(SuitRule.SAME_COLOUR),
        run=Build(SuitRule.SAME),
        fill=EmptyPileRule.ANY,
    ),
    stock=Stock(turn=1, redeals=0),
)

EASTHAVEN: Final = replace(
    KLONDIKE,
    id="easthaven",
    title="Easthaven",
    summary="Seven piles of three, and deals across them.",
    text=(
        (
            "Seven tableau piles of three cards, only the top cards face up. The remaining 31 "
            "cards form the stock."
        ),
        FOUNDATIONS_GIVE_BACK,
        f"{BUILDS_ALTERNATING_ANY} {HIDDEN_CARDS_TURN}",
        (
            "Deal one card from the stock to each tableau pile, empty or not; the last deal "
            "reaches three piles. There is no redeal."
        ),
    ),
    source="PySolFC, Easthaven",
    tableau=replace(KLONDIKE.tableau, deal=(3,) * 7, face_down=(2,) * 7, fill=EmptyPileRule.ANY),
    stock=Stock(action=StockAction.TABLEAU, redeals=0),
)

THIRTY_SIX: Final = Rules(
    id="thirty-six",
    title="Thirty-Six",
    summary="Six piles of six, a short stock: usually won.",
    text=(
        ("Six tableau piles of six cards, all face up. The remaining 16 cards form the stock."),
        FOUNDATIONS_KEEP,
        build_tableau("down regardless of suit", RUNS_MOVE, ANY_RUN_FILLS),
        TURN_ONE,
    ),
    source="PySolFC, Thirty-Six, whose deal also sends aces home",
    tableau=Piles(deal=(6,) * 6, build=Build(SuitRule.ANY), move_unit=MoveUnit.RUN),
    stock=Stock(turn=1),
)

WESTCLIFF: Final = replace(
    KLONDIKE,
    id="westcliff",
    title="Westcliff",
    summary="Klondike on ten piles of three: usually won.",
    text=(
        (
            "Ten tableau piles of three cards, only the top cards face up. The remaining 22 cards "
            "form the stock."
        ),
        FOUNDATIONS_KEEP,
        f"{BUILDS_ALTERNATING_ANY} {HIDDEN_CARDS_TURN}",
        TURN_ONE,
    ),
    source="PySolFC, Westcliff",
    tableau=replace(
        KLONDIKE.tableau,
        deal=(3,) * 10,
        face_down=(2,) * 10,
        build_from=IN_PLAY,
        fill=EmptyPileRule.ANY,
        fill_from=IN_PLAY,
    ),
    stock=Stock(turn=1, redeals=0),
)

_COSTS: Final = "A deal costs 52 points, and each card on the foundations earns five."

VEGAS: Final = replace(
    KLONDIKE,
    id="vegas",
    title="Vegas Klondike",
    summary="Klondike for money, in a single pass.",
    text=(*KLONDIKE.text[:3], TURN_ONE, _COSTS),
    source="PySolFC, Vegas Klondike",
    stock=Stock(turn=1, redeals=0),
    scoring=Scoring(card=5, stake=52),
)

VEGAS_3: Final = replace(
    VEGAS,
    id="vegas-3",
    title="Vegas, draw three",
    summary="Klondike for money: draw three, three passes.",
    text=(*KLONDIKE.text[:3], TURN_THREE_REDEAL_TWICE, _COSTS),
    source="Windows Solitaire with Vegas scoring",
    stock=Stock(turn=3, redeals=2),
)

CASINO_KLONDIKE: Final = replace(
    VEGAS,
    id="casino-klondike",
    title="Casino Klondike",
    summary="Klondike for money: draw one, three passes.",
    text=(*KLONDIKE.text[:3], TURN_ONE_REDEAL_TWICE, _COSTS),
    source="PySolFC, Casino Klondike",
    stock=Stock(turn=1, redeals=2),
)

DOUBLE_KLONDIKE: Final = replace(
    KLONDIKE,
    id="double-klondike",
    title="Double Klondike",
    summary="Klondike with two decks and nine piles.",
    text=(
        (
            "Two decks. Nine tableau piles of one to nine cards, only the top cards face up. The "
            "remaining 59 cards form the stock."
        ),
        EIGHT_FOUNDATIONS_GIVE_BACK,
        KLONDIKE.text[2],
        TURN_ONE_REDEAL_AT_WILL,
    ),
    source="PySolFC, Double Klondike",
    decks=2,
    tableau=replace(
        KLONDIKE.tableau,
        deal=(1, 2, 3, 4, 5, 6, 7, 8, 9),
        face_down=(0, 1, 2, 3, 4, 5, 6, 7, 8),
    ),
)

GARGANTUA: Final = replace(
    DOUBLE_KLONDIKE,
    id="gargantua",
    title="Gargantua",
    summary="Double Klondike in two passes.",
    text=(*DOUBLE_KLONDIKE.text[:3], TURN_ONE_REDEAL_ONCE),
    source="PySolFC, Gargantua",
    stock=Stock(turn=1, redeals=1),
)

HARP: Final = replace(
    DOUBLE_KLONDIKE,
    id="harp",
    title="Harp",
    summary="Two decks, ten piles and a single pass.",
    text=(
        (
            "Two decks. Ten tableau piles of ten cards down to one, only the top cards face up. "
            "The remaining 49 cards form the stock."
        ),
        EIGHT_FOUNDATIONS_GIVE_BACK,
        f"{BUILDS_ALTERNATING_ANY} {HIDDEN_CARDS_TURN}",
        TURN_ONE,
    ),
    source="PySolFC, Big Harp",
    tableau=replace(
        DOUBLE_KLONDIKE.tableau,
        deal=(10, 9, 8, 7, 6, 5, 4, 3, 2, 1),
        face_down=(9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
        fill=EmptyPileRule.ANY,
    ),
    stock=Stock(turn=1, redeals=0),
)

GAMES: Final = (
    KLONDIKE,
    KLONDIKE_3,
    VEGAS,
    VEGAS_3,
    CASINO_KLONDIKE,
    WESTCLIFF,
    EASTHAVEN,
    THIRTY_SIX,
    WHITEHEAD,
    THUMB_AND_POUCH,
    CHINAMAN,
    TRIGON,
    DOUBLE_KLONDIKE,
    GARGANTUA,
    HARP,
)
