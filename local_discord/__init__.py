"""A local Discord: a loopback server that speaks Discord's gateway and REST protocols.

Bots run and are tested against it: the real client library connects to it, and a chat page in the
browser stands in for Discord's client. It has no authentication: whoever opens the page can act
as any user.
"""

from __future__ import annotations

from local_discord.api import Refusal
from local_discord.errors import LocalDiscordError
from local_discord.server import LocalDiscord

__version__ = "1.0.0"

__all__ = ["LocalDiscord", "LocalDiscordError", "Refusal"]
