"""Cards that nobody knew on a board that was entered: until they are seen they may lie anywhere."""

from __future__ import annotations

import random
from itertools import pairwise
from math import factorial

import pytest

from engine import Game, Rules, deal, parse_board
from engine.cards import Guess
from engine.hidden_cards import (
    arrangements,
    has_guesses,
    has_hidden_cards,
    hidden_places,
    sample_deals,
    unknown_places,
)
from tests.support.every_game import every_game

KLONDIKE = deal("klondike", 5).board.text().split("\ns: ")[0]
FEW = deal("freecell", 617).board.text()
"""A board on which every card is known."""


def guesses(game: Game) -> int:
    return sum(isinstance(card, Guess) for stack in game.board.stacks for card in stack)


def with_unknown(count: int) -> Game:
    """FreeCell, where the lowest cards of the first piles are unknown."""
    lines = FEW.splitlines()
    for number in range(count):
        name, cards = lines[number].split(": ")
        lines[number] = f"{name}: ?? {cards.split(' ', 1)[1]}"
    return Game(parse_board("freecell", "\n".join(lines)))


def test_a_klondike_as_it_is_dealt_has_45_unknown_cards() -> None:
    game = Game(parse_board("klondike", KLONDIKE))
    assert len(unknown_places(game)) == 45 == guesses(game)
    assert unknown_places(game) == hidden_places(game)


def test_a_card_that_is_seen_is_no_longer_unknown() -> None:
    game = Game(parse_board("klondike", KLONDIKE))
    game.play("s")
    assert len(unknown_places(game)) == 44
    game.undo()
    assert len(unknown_places(game)) == 44, "it was seen, if taken back"


@every_game
def test_cards_stay_guesses_wherever_they_go(rules: Rules) -> None:
    text = deal(rules.id, 7).board.text()
    known = [line for line in text.splitlines() if not line.startswith("s: ")]
    game = Game(parse_board(rules, "\n".join(known)))
    count, rng = guesses(game), random.Random(rules.id)
    before = len(unknown_places(game))
    for _ in range(60):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(rng.choice(moves))
        left = len(unknown_places(game))
        assert guesses(game) == count
        assert left <= before
        before = left
    assert has_guesses(game) == bool(count)


def test_the_cards_of_a_waste_that_is_turned_over_may_still_be_unknown() -> None:
    text = KLONDIKE + "\nw: ?? ?? ?? ?? ??\ns: 19 cards"
    game = Game(parse_board("klondike", text))
    for _ in range(20):
        game.play("s")
    assert not game.board.piles["w"]
    assert len(unknown_places(game)) == 21 + 4, "the top of the waste was seen"
    assert has_hidden_cards(game)


@pytest.mark.parametrize(("unknown", "total"), [(2, 2), (3, 6), (4, 24)])
def test_all_arrangements_of_few_cards_are_found(unknown: int, total: int) -> None:
    game = with_unknown(unknown)
    found = arrangements(game, all_up_to=24, sample=5, seed="")
    assert (found.unknown, found.is_all) == (unknown, True)
    assert len(set(found.boards)) == len(found.boards) == total == factorial(unknown)
    assert game.board in found.boards


def test_arrangements_of_many_cards_are_drawn_at_random() -> None:
    game = with_unknown(5)
    found = arrangements(game, all_up_to=24, sample=5, seed="a")
    assert (found.unknown, found.is_all, len(found.boards)) == (5, False, 5)
    assert found == arrangements(game, all_up_to=24, sample=5, seed="a")
    assert found != arrangements(game, all_up_to=24, sample=5, seed="b")


def test_equal_cards_make_fewer_arrangements() -> None:
    text = deal("spider-1", 5).board.text(reveal=True)
    lines = text.splitlines()
    hidden = [line.split(": ")[1].split(" ")[0] for line in lines[:3]]
    for number in range(3):
        lines[number] = lines[number].replace(hidden[number], "??", 1)
    game = Game(parse_board("spider-1", "\n".join(lines)))
    different = len(set(hidden))
    found = arrangements(game, all_up_to=24, sample=5, seed="")
    assert len(found.boards) == (1 if different == 1 else {2: 3, 3: 6}[different])


def test_sampled_boards_agree_with_what_has_been_seen() -> None:
    game = Game(parse_board("klondike", KLONDIKE))
    rng = random.Random(5)
    for _ in range(40):
        game.play(rng.choice(game.legal_moves()))
    boards = list(sample_deals(game, 8, "seed"))
    places = hidden_places(game)
    for one, other in pairwise(boards):
        different = {
            (pile, at)
            for pile, (first, second) in enumerate(zip(one.stacks, other.stacks, strict=True))
            for at, (card, twin) in enumerate(zip(first, second, strict=True))
            if card != twin
        }
        assert different
        assert different <= places
