"""How hard games are: casual games, what sources say people win, and how far a model agrees."""

from __future__ import annotations

import pytest

from engine import CATALOGUE
from engine.dealing import opening
from engine.rules import Difficulty
from research.difficulty import people, playing
from research.difficulty.casual import play_casually
from research.difficulty.model import agreement, difficulties, estimates, fitted
from research.winnability.difficulty_page import PAGE, Measured, measured, page
from research.winnability.verdicts import figures


@pytest.fixture(scope="module")
def found() -> Measured:
    return measured(figures())


def test_the_page_is_up_to_date(found: Measured) -> None:
    """If this fails, run ``make -C research pages``."""
    assert PAGE.read_text(encoding="utf-8") == page(found)


def test_every_game_has_been_played_by_its_present_rules() -> None:
    """If this fails, run ``python -m research.winnability.difficulty_page --play``."""
    assert playing.read().keys() == CATALOGUE.keys()


def test_a_casual_game_is_the_same_each_time() -> None:
    games = [play_casually(opening(CATALOGUE["yukon"], 3), "3") for _ in range(2)]

    assert games[0] == games[1]
    assert 0 < games[0].progress <= 1


def test_the_order_of_twenty_known_games_is_that_of_the_sources(found: Measured) -> None:
    shares = {game: found.estimates[game].percent for game in found.people}

    assert len(shares) >= 20
    assert agreement(found.people, shares).kendall > 0.9


@pytest.mark.parametrize("part", ["fitted to all", "without the game's own source"])
def test_the_model_agrees_more_than_what_can_be_won(found: Measured, part: str) -> None:
    orders = dict(found.agreements())
    estimated, winnable = (
        next(one for name, one in orders.items() if words in name) for words in (part, "can be won")
    )

    assert estimated.spearman > max(0.5, winnable.spearman)
    assert estimated.kendall > winnable.kendall


@pytest.mark.parametrize(
    ("harder", "easier"),
    [
        ("spider", "spider-2"),
        ("spider-2", "spider-1"),
        ("klondike-3", "klondike"),
        ("vegas", "klondike"),
        ("freecell", "relaxed-freecell"),
        ("russian", "yukon"),
        ("golf", "tri-peaks"),
        ("golf", "relaxed-golf"),
        ("canfield", "canfield-by-runs"),
        ("streets-and-alleys", "siegecraft"),
    ],
)
def test_a_game_that_is_known_for_it_is_harder(found: Measured, harder: str, easier: str) -> None:
    assert found.estimates[harder].percent < found.estimates[easier].percent


def test_games_are_labelled_as_people_feel_them(found: Measured) -> None:
    labels = difficulties(found.estimates)

    assert labels["spider"] is Difficulty.EXPERT
    assert labels["saxony"] is not Difficulty.EASY
    assert labels["golf"] in (Difficulty.EASY, Difficulty.MEDIUM)


def test_people_win_no_more_than_can_be_won(found: Measured) -> None:
    most = found.winnable["golf"][1]

    assert people.read()["golf"].percent > most
    assert found.estimates["golf"].percent == most


def test_a_game_without_a_source_goes_by_the_model(found: Measured) -> None:
    said = {game: one for game, one in found.people.items() if game != "yukon"}

    without = estimates(found.winnable, found.played, said)["yukon"]
    assert without.percent == pytest.approx(found.estimates["yukon"].apart)


def test_no_weight_is_less_than_nothing() -> None:
    rows = {"golf": (1.0, 0.0), "yukon": (0.0, 1.0), "spider": (0.5, 0.5)}

    _constant, rising, falling = fitted(rows, {"golf": 80.0, "yukon": 20.0, "spider": 50.0})
    assert rising > 0
    assert falling == 0
