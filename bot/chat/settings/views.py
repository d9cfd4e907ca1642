"""A player's settings as a message; every choice is saved and shown at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.components import button, row, select, toggle
from bot.chat.messages.limits import GREEN
from bot.chat.messages.replies import Attachment, Reply, message
from bot.chat.pictures import gallery
from bot.i18n import LANGUAGES, N_, _, language_name
from bot.service import Tap
from engine import Card
from rendering import THEMES, Back, Deck, Indices
from rendering.samples import Sample

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.service import Preferences, ReminderSettings
    from rendering import Picture

_DECKS: Final = {
    "2": (2, False, N_("Two colours")),
    "4": (4, False, N_("Four colours")),
    "2-large": (2, True, N_("Two colours, large indices")),
    "4-large": (4, True, N_("Four colours, large indices")),
}
_COURTS: Final = {
    Deck.PORTRAITS: (N_("Portraits"), N_("One large figure")),
    Deck.TWO_HEADED: (N_("Two-headed"), N_("As in a traditional deck")),
}
_SAMPLE_COURTS: Final = ("KS", "QH", "JD")
_BACKS: Final = {
    Back.LATTICE: N_("Lattice"),
    Back.SCALES: N_("Scales"),
    Back.STAR: N_("Star"),
}
_INDICES: Final = {
    Indices.LANGUAGE: N_("As in my language"),
    Indices.ENGLISH: "J Q K",
    Indices.GERMAN: "B D K",
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


def settings_view(
    preferences: Preferences,
    reminders: ReminderSettings,
    pictures: Mapping[str, Sequence[tuple[str, Picture]]],
) -> Reply:
    """A player's settings.

    Args:
        preferences: what is chosen now.
        reminders: how the player's reminders are set, on a page of their own.
        pictures: what there is to choose from, each with its alt text, by the name of the select;
            may be empty.
    """
    heading = f"### {_('Settings')}\n-# {_('Your settings apply in every server.')}"
    container = ui.Container[ui.LayoutView](ui.TextDisplay(heading), accent_colour=GREEN)
    files = []
    for title, name, options in _selects(preferences):
        container.add_item(ui.TextDisplay(title))
        shown = []
        for number, (alt, picture) in enumerate(pictures.get(name, ())):
            files.append(Attachment(f"{name}-{number}.png", picture.png))
            shown.append((files[-1].filename, alt))
        if shown:
            container.add_item(gallery(*shown))
        container.add_item(row(select(f"choose:{name}", options)))
    for name, text in TOGGLES.items():
        is_on = bool(getattr(preferences, name))
        route = f"switch:{name}:{'no' if is_on else 'yes'}"
        container.add_item(row(toggle(route, _(text), is_on=is_on)))
    if reminders.were_refused:
        text = _("A reminder could not reach you by direct message, so reminders are off.")
        container.add_item(ui.TextDisplay(f"⚠️ {text}"))
    container.add_item(row(button("remind:page", _("Reminders …"), emoji="🔔")))
    return Reply(message(container), tuple(files), private=True)


def court_samples() -> list[Sample]:
    """Court cards of each deck."""
    cards = tuple(map(Card.parse, _SAMPLE_COURTS))
    return [Sample(_(title), cards, deck=deck) for deck, (title, _text) in _COURTS.items()]


def back_samples() -> list[Sample]:
    """Each back."""
    return [Sample(_(title), (None,), back=back) for back, title in _BACKS.items()]


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
    courts = [
        discord.SelectOption(
            label=_(title),
            value=deck.value,
            description=_(text),
            default=deck is preferences.deck,
        )
        for deck, (title, text) in _COURTS.items()
    ]
    yield _("**Jacks, queens and kings**"), "courts", courts
    backs = [
        discord.SelectOption(label=_(title), value=back.value, default=back is preferences.back)
        for back, title in _BACKS.items()
    ]
    yield _("**Backs**"), "back", backs
    letters = [
        discord.SelectOption(
            label=_(title), value=indices.name.lower(), default=indices is preferences.indices
        )
        for indices, title in _INDICES.items()
    ]
    yield _("**Letters on the cards**"), "letters", letters
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
        case "courts":
            return {"deck": value}
        case "letters" if value.upper() in Indices.__members__:
            return {"indices": Indices[value.upper()].value}
        case "back" | "tap":
            return {name: value}
        case "language":
            return {"language": "" if value == "discord" else value}
        case _:
            return {}
