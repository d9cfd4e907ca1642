"""Responding to an interaction: in time, once, and with a sentence if anything goes wrong.

See :mod:`.delivery` for how a reply reaches Discord.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import ui
from discord.utils import escape_markdown, escape_mentions

from bot import metrics
from bot.chat.requests.failures import FAILURES, reason
from bot.chat.requests.pace import is_old
from bot.chat.responding.audience import HIDDEN, for_player_alone, why_hidden
from bot.chat.responding.context import Context, Interaction, load_context
from bot.chat.responding.delivery import (
    INTERNAL_ERROR,
    Delivery,
    Sent,
    Undelivered,
    follow_up,
    replaces_pressed_message,
)
from bot.chat.responding.live_boards import (
    edit_live_board,
    note_board,
    replace_note,
    where_board_is,
)
from bot.chat.responding.mentions import known_name, name_absent
from bot.chat.responding.replies import Reply, Unclear, text_reply
from bot.errors import StoreError
from bot.i18n import _, set_locale, translate
from bot.logs import log_context
from bot.service.claims import Claims
from bot.service.errors import NotYet
from bot.service.players.names import Names
from bot.service.players.privacy import Absence
from engine import PatienceError

_log = logging.getLogger(__name__)

DEFER_AFTER: Final = 1.5
"""Seconds after which a response is deferred: half of what Discord allows, for a second attempt."""

_LATER: Final = (1.0, 3.0, 10.0, 30.0, 60.0, 120.0, 240.0, 300.0)
"""Seconds before each further attempt to deliver a reply; Discord takes one for 15 minutes."""

_NOT_YET: Final = 90.0
"""Seconds that a player waits for a reply that was promised."""
_PROMISES: Final = 3
"""How many replies in a row may promise another: of a game that is played on meanwhile."""

_COMMAND: Final = discord.InteractionType.application_command

Handler = Callable[[Context], Awaitable[Reply]]
"""Does what an interaction asks for and returns the reply."""

Followup = Callable[[Context], Awaitable[None]]

_after_commands: list[Followup] = []


def after_commands(followup: Followup) -> Followup:
    """Register what is done after each command that was responded to."""
    _after_commands.append(followup)
    return followup


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
        updates: whether a reply that is not private replaces the message whose component was
            pressed.
        private: whether the response is for the player only, or what decides that.
        typed: whether the player typed an action on their board. Its reply then edits the live
            board where that is possible, and only the last private note about it stays.
        once: whether no other process may do the same; not needed where a second time changes
            nothing.
    """
    bot = interaction.client
    if not bot.interactions.arrivals.add(interaction.id):
        return
    bot.services[Names].see(interaction.user.id, known_name(interaction.user))
    bot.faces.see(interaction.user)
    response = _Response(interaction, handler, updates, private, typed, once)
    with log_context(interaction.id), metrics.IN_FLIGHT.track_inprogress():
        try:
            await response.run()
        finally:
            metrics.INTERACTIONS.labels(interaction.type.name, response.outcome).inc()


