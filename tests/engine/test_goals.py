"""Goals agree with a second reading of them on random games, and say which games offer them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import engine
from engine import CATALOGUE, CannotFinish, Game, InvalidGoal, Move, Rules
from engine.cards import Suit
from engine.dealing import opening
from engine.goals import (
    FewMoves,
    FewRedeals,
    Goal,
    GoalStatus,
    SuitFirst,
    WithoutFilling,
    WithoutPile,
    WithoutReturns,
    count,
    finish,
    goals_for,
    parse_goal,
    status_of,
    would_fail,
)
from tests.engine import reference_rules as reference
from tests.engine.positions import moves, position

PAR = 100
WINS = (Path(__file__).parent / "wins.txt").read_text().splitlines()
GOALS = [(rules, goal) for rules in CATALOGUE.values() for goal in goals_for(rules, PAR)]
offered = st.sampled_from(GOALS)


def read_again(text: str, rules: Rules, number: int, moves: tuple[Move, ...]) -> int:
    """How many moves a goal's text counts, told from nothing but piles before and after."""
    counted, before = 0, reference.deal(rules, number)
    for move in moves:
        written = ("+", *move.sources) if move.others else (move.source, move.target, move.count)
        after = reference.apply(before, written)
        counted += _is_counted(text.split(" "), move, before, after, rules.last_rank)
        before = after
    return counted


def _is_counted(
    words: list[str],
    move: Move,
    before: reference.Position,
    after: reference.Position,
    full: int,
) -> bool:
    grown = [name for name in after.piles if len(after.piles[name]) > len(before.piles[name])]
    if words[0] == "moves":
        return True
    if words[0] == "redeals":
        return str(move) == "s" and not before.piles["s"]
    if words == ["without", "returns"]:
        return any(
            name[0] == "f" and len(after.piles[name]) < len(pile)
            for name, pile in before.piles.items()
        )
    if words == ["without", "filling"]:
        filled = [name for name in grown if name.isdigit() and not before.piles[name]]
        return str(move) != "s" and bool(filled)
    if words[0] == "without":
        return words[1] in grown
    suits = ["spades", "hearts", "diamonds", "clubs"]
    height = {suit: len(after.piles[f"f{number}"]) for number, suit in enumerate(suits, start=1)}
    completed = [suit for number, suit in enumerate(suits, 1) if f"f{number}" in grown]
    others = [suit for suit in completed if suit != words[0] and height[suit] == full]
    return bool(others) and height[words[0]] < full


def wander(game: Game, rng: random.Random, steps: int) -> None:
    """Play random moves, most of them to foundations, and take some back or play them again."""
    for _ in range(steps):
        legal = game.legal_moves()
        home = [move for move in legal if move.target.startswith("f")]
        dice = rng.random()
        if dice < 0.1 and game.moves:
            game.undo()
        elif dice < 0.15 and game.undone:
            game.redo()
        elif legal:
            game.play(rng.choice(home if home and dice < 0.7 else legal))


@given(offered, st.integers(1, 10**6), st.integers(0, 10**6))
@example((CATALOGUE["thirty"], SuitFirst(Suit.SPADES)), 6, 1)
def test_random_games_count_what_a_second_reading_counts(
    offer: tuple[Rules, Goal], number: int, seed: int
) -> None:
    rules, goal = offer
    game = engine.deal(rules.id, number)
    wander(game, random.Random(seed), 80)
    counted = read_again(str(goal), rules, number, game.moves)
    assert count(goal, game) == counted
    if isinstance(goal, FewMoves):
        out = sum(len(pile) for name, pile in game.board.piles.items() if name[0] != "f")
        counted += out // 13 if rules.foundations.whole_suits else out
    assert (status_of(goal, game) is GoalStatus.FAILED) == (counted > goal.limit)


