"""Interactions: users' actions sent to the bot, and its responses.

An interaction starts when a user runs a command, types an option with autocomplete, uses a
component or submits a modal. The bot gets it over the gateway, has to respond within the deadline,
and can then send follow-ups until the token expires.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, replace
from typing import TypeAlias

from local_discord.enums import CallbackType, InteractionType
from local_discord.errors import (
    already_acknowledged,
    invalid_webhook_token,
    unknown_interaction,
    unknown_webhook,
)
from local_discord.fixtures import APPLICATION_ID, Channel, User, context_of
from local_discord.gateway import Gateway
from local_discord.message import Message
from local_discord.payload import Payload, payload_of, text_of
from local_discord.permissions import app_permissions, user_permissions
from local_discord.state import State

RESPONSE_SECONDS = 3.0
TOKEN_LIFE_SECONDS = 15 * 60.0
ATTACHMENT_SIZE_LIMIT = 10 * 1024 * 1024

NOT_CONNECTED = "The application did not respond: the bot is not connected."
NO_RESPONSE = "The application did not respond"


@dataclass(frozen=True)
class MessageResponse:
    """The bot sent, edited or promised a message.

    Attributes:
        message_id: the message; for a deferred update, the one to be edited.
        pending: whether its content is still to come.
    """

    message_id: int | None
    pending: bool = False


@dataclass(frozen=True)
class ChoicesResponse:
    """The bot offered choices for an option."""

    choices: tuple[Payload, ...]


@dataclass(frozen=True)
class ModalResponse:
    """The bot opened a modal."""

    modal: Payload


@dataclass(frozen=True)
class ActivityResponse:
    """The bot launched the Activity, or let the user join it."""

    instance_id: str


@dataclass(frozen=True)
class Failed:
    """There was no valid response; the error is a sentence for the user."""

    error: str


Outcome: TypeAlias = MessageResponse | ChoicesResponse | ModalResponse | ActivityResponse | Failed


@dataclass(eq=False)
class Interaction:
    """A user's action and the bot's response.

    Attributes:
        data: Discord's interaction data.
        message: the message whose component was used, or that opened the modal; without its
            files, so that deleting it frees them.
        name: the command's name, shown above the response.
        owners: Discord's `authorizing_integration_owners`.
        created: the event loop's time at its creation.
        outcome: done once the bot has responded or the deadline has passed.
        response_type: the type of the initial response; None before it.
        response_id: the message that `@original` refers to.
        followups: how many messages followed the initial response.
    """

    id: int
    token: str
    kind: InteractionType
    user: User
    channel: Channel
    data: Payload
    message: Message | None
    name: str
    owners: Payload
    created: float
    outcome: asyncio.Future[Outcome]
    response_type: CallbackType | None = None
    response_id: int | None = None
    followups: int = 0

    def metadata(self) -> Payload:
        """Discord's message interaction metadata object."""
        body: Payload = {
            "id": str(self.id),
            "type": int(self.kind),
            "user": self.user.payload(),
            "authorizing_integration_owners": self.owners,
        }
        if self.kind == InteractionType.COMMAND:
            body["name"] = self.name
            body |= self._target()
        elif self.message is not None:
            body["interacted_message_id"] = str(self.message.id)
        return body

    def _target(self) -> Payload:
        """What the command of a context menu was used on; empty for other commands."""
        target, resolved = (
            text_of(self.data.get("target_id")),
            payload_of(self.data.get("resolved")),
        )
        if not target:
            return {}
        if "messages" in resolved:
            return {"target_message_id": target}
        return {"target_user": payload_of(resolved.get("users"))[target]}


