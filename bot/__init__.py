"""Patience as a Discord bot: Discord, storage, and the use cases between them."""

from __future__ import annotations
