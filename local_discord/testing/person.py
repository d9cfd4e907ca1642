"""A person at the chat page, who runs commands and presses buttons over its websocket.

The local Discord may run in this process or another one:

    async with Person.connect(local.page_url, "Ada") as ada:
        message = await ada.command("general", "menu")
        message = await ada.press(message, label="Order")
"""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Self
from urllib.parse import urljoin

import aiohttp

from local_discord.enums import ComponentType, OptionType
from local_discord.message import find_component
from local_discord.payload import Payload, is_payload, payload_of, payloads_of, text_of
from local_discord.testing.snapshots import Choice, Message, Modal
from local_discord.validation.components import SELECTS

OPTION_TYPES: Mapping[type, OptionType] = {
    str: OptionType.STRING,
    int: OptionType.INTEGER,
    bool: OptionType.BOOLEAN,
    float: OptionType.NUMBER,
}
TIMEOUT_SECONDS = 60.0


class InteractionFailed(Exception):
    """The bot did not respond, or the page refused the action; the message says why."""


@dataclass(frozen=True)
class File:
    """A file to be sent with a modal."""

    filename: str
    content: bytes

    def payload(self) -> Payload:
        """The file as the page sends it."""
        return {
            "filename": self.filename,
            "content": base64.b64encode(self.content).decode("ascii"),
        }


Entry = str | bool | list[str] | File
"""What is entered in a field of a modal."""


