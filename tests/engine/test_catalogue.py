"""The catalogue: it has every declared game, and every game has tests."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import engine
import engine.games
from engine import CATALOGUE, Rules
from tests.engine.random_positions import FIRST_GAMES

TESTS = Path(__file__).parent / "games"


def test_every_declared_game_is_in_the_catalogue() -> None:
    """If this fails, name the game in its module's ``GAMES``, or the module in ``FAMILIES``."""
    declared = {
        value.id
        for module in iter_modules(engine.games.__path__, "engine.games.")
        for value in vars(import_module(module.name)).values()
        if isinstance(value, Rules)
    }

    assert declared == set(CATALOGUE)


def test_every_game_has_tests_of_its_rules() -> None:
    tests = "".join(file.read_text(encoding="utf-8") for file in TESTS.glob("test_*.py"))

    assert not CATALOGUE.keys() - re.findall(r"[a-z0-9-]+", tests)


def test_the_catalogue_lists_the_games_in_order_and_cannot_be_changed() -> None:
    assert tuple(name for name in CATALOGUE if name in FIRST_GAMES) == FIRST_GAMES
    assert not hasattr(CATALOGUE, "__setitem__")
    assert all(name == rules.id for name, rules in CATALOGUE.items())
