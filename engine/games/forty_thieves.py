"""Forty Thieves and its family: wide tableaus and a single pass through a long stock.

The rules are PySolFC's, except that it turns the first card of the stock before play begins; here
the player does. Its Lucas has four rows and all cards shuffled; elsewhere that game has three rows
and starts with the aces on the foundations. Big Forty and Ali Baba are played with one deck. So is
Fortune's Favor, whose rules are those of `Solvitaire
<https://github.com/thecharlieblake/Solvitaire>`_, the program behind its published win rate:
PySolFC lets foundation cards return, and its waste is never empty.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.cards import Rank
from engine.games.sentences import (
    ANY_CARD_FILLS,
    BUILDS_ALTERNATING_ANY,
    BUILDS_SUIT_ANY,
    CARDS_RETURN,
    EIGHT_FOUNDATIONS_GIVE_BACK,
    FOUNDATIONS_GIVE_BACK,
    FOUNDATIONS_KEEP,
    HIDDEN_CARDS_TURN,
    SINGLES_ALTERNATING_ANY,
    SINGLES_MOVE,
    SINGLES_OTHER_ANY,
    SINGLES_SUIT_ANY,
    TURN_ONE,
    TURN_ONE_REDEAL_AT_WILL,
    build_tableau,
)
from engine.rules import (
    IN_PLAY_AND_BACK,
    Build,
    Foundations,
    MoveUnit,
    PileKind,
    Piles,
    Rules,
    Stock,
    SuitRule,
)


def _deal(piles: str, stock: int, *, faces: str = "all face up") -> str:
    """State how two decks are dealt."""
    return f"Two decks. {piles}, {faces}. The remaining {stock} cards form the stock."


FORTY_THIEVES: Final = Rules(
    id="forty-thieves",
    title="Forty Thieves",
    summary="Two decks built in suit, in a single pass.",
    text=(
        _deal("Ten tableau piles of four cards", 64),
        EIGHT_FOUNDATIONS_GIVE_BACK,
        SINGLES_SUIT_ANY,
        TURN_ONE,
    ),
    source="PySolFC, Forty Thieves",
    decks=2,
    tableau=Piles(
        deal=(4,) * 10,
        build=Build(SuitRule.SAME),
        build_from=IN_PLAY_AND_BACK,
        fill_from=IN_PLAY_AND_BACK,
    ),
    stock=Stock(turn=1, redeals=0),
)

JOSEPHINE: Final = replace(
    FORTY_THIEVES,
    id="josephine",
    title="Josephine",
    summary="Forty Thieves, but runs move as a unit.",
    text=(FORTY_THIEVES.text[0], EIGHT_FOUNDATIONS_GIVE_BACK, BUILDS_SUIT_ANY, TURN_ONE),
    source="PySolFC, Josephine",
    tableau=replace(FORTY_THIEVES.tableau, move_unit=MoveUnit.RUN),
)

LIMITED: Final = replace(
    FORTY_THIEVES,
    id="limited",
    title="Limited",
    summary="Forty Thieves in twelve piles of three.",
    text=(_deal("Twelve tableau piles of three cards", 68), *FORTY_THIEVES.text[1:]),
    source="PySolFC, Limited",
    tableau=replace(FORTY_THIEVES.tableau, deal=(3,) * 12),
)

BUSY_ACES: Final = replace(
    FORTY_THIEVES,
    id="busy-aces",
    title="Busy Aces",
    summary="Forty Thieves from twelve single cards.",
    text=(_deal("Twelve tableau piles of one card", 92), *FORTY_THIEVES.text[1:]),
    source="PySolFC, Busy Aces",
    tableau=replace(FORTY_THIEVES.tableau, deal=(1,) * 12),
)

NAPOLEONS_SQUARE: Final = replace(
    JOSEPHINE,
    id="napoleons-square",
    title="Napoleon's Square",
    summary="Josephine in twelve piles.",
    text=(_deal("Twelve tableau piles of four cards", 56), *JOSEPHINE.text[1:]),
    source="PySolFC, Napoleon's Square",
    tableau=replace(JOSEPHINE.tableau, deal=(4,) * 12),
)

LUCAS: Final = replace(
    JOSEPHINE,
    id="lucas",
    title="Lucas",
    summary="Josephine in thirteen piles, half face up.",
    text=(_deal("Thirteen tableau piles of four cards", 52), *JOSEPHINE.text[1:]),
    source="PySolFC, Lucas",
    tableau=replace(JOSEPHINE.tableau, deal=(4,) * 13),
)

SAN_JUAN_HILL: Final = replace(
    FORTY_THIEVES,
    id="san-juan-hill",
    title="San Juan Hill",
    summary="Forty Thieves, aces on the foundations.",
    text=(
        (
            "Two decks. The eight aces start the foundations. Ten tableau piles of four cards, all "
            "face up. The remaining 56 cards form the stock."
        ),
        *FORTY_THIEVES.text[1:],
    ),
    source="PySolFC, San Juan Hill",
    foundations=Foundations(start=1),
)

DEUCES: Final = replace(
    FORTY_THIEVES,
    id="deuces",
    title="Deuces",
    summary="Foundations from two to ace, kings on aces.",
    text=(
        (
            "Two decks. The eight twos start the foundations. Ten tableau piles of one card, all "
            "face up. The remaining 86 cards form the stock."
        ),
        (f"Build the eight foundations up in suit from two to king, then the ace. {CARDS_RETURN}"),
        build_tableau("down in suit, with king on ace", SINGLES_MOVE, ANY_CARD_FILLS),
        TURN_ONE,
    ),
    source="PySolFC, Deuces",
    tableau=replace(FORTY_THIEVES.tableau, deal=(1,) * 10, build=Build(SuitRule.SAME, wraps=True)),
    foundations=Foundations(base=Rank.TWO, start=1),
)

MARIA: Final = replace(
    FORTY_THIEVES,
    id="maria",
    title="Maria",
    summary="Nine piles of four, in alternating colours.",
    text=(
        _deal("Nine tableau piles of four cards", 68),
        EIGHT_FOUNDATIONS_GIVE_BACK,
        SINGLES_ALTERNATING_ANY,
        TURN_ONE,
    ),
    source="PySolFC, Maria",
    tableau=replace(FORTY_THIEVES.tableau, deal=(4,) * 9, build=Build(SuitRule.ALTERNATING)),
)

NUMBER_TEN: Final = replace(
    FORTY_THIEVES,
    id="number-ten",
    title="Number Ten",
    summary="Ten piles of four, two hidden in each.",
    text=(
        _deal("Ten tableau piles of four cards", 64, faces="the top two face up"),
        EIGHT_FOUNDATIONS_GIVE_BACK,
        f"{BUILDS_ALTERNATING_ANY} {HIDDEN_CARDS_TURN}",
        TURN_ONE,
    ),
    source="PySolFC, Number Ten",
    tableau=replace(
        FORTY_THIEVES.tableau,
        face_down=(2,) * 10,
        build=Build(SuitRule.ALTERNATING),
        move_unit=MoveUnit.RUN,
    ),
)

RANK_AND_FILE: Final = replace(
    NUMBER_TEN,
    id="rank-and-file",
    title="Rank and File",
    summary="Number Ten with three of four cards hidden.",
    text=(
        _deal("Ten tableau piles of four cards", 64, faces="only the top cards face up"),
        *NUMBER_TEN.text[1:],
    ),
    source="PySolFC, Rank and File",
    tableau=replace(NUMBER_TEN.tableau, face_down=(3,) * 10),
)

EMPEROR: Final = replace(
    RANK_AND_FILE,
    id="emperor",
    title="Emperor",
    summary="Rank and File, one card at a time.",
    text=(
        RANK_AND_FILE.text[0],
        EIGHT_FOUNDATIONS_GIVE_BACK,
        f"{SINGLES_ALTERNATING_ANY} {HIDDEN_CARDS_TURN}",
        TURN_ONE,
    ),
    source="PySolFC, Emperor",
    tableau=replace(RANK_AND_FILE.tableau, move_unit=MoveUnit.SINGLE),
)

INDIAN: Final = replace(
    FORTY_THIEVES,
    id="indian",
    title="Indian",
    summary="Ten piles of three, on any other suit.",
    text=(
        _deal("Ten tableau piles of three cards", 74, faces="the top two face up"),
        EIGHT_FOUNDATIONS_GIVE_BACK,
        f"{SINGLES_OTHER_ANY} {HIDDEN_CARDS_TURN}",
        TURN_ONE,
    ),
    source="PySolFC, Indian",
    tableau=replace(
        FORTY_THIEVES.tableau, deal=(3,) * 10, face_down=(1,) * 10, build=Build(SuitRule.OTHER)
    ),
)

BIG_FORTY: Final = Rules(
    id="big-forty",
    title="Big Forty",
    summary="One deck, built in suit, redealt at will.",
    text=(
        ("Ten tableau piles of four cards, all face up. The remaining 12 cards form the stock."),
        FOUNDATIONS_GIVE_BACK,
        BUILDS_SUIT_ANY,
        TURN_ONE_REDEAL_AT_WILL,
    ),
    source="PySolFC, Big Forty",
    tableau=JOSEPHINE.tableau,
    stock=Stock(turn=1, redeals=None),
)

ALI_BABA: Final = replace(
    BIG_FORTY,
    id="ali-baba",
    title="Ali Baba",
    summary="Big Forty with aces on the foundations.",
    text=(
        (
            "The four aces start the foundations. Ten tableau piles of four cards, all face up. "
            "The remaining 8 cards form the stock."
        ),
        *BIG_FORTY.text[1:],
    ),
    source="PySolFC, Ali Baba",
    foundations=Foundations(start=1),
)

FORTUNES_FAVOR: Final = Rules(
    id="fortunes-favor",
    title="Fortune's Favor",
    summary="Busy Aces with one deck.",
    text=(
        (
            "The four aces start the foundations. Twelve tableau piles of one card, all face up. "
            "The remaining 36 cards form the stock."
        ),
        FOUNDATIONS_KEEP,
        build_tableau(
            "down in suit",
            SINGLES_MOVE,
            "An empty pile is filled at once with the top card of the waste or, if that is empty, "
            "of the stock. When both are empty, any card may fill it.",
        ),
        TURN_ONE,
    ),
    source="Solvitaire, Fortune's Favor",
    tableau=Piles(
        deal=(1,) * 12,
        build=Build(SuitRule.SAME),
        refilled=True,
        refill_from=(PileKind.WASTE, PileKind.STOCK),
    ),
    foundations=Foundations(start=1),
    stock=Stock(turn=1, redeals=0),
)

GAMES: Final = (
    FORTY_THIEVES,
    JOSEPHINE,
    LIMITED,
    BUSY_ACES,
    NAPOLEONS_SQUARE,
    LUCAS,
    SAN_JUAN_HILL,
    DEUCES,
    MARIA,
    NUMBER_TEN,
    RANK_AND_FILE,
    EMPEROR,
    INDIAN,
    BIG_FORTY,
    ALI_BABA,
    FORTUNES_FAVOR,
)
