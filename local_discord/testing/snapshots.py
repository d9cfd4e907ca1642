"""What a person sees at the chat page: messages with buttons and pictures, choices, modals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

import aiohttp

from local_discord.enums import ComponentType
from local_discord.message import EPHEMERAL, LOADING, MENTION, component_tree
from local_discord.payload import Payload, int_of, payload_of, payloads_of, text_of


class Button(NamedTuple):
    """A button of a message."""

    label: str
    custom_id: str
    disabled: bool
    style: int


class Choice(NamedTuple):
    """A choice offered while typing an option."""

    name: str
    value: object


@dataclass(frozen=True)
class Modal:
    """An open modal.

    Attributes:
        channel: the id of its channel.
        raw: Discord's modal object.
    """

    channel: str
    raw: Payload

    @property
    def title(self) -> str:
        """The modal's title."""
        return text_of(self.raw.get("title"))

    @property
    def fields(self) -> list[Payload]:
        """The components to fill in."""
        components = component_tree(payloads_of(self.raw.get("components")))
        return [one for one in components if "custom_id" in one]


@dataclass(frozen=True)
class Message:
    """A message at one moment.

    Attributes:
        raw: Discord's message object.
    """

    raw: Payload

    @property
    def id(self) -> str:
        """The message's id."""
        return text_of(self.raw["id"])

    @property
    def channel(self) -> str:
        """The id of its channel."""
        return text_of(self.raw["channel_id"])

    @property
    def components(self) -> list[Payload]:
        """Every component at any depth, parents first."""
        return list(component_tree(payloads_of(self.raw["components"])))

    def _of_type(self, kind: ComponentType) -> list[Payload]:
        return [one for one in self.components if one["type"] == kind]

    @property
    def text(self) -> str:
        """The content and all text displays, one per line.

        A mention of a user whom the message may not mention reads `@unknown-user`, as it does to
        those whose client knows nobody else.
        """
        displays = [text_of(one["content"]) for one in self._of_type(ComponentType.TEXT_DISPLAY)]
        text = "\n".join(filter(None, [text_of(self.raw["content"]), *displays]))
        known = {text_of(one["id"]) for one in payloads_of(self.raw["mentions"])}
        return re.sub(
            MENTION, lambda found: found[0] if found[1] in known else "@unknown-user", text
        )

    @property
    def buttons(self) -> list[Button]:
        """The buttons that send interactions; the emoji is the label of those without one."""
        return [
            Button(
                text_of(one.get("label")) or text_of(payload_of(one.get("emoji")).get("name")),
                text_of(one.get("custom_id")),
                bool(one.get("disabled")),
                int_of(one["style"]),
            )
            for one in self._of_type(ComponentType.BUTTON)
            if "custom_id" in one
        ]

    @property
    def media(self) -> list[Payload]:
        """The items of all media galleries, then thumbnails."""
        galleries = self._of_type(ComponentType.MEDIA_GALLERY)
        items = [item for one in galleries for item in payloads_of(one["items"])]
        return items + self._of_type(ComponentType.THUMBNAIL)

    @property
    def alt(self) -> str:
        """The description of the first picture."""
        return text_of(self.media[0].get("description")) if self.media else ""

    @property
    def ephemeral(self) -> bool:
        """Whether only one user can see it."""
        return bool(int_of(self.raw["flags"]) & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether it is a deferred response without content yet."""
        return bool(int_of(self.raw["flags"]) & LOADING)

    @property
    def attachments(self) -> list[Payload]:
        """The message's files."""
        return payloads_of(self.raw["attachments"])

    def answers_press(self, message: str, user: int) -> bool:
        """Whether a user's press on a message was answered with this one."""
        origin = payload_of(self.raw.get("interaction_metadata") or {})
        if origin.get("interacted_message_id") != message:
            return False
        return text_of(payload_of(origin["user"])["id"]) == str(user)

    def button(self, label: str) -> Button:
        """The button with that label; raises `LookupError` if there is none."""
        for button in self.buttons:
            if button.label == label:
                return button
        labels = [button.label for button in self.buttons]
        raise LookupError(f"The message has no button {label!r}, only {labels}.")

    async def file(self) -> tuple[str, bytes]:
        """The name and content of the file component."""
        (component,) = self._of_type(ComponentType.FILE)
        url = text_of(payload_of(component["file"])["url"])
        return url.rsplit("/", 1)[1], await _download(url)

    async def picture(self) -> bytes:
        """The content of the first picture; raises `LookupError` if there is none.

        Pictures are in galleries and thumbnails, or attached to messages without Components V2.
        """
        attached = [one for one in self.attachments if _is_picture(one)]
        pictures = [payload_of(one["media"]) for one in self.media] or attached
        if not pictures:
            raise LookupError("The message has no picture.")
        return await _download(text_of(pictures[0]["url"]))


def _is_picture(attachment: Payload) -> bool:
    return text_of(attachment.get("content_type")).startswith("image/")


async def _download(url: str) -> bytes:
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        response.raise_for_status()
        return await response.read()
