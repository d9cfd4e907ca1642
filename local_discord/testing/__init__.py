"""A test client for bots: a person at the chat page, and the messages and modals they see."""

from __future__ import annotations

from local_discord.testing.person import File, InteractionFailed, Person
from local_discord.testing.snapshots import Button, Choice, Message, Modal
from local_discord.testing.waiting import until

__all__ = ["Button", "Choice", "File", "InteractionFailed", "Message", "Modal", "Person", "until"]
