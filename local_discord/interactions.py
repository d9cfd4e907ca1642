"""Interactions: a person's actions on their way to the bot, and the bot's one answer to each.

An interaction is made when a person runs a command, asks for choices, presses a component or
submits a modal. It goes out over the gateway; the first answer has to come within the deadline;
its token then works for follow-ups until its life ends.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TypeAlias

from local_discord.errors import (
    already_acknowledged,
    invalid_webhook_token,
    unknown_interaction,
    unknown_webhook,
)
from local_discord.fixtures import APP_PERMISSIONS, APPLICATION_ID, Channel, Person, context_of
from local_discord.gateway import Gateway
from local_discord.message import Message
from local_discord.payload import Payload
from local_discord.state import State

DEADLINE_SECONDS = 3.0
TOKEN_LIFE_SECONDS = 15 * 60.0
ATTACHMENT_SIZE_LIMIT = 10 * 1024 * 1024

NOT_ONLINE = "The application did not respond: the bot is not connected."
NO_RESPONSE = "The application did not respond"


class Kind(IntEnum):
    """Discord's interaction types."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class CallbackType(IntEnum):
    """Discord's types of first answers."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE_MESSAGE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(frozen=True)
class Answered:
    """The bot answered with a message, new or changed.

    Attributes:
        message_id: that message; for a deferred update, the message that will change.
        pending: whether its content is still to come.
    """

    message_id: int | None
    pending: bool = False


@dataclass(frozen=True)
class Offered:
    """The bot answered with choices for an option."""

    choices: tuple[Payload, ...]


@dataclass(frozen=True)
class Asked:
    """The bot answered with a modal to fill in."""

    modal: Payload


@dataclass(frozen=True)
class Failed:
    """There was no answer; the sentence says so to the person."""

    error: str


Outcome: TypeAlias = Answered | Offered | Asked | Failed


@dataclass(eq=False)
class Interaction:
    """One action of one person, and what has come of it so far.

    Attributes:
        data: Discord's interaction data.
        message: the message whose component was pressed, or that a submitted modal came from;
            without its files, which would outlive it here.
        name: the command's name, for the line above the answer.
        owners: Discord's `authorizing_integration_owners`.
        born: when it was made, in seconds of the event loop's clock.
        outcome: done when the first answer has come or the deadline has passed.
        answer: the type of the first answer, None before it.
        response_id: the message that `@original` means.
    """

    id: int
    token: str
    kind: Kind
    person: Person
    channel: Channel
    data: Payload
    message: Message | None
    name: str
    owners: Payload
    born: float
    outcome: asyncio.Future[Outcome]
    answer: CallbackType | None = None
    response_id: int | None = None

    def metadata(self) -> Payload:
        """Discord's message interaction metadata object."""
        body: Payload = {
            "id": str(self.id),
            "type": int(self.kind),
            "user": self.person.user(),
            "authorizing_integration_owners": self.owners,
        }
        if self.kind == Kind.COMMAND:
            body["name"] = self.name
        elif self.message is not None:
            body["interacted_message_id"] = str(self.message.id)
        return body


