"""Answering an interaction: in time, once, and with a sentence whatever goes wrong.

Discord wants a first answer within three seconds. Work that takes longer is announced as deferred
and its result delivered afterwards.
"""

from __future__ import annotations

import asyncio
import io
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import discord
from discord import ui
from discord.utils import escape_markdown, escape_mentions

from bot.chat.locale import speech_for
from bot.i18n import N_, _, set_locale, translate
from bot.store import StoreError
from engine import PatienceError

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterable

    from bot.chat.client import PatienceClient

    Interaction = discord.Interaction[PatienceClient]

_log = logging.getLogger(__name__)

LATE_AFTER: Final = 1.8
"""Seconds after which an answer is announced as late; three are allowed."""

OUR_FAULT: Final = N_(
    "Something went wrong on our side. Your game is safe: type /board to see it again."
)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message.

    Attributes:
        filename: the name by which the message's components know it.
        content: its bytes.
    """

    filename: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """What an interaction is answered with.

    Attributes:
        view: the message's components.
        attached: the files to attach: pictures, a text.
        private: whether only the person who asked sees it.
        adds: whether it is a message of its own, even in answer to a press on another one.
        mentions: the ids of the players who are told of it, being mentioned in it.
        after: a message that follows this one.
    """

    view: ui.LayoutView
    attached: tuple[Attachment, ...] = ()
    private: bool = False
    adds: bool = False
    mentions: tuple[int, ...] = ()
    after: Reply | None = None

    def files(self) -> list[discord.File]:
        """The files to attach, made anew for each attempt to send them."""
        return [
            discord.File(io.BytesIO(file.content), filename=file.filename) for file in self.attached
        ]


def note(text: str) -> Reply:
    """A private answer that is a sentence or two."""
    return Reply(ui.LayoutView(timeout=None).add_item(ui.TextDisplay(text)), private=True)


def telling(players: Iterable[int]) -> discord.AllowedMentions:
    """Lets a message tell these players of it, and nobody else whom it mentions."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[*map(discord.Object, players)]
    )


async def answer(
    interaction: Interaction,
    work: Coroutine[None, None, Reply],
    *,
    updates: bool = False,
    private: bool = False,
) -> None:
    """Do the work and answer the interaction with what comes of it.

    Args:
        interaction: what is answered.
        work: makes the reply. The errors it raises become private sentences.
        updates: whether a reply that is not private takes the place of the message whose button
            was pressed.
        private: whether only the person who asked may see that the answer is late.
    """
    task = asyncio.create_task(_reply_of(interaction, work))
    done, _late = await asyncio.wait({task}, timeout=LATE_AFTER)
    try:
        if not done:
            await interaction.response.defer(thinking=not updates, ephemeral=private)
        reply = await task
        if not done and not updates and not private and reply.private:
            await _take_back(interaction, reply)
        else:
            await _send(interaction, reply, updates=updates)
    except discord.HTTPException as error:
        # The work is done and saved; only its picture could not be shown.
        _log.warning("An answer could not be delivered: %s", error)


async def _reply_of(interaction: Interaction, work: Coroutine[None, None, Reply]) -> Reply:
    set_locale(await speech_for(interaction))
    try:
        return await work
    except PatienceError as error:
        return note(escape_mentions(escape_markdown(translate(error))))
    except StoreError:
        _log.exception("The database failed")
        return note(
            _("Games cannot be kept just now, so nothing was played; try again in a minute.")
        )
    except Exception:
        _log.exception("An interaction failed")
        return note(_(OUR_FAULT))


async def _send(interaction: Interaction, reply: Reply, *, updates: bool) -> None:
    late = interaction.response.is_done()
    if updates and not reply.private and not reply.adds:
        if late:
            await interaction.edit_original_response(view=reply.view, attachments=reply.files())
        else:
            await interaction.response.edit_message(view=reply.view, attachments=reply.files())
    elif late:
        await _follow(interaction, reply)
    else:
        await interaction.response.send_message(
            view=reply.view,
            files=reply.files(),
            ephemeral=reply.private,
            allowed_mentions=telling(reply.mentions),
        )
    if reply.after is not None:
        await _follow(interaction, reply.after)


async def _take_back(interaction: Interaction, reply: Reply) -> None:
    """Answer in private after all saw that an answer is late.

    The first message after that takes its place and is as public, so it is filled and taken away.
    """
    await interaction.edit_original_response(view=note("…").view)
    await _follow(interaction, reply)
    await interaction.delete_original_response()


async def _follow(interaction: Interaction, reply: Reply) -> None:
    await interaction.followup.send(
        view=reply.view,
        files=reply.files(),
        ephemeral=reply.private,
        allowed_mentions=telling(reply.mentions),
    )
