"""How to play, in a minute: a picture, and one command to begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.components import PlayButton
from bot.chat.replies import Attachment, Reply
from bot.i18n import N_, _
from bot.images import DrawingFailed
from engine import Move, deal
from rendering import scene_of

if TYPE_CHECKING:
    from bot.images import ImageRenderer
    from bot.service import Preferences

_BEGIN: Final = N_(
    "Type **/play** and choose a game. Under the board there is a button for each pile: tap the "
    "pile to move from. If there is only one place to go the card is there at once; else tap where "
    "to."
)
_LETTERS: Final = N_(
    "**S** is the stock, **W** the waste, **f** the foundations, **A B C** cells, **r** the "
    "reserve."
)
_MORE: Final = N_(
    "**/hint** shows the next good move, **/odds** whether you can still win, **/undo** goes back "
    "as far as you like. **/daily play** is one deal a day for everybody, **/challenge** a race. "
    "**/resume** finds games you left, **/games** and **/rules** tell of all "
    "of them, **/settings** makes the boards yours."
)

_FILENAME: Final = "help.png"


async def help_page(artist: ImageRenderer, look: Preferences) -> Reply:
    """A private message that says how to play.

    Args:
        artist: draws the picture.
        look: how boards look to who asks.
    """
    scene = scene_of(deal("klondike", 658), hint=Move("1", "7"))
    container = ui.Container[ui.LayoutView](ui.TextDisplay(f"### Patience\n{_(_BEGIN)}"))
    attached: tuple[Attachment, ...] = ()
    try:
        picture = await artist.draw(scene, look.style)
    except DrawingFailed:
        picture = None
    if picture is not None:
        attached = (Attachment(_FILENAME, picture.png),)
        media = discord.MediaGalleryItem(f"attachment://{_FILENAME}", description=picture.alt)
        container.add_item(ui.MediaGallery(media))
    container.add_item(ui.TextDisplay(f"-# {_(_LETTERS)}\n{_(_MORE)}"))
    container.add_item(ui.ActionRow(PlayButton("klondike", _("Play {game}", game="Klondike"))))
    return Reply(ui.LayoutView(timeout=None).add_item(container), attached, private=True)
