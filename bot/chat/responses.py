"""Responding to an interaction: in time, once, and with a sentence whatever goes wrong.

Discord wants a first response within three seconds. Work that takes longer is deferred, and its
reply delivered afterwards.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import discord
from discord import ui
from discord.utils import escape_markdown, escape_mentions

from bot.chat.context import Context, Interaction, load_context
from bot.chat.live_boards import (
    edit_live_board,
    note_posted_board,
    note_pressed_board,
    replace_word,
)
from bot.chat.mentions import allow_named, mentions_of
from bot.errors import StoreError
from bot.i18n import N_, _, set_locale, translate
from engine import PatienceError

if TYPE_CHECKING:
    from bot.service import BoardVersion

_log = logging.getLogger(__name__)

DEFER_AFTER: Final = 1.8
"""Seconds after which a response is deferred; Discord allows three."""

INTERNAL_ERROR: Final = N_(
    "Something went wrong on our side. Your game is safe: type /board to see it again."
)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message.

    Attributes:
        filename: the name that the message's components refer to.
        content: its bytes.
    """

    filename: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """A message to respond with.

    Attributes:
        view: the message's components.
        attachments: its files.
        private: whether only the player sees it.
        new_message: whether it is a message of its own even in response to a press.
        pings: the ids of the players that the message pings; it may name others.
        followup: a message that follows this one.
        board: the game and version whose board it shows; the message becomes its live board.
        word: what the player is told in private once the live board has been edited instead of
            sending the message; empty if that is not wanted.
        delivered: is called once the message is there, with its id if it is a new one.
    """

    view: ui.LayoutView
    attachments: tuple[Attachment, ...] = ()
    private: bool = False
    new_message: bool = False
    pings: tuple[int, ...] = ()
    followup: Reply | None = None
    board: BoardVersion | None = None
    word: str = ""
    delivered: Callable[[int | None], Awaitable[None]] | None = None

    def files(self) -> list[discord.File]:
        """The files to attach, made anew for each attempt to send them."""
        return [
            discord.File(io.BytesIO(one.content), filename=one.filename) for one in self.attachments
        ]


Handler = Callable[[Context], Awaitable[Reply]]
"""Does what an interaction asks for and returns the reply."""


