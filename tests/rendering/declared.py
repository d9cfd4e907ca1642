"""Games that are in no catalogue: declarations as other builders would have them."""

from __future__ import annotations

from engine.rules import (
    Base,
    Build,
    Dealing,
    Filler,
    Foundations,
    Group,
    Kind,
    Piles,
    Rules,
    Stock,
    Suits,
)

_ALTERNATING = Build(Suits.ALTERNATING)
_TEXT = ("For tests.",)


def _rules(game: str, tableau: Piles, **words: object) -> Rules:
    return Rules(
        id=game,
        title=game.title(),
        summary="For tests.",
        text=_TEXT,
        source="common knowledge",
        tableau=tableau,
        **words,  # type: ignore[arg-type]  # each caller names fields of Rules
    )


KLONDIKE = _rules(
    "klondike",
    Piles(
        deal=(1, 2, 3, 4, 5, 6, 7),
        face_down=(0, 1, 2, 3, 4, 5, 6),
        build=_ALTERNATING,
        fill=Filler.KING,
        group=Group.RUN,
    ),
    stock=Stock(turn=3, redeals=None),
)
FREECELL = _rules(
    "freecell",
    Piles(deal=(7, 7, 7, 7, 6, 6, 6, 6), build=_ALTERNATING, group=Group.SPACES),
    cells=Piles(deal=(0, 0, 0, 0)),
)
SPIDER = _rules(
    "spider",
    Piles(
        deal=(6, 6, 6, 6, 5, 5, 5, 5, 5, 5),
        face_down=(5, 5, 5, 5, 4, 4, 4, 4, 4, 4),
        build=Build(Suits.ANY),
        run=Build(Suits.SAME),
        group=Group.RUN,
    ),
    decks=2,
    stock=Stock(dealing=Dealing.TABLEAU, onto_empty=False),
    foundations=Foundations(whole_suits=True),
)
YUKON = _rules(
    "yukon",
    Piles(
        deal=(1, 6, 7, 8, 9, 10, 11),
        face_down=(0, 1, 2, 3, 4, 5, 6),
        build=_ALTERNATING,
        fill=Filler.KING,
        group=Group.FACE_UP,
    ),
)
CANFIELD = _rules(
    "canfield",
    Piles(
        deal=(1, 1, 1, 1),
        build=Build(Suits.ALTERNATING, wraps=True),
        group=Group.RUN,
        refilled=True,
    ),
    reserve=Piles(deal=(13,), fill=Filler.NOTHING),
    foundations=Foundations(base=Base.DEALT),
    stock=Stock(turn=3, redeals=None),
    order=(Kind.RESERVE, Kind.TABLEAU, Kind.CELL),
)
LATER_GAMES = (KLONDIKE, FREECELL, SPIDER, YUKON, CANFIELD)
