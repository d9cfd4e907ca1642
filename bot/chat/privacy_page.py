"""The page that tells players what is kept of them, gives it to them, and deletes it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from bot.chat.components import switch
from bot.chat.replies import Attachment, Reply, answer
from bot.i18n import N_, _, ngettext

if TYPE_CHECKING:
    from bot.chat.client import PatienceClient
    from bot.models import DataSummary
    from bot.service import Export

    Interaction = discord.Interaction[PatienceClient]

_BUTTON: Final = re.compile(r"patience:privacy:(?P<what>data|ask|delete|keep)")
_SWITCH: Final = re.compile(r"patience:listed:(?P<value>yes|no)")
_LABELS: Final = {
    "data": (N_("My data"), discord.ButtonStyle.primary),
    "ask": (N_("Delete everything"), discord.ButtonStyle.danger),
    "delete": (N_("Delete everything"), discord.ButtonStyle.danger),
    "keep": (N_("Keep it"), discord.ButtonStyle.secondary),
}
_LISTED: Final = N_("Show me in this server's lists")
_KEPT: Final = (
    N_("your games: every move with its time, and the server and channel of each"),
    N_("how they ended, and your results of the days"),
    N_("what you chose, such as your theme"),
    N_("your challenges and races"),
)


async def show_privacy(interaction: Interaction) -> Reply:
    """What is kept of who asks; private."""
    client, player, guild = interaction.client, interaction.user.id, interaction.guild_id
    listed = None if guild is None else await client.leaderboards.is_visible(guild, player)
    return privacy_page(await client.privacy.summary_of(player), listed=listed)


def privacy_page(held: DataSummary, *, listed: bool | None) -> Reply:
    """What is kept of a player, and what they may do about it; private.

    Args:
        held: how much it is.
        listed: whether they are shown in the lists of the server; None where there is none.
    """
    container = ui.Container[ui.LayoutView](accent_colour=0x1B6B4A)
    container.add_item(ui.TextDisplay("\n".join(_told(held))))
    container.add_item(ui.ActionRow(PrivacyButton("data"), PrivacyButton("ask")))
    if listed is not None:
        container.add_item(
            ui.TextDisplay(
                _("**Lists**")
                + "\n-# "
                + _(
                    "Those of /daily board and /serverstats. Unless you choose, they show you "
                    "where you have played. Who is shown also lets others here see their /stats."
                )
            )
        )
        container.add_item(ui.ActionRow(ListedSwitch(is_on=listed)))
    return Reply(ui.LayoutView(timeout=None).add_item(container), private=True)


def data_page(made: Export) -> Reply:
    """All that is kept of a player as a file; private."""
    view = ui.LayoutView(timeout=None)
    view.add_item(
        ui.TextDisplay(
            _("This is all that is kept of you, as JSON: a list for each table of the database.")
        )
    )
    view.add_item(ui.File(f"attachment://{made.filename}"))
    return Reply(view, (Attachment(made.filename, made.content),), private=True)


def delete_question() -> Reply:
    """Asks whether everything is to be deleted; takes the place of the page."""
    text = _(
        "Delete everything? Your games, results, statistics and streaks are lost, your places in "
        "the tables of the days, your choices and your challenges. Who races against you wins. "
        "Nobody can bring any of it back."
    )
    stays = _("Messages that were posted in channels stay there.")
    view = ui.LayoutView(timeout=None).add_item(ui.TextDisplay(f"{text}\n-# {stays}"))
    return Reply(view.add_item(ui.ActionRow(PrivacyButton("delete"), PrivacyButton("keep"))))


def deleted_page() -> Reply:
    """Says that everything is deleted; takes the place of the question."""
    text = _("Everything is deleted. If you play again you begin as somebody new.")
    return Reply(ui.LayoutView(timeout=None).add_item(ui.TextDisplay(text)))


def _told(held: DataSummary) -> list[str]:
    """What is kept, for how long, and how much it is."""
    much = [
        ngettext(
            "{number} game, {finished} finished",
            "{number} games, {finished} finished",
            held.games,
            finished=held.results,
        ),
        ngettext("{number} choice", "{number} choices", held.choices),
        ngettext("{number} challenge", "{number} challenges", held.challenges),
    ]
    return [
        f"### {_('Privacy')}",
        _("Patience keeps of you, under the number that Discord gave you:"),
        *(f"- {_(kept)}" for kept in _KEPT),
        _("It keeps no names and none of your messages. All of it stays until you delete it."),
        f"-# {' · '.join(much)}",
    ]


class PrivacyButton(ui.DynamicItem[ui.Button[ui.LayoutView]], template=_BUTTON):
    """A button of the page, or under the question."""

    def __init__(self, what: str) -> None:
        """Make the button: ``data``, ``ask``, ``delete`` or ``keep``."""
        self.what = what
        label, style = _LABELS[what]
        super().__init__(
            ui.Button(label=_(label), style=style, custom_id=f"patience:privacy:{what}")
        )

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # the library's own client type is generic
        cls,
        interaction: Interaction,
        item: ui.Item[Any],  # the library finds the item by its custom_id, whatever its view
        match: re.Match[str],
        /,
    ) -> PrivacyButton:
        """Make the button of a message again."""
        return cls(match["what"])

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]  # as above
        """Do what is asked for."""
        await answer(
            interaction, _after(interaction, self.what), updates=self.what != "data", private=True
        )


class ListedSwitch(ui.DynamicItem[ui.Button[ui.LayoutView]], template=_SWITCH):
    """A button that shows the player in the server's lists, or no more."""

    def __init__(self, *, is_on: bool) -> None:
        """Make the button of a player who is shown now, or is not."""
        self.shows = not is_on
        custom_id = f"patience:listed:{'no' if is_on else 'yes'}"
        super().__init__(switch(_(_LISTED), is_on=is_on, custom_id=custom_id))

    @classmethod
    async def from_custom_id(  # type: ignore[override]  # the library's own client type is generic
        cls,
        interaction: Interaction,
        item: ui.Item[Any],  # as above
        match: re.Match[str],
        /,
    ) -> ListedSwitch:
        """Make the button of a message again."""
        return cls(is_on=match["value"] == "no")

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]  # as above
        """Turn it and show the page again."""
        await answer(interaction, _listed(interaction, shown=self.shows), updates=True)


async def _after(interaction: Interaction, what: str) -> Reply:
    """What a press leads to."""
    privacy, player = interaction.client.privacy, interaction.user.id
    match what:
        case "data":
            return data_page(await privacy.export(player))
        case "ask":
            return delete_question()
        case "delete":
            await privacy.delete(player)
            return deleted_page()
        case _:
            return await _again(interaction)


async def _listed(interaction: Interaction, *, shown: bool) -> Reply:
    if interaction.guild_id is not None:
        leaderboards = interaction.client.leaderboards
        await leaderboards.set_visible(interaction.guild_id, interaction.user.id, visible=shown)
    return await _again(interaction)


async def _again(interaction: Interaction) -> Reply:
    # The page that was pressed on is private already.
    return replace(await show_privacy(interaction), private=False)
