"""The server: gateway, REST and chat page on one loopback port, with controls for tests."""

from __future__ import annotations

import errno
import os
import secrets
import time
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit

from aiohttp import web

from local_discord.activities.grants import Grants
from local_discord.activities.instances import Activities
from local_discord.activities.proxy import ActivityProxy
from local_discord.api import API_PREFIX, Api, Handler, Refusal, api_middleware
from local_discord.enums import EphemeralityReason
from local_discord.errors import LocalDiscordError
from local_discord.fault_injection import Fault, FaultInjector, Injected, Network, fault_middleware
from local_discord.fixtures import APPLICATION_ID, Channel, Emoji, User
from local_discord.gateway import Gateway
from local_discord.guilds import FIXTURES, GuildSource
from local_discord.interactions import Interactions
from local_discord.limited_responses import limit_middleware
from local_discord.openapi import VARIABLE, load_description
from local_discord.page_files import add_page_routes
from local_discord.page_socket import PageSockets
from local_discord.payload import Payload
from local_discord.rate_limits import Clock, Exceeded, Limits, RateLimiter
from local_discord.request_bodies import MAX_REQUEST_BYTES
from local_discord.rest.routes import add_routes
from local_discord.roles import OF_MEMBER, OF_ROLE, Overwrite, Role
from local_discord.state import State
from local_discord.switches import Switches
from local_discord.validation.commands import ENTRY_POINT

