"""What is left of a game to show others: its replay, the card of a win, menus of its messages."""

from __future__ import annotations

import functools
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands, ui

from bot.chat.games.formatting import format_deal
from bot.chat.games.pictures import gallery
from bot.chat.play.boards import board_reply, offers_resume
from bot.chat.play.own_deals import own_deal_reply
from bot.chat.play.views import text_of_board
from bot.chat.responding.audience import boards_are_private
from bot.chat.responding.components import PREFIX, button, row
from bot.chat.responding.mentions import mention
from bot.chat.responding.replies import Attachment, Reply, message, text_reply
from bot.chat.responding.responses import respond
from bot.drawing import WinCard
from bot.i18n import N_, _, long_day, translate
from bot.images import DrawingCrowded, DrawingFailed, ImageRenderer
from bot.models.daily import Slot
from bot.models.play import Contest, GameState
from bot.service.errors import SecretDeal, ServiceError
from bot.service.play.games import Games
from bot.service.play.replay import record_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.chat.responding.context import Context, Interaction
    from bot.chat.responding.replies import Reply
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
    """The animated replay of a game, or as a clip only the moves that decided a win."""
    game = snapshot.game
    if not game.moves:
        return text_reply(_("There is nothing to replay yet: this game has no moves."))
    if snapshot.is_secret and snapshot.player != context.player:
        return text_reply(
            _("This replay is for everybody once the day, the race or the tournament is over.")
        )
    if snapshot.is_secret:
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
    return replace(reply, private=snapshot.is_secret)


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
        context.interaction.user.display_name,
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
    elif snapshot.contest is Contest.TOURNAMENT:
        route = f"tournament:deal:{snapshot.game.rules.id}"
        text = _(
            "{player} won {game} in the tournament.", player=mention(snapshot.player), game=title
        )
    else:
        route = (
            f"position:{snapshot.game_id}"
            if snapshot.is_own_deal
            else f"deal:{snapshot.game.rules.id}:{snapshot.deal_number}"
        )
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


_BOARD: Final = re.compile(re.escape(PREFIX) + r"([0-9]{1,18}):[0-9]{1,18}:.+")
"""The custom ids of what is under a board; see :mod:`.custom_ids`."""


class NoBoard(ServiceError):
    """A message shows no board."""

    def __init__(self) -> None:
        super().__init__(N_("This message shows no board of Patience. Choose one that does."))


@app_commands.context_menu(name="Play this deal")
async def play_this_deal(interaction: Interaction, message: discord.Message) -> None:
    """Deal the deal of a board to whoever asks for it."""
    handler = functools.partial(_deal_again, message=message)
    await respond(interaction, handler, private=boards_are_private)


@app_commands.context_menu(name="Board as text")
async def board_as_text(interaction: Interaction, message: discord.Message) -> None:
    """Show a board as text, to whoever asks for it alone."""
    await respond(interaction, functools.partial(_as_text, message=message), private=True)


@offers_resume
async def _deal_again(context: Context, message: discord.Message) -> Reply:
    shown = await _shown_game(context, message)
    if shown.is_secret or shown.raced:
        raise SecretDeal
    if shown.is_own_deal:
        return await own_deal_reply(context, shown.game.boards[0])
    snapshot = await context.services[Games].start(
        context.player,
        shown.game.rules.id,
        shown.deal_number,
        context.place,
        winnable=shown.winnable,
    )
    return await board_reply(context, snapshot)


async def _as_text(context: Context, message: discord.Message) -> Reply:
    shown = await _shown_game(context, message)
    if shown.is_secret and shown.player != context.player:
        raise SecretDeal
    return text_of_board(shown)


async def _shown_game(context: Context, message: discord.Message) -> GameSnapshot:
    """The game whose board a message shows."""
    if message.author.id != context.interaction.application_id:
        raise NoBoard
    for custom_id in _custom_ids(message.components):
        board = _BOARD.fullmatch(custom_id)
        if board is not None:
            return await context.services[Games].get(int(board[1]))
    raise NoBoard


def _custom_ids(components: Iterable[discord.Component]) -> Iterator[str]:
    for component in components:
        yield from filter(None, [getattr(component, "custom_id", None)])
        yield from _custom_ids(getattr(component, "children", ()))
