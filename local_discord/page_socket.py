"""The chat page's websocket: what a browser window sees and does, as JSON text frames.

Every window is one person's. Ids are text; messages, components, commands and modals have the
shapes of Discord's API. The README beside this file lists the frames.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine

from aiohttp import WSMsgType, web

from local_discord.errors import ApiError
from local_discord.fixtures import APPLICATION_ID, DMS, GUILDS, Channel, Person
from local_discord.interactions import (
    Answered,
    Asked,
    Failed,
    Interactions,
    Kind,
    Offered,
    Outcome,
)
from local_discord.message import Message
from local_discord.payload import Payload, dumps, is_payload, payloads_of, snowflake_of, text_of
from local_discord.state import (
    ApplicationChanged,
    CommandsChanged,
    Event,
    MessageCreated,
    MessageDeleted,
    State,
)
from local_discord.user_actions import ActionRefused, command_data, component_data, modal_data

NEWEST = 50
"""How many messages opening a channel shows."""

MAX_SAID = 2000
MAX_FRAME_BYTES = 256 * 1024


class BadFrame(Exception):
    """The window sent something that makes no sense; the message says what."""


class PageSockets:
    """Serves the websockets of all open windows.

    Args:
        state: what the windows show.
        interactions: where people's actions go.
    """

    def __init__(self, state: State, interactions: Interactions) -> None:
        self._state = state
        self._interactions = interactions
        self._open: set[web.WebSocketResponse] = set()

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one window until it goes away."""
        socket = web.WebSocketResponse(max_msg_size=MAX_FRAME_BYTES, heartbeat=30)
        await socket.prepare(request)
        self._open.add(socket)
        window = Window(socket, self._state, self._interactions)
        try:
            await window.serve()
        finally:
            self._open.discard(socket)
        return socket

    async def close(self) -> None:
        """Close every window's connection, when the server stops."""
        for socket in tuple(self._open):
            await socket.close(code=1001)


