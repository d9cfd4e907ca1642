"""Responding to an interaction: in time, once, and with a sentence whatever goes wrong.

How a reply reaches Discord, or what becomes of it otherwise, is told in :mod:`.delivery`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import discord
from discord import ui
from discord.utils import escape_markdown, escape_mentions

from bot import metrics
from bot.chat.channels.live_boards import (
    edit_live_board,
    message_url,
    note_posted_board,
    note_pressed_board,
    replace_word,
    where_board_is,
)
from bot.chat.context import Context, Interaction, load_context
from bot.chat.mentions import name_absent
from bot.chat.messages.known_names import known_name
from bot.chat.messages.replies import Reply, text_reply
from bot.chat.requests.failures import FAILURES
from bot.chat.responding.audience import HIDDEN, for_player_alone, why_hidden
from bot.chat.responding.delivery import INTERNAL_ERROR, Delivery, Sent, takes_place
from bot.chat.responding.initial_response import Undelivered
from bot.errors import StoreError
from bot.i18n import _, set_locale, translate
from bot.logs import about
from engine import PatienceError

if TYPE_CHECKING:
    from bot.service import BoardVersion

_log = logging.getLogger(__name__)

DEFER_AFTER: Final = 1.5
"""Seconds after which a response is deferred: half of what Discord allows, for a second attempt."""

_LATER: Final = (1.0, 3.0, 10.0, 30.0, 60.0, 120.0, 240.0, 300.0)
"""Seconds before each further attempt to deliver a reply; Discord takes one for 15 minutes."""

Handler = Callable[[Context], Awaitable[Reply]]
"""Does what an interaction asks for and returns the reply."""


@dataclass(slots=True)
class _Work:
    """What is done for an interaction; but for the last three, as in :func:`respond`.

    Attributes:
        context: who interacts, as soon as it is known.
        is_done: whether the handler has succeeded.
        outcome: what became of it, as in :data:`bot.metrics.INTERACTIONS`.
    """

    interaction: Interaction
    handler: Handler
    updates: bool
    private: bool | Callable[[Context], bool]
    typed: bool
    once: bool
    context: Context | None = None
    is_done: bool = False
    outcome: str = "failed"

    def is_private(self) -> bool:
        """Whether the response is for the player only; until that is known, it is."""
        if self.context is None:
            return True
        decided = self.private(self.context) if callable(self.private) else self.private
        return decided or self.context.is_private.is_set()

    def is_hidden(self) -> bool:
        """Whether nobody else sees that a response is promised."""
        return self.typed or self.is_private() or bool(why_hidden(self.interaction))


async def respond(
    interaction: Interaction,
    handler: Handler,
    *,
    updates: bool = False,
    private: bool | Callable[[Context], bool] = False,
    typed: bool = False,
    once: bool = True,
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
        once: whether no other process may do the same; not needed where a second time changes
            nothing.
    """
    bot = interaction.client
    if not bot.arrivals.add(interaction.id):
        return
    bot.services.names.see(interaction.user.id, known_name(interaction.user))
    work = _Work(interaction, handler, updates, private, typed, once)
    with about(interaction.id), metrics.IN_FLIGHT.track_inprogress():
        try:
            await _respond(work)
        finally:
            metrics.INTERACTIONS.labels(interaction.type.name, work.outcome).inc()


async def _respond(work: _Work) -> None:
    interaction, bot = work.interaction, work.interaction.client
    delivery = Delivery(interaction, updates=work.updates, hides=work.is_hidden, once=work.once)
    async with delivery.in_time(DEFER_AFTER):
        is_late = bot.arrivals.age(interaction.id) > DEFER_AFTER
        # Discord may have given it up, and told the player that nothing happened.
        if is_late and not await delivery.promise():
            work.outcome = "late"
            _log.warning("A %s arrived too late and is not done.", interaction.type.name)
            return
        reply = await _prepare(work)
        if reply is None:
            return
        delivered = await _deliver(delivery, work, reply)
        context = work.context
        if delivered is None:
            work.outcome = "undelivered"
            if context is not None:
                await _show_elsewhere(context, reply)
            return
        reply, sent = delivered
        is_hidden = sent.private and not reply.private and sent.message_id is not None
        if is_hidden:
            await _see_to(_say_hidden(delivery, reply, sent))
        elif sent.message is not None:
            await name_absent(bot, sent.message, reply.view)
        if reply.followup is not None:
            await delivery.follow_up(reply.followup)
    if reply.delivered is not None and not (is_hidden and reply.retract is not None):
        await _see_to(reply.delivered(sent.message_id))
    if work.typed and context is not None:
        await replace_word(context, is_word=reply.private and reply.board is None)
    await _save_name(interaction)
    if _is_command(interaction) and context is not None:
        await _run_after_commands(context)


async def _save_name(interaction: Interaction) -> None:
    """Save the name of the player, who by now may be one."""
    try:
        await interaction.client.services.names.save(interaction.user.id)
    except StoreError as error:
        _log.debug("A name was not saved: %s", error)


def _is_command(interaction: Interaction) -> bool:
    return interaction.type is discord.InteractionType.application_command


async def _prepare(work: _Work) -> Reply | None:
    """Make the reply; if the live board can show it, that is edited, and the reply a word.

    None if another process responds.
    """
    reply = await _run(work)
    if reply is None:
        return None
    if not work.updates and work.is_private():
        reply = replace(reply, private=True)
    reply = await _as_it_is_seen(work, reply)
    if work.context is None or reply.board is None or not reply.word:
        return reply
    return await _on_live_board(work.context, reply, reply.board, updates=work.updates)


