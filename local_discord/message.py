"""Messages and attachments as values, and how requests create and edit them.

The functions here expect bodies that have passed `local_discord.validation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from local_discord.enums import ComponentType
from local_discord.image_size import image_size
from local_discord.payload import (
    Payload,
    int_of,
    is_payload,
    payload_of,
    payloads_of,
    snowflake_of,
    text_of,
    without_nulls,
)
from local_discord.snowflake import SnowflakeSource, snowflake_time

SUPPRESS_EMBEDS = 1 << 2
EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15

DEFAULT = 0
REPLY = 19
CHAT_INPUT_COMMAND = 20
CONTEXT_MENU_COMMAND = 23

MENTION = r"<@!?(\d{1,20})>"
"""The pattern of a user's mention in text."""

CONTENT_TYPES: Mapping[str, str] = {
    "png": "image/png",
    "gif": "image/gif",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
    "txt": "text/plain; charset=utf-8",
    "json": "application/json",
}


@dataclass(frozen=True)
class Upload:
    """A file of a request, from the part named `files[index]`."""

    index: int
    filename: str
    content: bytes


@dataclass(frozen=True)
class Attachment:
    """A file of a message. Width and height are in pixels; None unless it is an image."""

    id: int
    channel_id: int
    filename: str
    content: bytes
    description: str | None
    width: int | None
    height: int | None

    @property
    def content_type(self) -> str:
        """The media type, from the file name's extension."""
        return CONTENT_TYPES.get(
            self.filename.rpartition(".")[2].lower(), "application/octet-stream"
        )

    def url(self, base_url: str) -> str:
        """The file's URL."""
        return f"{base_url}/attachments/{self.channel_id}/{self.id}/{self.filename}"

    def payload(self, base_url: str) -> Payload:
        """Discord's attachment object."""
        body: Payload = {
            "id": str(self.id),
            "filename": self.filename,
            "size": len(self.content),
            "url": self.url(base_url),
            "proxy_url": self.url(base_url),
            "content_type": self.content_type,
        }
        if self.description is not None:
            body["description"] = self.description
        if self.width is not None and self.height is not None:
            body |= {"width": self.width, "height": self.height}
        return body

    def media(self, base_url: str) -> Payload:
        """Discord's unfurled media item, as used in components."""
        return {
            "id": str(self.id),
            "url": self.url(base_url),
            "proxy_url": self.url(base_url),
            "width": self.width,
            "height": self.height,
            "content_type": self.content_type,
            "placeholder": None,
            "loading_state": 2,
            "attachment_id": str(self.id),
            "flags": 0,
        }