@dataclass(slots=True)
class _Response:
    """State of one interaction being handled; the first attributes are as in :func:`respond`."""

    interaction: Interaction
    handler: Handler
    updates: bool
    private: bool | Callable[[Context], bool]
    typed: bool
    once: bool
    context: Context | None = None
    is_done: bool = False
    outcome: str = "failed"

    async def run(self) -> None:
        """Run the handler and deliver its reply."""
        interaction, bot = self.interaction, self.interaction.client
        delivery = Delivery(interaction, updates=self.updates, hides=self._hides, once=self.once)
        async with delivery.in_time(DEFER_AFTER):
            is_late = bot.interactions.arrivals.age(interaction.id) > DEFER_AFTER
            # Discord may have dropped it, and shown the player that it failed.
            if is_late and not await delivery.promise():
                self.outcome = "late"
                _log.warning("A %s arrived too late and is not done.", interaction.type.name)
                return
            reply = await self._make_reply()
            if reply is not None and reply.until is not None:
                reply = await self._keep_word(delivery, reply, reply.until)
            if reply is None:
                return
            delivered = await self._deliver(delivery, reply)
            context = self.context
            if delivered is None and delivery.is_elsewhere:
                # The player may have played on there, and would see an earlier board again.
                self.outcome = "elsewhere"
                return
            if delivered is None:
                self.outcome = "undelivered"
                if context is not None and reply.board is not None:
                    # Where the bot can reach the board before.
                    await edit_live_board(context, reply, anywhere=True)
                return
            reply, sent = delivered
            is_hidden = sent.private and not reply.private and sent.message_id is not None
            if is_hidden:
                await _run_followup(_explain_hidden(delivery, reply, sent))
            elif sent.message is not None:
                reader = interaction.user.id if sent.private else None
                await name_absent(bot, sent.message, reply, reader=reader)
            if reply.followup is not None:
                await _run_followup(follow_up(interaction, reply.followup))
        if reply.delivered is not None and not (is_hidden and reply.retract is not None):
            await _run_followup(reply.delivered(sent.message_id))
        if self.typed and context is not None:
            is_note = reply.private and reply.board is None
            await replace_note(context, sent.message_id if is_note else None)
        try:
            # Who has played by now has a name to keep, and a day.
            await bot.services[Names].save(interaction.user.id)
            await bot.services[Absence].note_here(interaction.user.id)
        except StoreError as error:
            _log.debug("Who was here was not saved: %s", error)
        if interaction.type is _COMMAND and context is not None:
            set_locale(context.locale)
            for followup in _after_commands:
                await _run_followup(followup(context))

    def _is_private(self) -> bool:
        """Whether the response is for the player only; until that is known, it is."""
        if self.context is None:
            return True
        decided = self.private(self.context) if callable(self.private) else self.private
        return decided or self.context.is_private.is_set()

    def _hides(self) -> bool:
        """Whether nobody else sees that a response is promised."""
        return self.typed or self._is_private() or bool(why_hidden(self.interaction))

    async def _make_reply(self) -> Reply | None:
        """Make the reply, or a note if the live board shows it; None if another process does."""
        reply = await self._run_handler()
        if reply is None:
            return None
        if reply.shows_nothing:
            return reply
        if not self.updates and self._is_private():
            reply = replace(reply, private=True)
        why = why_hidden(self.interaction)
        if self.updates and not why and _is_to_be_reposted(self.interaction, reply):
            reply = replace(reply, new_message=True)
        replaces = self.updates and replaces_pressed_message(self.interaction, reply)
        if why and not reply.private and not replaces:
            reply = await for_player_alone(reply, why) or replace(reply, private=True)
        if self.context is None or reply.board is None or not reply.word:
            return reply
        url = await edit_live_board(self.context, reply)
        if url is None:
            return reply
        note = text_reply(f"{reply.word}\n{where_board_is(url)}")
        # In response to a press it takes the place of a question, which is private already.
        return replace(
            note, private=not self.updates, followup=reply.followup, delivered=reply.delivered
        )

    async def _keep_word(
        self, delivery: Delivery, reply: Reply, until: Callable[[], Awaitable[object]]
    ) -> Reply | None:
        """Deliver a reply that promises another one; return that, once there is one."""
        with suppress(TimeoutError, PatienceError, StoreError):
            for _attempt in range(_PROMISES):
                await self._deliver(delivery, reply)
                async with asyncio.timeout(_NOT_YET):
                    await until()
                later = await self._make_reply()
                if later is None or later.until is None:
                    return later
                reply, until = later, later.until
        return text_reply(_("This takes longer than it should. Try again in a minute."))

    async def _run_handler(self) -> Reply | None:
        """The handler's reply, or a sentence; None if another process responds."""
        interaction = self.interaction
        is_claimed = self.context is not None
        claim = None
        if self.once and not is_claimed:
            claim = asyncio.create_task(_claim(interaction))
        try:
            self.context = await load_context(interaction)
            if claim is not None and not await claim:
                self.outcome = "elsewhere"
                return None
            previous = interaction.client.interactions.undelivered.pop(interaction)
            if previous is None:
                reply = await self.handler(self.context)
            else:
                reply = _repeat_with_notice(previous)
        except Unclear as unclear:
            reply = unclear.question
        except PatienceError as error:
            self.outcome = "refused"
            refusal = text_reply(escape_mentions(escape_markdown(translate(error))))
            until = error.until_ready if isinstance(error, NotYet) else None
            return replace(refusal, until=until)
        except StoreError:
            self.outcome = "unavailable"
            _log.exception("The database failed")
            return text_reply(
                _("Games cannot be saved right now, so nothing was played. Try again in a minute.")
            )
        except Exception:
            _log.exception("An interaction failed")
            return text_reply(_(INTERNAL_ERROR))
        self.is_done, self.outcome = True, "answered"
        return reply

    async def _deliver(self, delivery: Delivery, reply: Reply) -> tuple[Reply, Sent] | None:
        """Deliver a reply, later if not now: what was sent in the end, and where, if at all."""
        undelivered = self.interaction.client.interactions.undelivered
        keeps = self.is_done and self.interaction.type is _COMMAND
        for attempt, pause in enumerate((*_LATER, None)):
            try:
                sent = await self._send(delivery, reply)
            except Undelivered as error:
                if keeps and not attempt:
                    undelivered.put(self.interaction, reply)
                if error.is_final or pause is None:
                    level = logging.DEBUG if delivery.is_elsewhere else logging.WARNING
                    _log.log(level, "A response could not be delivered: %s", error)
                    return None
                if not attempt:
                    _log.warning("A response is delivered later: %s", error)
                await asyncio.sleep(pause)
                reply = self._refresh_stale(reply)
            else:
                if keeps and attempt:
                    undelivered.pop(self.interaction)
                return reply, sent
        return None

    async def _send(self, delivery: Delivery, reply: Reply) -> Sent:
        """Send a reply; a board becomes the live one."""
        context, board = self.context, reply.board
        if context is None or board is None:
            return await delivery.send(reply)
        async with context.interaction.client.shown_boards.lock(context.player):
            sent = await delivery.send(reply)
            await note_board(context, board, sent.message_id, private=sent.private)
            return sent

    def _refresh_stale(self, reply: Reply) -> Reply:
        """A reply that comes later: the player may have played on since."""
        if self.context is None or reply.board is None:
            return reply
        shown = self.interaction.client.shown_boards.get(reply.board.game_id)
        if shown is None or shown.version < reply.board.version:
            return reply
        note = text_reply(where_board_is(shown.message.url))
        return replace(note, followup=reply.followup, delivered=reply.delivered)


