"""A command that is typed again is answered by the reply that did not arrive, and no other is."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import ui

from bot.chat.responding import interactions
from bot.chat.responding.interactions import UndeliveredReplies
from bot.chat.responding.replies import Reply

ADA, BEN, CHIYO = 1, 2, 3
BEGUN = {"name": "play", "options": [{"type": 3, "name": "game", "value": "klondike"}]}


def typed(player: int = ADA, *, channel: int = 5, **data: object) -> discord.Interaction:
    """An interaction as discord.py reads it; without changes always the same command."""
    user = {"id": str(player), "username": "ada", "discriminator": "0", "avatar": None}
    body: Any = {
        "id": "7",
        "application_id": "9",
        "type": 2,
        "token": "secret",
        "version": 1,
        "channel": {"id": str(channel), "type": 1},
        "user": user,
        "entitlements": [],
        "authorizing_integration_owners": {},
        "attachment_size_limit": 1,
        "data": {"id": "3", "type": 1, **BEGUN, **data},
    }
    client = discord.Client(intents=discord.Intents.none())
    return discord.Interaction(data=body, state=client._connection)


@pytest.fixture
def reply() -> Reply:
    return Reply(ui.LayoutView())


@pytest.fixture
def undelivered() -> UndeliveredReplies:
    return UndeliveredReplies()


async def test_the_same_command_gets_the_reply_once(
    undelivered: UndeliveredReplies, reply: Reply
) -> None:
    undelivered.put(typed(), reply)
    assert undelivered.pop(typed(BEN)) is None
    assert undelivered.pop(typed()) is reply
    assert undelivered.pop(typed()) is None


@pytest.mark.parametrize(
    "other", [{"name": "undo"}, {"options": []}, {"target_id": "8"}, {"channel": 6}]
)
async def test_another_command_does_not_get_it_and_drops_it(
    undelivered: UndeliveredReplies, reply: Reply, other: dict[str, Any]
) -> None:
    undelivered.put(typed(), reply)
    assert undelivered.pop(typed(**other)) is None
    assert undelivered.pop(typed()) is None


async def test_a_command_that_is_typed_much_later_does_not_get_it(
    undelivered: UndeliveredReplies, reply: Reply, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interactions, "UNDELIVERED_SECONDS", 0.0)
    undelivered.put(typed(), reply)
    assert undelivered.pop(typed()) is None


async def test_the_newest_replies_are_kept(reply: Reply, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interactions, "_MAX_UNDELIVERED", 2)
    undelivered = UndeliveredReplies()
    for player in (ADA, BEN, ADA, CHIYO):
        undelivered.put(typed(player), reply)
    kept = [player for player in (ADA, BEN, CHIYO) if undelivered.pop(typed(player))]
    assert kept == [ADA, CHIYO]