class Person:
    """A user at the chat page, created by `Person.connect`.

    Attributes:
        ready: the page's latest `ready` frame.
        messages: the messages seen so far, by id, in their current version.
        commands: the registered commands.
        online: whether the bot is connected.
        errors: the server's complaints about frames sent.
        participants: who is in the Activity that the person is in.
    """

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._frames: asyncio.Condition = asyncio.Condition()
        self._replies: dict[str, Payload] = {}
        self._channels: dict[str, list[Payload]] = {}
        self._updates: dict[str, int] = {}
        self._nonces: Iterator[str] = map(str, count(1))
        self._closed = False
        self.ready: Payload = {}
        self.messages: dict[str, Message] = {}
        self.commands: list[Payload] = []
        self.online = False
        self.errors: list[str] = []
        self.participants: list[Payload] = []

    @classmethod
    @asynccontextmanager
    async def connect(cls, page_url: str, name: str | None = None) -> AsyncIterator[Self]:
        """Open the page as the user with that name, the first user by default."""
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(urljoin(page_url, "page/ws"), max_msg_size=0) as socket,
        ):
            person = cls(socket)
            reader = asyncio.create_task(person._read())
            try:
                await person.become(name)
                yield person
            finally:
                reader.cancel()
                await asyncio.gather(reader, return_exceptions=True)

    @property
    def name(self) -> str:
        """The user's display name."""
        return text_of(payload_of(self.ready["me"])["global_name"])

    @property
    def id(self) -> int:
        """The user's id."""
        return int(text_of(payload_of(self.ready["me"])["id"]))

    async def become(self, name: str | None) -> None:
        """Switch to another user; None is the first one."""
        await self._hello(None)
        if name is None or name == self.name:
            return
        ids = {text_of(one["global_name"]): one["id"] for one in payloads_of(self.ready["users"])}
        if name not in ids:
            raise LookupError(f"There is no user {name}, only {', '.join(ids)}.")
        await self._hello(ids[name])

    async def _hello(self, user: object) -> None:
        self.ready = {}
        await self.send({"op": "hello", "user": user})
        await self.wait_until(lambda: bool(self.ready), "ready frame")

    async def send(self, frame: Payload) -> None:
        """Send a frame to the server."""
        await self._socket.send_str(json.dumps(frame))

    async def _read(self) -> None:
        async for frame in self._socket:
            data: object = json.loads(frame.data)
            if is_payload(data):
                async with self._frames:
                    self._handle(data)
                    self._frames.notify_all()
        async with self._frames:
            self._closed = True
            self._frames.notify_all()

    def _handle(self, frame: Payload) -> None:
        match frame["op"]:
            case "ready":
                self.ready = frame
                self.commands = payloads_of(frame["commands"])
                self.online = bool(payload_of(frame["application"])["online"])
            case "guilds":
                self.ready |= {"guilds": frame["guilds"]}
            case "commands":
                self.commands = payloads_of(frame["commands"])
            case "application":
                self.online = bool(frame["online"])
            case "messages":
                self._channels[text_of(frame["channel"])] = payloads_of(frame["messages"])
            case "message_create" | "message_update":
                message = Message(payload_of(frame["message"]))
                self.messages[message.id] = message
                self._updates[message.id] = self._updates.get(message.id, 0) + 1
            case "message_delete":
                self.messages.pop(text_of(frame["id"]), None)
            case "participants":
                self.participants = payloads_of(frame["participants"])
            case "error":
                self.errors.append(text_of(frame["error"]))
            case _:
                self._replies[text_of(frame["nonce"])] = frame

    async def wait_until(
        self, condition: Callable[[], bool], what: str, *, seconds: float = TIMEOUT_SECONDS
    ) -> None:
        """Wait until frames have made a condition true; `what` names it in the error."""
        async with self._frames:
            try:
                async with asyncio.timeout(seconds):
                    await self._frames.wait_for(lambda: condition() or self._closed)
            except TimeoutError:
                raise AssertionError(f"No {what} within {seconds} seconds.") from None
            if not condition():
                raise AssertionError(f"The connection ended, with no {what}.")

    def channel(self, name: str) -> str:
        """The id of a channel by its name, `#general` or `general`; `dm` for direct messages."""
        if name.isdigit():
            return name
        if name == "dm":
            return text_of(payloads_of(self.ready["dms"])[0]["id"])
        for guild in payloads_of(self.ready["guilds"]):
            for channel in payloads_of(guild["channels"]):
                if channel["name"] == name.removeprefix("#"):
                    return text_of(channel["id"])
        raise LookupError(f"There is no channel {name!r}.")

    async def until_online(self, *, seconds: float = TIMEOUT_SECONDS) -> None:
        """Wait until the bot is connected and has commands."""
        await self.wait_until(
            lambda: self.online and bool(self.commands), "bot with commands", seconds=seconds
        )

    async def until(
        self, matches: Callable[[Message], bool], what: str = "matching message"
    ) -> Message:
        """Wait for a matching message, which may be one already seen."""
        await self.wait_until(lambda: any(map(matches, self.messages.values())), what)
        return next(filter(matches, self.messages.values()))

    async def open(self, channel: str) -> list[Message]:
        """Open a channel and return its latest messages, oldest first."""
        wanted = self.channel(channel)
        self._channels.pop(wanted, None)
        await self.send({"op": "open", "channel": wanted})
        await self.wait_until(lambda: wanted in self._channels, "messages")
        shown = [Message(one) for one in self._channels[wanted]]
        self.messages.update({message.id: message for message in shown})
        return shown

    async def say(self, channel: str, content: str) -> Message:
        """Write a message."""
        before = set(self.messages)
        await self.send({"op": "say", "channel": self.channel(channel), "content": content})
        return await self.until(
            lambda one: one.id not in before and one.raw["content"] == content, "said message"
        )

    def updates_of(self, message: Message) -> int:
        """How often a message was seen to be sent or edited."""
        return self._updates.get(message.id, 0)

    async def refresh(self, message: Message) -> Message:
        """The message's current version; raises `LookupError` if it was deleted."""
        for now in await self.open(message.channel):
            if now.id == message.id:
                return now
        raise LookupError("The message was deleted.")

    async def delete(self, message: Message) -> None:
        """Delete a message, or dismiss an ephemeral one."""
        await self.send({"op": "delete", "channel": message.channel, "message": message.id})
        await self.wait_until(lambda: message.id not in self.messages, "deletion")

    async def _perform(self, frame: Payload) -> Payload:
        nonce = next(self._nonces)
        await self.send(frame | {"nonce": nonce})
        await self.wait_until(lambda: nonce in self._replies, "reply")
        reply = self._replies.pop(nonce)
        if reply["op"] == "failed":
            raise InteractionFailed(text_of(reply["error"]))
        return reply

    async def _message_from(self, frame: Payload) -> Message:
        """The message that the response to an action created or edited, with its content."""
        before, known = dict(self._updates), frozenset(self.messages)
        reply = await self._perform(frame)
        if reply["op"] != "done":
            raise AssertionError(f"The bot responded with {reply['op']}, not with a message.")
        wanted = text_of(reply["message"])
        if reply["pending"]:
            needed = before.get(wanted, 0) + (1 if wanted in known else 2)

            def answers() -> list[Message]:
                """New messages in answer to a press, which leave the pressed one as it is."""
                new = [one for key, one in self.messages.items() if key not in known]
                return [one for one in new if one.answers_press(wanted, self.id)]

            await self.wait_until(
                lambda: (
                    self._updates.get(wanted, 0) >= needed
                    or wanted not in self.messages
                    or bool(answers())
                ),
                "content of the deferred response",
            )
            if self._updates.get(wanted, 0) < needed and answers():
                return answers()[0]
        if wanted not in self.messages:
            raise LookupError("The response was deleted.")
        return self.messages[wanted]

    def _command_frame(
        self, op: str, channel: str, command: str, options: Mapping[str, object]
    ) -> Payload:
        name, *path = command.split()
        given: list[Payload] = [
            {"name": key, "type": OPTION_TYPES[type(value)], "value": value}
            for key, value in options.items()
        ]
        return {
            "op": op,
            "channel": self.channel(channel),
            "command": name,
            "path": path,
            "options": given,
        }

    async def command(self, channel: str, command: str, **options: object) -> Message:
        """Run a slash command and return the message in response.

        Args:
            channel: the channel's name, or `dm`.
            command: the command's name, followed by its group and subcommand if it has them.
            options: values by option name.

        Raises:
            InteractionFailed: the command was refused or got no response.
        """
        return await self._message_from(self._command_frame("command", channel, command, options))

    async def menu(self, channel: str, command: str, target: Message | int) -> Message:
        """Run a command from the context menu of a message, or of the user with an id.

        Raises:
            InteractionFailed: the command was refused or got no response.
        """
        return await self._message_from(self._menu_frame(channel, command, target))

    async def menu_for_modal(self, channel: str, command: str, target: Message | int) -> Modal:
        """Run a command from a context menu that opens a modal."""
        frame = self._menu_frame(channel, command, target)
        return self._modal(await self._perform(frame), self.channel(channel))

    def _menu_frame(self, channel: str, command: str, target: Message | int) -> Payload:
        on = {"message": target.id} if isinstance(target, Message) else {"user": str(target)}
        return {"op": "menu", "channel": self.channel(channel), "command": command, **on}

    async def command_for_modal(self, channel: str, command: str, **options: object) -> Modal:
        """Run a slash command that opens a modal."""
        frame = self._command_frame("command", channel, command, options)
        return self._modal(await self._perform(frame), self.channel(channel))

    async def choices(
        self, channel: str, command: str, *, focused: str, **options: object
    ) -> list[Choice]:
        """The choices offered while typing the option `focused`."""
        frame = self._command_frame("autocomplete", channel, command, {focused: "", **options})
        for option in payloads_of(frame["options"]):
            if option["name"] == focused:
                option["focused"] = True
        reply = await self._perform(frame)
        return [Choice(text_of(one["name"]), one["value"]) for one in payloads_of(reply["choices"])]

    def _press_frame(self, message: Message, label: str | None, custom_id: str | None) -> Payload:
        if custom_id is None:
            if label is None:
                raise TypeError("Name the button by label or custom_id.")
            custom_id = message.button(label).custom_id
        return {
            "op": "component",
            "channel": message.channel,
            "message": message.id,
            "custom_id": custom_id,
            "component_type": ComponentType.BUTTON,
        }

    async def press(
        self, message: Message, *, label: str | None = None, custom_id: str | None = None
    ) -> Message:
        """Press a button and return the message that the response created or edited.

        Raises:
            LookupError: the message has no button with that label.
            InteractionFailed: the press was refused or got no response.
        """
        return await self._message_from(self._press_frame(message, label, custom_id))

    async def press_for_modal(
        self, message: Message, *, label: str | None = None, custom_id: str | None = None
    ) -> Modal:
        """Press a button that opens a modal."""
        reply = await self._perform(self._press_frame(message, label, custom_id))
        return self._modal(reply, message.channel)

    async def press_for_activity(
        self, message: Message, *, label: str | None = None, custom_id: str | None = None
    ) -> Payload:
        """Press a button that launches the Activity; its instance, which the person is in."""
        return self._instance(await self._perform(self._press_frame(message, label, custom_id)))

    async def launch(self, channel: str) -> Payload:
        """Launch the Activity by its Entry Point command; its instance, as above."""
        frame: Payload = {"op": "launch", "channel": self.channel(channel)}
        return self._instance(await self._perform(frame))

    def _instance(self, reply: Payload) -> Payload:
        if reply["op"] != "activity":
            raise AssertionError(f"The bot responded with {reply['op']}, not with its Activity.")
        return payload_of(reply["instance"])

    async def rpc(self, command: str, **args: object) -> Payload:
        """What Discord's client answers to a command of the Activity that the person is in.

        Raises:
            InteractionFailed: it is refused.
        """
        reply = await self._perform({"op": "rpc", "cmd": command, "args": args})
        if "error" in reply:
            raise InteractionFailed(text_of(payload_of(reply["error"])["message"]))
        return payload_of(reply["data"])

    async def leave_activity(self) -> None:
        """Close the Activity."""
        await self.send({"op": "leave"})

    async def select(
        self, message: Message, values: Sequence[str], *, custom_id: str | None = None
    ) -> Message:
        """Choose from a select menu; the custom id is needed if the message has several."""
        menus = [one for one in message.components if one["type"] in SELECTS]
        if custom_id is not None:
            named = find_component(payloads_of(message.raw["components"]), custom_id)
            menus = [named] if named is not None else []
        if len(menus) != 1:
            raise LookupError(f"The message has {len(menus)} matching select menus.")
        return await self._message_from(
            {
                "op": "component",
                "channel": message.channel,
                "message": message.id,
                "custom_id": menus[0]["custom_id"],
                "component_type": menus[0]["type"],
                "values": list(values),
            }
        )

    def _modal(self, reply: Payload, channel: str) -> Modal:
        if reply["op"] != "modal":
            raise AssertionError(f"The bot responded with {reply['op']}, not with a modal.")
        return Modal(channel, payload_of(reply["modal"]))

    async def submit_modal(self, modal: Modal, **values: Entry) -> Message:
        """Submit a modal and return the message in response.

        Args:
            modal: the modal.
            values: by custom id; a string for text inputs and radio groups, a list for selects and
                groups of checkboxes, a truth value for a checkbox, a `File` for an upload. What is
                left out stays as it is.
        """
        filled: list[Payload] = []
        for item in payloads_of(modal.raw["components"]):
            entry: Payload = {"type": item["type"]}
            if item["type"] == ComponentType.LABEL:
                filled.append(entry | {"component": _filled(payload_of(item["component"]), values)})
            elif item["type"] == ComponentType.ACTION_ROW:
                fields = [_filled(field, values) for field in payloads_of(item["components"])]
                filled.append(entry | {"components": fields})
        return await self._message_from(
            {
                "op": "modal",
                "channel": modal.channel,
                "custom_id": modal.raw["custom_id"],
                "components": filled,
            }
        )


def _filled(field: Payload, values: Mapping[str, Entry]) -> Payload:
    """A modal's field with its entry."""
    custom_id = text_of(field["custom_id"])
    entry: Payload = {"type": field["type"], "custom_id": custom_id}
    if field["type"] == ComponentType.FILE_UPLOAD:
        file = values.get(custom_id)
        entry["files"] = [file.payload()] if isinstance(file, File) else []
        return entry
    given = values[custom_id] if custom_id in values else _default(field)
    entry["values" if isinstance(given, list) else "value"] = given
    return entry


def _default(field: Payload) -> Entry | None:
    """What a field says before anything is entered."""
    if field["type"] == ComponentType.TEXT_INPUT:
        return text_of(field.get("value", ""))
    if field["type"] == ComponentType.CHECKBOX:
        return bool(field.get("default"))
    options = payloads_of(field.get("options"))
    chosen = [text_of(one["value"]) for one in options if one.get("default")]
    if field["type"] == ComponentType.RADIO_GROUP:
        return chosen[0] if chosen else None
    return chosen
