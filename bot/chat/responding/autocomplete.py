"""Autocomplete: what is offered while somebody types, and in time."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final, ParamSpec

import discord
from discord.app_commands import Choice

from bot import metrics
from bot.chat.requests.failures import FAILURES, is_passing, reason
from bot.chat.requests.pace import within
from bot.errors import StoreError
from bot.logs import log_context
from engine import PatienceError

if TYPE_CHECKING:
    from bot.chat.responding.context import Interaction

OFFER_AFTER: Final = 2.0
"""Seconds after which nothing is offered rather than something too late; Discord waits three."""

_Parameters = ParamSpec("_Parameters")

_log = logging.getLogger(__name__)


class DiscordErrorFilter(logging.Filter):
    """Leaves out what the library logs of choices that did not reach Discord: pages of code."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is of something else."""
        return record.exc_info is None or not isinstance(record.exc_info[1], FAILURES)


def in_time(
    offer: Callable[_Parameters, Awaitable[list[Choice[str]]]],
) -> Callable[_Parameters, Coroutine[Any, Any, list[Choice[str]]]]:
    """Offer nothing where it is too late or fails; for a function that autocompletes."""

    @functools.wraps(offer)
    async def in_time(
        *arguments: _Parameters.args, **named: _Parameters.kwargs
    ) -> list[Choice[str]]:
        interaction = next(one for one in arguments if isinstance(one, discord.Interaction))
        choices: list[Choice[str]] = []
        with log_context(interaction.id):
            try:
                left = OFFER_AFTER - interaction.client.interactions.arrivals.age(interaction.id)
                choices = await within(max(0.0, left), offer(*arguments, **named))
                outcome = "answered"
            except StoreError as error:
                _log.warning("Nothing is offered: %s", error)
                outcome = "unavailable"
            except (PatienceError, TimeoutError) as error:
                _log.warning("Nothing is offered: %s", reason(error))
                outcome = "refused"
            except Exception:
                _log.exception("Nothing is offered")
                outcome = "failed"
            await _send(interaction, choices, outcome)
        return choices

    return in_time


async def _send(interaction: Interaction, choices: list[Choice[str]], outcome: str) -> None:
    """Send choices. The library sends them once more where that may help."""
    kind, arrivals = interaction.type.name, interaction.client.interactions.arrivals
    try:
        async with asyncio.timeout(arrivals.seconds_to_try(interaction.id)):
            await interaction.response.autocomplete(choices)
    except FAILURES as error:
        metrics.INTERACTIONS.labels(kind, "undelivered").inc()
        _log.warning("Choices did not reach Discord: %s", reason(error))
        if not is_passing(error):
            raise
    else:
        metrics.INTERACTIONS.labels(kind, outcome).inc()
        metrics.ANSWER_SECONDS.labels(kind).observe(arrivals.age(interaction.id))