@dataclass(frozen=True)
class Message:
    """A message in a channel.

    Attributes:
        author: Discord's user object.
        kind: Discord's message type.
        components: with media resolved and ids assigned.
        ephemeral_for: the only user who can see it, if it is ephemeral.
        origin: the keys about where it came from: interaction metadata, message reference,
            webhook.
        edited: when it was last edited; None if never.
        mentioned: the ids of the users it mentions, and 0 if it mentions everyone.
        reactions: the emoji that the bot reacted with, as Discord's partial emoji objects.
    """

    id: int
    channel_id: int
    author: Payload
    kind: int = DEFAULT
    content: str = ""
    components: tuple[Payload, ...] = ()
    embeds: tuple[Payload, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    flags: int = 0
    ephemeral_for: int | None = None
    origin: Payload | None = None
    edited: str | None = None
    mentioned: frozenset[int] = frozenset()
    reactions: tuple[Payload, ...] = ()

    @property
    def loading(self) -> bool:
        """Whether it is a deferred response without content yet."""
        return bool(self.flags & LOADING)

    @property
    def has_v2_components(self) -> bool:
        """Whether it uses Components V2."""
        return bool(self.flags & COMPONENTS_V2)

    def visible_to(self, user_id: int) -> bool:
        """Whether a user with access to the channel can see it."""
        return self.ephemeral_for in (None, user_id)

    def payload(self, base_url: str) -> Payload:
        """Discord's message object.

        Its list of attachments leaves out those that components show (discord/discord-api-docs
        #8277, by staff).
        """
        shown = shown_attachments(self.components)
        return {
            "id": str(self.id),
            "channel_id": str(self.channel_id),
            "type": self.kind,
            "author": self.author,
            "content": self.content,
            "components": list(self.components),
            "embeds": list(self.embeds),
            "attachments": [
                attachment.payload(base_url)
                for attachment in self.attachments
                if str(attachment.id) not in shown
            ],
            "flags": self.flags,
            "timestamp": snowflake_time(self.id),
            "edited_timestamp": self.edited,
            "tts": False,
            "pinned": False,
            "mention_everyone": 0 in self.mentioned,
            "mentions": [],
            "mention_roles": [],
            "reactions": [_reaction(emoji) for emoji in self.reactions],
            **(self.origin or {}),
        }


def _reaction(emoji: Payload) -> Payload:
    """Discord's reaction object, where the bot alone reacted."""
    return {
        "emoji": emoji,
        "count": 1,
        "count_details": {"normal": 1, "burst": 0},
        "me": True,
        "me_burst": False,
        "burst_colors": [],
    }


def shown_attachments(components: Sequence[Payload]) -> frozenset[str]:
    """The ids of the attachments that stored components show."""
    found = set()
    for component in component_tree(components):
        for owner in (component, *payloads_of(component.get("items"))):
            for key in ("media", "file"):
                found.add(text_of(payload_of(owner.get(key)).get("attachment_id")))
    return frozenset(found - {""})


def stored_filename(name: str) -> str:
    """The name Discord stores a file under: spaces become underscores, odd characters go."""
    return re.sub(r"[^\w.\-]", "", name.replace(" ", "_"), flags=re.ASCII) or "unknown"


def component_tree(components: Iterable[Payload]) -> Iterable[Payload]:
    """Every component, parents first, including accessories and modal fields."""
    for component in components:
        yield component
        yield from component_tree(payloads_of(component.get("components")))
        for key in ("accessory", "component"):
            below = component.get(key)
            if is_payload(below):
                yield from component_tree([below])


def find_component(components: Iterable[Payload], custom_id: str) -> Payload | None:
    """The component with that custom id, at any depth."""
    for component in component_tree(components):
        if component.get("custom_id") == custom_id:
            return component
    return None


def kept_attachments(
    body: Payload, before: Sequence[Attachment], uploads: Sequence[Upload]
) -> tuple[Attachment, ...]:
    """The attachments an edit keeps: those it lists.

    Without a list it keeps all, but none beside new files (discord/discord-api-docs #5170).
    """
    if "attachments" not in body:
        return () if uploads else tuple(before)
    listed = {snowflake_of(entry.get("id")): entry for entry in payloads_of(body["attachments"])}
    return tuple(
        replace(kept, description=text_of(listed[kept.id].get("description")) or kept.description)
        for kept in before
        if kept.id in listed
    )


def new_attachments(
    body: Payload, uploads: Sequence[Upload], channel_id: int, ids: SnowflakeSource
) -> tuple[Attachment, ...]:
    """A request's files as attachments.

    The body's list of attachments gives names and descriptions by index. If there is one, files it
    doesn't list are dropped.
    """
    listed = {
        snowflake_of(entry.get("id")): entry for entry in payloads_of(body.get("attachments"))
    }
    attachments = []
    for upload in uploads:
        entry = listed.get(upload.index)
        if entry is None and listed:
            continue
        entry = payload_of(entry)
        size = image_size(upload.content)
        attachments.append(
            Attachment(
                id=ids.next(),
                channel_id=channel_id,
                filename=stored_filename(text_of(entry.get("filename")) or upload.filename),
                content=upload.content,
                description=text_of(entry.get("description")) or None,
                width=size[0] if size else None,
                height=size[1] if size else None,
            )
        )
    return tuple(attachments)


SELECT_DEFAULTS: Payload = {"min_values": 1, "max_values": 1}
MEDIA_DEFAULTS: Payload = {"description": None, "spoiler": False}
COMPONENT_DEFAULTS: Mapping[object, Payload] = {
    ComponentType.STRING_SELECT: SELECT_DEFAULTS,
    ComponentType.USER_SELECT: SELECT_DEFAULTS,
    ComponentType.ROLE_SELECT: SELECT_DEFAULTS,
    ComponentType.MENTIONABLE_SELECT: SELECT_DEFAULTS,
    ComponentType.CHANNEL_SELECT: SELECT_DEFAULTS,
    ComponentType.THUMBNAIL: MEDIA_DEFAULTS,
    ComponentType.FILE: {"spoiler": False},
    ComponentType.SEPARATOR: {"spacing": 1, "divider": True},
    ComponentType.CONTAINER: {"accent_color": None, "spoiler": False},
}
"""What Discord's responses have where a client left it out (discord/discord-api-spec)."""


def _stored_emoji(emoji: Payload) -> Payload:
    """A partial emoji with its id as a string, which a client may send as a number."""
    number = snowflake_of(emoji.get("id"))
    return emoji if number is None else emoji | {"id": str(number)}


def store_components(
    components: Sequence[Payload], attachments: Sequence[Attachment], base_url: str
) -> tuple[Payload, ...]:
    """Components as Discord stores them: with defaults, media resolved and ids assigned."""
    taken = {int_of(component.get("id")) for component in component_tree(components)}
    numbers = (number for number in range(1, 10_000) if number not in taken)

    def media(item: Payload) -> Payload:
        url = text_of(item.get("url"))
        for attachment in attachments:
            if url in (f"attachment://{attachment.filename}", attachment.url(base_url)):
                return attachment.media(base_url)
        return {"url": url, "proxy_url": url, "loading_state": 2, "placeholder": None, "flags": 0}

    def name_and_size(file: Payload) -> Payload:
        for attachment in attachments:
            if str(attachment.id) == file.get("attachment_id"):
                return {"name": attachment.filename, "size": len(attachment.content)}
        return {}

    def store(component: Payload) -> Payload:
        kept = COMPONENT_DEFAULTS.get(component["type"], {}) | without_nulls(component)
        if not int_of(kept.get("id")):
            kept["id"] = next(numbers)
        if "emoji" in kept:
            kept["emoji"] = _stored_emoji(payload_of(kept["emoji"]))
        if "options" in kept:
            kept["options"] = [
                one | {"emoji": _stored_emoji(payload_of(one["emoji"]))}
                if one.get("emoji")
                else one
                for one in payloads_of(kept["options"])
            ]
        if "components" in kept:
            kept["components"] = [store(below) for below in payloads_of(kept["components"])]
        if "accessory" in kept:
            kept["accessory"] = store(payload_of(kept["accessory"]))
        if "items" in kept:
            kept["items"] = [
                MEDIA_DEFAULTS
                | without_nulls(item)
                | {"media": media(payload_of(item.get("media")))}
                for item in payloads_of(kept["items"])
            ]
        for key in ("media", "file"):
            if key in kept:
                kept[key] = media(payload_of(kept[key]))
        if "file" in kept:
            kept |= name_and_size(payload_of(kept["file"]))
        return kept

    return tuple(store(component) for component in components)


def texts_of(body: Payload) -> list[str]:
    """The content of a message's body, and its text displays."""
    components = component_tree(payloads_of(body.get("components")))
    return [text_of(body.get("content")), *(text_of(one.get("content")) for one in components)]


def mentions(body: Payload, *, is_webhook: bool = False) -> frozenset[int]:
    """The ids of the users that a body mentions, and 0 if it mentions everyone.

    They are in its text and allowed. Clients are sent these users with the message and can name no
    others (discord/discord-api-docs#1479 and #2126).

    Args:
        body: the message part of a request, or a message that a user writes.
        is_webhook: whether an interaction's token sends it; by default it then mentions users only
            (discord/discord-api-docs, resources/message.mdx, "Allowed Mentions Object").
    """
    text = "\n".join(texts_of(body))
    users = {int(found) for found in re.findall(MENTION, text)}
    everyone = {0} if re.search("@everyone|@here", text) else set[int]()
    allowed = payload_of(body.get("allowed_mentions"))
    if body.get("allowed_mentions") is None:
        allowed = {"parse": ["users"] if is_webhook else ["users", "everyone"]}
    kinds, named = allowed.get("parse"), allowed.get("users")
    kinds = kinds if isinstance(kinds, list) else []
    listed = {snowflake_of(one) for one in named} if isinstance(named, list) else set[int]()
    return frozenset(
        (users if "users" in kinds else users & listed)
        | (everyone if "everyone" in kinds else set[int]())
    )


def write(
    message: Message,
    body: Payload,
    uploads: Sequence[Upload],
    base_url: str,
    ids: SnowflakeSource,
) -> Message:
    """The message after a request has created or edited it.

    Only the keys in the body change. A new message starts out blank; a deferred response stops
    loading. New text means new mentions, whatever an earlier request allowed
    (discord/discord-api-docs, resources/message.mdx, "Edit Message").
    """
    attachments = kept_attachments(body, message.attachments, uploads) + new_attachments(
        body, uploads, message.channel_id, ids
    )
    changed = replace(
        message,
        attachments=attachments,
        flags=(message.flags | int_of(body.get("flags")) & (COMPONENTS_V2 | SUPPRESS_EMBEDS))
        & ~LOADING,
    )
    if ("components" if changed.has_v2_components else "content") in body:
        is_webhook = "webhook_id" in (message.origin or {})
        changed = replace(changed, mentioned=mentions(body, is_webhook=is_webhook))
    if "content" in body:
        changed = replace(changed, content=text_of(body["content"]))
    if "embeds" in body:
        changed = replace(changed, embeds=tuple(payloads_of(body["embeds"])))
    if "components" in body:
        changed = replace(
            changed,
            components=store_components(payloads_of(body["components"]), attachments, base_url),
        )
    return changed
