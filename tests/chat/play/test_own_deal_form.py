"""The form in which players enter a board of their own."""

from __future__ import annotations

import pytest
from discord import ui

from bot.chat.play.own_deals import own_deal_form
from bot.chat.responding.components import PREFIX


@pytest.mark.parametrize(
    ("game", "title", "route", "asked"),
    [
        ("klondike", "Klondike", "position:of:klondike", []),
        (None, "A deal of your own", "position", ["game", "other"]),
    ],
    ids=["named", "not named"],
)
def test_the_form_of_an_own_deal_asks_for_the_game_unless_it_is_named(
    game: str | None, title: str, route: str, asked: list[str]
) -> None:
    form = own_deal_form(game).form
    assert form is not None
    assert (form.title, form.custom_id) == (title, f"{PREFIX}{route}")
    labels = [item for item in form.walk_children() if isinstance(item, ui.Label)]
    entries = [getattr(label.component, "custom_id", "") for label in labels]
    assert entries == [*asked, "board", "file"]
