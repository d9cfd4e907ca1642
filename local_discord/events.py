"""What the state tells its listeners, the open chat pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from local_discord.message import Message


@dataclass(frozen=True)
class MessageCreated:
    """A message was created."""

    message: Message


@dataclass(frozen=True)
class MessageUpdated:
    """A message was edited."""

    message: Message


@dataclass(frozen=True)
class MessageDeleted:
    """A message was deleted."""

    message: Message


@dataclass(frozen=True)
class CommandsChanged:
    """The application registered commands."""


@dataclass(frozen=True)
class PermissionsChanged:
    """Roles or overwrites were changed."""


@dataclass(frozen=True)
class ApplicationChanged:
    """The bot connected or disconnected."""

    online: bool


Event: TypeAlias = (
    MessageCreated
    | MessageUpdated
    | MessageDeleted
    | CommandsChanged
    | PermissionsChanged
    | ApplicationChanged
)
