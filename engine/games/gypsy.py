"""Gypsy and its family: two decks, runs in alternating colours, and a stock dealt to the tableau.

The rules are PySolFC's. It deals the longest row of a triangle first and the face-up cards last, so
its deals differ from those here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    ALTERNATING,
    ANY_GROUP_FILLS,
    BUILDS_ALTERNATING_ANY,
    BUILDS_ALTERNATING_KINGS,
    EIGHT_FOUNDATIONS_GIVE_BACK,
    EIGHT_FOUNDATIONS_KEEP,
    GROUPS_MOVE,
    HIDDEN_CARDS_TURN,
    build_tableau,
)
from engine.rules import (
    IN_PLAY,
    IN_PLAY_AND_BACK,
    Build,
    EmptyPileRule,
    MoveUnit,
    PileKind,
    Piles,
    Rules,
    Stock,
    StockAction,
    SuitRule,
)


def _deals(times: str) -> str:
    """State how often the stock is dealt to the tableau."""
    return f"Deal one card from the stock to each tableau pile, empty or not, {times}."


_EIGHT_AND_FOUR: Final = _deals("eight times, then to the first four piles only")

GYPSY: Final = Rules(
    id="gypsy",
    title="Gypsy",
    summary="Easthaven with two decks in eight piles.",
    text=(
        (
            "Two decks. Eight tableau piles of three cards, only the top cards face up. The "
            "remaining 80 cards form the stock."
        ),
        EIGHT_FOUNDATIONS_GIVE_BACK,
        f"{BUILDS_ALTERNATING_ANY} {HIDDEN_CARDS_TURN}",
        _deals("ten times"),
    ),
    source="PySolFC, Gypsy",
    decks=2,
    tableau=Piles(
        deal=(3,) * 8,
        face_down=(2,) * 8,
        build=Build(SuitRule.ALTERNATING),
        build_from=IN_PLAY_AND_BACK,
        fill=EmptyPileRule.ANY,
        fill_from=IN_PLAY_AND_BACK,
        move_unit=MoveUnit.RUN,
    ),
    stock=Stock(action=StockAction.TABLEAU),
)

NOMAD: Final = replace(
    GYPSY,
    id="nomad",
    title="Nomad",
    summary="Gypsy with every card face up, and a cell.",
    text=(
        (
            "Two decks. Eight tableau piles of four cards, all face up. The remaining 72 cards "
            "form the stock."
        ),
        (
            "Build the eight foundations up in suit from ace to king. Their top cards may be "
            "played back to the tableau or the cell."
        ),
        BUILDS_ALTERNATING_ANY,
        "The cell holds one card.",
        _deals("nine times"),
    ),
    source="PySolFC, Nomad",
    tableau=replace(GYPSY.tableau, deal=(4,) * 8, face_down=()),
    cells=Piles(deal=(0,), fill_from=IN_PLAY_AND_BACK),
)

MISS_MILLIGAN: Final = replace(
    GYPSY,
    id="miss-milligan",
    title="Miss Milligan",
    summary="Twelve deals across eight piles, and a pocket.",
    text=(
        (
            "Two decks. Eight tableau piles of one card, all face up. The remaining 96 cards form "
            "the stock."
        ),
        EIGHT_FOUNDATIONS_KEEP,
        BUILDS_ALTERNATING_KINGS,
        _deals("twelve times"),
        (
            "Once the stock is empty, the reserve, while it is empty itself, takes a card or a run "
            "from the tableau; all or part of it may be played from there."
        ),
    ),
    source="PySolFC, Miss Milligan",
    tableau=replace(
        GYPSY.tableau,
        deal=(1,) * 8,
        face_down=(),
        build_from=IN_PLAY,
        fill=EmptyPileRule.KING,
        fill_from=IN_PLAY,
    ),
    reserve=Piles(
        deal=(0,),
        fill_from=frozenset({PileKind.TABLEAU}),
        move_unit=MoveUnit.RUN,
        run=Build(SuitRule.ALTERNATING),
        after_stock=True,
    ),
)

MILLIGAN_CELL: Final = replace(
    GYPSY,
    id="milligan-cell",
    title="Milligan Cell",
    summary="Twelve deals across eight piles, four cells.",
    text=(
        (
            "Two decks. Eight tableau piles of one card, all face up. The remaining 96 cards form "
            "the stock."
        ),
        EIGHT_FOUNDATIONS_KEEP,
        BUILDS_ALTERNATING_KINGS,
        "Each of the four cells holds one card.",
        _deals("twelve times"),
    ),
    source="PySolFC, Milligan Cell",
    tableau=replace(
        GYPSY.tableau,
        deal=(1,) * 8,
        face_down=(),
        build_from=IN_PLAY,
        fill=EmptyPileRule.KING,
        fill_from=IN_PLAY,
    ),
    cells=Piles(deal=(0,) * 4),
)

MILLIGAN_HARP: Final = replace(
    GYPSY,
    id="milligan-harp",
    title="Milligan Harp",
    summary="Gypsy on Klondike's triangle, eight wide.",
    text=(
        (
            "Two decks. Eight tableau piles of one to eight cards, only the top cards face up. The "
            "remaining 68 cards form the stock."
        ),
        EIGHT_FOUNDATIONS_KEEP,
        f"{BUILDS_ALTERNATING_ANY} {HIDDEN_CARDS_TURN}",
        _EIGHT_AND_FOUR,
    ),
    source="PySolFC, Milligan Harp",
    tableau=replace(
        GYPSY.tableau,
        deal=(1, 2, 3, 4, 5, 6, 7, 8),
        face_down=(0, 1, 2, 3, 4, 5, 6, 7),
        build_from=IN_PLAY,
        fill_from=IN_PLAY,
    ),
)

CARLTON: Final = replace(
    MILLIGAN_HARP,
    id="carlton",
    title="Carlton",
    summary="Milligan Harp with every card face up.",
    text=(
        (
            "Two decks. Eight tableau piles of one to eight cards, all face up. The remaining 68 "
            "cards form the stock."
        ),
        EIGHT_FOUNDATIONS_KEEP,
        BUILDS_ALTERNATING_ANY,
        _EIGHT_AND_FOUR,
    ),
    source="PySolFC, Carlton",
    tableau=replace(MILLIGAN_HARP.tableau, face_down=()),
)

LEXINGTON_HARP: Final = replace(
    MILLIGAN_HARP,
    id="lexington-harp",
    title="Lexington Harp",
    summary="Milligan Harp with the moves of Yukon.",
    text=(
        MILLIGAN_HARP.text[0],
        EIGHT_FOUNDATIONS_KEEP,
        build_tableau(ALTERNATING, GROUPS_MOVE, ANY_GROUP_FILLS, HIDDEN_CARDS_TURN),
        _EIGHT_AND_FOUR,
    ),
    source="PySolFC, Lexington Harp",
    tableau=replace(MILLIGAN_HARP.tableau, move_unit=MoveUnit.FACE_UP),
)

ELBA: Final = replace(
    GYPSY,
    id="elba",
    title="Elba",
    summary="Ten piles of five, and six deals across them.",
    text=(
        (
            "Two decks. Ten tableau piles of five cards, only the top cards face up. The remaining "
            "54 cards form the stock."
        ),
        EIGHT_FOUNDATIONS_GIVE_BACK,
        f"{BUILDS_ALTERNATING_KINGS} {HIDDEN_CARDS_TURN}",
        _deals("five times, then to the first four piles only"),
    ),
    source="PySolFC, Elba",
    tableau=replace(GYPSY.tableau, deal=(5,) * 10, face_down=(4,) * 10, fill=EmptyPileRule.KING),
)

GAMES: Final = (
    GYPSY,
    NOMAD,
    MISS_MILLIGAN,
    MILLIGAN_CELL,
    MILLIGAN_HARP,
    CARLTON,
    LEXINGTON_HARP,
    ELBA,
)
