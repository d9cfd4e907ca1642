"""Klondike and its kin: seven piles of one to seven cards, the top ones face up.

After PySolFC, but for two things of its tables: it turns the first card of the stock before the
game begins, which is left to the player here, and its deals have other numbers. Its two games for
money turn single cards; three cards, three times through, is how Windows plays them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    BLAKE_GENT,
    BUILDS_ALTERNATING_ANY,
    BUILDS_ALTERNATING_KINGS,
    EIGHT_FOUNDATIONS_GIVE_BACK,
    FOUNDATIONS_GIVE_BACK,
    FOUNDATIONS_KEEP,
    HIDDEN_CARDS_TURN,
    TURNS_ONE_FOR_EVER,
    TURNS_ONE_ONCE,
    TURNS_ONE_THRICE,
    TURNS_ONE_TWICE,
    TURNS_THREE_FOR_EVER,
    TURNS_THREE_THRICE,
    TURNS_THREE_TWICE,
)
from engine.rules import (
    IN_PLAY,
    IN_PLAY_AND_BACK,
    Build,
    Difficulty,
    EmptyPileRule,
    MoveUnit,
    Piles,
    Rules,
    Scoring,
    Stock,
    StockAction,
    SuitRule,
    WinRate,
)

_DEAL: Final = (
    "Seven tableau piles of one to seven cards, only their top cards face up; the other 24 cards "
    "are the stock."
)

KLONDIKE: Final = Rules(
    id="klondike",
    title="Klondike",
    summary="The game most people call solitaire: one card at a time, as often as you like.",
    text=(
        _DEAL,
        FOUNDATIONS_GIVE_BACK,
        f"{BUILDS_ALTERNATING_KINGS} {HIDDEN_CARDS_TURN}",
        TURNS_ONE_FOR_EVER,
    ),
    source="PySolFC, Klondike",
    difficulty=Difficulty.MEDIUM,
    win_rate=WinRate(90.480, 0.116, BLAKE_GENT),
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
    title="Klondike by threes",
    summary="Klondike, three cards at a time, as often as you like.",
    text=(*KLONDIKE.text[:3], TURNS_THREE_FOR_EVER),
    source="PySolFC, Klondike by Threes",
    difficulty=Difficulty.HARD,
    win_rate=WinRate(81.945, 0.084, BLAKE_GENT),
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
        (
            "The tableau builds down in suit. Any part of a built run moves as a unit; an empty "
            f"pile takes only a king or a run headed by one. {HIDDEN_CARDS_TURN}"
        ),
        TURNS_ONE_FOR_EVER,
    ),
    source="PySolFC, Trigon",
    difficulty=Difficulty.EXPERT,
    win_rate=None,
    tableau=replace(KLONDIKE.tableau, build=Build(SuitRule.SAME)),
)

THUMB_AND_POUCH: Final = replace(
    KLONDIKE,
    id="thumb-and-pouch",
    title="Thumb and Pouch",
    summary="Klondike built in any suit but a card's own, with one pass through the stock.",
    text=(
        _DEAL,
        FOUNDATIONS_GIVE_BACK,
        (
            "The tableau builds down in any suit but a card's own. Any part of a built run moves "
            f"as a unit; an empty pile takes any card or run. {HIDDEN_CARDS_TURN}"
        ),
        TURNS_ONE_ONCE,
    ),
    source="PySolFC, Thumb and Pouch",
    difficulty=Difficulty.EASY,
    win_rate=None,
    tableau=replace(KLONDIKE.tableau, build=Build(SuitRule.OTHER), fill=EmptyPileRule.ANY),
    stock=Stock(turn=1, redeals=0),
)

CHINAMAN: Final = replace(
    THUMB_AND_POUCH,
    id="chinaman",
    title="Chinaman",
    summary="Thumb and Pouch with kings in empty piles, three cards at a time, twice through.",
    text=(
        _DEAL,
        FOUNDATIONS_GIVE_BACK,
        (
            "The tableau builds down in any suit but a card's own. Any part of a built run moves "
            "as a unit; an empty pile takes only a king or a run headed by one. "
            f"{HIDDEN_CARDS_TURN}"
        ),
        TURNS_THREE_TWICE,
    ),
    source="PySolFC, Chinaman",
    difficulty=Difficulty.MEDIUM,
    win_rate=None,
    tableau=replace(KLONDIKE.tableau, build=Build(SuitRule.OTHER)),
    stock=Stock(turn=3, redeals=1),
)

WHITEHEAD: Final = replace(
    KLONDIKE,
    id="whitehead",
    title="Whitehead",
    summary="Klondike face up, built red on red and black on black; runs in suit move.",
    text=(
        (
            "Seven tableau piles of one to seven cards, all face up; the other 24 cards are the "
            "stock."
        ),
        FOUNDATIONS_GIVE_BACK,
        (
            "The tableau builds down in one colour. Any part of a run in suit moves as a unit; an "
            "empty pile takes any card or such a run."
        ),
        TURNS_ONE_ONCE,
    ),
    source="PySolFC, Whitehead",
    difficulty=Difficulty.HARD,
    win_rate=None,
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
    summary="Seven piles of three, and a stock that deals a card onto each of them.",
    text=(
        (
            "Seven tableau piles of three cards, only their top cards face up; the other 31 cards "
            "are the stock."
        ),
        FOUNDATIONS_GIVE_BACK,
        f"{BUILDS_ALTERNATING_ANY} {HIDDEN_CARDS_TURN}",
        (
            "The stock deals one card to each tableau pile, empty or not; the last deal reaches "
            "three of them. There is no second pass."
        ),
    ),
    source="PySolFC, Easthaven",
    difficulty=Difficulty.HARD,
    win_rate=None,
    tableau=replace(KLONDIKE.tableau, deal=(3,) * 7, face_down=(2,) * 7, fill=EmptyPileRule.ANY),
    stock=Stock(action=StockAction.TABLEAU, redeals=0),
)

WESTCLIFF: Final = replace(
    KLONDIKE,
    id="westcliff",
    title="Westcliff",
    summary="Ten piles of three: a Klondike that is mostly won.",
    text=(
        (
            "Ten tableau piles of three cards, only their top cards face up; the other 22 cards "
            "are the stock."
        ),
        FOUNDATIONS_KEEP,
        f"{BUILDS_ALTERNATING_ANY} {HIDDEN_CARDS_TURN}",
        TURNS_ONE_ONCE,
    ),
    source="PySolFC, Westcliff",
    difficulty=Difficulty.EASY,
    win_rate=None,
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

_COSTS: Final = "The deal costs 52 points, and each card on the foundations is worth five."

VEGAS: Final = replace(
    KLONDIKE,
    id="vegas",
    title="Vegas Klondike",
    summary="Klondike for money, with one pass through the stock.",
    text=(*KLONDIKE.text[:3], TURNS_ONE_ONCE, _COSTS),
    source="PySolFC, Vegas Klondike",
    difficulty=Difficulty.EXPERT,
    win_rate=None,
    stock=Stock(turn=1, redeals=0),
    scoring=Scoring(card=5, stake=52),
)

VEGAS_3: Final = replace(
    VEGAS,
    id="vegas-3",
    title="Vegas by threes",
    summary="Klondike for money, three cards at a time, three times through.",
    text=(*KLONDIKE.text[:3], TURNS_THREE_THRICE, _COSTS),
    source="Windows Solitaire with Vegas scoring",
    stock=Stock(turn=3, redeals=2),
)

CASINO_KLONDIKE: Final = replace(
    VEGAS,
    id="casino-klondike",
    title="Casino Klondike",
    summary="Klondike for money, three times through the stock a card at a time.",
    text=(*KLONDIKE.text[:3], TURNS_ONE_THRICE, _COSTS),
    source="PySolFC, Casino Klondike",
    difficulty=Difficulty.HARD,
    stock=Stock(turn=1, redeals=2),
)

DOUBLE_KLONDIKE: Final = replace(
    KLONDIKE,
    id="double-klondike",
    title="Double Klondike",
    summary="Klondike with two decks and nine piles.",
    text=(
        (
            "Two decks. Nine tableau piles of one to nine cards, only their top cards face up; the "
            "other 59 cards are the stock."
        ),
        EIGHT_FOUNDATIONS_GIVE_BACK,
        KLONDIKE.text[2],
        TURNS_ONE_FOR_EVER,
    ),
    source="PySolFC, Double Klondike",
    difficulty=Difficulty.EASY,
    win_rate=None,
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
    summary="Double Klondike, twice through the stock.",
    text=(*DOUBLE_KLONDIKE.text[:3], TURNS_ONE_TWICE),
    source="PySolFC, Gargantua",
    difficulty=Difficulty.MEDIUM,
    stock=Stock(turn=1, redeals=1),
)

HARP: Final = replace(
    DOUBLE_KLONDIKE,
    id="harp",
    title="Harp",
    summary="Two decks, ten piles that any card fills, and one pass through the stock.",
    text=(
        (
            "Two decks. Ten tableau piles of ten cards down to one, only their top cards face up; "
            "the other 49 cards are the stock."
        ),
        EIGHT_FOUNDATIONS_GIVE_BACK,
        f"{BUILDS_ALTERNATING_ANY} {HIDDEN_CARDS_TURN}",
        TURNS_ONE_ONCE,
    ),
    source="PySolFC, Big Harp",
    difficulty=Difficulty.MEDIUM,
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
    WHITEHEAD,
    THUMB_AND_POUCH,
    CHINAMAN,
    TRIGON,
    DOUBLE_KLONDIKE,
    GARGANTUA,
    HARP,
)
