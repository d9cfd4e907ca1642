"""The lists of badges on a profile."""

from __future__ import annotations

from datetime import date

from bot.chat.statistics.profile_views import badges_view, profile_view
from bot.models.results import Career, GameRecord
from bot.service.contests.ratings import PlayerRating
from bot.service.players.achievements import Tier
from bot.service.players.profiles import profile_of
from tests.chat.play.board_presses import said

ANN, TODAY = 7, date(2026, 5, 1)


def test_a_badge_is_ticked_once_it_is_earned_however_much_it_asks_for_now() -> None:
    career = Career(games={"black-hole": GameRecord(deals=1)})
    profile = profile_of(ANN, career, ["wins-10"], TODAY)
    shown = said(badges_view(profile, Tier.BRONZE))
    assert "✅ **Getting the hang of it** · Win 10 different deals.\n" in shown
    assert "▫️ **Curious** · Win five different games. (1/5)" in shown
    assert "Getting the hang of it" not in said(profile_view(profile, None, PlayerRating(), None))
