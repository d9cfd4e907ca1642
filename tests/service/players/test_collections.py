"""Collections: what of each family a player has won."""

from __future__ import annotations

from bot.models.results import Career, GameRecord
from bot.service.players.collections import ONE_OF_A_KIND, Collected, collection_of
from engine import CATALOGUE, house_rules
from rendering.charts.collection import Stamp

WON, PERFECT = GameRecord(deals=1), GameRecord(deals=2, perfect=1)


def family(career: Career, rules_id: str) -> Collected:
    """The family that a game is in."""
    rules = CATALOGUE[rules_id]
    return next(one for one in collection_of(career) if rules in dict(one.games))


def test_every_game_is_in_a_collection_once_and_only_the_last_family_has_no_kin() -> None:
    families = collection_of(Career())
    games = [rules.id for one in families for rules, _stamp in one.games]
    assert sorted(games) == sorted(CATALOGUE)
    assert families[-1].title == ONE_OF_A_KIND
    assert all(len(one.games) > 1 for one in families)


def test_a_game_is_stamped_once_it_is_won_and_golden_once_a_win_was_perfect() -> None:
    career = Career({"golf": WON, "tri-peaks": PERFECT, "black-hole": GameRecord(played=3)})
    golf = family(career, "golf")
    stamps = {rules.id: stamp for rules, stamp in golf.games}
    assert stamps["golf"] is Stamp.WON
    assert stamps["tri-peaks"] is Stamp.PERFECT
    assert stamps["black-hole"] is Stamp.MISSING
    assert CATALOGUE["black-hole"] in golf.missing
    assert CATALOGUE["golf"] not in golf.missing


def test_a_win_by_house_rules_stamps_nothing() -> None:
    rules = house_rules("klondike", draw=2)
    assert family(Career({rules.id: PERFECT}), "klondike").missing[0] is CATALOGUE["klondike"]
