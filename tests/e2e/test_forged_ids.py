"""Presses that no message of the bot offers: any route, with any kind, field or value."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from functools import partial
from typing import Final

import pytest

from bot.chat.responding.components import _FIELD, PREFIX, _routes
from bot.service.preferences import PreferenceService
from local_discord.enums import ComponentType, InteractionType
from local_discord.fixtures import GUILDS, USERS, Channel
from local_discord.interactions import Failed
from local_discord.payload import Payload
from local_discord.testing import Person
from tests.e2e.running_bot import RunningBot
from tests.waiting import until

FIELDS: Final = ("1", "9" * 18, str(2**63 - 1), "nonsense", "-1", "2026-13-45", "1.5", "yes", "٣")
"""What stands for the fields of a route; numbers alone for those that are numbers."""
VALUES: Final[tuple[list[str], ...]] = (["nonsense"], [], ["-1"], ["9" * 30], ["1", "2", "3"])
"""What is chosen from a select."""
ENTRIES: Final[tuple[list[Payload], ...]] = (
    [],
    [{"type": 18, "component": {"type": 4, "custom_id": "nonsense", "value": "x"}}],
)
"""What is entered in a form."""

FORGED: Final[tuple[tuple[str, list[str] | None], ...]] = (
    ("shelf", None),
    ("daily:today", ["1"]),
    ("shelf", []),
    ("remind:hour", ["24"]),
    ("badges:99:1", None),
    (f"{2**63}:1:undo", None),
    ("no:such:route", None),
)
"""Routes with the values of a select that no message has, or a button's without any."""


def here(bot: RunningBot) -> Channel:
    """The channel #patience."""
    channel = bot.discord.state.find_channel(GUILDS[0].channels[0].id)
    assert channel is not None
    return channel


def presses() -> Iterator[tuple[InteractionType, Payload]]:
    """Presses on every route, with each text in place of its fields."""
    for template in _routes:
        for text in FIELDS if "{" in template else FIELDS[:1]:
            number = text if re.fullmatch("[0-9]+", text, re.ASCII) else "1"
            route = _FIELD.sub(number if ":int" in template else text, template)
            yield from presses_on(PREFIX + route, thorough=text is FIELDS[0])


def presses_on(custom_id: str, *, thorough: bool) -> Iterator[tuple[InteractionType, Payload]]:
    """Presses on an id as that of a button, of selects and of forms."""
    button: Payload = {"custom_id": custom_id, "id": 1}
    yield InteractionType.COMPONENT, button | {"component_type": int(ComponentType.BUTTON)}
    for values in VALUES if thorough else VALUES[:1]:
        for kind in (ComponentType.STRING_SELECT, ComponentType.CHANNEL_SELECT):
            chosen: Payload = {"component_type": int(kind), "values": values}
            yield InteractionType.COMPONENT, button | chosen
    for components in ENTRIES if thorough else ENTRIES[:1]:
        yield InteractionType.MODAL, {"custom_id": custom_id, "components": components}


async def test_a_forged_press_is_answered_and_never_fails(
    bot: RunningBot, ada: Person, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    user, channel = USERS[0], here(bot)
    # Pictures would take most of the time.
    await bot.services[PreferenceService].save(user.id, text_boards="yes")
    board = await ada.command("patience", "play", game="phoenix", deal="7")
    failed: list[str] = []
    for kind, data in presses():
        logged, state = len(caplog.records), bot.discord.state
        # A press may show the board anew, and delete it here.
        message = state.message(channel.id, int(board.id)) or state.messages(channel.id)[-1]
        outcome = await bot.discord.interactions.send(kind, user, channel, data, message=message)
        if isinstance(outcome, Failed) or len(caplog.records) > logged:
            failed.append(f"{data}: {outcome} {[*map(_line, caplog.records[logged:])]}")
    assert failed == []
    # There are no such channels to choose.
    assert {one.path for one in bot.discord.refusals} <= {
        "/channels/1",
        "/channels/2",
        "/channels/3",
    }
    bot.discord.refusals.clear()


def _line(record: logging.LogRecord) -> str:
    return f"{record.getMessage()} {record.exc_info and record.exc_info[1]!r}"


@pytest.mark.quick
async def test_a_forged_press_gets_one_private_sentence(bot: RunningBot, ada: Person) -> None:
    user, channel = USERS[0], here(bot)
    said = "This button no longer works. Type /help to see how to play."

    def answered(times: int) -> bool:
        return times == sum(one.ephemeral and one.text == said for one in ada.messages.values())

    for number, (route, values) in enumerate(FORGED, 1):
        kind = ComponentType.BUTTON if values is None else ComponentType.STRING_SELECT
        data: Payload = {"custom_id": PREFIX + route, "component_type": int(kind), "id": 1}
        if values is not None:
            data["values"] = values
        await bot.discord.interactions.send(InteractionType.COMPONENT, user, channel, data)
        await until(partial(answered, number))


@pytest.mark.quick
async def test_an_interaction_that_cannot_be_read_costs_no_connection(
    bot: RunningBot, ada: Person, caplog: pytest.LogCaptureFixture
) -> None:
    user, channel = USERS[0], here(bot)
    gateway, interactions = bot.discord.gateway, bot.discord.interactions
    interactions.deadline = 0.1
    for kind in (InteractionType.COMPONENT, InteractionType.MODAL):
        await interactions.send(kind, user, channel, {"component_type": 2, "id": 1})
    await until(lambda: "cannot be read" in caplog.text)
    interactions.deadline = 60
    assert (
        "1 move ·"
        in (
            await ada.press(
                await ada.command("patience", "play", game="phoenix", deal="7"), label="6"
            )
        ).text
    )
    assert (gateway.identifies, gateway.resumes) == (1, 0)
    assert "Traceback" not in caplog.text