class Window:
    """One open window and the person it belongs to.

    Args:
        socket: the connection.
        state: what it shows.
        interactions: where its person's actions go.
    """

    def __init__(
        self, socket: web.WebSocketResponse, state: State, interactions: Interactions
    ) -> None:
        self._socket = socket
        self._state = state
        self._interactions = interactions
        self._person: Person | None = None
        self._frames: asyncio.Queue[Payload] = asyncio.Queue()
        self._actions: set[asyncio.Task[None]] = set()
        self._acts: dict[str, Callable[[Payload], None]] = {
            "hello": self._hello,
            "open": self._show_channel,
            "autocomplete": self._autocomplete,
            "command": self._command,
            "component": self._component,
            "modal": self._modal,
            "delete": self._delete,
            "say": self._say,
        }

    async def serve(self) -> None:
        """Take and send frames until the connection ends."""
        sender = asyncio.create_task(self._send_frames())
        try:
            with self._state.listening(self._on_event):
                async for frame in self._socket:
                    if frame.type is WSMsgType.TEXT:
                        self._receive(frame.data)
        finally:
            for task in (sender, *self._actions):
                task.cancel()
            await asyncio.gather(sender, *self._actions, return_exceptions=True)

    async def _send_frames(self) -> None:
        while True:
            frame = await self._frames.get()
            await self._socket.send_str(dumps(frame))

    def _receive(self, text: str) -> None:
        try:
            frame = _frame_of(text)
            self._act_of(frame)(frame)
        except BadFrame as error:
            self._frames.put_nowait({"op": "error", "error": str(error)})

    def _act_of(self, frame: Payload) -> Callable[[Payload], None]:
        act = self._acts.get(text_of(frame.get("op")))
        if act is None:
            raise BadFrame(f"There is no op {frame.get('op')!r}.")
        return act

    def _on_event(self, event: Event) -> None:
        """Pass on what happened, as far as this person may know of it."""
        if self._person is None:
            return
        if isinstance(event, CommandsChanged):
            self._send("commands", commands=self._state.all_commands())
        elif isinstance(event, ApplicationChanged):
            self._send("application", online=event.online)
        elif self._sees(event.message):
            channel = str(event.message.channel_id)
            if isinstance(event, MessageDeleted):
                self._send("message_delete", channel=channel, id=str(event.message.id))
                return
            op = "message_create" if isinstance(event, MessageCreated) else "message_update"
            self._send(op, channel=channel, message=self._state.payload(event.message))

    def _send(self, op: str, **rest: object) -> None:
        self._frames.put_nowait({"op": op, **rest})

    def _me(self) -> Person:
        if self._person is None:
            raise BadFrame("Say hello first.")
        return self._person

    def _sees(self, message: Message) -> bool:
        me = self._me()
        channel = self._state.channels[message.channel_id]
        return channel.seen_by(me.id) and message.seen_by(me.id)

    def _channel(self, frame: Payload) -> Channel:
        me = self._me()
        channel = self._state.channels.get(snowflake_of(frame.get("channel")) or 0)
        if channel is None or not channel.seen_by(me.id):
            raise BadFrame(f"There is no channel {frame.get('channel')!r} for you.")
        return channel

    def _message(self, frame: Payload) -> Message | None:
        """The message a frame names, None when it is gone or not for this person."""
        wanted = snowflake_of(frame.get("message")) or 0
        message = self._state.message(self._channel(frame).id, wanted)
        return message if message is not None and self._sees(message) else None

    def _hello(self, frame: Payload) -> None:
        wanted = frame.get("user")
        people = self._state.people
        person = people.get(snowflake_of(wanted) or 0)
        if person is None:
            if wanted is not None:
                raise BadFrame(f"There is no person {wanted!r}.")
            person = next(iter(people.values()))
        self._person = person
        dms = [
            {"id": str(dm.id), "name": self._state.bot["username"], "recipient": self._state.bot}
            for dm in DMS
            if dm.recipient_id == person.id
        ]
        guilds = [
            {
                "id": str(guild.id),
                "name": guild.name,
                "channels": [
                    {"id": str(channel.id), "name": channel.name, "type": channel.kind}
                    for channel in guild.channels
                ],
            }
            for guild in GUILDS
        ]
        application = {
            "id": str(APPLICATION_ID),
            "name": self._state.bot["username"],
            "online": self._state.online,
        }
        self._send(
            "ready",
            me=person.user(),
            locale=person.locale,
            people=[one.user() for one in people.values()],
            guilds=guilds,
            dms=dms,
            application=application,
            commands=self._state.all_commands(),
        )

    def _show_channel(self, frame: Payload) -> None:
        channel = self._channel(frame)
        shown = [
            self._state.payload(message)
            for message in self._state.messages(channel.id)
            if self._sees(message)
        ]
        self._send("messages", channel=str(channel.id), messages=shown[-NEWEST:])

    def _say(self, frame: Payload) -> None:
        channel, content = self._channel(frame), text_of(frame.get("content")).strip()
        if not 1 <= len(content) <= MAX_SAID:
            raise BadFrame(f"A message has 1 to {MAX_SAID} characters.")
        self._state.put(
            Message(
                id=self._state.ids.next(),
                channel_id=channel.id,
                author=self._me().user(),
                content=content,
            )
        )

    def _delete(self, frame: Payload) -> None:
        message = self._message(frame)
        if message is None:
            raise BadFrame("That message is gone already.")
        if message.author not in (self._state.bot, self._me().user()):
            raise BadFrame("That message is somebody else's.")
        self._state.delete(message)

    def _autocomplete(self, frame: Payload) -> None:
        self._run(frame, lambda: self._send_command(frame, Kind.AUTOCOMPLETE))

    def _command(self, frame: Payload) -> None:
        self._run(frame, lambda: self._send_command(frame, Kind.COMMAND))

    def _send_command(self, frame: Payload, kind: Kind) -> Coroutine[object, object, Outcome]:
        channel, me = self._channel(frame), self._me()
        given_path = frame.get("path")
        path = [str(step) for step in given_path] if isinstance(given_path, list) else []
        name = text_of(frame.get("command"))
        data = command_data(
            self._state,
            channel,
            name,
            path,
            payloads_of(frame.get("options")),
            complete=kind == Kind.COMMAND,
        )
        return self._interactions.send(kind, me, channel, data, name=" ".join([name, *path]))

    def _component(self, frame: Payload) -> None:
        def send() -> Coroutine[object, object, Outcome]:
            channel, me, message = self._channel(frame), self._me(), self._message(frame)
            custom_id = text_of(frame.get("custom_id"))
            data = component_data(self._state, channel, message, custom_id, frame.get("values"))
            return self._interactions.send(Kind.COMPONENT, me, channel, data, message=message)

        self._run(frame, send)

    def _modal(self, frame: Payload) -> None:
        async def send() -> Outcome:
            channel, me = self._channel(frame), self._me()
            custom_id = text_of(frame.get("custom_id"))
            shown = self._interactions.modal_shown(me, custom_id)
            if shown is None:
                raise ActionRefused("That form is no longer open.")
            modal, source = shown
            data = modal_data(modal, payloads_of(frame.get("components")))
            outcome = await self._interactions.send(Kind.MODAL, me, channel, data, message=source)
            if not isinstance(outcome, Failed):
                self._interactions.close_modal(me, custom_id)
            return outcome

        self._run(frame, send)

    def _run(self, frame: Payload, send: Callable[[], Awaitable[Outcome]]) -> None:
        """Do an action in the background and tell the window how it went."""
        task = asyncio.create_task(self._perform(frame.get("nonce"), send))
        self._actions.add(task)
        task.add_done_callback(self._actions.discard)

    async def _perform(self, nonce: object, send: Callable[[], Awaitable[Outcome]]) -> None:
        try:
            outcome = await send()
        except (ActionRefused, BadFrame, ApiError) as refused:
            outcome = Failed(str(refused))
        match outcome:
            case Answered(message_id, pending):
                named = str(message_id) if message_id is not None else None
                self._send("done", nonce=nonce, message=named, pending=pending)
            case Offered(choices):
                self._send("choices", nonce=nonce, choices=list(choices))
            case Asked(modal):
                self._send("modal", nonce=nonce, modal=modal)
            case Failed(error):
                self._send("failed", nonce=nonce, error=error)


def _frame_of(text: str) -> Payload:
    try:
        frame: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFrame("That frame is not JSON.") from error
    if not is_payload(frame):
        raise BadFrame("A frame is a JSON object with an op.")
    return frame
