"""Patience in Discord: the client, its commands and buttons, and how boards look in chat.

What asks a service may raise :class:`bot.errors.StoreError`, if the database cannot be reached.
"""

from __future__ import annotations
