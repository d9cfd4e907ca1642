"""Errors, with Discord's statuses, codes and messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus

from local_discord.payload import Payload, is_payload


class LocalDiscordError(Exception):
    """The server can't start; the message says why in one sentence."""


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a request body.

    Attributes:
        path: keys and indexes from the body down to the invalid value.
        code: Discord's name for this kind of problem, such as `BASE_TYPE_MAX_LENGTH`.
        message: one sentence.
    """

    path: tuple[str | int, ...]
    code: str
    message: str

    def __str__(self) -> str:
        """For example `data.components[0].label: Must be 80 or fewer in length.`."""
        return f"{readable_path(self.path)}: {self.message}"


def readable_path(path: Sequence[str | int]) -> str:
    """A path as text: `data.components[0].custom_id`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text or "the body"


def error_tree(problems: Sequence[Problem]) -> Payload:
    """Discord's nested `errors` object, with each problem at its path under `_errors`."""
    tree: Payload = {}
    for problem in problems:
        node = tree
        for step in problem.path:
            below = node.setdefault(str(step), {})
            if is_payload(below):
                node = below
        leaves = node.setdefault("_errors", [])
        if isinstance(leaves, list):
            leaves.append({"code": problem.code, "message": problem.message})
    return tree


class ApiError(Exception):
    """A refused REST request.

    Attributes:
        status: the HTTP status.
        code: Discord's JSON error code.
        message: Discord's message for that code.
        problems: what is wrong with the body, for code 50035.
    """

    def __init__(
        self, status: int, code: int, message: str, problems: Sequence[Problem] = ()
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.problems = tuple(problems)

    def payload(self) -> Payload:
        """The JSON body of the response."""
        body: Payload = {"message": self.message, "code": self.code}
        if self.problems:
            body["errors"] = error_tree(self.problems)
        return body

    def sentence(self) -> str:
        """Everything wrong, in one line."""
        return "; ".join([self.message, *map(str, self.problems)])


class OAuth2Error(ApiError):
    """A refused OAuth2 request, whose body has another shape (RFC 6749, section 5.2)."""

    def __init__(self, status: int, error: str, description: str) -> None:
        super().__init__(status, 0, description or error)
        self.error = error

    def payload(self) -> Payload:
        """The JSON body of the response."""
        return {"error": self.error, "error_description": self.message}


REFUSALS: Mapping[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (400, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20026: (403, "Your bot has been flagged by our anti-spam system for abusive behavior."),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30034: (429, "Max number of daily application command creates has been reached (200)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40003: (403, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40094: (400, "This interaction has hit the maximum number of follow up messages"),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50240: (
        400,
        (
            "You cannot remove this app's Entry Point command in a bulk update operation. Please "
            "include the Entry Point command in your update request or delete it separately."
        ),
    ),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    200000: (400, "Message was blocked by automatic moderation"),
    200001: (400, "Title was blocked by automatic moderation"),
    240000: (400, "Message blocked by harmful links filter"),
}
"""HTTP status and message of each of Discord's JSON error codes in use here.

The codes are those of discord-api-docs `topics/opcodes-and-status-codes`, which gives no statuses.
Bots report 429 for 30046 (aikaterna/aikaterna-cogs #302), 429 for 30034
(NousResearch/hermes-agent #7686; 400 until 2023), 403 for 40003
(davidhozic/discord-advertisement-framework #82) and 20026 (discord/discord-api-docs #2669), 400 for
50083 (victornpb/undiscord #399) and 10014 (flapjax/FlapJack-Cogs #123).
"""


def refusal(code: int) -> ApiError:
    """The error with one of Discord's JSON error codes."""
    status, message = REFUSALS[code]
    return ApiError(status, code, message)


def invalid_form(problems: Sequence[Problem]) -> ApiError:
    """50035: the body breaks a rule."""
    return ApiError(400, 50035, "Invalid Form Body", problems)


def require_valid(problems: Sequence[Problem]) -> None:
    """Raise `ApiError` 50035 if there are any problems."""
    if problems:
        raise invalid_form(problems)


def unknown_interaction() -> ApiError:
    """10062: the id or token is wrong, or the initial response is too late."""
    return refusal(10062)


def already_acknowledged() -> ApiError:
    """40060: the interaction already has its initial response."""
    return refusal(40060)


def too_many_followups() -> ApiError:
    """40094: an app that the guild does not have sent five follow-ups already."""
    return refusal(40094)


def unknown_webhook() -> ApiError:
    """10015: no such webhook, or its interaction has no initial response yet."""
    return refusal(10015)


def invalid_webhook_token() -> ApiError:
    """50027: the interaction's token is wrong or expired."""
    return refusal(50027)


def unknown_message() -> ApiError:
    """10008: no such message, or an ephemeral one requested through its channel."""
    return refusal(10008)


def unknown_channel() -> ApiError:
    """10003: no such channel."""
    return refusal(10003)


def unknown_emoji() -> ApiError:
    """10014: the application has no such emoji."""
    return ApiError(404, 10014, "Unknown Emoji")


def unknown_command() -> ApiError:
    """10063: no such application command."""
    return refusal(10063)


def unknown_user() -> ApiError:
    """10013: no such user."""
    return refusal(10013)


def missing_access() -> ApiError:
    """50001: the bot can't see this."""
    return refusal(50001)


def missing_permissions() -> ApiError:
    """50013: the bot can see this but lacks the permission."""
    return refusal(50013)


def cannot_message_user() -> ApiError:
    """50007: the user accepts no direct messages from the bot."""
    return refusal(50007)


def not_the_author() -> ApiError:
    """50005: only its author can edit a message."""
    return refusal(50005)


def empty_message() -> ApiError:
    """50006: the message has no content."""
    return refusal(50006)


def too_large() -> ApiError:
    """40005: a file or the whole request is too large."""
    return refusal(40005)


def invalid_json() -> ApiError:
    """50109: the body is missing or not JSON, or has the wrong content type."""
    return refusal(50109)


def without_code(status: int) -> ApiError:
    """The error with an HTTP status and none of Discord's codes."""
    return ApiError(status, 0, f"{status}: {HTTPStatus(status).phrase}")


def unauthorized() -> ApiError:
    """401: no token, or the wrong one."""
    return without_code(401)


def not_found() -> ApiError:
    """404: no such route."""
    return without_code(404)


def method_not_allowed() -> ApiError:
    """405: the route has no such method."""
    return without_code(405)