@pytest.mark.parametrize("win", WINS, ids=lambda win: " ".join(win.split()[:2]))
def test_a_win_has_met_every_goal_that_it_has_not_failed(win: str) -> None:
    rules_id, number, *moves = win.split()
    rules, game = engine.rules_of(rules_id), engine.deal(rules_id, int(number))
    for move in moves:
        game.play(move)
    for goal in goals_for(rules, len(moves)):
        counted = read_again(str(goal), rules, int(number), game.moves)
        expected = GoalStatus.MET if counted <= goal.limit else GoalStatus.FAILED
        assert status_of(goal, game) is expected, goal
    firsts = [goal for goal in goals_for(rules, len(moves)) if isinstance(goal, SuitFirst)]
    met = sum(status_of(goal, game) is GoalStatus.MET for goal in firsts)
    # Where a king has come back, another suit may be complete before it is again.
    assert met == bool(firsts) or count(WithoutReturns(), game)


@given(offered, st.integers(1, 10**6), st.integers(0, 10**6))
def test_a_move_fails_a_goal_as_foretold_and_undo_makes_it_possible_again(
    offer: tuple[Rules, Goal], number: int, seed: int
) -> None:
    rules, goal = offer
    game = engine.deal(rules.id, number)
    wander(game, random.Random(seed), 60)
    while status_of(goal, game) is GoalStatus.FAILED:
        game.undo()
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        has_failed = status_of(goal, after) is GoalStatus.FAILED
        assert would_fail(goal, game, move) == has_failed
        after.undo()
        assert status_of(goal, after) is status_of(goal, game)


RESTRICTED = [(rules, goal) for rules, goal in GOALS if goal.restricted(rules) is not None]


@given(st.sampled_from(RESTRICTED), st.integers(1, 10**6), st.integers(0, 10**6))
@example((CATALOGUE["duchess"], WithoutFilling()), 1, 0)
def test_whatever_restricted_rules_allow_is_legal_and_keeps_the_goal(
    offer: tuple[Rules, Goal], number: int, seed: int
) -> None:
    rules, goal = offer
    restricted = goal.restricted(rules)
    assert restricted is not None
    practice, game = Game(opening(restricted, number)), engine.deal(rules.id, number)
    rng = random.Random(seed)
    for _ in range(80):
        legal = practice.legal_moves()
        if not legal:
            break
        game.play(practice.play(rng.choice(legal)))
    assert status_of(goal, game) is not GoalStatus.FAILED


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("freecell", ["without d", "without returns", "without filling", *"SHDC", "moves 125"]),
        (
            "klondike",
            [
                "without returns",
                "without filling",
                "redeals 0",
                "redeals 1",
                "redeals 2",
                *"SHDC",
                "moves 125",
            ],
        ),
        ("saxony", ["without d", "without r4", "without returns", "moves 125"]),
        ("la-belle-lucie", ["without returns", "redeals 0", "redeals 1", *"SHDC", "moves 125"]),
        ("spider", ["without filling", "moves 125"]),
        ("canfield", ["redeals 0", "redeals 1", "redeals 2", *"SHDC", "moves 125"]),
        ("bisley", ["moves 125"]),
        ("golf", []),
    ],
)
def test_a_game_offers_the_goals_that_its_rules_make_sense_of(
    game: str, expected: list[str]
) -> None:
    suits = {"S": "spades first", "H": "hearts first", "D": "diamonds first", "C": "clubs first"}
    goals = goals_for(engine.rules_of(game), PAR)
    assert [str(goal) for goal in goals] == [suits.get(text, text) for text in expected]


@pytest.mark.parametrize(("par", "moves"), [(100, 125), (101, 130), (77, 100), (4, 5)])
def test_few_moves_are_a_quarter_more_than_par_rounded_up_to_the_next_five(
    par: int, moves: int
) -> None:
    assert goals_for(engine.rules_of("yukon"), par)[-1] == FewMoves(moves)


def test_every_goal_is_read_back_from_its_text() -> None:
    for _rules, goal in GOALS:
        assert parse_goal(str(goal)) == goal


@pytest.mark.parametrize(
    "text", ["", "without", "without f", "without r17", "moves 01", "moves -1", "Hearts first", "x"]
)
def test_a_text_that_is_no_goal_is_refused(text: str) -> None:
    with pytest.raises(InvalidGoal, match="is not a goal"):
        parse_goal(text)