class Interactions:
    """Makes interactions and keeps them until their tokens die.

    Attributes:
        deadline: seconds in which the first answer has to come.
        token_life: seconds a token works.
    """

    def __init__(self, state: State, gateway: Gateway) -> None:
        self.deadline = DEADLINE_SECONDS
        self.token_life = TOKEN_LIFE_SECONDS
        self._state = state
        self._gateway = gateway
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._modals: dict[tuple[int, str], tuple[Payload, Message | None]] = {}

    async def send(
        self,
        kind: Kind,
        person: Person,
        channel: Channel,
        data: Payload,
        *,
        message: Message | None = None,
        name: str = "",
    ) -> Outcome:
        """Send an action to the bot and wait for its first answer, no longer than the deadline."""
        loop = asyncio.get_running_loop()
        self._forget_old(loop.time())
        interaction = Interaction(
            id=self._state.ids.next(),
            token=secrets.token_urlsafe(48),
            kind=kind,
            person=person,
            channel=channel,
            data=data,
            message=replace(message, attachments=()) if message is not None else None,
            name=name,
            owners=self._state.installed_for(channel, person),
            born=loop.time(),
            outcome=loop.create_future(),
        )
        self._by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        event = self._event(interaction)
        if message is not None:
            event["message"] = self._state.payload(message)
        if not await self._gateway.dispatch("INTERACTION_CREATE", event, channel.guild_id):
            interaction.outcome.set_result(Failed(NOT_ONLINE))
            return Failed(NOT_ONLINE)
        done, _ = await asyncio.wait({interaction.outcome}, timeout=self.deadline)
        if not done:
            interaction.outcome.set_result(Failed(NO_RESPONSE))
        return interaction.outcome.result()

    def _event(self, interaction: Interaction) -> Payload:
        """The data of INTERACTION_CREATE, but for the message."""
        person, channel = interaction.person, interaction.channel
        guild = self._state.guild_of(channel)
        event: Payload = {
            "id": str(interaction.id),
            "application_id": str(APPLICATION_ID),
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": str(channel.id),
            "channel": channel.payload() | {"permissions": str(person.permissions)},
            "app_permissions": str(APP_PERMISSIONS & ~channel.denied),
            "locale": person.locale,
            "entitlements": [],
            "authorizing_integration_owners": interaction.owners,
            "context": context_of(channel),
            "attachment_size_limit": ATTACHMENT_SIZE_LIMIT,
        }
        if guild is None:
            event["user"] = person.user()
        else:
            event |= {
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
                "guild_locale": guild.locale,
                "member": person.member(),
            }
        return event

    def _forget_old(self, now: float) -> None:
        for interaction in tuple(self._by_id.values()):
            if now - interaction.born < self.token_life:
                break
            del self._by_id[interaction.id], self._by_token[interaction.token]

    def to_answer(self, interaction_id: int | None, token: str) -> Interaction:
        """The interaction a first answer is for.

        Raises:
            ApiError: 10062 when id or token is wrong or the deadline has passed, 40060 when it has
                been answered.
        """
        interaction = self._by_id.get(interaction_id or 0)
        if interaction is None or not secrets.compare_digest(
            interaction.token.encode(), token.encode()
        ):
            raise unknown_interaction()
        if interaction.answer is not None:
            raise already_acknowledged()
        if interaction.outcome.done():
            raise unknown_interaction()
        return interaction

    def answered(
        self, interaction: Interaction, answer: CallbackType, outcome: Outcome, response: int | None
    ) -> None:
        """Note the one answer, and let whoever waits for it know."""
        interaction.answer = answer
        interaction.response_id = response
        if isinstance(outcome, Asked):
            key = (interaction.person.id, str(outcome.modal.get("custom_id")))
            self._modals[key] = (outcome.modal, interaction.message)
        interaction.outcome.set_result(outcome)

    def webhook(self, application_id: int | None, token: str) -> Interaction:
        """The interaction a token gives follow-ups to.

        Raises:
            ApiError: 10015 for another application or an interaction not answered yet, 50027 for a
                token that is wrong or too old.
        """
        if application_id != APPLICATION_ID:
            raise unknown_webhook()
        self._forget_old(asyncio.get_running_loop().time())
        interaction = self._by_token.get(token)
        if interaction is None:
            raise invalid_webhook_token()
        if interaction.answer in (None, CallbackType.CHOICES):
            raise unknown_webhook()
        return interaction

    def modal_shown(self, person: Person, custom_id: str) -> tuple[Payload, Message | None] | None:
        """The modal with that custom id that person was shown, and the message it came from."""
        return self._modals.get((person.id, custom_id))

    def close_modal(self, person: Person, custom_id: str) -> None:
        """Forget a modal that has been submitted."""
        self._modals.pop((person.id, custom_id), None)
