"""Osmosis and Peek: their rules beyond those in ``test_every_*.py``, and their search."""

from __future__ import annotations

import random

import pytest

import engine
from engine import IllegalMove, Outcome, Status
from engine.automatic import can_finish, only_helps
from engine.solver import following, solve
from tests.engine.brute_force import is_winnable
from tests.engine.positions import cards, moves, play, position


@pytest.mark.parametrize(("game", "hidden"), [("osmosis", 3), ("peek", 0)])
def test_four_piles_of_four_are_dealt_and_then_the_first_card_of_a_foundation(
    game: str, hidden: int
) -> None:
    board = engine.deal(game, 7).board
    tableau = board.compiled.tableau

    assert [len(board.stacks[pile.index]) for pile in tableau] == [4] * 4
    assert [board.face_down(pile) for pile in tableau] == [hidden] * 4
    assert board.piles["f1"] == engine.shuffle.shuffled(7)[16:17]
    assert len(board.piles["s"]) == 35


def test_the_first_foundation_takes_its_suit_in_any_order() -> None:
    board = position("peek", "f1: 7H", "1: 2S KH", "2: 3H")

    assert moves(board, target="f1") == {"1-f1", "2-f1"}
    assert play(board, "2-f1", "1-f1").piles["f1"] == cards("7H 3H KH")


def test_the_others_begin_with_the_same_rank_from_above_to_below() -> None:
    board = position("peek", "f1: 7H", "1: 7S", "2: 7D", "3: 8C")

    board = play(board, "2-f2")
    assert moves(board, source="1") == {"1-f3"}
    with pytest.raises(IllegalMove, match="8♣ does not go to f3, which begins with a seven"):
        play(board, "3-f3")


def test_they_take_cards_of_their_suit_whose_rank_lies_above() -> None:
    board = position("peek", "f1: 7H 9H 2H", "f2: 7C", "1: 9C", "2: 8C", "3: 9S")

    assert moves(board, target="f2") == {"1-f2"}
    with pytest.raises(IllegalMove, match="8♣ has to wait until f1 has an eight"):
        play(board, "2-f2")
    with pytest.raises(IllegalMove, match="9♠ does not belong on f2, which is for clubs"):
        play(board, "3-f2")
    assert not moves(play(board, "1-f2"), source="f2")


def test_only_top_cards_are_available_and_empty_piles_stay_empty() -> None:
    board = position("peek", "f1: 7H", "1: KH 2S", "2: 3H")

    assert moves(board, target="f1") == {"2-f1"}
    assert not moves(play(board, "2-f1"), target="2")


def test_the_rest_is_played_at_once_when_no_card_is_unseen() -> None:
    suits = [f"f{n}: {' '.join(r + s for r in 'A23456789TJQ')}" for n, s in enumerate("SHDC", 1)]

    assert can_finish(position("peek", *suits, "1: KC KD", "2: KH", "3: KS", rest="4"))
    assert not can_finish(position("peek", *suits, "1: KC KD", "2: KH", rest="s"))


def test_which_suit_comes_first_can_matter_so_beginning_one_is_no_help_for_sure() -> None:
    board = position("peek", "f1: 7H 9H", "1: 7S", "2: 7D", "3: 8C")
    begin = board.parse_move("1 f")

    assert not only_helps(board, begin)


def test_the_search_agrees_with_brute_force_near_the_end() -> None:
    outcomes = set[Outcome]()
    for seed in range(60):
        rng = random.Random(seed)
        rules = engine.rules_of("peek")
        suits = rng.sample("SHDC", 4)
        ranks = ["7", *rng.sample("A2345689TJQK", 12)]
        heights = sorted((rng.randint(9, 13) for _ in suits), reverse=True)
        lines = [
            f"f{n}: {' '.join(rank + suit for rank in ranks[:height])}"
            for n, (suit, height) in enumerate(zip(suits, heights, strict=True), 1)
        ]
        loose = [r + s for s, h in zip(suits, heights, strict=True) for r in ranks[h:]]
        rng.shuffle(loose)
        piles: dict[str, list[str]] = {}
        for card in loose:
            piles.setdefault(rng.choice(["1", "2", "s", "w"]), []).append(card)
        lines += [f"{name}: {' '.join(held)}" for name, held in piles.items()]
        board = engine.parse_board(rules, "\n".join(lines))
        verdict = solve(board, max_seconds=600)
        assert following.fits(rules)
        assert verdict.outcome is (Outcome.WON if is_winnable(board) else Outcome.LOST)
        if verdict.outcome is Outcome.WON:
            assert play(board, *verdict.moves).status is Status.WON
        outcomes.add(verdict.outcome)
    assert outcomes == {Outcome.WON, Outcome.LOST}
