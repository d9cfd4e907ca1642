"""A test client: a person at the chat page who runs commands, presses buttons and sees answers."""

from __future__ import annotations

from local_discord.testing.person import InteractionFailed, Person
from local_discord.testing.snapshots import Button, Choice, Message, Modal

__all__ = ["Button", "Choice", "InteractionFailed", "Message", "Modal", "Person"]
