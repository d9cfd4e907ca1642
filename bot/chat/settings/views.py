"""A player's settings, and what is stored of them, as messages.

Every choice is saved and shown at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.games.pictures import gallery
from bot.chat.responding.components import button, row, select, toggle
from bot.chat.responding.replies import (
    GREEN,
    MAX_BUTTONS_IN_ROW,
    Attachment,
    Reply,
    message,
)
from bot.i18n import LANGUAGES, N_, _, language_name, ngettext
from bot.service.preferences import Tap
from engine import Card
from rendering import THEMES, Back, Deck, Indices
from rendering.board.samples import Sample

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.models.players import DataSummary
    from bot.service.players.exports import Export
    from bot.service.players.reminders import ReminderSettings
    from bot.service.preferences import Preferences
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
        N_("Play obvious moves"),
        N_("Plays what cannot hurt; you choose where it matters"),
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
    "losses": N_("Say which move lost a game"),
    "verdicts": N_("Say at once when a game can no longer be won"),
    "quiet": N_("Quiet: no streaks, badges or times"),
    "compared": N_("Compare my day with everybody's"),
    "text_boards": N_("Boards as text"),
    "wide_boards": N_("Wide boards: larger cards on a computer"),
}
"""The settings that are on or off, by the names of :class:`bot.service.preferences.Preferences`."""


def settings_view(
    preferences: Preferences,
    reminders: ReminderSettings,
    pictures: Mapping[str, Sequence[tuple[str, Picture]]],
) -> Reply:
    """A player's settings, with the pictures there are to choose from, by select."""
    heading = f"### {_('Settings')}\n-# {_('Your settings apply in every server.')}"
    if reminders.refused:
        text = _("A reminder could not reach you by direct message, so reminders are off.")
        # With a component of its own, the message would have more than the 40 that it may have.
        heading += f"\n⚠️ {text}"
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
    toggles = []
    for name, text in TOGGLES.items():
        is_on = bool(getattr(preferences, name))
        route = f"switch:{name}:{'no' if is_on else 'yes'}"
        toggles.append(toggle(route, _(text), is_on=is_on))
    # A message has at most 40 components.
    for first in range(0, len(toggles), MAX_BUTTONS_IN_ROW):
        container.add_item(row(*toggles[first : first + MAX_BUTTONS_IN_ROW]))
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
    themes = {name: theme.title for name, theme in THEMES.items()}
    yield _("**Theme**"), "look", _options(themes, preferences.theme)
    deck = (preferences.suits, preferences.large_index)
    chosen = next((name for name, choice in _DECKS.items() if choice[:2] == deck), "")
    decks = {name: title for name, (_suits, _large, title) in _DECKS.items()}
    yield _("**Cards**"), "deck", _options(decks, chosen)
    courts = {deck.value: texts for deck, texts in _COURTS.items()}
    yield _("**Jacks, queens and kings**"), "courts", _options(courts, preferences.deck.value)
    backs = {back.value: title for back, title in _BACKS.items()}
    yield _("**Backs**"), "back", _options(backs, preferences.back.value)
    letters = {indices.name.lower(): title for indices, title in _INDICES.items()}
    chosen = preferences.indices.name.lower()
    yield _("**Letters on the cards**"), "letters", _options(letters, chosen)
    taps = {tap.value: texts for tap, texts in _TAPS.items()}
    yield _("**Tapping a pile**"), "tap", _options(taps, preferences.tap.value)
    yield _("**Language**"), "language", language_options(preferences.language)


def _options(
    choices: Mapping[str, str | tuple[str, str]], chosen: str
) -> list[discord.SelectOption]:
    """Options by value, each a title or a title and a description."""
    options = []
    for value, texts in choices.items():
        title, *more = (texts,) if isinstance(texts, str) else texts
        options.append(
            discord.SelectOption(
                label=_(title),
                value=value,
                description=_(more[0]) if more else None,
                default=value == chosen,
            )
        )
    return options


