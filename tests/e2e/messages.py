"""What a message offers, and whom it pings."""

from __future__ import annotations

import re
from typing import Final

from engine.cards import Suit
from local_discord.message import EPHEMERAL, SUPPRESS_NOTIFICATIONS
from local_discord.payload import Payload, int_of, payloads_of, text_of
from local_discord.testing import Message, Person

LONG_DEAL: Final = r"[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}"
"""A pattern of what a deal goes by whose number has nineteen digits."""
_SIGN: Final = re.compile(r"<:(?:[a-z]+_)?([a-z]+):[0-9]+>")


def labels(message: Message) -> list[str]:
    """The labels of a message's buttons."""
    return [button.label for button in message.buttons]


def offered(message: Message) -> list[str]:
    """What the menus of a message offer."""
    return [
        text_of(one["label"]) for menu in _menus(message) for one in payloads_of(menu["options"])
    ]


async def choose(person: Person, message: Message, label: str) -> Message:
    """Choose what a menu of a message offers."""
    for menu in _menus(message):
        for one in payloads_of(menu["options"]):
            if one["label"] == label:
                values = [text_of(one["value"])]
                return await person.select(message, values, custom_id=text_of(menu["custom_id"]))
    raise LookupError(f"No menu of the message offers {label}.")


def _menus(message: Message) -> list[Payload]:
    return [one for one in message.components if one.get("options")]


def plain(message: Message) -> str:
    """A message's text with characters for suits instead of emoji."""
    return _SIGN.sub(lambda sign: Suit[sign[1].upper()].sign, message.text)


def called(message: Message) -> set[int]:
    """The users that a message pings, if it is a new one."""
    if int_of(message.raw["flags"]) & (EPHEMERAL | SUPPRESS_NOTIFICATIONS):
        return set()
    return {int(text_of(one["id"])) for one in payloads_of(message.raw["mentions"])}


async def statistics(person: Person, channel: str, **options: object) -> Message:
    """A player's statistics, a press away from the profile."""
    return await person.press(
        await person.command(channel, "profile", **options), label="Statistics"
    )


async def reminders(person: Person, channel: str) -> Message:
    """A player's reminders, a press away from the settings."""
    return await person.press(await person.command(channel, "settings"), label="Reminders …")


async def race_ratings(person: Person, channel: str) -> Message:
    """A server's ratings, a press away from its statistics."""
    return await person.press(await person.command(channel, "server"), label="Race ratings")
