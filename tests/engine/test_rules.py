"""Declarations: what their words mean, and which of them contradict themselves."""

from __future__ import annotations

from dataclasses import replace

import pytest

import engine
from engine import IllegalMove, Rank, Status
from engine.dealing import opening
from engine.rules import (
    Base,
    Build,
    DealNumbering,
    Direction,
    EmptyPileRule,
    Foundations,
    MoveUnit,
    PileKind,
    Piles,
    Stock,
    StockAction,
    SuitRule,
    Win,
)
from tests.declared import KLONDIKE, SPIDER, declare
from tests.engine.positions import cards, moves, play, position


@pytest.mark.parametrize(
    ("build", "fits"),
    [
        (Build(SuitRule.ANY), "6S 6H 6D 6C"),
        (Build(SuitRule.SAME), "6H"),
        (Build(SuitRule.SAME_COLOUR), "6H 6D"),
        (Build(SuitRule.OTHER), "6S 6D 6C"),
        (Build(SuitRule.ALTERNATING), "6S 6C"),
        (Build(SuitRule.SAME, Direction.UP), "8H"),
        (Build(SuitRule.SAME, Direction.EITHER), "6H 8H"),
        (Build(SuitRule.ANY, Direction.UP), "8S 8H 8D 8C"),
    ],
)
def test_a_build_decides_which_cards_go_onto_the_seven_of_hearts(build: Build, fits: str) -> None:
    rules = declare("builds", Piles(deal=(26, 26), build=build))
    found = set()
    for card in engine.cards.CARDS:
        if str(card) != "7H":
            board = position(rules, "1: 7H", f"2: {card}", rest="2")
            if moves(board, "2", "1"):
                found.add(str(card))
    assert found == set(fits.split())


@pytest.mark.parametrize(("wraps", "fits"), [(True, {"KH", "2H"}), (False, {"2H"})])
def test_king_and_ace_are_neighbours_only_where_builds_wrap(wraps: bool, fits: set[str]) -> None:
    build = Build(SuitRule.SAME, Direction.EITHER, wraps=wraps)
    rules = declare("corners", Piles(deal=(26, 26), build=build))
    found = set()
    for rank in "23456789TJQK":
        board = position(rules, "1: AH", f"2: {rank}H", rest="2")
        if moves(board, "2", "1"):
            found.add(f"{rank}H")
    assert found == fits


def test_aces_may_start_on_the_foundations() -> None:
    rules = declare(
        "started", Piles(deal=(4,) * 8), decks=2, foundations=Foundations(start=1), stock=Stock()
    )
    board = opening(rules, 1)
    assert board.foundation_count == 8
    assert all(board.piles[f"f{number}"][0].rank == 1 for number in range(1, 9))
    assert len(board.piles["s"]) == 104 - 8 - 32


def test_more_than_aces_may_start_on_the_foundations() -> None:
    rules = declare("ahead", Piles(deal=(40,)), foundations=Foundations(start=3))
    board = opening(rules, 1)
    assert board.foundation_count == 12
    assert board.piles["f3"] == cards("AD 2D 3D")


def test_where_the_base_is_dealt_the_rank_below_it_fills_empty_piles_as_kings_do() -> None:
    """It is the last rank of every foundation, as the king usually is."""
    rules = declare(
        "corner",
        Piles(deal=(1,) * 4, build=Build(SuitRule.ANY, wraps=True), fill=EmptyPileRule.KING),
        foundations=Foundations(base=Base.DEALT),
        stock=Stock(redeals=None),
    )
    board = position(rules, "f1: QS", "1: 3H JD", "2: 9H KC", "w: 7S", rest="s")
    assert moves(board, target="3") == {"1-3"}
    with pytest.raises(IllegalMove, match="takes only a jack or a run headed by one, not K♣"):
        play(board, "2-3")


def test_an_empty_pile_is_filled_only_from_the_declared_kinds_of_piles() -> None:
    piles = Piles(deal=(1,) * 4, build=Build(SuitRule.SAME), fill_from=frozenset({PileKind.WASTE}))
    board = position(declare("fussy", piles, stock=Stock()), "1: 3H 9D", "w: 7S", rest="s")
    assert moves(board, target="2") == {"w-2"}
    with pytest.raises(IllegalMove, match="cannot go from pile 1 into pile 2"):
        play(board, "1-2")


