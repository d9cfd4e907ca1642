"""Spider and its family: their rules beyond those in ``test_every_*.py``."""

from __future__ import annotations

from collections import Counter

import pytest

import engine
from engine import IllegalMove, Status
from engine.board import Board
from engine.cards import Card, Suit, deck
from tests.engine.positions import cards, moves, play

SPIDERS = ["spider-1", "spider-2", "spider", "relaxed-spider"]
TWO_DECKS = [*SPIDERS, "mrs-mop"]
SEVEN = ["spiderette", "relaxed-spiderette", "will-o-the-wisp", "open-will-o-the-wisp"]
ONE_DECK = [*SEVEN, "simple-simon"]
ALL = [*TWO_DECKS, *ONE_DECK]
SUITS_MIXED = [game for game in ALL if game != "spider-1"]
WITH_STOCK = [*SPIDERS, *SEVEN]
RELAXED = ["relaxed-spider", "relaxed-spiderette", "open-will-o-the-wisp"]
STRICT = [game for game in WITH_STOCK if game not in RELAXED]
HIDING = [game for game in WITH_STOCK if game != "open-will-o-the-wisp"]
SPADES = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"
PILES = dict.fromkeys(SEVEN, 7)
REST = {"simple-simon": "10", "mrs-mop": "13"}
"""The pile of all cards that are not given, without a stock."""


def everything(game: str) -> list[Card]:
    """All the cards that a game is played with."""
    rules = engine.rules_of(game)
    return [Card.of(card.rank, Suit(card.suit % rules.suits)) for card in deck(rules.decks)]


def board_of(game: str, *lines: str) -> Board:
    """A board with these piles; all other cards are in the stock, or first in the last pile.

    Cards in brackets lie face down.
    """
    piles = dict(line.split(": ") for line in lines)
    left = everything(game)
    for stack in piles.values():
        for card in stack.split():
            left.remove(Card.parse(card.strip("()")))
    rest = REST.get(game, "s")
    piles[rest] = f"{' '.join(map(str, left))} {piles.get(rest, '')}"
    return engine.parse_board(game, "\n".join(f"{name}: {stack}" for name, stack in piles.items()))


