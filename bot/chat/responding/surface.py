"""The surface: shows a subject in one message, whoever asks for it: a press, or the loop.

It edits the message that shows a subject, within the pace of its channel. An edit pings nobody, so
what is to ping players is posted anew, as is what cannot be edited just now; the message before is
deleted, or leads to the new one. Which message it is stays in the database
(:class:`bot.service.due.Posts`), and with it what it shows.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

import discord
from discord import ui

from bot.chat.requests.failures import ARCHIVED, FAILURES, UNKNOWN_MESSAGE, twice
from bot.chat.requests.pace import within
from bot.chat.responding.mentions import allow_named, mentions_of, name_absent
from bot.chat.responding.replies import message, texts_of
from bot.errors import StoreError
from bot.i18n import _
from bot.models.due import Shown, Subject
from bot.models.places import BoardMessage
from bot.service.due import Posts

if TYPE_CHECKING:
    from datetime import datetime

    from bot.chat.responding.context import PatienceBot
    from bot.chat.responding.replies import Reply
    from bot.chat.responding.shown_boards import Token
    from bot.models.places import Place

SECONDS_TO_SHOW: Final = 15.0
"""How long showing a post may take, retries included: a stop waits for it."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Post:
    """What is to be shown of a subject.

    Attributes:
        reply: the message, and whom it pings.
        state: what it shows, to be compared: nothing is sent if that is shown already. Empty if
            it is not known.
        again_at: when the subject is to be looked at again, whatever happens; None for not at all.
        stays: whether the message is only ever edited where it is, and where it is gone stays so.
        is_new: whether it is a message of its own each time, which leaves the one before alone.
        comes_back: whether it is posted anew where it was deleted.
        player: whose message it is, if it is one player's, to be forgotten with them.
        refused: called with the error when Discord refuses the message for good, which else counts
            as shown by none; if it raises, the post is tried again.
    """

    place: Place
    reply: Reply
    state: str = ""
    again_at: datetime | None = None
    stays: bool = False
    is_new: bool = False
    comes_back: bool = False
    player: int | None = None
    refused: Callable[[discord.HTTPException], Awaitable[None]] | None = None


def digest(reply: Reply) -> str:
    """A message's texts in few letters, which tell whether it has changed."""
    texts = [text.content for text in texts_of(reply.view)]
    return hashlib.blake2b("\n".join(texts).encode(), digest_size=12).hexdigest()


_turns: Final = WeakValueDictionary[Subject, asyncio.Lock]()


def turn(subject: Subject) -> asyncio.Lock:
    """The lock held while a subject is shown, so that two who show it do so in one message."""
    return _turns.setdefault(subject, asyncio.Lock())


async def show(bot: PatienceBot, subject: Subject, post: Post) -> None:
    """Show a subject as somebody asks for it, and remember where.

    Raises:
        StoreError, FAILURES: if it is not shown.
    """
    posts = bot.services[Posts]
    async with turn(subject):
        before = await posts.find(subject)
        shown = await send(bot, subject, post, before, nonce=secrets.token_hex(12))
        if shown is not None and shown != before:
            try:
                await posts.save(shown)
            except StoreError:
                channel = post.place.channel_id
                _log.exception("The id of a message in channel %d could not be saved", channel)


async def remember(bot: PatienceBot, shown: Shown, *, before: int | None) -> None:
    """Remember the message that a response has become, unless it replaces another than before."""
    posts = bot.services[Posts]
    async with turn(shown.subject):
        known = await posts.find(shown.subject)
        if (known and known.message_id) == before:
            await posts.save(shown)


async def send(
    bot: PatienceBot,
    subject: Subject,
    post: Post,
    before: Shown | None,
    *,
    nonce: str,
) -> Shown | None:
    """Show a subject; returns what is shown now, or None if that has to wait or is not possible.

    Args:
        before: what was shown last, and where.
        nonce: what keeps the message from being sent twice.

    Raises:
        FAILURES: as Discord refuses the message, or cannot be reached.
    """
    if before is None and post.stays:
        # It was forgotten in the meantime, as nothing leads to it any more.
        return None
    is_known = before is not None and before.place == post.place
    if before is not None and is_known:
        if post.state and post.state == before.state:
            return before
        if before.message_id is None and post.stays:
            return before
        is_edited = post.stays or not (post.reply.pings or post.is_new)
        if before.message_id is not None and is_edited:
            edited = await _edit(bot, post, before.message_id)
            if edited is False and post.comes_back:
                before = None
            elif edited is not None:
                message_id = before.message_id if edited else None
                return _shown(bot, subject, post, message_id)
            if post.stays:
                return None
    replaces = before is not None and before.message_id is not None and not post.is_new
    sent = await _post(bot, post, nonce, is_silent=is_known and replaces and not post.reply.pings)
    if before is not None and replaces and before.message_id != sent:
        await _retire(bot, before, BoardMessage(post.place, sent))
    return _shown(bot, subject, post, sent)