def _is_to_be_reposted(interaction: Interaction, reply: Reply) -> bool:
    """Whether a board is posted anew instead of editing the pressed message, which is old."""
    pressed = interaction.message
    return (
        interaction.client.reposts_old_boards
        and reply.board is not None
        and pressed is not None
        and not pressed.flags.ephemeral
        and is_old(pressed.id)
    )


async def _claim(interaction: Interaction) -> bool:
    """Whether no other process responds to an interaction."""
    try:
        return await interaction.client.services[Claims].take_once(f"interaction {interaction.id}")
    except StoreError as error:
        # Nothing can be done twice either. What needs no database goes on.
        _log.warning("An interaction could not be claimed: %s", error)
        return True


def _repeat_with_notice(reply: Reply) -> Reply:
    """The reply to a command that was done already, as its player could not know.

    The line about that is below a sentence, else in a message of its own.
    """
    notice = _("Your first command went through; only the reply was lost. It counts once.")
    items = reply.view.children
    if len(items) == 1 and isinstance(items[0], ui.TextDisplay):
        reply.view.add_item(ui.TextDisplay(f"-# {notice}"))
        return reply
    return replace(reply, followup=reply.followup or text_reply(notice))


async def _explain_hidden(delivery: Delivery, reply: Reply, sent: Sent) -> None:
    """Say in a message for others that only the player sees it, as Discord has decided."""
    instead = await for_player_alone(reply, HIDDEN)
    if instead is not None:
        await delivery.replace(sent, instead)


async def _run_followup(work: Awaitable[object]) -> None:
    """Do what follows a response, which the player has if it fails."""
    try:
        await work
    except (PatienceError, StoreError, *FAILURES) as error:
        _log.warning("What follows a response failed: %s", reason(error))
