"""Automatic play, checked by search: safe moves never spoil a win, and finishing wins."""

from __future__ import annotations

import functools
import random

import pytest

import engine
from engine import CATALOGUE, Board, Move, Outcome, PileKind, Rules, automatic
from engine.automatic import can_finish, finish, only_helps, replaces_cells, safe_moves
from engine.errors import CannotFinish
from engine.hidden_cards import sample_deals
from engine.rules import Build, EmptyPileRule, Piles, Stock, StockAction, SuitRule
from tests.declared import declare
from tests.engine.brute_force import is_winnable
from tests.engine.late_boards import late_board
from tests.engine.positions import position, wander
from tests.support.every_game import each_of

SINGLE_CARDS = [
    rules
    for rules in CATALOGUE.values()
    if (rules.decks, rules.suits) == (1, 4)
    and not rules.foundations.whole_suits
    and not rules.foundations.is_single
    and rules.has_foundations
    and not rules.foundations.courses
    and not rules.foundations.follows_previous
    and rules.foundations.suits is SuitRule.SAME
]
"""Games of one deck whose foundations are built in suit, card by card."""
PROVEN = [rules for rules in SINGLE_CARDS if not rules.foundations.descending]
UNSEEN = [
    rules
    for rules in CATALOGUE.values()
    if (rules.hides_cards or rules.stock is not None)
    and rules.suits == 4
    and rules.foundations.is_by_suit
    and rules.has_foundations
    and not rules.foundations.whole_suits
    and not rules.foundations.is_single
    and not rules.foundations.takes_discards
    and not rules.foundations.descending
    and not rules.foundations.courses
]
"""Games with cards that nobody has seen, and a foundation for each suit of each deck."""


@each_of(PROVEN)
def test_a_board_that_can_be_won_still_can_after_a_safe_move(rules: Rules) -> None:
    compared = 0
    for seed in range(60):
        board = late_board(rules, random.Random(seed))
        for move in safe_moves(board)[:1]:
            assert move in board.foundation_moves()
            if is_winnable(board):
                assert is_winnable(board.apply(move)) is not False, f"{move}\n{board}"
                compared += 1
    # Where the reserve fills empty piles, moves are safe only once it is used up.
    assert compared >= (1 if rules.tableau.refilled else 5)


@pytest.mark.parametrize("game", ["freecell", "relaxed-freecell", "forecell"])
def test_a_win_with_a_card_in_a_cell_can_be_had_with_it_on_its_foundation(game: str) -> None:
    compared = 0
    for seed in range(150):
        board = late_board(engine.rules_of(game), random.Random(seed), heights=(2, 9))
        for home in filter(functools.partial(replaces_cells, board), board.foundation_moves()):
            into_cells = [
                board.apply(move)
                for move in board.legal_moves()
                if move.source == home.source
                and board.compiled.piles[board.compiled.index_of[move.target]].kind is PileKind.CELL
            ]
            if home not in safe_moves(board) and any(map(_can_be_won, into_cells)):
                assert _can_be_won(board.apply(home)), f"{home}\n{board}"
                compared += 1
    assert compared >= 10


def test_a_foundation_replaces_no_cell_in_two_decks_where_a_twin_may_need_its_place() -> None:
    board = position("nomad", "1: AS")
    assert Move("1", "f1") in board.foundation_moves()
    assert not replaces_cells(board, Move("1", "f1"))


def _can_be_won(board: Board) -> bool:
    return engine.solve(board, max_states=20_000, max_seconds=600).outcome is Outcome.WON


@pytest.mark.slow
@pytest.mark.parametrize("rules", SINGLE_CARDS, ids=lambda rules: rules.id)
def test_finishing_wins_by_foundation_moves_and_the_stock_alone(
    rules: Rules,
) -> None:
    finished = 0
    for seed in range(100):
        board = late_board(rules, random.Random(seed))
        if can_finish(board):
            for move in finish(board):
                assert board.is_legal(move)
                assert move.is_stock or move.target.startswith("f")
                board = board.apply(move)
            assert board.is_won
            finished += 1
    assert finished >= 5


def test_a_card_that_may_still_be_built_on_is_not_safe() -> None:
    """A red four may have to go onto the five of spades."""
    board = position(
        "saratoga", "1: 5S", "2: 9C 4H", "3: 9H 4D", foundations="4S 2H 2D 4C", rest="7"
    )
    assert Move("1", "f1") in board.legal_moves()
    assert Move("1", "f1") not in safe_moves(board)
    board = position("saratoga", "1: 5S", foundations="4S 4H 4D 4C", rest="7")
    assert Move("1", "f1") in safe_moves(board)


@each_of(rules for rules in CATALOGUE.values() if rules not in PROVEN)
def test_no_move_is_safe_where_the_proof_does_not_hold(rules: Rules) -> None:
    for number in range(1, 10):
        game = wander(engine.deal(rules.id, number), 40, random.Random(number))
        assert game.safe_moves() == ()


