"""The chat page's websocket: what a browser window shows and does, as JSON text frames.

Each window acts as one user. Ids are strings; messages, components, commands and modals have the
shapes of Discord's API. The README lists the frames.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from itertools import islice

from aiohttp import WSMsgType, web

from local_discord.activities.grants import Grants
from local_discord.activities.instances import Activities, Instance
from local_discord.activities.rpc import RpcError, answer, participants
from local_discord.enums import InteractionType
from local_discord.errors import ApiError
from local_discord.events import (
    ApplicationChanged,
    CommandsChanged,
    Event,
    MessageCreated,
    MessageDeleted,
    PermissionsChanged,
)
from local_discord.fixtures import APPLICATION_ID, Channel, User
from local_discord.interactions import (
    ActivityResponse,
    ChoicesResponse,
    Failed,
    Interactions,
    MessageResponse,
    ModalResponse,
    Outcome,
)
from local_discord.message import Message, mentions
from local_discord.payload import (
    Payload,
    dumps,
    is_payload,
    payload_of,
    payloads_of,
    snowflake_of,
    text_of,
)
from local_discord.permissions import may_write, user_permissions
from local_discord.state import State
from local_discord.user_actions import (
    ActionRefused,
    command_data,
    component_data,
    launch_data,
    menu_data,
    modal_data,
    with_uploads,
)
from local_discord.validation.commands import DISCORD_LAUNCH_ACTIVITY

HISTORY_LENGTH = 50
"""How many messages opening a channel shows."""

GUILDS_SHOWN = 100
"""How many guilds a window lists; those with the lowest ids."""

MAX_CONTENT = 2000
MAX_FRAME_BYTES = 256 * 1024


class BadFrame(Exception):
    """The window sent an invalid frame; the message says what is wrong with it."""


class PageSockets:
    """The websockets of all open windows.

    Args:
        state: what the windows show.
        interactions: where users' actions go.
        activities: the instances that windows show.
        grants: what users let the application know.
    """

    def __init__(
        self, state: State, interactions: Interactions, activities: Activities, grants: Grants
    ) -> None:
        self._state = state
        self._interactions = interactions
        self._activities = activities
        self._grants = grants
        self._sockets: set[web.WebSocketResponse] = set()

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one window."""
        socket = web.WebSocketResponse(max_msg_size=MAX_FRAME_BYTES, heartbeat=30)
        await socket.prepare(request)
        self._sockets.add(socket)
        try:
            window = Window(socket, self._state, self._interactions, self._activities, self._grants)
            await window.serve()
        finally:
            self._sockets.discard(socket)
        return socket

    async def close(self) -> None:
        """Close every connection when the server stops."""
        for socket in tuple(self._sockets):
            await socket.close(code=1001)


