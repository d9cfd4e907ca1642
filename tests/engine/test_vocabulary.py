"""The words games are declared in carry the rest of the builder family.

The games here are declared for these tests only, and checked for what sets each of them apart.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

import engine
from engine import Game, IllegalMove, Rules, Status
from engine.board import Board
from engine.dealing import opening
from engine.rules import (
    Base,
    Build,
    DealNumbering,
    Direction,
    EmptyPileRule,
    Foundations,
    PileKind,
    Piles,
    Stock,
    StockAction,
    SuitRule,
)
from tests.declared import CANFIELD, FREECELL, KLONDIKE, LATER_GAMES, SPIDER, YUKON, declare
from tests.engine.positions import cards, moves, play, position


def hidden_in(board: Board) -> dict[str, int]:
    """How many cards lie face down, pile by pile."""
    names = [pile.name for pile in board.compiled.piles]
    return {name: down for name, down in zip(names, board.hidden, strict=False) if down}


@pytest.mark.parametrize("rules", LATER_GAMES, ids=lambda rules: rules.id)
def test_random_games_keep_every_card_and_never_hide_a_top_card(rules: Rules) -> None:
    for number in range(1, 9):
        rng = random.Random(number)
        game = Game(opening(rules, number), number)
        for _ in range(120):
            legal = game.legal_moves()
            assert len(set(legal)) == len(legal)
            if not legal:
                break
            game.play(rng.choice(legal))
            board = game.board
            counts = Counter(card for stack in board.stacks for card in stack)
            assert counts == dict.fromkeys(range(52), rules.decks)
            for pile, down in hidden_in(board).items():
                assert down < len(board.piles[pile])
        boards = [game.board]
        for move in reversed(game.moves):
            assert game.undo() == move
            boards.append(game.board)
        assert boards[-1] == opening(rules, number)


# FreeCell


def test_freecell_moves_as_many_cards_as_empty_cells_and_piles_can_carry() -> None:
    """Four empty cells carry five cards; an empty pile doubles that, unless it is the target."""
    run = "6: AC QD JS TD 9S 8D 7S 6D 5S 4D 3S"
    board = position(FREECELL, run, "1: 7C", "2: JC", "3: KS", "4: 2S", "5: 2C", rest="7")
    assert board.piles["8"] == ()
    assert moves(board, "6", "8") == {"6-8", *(f"6-8*{count}" for count in range(2, 6))}
    assert moves(board, "6", "1") == {"6-1*4"}
    assert moves(board, "6", "2") == {"6-2*8"}
    assert moves(board, "6", "3") == {"6-3*10"}
    with pytest.raises(IllegalMove, match="carry 5 cards there at once, not 6"):
        play(board, "6-8*6")


def test_freecell_counts_empty_piles_that_are_not_the_target() -> None:
    board = position(
        FREECELL, "6: 2C TH 9S 8H 7S 6H 5S", "1: JS", "a: 2H", "b: 2D", "c: 3S", "5: 4C", rest="4"
    )
    empty = [name for name in "12345678" if not board.piles[name]]
    assert empty == ["2", "3", "7", "8"]
    assert "6-1*6" in moves(board)


def test_freecell_doubles_the_load_with_each_empty_pile() -> None:
    """No cell and two or three empty piles carry four or eight."""
    cells = ["a: 2C", "b: 2D", "c: 2H", "d: 3C"]
    run = "6: AC QD JS TD 9S 8D 7S 6D 5S 4D 3S"
    tops = ["1: 7C", "2: JC", "4: 5C"]
    three = position(FREECELL, run, *tops, *cells, rest="5")
    two = position(FREECELL, run, *tops, "7: KD", *cells, rest="5")
    assert (moves(three, "6", "2"), moves(two, "6", "2")) == ({"6-2*8"}, set())
    assert (moves(three, "6", "1"), moves(two, "6", "1")) == ({"6-1*4"}, {"6-1*4"})
    assert (moves(three, "6", "4"), moves(two, "6", "4")) == ({"6-4*2"}, {"6-4*2"})
    assert {"6-8*4"} <= moves(three, "6", "8")
    assert moves(two, "6", "8") == {"6-8", "6-8*2"}


def test_freecell_with_no_space_moves_single_cards() -> None:
    cells = ["a: 2C", "b: 2D", "c: 2H", "d: 3C"]
    tops = ["2: AC", "3: AD", "4: AH", "5: 3D", "7: 3H", "8: AS"]
    board = position(FREECELL, "1: 9S 8H 7S", "6: 9C", *cells, *tops, rest="5")
    assert moves(board, "1", "6") == set()
    with pytest.raises(IllegalMove, match=r"carry 1 card there at once, not 2"):
        play(board, "1-6*2")


def test_freecell_deals_all_cards_and_declares_no_stock() -> None:
    board = opening(FREECELL, 1)
    assert [len(board.piles[str(pile)]) for pile in range(1, 9)] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert "s" not in board.piles


# Yukon


def test_yukon_moves_a_face_up_card_with_whatever_lies_on_it() -> None:
    board = position(YUKON, "1: KS 9H 2C 7D 4S", "2: TS", rest="3")
    assert "1-2*4" in moves(board)
    assert play(board, "1-2*4").piles["2"] == cards("TS 9H 2C 7D 4S")


def test_yukon_turns_a_card_up_when_it_becomes_the_top_one() -> None:
    turned = 0
    for number in range(1, 30):
        game = Game(opening(YUKON, number))
        before = hidden_in(game.board)
        for move in game.legal_moves():
            left = len(game.board.piles[move.source]) - move.count
            game.play(move)
            up = left > 0 and before.get(move.source) == left
            turned += up
            assert hidden_in(game.board).get(move.source, 0) == before.get(move.source, 0) - up
            game.undo()
            assert hidden_in(game.board) == before
    assert turned > 20


def test_yukon_never_moves_a_face_down_card() -> None:
    for number in range(1, 30):
        board = opening(YUKON, number)
        down = hidden_in(board)
        for move in board.legal_moves():
            assert move.count <= len(board.piles[move.source]) - down.get(move.source, 0)


# Klondike


def test_face_down_cards_are_not_given_away() -> None:
    board = opening(KLONDIKE, 5)
    lines = dict(line.split(": ") for line in str(board).splitlines())
    assert [lines[str(pile)].count("??") for pile in range(1, 8)] == [0, 1, 2, 3, 4, 5, 6]
    for pile in range(1, 8):
        assert lines[str(pile)].split()[-1] == str(board.piles[str(pile)][-1])
    hidden = board.piles["7"][0]
    with pytest.raises(IllegalMove, match="still lies face down"):
        board.parse_move(f"{hidden} f")


def test_a_run_ends_where_the_face_down_cards_begin() -> None:
    board = position(KLONDIKE, "3: 9S 8H 7S", "5: TD", "6: 9C", rest="s")
    assert {"3-5*3", "3-6*2"} <= moves(board)
    down = tuple(1 if pile.name == "3" else 0 for pile in board.compiled.piles)
    dark = Board(board.compiled, board.stacks, board.redeals, down, board.base)
    assert "3-5*3" not in moves(dark)
    assert "3-6*2" in moves(dark)


# Spider


def test_spider_builds_any_suit_but_moves_runs_in_suit() -> None:
    board = position(SPIDER, "1: 9S 8H", "2: 9D 7S 6S", "3: 8C", "4: TD", rest="s")
    assert "2-1*2" in moves(board)
    assert "2-3*2" in moves(board)
    assert "1-4*2" not in moves(board)


def test_spider_takes_only_whole_suits_on_foundations() -> None:
    suit = "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"
    board = position(SPIDER, f"1: 9C {suit} AH", f"2: {suit}", "3: AS", rest="s")
    assert moves(board, target="f2") == {"1-f2*13"}
    assert moves(board, "3", "f1") == set()
    after = play(board, "1-f2*13")
    assert after.piles["f2"] == cards("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH")
    assert after.piles["1"] == cards("9C")


def test_spider_puts_the_second_whole_suit_on_the_second_foundation() -> None:
    suit = "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH"
    board = play(position(SPIDER, f"1: {suit}", f"2: {suit}", rest="s"), "1-f2*13")
    assert moves(board, "2", "f6") == {"2-f6*13"}


def test_spider_deals_only_when_no_pile_is_empty() -> None:
    lines = [f"{pile}: KS" for pile in (1, 2)] + [f"{pile}: KH" for pile in (3, 4)]
    lines += ["5: KD", "6: KD", "7: KC", "8: KC", "9: QS"]
    board = position(SPIDER, *lines, rest="s")
    assert "s" not in moves(board)
    with pytest.raises(IllegalMove, match="only when no tableau pile is empty"):
        play(board, "s")
    full = position(SPIDER, *lines, "10: QS", rest="s")
    after = play(full, "s")
    assert [len(after.piles[str(pile)]) for pile in range(1, 11)] == [2] * 10


def test_spider_deals_five_times_ten() -> None:
    board = opening(SPIDER, 1)
    assert len(board.piles["s"]) == 50
    assert board.stock_move.target == ""
    for _ in range(5):
        board = board.apply(board.stock_move)
    assert board.piles["s"] == ()
    assert not board.can_play_stock


def test_spider_is_stuck_when_an_empty_pile_forbids_the_deal_and_nothing_fills_it() -> None:
    """A pile that takes nothing and a stock that waits for it: no move at all is left."""
    rules = declare(
        "barren",
        Piles(deal=(1, 1), fill=EmptyPileRule.NOTHING),
        stock=Stock(action=StockAction.TABLEAU, onto_empty=False),
    )
    board = position(rules, "1: 2S", rest="s")
    assert moves(board) == set()
    assert board.status is Status.STUCK


# Canfield


def test_canfield_begins_its_foundations_with_a_card_that_is_dealt() -> None:
    board = opening(CANFIELD, 4)
    (first,) = [board.piles[f"f{n}"][0] for n in range(1, 5) if board.piles[f"f{n}"]]
    assert board.base == first.rank - 1
    assert board.foundation_count == 1
    assert [len(board.piles[pile]) for pile in ("r1", "1", "2", "3", "4", "s")] == [
        13,
        1,
        1,
        1,
        1,
        34,
    ]


def test_canfield_goes_round_the_corner_on_foundations_and_in_the_tableau() -> None:
    tops = ["1: AS", "2: KH", "3: AC", "4: 9H"]
    board = position(CANFIELD, "f1: QS KS", *tops, "r1: 5D", rest="s")
    assert {"1-f1", "2-3"} <= moves(board)
    assert "2-1" in moves(board)
    after = play(board, "1-f1")
    assert after.piles["f1"] == cards("QS KS AS")


def test_canfield_begins_no_foundation_with_another_rank() -> None:
    board = position(CANFIELD, "f1: QS", "1: AH", "2: QH", "3: 2C", "4: 4C", rest="s")
    assert moves(board, target="f2") == {"2-f2"}
    assert moves(board, "1", "f2") == set()


def test_canfield_fills_an_empty_pile_from_the_reserve_at_once() -> None:
    board = position(CANFIELD, "f1: QS", "1: KS", "2: 9H", "3: 9D", "4: 4C", "r1: 5D 7C", rest="s")
    after = play(board, "1-f1")
    assert after.piles["1"] == cards("7C")
    assert after.piles["r1"] == cards("5D")


def test_canfield_turns_up_the_next_reserve_card_when_one_fills_a_pile() -> None:
    """However the reserve loses a card, its new top lies face up."""
    seen = 0
    for number in range(1, 60):
        board = opening(CANFIELD, number)
        for move in board.legal_moves():
            after = board.apply(move)
            for pile, down in hidden_in(after).items():
                assert down < len(after.piles[pile])
            seen += len(after.piles["r1"]) < 13
    assert seen > 10


def test_canfield_lets_any_card_fill_a_pile_when_the_reserve_is_used_up() -> None:
    board = position(CANFIELD, "f1: QS", "2: 9H", "3: 9D", "4: 4C", "w: 7S", rest="s")
    assert "w-1" in moves(board)


def test_canfield_turns_three_at_a_time_as_often_as_one_likes() -> None:
    board = opening(CANFIELD, 1)
    for _ in range(40):
        board = board.apply(board.stock_move)
    assert board.can_play_stock
    assert len(board.piles["w"]) % 3 in (0, 1)


# Words of their own


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
def test_what_each_kind_of_building_puts_on_the_seven_of_hearts(build: Build, fits: str) -> None:
    rules = declare("builds", Piles(deal=(26, 26), build=build))
    found = set()
    for card in engine.cards.CARDS:
        if str(card) != "7H":
            board = position(rules, "1: 7H", f"2: {card}", rest="2")
            if moves(board, "2", "1"):
                found.add(str(card))
    assert found == set(fits.split())


@pytest.mark.parametrize(("wraps", "fits"), [(True, {"KH", "2H"}), (False, {"2H"})])
def test_king_and_ace_are_neighbours_only_where_it_is_said(wraps: bool, fits: set[str]) -> None:
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


def test_where_the_base_is_dealt_the_rank_below_it_stands_for_the_king() -> None:
    """It is the last of every foundation, so only it may head what fills an empty pile."""
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


def test_an_empty_pile_may_be_filled_from_some_kinds_of_piles_only() -> None:
    piles = Piles(deal=(1,) * 4, build=Build(SuitRule.SAME), fill_from=frozenset({PileKind.WASTE}))
    board = position(declare("fussy", piles, stock=Stock()), "1: 3H 9D", "w: 7S", rest="s")
    assert moves(board, target="2") == {"w-2"}
    with pytest.raises(IllegalMove, match="does not go from pile 1 into pile 2"):
        play(board, "1-2")


def test_like_declarations_share_one_plan() -> None:
    assert opening(KLONDIKE, 1).compiled is opening(KLONDIKE, 2).compiled


# Contradictions

ORDER = (PileKind.TABLEAU, PileKind.RESERVE, PileKind.CELL)
DEALT = Foundations(base=Base.DEALT)
HOLE = Foundations(start=1, build=Build(SuitRule.ANY))
GATHERED = Stock(action=StockAction.RESHUFFLE, redeals=2)
ALL_DEALT = {"tableau": Piles(deal=(4,) * 13)}


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
        ("leaves the foundations nothing", {"foundations": Foundations(base=Base.DEALT, start=1)}),
        ("each once", {"deal_order": (PileKind.TABLEAU, PileKind.TABLEAU, PileKind.CELL)}),
        ("each once", {"deal_order": (PileKind.TABLEAU,)}),
        ("turns one card or more", {"stock": Stock(turn=0)}),
        ("no fewer redeals than none", {"stock": Stock(redeals=-1)}),
        ("more cards are face down", {"tableau": Piles(deal=(3, 3), face_down=(4, 0))}),
        ("more cards are face down", {"tableau": Piles(deal=(3, 3), face_down=(1,))}),
        ("top card lies face up", {"tableau": Piles(deal=(3, 3), face_down=(3, 0))}),
        ("at least one tableau pile", {"tableau": Piles(deal=())}),
        ("fewer cards than none", {"tableau": Piles(deal=(3, -1))}),
        ("no more than", {"cells": Piles(deal=(0,) * 9)}),
        ("no more than", {"reserve": Piles(deal=(1,) * 17)}),
        ("no more than", {"tableau": Piles(deal=(0,) * 100)}),
        ("no waste to turn over", {"stock": Stock(action=StockAction.TABLEAU, redeals=1)}),
        ("no reserve to refill", {"tableau": Piles(deal=(1,), refilled=True)}),
        ("only the tableau", {"reserve": Piles(deal=(1,), refilled=True)}),
        ("a foundation has 13 cards", {"foundations": Foundations(start=14)}),
        ("one, two or four suits", {"suits": 3}),
        ("Microsoft's deals are of one deck", {"numbering": DealNumbering.MICROSOFT, "decks": 2}),
        ("Microsoft's deals are of one deck", {"numbering": DealNumbering.MICROSOFT, "suits": 2}),
        ("only where a card is dealt to them", {"deal_order": (PileKind.FOUNDATION, *ORDER)}),
        ("each once", {"deal_order": (*ORDER, PileKind.WASTE), "foundations": DEALT}),
        ("foundations that meet", {"foundations": Foundations(descending=True), "decks": 2}),
        ("not several of these", {"foundations": Foundations(descending=True, whole_suits=True)}),
        ("begins with the ace of spades", {"foundations": Foundations(build=Build(SuitRule.ANY))}),
        ("single foundation is for one deck", {"foundations": HOLE, "decks": 2}),
        ("gathered so many times", {"stock": Stock(action=StockAction.RESHUFFLE), **ALL_DEALT}),
        (
            "where nothing else holds cards",
            {"stock": GATHERED, "cells": Piles(deal=(0,)), **ALL_DEALT},
        ),
        ("leaves 44 cards over", {"stock": GATHERED}),
        ("foundation that takes any card", {"stock": Stock(action=StockAction.FOUNDATION)}),
    ],
)
def test_a_declaration_that_contradicts_itself_is_refused(
    fault: str, declaration: dict[str, object]
) -> None:
    words: dict[str, object] = {"tableau": Piles(deal=(4, 4)), "stock": Stock(), **declaration}
    tableau = words.pop("tableau")
    assert isinstance(tableau, Piles)
    with pytest.raises(engine.InvalidRules, match=fault) as caught:
        declare("wrong", tableau, **words)
    assert str(caught.value).startswith("wrong: ")