def test_no_move_is_safe_while_the_tableau_can_be_reshuffled() -> None:
    rules = declare(
        "reshuffled",
        Piles(deal=(3,) * 17 + (1,), build=Build(SuitRule.SAME), fill=EmptyPileRule.NOTHING),
        stock=Stock(action=StockAction.RESHUFFLE, redeals=1),
    )
    board = position(rules, "1: AS", rest="2")
    assert Move("1", "f1") in board.foundation_moves()
    assert safe_moves(board) == ()
    last = position(rules, "1: AS", "redeals: 0", rest="2")
    assert safe_moves(last) == (Move("1", "f1"),)


@pytest.mark.parametrize(
    ("game", "redeals", "is_safe"),
    [
        ("saratoga", None, False),
        ("saratoga-aisleriot", 2, True),
        ("klondike", None, True),
        ("vegas-3", 2, False),
        ("vegas-3", 0, True),
    ],
)
def test_a_waste_card_is_safe_if_the_stock_turns_single_cards_or_is_not_redealt(
    game: str, redeals: int | None, is_safe: bool
) -> None:
    left = [] if redeals is None else [f"redeals: {redeals}"]
    board = position(game, "w: AS", *left, rest="7")
    assert (Move("w", "f1") in safe_moves(board)) is is_safe


@pytest.mark.parametrize(
    ("game", "redeals", "only_helps_from_the_waste"),
    [("klondike", None, True), ("vegas-3", 2, False), ("vegas-3", 0, True)],
)
def test_a_foundation_move_costs_nothing_but_from_a_waste_of_several_cards_that_is_redealt(
    game: str, redeals: int | None, only_helps_from_the_waste: bool
) -> None:
    left = [] if redeals is None else [f"redeals: {redeals}"]
    board = position(game, "1: AS", "w: AH", *left, rest="7")
    assert only_helps(board, Move("1", "f1"))
    assert only_helps(board, Move("w", "f2")) is only_helps_from_the_waste


def test_a_game_that_cannot_be_finished_is_unchanged_by_trying() -> None:
    game = engine.deal("saratoga", 42)
    before = game.board
    assert not game.can_finish()
    with pytest.raises(CannotFinish, match=r"\.$"):
        game.finish()
    assert game.board is before
    assert game.moves == ()


def test_the_search_for_a_finish_gives_up_after_some_choices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = engine.rules_of("klondike-3")
    boards = [late_board(rules, random.Random(seed), (5, 11)) for seed in (11, 25)]
    assert [can_finish(board) for board in boards] == [True, True]
    monkeypatch.setattr(automatic, "MAX_CHOICES", 5)
    assert [can_finish(board) for board in boards] == [True, False]


def test_finishing_wins_the_game_and_can_be_undone() -> None:
    game = engine.Game(position("phoenix", "2: KH QH", foundations="KS JH KD KC", rest="1"))
    assert game.can_finish()
    assert [str(move) for move in game.finish()] == ["2-f2", "2-f2"]
    assert game.board.is_won
    game.undo()
    assert [str(move) for move in game.legal_moves() if move.target == "f2"] == ["2-f2"]


def test_a_board_cannot_be_finished_if_a_queen_lies_under_its_king() -> None:
    assert can_finish(position("phoenix", "2: KH QH", foundations="KS JH KD KC", rest="1"))
    assert not can_finish(position("phoenix", "2: QH KH", foundations="KS JH KD KC", rest="1"))


@each_of(UNSEEN)
def test_whether_a_game_can_be_finished_does_not_tell_how_unseen_cards_lie(rules: Rules) -> None:
    rng = random.Random(rules.id)
    games = [engine.Game(late_board(rules, rng, (11, 13), hiding=0.4)) for _ in range(40)]
    finishing = [game for game in games if game.can_finish()]
    assert finishing
    for game in finishing:
        assert all(map(can_finish, sample_deals(game, 4, rules.id)))


def test_a_game_in_which_unseen_cards_decide_is_not_finished_until_they_are_seen() -> None:
    high, ready = "QS QH TD QC", "2: (KC) JD"
    for hidden in ("(KD) (QD)", "(QD) (KD)"):
        board = position("klondike", f"1: {hidden} KS", ready, foundations=high, rest="7")
        game = engine.Game(board)
        assert not game.can_finish()
        with pytest.raises(CannotFinish, match="cannot finish itself"):
            game.finish()


def test_foundations_that_meet_can_be_finished() -> None:
    board = position(
        "bisley",
        "1: 3S",
        "2: 8H 7H 9H",
        "f2: AH 2H 3H 4H 5H 6H",
        "f5: KS QS JS TS 9S 8S 7S 6S 5S 4S",
        "f6: KH QH JH TH",
        foundations="2S KD KC",
        rest="3",
    )
    assert can_finish(board)