class Window:
    """One open window and its user.

    Args:
        socket: the connection.
        state: what the window shows.
        interactions: where the user's actions go.
        activities: the instances that the window may show.
        grants: what the user lets the application know.
    """

    def __init__(
        self,
        socket: web.WebSocketResponse,
        state: State,
        interactions: Interactions,
        activities: Activities,
        grants: Grants,
    ) -> None:
        self._socket = socket
        self._state = state
        self._interactions = interactions
        self._activities = activities
        self._grants = grants
        self._user: User | None = None
        self._joined: tuple[Instance, int] | None = None
        self._frames: asyncio.Queue[Payload] = asyncio.Queue()
        self._actions: set[asyncio.Task[None]] = set()
        self._handlers: dict[str, Callable[[Payload], None]] = {
            "hello": self._hello,
            "open": self._open,
            "say": self._say,
            "delete": self._delete,
            "rejoin": self._rejoin,
            "leave": self._leave,
            "rpc": self._rpc,
        }
        self._action_handlers: dict[str, Callable[[Payload], Awaitable[Outcome]]] = {
            "autocomplete": self._command,
            "command": self._command,
            "component": self._component,
            "launch": self._launch,
            "menu": self._menu,
            "modal": self._modal,
        }

    async def serve(self) -> None:
        """Receive and send frames until the connection ends."""
        sender = asyncio.create_task(self._send_frames())
        unfollow = self._activities.follow(self._on_instance)
        try:
            with self._state.listening(self._on_event):
                async for frame in self._socket:
                    if frame.type is WSMsgType.TEXT:
                        self._receive(frame.data)
        finally:
            unfollow()
            self._leave({})
            for task in (sender, *self._actions):
                task.cancel()
            await asyncio.gather(sender, *self._actions, return_exceptions=True)

    async def _send_frames(self) -> None:
        while True:
            await self._socket.send_str(dumps(await self._frames.get()))

    def _send(self, op: str, **rest: object) -> None:
        self._frames.put_nowait({"op": op, **rest})

    def _receive(self, text: str) -> None:
        try:
            frame = _parse(text)
            op = text_of(frame.get("op"))
            if op in self._action_handlers:
                task = asyncio.create_task(self._act(frame, self._action_handlers[op]))
                self._actions.add(task)
                task.add_done_callback(self._actions.discard)
            elif op in self._handlers:
                self._handlers[op](frame)
            else:
                self._send("error", error=f"There is no op {frame.get('op')!r}.")
        except BadFrame as error:
            self._send("error", error=str(error))

    async def _act(self, frame: Payload, send: Callable[[Payload], Awaitable[Outcome]]) -> None:
        """Carry out an action and send its outcome to the window."""
        try:
            outcome = await send(frame)
        except (ActionRefused, BadFrame, ApiError) as refused:
            outcome = Failed(str(refused))
        nonce = frame.get("nonce")
        match outcome:
            case MessageResponse(message_id, pending):
                shown = str(message_id) if message_id is not None else None
                self._send("done", nonce=nonce, message=shown, pending=pending)
            case ChoicesResponse(choices):
                self._send("choices", nonce=nonce, choices=list(choices))
            case ModalResponse(modal):
                self._send("modal", nonce=nonce, modal=modal)
            case ActivityResponse(instance_id):
                self._show(self._activities.get(instance_id), nonce)
            case Failed(error):
                self._send("failed", nonce=nonce, error=error)

    def _on_event(self, event: Event) -> None:
        """Pass on an event if this user can see it."""
        if self._user is None:
            return
        if isinstance(event, CommandsChanged):
            self._send("commands", commands=self._state.all_commands())
        elif isinstance(event, ApplicationChanged):
            self._send("application", online=event.online)
        elif isinstance(event, PermissionsChanged):
            self._send("guilds", guilds=self._guilds(self._user))
        elif self._sees(event.message):
            channel = str(event.message.channel_id)
            if isinstance(event, MessageDeleted):
                self._send("message_delete", channel=channel, id=str(event.message.id))
                return
            op = "message_create" if isinstance(event, MessageCreated) else "message_update"
            self._send(op, channel=channel, message=self._state.payload(event.message))

    def _show(self, instance: Instance | None, nonce: object = None) -> None:
        """Let the window show an instance, which its user is in from then on."""
        if instance is None:
            self._send("failed", nonce=nonce, error="That Activity has ended.")
            return
        before, self._joined = self._joined, (instance, self._me().id)
        self._activities.join(*self._joined)
        if before is not None:
            self._activities.leave(*before)
        sandboxed = self._activities.sandboxed
        self._send("activity", nonce=nonce, instance=instance.payload(), sandboxed=sandboxed)

    def _rejoin(self, frame: Payload) -> None:
        """Show an instance that the window has shown before the connection was lost."""
        instance = self._activities.again(text_of(frame.get("instance")))
        if instance is None or not self._state.sees(self._me().id, instance.channel):
            raise BadFrame("There is no such Activity for you.")
        self._show(instance)

    def _leave(self, _frame: Payload) -> None:
        joined, self._joined = self._joined, None
        if joined is not None:
            self._activities.leave(*joined)

    def _on_instance(self, instance: Instance) -> None:
        """Say who is in the instance that the window shows."""
        if self._joined is not None and self._joined[0] is instance:
            self._send("participants", instance=instance.id, **participants(self._state, instance))

    def _rpc(self, frame: Payload) -> None:
        """Answer a command of the Activity that the window shows."""
        if self._joined is None:
            raise BadFrame("The window shows no Activity.")
        nonce, command = frame.get("nonce"), text_of(frame.get("cmd"))
        args, instance = payload_of(frame.get("args")), self._joined[0]
        try:
            data = answer(self._state, self._grants, self._me(), instance, command, args)
        except RpcError as error:
            self._send("rpc", nonce=nonce, error={"code": error.code, "message": str(error)})
        else:
            self._send("rpc", nonce=nonce, data=data)

    def _me(self) -> User:
        if self._user is None:
            raise BadFrame("Send hello first.")
        return self._state.users[self._user.id]

    def _sees(self, message: Message) -> bool:
        me = self._me()
        channel = self._state.channels[message.channel_id]
        return self._state.sees(me.id, channel) and message.visible_to(me.id)

    def _channel(self, frame: Payload) -> Channel:
        me = self._me()
        channel = self._state.find_channel(snowflake_of(frame.get("channel")) or 0)
        if channel is None or not self._state.sees(me.id, channel):
            raise BadFrame(f"There is no channel {frame.get('channel')!r} for you.")
        return channel

    def _message(self, frame: Payload) -> Message | None:
        """A frame's message; None if it was deleted or this user can't see it."""
        message_id = snowflake_of(frame.get("message")) or 0
        message = self._state.message(self._channel(frame).id, message_id)
        return message if message is not None and self._sees(message) else None

    def _hello(self, frame: Payload) -> None:
        users = self._state.users
        wanted = frame.get("user")
        user = users.get(snowflake_of(wanted) or 0)
        if user is None:
            if wanted is not None:
                raise BadFrame(f"There is no user {wanted!r}.")
            user = next(iter(users.values()))
        self._user = user
        bot = self._state.bot
        self._send(
            "ready",
            me=user.payload(),
            locale=user.locale,
            users=[one.payload() for one in users.values()],
            guilds=self._guilds(user),
            dms=[
                {"id": str(dm.id), "name": bot["username"], "recipient": bot}
                for dm in [self._state.dm_of(user.id)]
                if dm is not None
            ],
            application={
                "id": str(APPLICATION_ID),
                "name": bot["username"],
                "online": self._state.online,
            },
            commands=self._state.all_commands(),
        )

    def _guilds(self, user: User) -> list[Payload]:
        """The guilds with their roles, and the user's permissions in their channels."""
        return [
            {
                "id": str(guild.id),
                "name": guild.name,
                "roles": [
                    {"id": str(role.id), "name": role.name}
                    for role in self._state.roles.of_guild(guild.id).values()
                ],
                "opened": [name for id_, name in self._state.opened_commands if id_ == guild.id],
                "channels": [
                    {
                        "id": str(channel.id),
                        "name": channel.name,
                        "type": channel.kind,
                        "permissions": str(user_permissions(self._state, user, channel)),
                    }
                    for channel in self._state.text_channels_of(guild)
                ],
            }
            for guild in islice(self._state.guilds, GUILDS_SHOWN)
        ]

    def _open(self, frame: Payload) -> None:
        channel = self._channel(frame)
        shown = [
            self._state.payload(message)
            for message in self._state.messages(channel.id)
            if self._sees(message)
        ]
        self._send("messages", channel=str(channel.id), messages=shown[-HISTORY_LENGTH:])

    def _say(self, frame: Payload) -> None:
        channel, content = self._channel(frame), text_of(frame.get("content")).strip()
        if not 1 <= len(content) <= MAX_CONTENT:
            raise BadFrame(f"A message has 1 to {MAX_CONTENT} characters.")
        if not may_write(self._state, self._me(), channel):
            raise BadFrame("You do not have permission to send messages in this channel.")
        self._state.put(
            Message(
                id=self._state.ids.next(),
                channel_id=channel.id,
                author=self._me().payload(),
                content=content,
                mentioned=mentions({"content": content}),
            )
        )

    def _delete(self, frame: Payload) -> None:
        message = self._message(frame)
        if message is None:
            raise BadFrame("That message is already gone.")
        if message.author not in (self._state.bot, self._me().payload()):
            raise BadFrame("That message is somebody else's.")
        self._state.delete(message)

    async def _command(self, frame: Payload) -> Outcome:
        runs = frame["op"] == "command"
        channel, me, name = self._channel(frame), self._me(), text_of(frame.get("command"))
        given_path = frame.get("path")
        path = [str(step) for step in given_path] if isinstance(given_path, list) else []
        options = payloads_of(frame.get("options"))
        data = command_data(self._state, me, channel, name, path, options, complete=runs)
        kind = InteractionType.COMMAND if runs else InteractionType.AUTOCOMPLETE
        return await self._interactions.send(kind, me, channel, data, name=" ".join([name, *path]))

    async def _launch(self, frame: Payload) -> Outcome:
        """The Entry Point command, which Discord itself may handle."""
        channel, me = self._channel(frame), self._me()
        command, data = launch_data(self._state, me, channel)
        if command["handler"] == DISCORD_LAUNCH_ACTIVITY:
            if not self._activities.target:
                raise ActionRefused("The application has no Activity.")
            return ActivityResponse(self._activities.launch(channel).id)
        name = text_of(command["name"])
        return await self._interactions.send(InteractionType.COMMAND, me, channel, data, name=name)

    async def _menu(self, frame: Payload) -> Outcome:
        """A command from the context menu of the frame's message, or of its user."""
        channel, me, name = self._channel(frame), self._me(), text_of(frame.get("command"))
        target: Message | int | None = snowflake_of(frame.get("user"))
        if target is None:
            target = self._message(frame)
        if target is None:
            raise ActionRefused("That message is already gone.")
        data = menu_data(self._state, me, channel, name, target)
        return await self._interactions.send(InteractionType.COMMAND, me, channel, data, name=name)

    async def _component(self, frame: Payload) -> Outcome:
        channel, me, message = self._channel(frame), self._me(), self._message(frame)
        custom_id = text_of(frame.get("custom_id"))
        data = component_data(self._state, channel, message, custom_id, frame.get("values"))
        kind = InteractionType.COMPONENT
        return await self._interactions.send(kind, me, channel, data, message=message)

    async def _modal(self, frame: Payload) -> Outcome:
        channel, me = self._channel(frame), self._me()
        custom_id = text_of(frame.get("custom_id"))
        shown = self._interactions.modal_shown(me, custom_id)
        if shown is None:
            raise ActionRefused("That form is no longer open.")
        modal, source = shown
        data = modal_data(modal, payloads_of(frame.get("components")))
        data = with_uploads(self._state, channel, data)
        kind = InteractionType.MODAL
        outcome = await self._interactions.send(kind, me, channel, data, message=source)
        if not isinstance(outcome, Failed):
            self._interactions.close_modal(me, custom_id)
        return outcome


def _parse(text: str) -> Payload:
    try:
        frame: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFrame("That frame is not JSON.") from error
    if not is_payload(frame):
        raise BadFrame("A frame is a JSON object with an op.")
    return frame
