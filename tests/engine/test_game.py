"""Games in play: moves, undo and redo, status and score."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import engine
from engine import (
    CATALOGUE,
    Game,
    IllegalMove,
    InvalidMove,
    Move,
    NothingToRedo,
    NothingToUndo,
    PatienceError,
    Status,
    UnknownGame,
)
from engine.board import Board
from engine.cards import CARDS
from tests.engine.positions import moves, position
from tests.engine.random_positions import FIRST_GAMES, random_board

games = st.sampled_from(FIRST_GAMES)


def test_a_deal_may_be_numbered_by_an_integer_of_numpy() -> None:
    game = engine.deal("klondike", np.int64(7))
    assert game.board == engine.deal("klondike", 7).board
    assert type(game.number) is int


def test_a_deal_is_not_numbered_by_a_fraction() -> None:
    with pytest.raises(TypeError, match="integer"):
        engine.deal("klondike", 7.5)  # type: ignore[arg-type]  # what a caller without types does


class UndoRedo(RuleBasedStateMachine):
    """A game with random undo and redo, compared with a list of its boards."""

    @initialize(name=games, number=st.integers(1, 10**9))
    def begin(self, name: str, number: int) -> None:
        self.game = engine.deal(name, number)
        self.boards: list[Board] = [self.game.board]
        self.texts = [str(self.game.board)]
        self.history: list[Move] = []
        self.at = 0

    @rule(choice=st.integers(0, 10**6), as_text=st.booleans())
    def play(self, choice: int, *, as_text: bool) -> None:
        legal = self.game.legal_moves()
        if not legal:
            return
        move = legal[choice % len(legal)]
        assert self.game.play(str(move) if as_text else move) == move
        del self.boards[self.at + 1 :], self.texts[self.at + 1 :], self.history[self.at :]
        self.boards.append(self.game.board)
        self.texts.append(str(self.game.board))
        self.history.append(move)
        self.at += 1

    @rule()
    def undo(self) -> None:
        if self.at == 0:
            with pytest.raises(NothingToUndo):
                self.game.undo()
            return
        self.at -= 1
        assert self.game.undo() == self.history[self.at]

    @rule()
    def redo(self) -> None:
        if self.at == len(self.history):
            with pytest.raises(NothingToRedo):
                self.game.redo()
            return
        assert self.game.redo() == self.history[self.at]
        self.at += 1

    @rule(text=st.sampled_from(["1-1", "9-9", "nonsense", "w-s", ""]))
    def play_illegal_text(self, text: str) -> None:
        with pytest.raises(PatienceError):
            self.game.play(text)

    @precondition(lambda self: self.at > 2)
    @rule()
    def continue_with_a_copy(self) -> None:
        self.game = self.game.copy()

    @invariant()
    def the_game_matches_the_list(self) -> None:
        if not hasattr(self, "game"):
            return
        assert self.game.board == self.boards[self.at]
        assert str(self.game.board) == self.texts[self.at]
        assert self.game.moves == tuple(self.history[: self.at])
        assert self.game.undone == tuple(reversed(self.history[self.at :]))
        assert self.game.score == sum(
            len(cards) for name, cards in self.game.board.piles.items() if name.startswith("f")
        )


TestUndoAndRedoRestoreEveryBoard = UndoRedo.TestCase


def test_a_deal_has_no_moves_and_no_points() -> None:
    game = engine.deal("cassim", 7)
    assert (game.rules, game.number, game.moves, game.score) == (CATALOGUE["cassim"], 7, (), 0)
    assert game.status is Status.PLAYING


@pytest.mark.parametrize("name", ["saratoga", " Saratoga ", "SARATOGA"])
def test_a_game_is_found_by_its_id_in_any_case(name: str) -> None:
    assert engine.deal(name, 1).rules.id == "saratoga"


def test_a_game_is_found_by_its_title_too() -> None:
    assert engine.deal("saratoga (aisleriot)", 1).rules.id == "saratoga-aisleriot"


def test_a_misspelt_name_is_rejected_with_a_suggestion() -> None:
    with pytest.raises(UnknownGame, match=r"did you mean phoenix\?"):
        engine.deal("fenix", 1)


@pytest.mark.parametrize("name", ["", "sarat0ga", "{0}", "klondike " * 500])
def test_an_unknown_name_is_rejected_with_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownGame, match=r"(try|did you mean) saratoga") as caught:
        engine.deal(name, 1)
    assert len(str(caught.value)) < 1000


def test_an_illegal_move_changes_nothing() -> None:
    game = engine.deal("saratoga", 42)
    game.play("s")
    game.play("s")
    game.undo()
    before = (game.board, game.moves, game.undone)
    for text in ("w-f1", "1-1", "7-1*7", "f1-1", "nonsense"):
        with pytest.raises((IllegalMove, InvalidMove)):
            game.play(text)
        assert (game.board, game.moves, game.undone) == before


@pytest.mark.parametrize(
    "move",
    [
        Move("1", "2", 0),
        Move("1", "2", -3),
        Move("", "1"),
        Move("1", ""),
        Move("x", "y"),
        Move("1", "s"),
    ],
)
def test_nonsensical_moves_are_illegal(move: Move) -> None:
    game = engine.deal("saratoga", 42)
    with pytest.raises(IllegalMove):
        game.play(move)
    assert game.moves == ()


def test_every_error_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="no game called"):
        engine.deal("bridge", 1)
    with pytest.raises(ValueError, match="no move to take back"):
        engine.deal("phoenix", 1).undo()
    with pytest.raises(ValueError, match="no move to redo"):
        engine.deal("phoenix", 1).redo()


def test_a_new_move_discards_the_undone_ones() -> None:
    game = engine.deal("saratoga", 42)
    for _ in range(3):
        game.play("s")
    game.undo()
    game.undo()
    assert [str(move) for move in game.undone] == ["s", "s"]
    game.play("s")
    assert list(game.undone) == []
    with pytest.raises(NothingToRedo, match="no move to redo"):
        game.redo()


def test_a_stock_move_is_recorded_with_the_target_of_its_game() -> None:
    game = engine.deal("saxony", 1)
    assert game.play(Move.parse("s")).target == ""
    assert game.moves[0].target == ""
    assert engine.deal("saratoga", 1).play(Move.parse("s")).target == "w"


def test_a_foundation_card_scores_a_point_and_loses_it_when_it_leaves() -> None:
    game = Game(position("saratoga-aisleriot", "1: 3S", "2: 4H", foundations="2S"))
    scores = [game.score]
    for text in ("1-f1", "f1-2", "2-f1"):
        game.play(text)
        scores.append(game.score)
    game.undo()
    assert scores == [2, 3, 2, 3]
    assert game.score == 2


def test_a_copy_is_independent() -> None:
    game = engine.deal("saratoga", 42)
    game.play("s")
    game.play("s")
    game.undo()
    copy = game.copy()
    assert (copy.board, copy.moves, copy.undone, copy.number) == (
        game.board,
        game.moves,
        game.undone,
        game.number,
    )
    board = game.board
    copy.undo()
    assert game.board is board
    game.redo()
    assert (len(game.moves), len(copy.moves)) == (2, 0)
    assert (len(game.undone), len(copy.undone)) == (0, 2)


def test_a_game_can_begin_on_any_board() -> None:
    game = Game(position("phoenix", "r1: KC", foundations="KS KH KD QC", rest="r1"))
    assert game.number is None
    game.play("kc f")
    assert game.status is Status.WON
    assert game.legal_moves() == ()


@given(games, st.integers(0, 2**32))
def test_legal_moves_are_ordered_with_foundations_first(name: str, seed: int) -> None:
    board = random_board(name, random.Random(seed))
    found = board.legal_moves()
    names = list(board.piles)

    def place(move: Move) -> tuple[bool, int, int, int]:
        target = names.index(move.target) if move.target else -1
        return (move.target[:1] != "f", names.index(move.source), target, move.count)

    assert list(found) == sorted(found, key=place)
    assert engine.parse_board(name, str(board)).legal_moves() == found


def test_piles_are_in_the_order_tableau_cells_reserve_foundations_stock_waste() -> None:
    assert [list(engine.deal(name, 1).board.piles) for name in ("cassim", "saxony")] == [
        [*"1234", *"abcd", "f1", "f2", "f3", "f4", "s", "w"],
        [*"12345678", *"abcd", "r1", "r2", "r3", "r4", *(f"f{n}" for n in range(1, 9)), "s"],
    ]


@given(games, st.integers(0, 2**32))
def test_no_move_loses_a_card_or_changes_the_board_it_is_applied_to(name: str, seed: int) -> None:
    board = random_board(name, random.Random(seed))
    text = str(board)
    for move in board.legal_moves():
        after = board.apply(move)
        dealt = sorted(card for stack in after.stacks for card in stack)
        assert dealt == sorted(CARDS * board.rules.decks)
        assert after != board
    assert str(board) == text


def test_the_piles_of_a_board_are_read_only() -> None:
    piles = engine.deal("saratoga", 1).board.piles
    assert not hasattr(piles, "__setitem__")
    assert all(isinstance(cards, tuple) for cards in piles.values())


def test_a_whole_pile_does_not_move_into_an_empty_pile_of_its_kind() -> None:
    assert moves(position("saratoga", "1: KS QH"), "1") == set()
    assert moves(position("phoenix", "1: 9S 8H", rest="6"), "1", "2") == {"1-2"}
    assert moves(position("saxony", "r1: 9S", "a: 8H"), "r1", "r2") == set()
    assert moves(position("saxony", "r1: 9S", "a: 8H"), "r1", "b") == {"r1-b"}


def test_the_representation_names_game_deal_and_moves() -> None:
    game = engine.deal("saratoga", 42)
    game.play("s")
    assert repr(game) == "<Game saratoga 42, 1 moves>"


def test_what_is_pushed_is_popped_and_cannot_be_redone() -> None:
    game = engine.deal("phoenix", 7)
    first, second = game.legal_moves()[:2]
    game.push(first)
    game.undo()
    game.push(second)
    assert (game.moves, game.undone) == ((second,), ())
    assert game.legal_moves() == game.board.legal_moves()
    assert game.pop() == second
    assert (game.board, game.moves, game.undone) == (engine.deal("phoenix", 7).board, (), ())
    with pytest.raises(NothingToUndo):
        game.pop()


def test_a_game_of_ones_own_is_dealt_by_its_rules() -> None:
    own = replace(CATALOGUE["phoenix"], id="mine", title="Mine")
    game = engine.deal(own, 7)
    assert game.rules is own
    assert game.board.piles == engine.deal("phoenix", 7).board.piles