HOST = "127.0.0.1"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class LocalDiscord:
    """A local Discord, running for the duration of its `async with` block.

    Args:
        port: the loopback port; 0 takes a free one.
        token: the bot token to accept; None accepts any.
        client_secret: the secret for OAuth2 to accept; None accepts any.
        name: the bot's user name.
        guilds: the guilds that there are.
        shards: the number of shards that is recommended; any other number will do.
        max_concurrency: how many shards may identify at once.
        page_token: the last part of the page's address, of characters that need no quoting; None
            draws one. With the same one, open pages find a server again that was restarted.
        clock: seconds since 1970, for the age of messages, the windows of rate limits and the
            gateway's sessions.

    Attributes:
        port: the port in use, once running.
        page_token: the last part of the chat page's address.
        state: users, guilds, channels, messages and commands.
        gateway: the gateway, whose connections and sessions can be dropped.
        interactions: the interactions, whose time limits can be changed.
        activities: the instances of the application's Activity.
        grants: what users have let the application know, and the secret it has to have.
    """

    def __init__(
        self,
        port: int = 0,
        token: str | None = None,
        *,
        client_secret: str | None = None,
        name: str = "Patience",
        guilds: GuildSource = FIXTURES,
        shards: int = 1,
        max_concurrency: int = 1,
        page_token: str | None = None,
        clock: Clock = time.time,
    ) -> None:
        self._wanted_port = port
        self.port = 0
        self.page_token = page_token or secrets.token_urlsafe(16)
        self.state = State(name, clock, guilds)
        self.gateway = Gateway(self.state, token, lambda: self.gateway_url, clock)
        self.gateway.session_start_limit.max_concurrency = max_concurrency
        self.interactions = Interactions(self.state, self.gateway)
        self._faults = FaultInjector()
        self._limiter = RateLimiter(clock)
        self.activities = Activities(self.state)
        self.grants = Grants(client_secret)
        self._pages = PageSockets(self.state, self.interactions, self.activities, self.grants)
        named = os.environ.get(VARIABLE)
        self._api = Api(
            state=self.state,
            interactions=self.interactions,
            limiter=self._limiter,
            token=token,
            description=load_description(Path(named)) if named else None,
            session_start_limit=self.gateway.session_start_limit,
            shards=shards,
            activities=self.activities,
            grants=self.grants,
        )
        self._runner: web.AppRunner | None = None

    @property
    def page_url(self) -> str:
        """The chat page's URL, which nobody can guess."""
        return f"http://{HOST}:{self.port}/{self.page_token}/"

    @property
    def api_url(self) -> str:
        """The base URL of the REST API."""
        return f"http://{HOST}:{self.port}{API_PREFIX}"

    @property
    def cdn_url(self) -> str:
        """What the addresses of avatars begin with."""
        return f"http://{HOST}:{self.port}"

    @property
    def gateway_url(self) -> str:
        """The gateway's URL."""
        return f"ws://{HOST}:{self.port}/gateway"

    @property
    def refusals(self) -> list[Refusal]:
        """Every refused request, oldest first, without injected faults."""
        return self._api.refusals

    async def __aenter__(self) -> LocalDiscord:
        """Start serving; raises `LocalDiscordError` if the port is not available."""
        app = web.Application(
            middlewares=[
                _only_own_page,
                fault_middleware(self._faults),
                limit_middleware(self._limiter),
                api_middleware(self._api),
            ],
            client_max_size=MAX_REQUEST_BYTES,
        )
        # Clients add a slash to the path, or leave the path out, as Discord's own address has none.
        for path in ("/gateway", "/gateway/"):
            app.router.add_get(path, self.gateway.handle)
        add_routes(app, self._api)
        ActivityProxy(self.activities, f"/{self.page_token}/activity").add_routes(app)
        add_page_routes(
            app, self.state, self.page_token, self._pages.handle, gateway=self.gateway.handle
        )
        app.on_shutdown.append(self._close_sockets)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self._wanted_port)
        try:
            await site.start()
        except (OSError, OverflowError) as error:
            await self._runner.cleanup()
            raise LocalDiscordError(_port_sentence(self._wanted_port, error)) from error
        self.port = int(self._runner.addresses[0][1])
        self.state.base_url = f"http://{HOST}:{self.port}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop serving."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _close_sockets(self, _: web.Application) -> None:
        await self._pages.close()
        await self.gateway.close()

    def add_user(self, name: str) -> User:
        """Add a user, who is in every guild; windows that are open do not list them."""
        return self.state.add_user(name)

    def remove_member(self, guild_id: int, user_id: int) -> None:
        """Let a user leave a guild: they can still look on, but no message there mentions them."""
        self.state.former_members.add((guild_id, user_id))

    async def add_emoji(self, name: str, guild_id: int | None = None) -> Emoji:
        """Add a custom emoji to a guild, or to the application."""
        emoji = Emoji(self.state.ids.next(), name, guild_id)
        self.state.emojis[emoji.id] = emoji
        if guild_id is not None:
            emojis = [one.payload() for one in self.state.emojis_of(guild_id)]
            data: Payload = {"guild_id": str(guild_id), "emojis": emojis}
            await self.gateway.dispatch("GUILD_EMOJIS_UPDATE", data, guild_id)
        return emoji

    async def open_thread(self, parent_id: int, name: str) -> Channel:
        """Open a thread in a guild's channel."""
        guild_id = self.state.channel(parent_id).guild_id
        thread = Channel(self.state.ids.next(), name, guild_id, parent_id=parent_id)
        self.state.add_channel(thread)
        await self.gateway.dispatch("THREAD_CREATE", thread.payload(), guild_id)
        return thread

    async def archive_thread(self, channel_id: int) -> None:
        """Archive a thread, as Discord does where nobody writes for long."""
        thread = replace(self.state.channel(channel_id), archived=True)
        self.state.change_channel(thread)
        await self.gateway.dispatch("THREAD_UPDATE", thread.payload(), thread.guild_id)

    def open_group(self, *users: int) -> Channel:
        """Open a group, whose users use the bot as an application installed for their account."""
        group = Channel(self.state.ids.next(), "a group", members=users)
        self.state.add_channel(group)
        return group

    def open_conversation(self, one: int, other: int) -> Channel:
        """Open direct messages between two users, who have the bot on their accounts."""
        conversation = Channel(self.state.ids.next(), "", members=(one, other))
        self.state.add_channel(conversation)
        return conversation

    async def delete_channel(self, channel_id: int) -> None:
        """Delete a guild's channel."""
        channel = self.state.channel(channel_id)
        self.state.remove_channel(channel)
        await self.gateway.dispatch("CHANNEL_DELETE", channel.payload(), channel.guild_id)

    async def deny(self, channel_id: int, permissions: int) -> None:
        """Deny the bot exactly these permissions in a guild's channel."""
        await self.deny_user(channel_id, APPLICATION_ID, permissions)

    async def deny_user(self, channel_id: int, user_id: int, permissions: int) -> None:
        """Deny a user exactly these permissions in a guild's channel; its owner has them all."""
        await self.overwrite(channel_id, user_id, deny=permissions)

    async def overwrite(
        self, channel_id: int, target_id: int, *, allow: int = 0, deny: int = 0
    ) -> None:
        """Allow and deny a role or a member exactly these permissions in a guild's channel.

        A category's channels that have its overwrites, and no others, keep to them.
        """
        guild_id = self.state.channel(channel_id).guild_id or 0
        kind = OF_ROLE if target_id in self.state.roles.of_guild(guild_id) else OF_MEMBER
        for channel in self.state.overwrite(channel_id, target_id, Overwrite(kind, allow, deny)):
            await self.gateway.dispatch("CHANNEL_UPDATE", channel.payload(), guild_id)
        self.state.permissions_changed()

    async def add_category(self, guild_id: int, name: str) -> Channel:
        """Add a category to a guild."""
        category = Channel(self.state.ids.next(), name, guild_id, is_category=True)
        self.state.add_channel(category)
        await self.gateway.dispatch("CHANNEL_CREATE", category.payload(), guild_id)
        return category

    async def move_channel(self, channel_id: int, category: Channel) -> None:
        """Move a guild's channel to a category, and give it the category's overwrites."""
        channel = replace(
            self.state.channel(channel_id),
            category_id=category.id,
            overwrites=self.state.channel(category.id).overwrites,
        )
        self.state.change_channel(channel)
        self.state.permissions_changed()
        await self.gateway.dispatch("CHANNEL_UPDATE", channel.payload(), channel.guild_id)

    async def add_role(self, guild_id: int, name: str, permissions: int) -> Role:
        """Add a role to a guild."""
        role = Role(self.state.ids.next(), guild_id, name, permissions)
        self.state.roles.put(role)
        await self._announce_role("GUILD_ROLE_CREATE", role)
        return role

    async def change_role(self, guild_id: int, role_id: int, permissions: int) -> None:
        """Give a role exactly these permissions; everyone's has the guild's id."""
        role = self.state.roles.change(guild_id, role_id, permissions)
        await self._announce_role("GUILD_ROLE_UPDATE", role)

    async def _announce_role(self, event: str, role: Role) -> None:
        self.state.permissions_changed()
        data: Payload = {"guild_id": str(role.guild_id), "role": role.payload()}
        await self.gateway.dispatch(event, data, role.guild_id)

    def enable_activities(self, target: str = "", *, sandboxed: bool = False) -> None:
        """Enable Activities, and give the application the Entry Point command that comes with them.

        From then on a bulk overwrite without it is refused with 50240.

        Args:
            target: where the Activity is served, as in `http://127.0.0.1:3000`; without it nothing
                can be launched.
            sandboxed: whether its frames have an opaque origin, as in some of Discord's clients.
        """
        state = self.state
        self.activities.target, self.activities.sandboxed = target.rstrip("/"), sandboxed
        launch: Payload = {
            "id": str(state.ids.next()),
            "application_id": str(APPLICATION_ID),
            "version": str(state.ids.next()),
            "type": ENTRY_POINT,
            "name": "launch",
            "name_localizations": {"de": "starten"},
            "description": "Launch the Activity",
            "description_localizations": None,
            "default_member_permissions": None,
            "nsfw": False,
            "integration_types": [0, 1],
            "contexts": [0, 1, 2],
            "handler": 2,
        }
        state.set_commands(None, [*state.commands(None), launch])

    def open_command(self, guild_id: int, name: str) -> None:
        """Let every member of a guild use a command, as the guild's own settings may say."""
        self.state.opened_commands.add((guild_id, name))
        self.state.permissions_changed()

    def give_roles(self, guild_id: int, user_id: int, *roles: Role) -> None:
        """Let a user have exactly these roles in a guild."""
        self.state.roles.give(guild_id, user_id, [role.id for role in roles])
        self.state.permissions_changed()

    def hide_answers(
        self,
        channel_id: int,
        user_id: int,
        reason: EphemeralityReason | None = EphemeralityReason.SLOWMODE,
    ) -> None:
        """Show a user's answers in a channel to them only, if the bot is there on accounts only.

        Args:
            channel_id: where.
            user_id: whose answers.
            reason: why, other than for permissions; None shows them again.
        """
        if reason is None:
            self.state.hiding.pop((channel_id, user_id), None)
        else:
            self.state.hiding[channel_id, user_id] = reason

    def block_words(self, guild_id: int, *words: str) -> None:
        """Let AutoMod block exactly these words in a guild."""
        self.state.blocked_words[guild_id] = words

    def close_direct_messages(self, user_id: int) -> None:
        """Let a user accept no direct messages from the bot, as their privacy settings may say."""
        self.state.closed_dms.add(user_id)

    def open_direct_messages(self, user_id: int) -> None:
        """Let a user accept direct messages from the bot again."""
        self.state.closed_dms.discard(user_id)

    async def leave(self, guild_id: int) -> None:
        """Remove the bot from a guild; users can still use it as installed for their account."""
        self.state.left_guilds.add(guild_id)
        await self.gateway.dispatch("GUILD_DELETE", {"id": str(guild_id)}, guild_id)

    def inject(
        self, fault: Fault, count: int = 1, *, method: str = "", path_contains: str = ""
    ) -> Injected:
        """Let the next REST requests meet a fault; see `Injected` for arguments and result."""
        injected = Injected(fault, count, method, path_contains)
        self._faults.add(injected)
        return injected

    @property
    def limits(self) -> Limits:
        """The rate limits in force."""
        return self._limiter.limits

    @limits.setter
    def limits(self, limits: Limits) -> None:
        self._limiter.limits = limits

    @property
    def rate_limited(self) -> list[Exceeded]:
        """Every request beyond a rate limit, oldest first, without injected faults."""
        return self._limiter.exceeded

    @property
    def switches(self) -> Switches:
        """What is done where Discord's documents leave it open."""
        return self.state.switches

    @property
    def network(self) -> Network:
        """Latency and loss of REST requests."""
        return self._faults.network

    @network.setter
    def network(self, network: Network) -> None:
        self._faults.network = network

    def outage(self) -> AbstractAsyncContextManager[None]:
        """An outage: REST and gateway connections are reset, old and new, while it is entered.

        The chat page goes on.
        """
        return self._faults.outage()