def language_options(chosen: str) -> list[discord.SelectOption]:
    """The languages, each in its own name, and Discord's own setting."""
    names = {"discord": _("Same as Discord"), **{code: language_name(code) for code in LANGUAGES}}
    return [
        discord.SelectOption(label=name, value=code, default=code == (chosen or "discord"))
        for code, name in names.items()
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


def privacy_view(
    stored: DataSummary, preferences: Preferences, *, is_visible: bool | None
) -> Reply:
    """What is stored of a player, and what they can do about it."""
    container = ui.Container[ui.LayoutView](
        ui.TextDisplay("\n".join(_privacy_lines(stored))),
        row(
            button("privacy:data", _("My data"), style=discord.ButtonStyle.primary),
            button("privacy:ask", _("Delete everything"), style=discord.ButtonStyle.danger),
        ),
        accent_colour=GREEN,
    )
    if is_visible is not None:
        about = _(
            "You appear on the /daily board and /server of servers where you have played, "
            "and players there can see your /profile. You can change that for this "
            "server."
        )
        route = f"listed:{'no' if is_visible else 'yes'}"
        container.add_item(ui.TextDisplay(f"{_('**Leaderboards**')}\n-# {about}"))
        container.add_item(
            row(
                toggle(route, _("Show me on this server's leaderboards"), is_on=is_visible),
                toggle(
                    f"losing:{'no' if preferences.shown_losing else 'yes'}",
                    _("Also when I have not won"),
                    is_on=preferences.shown_losing,
                ),
            )
        )
    about = _("Anybody in a server with you can challenge you to a race, which pings you.")
    container.add_item(ui.TextDisplay(f"{_('**Challenges**')}\n-# {about}"))
    route = f"challenges:{'no' if preferences.may_be_challenged else 'yes'}"
    nobody = toggle(route, _("Nobody may challenge me"), is_on=not preferences.may_be_challenged)
    container.add_item(row(nobody))
    about = _(
        "While you play the day's deal, your board says how far another player of the server was "
        "after as much time, and theirs says it of you: without a card, and only if both want it."
    )
    container.add_item(ui.TextDisplay(f"{_('**Side by side**')}\n-# {about}"))
    route = f"pace:{'no' if preferences.paced else 'yes'}"
    container.add_item(row(toggle(route, _("Play side by side"), is_on=preferences.paced)))
    return Reply(message(container), private=True)


def export_view(export: Export) -> Reply:
    """Everything stored of a player, as a file."""
    text = _("Everything Patience stores about you, in one file.")
    view = message(ui.TextDisplay(text), ui.File(f"attachment://{export.filename}"))
    return Reply(view, (Attachment(export.filename, export.content),), private=True)


def delete_question() -> Reply:
    """Ask whether to delete everything; replaces the page."""
    text = _(
        "Delete everything? Your games, results, statistics, streaks, badges, leaderboard "
        "places, settings and challenges will be gone, and you lose any race you are in. This "
        "cannot be undone."
    )
    stays = _("Messages posted in channels stay there.")
    buttons = row(
        button("privacy:delete", _("Delete everything"), style=discord.ButtonStyle.danger),
        button("privacy:keep", _("Keep everything")),
    )
    return Reply(message(ui.TextDisplay(f"{text}\n-# {stays}"), buttons))


def deleted_view() -> Reply:
    """Say that everything is deleted; replaces the question."""
    text = _("Everything is deleted. If you play again, you start fresh.")
    return Reply(message(ui.TextDisplay(text)))


def _privacy_lines(stored: DataSummary) -> list[str]:
    counts = [
        ngettext(
            "{number} game, {finished} finished",
            "{number} games, {finished} finished",
            stored.games,
            finished=stored.results,
        ),
        ngettext("{number} setting", "{number} settings", stored.preferences),
        ngettext("{number} race", "{number} races", stored.races),
    ]
    return [
        f"### {_('Privacy')}",
        _("This is what Patience stores about you, under your Discord ID:"),
        *(f"- {_(kind)}" for kind in stored.kinds),
        _(
            "No messages are stored. Everything stays until you delete it, or stay away for "
            "very long."
        ),
        f"-# {' · '.join(counts)}",
    ]
