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
from bot.errors import StoreError
from bot.i18n import N_, _, translate
from engine import PatienceError

if TYPE_CHECKING:
    from collections.abc import Iterable

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
        mentions: the ids of the players that the message pings.
        followup: a message that follows this one.
    """

    view: ui.LayoutView
    attachments: tuple[Attachment, ...] = ()
    private: bool = False
    new_message: bool = False
    mentions: tuple[int, ...] = ()
    followup: Reply | None = None

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


def allow_mentions(players: Iterable[int]) -> discord.AllowedMentions:
    """Let a message ping these players and nobody else."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[*map(discord.Object, players)]
    )


async def respond(
    interaction: Interaction,
    handler: Handler,
    *,
    updates: bool = False,
    private: bool | Callable[[Context], bool] = False,
) -> None:
    """Run a handler and respond with its reply.

    Args:
        interaction: what is responded to.
        handler: makes the reply. The errors it raises become private sentences.
        updates: whether a reply that is not private replaces the message whose component was
            pressed.
        private: whether the response is for the player only, or what decides that.
    """
    is_private = private if callable(private) else lambda _: private
    context: asyncio.Future[Context] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(_run(interaction, handler, context))
    in_time, _late = await asyncio.wait({task}, timeout=DEFER_AFTER)
    # Until it is known who may see the response, nobody else does.
    hides = not context.done() or is_private(context.result())
    try:
        if not in_time:
            await interaction.response.defer(thinking=not updates, ephemeral=hides)
        reply = await task
        if not updates and (not context.done() or is_private(context.result())):
            reply = replace(reply, private=True)
        if not in_time and not updates and not hides and reply.private:
            await _send_privately_instead(interaction, reply)
        else:
            await _send(interaction, reply, updates=updates)
    except discord.HTTPException as error:
        # The work is done and saved; only its picture could not be shown.
        _log.warning("A response could not be delivered: %s", error)


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


async def _send(interaction: Interaction, reply: Reply, *, updates: bool) -> None:
    late = interaction.response.is_done()
    if updates and not reply.private and not reply.new_message:
        if late:
            await interaction.edit_original_response(view=reply.view, attachments=reply.files())
        else:
            await interaction.response.edit_message(view=reply.view, attachments=reply.files())
    elif late:
        await _follow_up(interaction, reply)
    else:
        await interaction.response.send_message(
            view=reply.view,
            files=reply.files(),
            ephemeral=reply.private,
            allowed_mentions=allow_mentions(reply.mentions),
        )
    if reply.followup is not None:
        await _follow_up(interaction, reply.followup)


async def _send_privately_instead(interaction: Interaction, reply: Reply) -> None:
    """Respond privately after everybody saw "thinking".

    The first followup takes the place of that message and is as public, so it is filled and
    deleted.
    """
    await interaction.edit_original_response(view=text_reply("…").view)
    await _follow_up(interaction, reply)
    await interaction.delete_original_response()


async def _follow_up(interaction: Interaction, reply: Reply) -> None:
    await interaction.followup.send(
        view=reply.view,
        files=reply.files(),
        ephemeral=reply.private,
        allowed_mentions=allow_mentions(reply.mentions),
    )