@pytest.mark.parametrize(
    ("game", "goal", "sentence"),
    [
        ("freecell", WithoutPile("d"), "Win without using cell d."),
        ("forecell", WithoutPile("d"), "Win without putting another card into cell d."),
        ("saxony", WithoutPile("r4"), "Win without putting a card on reserve r4."),
        ("freecell", WithoutReturns(), "Win without taking cards off a foundation."),
        ("freecell", WithoutFilling(), "Win without filling an empty tableau pile."),
        ("klondike", FewRedeals(0), "Win in a single pass through the stock."),
        ("klondike", FewRedeals(1), "Win in 2 passes through the stock."),
        ("la-belle-lucie", FewRedeals(0), "Win without a redeal."),
        ("la-belle-lucie", FewRedeals(1), "Win with at most 1 of the redeals."),
        ("freecell", parse_goal("hearts first"), "Complete the hearts first."),
        ("freecell", FewMoves(90), "Win in at most 90 moves."),
    ],
)
def test_a_goal_is_a_sentence(game: str, goal: Goal, sentence: str) -> None:
    assert str(goal.sentence(engine.rules_of(game))) == sentence


def test_few_moves_fail_once_there_are_too_few_left_to_bring_every_card_home() -> None:
    game = Game(position("freecell", "1: KH", "2: KS", foundations="QS QH KD KC", rest="1"))
    goal = FewMoves(3)
    game.play("1-a")
    assert status_of(goal, game) is GoalStatus.POSSIBLE
    assert would_fail(goal, game, Move("2", "b"))
    assert not would_fail(goal, game, Move("a", "f2"))
    game.play("2-b")
    assert status_of(goal, game) is GoalStatus.FAILED


def test_a_suit_that_goes_up_as_a_whole_takes_one_of_few_moves() -> None:
    run = "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH"
    game = Game(position("simple-simon", f"1: {run}", foundations="KS KD KC", rest="2"))
    assert status_of(FewMoves(1), game) is GoalStatus.POSSIBLE
    assert status_of(FewMoves(0), game) is GoalStatus.FAILED


def test_without_returns_the_cells_and_the_reserve_take_no_card_back_either() -> None:
    rules = engine.rules_of("saxony")
    restricted = WithoutReturns().restricted(rules)
    assert restricted is not None
    taken_back = [
        {move[3] for move in moves(position(declared, foundations="2S"), source="f1")}
        for declared in (rules, restricted)
    ]
    assert taken_back == [set("abcdr"), set()]


def test_finishing_keeps_the_suits_in_the_order_that_a_goal_asks_for() -> None:
    board = position(
        "freecell", "1: KS", "2: KH", "3: KD KC QC", foundations="QS QH QD JC", rest="1"
    )
    for suit in ("spades", "hearts", "clubs"):
        game = Game(board)
        goal = parse_goal(f"{suit} first")
        for move in finish(goal, game):
            game.play(move)
        assert status_of(goal, game) is GoalStatus.MET


def test_finishing_is_refused_where_it_would_miss_a_goal_that_is_possible() -> None:
    game = Game(position("freecell", "1: QH KS", foundations="QS JH KD QC", rest="2"))
    assert game.can_finish()
    with pytest.raises(CannotFinish, match="would miss the goal"):
        finish(parse_goal("hearts first"), game)
    assert not game.moves
    game.play("1-f1")
    assert finish(parse_goal("hearts first"), game)


def test_a_game_that_cannot_be_finished_says_so_whatever_its_goal() -> None:
    with pytest.raises(CannotFinish, match="cannot finish itself"):
        finish(FewMoves(200), engine.deal("freecell", 1))


def test_a_won_game_that_took_back_its_failing_move_has_met_the_goal() -> None:
    game = Game(position("freecell", "1: KH", foundations="KS QH KD KC", rest="1"))
    goal = WithoutPile("d")
    game.play("1-d")
    assert status_of(goal, game) is GoalStatus.FAILED
    game.undo()
    assert status_of(goal, game) is GoalStatus.POSSIBLE
    game.play("1-f2")
    assert status_of(goal, game) is GoalStatus.MET
