"""Live boards: the one message on which a game is played, wherever its player acts.

What a player types edits the live board while it is near: in the same channel, posted within the
last hour, and followed by few messages. Otherwise a new message becomes the live board, and the one
before is deleted; in another channel it loses its buttons, and leads to the new one.

Discord lets a bot edit its message in two ways: with the token of the interaction that posted or
pressed it, for 15 minutes and wherever it is, or as a member of the channel, at any time. Private
messages, and those where the bot is no member, can be edited in the first way only.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import discord
from discord.utils import snowflake_time, utcnow

from bot.chat.requests.failures import FAILURES
from bot.chat.requests.pace import within
from bot.chat.responding.mentions import mention
from bot.chat.responding.replies import text_reply
from bot.chat.responding.shown_boards import PrivateNote, ShownBoard, Token
from bot.chat.responding.surface import edit_message
from bot.errors import StoreError
from bot.i18n import _, use_locale
from bot.models.due import FOLDED, Shown, board_subject
from bot.models.places import BoardMessage
from bot.service.due import Posts

if TYPE_CHECKING:
    from bot.chat.responding.context import Context, Interaction, PatienceBot
    from bot.chat.responding.replies import Reply
    from bot.models.play import BoardVersion, GameSnapshot

_log = logging.getLogger(__name__)

MAX_AGE: Final = timedelta(hours=1)
"""How long after it was posted a board is edited; Discord limits the edits of older messages."""
MAX_FOLLOWING: Final = 5
"""How many messages may follow a board that is still in sight."""

_TIMEOUT: Final = 5.0
"""Seconds to wait for an edit, which Discord may slow down; then a new board is the better one.
And for the deletion of a board, for which the player's next one waits."""
_LOOK_TIMEOUT: Final = 1.0
"""Seconds to wait for the messages that follow a board; then it counts as being in sight."""


async def edit_live_board(context: Context, reply: Reply, *, anywhere: bool = False) -> str | None:
    """Show a board on its live board, if near and editable: its address; None if not."""
    bot, board = context.interaction.client, reply.board
    if board is None:
        return None
    async with bot.shown_boards.lock(context.player):
        shown = await _find(context, board.game_id)
        if shown is None or (reply.private and not shown.private):
            return None
        pressed = context.interaction.message
        if not anywhere and pressed is not None and pressed.id == shown.message.message_id:
            return None
        if not anywhere and not await _is_near(context.interaction, shown.message):
            return None
        # A later version is there already when two commands are answered out of order.
        if shown.version <= board.version:
            if not await _edit(bot, shown, reply, context.player):
                return None
            bot.shown_boards.remember(board.game_id, replace(shown, version=board.version))
        return shown.message.url


async def edit_again(context: Context, game_id: int, shown: ShownBoard, reply: Reply) -> bool:
    """Edit a board just shown once more, unless its player has acted since; whether it was."""
    bot = context.interaction.client
    async with bot.shown_boards.lock(context.player):
        return bot.shown_boards.get(game_id) is shown and await _edit(
            bot, shown, reply, context.player
        )


Follow = Callable[[ShownBoard], Coroutine[None, None, None]]
"""What may edit a board again, as it is shown."""


def edited_later(
    context: Context, board: GameSnapshot, reply: Reply, follow: Follow, *, aside: bool = False
) -> Reply:
    """A reply with a board; a task that may edit it again begins once it is delivered."""
    client = context.interaction.client
    tasks = client.interactions.aside if aside else client.interactions.in_flight

    async def begin(_message_id: int | None) -> None:
        shown = client.shown_boards.get(board.game_id)
        if shown is not None and shown.version == board.version:
            tasks.add(asyncio.create_task(follow(shown)))

    return replace(reply, delivered=begin)


async def note_board(
    context: Context, board: BoardVersion, message_id: int | None, *, private: bool
) -> None:
    """Make a message, by default the pressed one, a game's live board in place of the last."""
    interaction, place, pressed = context.interaction, context.place, context.interaction.message
    if place is None:
        return
    boards = interaction.client.shown_boards
    known = boards.get(board.game_id)
    if message_id is None:
        if pressed is None:
            return
        message_id, private = pressed.id, pressed.flags.ephemeral
        if known is not None and known.message.message_id == message_id:
            shown = replace(known, version=board.version, token=Token.of(interaction))
            boards.remember(board.game_id, shown)
            return
    is_reachable = not private and is_member(interaction)
    message = BoardMessage(place, message_id)
    shown = ShownBoard(message, private, is_reachable, board.version, Token.of(interaction))
    boards.remember(board.game_id, shown)
    posts, stored_id = context.services[Posts], message_id if is_reachable else None
    try:
        stored = await posts.replace_board(
            Shown(board_subject(board.game_id), place, stored_id, "", posts.now())
        )
    except StoreError as error:
        _log.warning("A live board could not be stored: %s", error)
        stored = None
    before = _newest(known, stored)
    if before is not None and before.message.message_id != message_id:
        await _retire(context, before, shown)


