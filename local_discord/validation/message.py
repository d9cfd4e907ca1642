"""Rules for messages."""

from __future__ import annotations

from collections.abc import Sequence

from local_discord.errors import ApiError, Problem, empty_message, require_valid
from local_discord.message import (
    COMPONENTS_V2,
    EPHEMERAL,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Attachment,
    Message,
    Upload,
    kept_attachments,
    stored_filename,
)
from local_discord.payload import Payload, int_of, payloads_of, snowflake_of, text_of
from local_discord.validation.components import Known, check_message_components
from local_discord.validation.existing import EVERYTHING, Existing
from local_discord.validation.fields import Fields, Path
from local_discord.validation.mentions import check_allowed_mentions

KEYS = (
    *("content", "embeds", "components", "attachments", "flags", "tts", "allowed_mentions"),
    *("nonce", "enforce_nonce", "message_reference", "sticker_ids", "poll"),
    *("username", "avatar_url", "thread_name", "applied_tags"),
)
LEGACY_KEYS = ("content", "embeds", "sticker_ids", "poll")
EDITABLE_FLAGS = SUPPRESS_EMBEDS | COMPONENTS_V2
SETTABLE_FLAGS = EDITABLE_FLAGS | EPHEMERAL | SUPPRESS_NOTIFICATIONS
MAX_CONTENT = 2000
MAX_NONCE = 25
MAX_EMBEDS = 10
MAX_EMBED_TEXT = 6000
MAX_ATTACHMENTS = 10


def require_message(
    body: Payload,
    uploads: Sequence[Upload],
    path: Path = (),
    *,
    before: Message | None = None,
    there: Existing = EVERYTHING,
) -> None:
    """Refuse a body that Discord would not create or edit a message with.

    Args:
        body: the message part of the request.
        uploads: the files of the request.
        path: the path of the message part in the request.
        before: the message to edit, if the request edits one.
        there: the custom emoji and channels that there are.

    Raises:
        ApiError: 50035 with everything wrong, 50006 if the message would be empty.
    """
    require_valid(message_problems(body, uploads, path, before=before, there=there))
    error = _emptiness(body, uploads, before)
    if error is not None:
        raise error


def message_problems(
    body: Payload,
    uploads: Sequence[Upload],
    path: Path,
    *,
    before: Message | None = None,
    there: Existing = EVERYTHING,
) -> list[Problem]:
    """Everything wrong with a message body; see `require_message`."""
    message = Fields(body, path)
    message.reject_unknown(KEYS)
    message.text("content", 0, MAX_CONTENT, optional=True)
    message.boolean("tts")
    if type(message["nonce"]) is not int:
        message.text("nonce", 0, MAX_NONCE, optional=True)
    message.boolean("enforce_nonce")
    check_allowed_mentions(message)
    _check_flags(message, SETTABLE_FLAGS if before is None else EDITABLE_FLAGS)
    _check_embeds(message)
    old = before.attachments if before is not None else ()
    _check_attachments(message, uploads, old)
    v2 = _is_v2(body, before)
    if v2:
        _check_legacy_fields(message, before)
    check_message_components(message, Known(_filenames(body, uploads, before), there), v2=v2)
    return message.problems


def _is_v2(body: Payload, before: Message | None) -> bool:
    """Whether the components are read as Components V2.

    Flags in the body win: an edit of a V2 message that sends any flags has to send this one too.
    """
    if body.get("flags") is not None:
        return bool(int_of(body["flags"]) & COMPONENTS_V2)
    return before is not None and before.has_v2_components


def _check_flags(message: Fields, settable: int) -> None:
    message.integer("flags", 0, 2**32, optional=True)
    unknown = int_of(message["flags"]) & ~settable
    if unknown:
        message.report("MESSAGE_FLAGS_INVALID", f"The flags {unknown} can't be set.", "flags")


def _check_legacy_fields(message: Fields, before: Message | None) -> None:
    """Report content, embeds and the like, which V2 messages can't have."""
    legacy: Payload = {}
    if before is not None and not before.has_v2_components:
        legacy = {"content": before.content, "embeds": before.embeds}
    legacy |= {key: message.body[key] for key in LEGACY_KEYS if key in message.body}
    for key, value in legacy.items():
        if value:
            message.report(
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                key,
            )


def _check_embeds(message: Fields) -> None:
    total = 0
    for embed in message.objects("embeds", 0, MAX_EMBEDS, optional=True):
        embed.text("title", 0, 256, optional=True)
        embed.text("description", 0, 4096, optional=True)
        texts = [embed["title"], embed["description"]]
        for item in embed.objects("fields", 0, 25, optional=True):
            item.text("name", 1, 256)
            item.text("value", 1, 1024)
            texts += [item["name"], item["value"]]
        embed.child("footer").text("text", 0, 2048, optional=True)
        embed.child("author").text("name", 0, 256, optional=True)
        texts += [embed.child("footer")["text"], embed.child("author")["name"]]
        total += sum(len(text_of(text)) for text in texts)
    if total > MAX_EMBED_TEXT:
        text = f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}"
        message.report("MAX_EMBED_SIZE_EXCEEDED", text, "embeds")


def _check_attachments(
    message: Fields, uploads: Sequence[Upload], old: Sequence[Attachment]
) -> None:
    known = {upload.index for upload in uploads} | {attachment.id for attachment in old}
    for entry in message.objects("attachments", 0, MAX_ATTACHMENTS, optional=True):
        entry.text("description", 0, 1024, optional=True)
        if snowflake_of(entry["id"]) not in known:
            text = f"{entry['id']!r} is neither a file of this request nor of the message."
            entry.report("ATTACHMENT_NOT_FOUND", text, "id")
    if len(kept_attachments(message.body, old, uploads)) + len(uploads) > MAX_ATTACHMENTS:
        text = f"Must be {MAX_ATTACHMENTS} or fewer in length."
        message.report("BASE_TYPE_MAX_LENGTH", text, "attachments")


def _filenames(body: Payload, uploads: Sequence[Upload], before: Message | None) -> frozenset[str]:
    """The names `attachment://` may use: files the message keeps and files of the request.

    An edit has to list them, old and new (discord/discord-api-docs `resources/message`, "Edit
    Message", and #7529).
    """
    if before is not None and "attachments" not in body:
        return frozenset()
    old = () if before is None else kept_attachments(body, before.attachments, uploads)
    names = {attachment.filename for attachment in old}
    listed = {
        snowflake_of(entry.get("id")): entry for entry in payloads_of(body.get("attachments"))
    }
    for upload in uploads:
        if not listed or upload.index in listed:
            entry = listed.get(upload.index, {})
            names.add(stored_filename(text_of(entry.get("filename")) or upload.filename))
    return frozenset(names)


def _emptiness(body: Payload, uploads: Sequence[Upload], before: Message | None) -> ApiError | None:
    """The error if the message would be empty."""
    content = body.get("content", before.content if before else "")
    embeds = body.get("embeds", before.embeds if before else ())
    files = bool(uploads) or bool(before and kept_attachments(body, before.attachments, uploads))
    if _is_v2(body, before):
        shown = body.get("components", before.components if before else ())
        return None if shown else empty_message()
    return None if content or embeds or files or body.get("poll") else empty_message()
