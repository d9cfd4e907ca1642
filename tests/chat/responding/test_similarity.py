"""How similar words are, against the table of distances that the bits stand for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.chat.responding.similarity import errors_between, similarity

words = st.text("abcä", max_size=12)


def by_table(one: str, other: str) -> int:
    """The distance of optimal string alignment, as it is defined."""
    table = [[row + column for column in range(len(other) + 1)] for row in range(len(one) + 1)]
    for row, mine in enumerate(one, 1):
        for column, theirs in enumerate(other, 1):
            table[row][column] = min(
                table[row - 1][column] + 1,
                table[row][column - 1] + 1,
                table[row - 1][column - 1] + (mine != theirs),
            )
            if one[row - 2 : row] == other[column - 2 : column][::-1] and min(row, column) > 1:
                swapped = table[row - 2][column - 2] + 1
                table[row][column] = min(table[row][column], swapped)
    return table[-1][-1]


@given(words, words)
def test_errors_are_counted_as_in_the_table(one: str, other: str) -> None:
    assert errors_between(one, other) == by_table(one, other)


@given(words, words, st.floats(0.01, 1.0))
def test_only_what_is_less_similar_is_left_out(one: str, other: str, least: float) -> None:
    exact = similarity(one, other)
    assert similarity(one, other, least) == (exact if exact >= least else 0.0)


def test_words_longer_than_a_machine_word_are_compared() -> None:
    long = "klondike" * 20
    assert errors_between(long, f"x{long[:-2]}") == 3
