"""The Discord on this machine: a loopback server that speaks Discord's gateway and REST protocols.

It lets a bot run, and be tested, without Discord: the real client library connects to it, and a
chat page in the browser shows what people would see. It is for trying and testing only: whoever
reaches the page can be anybody in it.
"""

from __future__ import annotations

from local_discord.api import Refusal
from local_discord.errors import LocalDiscordError
from local_discord.server import LocalDiscord

__all__ = ["LocalDiscord", "LocalDiscordError", "Refusal"]
