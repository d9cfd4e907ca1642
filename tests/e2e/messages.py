"""What a message offers, and whom it pings."""

from __future__ import annotations

from local_discord.message import EPHEMERAL, SUPPRESS_NOTIFICATIONS
from local_discord.payload import int_of, payloads_of, text_of
from local_discord.testing import Message


def labels(message: Message) -> list[str]:
    """The labels of a message's buttons."""
    return [button.label for button in message.buttons]


def called(message: Message) -> set[int]:
    """The users that a message pings, if it is a new one."""
    if int_of(message.raw["flags"]) & (EPHEMERAL | SUPPRESS_NOTIFICATIONS):
        return set()
    return {int(text_of(one["id"])) for one in payloads_of(message.raw["mentions"])}
