"""Taps: what is clear is played at once, and the rest is asked."""

from __future__ import annotations

import pytest

from bot.service.play.moves import clear_move, distinct_moves, tapped_move
from bot.service.preferences import Tap
from engine import CATALOGUE, Board, Game, Move, Rules
from engine.goals import parse_goal
from tests.declared import CLASSICS, EXTREMES
from tests.engine.positions import position
from tests.support.boards import boards, spider, with_the_rest
from tests.support.every_game import each_of


def clear(board: Board, pile: str) -> str | None:
    """The move that a tap on a pile plays by default, as text."""
    move = clear_move(board, distinct_moves(Game(board))[pile])
    return None if move is None else str(move)


def klondike(piles: str) -> Board:
    """A board of Klondike with these piles; the other cards lie in the stock."""
    return with_the_rest("klondike", piles, "s")


def test_a_card_that_can_go_home_goes_home() -> None:
    board = klondike("f1: AS\n1: 2S\n2: 3H\n3: 3D")
    assert clear(board, "1") == "1-f1"


def test_a_tap_asks_rather_than_fails_a_goal_that_another_move_keeps() -> None:
    game = Game(position("freecell", "1: KS", foundations="QS QH KD KC", rest="2"))
    moves, home, goal = distinct_moves(game)["1"], Move("1", "f1"), parse_goal("hearts first")
    assert tapped_move(game, moves, Tap.CLEAR) == home
    assert tapped_move(game, moves, Tap.CLEAR, goal) is None
    assert tapped_move(game, moves, Tap.CLEAR, parse_goal("spades first")) == home
    # With no other move to choose, it is played, and can be taken back.
    assert tapped_move(game, (home,), Tap.CLEAR, goal) == home


def test_a_card_goes_onto_a_card_rather_than_to_an_empty_place() -> None:
    board = with_the_rest("freecell", "1: 2D 7H\n2: 8S\n3: 2C", "8")
    assert {move.target for move in distinct_moves(Game(board))["1"]} == {"2", "4", "a"}
    assert clear(board, "1") == "1-2"


def test_between_an_empty_cell_and_an_empty_pile_the_player_chooses() -> None:
    assert clear(with_the_rest("freecell", "1: 2C 7H\n2: 9S", "8"), "1") is None


def test_a_run_is_moved_as_a_whole_rather_than_in_part() -> None:
    board = klondike("1: 9H 8S 7H\n2: TC\n3: 8C")
    assert {str(move) for move in distinct_moves(Game(board))["1"]} == {"1-2*3", "1-3"}
    assert clear(board, "1") == "1-2*3"


def test_a_run_is_not_broken_unless_the_player_says_so() -> None:
    board = spider("1: 2S 9S 8S 7S\n2: 8S")
    assert {str(move) for move in distinct_moves(Game(board))["1"]} > {"1-2", "1-3*3"}
    assert clear(board, "1") is None


def test_of_two_cards_the_player_chooses() -> None:
    assert clear(klondike("1: 7H\n2: 8S\n3: 8C"), "1") is None


def test_of_two_cards_the_one_of_the_same_suit_is_built_on() -> None:
    board = with_the_rest("spider", "1: 7H\n2: 8S\n3: 8H", "10", decks=2)
    assert clear(board, "1") == "1-3"


def test_of_two_equal_cards_the_one_with_the_longer_run_is_built_on() -> None:
    assert clear(spider("1: 7S\n2: 8S\n3: TS 9S 8S"), "1") == "1-3"
    assert clear(spider("1: 7S\n2: 9S 8S\n3: 9S 8S"), "1") is None


def test_a_run_in_suit_fills_an_empty_pile_as_a_whole() -> None:
    assert clear(spider("1: 2S 9S 8S 7S"), "1") == "1-2*3"


def test_a_run_in_alternating_colours_fills_an_empty_pile_only_as_the_player_says() -> None:
    board = with_the_rest("phoenix", "1: 9S 8H\n2: 2S", "6")
    assert clear(board, "1") is None


def test_cards_that_move_together_in_no_order_are_no_run() -> None:
    board = with_the_rest("yukon", "1: 9H 2S 7H\n2: TC\n3: 8C", "7")
    assert clear(board, "1") is None


def test_after_taking_a_move_back_a_tap_on_its_pile_asks() -> None:
    game = Game(klondike("f1: AS\n1: 2S\n2: 3H\n3: 3D\n4: 9S\n5: TH"))
    game.play("1-f1")
    game.undo()
    for tap in Tap:
        assert tapped_move(game, distinct_moves(game)["1"], tap) is None
    assert tapped_move(game, distinct_moves(game)["4"], Tap.CLEAR) is not None


@pytest.mark.parametrize(
    ("tap", "only", "several"),
    [
        (Tap.CLEAR, "4-5", "1-f1"),
        (Tap.ONLY, "4-5", None),
        (Tap.BEST, "4-5", "1-f1"),
        (Tap.CHOOSE, None, None),
    ],
)
def test_the_setting_decides_what_is_asked(tap: Tap, only: str | None, several: str | None) -> None:
    game = Game(klondike("f1: AS\n1: 2S\n2: 3H\n3: 3D\n4: 9S\n5: TH"))
    played = [tapped_move(game, distinct_moves(game)[pile], tap) for pile in "41"]
    assert [move and str(move) for move in played] == [only, several]


@each_of([*CATALOGUE.values(), *CLASSICS, *EXTREMES])
def test_a_tap_plays_a_move_of_the_pile_or_asks(rules: Rules) -> None:
    for board in boards(rules, deals=2)[:: 2 + len(rules.tableau.deal) // 10]:
        game = Game(board)
        for moves in distinct_moves(game).values():
            played = tapped_move(game, moves, Tap.CLEAR)
            assert played == moves[0] if len(moves) == 1 else played is None or played in moves
