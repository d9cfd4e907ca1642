"""The settings of players and servers as messages: what is chosen is what is shown as chosen."""

from __future__ import annotations

from typing import Final

import pytest
from discord import ui

from bot.chat.responding.components import PREFIX
from bot.chat.responding.replies import Reply
from bot.chat.settings.guilds import setup_view
from bot.chat.settings.views import TOGGLES, chosen_values, settings_view
from bot.service.players.reminders import ReminderSettings
from bot.service.preferences import GuildPreferences, Preferences, Tap, parse_preferences
from local_discord.errors import Problem
from local_discord.validation.message import message_problems
from rendering import Back, Deck, Indices
from tests.chat.play.board_presses import buttons_of, selects_of

CHANGED: Final = Preferences(
    theme="dark",
    suits=4,
    large_index=True,
    deck=Deck.TWO_HEADED,
    back=Back.STAR,
    indices=Indices.GERMAN,
    tap=Tap.BEST,
    language="de",
)


def chosen(reply: Reply) -> dict[str, str]:
    """What is marked as chosen in each menu of a message, by the route of the menu."""
    return {
        menu.custom_id.removeprefix(PREFIX): option.value
        for menu in selects_of(reply.view)
        for option in menu.options
        if option.default
    }


def problems(reply: Reply) -> list[Problem]:
    """What Discord would refuse of a message."""
    components = reply.view.to_components()  # type: ignore[no-untyped-call]  # the library's own gap
    return message_problems({"flags": 1 << 15, "components": components}, (), ())


def routes(reply: Reply) -> set[str]:
    """Where the buttons of a message lead."""
    return {str(button.custom_id).removeprefix(PREFIX) for button in buttons_of(reply.view)}


@pytest.mark.parametrize("preferences", [Preferences(), CHANGED], ids=["default", "changed"])
def test_choosing_what_is_shown_as_chosen_changes_nothing(preferences: Preferences) -> None:
    reply = settings_view(preferences, ReminderSettings(), {})
    assert problems(reply) == []
    stored: dict[str, str] = {}
    for route, value in chosen(reply).items():
        stored |= chosen_values(route.removeprefix("choose:"), value)
    assert parse_preferences(stored) == preferences
    assert len(stored) == 8


@pytest.mark.parametrize("name", TOGGLES)
def test_a_switch_leads_to_what_is_not_set(name: str) -> None:
    for stored, other in (("yes", "no"), ("no", "yes")):
        reply = settings_view(parse_preferences({name: stored}), ReminderSettings(), {})
        assert f"switch:{name}:{other}" in routes(reply)


def test_a_server_sees_its_channels_and_its_language_as_chosen() -> None:
    preferences = GuildPreferences(channels=frozenset({7, 5}), language="de", daily_channel=9)
    reply = setup_view(preferences)
    assert reply.private
    assert problems(reply) == []
    menus = [one for one in reply.view.walk_children() if isinstance(one, ui.ChannelSelect)]
    shown = {one.custom_id: [int(default.id) for default in one.default_values] for one in menus}
    assert shown == {f"{PREFIX}setup:channels": [5, 7], f"{PREFIX}setup:daily_channel": [9]}
    assert chosen(reply) == {"setup:language": "de"}
