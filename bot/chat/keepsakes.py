"""What is left of a game to show to others: its replay, and the card of a win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.replies import Attachment, Reply, note
from bot.chat.wording import deal_of, hides_number
from bot.i18n import N_, _
from bot.images import DrawingFailed, WinCard
from bot.models import GameState

if TYPE_CHECKING:
    from bot.images import ImageRenderer
    from bot.service import GameSnapshot, Preferences

_NOT_DRAWN: Final = N_("The picture could not be drawn just now; try again in a minute.")


async def replay_of(seat: GameSnapshot, artist: ImageRenderer, look: Preferences) -> Reply:
    """The animated picture of a game, as a message."""
    game = seat.game
    if not game.moves:
        return note(_("Nothing has been played in this game yet, so there is no replay of it."))
    if hides_number(seat):
        return note(
            _("The replay of a day's deal, or of a race, can be seen when your game of it is over.")
        )
    title = _(game.rules.title)
    try:
        made = await artist.replay(game.record(), title, look.style)
    except DrawingFailed:
        return note(_(_NOT_DRAWN))
    text = f"### {title} · {deal_of(seat)}\n-# <@{seat.player}> · {_('replay')}"
    return _picture(text, made.gif, f"replay-{seat.game_id}-{seat.version}.gif", made.alt)


async def card_of(
    seat: GameSnapshot, artist: ImageRenderer, look: Preferences, player: str
) -> Reply:
    """The card of a win, as a message.

    Args:
        seat: the game.
        artist: draws it.
        look: how boards look to the player.
        player: the player's name.
    """
    if seat.state is not GameState.WON:
        return note(_("Only a game that was won has a card to share."))
    seconds = int(seat.elapsed.total_seconds())
    title = _(seat.game.rules.title)
    won = WinCard(seat.game.record(), seconds, seat.undos, seat.hints, player, title)
    try:
        picture = await artist.share(won, look.style)
    except DrawingFailed:
        return note(_(_NOT_DRAWN))
    text = _(
        "{player} won {game}, deal {deal}.",
        player=f"<@{seat.player}>",
        game=title,
        deal=seat.deal_number,
    )
    return _picture(text, picture.png, f"won-{seat.game_id}.png", picture.alt)


def _picture(text: str, content: bytes, filename: str, alt: str) -> Reply:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(text))
    view.add_item(
        ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{filename}", description=alt))
    )
    return Reply(view, (Attachment(filename, content),), adds=True)
