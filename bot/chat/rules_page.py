"""The rules of a game as a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import ui

from bot.chat.components import PlayButton
from bot.chat.replies import Attachment, Reply
from bot.chat.wording import level_of
from bot.i18n import _, decimal, whole
from bot.images import DrawingFailed
from engine import LAST_DEAL, deal
from rendering import scene_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.images import ImageRenderer
    from bot.service import Preferences
    from engine import Rules
    from rendering import Picture


async def explained(rules: Rules, artist: ImageRenderer, look: Preferences) -> Reply:
    """The rules of a game with a picture of its deal.

    Args:
        rules: the game.
        artist: draws the picture.
        look: how boards look to who asks.
    """
    scene = scene_of(deal(rules.id, 1))
    try:
        return rules_page(rules, await artist.draw(scene, look.style))
    except DrawingFailed:
        return rules_page(rules)


def rules_page(rules: Rules, picture: Picture | None = None) -> Reply:
    """A private message that explains a game, with a picture of it and a button to be dealt one."""
    container = ui.Container[ui.LayoutView](ui.TextDisplay("\n".join(_lines(rules))))
    attached: tuple[Attachment, ...] = ()
    if picture is not None:
        filename = f"{rules.id}.png"
        attached = (Attachment(filename, picture.png),)
        media = discord.MediaGalleryItem(f"attachment://{filename}", description=picture.alt)
        container.add_item(ui.MediaGallery(media))
    container.add_item(ui.ActionRow(PlayButton(rules.id, _("Play {game}", game=_(rules.title)))))
    return Reply(ui.LayoutView(timeout=None).add_item(container), attached, private=True)


def _lines(rules: Rules) -> Iterator[str]:
    yield f"### {_(rules.title)}"
    yield _(rules.summary)
    yield from (f"- {_(line)}" for line in rules.text)
    level = rules.difficulty
    hard = f"-# {level_of(level, begins=True)}: {_(level.value)}."
    if rules.last_deal < LAST_DEAL:
        hard += " " + _("Deals 1 to {last}.", last=whole(rules.last_deal))
    yield hard
    if rules.win_rate is not None:
        known = rules.win_rate
        percent = decimal(known.percent)
        if known.margin:
            percent += f" ± {decimal(known.margin)}"
        yield "-# " + _(
            "{percent} % of all deals can be won ({source}).",
            percent=percent,
            source=_(known.source),
        )
    yield "-# " + _("Source: {source}.", source=_(rules.source))