@pytest.mark.parametrize(("game", "suits"), [("spider-1", "S"), ("spider-2", "SH")])
def test_the_cards_of_two_decks_are_all_of_these_suits(game: str, suits: str) -> None:
    board = engine.deal(game, 7).board
    count = Counter(str(card) for stack in board.stacks for card in stack)
    assert count == {rank + suit: 8 // len(suits) for rank in "A23456789TJQK" for suit in suits}


@pytest.mark.parametrize("game", ALL)
def test_only_a_whole_suit_in_one_run_goes_to_a_foundation(game: str) -> None:
    whole = board_of(game, f"1: 5S {SPADES}" if game in TWO_DECKS else f"1: {SPADES}")
    assert moves(whole, target="f1") == {"1-f1*13"}
    after = play(whole, "1-f1*13")
    assert after.piles["f1"] == cards(SPADES)[::-1]
    assert after.piles["1"] == (cards("5S") if game in TWO_DECKS else ())
    with pytest.raises(IllegalMove, match="Only a complete run of one suit"):
        play(whole, "1-f1*12")
    without_king = board_of(game, f"1: {SPADES[3:]}")
    assert not moves(without_king, target="f1")
    with pytest.raises(IllegalMove, match="Only a complete run of one suit"):
        play(without_king, "1-f1")
    assert not moves(board_of(game, "1: AS"), target="f1")


@pytest.mark.parametrize("game", SUITS_MIXED)
def test_a_run_with_a_card_of_another_suit_is_not_a_whole_suit(game: str) -> None:
    mixed = SPADES.replace("7S", "7H")
    assert not any("-f" in move for move in moves(board_of(game, f"1: {mixed}")))


@pytest.mark.parametrize("game", HIDING)
def test_a_suit_whose_king_lies_face_down_is_not_whole(game: str) -> None:
    hidden = SPADES.replace("KS", "(KS)")
    assert not any("-f" in move for move in moves(board_of(game, f"1: {hidden}")))


@pytest.mark.parametrize("game", ALL)
def test_a_whole_suit_stays_on_its_foundation_and_may_wait_in_the_tableau(game: str) -> None:
    board = board_of(game, f"1: {SPADES}", "2: 9S" if game in TWO_DECKS else "2: 9H")
    assert play(board, "1-3*12", "3-1*12").piles["1"] == cards(SPADES)
    board = play(board, "1-f1*13")
    assert not any(move.startswith("f") for move in moves(board))


def test_in_one_suit_the_foundations_are_filled_one_after_the_other() -> None:
    board = board_of("spider-1", *(f"{pile}: {SPADES}" for pile in range(1, 9)))
    for pile in range(1, 9):
        assert moves(board, str(pile)) >= {f"{pile}-f{pile}*13"}
        assert board.status is Status.PLAYING
        board = play(board, f"{pile}-f{pile}*13")
    assert board.status is Status.WON


def test_in_two_suits_spades_and_hearts_take_turns_on_the_foundations() -> None:
    hearts = SPADES.replace("S", "H")
    board = board_of("spider-2", f"1: {SPADES}", f"2: {hearts}", f"3: {SPADES}", f"4: {hearts}")
    board = play(board, "1-f1*13", "2-f2*13")
    assert {"3-f3*13", "4-f4*13"} <= moves(board)


@pytest.mark.parametrize("game", ALL)
def test_a_game_is_won_when_every_suit_is_complete(game: str) -> None:
    rules = engine.rules_of(game)
    foundations = [
        f"f{n + 1}: {' '.join(map(str, cards(SPADES)[::-1]))}" for n in range(4 * rules.decks)
    ]
    foundations = [line.replace("S", "SHDC"[n % rules.suits]) for n, line in enumerate(foundations)]
    last = SPADES.replace("S", "SHDC"[(rules.decks * 4 - 1) % rules.suits])
    board = engine.parse_board(game, "\n".join([*foundations[:-1], f"1: {last}"]))
    after = play(board, f"1-f{4 * rules.decks}*13")
    assert after.status is Status.WON


@pytest.mark.parametrize("game", WITH_STOCK)
def test_the_stock_deals_one_card_to_each_pile_from_the_first_on(game: str) -> None:
    board = engine.deal(game, 7).board
    after = play(board, "s")
    many = PILES.get(game, 10)
    tops = [after.stacks[pile.index][-1] for pile in after.compiled.tableau]
    assert tops == list(board.piles["s"][::-1][:many])
    assert not any(line.endswith(")") for line in after.text(reveal=True).splitlines())


@pytest.mark.parametrize(
    ("game", "times", "last"),
    [
        *((game, 5, 10) for game in SPIDERS),
        *((game, 4, 3) for game in SEVEN[:2]),
        *((game, 5, 3) for game in SEVEN[2:]),
    ],
)
def test_each_stock_deals_its_number_of_times_the_last_time_to_the_first_piles(
    game: str, times: int, last: int
) -> None:
    board = engine.deal(game, 7).board
    for _ in range(times - 1):
        board = play(board, "s")
    before = [len(board.stacks[pile.index]) for pile in board.compiled.tableau]
    board = play(board, "s")
    after = [len(board.stacks[pile.index]) for pile in board.compiled.tableau]
    grown = [more - less for more, less in zip(after, before, strict=True)]
    assert grown == [1] * last + [0] * (len(before) - last)
    assert not board.can_play_stock


@pytest.mark.parametrize("game", RELAXED)
def test_in_relaxed_games_the_stock_deals_onto_empty_piles(game: str) -> None:
    board = board_of(game, "1: 9S", "3: 5S")
    assert "s" in moves(board)
    after = play(board, "s")
    assert [len(after.piles[pile]) for pile in "1234"] == [2, 1, 2, 1]


@pytest.mark.parametrize("game", STRICT)
def test_the_stock_deals_only_while_no_pile_is_empty(game: str) -> None:
    many = PILES.get(game, 10)
    ranks = "A23456789T"
    lines = [f"{pile}: {ranks[pile - 1]}S" for pile in range(1, many + 1)]
    assert "s" in moves(board_of(game, *lines))
    board = board_of(game, *lines[:-1])
    assert "s" not in moves(board)
    with pytest.raises(IllegalMove, match="only when no tableau pile is empty"):
        play(board, "s")
