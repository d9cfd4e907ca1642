"""``python -m bot health``: whether the bot that runs on this machine can play."""

from __future__ import annotations

import http.client
import json
import sys
from dataclasses import dataclass
from typing import Final

import click

from bot.errors import SettingsError
from bot.process import EX_CONFIG, exit_with
from bot.settings import read_settings

_TIMEOUT: Final = 5.0
"""Seconds a process has to respond; one whose event loop stands still does not."""
_EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104  # replaced
"""Addresses that stand for all of this machine, and one of them to ask."""


@click.command()
def health() -> None:
    """Ask each process of the bot on this machine whether it can play."""
    try:
        settings = read_settings()
    except SettingsError as error:
        exit_with(EX_CONFIG, error)
    first = settings.patience_metrics_port
    if first is None:
        exit_with(EX_CONFIG, "PATIENCE_METRICS_PORT: set it, so that the bot can be asked.")
    host = _EVERYWHERE.get(settings.patience_metrics_host, settings.patience_metrics_host)
    answers = [ask(host, first)]
    # There are no more than shards, of which Discord may recommend a single one.
    processes = answers[0].processes or settings.patience_processes
    answers += [ask(host, first + index) for index in range(1, processes)]
    for index, answer in enumerate(answers):
        click.echo(f"{host}:{first + index} {answer.why or 'can play'}")
    sys.exit(1 if any(answer.why for answer in answers) else 0)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a process says: why it cannot play, if so, and how many there are, 0 for unknown."""

    why: str
    processes: int = 0


def ask(host: str, port: int) -> Answer:
    """Ask the process behind a port whether it can play."""
    connection = http.client.HTTPConnection(host, port, timeout=_TIMEOUT)
    try:
        connection.request("GET", "/health")
        response = connection.getresponse()
        found = json.loads(response.read())
        reasons: dict[str, str] = found["reasons"]
        processes = int(found.get("processes", 0))
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError) as error:
        return Answer(f"does not respond ({error})")
    finally:
        connection.close()
    return Answer("; ".join(f"{name}: {reason}" for name, reason in reasons.items()), processes)