def test_boards_of_a_game_share_its_compiled_rules() -> None:
    assert opening(KLONDIKE, 1).compiled is opening(KLONDIKE, 2).compiled


def test_a_second_whole_suit_goes_to_the_second_foundation_of_its_suit() -> None:
    suit = "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH"
    board = play(position(SPIDER, f"1: {suit}", f"2: {suit}", rest="s"), "1-f2*13")
    assert moves(board, "2", "f6") == {"2-f6*13"}


def test_a_game_is_stuck_when_an_empty_pile_that_nothing_fills_forbids_the_deal() -> None:
    rules = declare(
        "barren",
        Piles(deal=(1, 1), fill=EmptyPileRule.NOTHING),
        stock=Stock(action=StockAction.TABLEAU, onto_empty=False),
    )
    board = position(rules, "1: 2S", rest="s")
    assert moves(board) == set()
    assert board.status is Status.STUCK


DEAL_ORDER = (PileKind.TABLEAU, PileKind.RESERVE, PileKind.CELL)
BASE_DEALT = Foundations(base=Base.DEALT)
SINGLE = Foundations(start=1, build=Build(SuitRule.ANY))
RESHUFFLED = Stock(action=StockAction.RESHUFFLE, redeals=2)
SHORT = {"last_rank": Rank.EIGHT}
ALL_DEALT = {"tableau": Piles(deal=(4,) * 13)}
SIDE_BY_SIDE = {"tableau": Piles(deal=(1,) * 52), "stock": None}
IN_ROWS = {"tableau": Piles(deal=(1,) * 52, row_length=13, fill=EmptyPileRule.NEXT), "stock": None}
KINGS = Foundations(groups=((Rank.KING,),))
FAULTS_OF_PLACE: list[tuple[str, dict[str, object]]] = [
    ("name the covering piles", {"tableau": Piles(deal=(4, 4), covered_by=((2,),))}),
    ("piles that come after it", {"tableau": Piles(deal=(4, 4), covered_by=((), (1,)))}),
    ("only the tableau has rows", {"reserve": Piles(deal=(1,), row_length=1)}),
    ("rows must be of one length", {"tableau": Piles(deal=(4, 4, 4), row_length=2)}),
    ("left neighbours only in rows", {"tableau": Piles(deal=(1, 1), fill=EmptyPileRule.NEXT)}),
    ("each of four rows", {"tableau": Piles(deal=(1, 1), row_length=2, row_suits=True)}),
    ("nothing else does", {"tableau": Piles(deal=(4, 4), move_unit=MoveUnit.STACK)}),
    ("nothing else does", {"tableau": Piles(deal=(4, 4), steps_left=(1,))}),
    (
        "at least one place",
        {"tableau": Piles(deal=(4, 4), move_unit=MoveUnit.STACK, steps_left=(0,))},
    ),
    ("do not begin with a card", {"foundations": replace(KINGS, start=1)}),
    ("do not begin with a card", {"foundations": replace(KINGS, base=Rank.TWO)}),
    ("one to three cards", {"foundations": Foundations(groups=((Rank.ACE,) * 4,))}),
    ("from rows can touch", {"foundations": replace(KINGS, touching=True)}),
    (
        "two cards touch",
        {
            "tableau": Piles(deal=(4, 4), row_length=2),
            "foundations": replace(KINGS, touching=True),
        },
    ),
    (
        "won by its rows, or by one pile",
        {"tableau": Piles(deal=(4, 4), move_unit=MoveUnit.STACK, steps_left=(1,))},
    ),
    ("won by its rows, or by one pile", {**IN_ROWS}),
    ("no foundations where", {"foundations": Foundations(start=1), "win": Win.ONE_PILE}),
    ("one deck, all in the tableau", {"win": Win.ONE_PILE}),
    ("is dealt one card", {**ALL_DEALT, "stock": None, "win": Win.ONE_PILE}),
    ("rows win where", {**SIDE_BY_SIDE, "win": Win.ROWS}),
    ("one pile wins where", {**SIDE_BY_SIDE, "win": Win.ONE_PILE}),
    ("every card of their suits", {"first_rank": Rank.TWO}),
    ("every card of their suits", {"cards_in_play": 18}),
    (
        "each suit needs a row of its own",
        {
            "tableau": Piles(deal=(1,) * 52, row_length=26, fill=EmptyPileRule.NEXT),
            "stock": None,
            "win": Win.ROWS,
        },
    ),
    ("at least two ranks", {**IN_ROWS, "first_rank": Rank.KING, "win": Win.ROWS}),
    ("only fills piles", {"stock": Stock(action=StockAction.FILL)}),
    (
        "closes up where nothing else fills or covers",
        {
            "tableau": Piles(deal=(4, 4), covered_by=((2,), ())),
            "stock": Stock(action=StockAction.CLOSE_UP),
        },
    ),
    (
        "cards that close up or are dealt anew lie face up",
        {
            "tableau": Piles(deal=(4, 4), face_down=(1, 1)),
            "stock": Stock(action=StockAction.CLOSE_UP),
        },
    ),
    (
        "cards that close up or are dealt anew lie face up",
        {"tableau": Piles(deal=(4,) * 13, face_down=(1,) * 13), "stock": RESHUFFLED},
    ),
]
"""Contradictions in what lies where, and in what leaves together."""