def _port_sentence(port: int, error: OSError | OverflowError) -> str:
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use; choose another one, or 0 for any free port."
    if isinstance(error, OSError) and error.errno == errno.EACCES:
        return f"Port {port} needs special privileges; choose one from 1024 up."
    return f"Port {port} can't be used; choose one from 1024 to 65535, or 0 for any free port."


@web.middleware
async def _only_own_page(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse requests for other hosts, and requests that pages of another origin make.

    A website whose host name resolves to 127.0.0.1 could otherwise talk to this server (DNS
    rebinding), and so could any page that another port of this machine serves.
    """
    host = request.headers.get("Host", "")
    if _hostname(host) not in LOOPBACK:
        raise web.HTTPForbidden(text="Host must be this machine, 127.0.0.1.")
    own = (f"http://{host}", f"https://{host}")
    is_sandboxed = request.headers.get("Origin") == "null" and "/activity/i-" in request.path
    if request.headers.get("Origin", own[0]) not in own and not is_sandboxed:
        raise web.HTTPForbidden(text="Origin must be the chat page's own.")
    return await handler(request)


def _hostname(host: str) -> str | None:
    """The name in a `Host` header, without its port; None for an invalid one."""
    try:
        return urlsplit(f"http://{host}").hostname
    except ValueError:
        return None
