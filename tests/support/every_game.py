"""Tests for every game: the quick ones take games that show most rules, the slow ones the rest.

A game that combines rules in a new way is seen by ``make check-game`` and ``make test-all``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Final

import pytest

from engine import CATALOGUE, Rules

_WORDS: Final = ("id", "title", "summary", "text", "source", "win_rate")
"""The fields of a declaration that change nothing but what is written about the game."""
_NUMBERS: Final = ("deal", "face_down", "covered_by", "steps_left")
"""The fields that hold numbers for each pile."""


def declared_values(part: object, *path: str) -> Iterator[tuple[object, ...]]:
    """Every value of every field of a declaration, as the path to the field and the value.

    Of numbers for each pile, that there are any.
    """
    if not dataclasses.is_dataclass(part):
        yield (*path, bool(part) if path[-1] in _NUMBERS else part)
        return
    for field in dataclasses.fields(part):
        if field.name not in _WORDS:
            yield from declared_values(getattr(part, field.name), *path, field.name)


def covering(games: Iterable[Rules]) -> tuple[Rules, ...]:
    """Few of the games that declare nearly every value which any of them declares.

    What only one game adds, and nothing else, is for the slow tests.
    """
    values = {rules: set(declared_values(rules)) for rules in games}
    missing = set[tuple[object, ...]]().union(*values.values())
    chosen = list[Rules]()
    while True:
        best = max(values, key=lambda rules: len(values[rules] & missing))
        if len(values[best] & missing) < 2:
            return tuple(chosen)
        missing -= values[best]
        chosen.append(best)


REPRESENTATIVE: Final = covering(CATALOGUE.values())
"""The games of the catalogue that the quick tests take."""


def each_of(games: Iterable[Rules]) -> pytest.MarkDecorator:
    """Run a test for each of the games as ``rules``; those that repeat others are ``slow``."""
    ours = {id(rules) for rules in CATALOGUE.values()}
    repeated = ours - {id(rules) for rules in REPRESENTATIVE}
    return pytest.mark.parametrize(
        "rules",
        [
            pytest.param(
                rules,
                id=rules.id if id(rules) in ours else f"declared-{rules.id}",
                marks=[pytest.mark.slow] if id(rules) in repeated else [],
            )
            for rules in games
        ],
    )


every_game: Final = each_of(CATALOGUE.values())
"""Run a test for every game of the catalogue."""