@pytest.mark.parametrize(
    ("fault", "declaration"),
    [
        ("one or two decks", {"decks": 3}),
        ("deals 53 cards of 52", {"tableau": Piles(deal=(53,)), "stock": None}),
        (
            "leaves 2 cards over and declares no stock",
            {"tableau": Piles(deal=(50,)), "stock": None},
        ),
        ("declares a stock and deals every card", {"tableau": Piles(deal=(52,))}),
        ("a cell holds one card", {"cells": Piles(deal=(2,))}),
        ("a cell holds one card", {"cells": Piles(deal=(1,), build=Build(SuitRule.ANY))}),
        ("cannot start with other cards", {"foundations": Foundations(base=Base.DEALT, start=1)}),
        ("once each", {"deal_order": (PileKind.TABLEAU, PileKind.TABLEAU, PileKind.CELL)}),
        ("once each", {"deal_order": (PileKind.TABLEAU,)}),
        ("must turn at least one card", {"stock": Stock(turn=0)}),
        ("redeals cannot be negative", {"stock": Stock(redeals=-1)}),
        ("more cards are face down", {"tableau": Piles(deal=(3, 3), face_down=(4, 0))}),
        ("a number for each pile", {"tableau": Piles(deal=(3, 3), face_down=(1,))}),
        (
            "top card of every pile must lie face up",
            {"tableau": Piles(deal=(3, 3), face_down=(3, 0))},
        ),
        ("at least one tableau pile", {"tableau": Piles(deal=())}),
        ("negative number of cards", {"tableau": Piles(deal=(3, -1))}),
        ("no more than 8 piles", {"cells": Piles(deal=(0,) * 9)}),
        ("no more than 16 piles", {"reserve": Piles(deal=(1,) * 17)}),
        ("no more than 99 piles", {"tableau": Piles(deal=(0,) * 100)}),
        ("no waste to turn over", {"stock": Stock(action=StockAction.TABLEAU, redeals=1)}),
        ("no reserve to refill", {"tableau": Piles(deal=(1,), refilled=True)}),
        (
            "no waste to refill",
            {
                "tableau": Piles(deal=(1,), refilled=True, refill_from=(PileKind.WASTE,)),
                "stock": Stock(action=StockAction.TABLEAU),
            },
        ),
        (
            "no stock to refill",
            {
                "tableau": Piles(deal=(52,), refilled=True, refill_from=(PileKind.STOCK,)),
                "stock": None,
            },
        ),
        (
            "from the reserve, the waste or the stock",
            {"tableau": Piles(deal=(1,), refilled=True, refill_from=(PileKind.CELL,))},
        ),
        ("only the tableau and the reserve", {"cells": Piles(deal=(1,), refilled=True)}),
        ("the reserve is refilled from the stock", {"reserve": Piles(deal=(1,), refilled=True)}),
        (
            "either the tableau or the reserve",
            {
                "tableau": Piles(deal=(1,), refilled=True),
                "reserve": Piles(deal=(1,), refilled=True, refill_from=(PileKind.STOCK,)),
                "stock": Stock(action=StockAction.FILL),
            },
        ),
        ("in suit or regardless", {"foundations": Foundations(suits=SuitRule.OTHER)}),
        ("chosen from the reserve", {"foundations": Foundations(base=Base.CHOSEN)}),
        ("from the ace on, regardless", {"foundations": Foundations(steps=(1, 2, 3, 4))}),
        (
            "a number of ranks of its own",
            {"foundations": Foundations(suits=SuitRule.ANY, steps=(1, 1, 2, 3))},
        ),
        (
            "one whole deck, and give nothing back",
            {"foundations": Foundations(suits=SuitRule.ANY), "decks": 2},
        ),
        ("a card each at most", {"foundations": Foundations(suits=SuitRule.ANY, start=2)}),
        ("from a dealt card on", {"foundations": Foundations(follows_previous=True)}),
        (
            "a cell or a reserve may come first",
            {"tableau": Piles(deal=(1,), fill_first=PileKind.WASTE)},
        ),
        (
            "comes first in filling piles fills them",
            {
                "tableau": Piles(
                    deal=(1,),
                    fill_first=PileKind.RESERVE,
                    fill_from=frozenset({PileKind.WASTE}),
                )
            },
        ),
        ("turn up those of a rank", {"tableau": Piles(deal=(4,) * 13, turns_rank=True)}),
        ("a foundation has 13 cards", {"foundations": Foundations(start=14)}),
        ("a foundation has 8 cards", {**SHORT, "foundations": Foundations(start=9)}),
        ("built up from the ace", {**SHORT, "foundations": Foundations(base=Base.DEALT)}),
        ("cannot fill piles", {**SHORT, "tableau": Piles(deal=(1,), fill=EmptyPileRule.KING)}),
        (
            "round the corner",
            {**SHORT, "cells": Piles(deal=(0,), run=Build(SuitRule.ANY, wraps=True))},
        ),
        ("need kings", {**SHORT, "numbering": DealNumbering.MICROSOFT}),
        ("one, two or four suits", {"suits": 3}),
        ("Microsoft's deals need one deck", {"numbering": DealNumbering.MICROSOFT, "decks": 2}),
        ("Microsoft's deals need one deck", {"numbering": DealNumbering.MICROSOFT, "suits": 2}),
        ("only if a card is dealt to them", {"deal_order": (PileKind.FOUNDATION, *DEAL_ORDER)}),
        ("once each", {"deal_order": (*DEAL_ORDER, PileKind.WASTE), "foundations": BASE_DEALT}),
        (
            "descending foundations need one deck",
            {"foundations": Foundations(descending=True), "decks": 2},
        ),
        ("exclude each other", {"foundations": Foundations(descending=True, whole_suits=True)}),
        ("begins with the ace of spades", {"foundations": Foundations(build=Build(SuitRule.ANY))}),
        ("single foundation needs one deck", {"foundations": SINGLE, "decks": 2}),
        ("needs a number of redeals", {"stock": Stock(action=StockAction.RESHUFFLE), **ALL_DEALT}),
        (
            "excludes cells and a reserve",
            {"stock": RESHUFFLED, "cells": Piles(deal=(0,)), **ALL_DEALT},
        ),
        (
            "excludes cells and a reserve",
            {"stock": RESHUFFLED, "reserve": Piles(deal=(0,)), **ALL_DEALT},
        ),
        ("leaves 44 cards over", {"stock": RESHUFFLED}),
        ("foundation that takes any card", {"stock": Stock(action=StockAction.FOUNDATION)}),
        *FAULTS_OF_PLACE,
    ],
)
def test_a_declaration_that_contradicts_itself_is_rejected(
    fault: str, declaration: dict[str, object]
) -> None:
    values: dict[str, object] = {"tableau": Piles(deal=(4, 4)), "stock": Stock(), **declaration}
    tableau = values.pop("tableau")
    assert isinstance(tableau, Piles)
    with pytest.raises(engine.InvalidRules, match=fault) as caught:
        declare("wrong", tableau, **values)
    assert str(caught.value).startswith("wrong: ")
