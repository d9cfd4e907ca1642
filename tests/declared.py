"""Games declared for tests: classics, and games of extreme shapes."""

from __future__ import annotations

from engine import Rules
from engine.rules import (
    IN_PLAY_AND_BACK,
    Base,
    Build,
    Direction,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    PileKind,
    Piles,
    Stock,
    StockAction,
    SuitRule,
)


def declare(name: str, tableau: Piles, **others: object) -> Rules:
    """A game for a test.

    Args:
        name: its id.
        tableau: its tableau.
        others: other fields of :class:`Rules`.
    """
    return Rules(
        id=name,
        title=name.capitalize(),
        summary="A game for a test.",
        text=("A game for a test.",),
        source="common knowledge",
        tableau=tableau,
        **others,  # type: ignore[arg-type]  # fields have different types
    )


FREECELL = declare(
    "freecell",
    Piles(
        deal=(7, 7, 7, 7, 6, 6, 6, 6),
        build=Build(SuitRule.ALTERNATING),
        move_unit=MoveUnit.SUPERMOVE,
    ),
    cells=Piles(deal=(0, 0, 0, 0)),
)
YUKON = declare(
    "yukon",
    Piles(
        deal=(1, 6, 7, 8, 9, 10, 11),
        face_down=(0, 1, 2, 3, 4, 5, 6),
        build=Build(SuitRule.ALTERNATING),
        fill=EmptyPileRule.KING,
        move_unit=MoveUnit.FACE_UP,
    ),
)
SPIDER = declare(
    "spider",
    Piles(
        deal=(6, 6, 6, 6, 5, 5, 5, 5, 5, 5),
        face_down=(5, 5, 5, 5, 4, 4, 4, 4, 4, 4),
        build=Build(SuitRule.ANY),
        move_unit=MoveUnit.RUN,
        run=Build(SuitRule.SAME),
    ),
    decks=2,
    foundations=Foundations(whole_suits=True),
    stock=Stock(action=StockAction.TABLEAU, onto_empty=False),
)
CANFIELD = declare(
    "canfield",
    Piles(
        deal=(1, 1, 1, 1),
        build=Build(SuitRule.ALTERNATING, wraps=True),
        move_unit=MoveUnit.RUN,
        refilled=True,
    ),
    reserve=Piles(deal=(13,), face_down=(12,), fill=EmptyPileRule.NOTHING),
    foundations=Foundations(base=Base.DEALT),
    stock=Stock(turn=3, redeals=None),
    deal_order=(PileKind.RESERVE, PileKind.TABLEAU, PileKind.CELL),
)
KLONDIKE = declare(
    "klondike",
    Piles(
        deal=(1, 2, 3, 4, 5, 6, 7),
        face_down=(0, 1, 2, 3, 4, 5, 6),
        build=Build(SuitRule.ALTERNATING),
        build_from=IN_PLAY_AND_BACK,
        fill=EmptyPileRule.KING,
        fill_from=IN_PLAY_AND_BACK,
        move_unit=MoveUnit.RUN,
    ),
    stock=Stock(turn=1, redeals=2),
)
CLASSICS = (KLONDIKE, FREECELL, SPIDER, YUKON, CANFIELD)
"""Well-known games of five families."""

FANS = declare(
    "fans",
    Piles(deal=(*(3,) * 17, 1), build=Build(SuitRule.SAME), fill=EmptyPileRule.NOTHING),
    stock=Stock(action=StockAction.RESHUFFLE, redeals=2),
)
MEETING = declare(
    "meeting",
    Piles(
        deal=(*(3,) * 4, *(4,) * 9),
        build=Build(SuitRule.SAME, Direction.EITHER),
        fill=EmptyPileRule.NOTHING,
    ),
    foundations=Foundations(start=1, descending=True),
)
GARDEN = declare(
    "garden",
    Piles(deal=(6,) * 6, build=Build(SuitRule.ANY)),
    reserve=Piles(deal=(1,) * 16, fill=EmptyPileRule.NOTHING),
)
STAIRS = declare(
    "stairs",
    Piles(deal=tuple(range(9, 0, -1)), build=Build(SuitRule.ALTERNATING)),
    reserve=Piles(deal=(1,) * 7, fill=EmptyPileRule.NOTHING),
)
CASTLE = declare(
    "castle",
    Piles(deal=(6,) * 8, build=Build(SuitRule.ANY)),
    foundations=Foundations(start=1),
)
THIEVES = declare(
    "thieves",
    Piles(deal=(4,) * 10, build=Build(SuitRule.SAME)),
    decks=2,
    stock=Stock(),
)
DOUBLE = declare(
    "double",
    Piles(
        deal=tuple(range(1, 10)),
        face_down=tuple(range(9)),
        build=Build(SuitRule.ALTERNATING),
        build_from=IN_PLAY_AND_BACK,
        fill=EmptyPileRule.KING,
        move_unit=MoveUnit.RUN,
    ),
    decks=2,
    stock=Stock(redeals=1),
)
CROWD = declare(
    "crowd",
    Piles(
        deal=(4,) * 10,
        build=Build(SuitRule.ANY, Direction.EITHER, wraps=True),
        build_from=IN_PLAY_AND_BACK,
        fill_from=IN_PLAY_AND_BACK,
        move_unit=MoveUnit.FACE_UP,
    ),
    decks=2,
    cells=Piles(deal=(0,) * 8),
    reserve=Piles(deal=(1,) * 16),
    stock=Stock(redeals=2),
)
MULTITUDE = declare(
    "multitude",
    Piles(
        deal=(*(2,) * 5, *(1,) * 94),
        build=Build(SuitRule.ANY, Direction.EITHER, wraps=True),
        build_from=IN_PLAY_AND_BACK,
        move_unit=MoveUnit.RUN,
    ),
    decks=2,
)
TOWERS = declare(
    "towers",
    Piles(
        deal=(17, 17, 17, 1, 0),
        build=Build(SuitRule.ANY, Direction.EITHER),
        move_unit=MoveUnit.FACE_UP,
    ),
    decks=1,
)
EXTREMES = (
    FANS,
    MEETING,
    GARDEN,
    STAIRS,
    CASTLE,
    THIEVES,
    DOUBLE,
    CROWD,
    MULTITUDE,
    TOWERS,
)
"""Games of extreme shapes: many piles, long piles, descending foundations, reshuffles."""
