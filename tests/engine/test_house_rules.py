"""House rules make games that are dealt, played, described, drawn and searched like any other."""

from __future__ import annotations

import copy
import random
from dataclasses import replace

import pytest

from engine import (
    CATALOGUE,
    Game,
    InvalidHouseRules,
    Outcome,
    Rules,
    UnknownGame,
    deal,
    house_rules,
    known_rules,
    parse_board,
    rules_of,
    solve,
)
from engine.dealing import opening
from engine.house_rules import settings_of
from rendering import draw
from tests.engine.positions import play
from tests.engine.test_reference_rules import play_out
from tests.support.parameters import quick


def _random(seed: int) -> Rules:
    """House rules of any game, determined by a seed."""
    rng = random.Random(seed)
    while True:
        base = rng.choice([rules for rules in CATALOGUE.values() if settings_of(rules)])
        values = {name: rng.choice(values) for name, values in settings_of(base).items()}
        try:
            return house_rules(base.id, **values)
        except InvalidHouseRules:
            continue


@pytest.mark.parametrize("seed", quick(range(300), 6))
def test_any_house_rules_are_played_described_drawn_and_searched(seed: int) -> None:
    rules = _random(seed)
    assert deal(rules.id, seed + 1).rules == rules
    game = play_out(rules, seed + 1, 12, random.Random(seed), greedy=0.5)
    assert parse_board(rules.id, game.board.text(reveal=True)) == game.board
    assert copy.copy(game.board) == game.board
    assert draw(game, width=400).alt.startswith(rules.title)
    verdict = solve(game.board, max_states=200, max_seconds=1000)
    assert play(game.board, *verdict.moves).is_won == (verdict.outcome is Outcome.WON)


def test_the_same_rules_have_one_id_whichever_game_they_are_made_from() -> None:
    made = house_rules("klondike", draw="3", redeals="1")
    assert made.id == house_rules("klondike-3", redeals="1").id == "klondike-3.redeals-1"
    assert made.title == "Klondike, draw three (1 redeal)"
    assert rules_of(made.id) == made


def test_what_comes_to_a_known_game_is_that_game() -> None:
    assert house_rules("klondike", draw="3") is CATALOGUE["klondike-3"]
    assert house_rules("klondike") is CATALOGUE["klondike"]


def test_house_rules_that_are_changed_again_keep_their_other_changes() -> None:
    more = house_rules("klondike-3.redeals-1", cells="2")
    assert house_rules(more, cells=0).id == house_rules(more.id, cells="0").id
    assert house_rules(more, cells=0).id == "klondike-3.redeals-1"


def test_redeals_range_from_none_to_three_or_are_unlimited() -> None:
    ids = [
        house_rules("klondike", redeals=n).id for n in settings_of(rules_of("klondike"))["redeals"]
    ]
    assert ids == [*(f"klondike.redeals-{number}" for number in range(4)), "klondike"]


def test_the_deal_is_that_of_the_base_game() -> None:
    plain, changed = deal("klondike", 7).board, deal("klondike.draw-2.cells-3", 7).board
    assert changed.text(reveal=True) == plain.text(reveal=True)
    game = Game(changed)
    game.play("s")
    assert len(game.board.stacks[game.board.compiled.waste]) == 2


@pytest.mark.parametrize(
    "name",
    [
        "klondike.",
        "klondike.draw-1",
        "klondike.draw-9",
        "klondike.redeals-1.draw-3",
        "klondike.draw-3.draw-3",
        "klondike.cells-2.",
        "klondike.luck-3",
        "golf.draw-3",
        "bridge.draw-3",
    ],
)
def test_only_ids_that_house_rules_are_given_are_known(name: str) -> None:
    assert known_rules(name) is None
    with pytest.raises(UnknownGame):
        rules_of(name)


def test_impossible_rules_are_refused_in_a_sentence() -> None:
    with pytest.raises(InvalidHouseRules, match="Thirty cannot be played by these rules"):
        house_rules("thirty", fill="kings")
    with pytest.raises(InvalidHouseRules, match=r"with luck 3; .* draw 1/2/3, redeals 0/1/2/3/any"):
        house_rules("klondike", luck=3)
    with pytest.raises(InvalidHouseRules, match=r"with draw 2; .* give it nothing else"):
        house_rules("accordion", draw=2)


def test_numbers_are_given_as_numbers_or_text() -> None:
    assert house_rules("klondike", draw=3) is house_rules("klondike", draw="3")


def test_a_game_that_others_declare_under_an_id_of_house_rules_travels_in_whole() -> None:
    other = replace(rules_of("klondike.draw-2"), scoring=CATALOGUE["vegas"].scoring)
    board = copy.copy(opening(other, 1))
    assert board.rules.scoring == other.scoring != rules_of(other.id).scoring
