"""Patience in Discord: the client, its commands and buttons, and how boards look in chat."""

from __future__ import annotations
