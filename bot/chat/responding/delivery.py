"""Delivering the response to an interaction: acknowledge in time, send the reply, retry if needed.

Discord takes the initial response to an interaction within three seconds, once, and what follows
for 15 minutes (discord/discord-api-docs, ``interactions/receiving-and-responding``). So

- an initial response whose connection broke is sent again. If the first one did get through,
  Discord says 40060. It also does if discord.py has repeated one by itself, a second or more after
  a server error (``discord/webhook/async_.py``) that came once Discord had acted;
- a reply that takes longer is promised ("thinking…"), and the promise is kept by editing the
  original response. An edit may be repeated; a follow-up may not, as it would come twice. Right
  after a promise Discord treats a follow-up as that very edit (same page, Create Followup Message),
  and neither pings anybody (discord/discord-api-docs #5497), so that what is to ping somebody, or
  to be seen by others than the promise, comes after an edit;
- a promise that cannot be kept at once can be kept later.
"""

from __future__ import annotations

import asyncio
import contextlib
import enum
import functools
import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import discord

from bot import metrics
from bot.chat.requests.failures import (
    ALREADY_ANSWERED,
    BLOCKED,
    FAILURES,
    INVALID_TOKEN,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    is_broken_connection,
    is_passing,
    reason,
    twice,
)
from bot.chat.responding.mentions import allow_named, alone_in, mentions_of, name_absent
from bot.chat.responding.replies import text_reply
from bot.chat.responding.suit_signs import SuitSigns
from bot.i18n import N_, _

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from bot.chat.responding.context import Interaction
    from bot.chat.responding.replies import Reply

_log = logging.getLogger(__name__)

INTERNAL_ERROR: Final = N_(
    "Something went wrong on our side. Your game is safe: type /board to see it again."
)

BLOCKED_HERE: Final = N_(
    "This server's AutoMod blocks a word in the answer, so it cannot be shown here. Nothing is "
    "lost: try it in a direct message to me."
)

_UNKNOWN: Final = frozenset({UNKNOWN_WEBHOOK, INVALID_TOKEN, UNKNOWN_INTERACTION})
"""The errors of an interaction that Discord never accepted, or does not know for some seconds yet
(discord/discord-api-docs #7220)."""
_ATTEMPTS: Final = 2
"""How often Discord may be asked to take a promise, if it refuses one."""
_PAUSES: Final = (0.1, 0.4)
"""Seconds to wait before each further attempt at the initial response."""
_LIBRARY_PAUSE: Final = 1.0
"""Seconds after which discord.py repeats a response at the earliest."""
_TIMEOUT: Final = 10.0
"""Seconds that any other request has."""


class Undelivered(Exception):
    """A reply could not be delivered."""

    def __init__(self, why: str, *, is_final: bool) -> None:
        super().__init__(why)
        self.is_final = is_final


class _First(enum.Enum):
    """The initial response: none yet, a promise, a reply, or none that Discord would accept."""

    NONE = enum.auto()
    PROMISE = enum.auto()
    REPLY = enum.auto()
    REFUSED = enum.auto()


@dataclass(frozen=True, slots=True)
class Sent:
    """Where a reply is to be seen.

    Attributes:
        message_id: the new message; None if the reply took the place of the pressed one.
        private: whether only the player sees it, which Discord may decide.
        message: the message as Discord has it, if it says.
    """

    message_id: int | None
    private: bool
    message: discord.Message | None = None


_NO_MESSAGE: Final = Sent(None, private=True)
"""Where a form or a table is."""


