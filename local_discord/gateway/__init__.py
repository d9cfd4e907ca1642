"""Discord's gateway: the websocket that sends events to a bot."""

from __future__ import annotations

from local_discord.gateway.gateway import Gateway

__all__ = ["Gateway"]
