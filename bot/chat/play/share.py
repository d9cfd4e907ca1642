"""What is left of a game to show others: its replay, and the card of a win."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.games.pictures import gallery
from bot.chat.play.custom_ids import open_deal_route
from bot.chat.responding.audience import is_private_press
from bot.chat.responding.components import button, row
from bot.chat.responding.mentions import mention, shown_name
from bot.chat.responding.replies import Attachment, Reply, message, text_reply
from bot.drawing import WinCard
from bot.i18n import N_, _, long_day, translate
from bot.images import DrawingCrowded, DrawingFailed, ImageRenderer
from bot.models.daily import Slot
from bot.models.play import GameState
from bot.service.play.replay import record_of
from bot.wording.formatting import format_deal

if TYPE_CHECKING:
    from bot.chat.responding.context import Context
    from bot.models.play import GameSnapshot


_NOT_DRAWN: Final = N_("The picture could not be drawn right now. Try again in a minute.")
_CROWDED: Final = N_("Too many pictures are being drawn right now. Try again in a minute.")
_OWN_FIRST: Final = N_("Your last pictures are still being drawn. Give them a moment.")


def _reason(error: DrawingFailed) -> str:
    """Why there is no picture."""
    if isinstance(error, DrawingCrowded):
        return _(_OWN_FIRST) if error.own else _(_CROWDED)
    return _(_NOT_DRAWN)


async def replay_reply(context: Context, snapshot: GameSnapshot, *, is_clip: bool = False) -> Reply:
    """The animated replay of a game, or as a clip only the moves that decided a win.

    That of a private board is private, too; its player shares a win with the card.
    """
    game = snapshot.game
    if not game.moves:
        return text_reply(_("There is nothing to replay yet: this game has no moves."))
    if snapshot.is_secret and snapshot.player != context.player:
        return text_reply(
            _("This replay is for everybody once the day, the race or the tournament is over.")
        )
    is_private = snapshot.is_secret or is_private_press(context)
    if is_private:
        context.is_private.set()
    title = translate(game.rules.name)
    try:
        record = record_of(game, is_secret=snapshot.is_secret)
        images = context.services[ImageRenderer]
        draw = images.clip if is_clip and snapshot.state is GameState.WON else images.replay
        replay = await draw(record, title, context.preferences.style)
    except DrawingFailed as error:
        return text_reply(_reason(error))
    kind = _("best moves") if is_clip else _("replay")
    text = f"### {title} · {format_deal(snapshot)}\n-# {mention(snapshot.player)} · {kind}"
    filename = f"{'clip' if is_clip else 'replay'}-{snapshot.game_id}-{snapshot.version}.gif"
    reply = _with_picture(text, filename, replay.gif, replay.alt)
    return replace(reply, private=is_private)


async def win_card_reply(context: Context, snapshot: GameSnapshot) -> Reply:
    """The card of a win, with a button for anybody to play the same deal."""
    if snapshot.state is not GameState.WON:
        return text_reply(_("You can only share a game you have won."))
    title = translate(snapshot.game.rules.name)
    if snapshot.raced:
        return text_reply(_("Your race is not over yet. Until it is, its deal stays a secret."))
    card = WinCard(
        record_of(snapshot.game, is_secret=snapshot.is_secret),
        None if context.preferences.quiet else int(snapshot.elapsed.total_seconds()),
        snapshot.undos,
        snapshot.hints + snapshot.odds,
        shown_name(context.interaction.user),
        title,
        day=snapshot.day,
    )
    try:
        picture = await context.services[ImageRenderer].share(card, context.preferences.style)
    except DrawingFailed as error:
        return text_reply(_reason(error))
    if snapshot.day is not None and snapshot.is_secret:
        # Others may still play it as the day's deal, so its number stays hidden.
        route = f"daily:deal:{snapshot.day.isoformat()}"
        names = {"player": mention(snapshot.player), "day": long_day(snapshot.day), "game": title}
        if snapshot.slot is Slot.HEADLINE:
            text = _("{player} won the daily deal of {day}: {game}.", **names)
        else:
            route = f"{route}:{snapshot.slot.value}"
            text = _("{player} won {game}, one of the deals of {day}.", **names)
    elif snapshot.is_contested and snapshot.contest is not None:
        route = f"tournament:{snapshot.contest.contest_id}:deal:{snapshot.game.rules.id}"
        text = _(
            "{player} won {game} in the tournament.", player=mention(snapshot.player), game=title
        )
    else:
        route = open_deal_route(snapshot)
        text = _(
            "{player} won {game}, {deal}.",
            player=mention(snapshot.player),
            game=title,
            deal=format_deal(snapshot),
        )
    play = button(route, _("Play this deal"), emoji="🃏", style=discord.ButtonStyle.primary)
    return _with_picture(text, f"won-{snapshot.game_id}.png", picture.png, picture.alt, row(play))


def _with_picture(
    text: str, filename: str, content: bytes, alt: str, *rows: ui.ActionRow[ui.LayoutView]
) -> Reply:
    view = message(ui.TextDisplay(text), gallery((filename, alt)), *rows)
    return Reply(view, (Attachment(filename, content),), new_message=True, for_others=True)
