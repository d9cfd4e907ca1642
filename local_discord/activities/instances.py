"""Instances of the application's Activity: where it runs, and who is in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from local_discord.fixtures import APPLICATION_ID, Channel
from local_discord.payload import Payload
from local_discord.state import State

_ID = re.compile(r"i-(\d{1,20})-(?:gc-\d{1,20}|pc)-(\d{1,20})", re.ASCII)


@dataclass(eq=False)
class Instance:
    """An instance, which ends when the last window that shows it is closed.

    Attributes:
        channel: where it was launched.
        windows: the user of each window that shows it.
    """

    launch_id: int
    channel: Channel
    windows: list[int] = field(default_factory=list)

    @property
    def location(self) -> Payload:
        """Discord's activity location object."""
        guild, channel = self.channel.guild_id, str(self.channel.id)
        if guild is None:
            return {"id": f"pc-{channel}", "kind": "pc", "channel_id": channel}
        return {
            "id": f"gc-{guild}-{channel}",
            "kind": "gc",
            "channel_id": channel,
            "guild_id": str(guild),
        }

    @property
    def id(self) -> str:
        """Its id, the same for all who are in it."""
        return f"i-{self.launch_id}-{self.location['id']}"

    @property
    def users(self) -> list[int]:
        """The ids of the users who are in it."""
        return list(dict.fromkeys(self.windows))

    def payload(self) -> Payload:
        """Discord's activity instance object."""
        return {
            "application_id": str(APPLICATION_ID),
            "instance_id": self.id,
            "launch_id": str(self.launch_id),
            "location": self.location,
            "users": [str(user) for user in self.users],
        }


class Activities:
    """The application's Activity.

    Attributes:
        target: the address to which its root is mapped; empty while there is no Activity.
        sandboxed: whether its frames have an origin of their own, as some of Discord's clients do.
    """

    def __init__(self, state: State) -> None:
        self.target = ""
        self.sandboxed = False
        self._state = state
        self._instances: dict[str, Instance] = {}
        self._listeners: list[Callable[[Instance], None]] = []

    @property
    def running(self) -> list[Instance]:
        """Every instance that goes on."""
        return [*self._instances.values()]

    def launch(self, channel: Channel) -> Instance:
        """The instance that runs in a channel, else a new one."""
        for instance in self._instances.values():
            if instance.channel.id == channel.id:
                return instance
        return self._add(Instance(self._state.ids.next(), channel))

    def get(self, instance_id: str) -> Instance | None:
        """The instance with that id, if it goes on."""
        return self._instances.get(instance_id)

    def again(self, instance_id: str) -> Instance | None:
        """The instance with that id, which windows still show after the server was restarted."""
        match = _ID.fullmatch(instance_id)
        channel = self._state.find_channel(int(match[2])) if match else None
        if match is None or channel is None:
            return None
        found = self.get(instance_id)
        return found or self._add(Instance(int(match[1]), channel))

    def join(self, instance: Instance, user: int) -> None:
        """A window of a user shows an instance."""
        instance.windows.append(user)
        self._changed(instance)

    def leave(self, instance: Instance, user: int) -> None:
        """A window of a user shows it no longer."""
        instance.windows.remove(user)
        if not instance.windows:
            self._instances.pop(instance.id, None)
        self._changed(instance)

    def follow(self, listener: Callable[[Instance], None]) -> Callable[[], None]:
        """Call a function with each instance that somebody joins or leaves, until the end."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _add(self, instance: Instance) -> Instance:
        self._instances[instance.id] = instance
        return instance

    def _changed(self, instance: Instance) -> None:
        for listener in tuple(self._listeners):
            listener(instance)
