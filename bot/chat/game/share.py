"""What is left of a game to show others: its replay, and the card of a win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord import ui

from bot.chat.formatting import format_deal, hides_deal_number, mention
from bot.chat.pictures import gallery
from bot.chat.responses import Attachment, Reply, message, text_reply
from bot.i18n import N_, _
from bot.images import DrawingFailed, WinCard
from bot.models import GameState

if TYPE_CHECKING:
    from bot.chat.context import Context
    from bot.service import GameSnapshot

_NOT_DRAWN: Final = N_("The picture could not be drawn right now. Try again in a minute.")


async def replay_reply(context: Context, snapshot: GameSnapshot) -> Reply:
    """The animated replay of a game."""
    game = snapshot.game
    if not game.moves:
        return text_reply(
            _("There is nothing to replay yet: no moves have been played in this game.")
        )
    if hides_deal_number(snapshot):
        return text_reply(
            _("The replay of a daily deal or a race is available once your game is over.")
        )
    title = _(game.rules.title)
    try:
        replay = await context.services.images.replay(
            game.record(), title, context.preferences.style
        )
    except DrawingFailed:
        return text_reply(_(_NOT_DRAWN))
    text = f"### {title} · {format_deal(snapshot)}\n-# {mention(snapshot.player)} · {_('replay')}"
    filename = f"replay-{snapshot.game_id}-{snapshot.version}.gif"
    return _with_picture(text, filename, replay.gif, replay.alt)


async def win_card_reply(context: Context, snapshot: GameSnapshot) -> Reply:
    """The card of a win."""
    if snapshot.state is not GameState.WON:
        return text_reply(_("You can only share a game you have won."))
    title = _(snapshot.game.rules.title)
    card = WinCard(
        snapshot.game.record(),
        int(snapshot.elapsed.total_seconds()),
        snapshot.undos,
        snapshot.hints,
        context.interaction.user.display_name,
        title,
    )
    try:
        picture = await context.services.images.share(card, context.preferences.style)
    except DrawingFailed:
        return text_reply(_(_NOT_DRAWN))
    text = _(
        "{player} won {game}, deal {deal}.",
        player=mention(snapshot.player),
        game=title,
        deal=snapshot.deal_number,
    )
    return _with_picture(text, f"won-{snapshot.game_id}.png", picture.png, picture.alt)


def _with_picture(text: str, filename: str, content: bytes, alt: str) -> Reply:
    view = message(ui.TextDisplay(text), gallery((filename, alt)))
    return Reply(view, (Attachment(filename, content),), new_message=True)
