"""Scorpion and its kin: cards move as in Russian Solitaire, whole suits go home as in Spider.

The rules are PySolFC's. Its stock may be dealt at any time, onto empty piles too; elsewhere it is
sometimes kept until nothing else can be moved.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import HIDDEN_CARDS_TURN, WHOLE_SUITS_GO_HOME
from engine.rules import (
    Build,
    Difficulty,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    Piles,
    Rules,
    Stock,
    StockAction,
    SuitRule,
)

_BUILDS: Final = (
    "The tableau builds down in suit. Any face-up card moves with all the cards on it, in order or "
    "not;"
)
_KINGS_ONLY: Final = (
    f"{_BUILDS} an empty pile takes only a king with what lies on it. {HIDDEN_CARDS_TURN}"
)
_ANY_CARD: Final = (
    f"{_BUILDS} an empty pile takes any card with what lies on it. {HIDDEN_CARDS_TURN}"
)
_STOCK: Final = (
    "The stock deals its three cards at once, one to each of the first three piles, empty or not, "
    "whenever you like."
)

SCORPION: Final = Rules(
    id="scorpion",
    title="Scorpion",
    summary="Spider's aim with Yukon's moves: any face-up card goes, with all that lie on it.",
    text=(
        (
            "Seven tableau piles of seven cards, the bottom three of each of the first four piles "
            "face down; the other three cards are the stock."
        ),
        WHOLE_SUITS_GO_HOME,
        _KINGS_ONLY,
        _STOCK,
    ),
    source="PySolFC, Scorpion",
    difficulty=Difficulty.HARD,
    tableau=Piles(
        deal=(7,) * 7,
        face_down=(3, 3, 3, 3, 0, 0, 0),
        build=Build(SuitRule.SAME),
        fill=EmptyPileRule.KING,
        move_unit=MoveUnit.FACE_UP,
    ),
    foundations=Foundations(whole_suits=True),
    stock=Stock(action=StockAction.TABLEAU),
)

WASP: Final = replace(
    SCORPION,
    id="wasp",
    title="Wasp",
    summary="A gentler Scorpion: fewer cards are hidden, and any card fills an empty pile.",
    text=(
        (
            "Seven tableau piles of seven cards, the bottom three of each of the first three piles "
            "face down; the other three cards are the stock."
        ),
        WHOLE_SUITS_GO_HOME,
        _ANY_CARD,
        _STOCK,
    ),
    source="PySolFC, Wasp",
    difficulty=Difficulty.MEDIUM,
    tableau=replace(SCORPION.tableau, face_down=(3, 3, 3, 0, 0, 0, 0), fill=EmptyPileRule.ANY),
)

THREE_BLIND_MICE: Final = replace(
    SCORPION,
    id="three-blind-mice",
    title="Three Blind Mice",
    summary="Scorpion in ten short piles, with two cards in reserve.",
    text=(
        (
            "Ten tableau piles of five cards, the bottom three of each of the last three piles "
            "face down, and a reserve of two single cards."
        ),
        WHOLE_SUITS_GO_HOME,
        _KINGS_ONLY,
        (
            "The reserve cards may be played to the tableau at any time; nothing is ever put into "
            "the reserve."
        ),
    ),
    source="PySolFC, Three Blind Mice",
    difficulty=Difficulty.MEDIUM,
    tableau=replace(SCORPION.tableau, deal=(5,) * 10, face_down=(0,) * 7 + (3,) * 3),
    reserve=Piles(deal=(1, 1), fill=EmptyPileRule.NOTHING),
    stock=None,
)

DOUBLE_SCORPION: Final = replace(
    SCORPION,
    id="double-scorpion",
    title="Double Scorpion",
    summary="Scorpion with two decks in ten long piles.",
    text=(
        (
            "Two decks. All cards are dealt to ten tableau piles, eleven to each of the first four "
            "and ten to the others, the bottom four of each of the first five face down."
        ),
        WHOLE_SUITS_GO_HOME,
        _KINGS_ONLY,
    ),
    source="PySolFC, Double Scorpion",
    difficulty=Difficulty.HARD,
    decks=2,
    tableau=replace(SCORPION.tableau, deal=(11,) * 4 + (10,) * 6, face_down=(4,) * 5 + (0,) * 5),
    stock=None,
)

GAMES: Final = (SCORPION, WASP, THREE_BLIND_MICE, DOUBLE_SCORPION)
