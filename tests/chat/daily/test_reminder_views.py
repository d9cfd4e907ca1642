"""Reminders as a page and as a form: both show what is set, and offer the same."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import pytest
from discord import ui

from bot.chat.daily.reminder_views import NEVER, reminders_form, reminders_view
from bot.chat.responding.components import PREFIX
from bot.i18n import LANGUAGES, _, use_locale
from bot.service.players.reminders import ReminderSettings
from local_discord.validation.message import message_problems
from tests.chat.play.board_presses import buttons_of

NOW: Final = datetime(2026, 7, 1, 12, tzinfo=UTC)
SET: Final = ReminderSettings(hour=18, time_zone="Asia/Tokyo", hours_before=3)


def options(items: list[ui.Item[ui.LayoutView]] | list[ui.Item[ui.Modal]]) -> list[list[str]]:
    """The values of each menu, the chosen one first."""
    menus = [item for item in items if isinstance(item, ui.Select)]
    return [
        [one.value for one in sorted(menu.options, key=lambda one: not one.default)]
        for menu in menus
    ]


@pytest.mark.parametrize(
    ("settings", "shown"),
    [
        (SET, ["18", "Asia/Tokyo", "3"]),
        (ReminderSettings(), [NEVER, "Europe/Berlin", NEVER]),
    ],
    ids=["set", "not set"],
)
def test_the_page_and_the_form_show_the_same_as_chosen(
    settings: ReminderSettings, shown: list[str]
) -> None:
    page = reminders_view(settings, "Europe/Berlin", NOW, are_mentioned=True).view
    form = reminders_form(settings, "Europe/Berlin", NOW, are_mentioned=True).form
    assert form is not None
    assert (form.title, form.custom_id) == ("Reminders", f"{PREFIX}remind:form")
    components = page.to_components()  # type: ignore[no-untyped-call]  # the library's own gap
    assert message_problems({"flags": 1 << 15, "components": components}, (), ()) == []
    assert options([*page.walk_children()]) == options([*form.walk_children()])
    assert [menu[0] for menu in options([*page.walk_children()])] == shown


@pytest.mark.parametrize(("are_mentioned", "other"), [(True, "no"), (False, "yes")])
def test_mentions_can_be_turned_on_and_off(are_mentioned: bool, other: str) -> None:
    reply = reminders_view(SET, "Europe/Berlin", NOW, are_mentioned=are_mentioned)
    assert reply.private
    page = reply.view
    assert buttons_of(page)[-1].custom_id == f"{PREFIX}remind:mention:{other}"
    form = reminders_form(SET, "Europe/Berlin", NOW, are_mentioned=are_mentioned).form
    assert form is not None
    [tick] = [item for item in form.walk_children() if isinstance(item, ui.Checkbox)]
    assert tick.default == are_mentioned


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_of_the_form_is_cut_off(language: str) -> None:
    with use_locale(language):
        form = reminders_form(SET, "Europe/Berlin", NOW, are_mentioned=True).form
        mentions = _("Mention me in my servers' results")
    assert form is not None
    labels = [item.text for item in form.walk_children() if isinstance(item, ui.Label)]
    assert mentions in labels


def test_a_streaks_end_is_told_by_the_clock_of_the_player() -> None:
    form = reminders_form(SET, "Europe/Berlin", NOW, are_mentioned=False).form
    assert form is not None
    labels = [
        option.label
        for item in form.walk_children()
        if isinstance(item, ui.Select)
        for option in item.options
        if option.default
    ]
    assert labels[-1] == "3 hours before it ends, at 06:00"


def test_whoever_cannot_be_reached_is_told_where_reminders_are_set() -> None:
    settings = ReminderSettings(refused=True)
    page = reminders_view(settings, "Europe/Berlin", NOW, are_mentioned=False).view
    texts = [item.content for item in page.walk_children() if isinstance(item, ui.TextDisplay)]
    assert any(text.startswith("⚠️ Direct messages to you could not") for text in texts)
    form = reminders_form(settings, "Europe/Berlin", NOW, are_mentioned=False).form
    assert form is not None
    [told] = [one for one in form.walk_children() if isinstance(one, ui.Label) and one.description]
    assert told.description == "Off, as direct messages to you could not be delivered."