def _shown(bot: PatienceBot, subject: Subject, post: Post, message_id: int | None) -> Shown:
    now = bot.services[Posts].now()
    return Shown(subject, post.place, message_id, post.state, now, post.player)


async def _edit(bot: PatienceBot, post: Post, message_id: int) -> bool | None:
    """Edit a message: False if it is gone for good, None if it has to be posted anew or later."""
    shown = BoardMessage(post.place, message_id)
    try:
        return await edit_message(bot, shown, post.reply, retries=False, alone=_alone(post))
    except discord.HTTPException as error:
        # A new message makes an archived thread active again.
        if post.stays or error.code != ARCHIVED:
            raise
        return None


async def edit_message(
    bot: PatienceBot,
    shown: BoardMessage,
    reply: Reply,
    *,
    token: Token | None = None,
    as_member: bool = True,
    seconds: float = SECONDS_TO_SHOW,
    retries: bool = True,
    alone: int | None = None,
) -> bool | None:
    """Edit a message: False if it is gone for good, None if it cannot be edited just now.

    Args:
        token: what it is edited with, as long as Discord accepts that.
        as_member: whether the bot is in its channel, and may edit it else within the pace.
        seconds: how long that may take.
        retries: whether that is tried again at once if the connection breaks.
        alone: who alone is where it is, if it is among a player's direct messages.

    Raises:
        FAILURES: as Discord refuses the edit, or cannot be reached.
    """
    view, allowed = reply.view, await allow_named(bot, reply.view, alone=alone)

    async def edit_with_token(followup: discord.Webhook) -> None:
        await followup.edit_message(
            shown.message_id, view=view, attachments=reply.files(), allowed_mentions=allowed
        )

    async def edit_as_member() -> None:
        channel = bot.get_partial_messageable(shown.place.channel_id)
        old = channel.get_partial_message(shown.message_id)
        edited = await old.edit(view=view, attachments=reply.files(), allowed_mentions=allowed)
        await name_absent(bot, edited, reply)

    try:
        if token is not None and not token.is_expired:
            try:
                await twice(functools.partial(edit_with_token, token.followup))
            except discord.HTTPException as error:
                if error.code == UNKNOWN_MESSAGE:
                    raise
            else:
                return True
        if not as_member or not bot.pace.may_edit(shown.place.channel_id, shown.message_id):
            return None
        await within(seconds, twice(edit_as_member) if retries else edit_as_member())
    except discord.HTTPException as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        return False
    return True


def _alone(post: Post) -> int | None:
    """Who alone is where a post is shown; None in servers."""
    return post.player if post.place.guild_id is None else None


async def _post(bot: PatienceBot, post: Post, nonce: str, *, is_silent: bool) -> int:
    """Post a new message; returns its id."""
    reply = post.reply
    mentions = await mentions_of(
        bot, reply.view, pings=reply.pings, spares=reply.spares, alone=_alone(post)
    )
    channel = bot.get_partial_messageable(post.place.channel_id)
    sent = await within(
        SECONDS_TO_SHOW,
        channel.send(
            view=reply.view,
            files=reply.files(),
            allowed_mentions=mentions.allowed,
            silent=mentions.silent or is_silent,
            nonce=nonce,
        ),
    )
    await name_absent(bot, sent, reply)
    return sent.id


async def _retire(bot: PatienceBot, before: Shown, now: BoardMessage) -> None:
    """Delete a message; one that stays leads to the new one."""
    if before.message_id is None:
        return
    channel = bot.get_partial_messageable(before.place.channel_id)
    old = channel.get_partial_message(before.message_id)
    try:
        await old.delete()
    except discord.NotFound:
        return
    except FAILURES as error:
        _log.info("A message in channel %d cannot be deleted: %s", before.place.channel_id, error)
    else:
        return
    link = f"-# {_('Goes on [here]({url}).', url=now.url)}"
    try:
        await old.edit(view=message(ui.TextDisplay(link)))
    except FAILURES as error:
        _log.warning("A message in channel %d is out of date: %s", before.place.channel_id, error)
