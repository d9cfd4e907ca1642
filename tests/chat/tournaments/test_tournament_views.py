"""What whoever ends a tournament early is asked."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.chat.tournaments.views import end_question, ended_word, kept_word
from bot.models.contests import Tournament, TournamentKind
from bot.models.places import Place
from tests.chat.play.board_presses import buttons_of, said

TOURNAMENT = Tournament(
    id=5,
    place=Place(guild_id=1, channel_id=7),
    kind=TournamentKind.DAYS,
    started_at=datetime(2026, 11, 1, tzinfo=UTC),
    ends_at=datetime(2026, 11, 8, tzinfo=UTC),
)


def test_ending_a_tournament_early_is_asked_for_in_private() -> None:
    asked = end_question(TOURNAMENT)
    assert asked.private
    assert said(asked).startswith("End the tournament now, before <t:1794096000:f>?")
    assert "<#7>" in said(asked)
    routes = {str(one.label): str(one.custom_id) for one in buttons_of(asked.view)}
    assert routes == {
        "End the tournament": "patience:tournament:5:end",
        "Let it run": "patience:tournament:5:keep",
    }


def test_the_answer_takes_the_place_of_the_question() -> None:
    assert said(ended_word(TOURNAMENT)).startswith("The tournament is over. ")
    assert "<#7>" in said(ended_word(TOURNAMENT))
    assert said(kept_word()) == "The tournament goes on."
