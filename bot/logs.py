"""How log lines are written: as text or JSON, with an id for each interaction, and nothing secret.

What is logged says nothing of players, tokens and hidden deals in the first place. Texts of
libraries and of errors may, so whatever looks like one of them is left out of every line.
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
"""An address by which anybody may answer in the bot's name for a quarter of an hour."""
_BOT_TOKEN: Final = re.compile(r"\b[\w-]{23,}\.[\w-]{6,}\.[\w-]{27,}")
_NUMBER: Final = re.compile(r"(?<!channel )(?<!channels/)(?<!client_id=)(?<!\d)\d{13,}")
"""A player's id, a hidden deal number; but for channels, and the bot itself in its link."""

_interaction: ContextVar[str] = ContextVar("interaction", default="")


def set_up_logging(level: str, style: LogFormat = "text") -> None:
    """Log what the bot does, and what is amiss in the libraries, to standard error.

    On DEBUG, libraries would log whole messages and rows: players, tokens, secret deal numbers.
    """
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
    """Whether a record tells more than that the store failed, which the store logs by itself.

    An outage would otherwise fill the log with what could not be done meanwhile.
    """
    arguments = record.args.values() if isinstance(record.args, Mapping) else record.args or ()
    told = [record.exc_info[1], *arguments] if record.exc_info else arguments
    return not any(isinstance(one, StoreError) and one.is_logged for one in told)


@contextmanager
def about(interaction_id: int) -> Iterator[None]:
    """Mark every line that is logged in this context with a short id of an interaction."""
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
    """What both formats share.

    Args:
        whole: whether an error's traceback is written whole; else what it was, and where in the
            bot's own code, a line each.
    """

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
        """A record as text, of several lines if it tells of an error."""
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
    """An error and what caused it, with the places in the bot's own code where it passed."""
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
