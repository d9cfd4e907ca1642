"""Log lines as text or JSON, with an id for each interaction and without secrets.

The bot itself logs no players, tokens or hidden deals. Texts of libraries and of errors may contain
them, so whatever looks like one is removed from every line.
"""

from __future__ import annotations

import json
import logging
import re
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Final, Literal

from bot.errors import StoreError

LogFormat = Literal["text", "json"]

_OURS: Final = ("bot", "engine", "rendering", "local_discord")
_ROOT: Final = Path(__file__).parents[1]
_HIDDEN: Final = "…"
_TOKEN: Final = re.compile(r"(?<=/)((?:webhooks|interactions)/\d+/)[\w.~-]+")
"""Anybody with this address may answer as the bot for a quarter of an hour."""
_BOT_TOKEN: Final = re.compile(r"\b[\w-]{23,}\.[\w-]{6,}\.[\w-]{27,}")
_NUMBER: Final = re.compile(r"(?<!channel )(?<!channels/)(?<!client_id=)(?<!\d)\d{13,}")
"""A player's id or a hidden deal number, but not a channel, or the bot in its install link."""

_interaction: ContextVar[str] = ContextVar("interaction", default="")


def set_up_logging(level: str, style: LogFormat = "text") -> None:
    """Log the bot at this level, but libraries not below INFO: they would log secrets."""
    number = logging.getLevelNamesMapping()[level]
    handler = logging.StreamHandler()
    whole = number <= logging.DEBUG
    handler.setFormatter(JsonLines(whole=whole) if style == "json" else TextLines(whole=whole))
    if not whole:
        handler.addFilter(is_news)
    root = logging.getLogger()
    root.setLevel(max(number, logging.INFO))
    root.addHandler(handler)
    for name in _OURS:
        logging.getLogger(name).setLevel(number)
    if level == "INFO":
        logging.getLogger("discord").setLevel(logging.WARNING)


def is_news(record: logging.LogRecord) -> bool:
    """Whether a record says more than that the store failed, which it logs itself."""
    arguments = record.args.values() if isinstance(record.args, Mapping) else record.args or ()
    values = [record.exc_info[1], *arguments] if record.exc_info else arguments
    return not any(isinstance(value, StoreError) and value.is_logged for value in values)


@contextmanager
def log_context(interaction_id: int) -> Iterator[None]:
    """Add a short id of an interaction to every line logged in this context."""
    short = blake2b(str(interaction_id).encode(), digest_size=4).hexdigest()
    token = _interaction.set(short)
    try:
        yield
    finally:
        _interaction.reset(token)


def without_secrets(text: str) -> str:
    """A text without what looks like a token, a player's id or a hidden deal number."""
    text = _BOT_TOKEN.sub(_HIDDEN, _TOKEN.sub(rf"\1{_HIDDEN}", text))
    return _NUMBER.sub(_HIDDEN, text)


class _Lines(logging.Formatter):
    """What both formats share; whole tracebacks, or a line for each place in our own code."""

    def __init__(self, *, whole: bool) -> None:
        super().__init__()
        self._whole = whole

    def formatException(  # noqa: N802  # as in the library
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, ...]
    ) -> str:
        """The error with those that led to it."""
        error = ei[1]
        if error is None:
            return ""
        if self._whole:
            return "".join(traceback.format_exception(error)).rstrip()
        return "\n".join(_short(error))


class TextLines(_Lines):
    """Log records as text: time, level, interaction, logger, message."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as text, in several lines if it has an error."""
        at = datetime.fromtimestamp(record.created).astimezone()
        of = f" ({_interaction.get()})" if _interaction.get() else ""
        head = f"[{at:%Y-%m-%d %H:%M:%S}] [{record.levelname:<8}] {record.name}{of}"
        line = f"{head}: {record.getMessage()}"
        if record.exc_info:
            line = f"{line}\n{self.formatException(record.exc_info)}"
        return without_secrets(line)


class JsonLines(_Lines):
    """Log records as JSON objects, one a line."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as one line of JSON; its time is in UTC."""
        line: dict[str, str | int | None] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "process": record.process,
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if _interaction.get():
            line["interaction"] = _interaction.get()
        if record.exc_info:
            line["error"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def _short(error: BaseException) -> Iterator[str]:
    """An error and its causes, each with the places in the bot's own code."""
    lead = ""
    seen: BaseException | None = error
    while seen is not None:
        first = next(iter(str(seen).splitlines()), "")
        yield f"{lead}{type(seen).__name__}: {first}"
        frames = traceback.extract_tb(seen.__traceback__)
        for frame in [one for one in frames if _is_ours(one)] or frames[-1:]:
            yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
        lead = "after "


def _is_ours(frame: traceback.FrameSummary) -> bool:
    file = Path(frame.filename)
    return file.is_relative_to(_ROOT) and file.relative_to(_ROOT).parts[0] in _OURS