def message(*items: ui.Item[ui.LayoutView]) -> ui.LayoutView:
    """A message's view, made of items."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def text_reply(text: str) -> Reply:
    """A private reply of a sentence or two."""
    return Reply(message(ui.TextDisplay(text)), private=True)


async def respond(
    interaction: Interaction,
    handler: Handler,
    *,
    updates: bool = False,
    private: bool | Callable[[Context], bool] = False,
    typed: bool = False,
) -> None:
    """Run a handler and respond with its reply.

    Args:
        interaction: what is responded to.
        handler: makes the reply. The errors it raises become private sentences.
        updates: whether a reply that is not private replaces the message whose component was
            pressed.
        private: whether the response is for the player only, or what decides that.
        typed: whether the player typed an action on their board. Its reply then edits the live
            board where that is possible, and only the last private word about it stays.
    """

    def is_private(context: Context) -> bool:
        decided = private(context) if callable(private) else private
        return decided or context.is_private.is_set()

    context: asyncio.Future[Context] = asyncio.get_running_loop().create_future()

    async def prepare() -> Reply:
        reply = await _run(interaction, handler, context)
        if not updates and (not context.done() or is_private(context.result())):
            reply = replace(reply, private=True)
        if reply.board is None or not reply.word:
            return reply
        return await _on_live_board(context.result(), reply, reply.board, updates=updates)

    task = asyncio.create_task(prepare())
    in_time, _late = await asyncio.wait({task}, timeout=DEFER_AFTER)
    # Until it is known who may see the response, nobody else does.
    hides = typed or not context.done() or is_private(context.result())
    try:
        if not in_time:
            await interaction.response.defer(thinking=not updates, ephemeral=hides)
        reply = await task
        if reply.board is None:
            message_id = await _deliver(interaction, reply, updates=updates, hides=hides)
        else:
            async with interaction.client.shown_boards.lock(interaction.user.id):
                message_id = await _deliver(interaction, reply, updates=updates, hides=hides)
                await _note_board(context.result(), reply, reply.board, message_id)
        if reply.delivered is not None:
            await _see_to(reply.delivered(message_id))
        if typed and context.done():
            is_word = reply.private and reply.board is None
            await replace_word(context.result(), is_word=is_word)
    except discord.HTTPException as error:
        # The work is done and saved; only its picture could not be shown.
        _log.warning("A response could not be delivered: %s", error)
        return
    if interaction.type is discord.InteractionType.application_command and context.done():
        await _run_after_commands(context.result())


async def _run_after_commands(context: Context) -> None:
    set_locale(context.locale)
    for work in context.interaction.client.after_commands:
        await _see_to(work(context))


async def _see_to(work: Awaitable[None]) -> None:
    """Do what follows a response; the player has that whatever goes wrong."""
    try:
        await work
    except (PatienceError, StoreError, discord.HTTPException) as error:
        _log.warning("What follows a response failed: %s", error)


async def _run(
    interaction: Interaction, handler: Handler, loaded: asyncio.Future[Context]
) -> Reply:
    try:
        context = await load_context(interaction)
        loaded.set_result(context)
        return await handler(context)
    except PatienceError as error:
        return text_reply(escape_mentions(escape_markdown(translate(error))))
    except StoreError:
        _log.exception("The database failed")
        return text_reply(
            _("Games cannot be saved right now, so nothing was played. Try again in a minute.")
        )
    except Exception:
        _log.exception("An interaction failed")
        return text_reply(_(INTERNAL_ERROR))


async def _on_live_board(
    context: Context, reply: Reply, board: BoardVersion, *, updates: bool
) -> Reply:
    """Edit the live board; the word about it, or the reply itself if that was not possible."""
    url = await edit_live_board(context, board, reply.view, reply.files, private=reply.private)
    if url is None:
        return reply
    told = text_reply(f"{reply.word}\n-# {_('[Your board]({url}) is up to date.', url=url)}")
    # In response to a press it takes the place of a question, which is private already.
    return replace(told, private=not updates, followup=reply.followup)


async def _note_board(
    context: Context, reply: Reply, board: BoardVersion, message_id: int | None
) -> None:
    """Remember where a board is shown; None is the message whose component was pressed."""
    if message_id is None:
        await note_pressed_board(context, board)
    else:
        await note_posted_board(context, board, message_id, private=reply.private)


async def _deliver(
    interaction: Interaction, reply: Reply, *, updates: bool, hides: bool
) -> int | None:
    """Send a reply; the id of the new message, or None if it took the place of another."""
    is_deferred = interaction.response.is_done()
    if is_deferred and not updates and hides != reply.private:
        message_id = await _send_instead(interaction, reply)
    elif updates and _takes_place(interaction, reply):
        await _edit_pressed(interaction, reply)
        message_id = None
    elif is_deferred:
        message_id = await follow_up(interaction, reply)
    else:
        mentions = mentions_of(reply.view, pings=reply.pings, private=reply.private)
        sent = await interaction.response.send_message(
            view=reply.view,
            files=reply.files(),
            ephemeral=reply.private,
            allowed_mentions=mentions.allowed,
            silent=mentions.silent,
        )
        message_id = sent.message_id
    if reply.followup is not None:
        await follow_up(interaction, reply.followup)
    return message_id


def _takes_place(interaction: Interaction, reply: Reply) -> bool:
    """Whether a reply takes the place of the pressed message; a private board, of a private one."""
    if reply.new_message or not reply.private:
        return not reply.new_message
    pressed = interaction.message
    return reply.board is not None and pressed is not None and pressed.flags.ephemeral


async def _edit_pressed(interaction: Interaction, reply: Reply) -> None:
    view, files, allowed = reply.view, reply.files(), allow_named(reply.view)
    if interaction.response.is_done():
        await interaction.edit_original_response(
            view=view, attachments=files, allowed_mentions=allowed
        )
    else:
        await interaction.response.edit_message(
            view=view, attachments=files, allowed_mentions=allowed
        )


async def _send_instead(interaction: Interaction, reply: Reply) -> int:
    """Respond to all after the player alone saw "thinking", or the other way round.

    The first followup takes the place of that message and is seen by as many, so it is filled and
    deleted.
    """
    await interaction.edit_original_response(view=text_reply("…").view)
    message_id = await follow_up(interaction, reply)
    await interaction.delete_original_response()
    return message_id


async def follow_up(interaction: Interaction, reply: Reply) -> int:
    """Send a message after the response; its id.

    Raises:
        discord.HTTPException: if it cannot be sent.
    """
    mentions = mentions_of(reply.view, pings=reply.pings, private=reply.private)
    sent = await interaction.followup.send(
        view=reply.view,
        files=reply.files(),
        ephemeral=reply.private,
        allowed_mentions=mentions.allowed,
        silent=mentions.silent,
        wait=True,
    )
    return sent.id