class Delivery:
    """The delivery of one interaction's response.

    Args:
        updates: whether a reply that is not private replaces the message whose component was
            pressed.
        hides: whether only the player may see that a reply is promised.
        once: whether no other process sends a reply, though it may promise one.

    Attributes:
        is_elsewhere: whether another process has responded instead.
    """

    def __init__(
        self, interaction: Interaction, *, updates: bool, hides: Callable[[], bool], once: bool
    ) -> None:
        self._interaction = interaction
        self._bot = interaction.client
        self._updates = updates
        self._hides = hides
        self._once = once
        self._alone = alone_in(interaction)
        self.is_elsewhere = False
        self._first = _First.NONE
        self._is_accepted = False
        self._is_of_other = False
        self._hidden = False
        self._is_forced = False
        self._turn = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def in_time(self, seconds: float) -> AsyncIterator[None]:
        """Promise a reply during the block once the interaction is a number of seconds old."""
        loop, begun = asyncio.get_running_loop(), set[asyncio.Task[bool]]()

        def begin() -> None:
            begun.add(asyncio.create_task(self.promise()))

        age = self._bot.interactions.arrivals.age(self._interaction.id)
        due = loop.call_later(max(0.0, seconds - age), begin)
        try:
            yield
        finally:
            due.cancel()
            for promise in begun:
                promise.cancel()
                await asyncio.wait({promise})

    async def promise(self) -> bool:
        """Promise a reply, unless there was a response; False if Discord accepts none."""
        async with self._turn:
            if self._first is _First.NONE:
                self._hidden = self._hides()
                for _attempt in range(_ATTEMPTS):
                    try:
                        with contextlib.suppress(Undelivered):
                            await self._respond(self._defer, _First.PROMISE)
                        break
                    except FAILURES as error:
                        # The reply may come later than Discord waits for one without a promise.
                        _log.warning("A late response could not be announced: %s", reason(error))
            return self._first is not _First.REFUSED

    async def send(self, reply: Reply) -> Sent:
        """Send a reply."""
        try:
            return await self._send(reply)
        except Undelivered:
            raise
        except Exception as error:
            _log.exception("A response cannot be sent")
            await self._send(text_reply(_(INTERNAL_ERROR)))
            raise Undelivered("a sentence stands in for it", is_final=True) from error

    async def _send(self, reply: Reply) -> Sent:
        if reply.shows_nothing:
            if not await self.promise():
                raise Undelivered("Discord no longer waits for it", is_final=True)
            return Sent(None, private=False)
        async with self._turn:
            if self._first is _First.REFUSED:
                raise Undelivered("Discord no longer waits for it", is_final=True)
            if self._first is _First.NONE:
                try:
                    send = functools.partial(self._send_reply, reply)
                    sent = await self._respond(send, _First.REPLY, self._find)
                except FAILURES as error:
                    sent = await self._send_refused(reply, error)
                if sent is not None:
                    return sent
        if (reply.form is not None or reply.launches) and self._first is _First.REPLY:
            return _NO_MESSAGE
        if self._is_of_other:
            self._hidden = await self._is_hidden()
        if self._first is _First.REPLY or not self._updates:
            return await self._keep_promise(reply)
        if replaces_pressed_message(self._interaction, reply):
            return await self._edit(reply)
        return await self._follow_up(reply)

    async def replace(self, sent: Sent, reply: Reply) -> None:
        """Show something else in a new message that was sent."""
        if sent.message_id is None:
            return
        edit = functools.partial(
            self._interaction.followup.edit_message,
            sent.message_id,
            view=reply.view,
            allowed_mentions=await allow_named(self._bot, reply.view, alone=self._alone),
        )
        async with asyncio.timeout(_TIMEOUT):
            await twice(lambda: edit(attachments=reply.files()))

    async def _respond(
        self,
        request: Callable[[], Awaitable[Sent | None]],
        kind: _First,
        find: Callable[[], Awaitable[Sent | None]] | None = None,
    ) -> Sent | None:
        """Send the initial response, again if the connection breaks.

        Args:
            find: finds it, if an attempt before this one did get through.

        Returns:
            None if nobody knows where it is.

        Raises:
            Undelivered: if Discord accepts no response.
            Exception: one of :data:`FAILURES`, if Discord refuses this one.
        """
        arrivals, id_ = self._bot.interactions.arrivals, self._interaction.id
        answered = metrics.ANSWER_SECONDS.labels(self._interaction.type.name)
        for attempt, pause in enumerate((*_PAUSES, None)):
            begun = arrivals.age(id_)
            try:
                async with asyncio.timeout(arrivals.seconds_to_try(id_)):
                    sent = await request()
            except FAILURES as error:
                code = error.code if isinstance(error, discord.HTTPException) else 0
                took = arrivals.age(id_) - begun
                is_repeated = bool(attempt) or (took >= _LIBRARY_PAUSE and not self._once)
                if code == ALREADY_ANSWERED and is_repeated:
                    self._first, self._is_accepted = kind, True
                    answered.observe(arrivals.age(id_))
                    return None if find is None else await find()
                if code == ALREADY_ANSWERED and self._once:
                    # Whoever sent it, an edit shows the reply.
                    self._first, self._is_of_other = _First.PROMISE, True
                    return None
                if code in (ALREADY_ANSWERED, UNKNOWN_INTERACTION):
                    self._first, self.is_elsewhere = _First.REFUSED, code == ALREADY_ANSWERED
                    raise Undelivered(reason(error), is_final=True) from error
                if not is_passing(error):
                    raise
                if not attempt:
                    _log.warning("A response is sent again: %s", reason(error))
            else:
                self._first, self._is_accepted = kind, True
                answered.observe(arrivals.age(id_))
                return sent
            if pause is not None:
                await asyncio.sleep(pause)
        self._first = kind
        return None

    async def _defer(self) -> None:
        promised = await self._interaction.response.defer(
            thinking=not self._updates, ephemeral=self._hidden
        )
        if promised is not None and not self._updates:
            self._is_forced = promised.is_ephemeral() and not self._hidden

    async def _send_reply(self, reply: Reply) -> Sent:
        """Send a reply as the initial response."""
        response = self._interaction.response
        if reply.form is not None:
            await response.send_modal(reply.form)
            return _NO_MESSAGE
        if reply.launches:
            await response.launch_activity()
            return _NO_MESSAGE
        if self._updates and replaces_pressed_message(self._interaction, reply):
            edited = await response.edit_message(
                view=reply.view,
                attachments=reply.files(),
                allowed_mentions=await allow_named(self._bot, reply.view, alone=self._alone),
            )
            message = None if edited is None else edited.resource
            shown = message if isinstance(message, discord.Message) else None
            return Sent(None, reply.private, shown)
        mentions = await mentions_of(
            self._bot, reply.view, pings=reply.pings, private=reply.private, alone=self._alone
        )
        sent = await response.send_message(
            view=reply.view,
            files=reply.files(),
            ephemeral=reply.private,
            allowed_mentions=mentions.allowed,
            silent=mentions.silent,
        )
        shown = sent.resource if isinstance(sent.resource, discord.Message) else None
        return Sent(sent.message_id, reply.private or sent.is_ephemeral(), shown)

    async def _send_refused(self, reply: Reply, refused: BaseException) -> Sent | None:
        """Respond otherwise, as Discord refuses the reply as the initial response."""
        _log.warning("Discord refused a response: %s", reason(refused))
        code = 0
        if isinstance(refused, discord.HTTPException):
            code = refused.code
            if "emoji" in refused.text:
                # The application's were deleted: suits are characters until the next start.
                self._bot.suit_signs = SuitSigns()
        is_gone = code in (UNKNOWN_MESSAGE, BLOCKED)
        instead = _elsewhere(reply, code) if is_gone else text_reply(_(INTERNAL_ERROR))
        if reply.launches:
            instead = replace(reply, launches=False)
        try:
            send = functools.partial(self._send_reply, instead)
            sent = await self._respond(send, _First.REPLY)
        except FAILURES as error:
            raise Undelivered(reason(error), is_final=True) from error
        if is_gone or reply.launches:
            return sent
        raise Undelivered("a sentence stands in for it", is_final=True) from refused

    async def _find(self) -> Sent | None:
        """Where the initial response is."""
        try:
            async with asyncio.timeout(_TIMEOUT):
                return self._sent(await self._interaction.original_response())
        except (*FAILURES, discord.ClientException):
            return None

    def _sent(self, original: discord.Message) -> Sent:
        pressed = self._interaction.message
        is_pressed = pressed is not None and original.id == pressed.id
        return Sent(None if is_pressed else original.id, original.flags.ephemeral, original)

    async def _is_hidden(self) -> bool:
        """Whether only the player sees the promise of another process."""
        try:
            async with asyncio.timeout(_TIMEOUT):
                original = await twice(self._interaction.original_response)
        except FAILURES as error:
            raise Undelivered(reason(error), is_final=not is_passing(error)) from error
        return original.flags.ephemeral

    async def _keep_promise(self, reply: Reply) -> Sent:
        """Edit the original response, which may itself be this very reply."""
        is_seen_by_others = self._hidden != reply.private and not self._is_forced
        pings = bool(reply.pings) and not self._is_forced
        if self._first is _First.PROMISE and (is_seen_by_others or pings):
            return await self._send_instead(reply)
        return await self._edit(reply)

    async def _send_instead(self, reply: Reply) -> Sent:
        """Send publicly after an ephemeral promise, or vice versa, or with pings.

        The first followup takes the place of the promise and is seen by those who saw that, so the
        promise is filled and deleted.
        """
        await self._edit(text_reply("…"))
        try:
            sent = await self._follow_up(reply)
        except Undelivered as error:
            if not error.is_final:
                raise
            if not self._hidden:
                await self._apologise()
                raise
            # It may be there for all to see; the player sees it in any case.
            return await self._edit(replace(reply, private=True))
        try:
            await twice(self._interaction.delete_original_response)
        except FAILURES as error:
            _log.warning("A message that only promises a reply stays: %s", reason(error))
        return sent

    async def _edit(self, reply: Reply) -> Sent:
        """Edit the original response; if that cannot be, send the reply as a message of its own."""

        async def edit() -> Sent:
            edited = await self._interaction.edit_original_response(
                view=reply.view,
                attachments=reply.files(),
                allowed_mentions=await allow_named(self._bot, reply.view, alone=self._alone),
            )
            return self._sent(edited)

        try:
            async with asyncio.timeout(_TIMEOUT):
                return await twice(edit)
        except FAILURES as error:
            code = error.code if isinstance(error, discord.HTTPException) else 0
            if code == UNKNOWN_MESSAGE or (code == BLOCKED and self._updates):
                return await self._follow_up(_elsewhere(reply, code))
            is_unknown = code in _UNKNOWN
            may_pass = is_passing(error) or (is_unknown and self._is_accepted)
            if not (may_pass or is_unknown):
                await self._apologise(_(BLOCKED_HERE) if code == BLOCKED else "")
            raise Undelivered(reason(error), is_final=not may_pass) from error

    async def _apologise(self, why: str = "") -> None:
        """Keep a promise by a sentence, as Discord refuses the reply itself."""
        with contextlib.suppress(*FAILURES):
            await self._interaction.edit_original_response(
                view=text_reply(why or _(INTERNAL_ERROR)).view, attachments=[]
            )

    async def _follow_up(self, reply: Reply) -> Sent:
        """Send a message of its own: to others once, to the player rather twice than never."""
        send = functools.partial(follow_up, self._interaction, reply)
        try:
            async with asyncio.timeout(_TIMEOUT):
                return await (twice(send) if reply.private else send())
        except FAILURES as error:
            is_final = not is_passing(error) or (is_broken_connection(error) and not reply.private)
            raise Undelivered(reason(error), is_final=is_final) from error


