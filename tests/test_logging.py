"""What is logged at each level, and how."""

from __future__ import annotations

import io
import json
import logging
import os
import secrets
from collections.abc import Iterator

import pytest

from bot.logs import JsonLines, TextLines, log_context, set_up_logging
from bot.store.database.errors import Conflict, StoreUnavailable
from engine import UnknownGame, deal
from tests.logging_state import logging_restored

PLAYER = 1_000_000_000_000_000_042


@pytest.fixture(autouse=True)
def levels() -> Iterator[None]:
    """Leave the levels and handlers of the other tests alone."""
    with logging_restored():
        yield


class Log:
    """A logger of its own and what it wrote."""

    def __init__(self, formatter: logging.Formatter) -> None:
        self._written = io.StringIO()
        self.logger = logging.getLogger("bot.sample")
        handler = logging.StreamHandler(self._written)
        handler.setFormatter(formatter)
        self.logger.handlers = [handler]

    @property
    def text(self) -> str:
        return self._written.getvalue()

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()


def fail() -> None:
    """Raise an error of the engine, because of another one."""
    try:
        deal("no such game", 1)
    except UnknownGame as error:
        raise LookupError(f"nothing for {PLAYER}") from error


def log_failure(log: Log) -> None:
    try:
        fail()
    except LookupError:
        log.logger.exception("A press failed")


@pytest.mark.parametrize("library", ["aiosqlite", "discord.http", "discord.gateway", "asyncpg"])
def test_libraries_log_no_rows_and_no_messages_even_on_debug(library: str) -> None:
    """Rows and messages hold players, tokens and the deal numbers of days and races."""
    set_up_logging("DEBUG")
    assert not logging.getLogger(library).isEnabledFor(logging.DEBUG)
    assert logging.getLogger(library).isEnabledFor(logging.INFO)


@pytest.mark.parametrize("level", ["DEBUG", "INFO", "WARNING", "ERROR"])
def test_the_bot_logs_at_the_level_that_is_set(level: str) -> None:
    set_up_logging(level)
    number = logging.getLevelNamesMapping()[level]
    assert logging.getLogger("bot.service.daily.daily").getEffectiveLevel() == number


def test_lines_of_one_interaction_share_a_short_id_that_is_not_its_own() -> None:
    log = Log(JsonLines(whole=False))
    log.logger.warning("before")
    with log_context(PLAYER):
        log.logger.warning("first")
        log.logger.warning("second")
    with log_context(PLAYER + 1):
        log.logger.warning("other")
    ids = [json.loads(line).get("interaction") for line in log.lines]
    assert ids[0] is None
    assert ids[1] == ids[2] != ids[3]
    assert len(ids[1]) == 8
    assert str(PLAYER) not in log.text


def test_text_has_the_interaction_too() -> None:
    log = Log(TextLines(whole=False))
    with log_context(1):
        log.logger.warning("Slow")
    assert log.lines[0].partition("] bot.sample (")[2].endswith("): Slow")


def test_an_error_is_one_line_of_json() -> None:
    log = Log(JsonLines(whole=False))
    log_failure(log)
    [line] = log.lines
    record = json.loads(line)
    assert record["level"] == "ERROR"
    assert record["process"] == os.getpid()
    assert record["logger"] == "bot.sample"
    assert record["at"].endswith("+00:00")
    assert record["error"].startswith("LookupError: nothing for …")


def test_an_error_in_the_log_is_a_few_lines_that_lead_to_its_place() -> None:
    log = Log(TextLines(whole=False))
    log_failure(log)
    assert len(log.lines) <= 8
    assert "after UnknownGame: " in log.text
    assert "engine/" in log.text


def test_on_debug_an_error_has_its_whole_traceback() -> None:
    log = Log(TextLines(whole=True))
    log_failure(log)
    assert "Traceback (most recent call last)" in log.text


@pytest.mark.parametrize("lines", [TextLines, JsonLines])
def test_what_looks_like_a_secret_is_left_out(lines: type[TextLines | JsonLines]) -> None:
    log = Log(lines(whole=True))
    token = secrets.token_urlsafe(48)
    bot_token = f"MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.{secrets.token_urlsafe(20)}"
    log.logger.warning(
        "We are rate limited: PATCH https://discord.com/api/v10/webhooks/1/%s/messages/@original; "
        "POST /interactions/7/%s/callback; %s; player %d, deal %d",
        token,
        token,
        bot_token,
        PLAYER,
        4_611_686_018_427_400_254,
    )
    log_failure(log)
    for secret in (token, bot_token, str(PLAYER), "4611686018427400254"):
        assert secret not in log.text
    assert "/messages/@original" in log.text


def test_channels_and_the_link_to_the_bot_stay() -> None:
    log = Log(TextLines(whole=False))
    log.logger.warning("channel %d, /channels/%d, ?client_id=%d", PLAYER, PLAYER, PLAYER)
    assert log.text.count(str(PLAYER)) == 3


@pytest.mark.parametrize(("level", "lines"), [("INFO", 1), ("DEBUG", 3)])
def test_what_an_outage_prevents_is_not_logged_beside_it(
    level: str, lines: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The store logs an outage itself; everybody else would only repeat it."""
    logging.getLogger().handlers = []
    set_up_logging(level)
    logger, away = logging.getLogger("bot.sample"), StoreUnavailable("Games cannot be saved.")
    logger.warning("Names were not saved: %s", away)
    logger.error("The database failed", exc_info=away)
    logger.warning("A press came late: %s", Conflict("That board is old."))
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("[")]
    assert len(told) == lines
    assert told[-1].endswith("That board is old.")
