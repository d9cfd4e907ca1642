"""Reading request bodies: JSON, or a form of `payload_json`, which has files if it is multipart."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from urllib.parse import parse_qs

from aiohttp import BodyPartReader, web
from aiohttp.http_exceptions import HttpProcessingError

from local_discord.errors import Problem, invalid_form, invalid_json, too_large
from local_discord.message import Upload
from local_discord.payload import Payload, is_payload

MAX_FILE_BYTES = 10 * 1024 * 1024
MAX_REQUEST_BYTES = 25 * 1024 * 1024
MAX_FILES = 10

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"


@dataclass(frozen=True)
class Body:
    """The JSON and the files of a request."""

    json: object
    uploads: tuple[Upload, ...] = ()

    def object(self) -> Payload:
        """The JSON as an object; raises `ApiError` 50035 if it isn't one."""
        if not is_payload(self.json):
            raise invalid_form([Problem((), "BASE_TYPE_DICT", "Must be a JSON object.")])
        return self.json


EMPTY = Body({})


def _parse(text: bytes) -> object:
    try:
        parsed: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise invalid_json() from error
    return parsed


async def read_body(request: web.Request) -> Body:
    """Read the body of a request.

    Raises:
        ApiError: 50109 if it is not JSON, 40005 if it is too large, 50035 if its type is none of
            Discord's (discord/discord-api-docs, `reference`, HTTP API), if it has too many files or
            a part not named `payload_json` or `files[n]`.
    """
    if (request.content_length or 0) > MAX_REQUEST_BYTES:
        raise too_large()
    if request.content_type == MULTIPART:
        try:
            return await _read_multipart(request)
        except (ValueError, HttpProcessingError) as error:
            raise invalid_json() from error
    if request.content_type not in (JSON, FORM):
        message = f'Expected "Content-Type" header to be one of {{{JSON}, {FORM}, {MULTIPART}}}.'
        raise invalid_form([Problem(("_misc",), "CONTENT_TYPE_INVALID", message)])
    try:
        text = await request.read()
    except web.HTTPRequestEntityTooLarge as error:
        raise too_large() from error
    return Body(_parse(text if request.content_type == JSON else _form(text)))


def _form(text: bytes) -> bytes:
    """The `payload_json` of a form."""
    try:
        fields = parse_qs(text, strict_parsing=True)
    except ValueError as error:
        raise invalid_json() from error
    unknown = fields.keys() - {b"payload_json"}
    if unknown:
        name = min(unknown).decode(errors="replace")
        raise invalid_form([Problem((name,), "UNKNOWN_PART", "Name the field payload_json.")])
    return fields.get(b"payload_json", [b""])[-1]


async def _read_multipart(request: web.Request) -> Body:
    parsed: object = {}
    uploads: list[Upload] = []
    total = 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise invalid_json()
        content = bytearray()
        while chunk := await part.read_chunk():
            content += chunk
            total += len(chunk)
            if total > MAX_REQUEST_BYTES:
                raise too_large()
        if part.name == "payload_json":
            parsed = _parse(bytes(content))
            continue
        match = re.fullmatch(r"files\[(\d{1,3})\]", part.name or "")
        if match is None:
            problem = Problem(
                (part.name or "",), "UNKNOWN_PART", "Name parts payload_json or files[n]."
            )
            raise invalid_form([problem])
        if len(content) > MAX_FILE_BYTES:
            raise too_large()
        uploads.append(Upload(int(match[1]), part.filename or "unknown", bytes(content)))
    if len(uploads) > MAX_FILES:
        message = f"Must be {MAX_FILES} or fewer in length."
        raise invalid_form([Problem(("files",), "BASE_TYPE_MAX_LENGTH", message)])
    return Body(parsed, tuple(uploads))