def _elsewhere(reply: Reply, code: int) -> Reply:
    """A reply as a message of its own, as the one it was to replace cannot show it.

    That one was deleted, or the server's AutoMod blocks a word. It blocks none in what a player
    alone sees (discord-userdoccers, ``pages/resources/message.mdx``, "Ephemerality Reason").
    """
    return replace(reply, new_message=True, private=reply.private or code == BLOCKED)


def replaces_pressed_message(interaction: Interaction, reply: Reply) -> bool:
    """Whether a reply takes the place of the pressed message; a private board, of a private one."""
    if reply.new_message or not reply.private:
        return not reply.new_message
    pressed = interaction.message
    return reply.board is not None and pressed is not None and pressed.flags.ephemeral


async def follow_up(interaction: Interaction, reply: Reply) -> Sent:
    """Send a message after the response."""
    mentions = await mentions_of(
        interaction.client,
        reply.view,
        pings=reply.pings,
        private=reply.private,
        alone=alone_in(interaction),
    )
    sent = await interaction.followup.send(
        view=reply.view,
        files=reply.files(),
        ephemeral=reply.private,
        allowed_mentions=mentions.allowed,
        silent=mentions.silent,
        wait=True,
    )
    reader = interaction.user.id if sent.flags.ephemeral else None
    await name_absent(interaction.client, sent, reply, reader=reader)
    return Sent(sent.id, sent.flags.ephemeral)
