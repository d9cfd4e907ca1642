"""A player's settings as a message; every choice is saved and shown at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.components import row, select, toggle
from bot.chat.limits import GREEN
from bot.chat.pictures import gallery
from bot.chat.responses import Attachment, Reply, message
from bot.i18n import LANGUAGES, N_, _, language_name
from bot.service import Tap
from rendering import THEMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.service import Preferences
    from rendering import Picture

_DECKS: Final = {
    "2": (2, False, N_("Two colours")),
    "4": (4, False, N_("Four colours")),
    "2-large": (2, True, N_("Two colours, large indices")),
    "4-large": (4, True, N_("Four colours, large indices")),
}
_TAPS: Final = {
    Tap.CLEAR: (
        N_("Play clear moves"),
        N_("Cards that can go home do; you choose where it matters"),
    ),
    Tap.ONLY: (N_("Play the only move"), N_("If there are several, you choose")),
    Tap.BEST: (N_("Play the best move"), N_("Asks only after Undo")),
    Tap.CHOOSE: (N_("Ask me"), N_("You choose where every card goes")),
}
TOGGLES: Final = {
    "autoplay": N_("Send safe cards home automatically"),
    "confirm_give_up": N_("Ask before giving up"),
    "boards_are_public": N_("Show my boards to others"),
    "motion": N_("Celebrate wins with an animation"),
}
"""The settings that are on or off, by the names of :class:`bot.service.Preferences`."""


def settings_view(preferences: Preferences, samples: Mapping[str, Picture]) -> Reply:
    """A player's settings.

    Args:
        preferences: what is chosen now.
        samples: a board in each theme, by the theme's name; may be empty.
    """
    heading = f"### {_('Settings')}\n-# {_('Your settings apply in every server.')}"
    container = ui.Container[ui.LayoutView](ui.TextDisplay(heading), accent_colour=GREEN)
    if samples:
        titles = ((f"{name}.png", _(THEMES[name].title)) for name in samples)
        container.add_item(gallery(*titles))
    for title, name, options in _selects(preferences):
        container.add_item(ui.TextDisplay(title))
        container.add_item(row(select(f"choose:{name}", options)))
    for name, text in TOGGLES.items():
        is_on = bool(getattr(preferences, name))
        route = f"switch:{name}:{'no' if is_on else 'yes'}"
        container.add_item(row(toggle(route, _(text), is_on=is_on)))
    files = tuple(Attachment(f"{name}.png", picture.png) for name, picture in samples.items())
    return Reply(message(container), files, private=True)


def _selects(
    preferences: Preferences,
) -> Iterator[tuple[str, str, list[discord.SelectOption]]]:
    """Each select's title, name and options."""
    themes = [
        discord.SelectOption(label=_(theme.title), value=name, default=name == preferences.theme)
        for name, theme in THEMES.items()
    ]
    yield _("**Theme**"), "look", themes
    deck = (preferences.suits, preferences.large_index)
    decks = [
        discord.SelectOption(label=_(title), value=name, default=deck == (suits, large))
        for name, (suits, large, title) in _DECKS.items()
    ]
    yield _("**Cards**"), "deck", decks
    taps = [
        discord.SelectOption(
            label=_(title), value=tap.value, description=_(text), default=tap is preferences.tap
        )
        for tap, (title, text) in _TAPS.items()
    ]
    yield _("**Tapping a pile**"), "tap", taps
    yield _("**Language**"), "language", language_options(preferences.language)


def language_options(chosen: str) -> list[discord.SelectOption]:
    """The languages, each in its own name, and Discord's own setting."""
    follow = discord.SelectOption(label=_("Same as Discord"), value="discord", default=not chosen)
    return [
        follow,
        *(
            discord.SelectOption(label=language_name(code), value=code, default=code == chosen)
            for code in LANGUAGES
        ),
    ]


def chosen_values(name: str, value: str) -> dict[str, str]:
    """The preferences that a choice in one of the selects sets, as they are stored.

    >>> chosen_values("deck", "4-large")
    {'suits': '4', 'large_index': 'yes'}
    """
    match name:
        case "look":
            return {"theme": value}
        case "deck" if value in _DECKS:
            suits, large, _ = _DECKS[value]
            return {"suits": str(suits), "large_index": "yes" if large else "no"}
        case "tap":
            return {"tap": value}
        case "language":
            return {"language": "" if value == "discord" else value}
        case _:
            return {}
