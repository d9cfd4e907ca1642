"""What somebody who plays on a shared board is asked in private."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from bot.chat.together.views import choice_view, give_up_view
from bot.models.together import SharedGame
from tests.chat.play.board_presses import buttons_of, said
from tests.engine.positions import position
from tests.support.snapshots import snapshot_at

SNAPSHOT = snapshot_at(position("klondike", "1: 9S", "2: TH", "3: TD", rest="s"))


def test_a_pile_with_several_places_to_go_to_asks_for_one_in_private() -> None:
    asked = choice_view(SNAPSHOT, "1")
    assert asked.private
    assert said(asked) == "**9♠ · 1**: where to?"
    assert {"2", "3"} <= {str(one.custom_id).split("-")[-1] for one in buttons_of(asked.view)}


def test_giving_up_a_shared_game_is_asked_for_in_private() -> None:
    asked = give_up_view(cast("SharedGame", SimpleNamespace(snapshot=SNAPSHOT)))
    assert asked.private
    assert said(asked).startswith("Vote to give this game up?")
    assert [one.label for one in buttons_of(asked.view)] == ["Give up", "Keep playing"]
