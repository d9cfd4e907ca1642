"""Pending interactions, responded to without a library."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from local_discord.fixtures import APPLICATION_ID
from local_discord.payload import Payload
from local_discord.testing import Message
from local_discord.tests.raw_client import RawClient, Reply

COMMANDS = [
    {
        "name": "deal",
        "description": "Deal",
        "options": [
            {"type": 3, "name": "game", "description": "Which", "autocomplete": True},
        ],
    }
]


@dataclass
class Action:
    """A pending interaction, from the user's side and the bot's."""

    client: RawClient
    event: Payload
    outcome: asyncio.Task[Message]

    async def respond(
        self, kind: int, data: Payload | None = None, *, query: str = "", **more: object
    ) -> Reply:
        """Send the initial response."""
        body: Payload = {"type": kind} | ({"data": data} if data is not None else {}) | more
        path = f"/interactions/{self.event['id']}/{self.event['token']}/callback{query}"
        return await self.client.request("POST", path, body, token=None)

    def webhook(self, rest: str = "") -> str:
        """The path of the interaction's webhook."""
        return f"/webhooks/{APPLICATION_ID}/{self.event['token']}{rest}"
