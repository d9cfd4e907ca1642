"""Moves: values and text form."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import InvalidMove, Move, PatienceError

PILES = [
    *map(str, range(1, 11)),
    *"abcd",
    *(f"r{number}" for number in range(1, 17)),
    *(f"f{number}" for number in range(1, 9)),
]
any_move = st.builds(
    Move, st.sampled_from([*PILES, "w"]), st.sampled_from(PILES), st.integers(1, 104)
) | st.sampled_from((Move("s", "w"), Move("s", "")))


@given(any_move)
def test_the_text_of_a_move_parses_back(move: Move) -> None:
    assert Move.parse(str(move)) == move
    assert str(Move.parse(str(move))) == str(move)
    assert hash(Move.parse(str(move))) == hash(move)


@given(any_move)
def test_case_and_spaces_do_not_matter(move: Move) -> None:
    assert Move.parse(f"  {str(move).upper().replace('-', ' - ').replace('*', ' * ')} ") == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("3-5", Move("3", "5")),
        ("3-5*1", Move("3", "5")),
        ("3-5*4", Move("3", "5", 4)),
        ("10-2×3", Move("10", "2", 3)),
        ("w-f1", Move("w", "f1")),
        ("r16-2", Move("r16", "2")),
        ("f2-3", Move("f2", "3")),
        ("S", Move("s", "w")),
    ],
)
def test_a_text_parses_to_its_move(text: str, move: Move) -> None:
    assert Move.parse(text) == move


@pytest.mark.parametrize(
    "text", ["", "3", "3-", "-5", "3-5*", "3-5*0", "3-5*00", "3-5*1000", "0-1", "3 5"]
)
@pytest.mark.parametrize("disguise", ["{}", "{} ", "\t{}"])
def test_half_moves_and_invalid_counts_are_rejected(text: str, disguise: str) -> None:
    with pytest.raises(InvalidMove, match="is not a move; write where from and where to"):
        Move.parse(disguise.format(text))


@pytest.mark.parametrize(
    "text", ["3-f17", "r17-1", "3--5", "s-w", "3-s", "3-5-7", "x-3", "３-5", "3-5\n4-6", "hello"]
)
def test_other_text_is_rejected_with_how_to_write_a_move(text: str) -> None:
    with pytest.raises(InvalidMove, match="is not a move; write where from and where to"):
        Move.parse(text)


@given(st.text(max_size=200) | st.text("0123456789abcdfrsw-*x ", max_size=12))
def test_any_text_is_a_move_or_rejected(text: str) -> None:
    try:
        move = Move.parse(text)
    except InvalidMove:
        return
    assert Move.parse(str(move)) == move


def test_long_text_is_quoted_in_part() -> None:
    with pytest.raises(InvalidMove) as caught:
        Move.parse("7" * 100_000)
    assert len(str(caught.value)) < 200


def test_a_move_of_one_card_is_written_without_its_count() -> None:
    assert str(Move("3", "5", 1)) == "3-5"
    assert str(Move("3", "5", 2)) == "3-5*2"


def test_stock_moves_are_equal_regardless_of_their_target() -> None:
    """Their text form does not give the target, which differs between games."""
    assert Move("s", "w") == Move("s", "") == Move.parse("s")
    assert len({Move("s", "w"), Move("s", "")}) == 1
    assert Move("s", "w") != Move("w", "1")


def test_other_moves_differ_by_source_target_and_count() -> None:
    move = Move("3", "5", 2)
    assert move == Move("3", "5", 2)
    assert Move("4", "5", 2) != move
    assert Move("3", "6", 2) != move
    assert Move("3", "5", 3) != move
    assert move != "3-5*2"


def test_a_move_can_be_pickled() -> None:
    move = Move("r16", "f3")
    assert pickle.loads(pickle.dumps(move)) == move  # noqa: S301 - our own pickle


def test_an_error_can_be_pickled_with_its_template_and_details() -> None:
    with pytest.raises(PatienceError) as caught:
        engine.deal("saratoga", 1).play("{game} 3")
    error = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own pickle
    assert str(error) == str(caught.value)
    assert type(error) is type(caught.value)
    assert error.template == caught.value.template
    assert error.details == caught.value.details
