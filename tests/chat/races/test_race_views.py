"""What a channel sees of a race."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from discord import ui

from bot.chat.races.views import offered_actions, race_view
from bot.models.contest_deals import Terms
from bot.models.contests import (
    DELETED_PLAYER,
    Race,
    RaceProgress,
    Racer,
    RacerOutcome,
    RaceState,
    places,
)
from bot.models.places import Place
from bot.service.contests.ratings import RatingChange, ShownRating
from bot.wording.formatting import NO_BREAK

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
MAX_TEXT = 4_000
"""Characters of a message's texts, all together."""


def racer(player: int, outcome: RacerOutcome, *, home: int = 0, moves: int = 0) -> Racer:
    """A player who has finished, after as many seconds as their id if they won."""
    ended = NOON + (HOUR if outcome is RacerOutcome.UNFINISHED else timedelta(seconds=player))
    progress = RaceProgress(progress=home, moves=moves)
    return Racer(player, NOON, player, NOON, NOON + HOUR, outcome, progress, ended)


def finished(*racers: Racer, by_invitation: bool = False) -> Race:
    """A race that is over, with its places."""
    found = places(racers, by_invitation=by_invitation)
    placed = tuple(replace(one, place=place) for one, place in zip(racers, found, strict=True))
    return Race(
        id=1,
        by_invitation=by_invitation,
        place=Place(5, 6),
        rules_id="klondike",
        terms=Terms(HOUR, hints=False),
        created_at=NOON,
        deadline=NOON + HOUR,
        state=RaceState.FINISHED,
        racers=placed,
        deal_number=42,
        ended_at=NOON + HOUR,
    )


def text_of(race: Race, ratings: dict[int, RatingChange] | None = None) -> str:
    progress = [one.result or RaceProgress() for one in race.racers]
    view = race_view(race, progress, ratings=ratings or {}).view
    texts = [one for one in view.walk_children() if isinstance(one, ui.TextDisplay)]
    return "\n".join(one.content for one in texts)


def test_those_who_win_come_by_time_with_medals_and_those_who_left_have_none() -> None:
    text = text_of(
        finished(
            racer(61, RacerOutcome.WON, home=52, moves=99),
            racer(7, RacerOutcome.LEFT, home=40, moves=80),
            racer(42, RacerOutcome.WON, home=52, moves=120),
        )
    )
    assert "🏁 **<@42> won the race**: the fastest to win the deal." in text
    assert text.count("42 s") == 1
    lines = [line for line in text.splitlines() if "<@" in line][1:]
    assert lines == [
        "🥇 <@42> · won in 42 s · 120 moves",
        "🥈 <@61> · won in 1 min 1 s · 99 moves",
        "– <@7> · left · 40 of 52 cards home · 80 moves",
    ]


def test_a_race_that_nobody_won_has_no_winner_no_place_and_no_medal() -> None:
    text = text_of(
        finished(
            racer(7, RacerOutcome.UNFINISHED, home=9, moves=80),
            racer(8, RacerOutcome.UNFINISHED, home=10, moves=90),
        )
    )
    assert "🏁 **The race is over**, and nobody won it." in text
    assert "– <@8> · 10 of 52 cards home · 90 moves" in text
    assert not [mark for mark in "🥇🥈🥉" if mark in text]


def test_those_level_share_a_place() -> None:
    level = [replace(racer(7, RacerOutcome.WON), player_id=player) for player in (7, 8)]
    text = text_of(finished(*level, racer(9, RacerOutcome.WON)))
    assert "🏁 **<@7>, <@8> tie for first place.**" in text
    assert "🥇 <@7>" in text
    assert "🥇 <@8>" in text
    assert "🥉 <@9>" in text


def test_a_deleted_player_keeps_a_place_without_a_name() -> None:
    won = replace(racer(7, RacerOutcome.WON, home=52, moves=99), player_id=DELETED_PLAYER)
    text = text_of(finished(won, racer(8, RacerOutcome.UNFINISHED)))
    assert "🥇 a player who left · won in 7 s" in text
    assert "<@0>" not in text


def test_a_race_of_twenty_with_ratings_fits_into_a_message() -> None:
    progress = RaceProgress(progress=52, moves=1_234, undos=222, hints=99, odds=88)
    racers = [
        replace(racer(number, RacerOutcome.WON), player_id=10**18 + number, result=progress)
        for number in range(20)
    ]
    ratings = {
        one.player_id: RatingChange(ShownRating(points=1612, deviation=88, races=40), gain=-9)
        for one in racers
    }
    text = text_of(finished(*racers), ratings)
    assert text.replace(NO_BREAK, " ").count("rating **1612** ± 88 (−9)") == 20
    assert len(text) < MAX_TEXT


WON, UNFINISHED, LEFT = RacerOutcome.WON, RacerOutcome.UNFINISHED, RacerOutcome.LEFT


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        (racer(7, WON, moves=9), racer(8, UNFINISHED), "<@7> won the race**: the fastest to win"),
        (racer(7, LEFT, moves=9), racer(8, UNFINISHED), "<@8> won the race**: <@7> gave up."),
        (racer(7, UNFINISHED, home=10), racer(8, UNFINISHED), "over**, and nobody won it."),
        (racer(7, LEFT, moves=9), racer(8, LEFT), "over**, and nobody won it."),
        (racer(7, WON), replace(racer(7, WON), player_id=8), "A draw**: both won in the same time"),
    ],
)
def test_the_result_of_a_challenge_says_what_decided_it(
    first: Racer, second: Racer, sentence: str
) -> None:
    assert sentence in text_of(finished(first, second, by_invitation=True))


def test_a_challenge_with_a_deleted_player_has_neither_their_line_nor_buttons() -> None:
    gone = replace(racer(7, LEFT, moves=9), player_id=DELETED_PLAYER, game_id=None)
    race = finished(gone, racer(8, UNFINISHED, moves=5), by_invitation=True)
    text = text_of(race)
    assert "🏁 **<@8> won the race**: a player who left gave up." in text
    assert [line for line in text.splitlines() if " · 0 of 52 cards home" in line] == [
        "<@8> · 0 of 52 cards home · 5 moves"
    ]
    assert offered_actions(race) == ()


def test_the_deal_of_a_race_has_a_name_that_can_be_said() -> None:
    race = finished(racer(7, RacerOutcome.WON, moves=99), racer(8, RacerOutcome.LEFT))
    assert "-# deal 42" in text_of(race)
    secret = text_of(replace(race, deal_number=2**62))
    assert "-# deal 4000-0000-00000" in secret
    assert str(2**62) not in secret