class Interactions:
    """All interactions whose tokens have not expired.

    Attributes:
        deadline: seconds the bot has for the initial response.
        token_life: seconds until a token expires.
    """

    def __init__(self, state: State, gateway: Gateway) -> None:
        self.deadline = RESPONSE_SECONDS
        self.token_life = TOKEN_LIFE_SECONDS
        self._state = state
        self._gateway = gateway
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._modals: dict[tuple[int, str], tuple[Payload, Message | None]] = {}

    async def send(
        self,
        kind: InteractionType,
        user: User,
        channel: Channel,
        data: Payload,
        *,
        message: Message | None = None,
        name: str = "",
    ) -> Outcome:
        """Send an action to the bot and wait for its initial response until the deadline."""
        loop = asyncio.get_running_loop()
        self._drop_expired(loop.time())
        self._state.unarchive(channel)
        interaction = Interaction(
            id=self._state.ids.next(),
            token=secrets.token_urlsafe(48),
            kind=kind,
            user=user,
            channel=channel,
            data=data,
            message=replace(message, attachments=()) if message is not None else None,
            name=name,
            owners=self._state.integration_owners(channel, user, message),
            created=loop.time(),
            outcome=loop.create_future(),
        )
        self._by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        event = self._event(interaction)
        if message is not None:
            event["message"] = self._state.payload(message)
        if not await self._gateway.dispatch("INTERACTION_CREATE", event, channel.guild_id):
            interaction.outcome.set_result(Failed(NOT_CONNECTED))
            return Failed(NOT_CONNECTED)
        done, _ = await asyncio.wait({interaction.outcome}, timeout=self.deadline)
        if not done:
            interaction.outcome.set_result(Failed(NO_RESPONSE))
        return interaction.outcome.result()

    def _event(self, interaction: Interaction) -> Payload:
        """The data of INTERACTION_CREATE, without the message."""
        user, channel = interaction.user, interaction.channel
        guild = self._state.guild_of(channel)
        permissions = user_permissions(self._state, user, channel)
        granted = app_permissions(self._state, user, channel, interaction.owners)
        event: Payload = {
            "id": str(interaction.id),
            "application_id": str(APPLICATION_ID),
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": str(channel.id),
            "channel": channel.payload() | {"permissions": str(permissions)},
            "app_permissions": str(granted),
            "locale": user.locale,
            "entitlements": [],
            "authorizing_integration_owners": interaction.owners,
            "context": context_of(channel),
            "attachment_size_limit": ATTACHMENT_SIZE_LIMIT,
        }
        if guild is None:
            event["user"] = user.payload()
        else:
            event |= {
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
                "guild_locale": guild.locale,
                "member": self._state.member_payload(guild.id, user.payload())
                | {"permissions": str(permissions)},
            }
        return event

    def _drop_expired(self, now: float) -> None:
        for interaction in tuple(self._by_id.values()):
            if now - interaction.created < self.token_life:
                break
            del self._by_id[interaction.id], self._by_token[interaction.token]

    def awaiting_response(self, interaction_id: int | None, token: str) -> Interaction:
        """The interaction with that id and token, which has no response yet.

        Raises:
            ApiError: 10062 if the id or token is wrong or the deadline has passed, 40060 if there
                is a response already.
        """
        interaction = self._by_id.get(interaction_id or 0)
        if interaction is None or not secrets.compare_digest(
            interaction.token.encode(), token.encode()
        ):
            raise unknown_interaction()
        if interaction.response_type is not None:
            raise already_acknowledged()
        if interaction.outcome.done():
            raise unknown_interaction()
        return interaction

    def respond(
        self,
        interaction: Interaction,
        response_type: CallbackType,
        outcome: Outcome,
        response_id: int | None,
    ) -> None:
        """Record the initial response and resolve the outcome."""
        interaction.response_type = response_type
        interaction.response_id = response_id
        if isinstance(outcome, ModalResponse):
            key = (interaction.user.id, str(outcome.modal.get("custom_id")))
            self._modals[key] = (outcome.modal, interaction.message)
        interaction.outcome.set_result(outcome)

    def webhook(self, application_id: int | None, token: str) -> Interaction:
        """The interaction whose token allows follow-ups.

        Raises:
            ApiError: 10015 for another application or before the initial response, 50027 if the
                token is wrong or expired.
        """
        if application_id != APPLICATION_ID:
            raise unknown_webhook()
        self._drop_expired(asyncio.get_running_loop().time())
        interaction = self._by_token.get(token)
        if interaction is None:
            raise invalid_webhook_token()
        if interaction.response_type in (None, CallbackType.CHOICES):
            raise unknown_webhook()
        return interaction

    def modal_shown(self, user: User, custom_id: str) -> tuple[Payload, Message | None] | None:
        """The modal open for a user under that custom id, and the message it came from."""
        return self._modals.get((user.id, custom_id))

    def close_modal(self, user: User, custom_id: str) -> None:
        """Close a modal that has been submitted."""
        self._modals.pop((user.id, custom_id), None)
