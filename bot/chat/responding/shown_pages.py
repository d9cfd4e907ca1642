"""Private pages that whoever reads them may show to everybody, each once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from discord import ui

from bot.chat.responding.audience import NobodySees, why_hidden
from bot.chat.responding.components import PREFIX, Component, button
from bot.chat.responding.mentions import mention
from bot.i18n import _
from bot.service.claims import Claims

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.chat.responding.context import Context
    from bot.chat.responding.replies import Reply


def show_button(route: str) -> Component:
    """The button that shows a page to everybody, by a route that begins with ``show:``."""
    return button(route, _("Show to everybody"), emoji="📣")


async def show_page(context: Context, page: Reply, shown: Reply) -> Reply:
    """Show a page to everybody, in a message of its own; a second press shows nothing.

    Args:
        page: the page as its reader has it, which loses the button.
        shown: the page as everybody is to see it, without its buttons.

    Raises:
        NobodySees: if Discord would hide it from the others.
    """
    why = why_hidden(context.interaction)
    if why:
        raise NobodySees(why)
    _remove_buttons(page, f"{PREFIX}show:")
    page = replace(page, private=False)
    pressed = context.interaction.message
    data: Mapping[str, Any] = context.interaction.data or {}  # untyped JSON
    name = f"{data.get('custom_id')} {0 if pressed is None else pressed.id}"
    if not await context.services[Claims].take_once(name):
        return page
    _remove_buttons(shown, PREFIX)
    by = _("Shown by {player}.", player=mention(context.player))
    shown.view.add_item(ui.TextDisplay(f"-# {by}"))
    return replace(page, followup=replace(shown, private=False))


def _remove_buttons(reply: Reply, prefix: str) -> None:
    """Take the buttons and menus out of a message whose ids begin with this."""
    for container in reply.view.children:
        if not isinstance(container, ui.Container):
            continue
        for actions in container.children:
            if not isinstance(actions, ui.ActionRow):
                continue
            for item in actions.children:
                if str(getattr(item, "custom_id", "")).startswith(prefix):
                    actions.remove_item(item)
            if not actions.children:
                container.remove_item(actions)