async def _as_it_is_seen(work: _Work, reply: Reply) -> Reply:
    """A reply, which is private if it is known that nobody else would see it."""
    why = why_hidden(work.interaction)
    takes_pressed_place = work.updates and takes_place(work.interaction, reply)
    if not why or reply.private or takes_pressed_place:
        return reply
    return await for_player_alone(reply, why) or replace(reply, private=True)


async def _say_hidden(delivery: Delivery, reply: Reply, sent: Sent) -> None:
    """Say in a message for others that only the player sees it, as Discord has decided."""
    told = await for_player_alone(reply, HIDDEN)
    if told is not None:
        await delivery.replace(sent, told)


async def _run(work: _Work) -> Reply | None:
    claim = asyncio.create_task(_claim(work)) if work.once else None
    try:
        work.context = await load_context(work.interaction)
        if claim is not None and not await claim:
            work.outcome = "elsewhere"
            return None
        kept = work.interaction.client.unseen.take(work.interaction)
        reply = await work.handler(work.context) if kept is None else _again(kept)
    except PatienceError as error:
        work.outcome = "refused"
        return text_reply(escape_mentions(escape_markdown(translate(error))))
    except StoreError:
        work.outcome = "unavailable"
        _log.exception("The database failed")
        return text_reply(
            _("Games cannot be saved right now, so nothing was played. Try again in a minute.")
        )
    except Exception:
        _log.exception("An interaction failed")
        return text_reply(_(INTERNAL_ERROR))
    work.is_done, work.outcome = True, "answered"
    return reply


async def _claim(work: _Work) -> bool:
    """Whether no other process does the work."""
    name = f"interaction {work.interaction.id}"
    try:
        return await work.interaction.client.services.claims.take_once(name)
    except StoreError as error:
        # Nothing can be done twice either. What needs no database goes on.
        _log.warning("An interaction could not be claimed: %s", error)
        return True


def _again(reply: Reply) -> Reply:
    """The reply to a command that was done already, as its player could not know."""
    told = _("Your first try did arrive; only my answer got lost. It counts once.")
    items = reply.view.children
    if len(items) == 1 and isinstance(items[0], ui.TextDisplay):
        reply.view.add_item(ui.TextDisplay(f"-# {told}"))
        return reply
    return replace(reply, followup=reply.followup or text_reply(told))


async def _deliver(delivery: Delivery, work: _Work, reply: Reply) -> tuple[Reply, Sent] | None:
    """Deliver a reply, later if not now.

    Returns:
        What the player was sent in the end, and where; None if nothing reaches them.
    """
    unseen, keeps = work.interaction.client.unseen, work.is_done and _is_command(work.interaction)
    for attempt, pause in enumerate((*_LATER, None)):
        try:
            sent = await _send(delivery, work.context, reply)
        except Undelivered as error:
            if keeps and not attempt:
                unseen.keep(work.interaction, reply)
            if error.is_final or pause is None:
                _log.warning("A response could not be delivered: %s", error)
                return None
            if not attempt:
                _log.warning("A response is delivered later: %s", error)
            await asyncio.sleep(pause)
            reply = _still_wanted(work.context, reply)
        else:
            if keeps and attempt:
                unseen.take(work.interaction)
            return reply, sent
    return None


async def _send(delivery: Delivery, context: Context | None, reply: Reply) -> Sent:
    """Send a reply; a board becomes the live one.

    Raises:
        Undelivered: if that failed.
    """
    if context is None or reply.board is None:
        return await delivery.send(reply)
    async with context.interaction.client.shown_boards.lock(context.player):
        sent = await delivery.send(reply)
        await _note_board(context, reply.board, sent)
        return sent


def _still_wanted(context: Context | None, reply: Reply) -> Reply:
    """A reply that comes later: the player may have played on meanwhile."""
    if context is None or reply.board is None:
        return reply
    shown = context.interaction.client.shown_boards.get(reply.board.game_id)
    if shown is None or shown.version < reply.board.version:
        return reply
    told = text_reply(where_board_is(message_url(shown.message)))
    return replace(told, followup=reply.followup, delivered=reply.delivered)


async def _show_elsewhere(context: Context, reply: Reply) -> None:
    """Show a board that could not be sent where the bot can reach the one before."""
    if reply.board is not None:
        await edit_live_board(
            context, reply.board, reply.view, reply.files, private=reply.private, anywhere=True
        )


async def _run_after_commands(context: Context) -> None:
    set_locale(context.locale)
    for work in context.interaction.client.after_commands:
        await _see_to(work(context))


async def _see_to(work: Awaitable[None]) -> None:
    """Do what follows a response; the player has that whatever goes wrong."""
    try:
        await work
    except (PatienceError, StoreError, *FAILURES) as error:
        _log.warning("What follows a response failed: %s", error)


async def _on_live_board(
    context: Context, reply: Reply, board: BoardVersion, *, updates: bool
) -> Reply:
    """Edit the live board; the word about it, or the reply itself if that was not possible."""
    url = await edit_live_board(context, board, reply.view, reply.files, private=reply.private)
    if url is None:
        return reply
    told = text_reply(f"{reply.word}\n{where_board_is(url)}")
    # In response to a press it takes the place of a question, which is private already.
    return replace(told, private=not updates, followup=reply.followup, delivered=reply.delivered)


async def _note_board(context: Context, board: BoardVersion, sent: Sent) -> None:
    """Remember where a board is shown."""
    if sent.message_id is None:
        await note_pressed_board(context, board)
    else:
        await note_posted_board(context, board, sent.message_id, private=sent.private)