async def replace_note(context: Context, message_id: int | None) -> None:
    """Delete the last private note to a player who typed again, so that one is left at most.

    Args:
        message_id: the note that they got now, if they did.
    """
    interaction = context.interaction
    note = None if message_id is None else PrivateNote(message_id, Token.of(interaction))
    before = interaction.client.shown_boards.replace_note(context.player, note)
    if before is None or before.token.is_expired:
        return
    try:
        await before.token.followup.delete_message(before.message_id)
    except FAILURES as error:
        _log.debug("A private note stays: %s", error)


def where_board_is(url: str) -> str:
    """The line below a private note about a board that was edited."""
    return f"-# {_('[Your board]({url}) is up to date.', url=url)}"


async def shows_board(context: Context, game_id: int) -> bool:
    """Whether the pressed message is a game's live board, or is about to be."""
    shown, pressed = await _find(context, game_id), context.interaction.message
    return shown is None or (pressed is not None and shown.message.message_id == pressed.id)


async def _find(context: Context, game_id: int) -> ShownBoard | None:
    """A game's live board; none if that is folded."""
    known = context.interaction.client.shown_boards.get(game_id)
    try:
        stored = await context.services[Posts].find(board_subject(game_id))
    except StoreError as error:
        _log.warning("A live board could not be looked up: %s", error)
        return known
    if stored is not None and stored.state == FOLDED:
        return None
    return _newest(known, stored)


def _newest(known: ShownBoard | None, stored: Shown | None) -> ShownBoard | None:
    """The live board: the stored one, which another process may have written, if there is one."""
    message = None if stored is None else stored.message
    if message is None or (known is not None and known.message == message):
        return known
    return ShownBoard(message)


async def _is_near(interaction: Interaction, message: BoardMessage) -> bool:
    """Whether a board is still in sight of a player who types."""
    channel_id = message.place.channel_id
    if channel_id != interaction.channel_id:
        return False
    if utcnow() - snowflake_time(message.message_id) > MAX_AGE:
        return False
    if not is_member(interaction) or not interaction.app_permissions.read_message_history:
        return True
    if not interaction.client.pace.may_look(channel_id):
        return True
    channel = interaction.client.get_partial_messageable(channel_id)
    after = discord.Object(message.message_id)

    async def following() -> int:
        return len([one async for one in channel.history(limit=MAX_FOLLOWING + 1, after=after)])

    try:
        return await within(_LOOK_TIMEOUT, following()) <= MAX_FOLLOWING
    except FAILURES:
        return True


def is_member(interaction: Interaction) -> bool:
    """Whether the bot is in the channel itself, not only the account that uses it there."""
    if interaction.guild_id is None:
        return bool(interaction.context.dm_channel)
    return interaction.is_guild_integration() and interaction.app_permissions.view_channel


async def _edit(bot: PatienceBot, shown: ShownBoard, reply: Reply, player: int) -> bool:
    """Edit a player's board in the ways there are; whether one succeeded."""
    is_direct = shown.message.place.guild_id is None and shown.is_reachable
    try:
        async with asyncio.timeout(_TIMEOUT):
            edited = await edit_message(
                bot,
                shown.message,
                reply,
                token=shown.token,
                as_member=shown.is_reachable,
                seconds=_TIMEOUT,
                alone=player if is_direct else None,
            )
    except FAILURES as error:
        _log.info("A live board could not be edited: %s", error)
        return False
    return bool(edited)


async def _retire(context: Context, before: ShownBoard, now: ShownBoard) -> None:
    """Delete a board that is no longer the live one, or say in its place where that is."""
    bot = context.interaction.client
    if before.private or before.message.place == now.message.place:
        await _delete(bot, before)
        return
    player = mention(context.player)
    is_visible = not now.private and now.message.place.guild_id == before.message.place.guild_id
    with use_locale(context.locale.language):
        text = (
            _("{player} is now playing [here]({url}).", player=player, url=now.message.url)
            if is_visible
            else _("{player} is now playing elsewhere.", player=player)
        )
    await _edit(bot, before, text_reply(f"-# {text}"), context.player)


async def _delete(bot: PatienceBot, board: ShownBoard) -> None:
    """Delete a board in one of the ways there are."""
    message_id, channel_id = board.message.message_id, board.message.place.channel_id
    try:
        if board.token is not None and not board.token.is_expired:
            await within(_TIMEOUT, board.token.followup.delete_message(message_id))
        elif board.is_reachable and not board.private:
            channel = bot.get_partial_messageable(channel_id)
            await within(_TIMEOUT, channel.get_partial_message(message_id).delete())
    except FAILURES as error:
        _log.debug("A board stays where it was: %s", error)
