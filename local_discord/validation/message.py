"""What Discord allows in a message."""

from __future__ import annotations

from collections.abc import Sequence

from local_discord.errors import ApiError, Problem, empty_message, invalid_form
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
from local_discord.payload import Payload, int_of, payload_of, payloads_of, snowflake_of, text_of
from local_discord.validation.components import message_component_problems
from local_discord.validation.fields import (
    Path,
    bool_problems,
    int_problems,
    key_problems,
    list_problems,
    numbered,
    text_problems,
)

KEYS = (
    *("content", "embeds", "components", "attachments", "flags", "tts", "allowed_mentions"),
    *("nonce", "enforce_nonce", "message_reference", "sticker_ids", "poll"),
    *("username", "avatar_url", "thread_name", "applied_tags"),
)
SETTABLE_FLAGS = SUPPRESS_EMBEDS | EPHEMERAL | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2
MAX_CONTENT = 2000
MAX_EMBEDS = 10
MAX_EMBED_TEXT = 6000
MAX_ATTACHMENTS = 10


def require_message(
    body: Payload,
    uploads: Sequence[Upload],
    path: Path = (),
    *,
    before: Message | None = None,
) -> None:
    """Refuse a body that Discord would not make a message of, or edit one with.

    Args:
        body: the message part of the request.
        uploads: the files that came with it.
        path: where the message part stands in the request.
        before: the message as it is, when the request edits one.

    Raises:
        ApiError: 50035 with all that is wrong, 50006 when nothing would be left to show.
    """
    problems = message_problems(body, uploads, path, before=before)
    if problems:
        raise invalid_form(problems)
    error = _emptiness(body, uploads, before)
    if error is not None:
        raise error


def message_problems(
    body: Payload, uploads: Sequence[Upload], path: Path, *, before: Message | None = None
) -> list[Problem]:
    """All that is wrong with a message body; see `require_message`."""
    problems = key_problems(body, path, KEYS)
    problems += text_problems(
        body.get("content"), (*path, "content"), 0, MAX_CONTENT, optional=True
    )
    problems += bool_problems(body.get("tts"), (*path, "tts"))
    problems += _flag_problems(body.get("flags"), (*path, "flags"))
    problems += _embed_problems(body.get("embeds"), (*path, "embeds"))
    old = before.attachments if before is not None else ()
    problems += _attachment_problems(body, uploads, (*path, "attachments"), old)
    v2 = _is_v2(body, before)
    if v2:
        problems += _legacy_problems(body, path, before)
    problems += message_component_problems(
        body.get("components"),
        (*path, "components"),
        v2=v2,
        filenames=_filenames(body, uploads, old),
    )
    return problems


def _is_v2(body: Payload, before: Message | None) -> bool:
    """Whether the components are read as Components V2.

    A body that brings its own flags is read by them, so that new components for a V2 message need
    the flag again as soon as any flags are sent.
    """
    if body.get("flags") is not None:
        return bool(int_of(body["flags"]) & COMPONENTS_V2)
    return before is not None and before.has_v2_components


def _flag_problems(value: object, path: Path) -> list[Problem]:
    problems = int_problems(value, path, 0, 2**32, optional=True)
    strange = int_of(value) & ~SETTABLE_FLAGS
    if strange:
        message = f"The flags {strange} can't be set here."
        problems.append(Problem(path, "MESSAGE_FLAGS_INVALID", message))
    return problems


def _legacy_problems(body: Payload, path: Path, before: Message | None) -> list[Problem]:
    """Content, embeds and their like, which V2 messages can't have."""
    there = {
        "content": body.get("content"),
        "embeds": body.get("embeds"),
        "sticker_ids": body.get("sticker_ids"),
        "poll": body.get("poll"),
    }
    if before is not None and not before.has_v2_components:
        if "content" not in body:
            there["content"] = before.content
        if "embeds" not in body:
            there["embeds"] = list(before.embeds)
    return [
        Problem(
            (*path, key),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
        )
        for key, value in there.items()
        if value
    ]


def _embed_problems(value: object, path: Path) -> list[Problem]:
    problems = list_problems(value, path, 0, MAX_EMBEDS, optional=True)
    total = 0
    for embed, where in numbered(payloads_of(value), path):
        fields = payloads_of(embed.get("fields"))
        for key, high in (("title", 256), ("description", 4096)):
            problems += text_problems(embed.get(key), (*where, key), 0, high, optional=True)
            total += len(text_of(embed.get(key)))
        problems += list_problems(embed.get("fields"), (*where, "fields"), 0, 25, optional=True)
        for item, below in numbered(fields, (*where, "fields")):
            problems += text_problems(item.get("name"), (*below, "name"), 1, 256)
            problems += text_problems(item.get("value"), (*below, "value"), 1, 1024)
            total += len(text_of(item.get("name"))) + len(text_of(item.get("value")))
        footer, author = payload_of(embed.get("footer")), payload_of(embed.get("author"))
        total += len(text_of(footer.get("text"))) + len(text_of(author.get("name")))
    if total > MAX_EMBED_TEXT:
        message = f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}"
        problems.append(Problem(path, "MAX_EMBED_SIZE_EXCEEDED", message))
    return problems


def _attachment_problems(
    body: Payload, uploads: Sequence[Upload], path: Path, old: Sequence[Attachment]
) -> list[Problem]:
    value = body.get("attachments")
    problems = list_problems(value, path, 0, MAX_ATTACHMENTS, optional=True)
    known = {upload.index for upload in uploads} | {attachment.id for attachment in old}
    for entry, where in numbered(payloads_of(value), path):
        problems += text_problems(
            entry.get("description"), (*where, "description"), 0, 1024, optional=True
        )
        if snowflake_of(entry.get("id")) not in known:
            message = f"{entry.get('id')!r} is neither a file of this request nor of the message."
            problems.append(Problem((*where, "id"), "ATTACHMENT_NOT_FOUND", message))
    if len(kept_attachments(body, old)) + len(uploads) > MAX_ATTACHMENTS:
        message = f"Must be {MAX_ATTACHMENTS} or fewer in length."
        problems.append(Problem(path, "BASE_TYPE_MAX_LENGTH", message))
    return problems


def _filenames(
    body: Payload, uploads: Sequence[Upload], old: Sequence[Attachment]
) -> frozenset[str]:
    """The names that `attachment://` may use: files kept and files new."""
    names = {attachment.filename for attachment in kept_attachments(body, old)}
    listed = {
        snowflake_of(entry.get("id")): entry for entry in payloads_of(body.get("attachments"))
    }
    for upload in uploads:
        if not listed or upload.index in listed:
            entry = listed.get(upload.index, {})
            names.add(stored_filename(text_of(entry.get("filename")) or upload.filename))
    return frozenset(names)


def _emptiness(body: Payload, uploads: Sequence[Upload], before: Message | None) -> ApiError | None:
    """The error for a message with nothing to show."""
    content = body.get("content", before.content if before else "")
    embeds = body.get("embeds", before.embeds if before else ())
    files = bool(uploads) or bool(before and kept_attachments(body, before.attachments))
    if _is_v2(body, before):
        shown = body.get("components", before.components if before else ())
        return None if shown else empty_message()
    return None if content or embeds or files or body.get("poll") else empty_message()
