"""The page on which players choose how boards look and what a tap does.

Everything is kept the moment it is chosen, and shown on the page at once.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from bot.chat.components import switch
from bot.chat.replies import Attachment, Reply, answer
from bot.i18n import LANGUAGES, N_, _, language_name
from bot.images import DrawingFailed
from bot.service import Preferences, Tap
from engine import Game, deal
from rendering import THEMES, scene_of

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient
    from bot.images import ImageRenderer
    from rendering import Picture

    Interaction = discord.Interaction[PatienceClient]

_SAMPLE: Final = ("klondike", 658, ("3-f4", "s"))
"""A game, a deal and moves that lead to a board with cards of all suits, courts and backs."""
_WIDTH: Final = 550

_MENU: Final = re.compile(r"patience:choose:(?P<name>look|deck|tap|language)")
_SWITCH: Final = re.compile(
    r"patience:switch:(?P<name>plays_safe|confirms|public):(?P<value>yes|no)"
)

_DECKS: Final = {
    "2": (2, False, N_("Two colours")),
    "4": (4, False, N_("Four colours")),
    "2-large": (2, True, N_("Two colours, large indices")),
    "4-large": (4, True, N_("Four colours, large indices")),
}
_TAPS: Final = {
    Tap.CLEAR: (N_("Plays where it is clear"), N_("Asks where there are several places to go")),
    Tap.BEST: (N_("Plays the best move"), N_("Never asks; Undo takes it back")),
    Tap.CHOOSE: (N_("Always asks"), N_("A second tap says where to")),
}
LANGUAGE_NAMES: Final = {"": N_("As Discord is set")} | {
    code: language_name(code) for code in LANGUAGES
}
"""The languages by their codes, each by its own name for itself."""
_MENUS: Final = (
    N_("**Theme**"),
    N_("**Cards**"),
    N_("**A tap on a pile**"),
    N_("**Language**"),
)
"""What stands above each menu."""
_SWITCHES: Final = {
    "plays_safe": N_("Play safe cards home at once"),
    "confirms": N_("Ask before giving up"),
    "public": N_("Others see my boards"),
}


async def settings_page(preferences: Preferences, artist: ImageRenderer) -> Reply:
    """A player's settings, with a picture of each theme; private."""
    pictures = await _samples(preferences, artist)
    container = ui.Container[ui.LayoutView](accent_colour=0x1B6B4A)
    container.add_item(
        ui.TextDisplay(
            f"### {_('Settings')}\n-# {_('They are yours alone, and go with you everywhere.')}"
        )
    )
    if pictures:
        container.add_item(
            ui.MediaGallery(
                *(
                    discord.MediaGalleryItem(f"attachment://{name}.png", description=_(title))
                    for name, title in ((name, theme.title) for name, theme in THEMES.items())
                )
            )
        )
    for title, menu in zip(_MENUS, _menus(preferences), strict=True):
        container.add_item(ui.TextDisplay(_(title))).add_item(ui.ActionRow(menu))
    for name, title in _SWITCHES.items():
        is_on = bool(getattr(preferences, name))
        container.add_item(ui.ActionRow(SettingSwitch(name, title, is_on=is_on)))
    view = ui.LayoutView(timeout=None).add_item(container)
    return Reply(view, pictures, private=True)


async def _samples(preferences: Preferences, artist: ImageRenderer) -> tuple[Attachment, ...]:
    """A board in each theme; nothing where drawing failed."""
    scene = scene_of(_sample())
    styles = [replace(preferences.style, theme=theme, width=_WIDTH) for theme in THEMES]
    try:
        drawn: list[Picture] = await asyncio.gather(
            *(artist.draw(scene, style) for style in styles)
        )
    except DrawingFailed:
        return ()
    return tuple(
        Attachment(f"{theme}.png", picture.png)
        for theme, picture in zip(THEMES, drawn, strict=True)
    )


def _sample() -> Game:
    name, number, moves = _SAMPLE
    game = deal(name, number)
    for move in moves:
        game.play(move)
    return game


def _menus(preferences: Preferences) -> list[SettingMenu]:
    looks = [
        discord.SelectOption(label=_(theme.title), value=name, default=name == preferences.theme)
        for name, theme in THEMES.items()
    ]
    deck = (preferences.suits, preferences.large_index)
    decks = [
        discord.SelectOption(label=_(title), value=name, default=deck == (suits, large))
        for name, (suits, large, title) in _DECKS.items()
    ]
    taps = [
        discord.SelectOption(
            label=_(title), value=tap.value, description=_(text), default=tap is preferences.tap
        )
        for tap, (title, text) in _TAPS.items()
    ]
    languages = [
        discord.SelectOption(
            label=_(title), value=code or "discord", default=code == preferences.language
        )
        for code, title in LANGUAGE_NAMES.items()
    ]
    return [
        SettingMenu("look", looks),
        SettingMenu("deck", decks),
        SettingMenu("tap", taps),
        SettingMenu("language", languages),
    ]


def chosen(name: str, value: str) -> dict[str, str]:
    """The preferences that choosing a value from one of the menus sets, as they are kept.

    >>> chosen("deck", "4-large")
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


class SettingMenu(ui.DynamicItem[ui.Select[ui.LayoutView]], template=_MENU):
    """A menu of the settings; what is chosen is kept at once."""

    def __init__(self, name: str, options: list[discord.SelectOption]) -> None:
        """Make the menu of that name."""
        self.name = name
        super().__init__(ui.Select(custom_id=f"patience:choose:{name}", options=options))

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # the library's own client type is generic
        cls,
        interaction: Interaction,
        item: ui.Item[Any],  # the library finds the item by its custom_id, whatever its view
        match: re.Match[str],
        /,
    ) -> SettingMenu:
        """Make the menu of a message again."""
        return cls(match["name"], item.options if isinstance(item, ui.Select) else [])

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]  # as above
        """Keep the choice and show the page again."""
        await _keep(interaction, chosen(self.name, self.item.values[0]))


class SettingSwitch(ui.DynamicItem[ui.Button[ui.LayoutView]], template=_SWITCH):
    """A button that turns a setting on or off."""

    def __init__(self, name: str, title: str, *, is_on: bool) -> None:
        """Make the button of a setting that is on or off now."""
        self.name, self.value = name, "no" if is_on else "yes"
        custom_id = f"patience:switch:{name}:{self.value}"
        super().__init__(switch(_(title), is_on=is_on, custom_id=custom_id))

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # the library's own client type is generic
        cls,
        interaction: Interaction,
        item: ui.Item[Any],  # as above
        match: re.Match[str],
        /,
    ) -> SettingSwitch:
        """Make the button of a message again."""
        return cls(match["name"], _SWITCHES[match["name"]], is_on=match["value"] == "no")

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]  # as above
        """Turn the setting and show the page again."""
        await _keep(interaction, {self.name: self.value})


async def _keep(interaction: Interaction, values: dict[str, str]) -> None:
    work = interaction.client.boards.choose(interaction, values)
    await answer(interaction, work, updates=True)
