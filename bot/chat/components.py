"""The buttons and menus that go on working after a restart.

Everything a press needs is in the component's ``custom_id``; discord.py makes the item anew from it
for each press and this module hands the press on.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from bot.chat.custom_ids import MENU_PATTERN, PATTERN, Press
from bot.i18n import _

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient

RESUME_ID: Final = "patience:resume"
_PLAY: Final = re.compile(r"patience:deal:(?P<id>[a-z0-9-]{1,60})")


def switch(title: str, *, is_on: bool, custom_id: str) -> ui.Button[ui.LayoutView]:
    """A button that says whether something is on or off.

    Args:
        title: what is on or off, in the language spoken now.
        is_on: whether it is on.
        custom_id: what a press on it is known by.
    """
    return ui.Button(
        label=_("{setting}: on", setting=title) if is_on else _("{setting}: off", setting=title),
        style=discord.ButtonStyle.success if is_on else discord.ButtonStyle.secondary,
        custom_id=custom_id,
    )


class BoardButton(ui.DynamicItem[ui.Button[ui.LayoutView]], template=PATTERN):
    """A button under a board."""

    def __init__(
        self,
        press: Press,
        label: str,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
        disabled: bool = False,
    ) -> None:
        """Make the button that asks for ``press``."""
        self.press = press
        super().__init__(
            ui.Button(
                label=label, style=style, emoji=emoji, disabled=disabled, custom_id=str(press)
            )
        )

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # the library's own client type is generic
        cls,
        interaction: discord.Interaction[PatienceClient],
        item: ui.Item[Any],  # the library finds the item by its custom_id, whatever its view
        match: re.Match[str],
        /,
    ) -> BoardButton:
        """Make the button of a message again, from its ``custom_id``."""
        label = item.label if isinstance(item, ui.Button) else None
        return cls(Press.parse(match.string), label or "…")

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]  # as above
        """Hand the press on to the boards."""
        await interaction.client.boards.pressed(interaction, self.press)


class PlayButton(
    ui.DynamicItem[ui.Button[ui.LayoutView]],
    template=re.compile(r"patience:deal:(?P<id>[a-z0-9-]{1,60})"),
):
    """A button that deals a game to whoever presses it."""

    def __init__(self, game: str, label: str) -> None:
        """Make the button for the game of that id."""
        self.game = game
        super().__init__(
            ui.Button(
                label=label, style=discord.ButtonStyle.primary, custom_id=f"patience:deal:{game}"
            )
        )

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # the library's own client type is generic
        cls,
        interaction: discord.Interaction[PatienceClient],
        item: ui.Item[Any],  # the library finds the item by its custom_id, whatever its view
        match: re.Match[str],
        /,
    ) -> PlayButton:
        """Make the button of a message again."""
        return cls(match["id"], "…")

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]  # as above
        """Deal the game."""
        await interaction.client.boards.deal(interaction, self.game)


class BoardMenu(ui.DynamicItem[ui.Select[ui.LayoutView]], template=MENU_PATTERN):
    """A menu under a board, where there is no room for a button for each choice."""

    def __init__(
        self, custom_id: str, placeholder: str, options: list[discord.SelectOption]
    ) -> None:
        """Make the menu; one without options is shown disabled."""
        nothing = discord.SelectOption(label=_("Nothing to choose"), value="nothing")
        super().__init__(
            ui.Select(
                custom_id=custom_id,
                placeholder=placeholder,
                options=options or [nothing],
                disabled=not options,
            )
        )

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # the library's own client type is generic
        cls,
        interaction: discord.Interaction[PatienceClient],
        item: ui.Item[Any],  # the library finds the item by its custom_id, whatever its view
        match: re.Match[str],
        /,
    ) -> BoardMenu:
        """Make the menu of a message again, from its ``custom_id``."""
        return cls(match.string, "…", item.options if isinstance(item, ui.Select) else [])

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]  # as above
        """Hand the choice on to the boards."""
        press = Press.chosen(self.custom_id, self.item.values[0])
        await interaction.client.boards.pressed(interaction, press)


class ResumeMenu(ui.DynamicItem[ui.Select[ui.LayoutView]], template=re.escape(RESUME_ID)):
    """The menu of unfinished games to go back to."""

    def __init__(self, options: list[discord.SelectOption]) -> None:
        """Make the menu with one option for each game, its value the stored game's id."""
        super().__init__(
            ui.Select(
                custom_id=RESUME_ID, placeholder=_("Which game shall come back?"), options=options
            )
        )

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # the library's own client type is generic
        cls,
        interaction: discord.Interaction[PatienceClient],
        item: ui.Item[Any],  # the library finds the item by its custom_id, whatever its view
        match: re.Match[str],
        /,
    ) -> ResumeMenu:
        """Make the menu of a message again."""
        return cls(item.options if isinstance(item, ui.Select) else [])

    async def callback(self, interaction: discord.Interaction[PatienceClient]) -> None:  # type: ignore[override]  # as above
        """Bring the chosen game back to the table."""
        await interaction.client.boards.resume(interaction, self.item.values[0])
