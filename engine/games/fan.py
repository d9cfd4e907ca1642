"""Fan, La Belle Lucie and their families: many small piles, fanned so that every card shows.

The rules are PySolFC's, except that in Free Fan it lets a foundation card return to a cell, which
is never useful; here it returns to the tableau only. Its Fan has one card left over; in the game
whose win rate is published, and here in Fan 16, two fans have two cards.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.games.sentences import (
    EIGHT_FOUNDATIONS_GIVE_BACK,
    EMPTY_PILES_STAY,
    FOUNDATIONS_GIVE_BACK,
    KING_FILLS,
    KING_RUN_FILLS,
    MOVE_BY_CELLS,
    SINGLES_MOVE,
    build_tableau,
)
from engine.rules import (
    IN_PLAY_AND_BACK,
    Build,
    Direction,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    Piles,
    Rules,
    Stock,
    StockAction,
    SuitRule,
)

_FANS: Final = (
    "All cards are dealt face up to eighteen tableau piles: seventeen fans of three cards and a "
    "single card."
)
_FANS_WITHOUT_ACES: Final = (
    "The four aces start the foundations. The other cards are dealt face up to sixteen tableau "
    "piles of three."
)
_GATHERS: Final = (
    "Twice, you may gather the cards left in the tableau, shuffle them and redeal them in fans of "
    "three; the last fan may be smaller."
)

FAN: Final = Rules(
    id="fan",
    title="Fan",
    summary="Eighteen fans built in suit, all face up.",
    text=(_FANS, FOUNDATIONS_GIVE_BACK, build_tableau("down in suit", SINGLES_MOVE, KING_FILLS)),
    source="PySolFC, Fan",
    tableau=Piles(
        deal=(*(3,) * 17, 1),
        build=Build(SuitRule.SAME),
        build_from=IN_PLAY_AND_BACK,
        fill=EmptyPileRule.KING,
        fill_from=IN_PLAY_AND_BACK,
    ),
)

FAN_16: Final = replace(
    FAN,
    id="fan-16",
    title="Fan 16",
    summary="Fan with sixteen fans of three and two pairs.",
    text=(
        (
            "All cards are dealt face up to eighteen tableau piles: sixteen fans of three cards "
            "and two pairs."
        ),
        *FAN.text[1:],
    ),
    source="Solvitaire, Fan",
    tableau=replace(FAN.tableau, deal=(*(3,) * 16, 2, 2)),
)

FREE_FAN: Final = replace(
    FAN,
    id="free-fan",
    title="Free Fan",
    summary="Fan with two cells.",
    text=(
        _FANS,
        FOUNDATIONS_GIVE_BACK,
        build_tableau("down in suit", KING_RUN_FILLS, MOVE_BY_CELLS),
        "Each of the two cells holds one card from the tableau.",
    ),
    source="PySolFC, Free Fan",
    tableau=replace(FAN.tableau, move_unit=MoveUnit.SUPERMOVE),
    cells=Piles(deal=(0,) * 2),
)

CEILING_FAN: Final = replace(
    FAN,
    id="ceiling-fan",
    title="Ceiling Fan",
    summary="Fan built in alternating colours.",
    text=(
        _FANS,
        FOUNDATIONS_GIVE_BACK,
        build_tableau("down in alternating colours", SINGLES_MOVE, KING_FILLS),
    ),
    source="PySolFC, Ceiling Fan",
    tableau=replace(FAN.tableau, build=Build(SuitRule.ALTERNATING)),
)

BOX_FAN: Final = replace(
    CEILING_FAN,
    id="box-fan",
    title="Box Fan",
    summary="Sixteen fans in alternating colours.",
    text=(
        _FANS_WITHOUT_ACES,
        FOUNDATIONS_GIVE_BACK,
        build_tableau("down in alternating colours", SINGLES_MOVE, KING_FILLS),
    ),
    source="PySolFC, Box Fan",
    tableau=replace(CEILING_FAN.tableau, deal=(3,) * 16),
    foundations=Foundations(start=1),
)

LA_BELLE_LUCIE: Final = replace(
    FAN,
    id="la-belle-lucie",
    title="La Belle Lucie",
    summary="Fans in suit, twice shuffled and redealt.",
    text=(
        _FANS,
        FOUNDATIONS_GIVE_BACK,
        build_tableau("down in suit", SINGLES_MOVE, EMPTY_PILES_STAY),
        _GATHERS,
    ),
    source="PySolFC, La Belle Lucie",
    tableau=replace(FAN.tableau, fill=EmptyPileRule.NOTHING),
    stock=Stock(action=StockAction.RESHUFFLE, redeals=2),
)

SUPER_FLOWER_GARDEN: Final = replace(
    LA_BELLE_LUCIE,
    id="super-flower-garden",
    title="Super Flower Garden",
    summary="La Belle Lucie built regardless of suit.",
    text=(
        _FANS,
        FOUNDATIONS_GIVE_BACK,
        build_tableau("down regardless of suit", SINGLES_MOVE, EMPTY_PILES_STAY),
        _GATHERS,
    ),
    source="PySolFC, Super Flower Garden",
    tableau=replace(LA_BELLE_LUCIE.tableau, build=Build(SuitRule.ANY)),
)

HOUSE_IN_THE_WOOD: Final = Rules(
    id="house-in-the-wood",
    title="House in the Wood",
    summary="Two decks in fans, built up or down in suit.",
    text=(
        ("Two decks, dealt face up to 35 tableau piles: 34 fans of three cards and one of two."),
        EIGHT_FOUNDATIONS_GIVE_BACK,
        build_tableau("up or down in suit", SINGLES_MOVE, EMPTY_PILES_STAY),
    ),
    source="PySolFC, House in the Wood",
    decks=2,
    tableau=Piles(
        deal=(*(3,) * 34, 2),
        build=Build(SuitRule.SAME, Direction.EITHER),
        build_from=IN_PLAY_AND_BACK,
        fill=EmptyPileRule.NOTHING,
    ),
)

GAMES: Final = (
    FAN,
    FAN_16,
    FREE_FAN,
    CEILING_FAN,
    BOX_FAN,
    LA_BELLE_LUCIE,
    SUPER_FLOWER_GARDEN,
    HOUSE_IN_THE_WOOD,
)
