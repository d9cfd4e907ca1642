"""Forms of all features: what they ask, and that Discord shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from discord import ui

from bot.chat.play.own_deal_forms import own_deal_form
from bot.chat.races.cog import challenge_form, table_form
from bot.chat.responding.components import PREFIX
from bot.chat.responding.replies import Reply
from bot.chat.tournaments.views import tournament_form
from local_discord.validation.modal import modal_problems


def own_deal_of_klondike() -> Reply:
    return own_deal_form("klondike")


def own_deal() -> Reply:
    return own_deal_form(None)


def challenge() -> Reply:
    return challenge_form(7, "Ben")


def chosen(entry: ui.Item[Any]) -> list[str] | None:
    """What is chosen at first, where there is a choice."""
    if isinstance(entry, ui.Select | ui.RadioGroup):
        return [option.value for option in entry.options if option.default]
    return None


@pytest.mark.parametrize(
    ("made", "title", "route", "asked"),
    [
        (
            own_deal,
            "A deal of your own",
            "position",
            {"game": ["klondike"], "other": None, "board": None, "file": None},
        ),
        (
            own_deal_of_klondike,
            "Klondike",
            "position:of:klondike",
            {"board": None, "file": None},
        ),
        (
            challenge,
            "Challenge Ben",
            "challenge:7",
            {"game": ["klondike"], "other": None, "seconds": ["86400"]},
        ),
        (
            table_form,
            "A race",
            "race:start",
            {"game": ["klondike"], "other": None, "seconds": ["3600"], "hints": None},
        ),
        (
            tournament_form,
            "A tournament",
            "tournament:start",
            {"kind": ["days"], "game": [], "other": None, "days": ["7"]},
        ),
    ],
)
def test_a_form_asks_for_what_its_route_takes(
    made: Callable[[], Reply], title: str, route: str, asked: dict[str, list[str] | None]
) -> None:
    form = made().form
    assert form is not None
    assert modal_problems(form.to_dict(), ()) == []
    assert (form.title, form.custom_id) == (title, f"{PREFIX}{route}")
    entries = [one.component for one in form.walk_children() if isinstance(one, ui.Label)]
    assert {getattr(one, "custom_id", ""): chosen(one) for one in entries} == asked
