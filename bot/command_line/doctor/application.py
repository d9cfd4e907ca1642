"""The application and its commands, as Discord has them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord

from bot.chat.connection.command_registration import PERMISSIONS, SCOPES, install_link
from bot.chat.connection.gateway import BAD_TOKEN, DEVELOPER_PAGE
from bot.chat.connection.library import api_address, ask_gateway, point_at
from bot.chat.features import load_commands
from bot.chat.requests.failures import UNREACHABLE, reason
from bot.command_line.doctor.findings import Finding
from bot.settings import COMMANDS_FILE, bot_id

if TYPE_CHECKING:
    from bot.chat.responding.context import PatienceBot
    from bot.settings import Settings

Outline = tuple[object, ...]
"""What a player sees of a command or an option in English: name, description, and its options."""

BLANK: Final = "name and address of whoever runs this bot"
"""What docs/legal has where the operator is to be named."""
LEGAL_PAGES: Final = {
    "TERMS.md": ("terms of service", "terms_of_service_url"),
    "PRIVACY.md": ("privacy policy", "privacy_policy_url"),
}
"""The pages for players in docs/legal: what they are called, and what has their address."""
_ENTRY_POINT: Final = 4
"""The type of a command that Discord itself adds to applications with activities."""
_MOST_WRONG: Final = 2.0
"""Seconds by which the clock may be wrong: Discord waits three for a response."""
_TIMEOUT: Final = aiohttp.ClientTimeout(total=10)
UNREADABLE: Final = (aiohttp.ClientError, OSError, ValueError)
"""What :func:`read_page` raises."""


async def check_discord(
    settings: Settings, clock: Callable[[], float] = time.time
) -> list[Finding]:
    """Everything that Discord says of the token, the application and the commands."""
    if settings.discord_token is None:
        return [
            Finding("token", advice=f"copy the bot's from {DEVELOPER_PAGE} into DISCORD_TOKEN.")
        ]
    point_at(settings.patience_discord_api, settings.patience_discord_gateway)
    async with await load_commands() as client:
        try:
            await client.login(settings.discord_token.get_secret_value())
            application = await client.application_info()
            _shards, limit = await ask_gateway(client)
            registered = [one.to_dict() for one in await client.tree.fetch_commands()]
            skew = await _clock_skew(clock)
        except discord.LoginFailure:
            return [Finding("token", advice=BAD_TOKEN)]
        except UNREACHABLE as error:
            own = bot_id(settings)
            looks = "" if own is None else f"it looks right, and is of the bot {own}, but "
            return [
                Finding(
                    "token", advice=f"{looks}Discord cannot be asked ({reason(error)}); try again."
                )
            ]
        return [
            Finding("token", f"{client.user}, in {application.approximate_guild_count} servers"),
            check_application(application),
            check_intents(application.flags),
            check_install_link(application),
            _check_registered(settings, _own_commands(client), registered),
            check_sessions(limit["remaining"], limit["total"]),
            check_clock(skew),
            *[await check_page(application, file) for file in LEGAL_PAGES],
        ]


def check_application(application: discord.AppInfo) -> Finding:
    """Whether commands and presses reach the bot."""
    if application.interactions_endpoint_url:
        advice = (
            f"clear Interactions Endpoint URL, General Information, at {DEVELOPER_PAGE}: commands "
            f"and presses go to {application.interactions_endpoint_url} instead of the bot."
        )
    elif application.bot_require_code_grant:
        advice = (
            f"switch Requires OAuth2 Code Grant off, Bot, at {DEVELOPER_PAGE}: nobody can add the "
            "bot with it."
        )
    else:
        public = "" if application.bot_public else ", which only its owner can add"
        return Finding("application", f"{application.name}{public}")
    return Finding("application", advice=advice)


def check_intents(flags: discord.ApplicationFlags) -> Finding:
    """Whether the application has no more intents than it needs: none that are privileged."""
    privileged = {
        "Presence": flags.gateway_presence or flags.gateway_presence_limited,
        "Server Members": flags.gateway_guild_members or flags.gateway_guild_members_limited,
        "Message Content": flags.gateway_message_content or flags.gateway_message_content_limited,
    }
    on = [name for name, is_on in privileged.items() if is_on]
    if not on:
        return Finding("intents", "none is privileged")
    return Finding(
        "intents",
        advice=f"switch {' and '.join(on)} Intent off, Bot, at {DEVELOPER_PAGE}: Patience uses no "
        "privileged intent.",
    )


def check_install_link(application: discord.AppInfo) -> Finding:
    """Whether people who add the bot give it what it needs."""
    page = f"Installation, at {DEVELOPER_PAGE}"
    contexts = {
        "Guild Install": application.guild_integration_config,
        "User Install": application.user_integration_config,
    }
    missing = [name for name, config in contexts.items() if config is None]
    tick = f"tick {' and '.join(missing)}, {page}."
    if missing and not application.bot_public and len(missing) < len(contexts):
        return Finding("install link", install_link(application.id), hint=tick)
    if missing:
        return Finding("install link", advice=tick)
    config = application.guild_integration_config
    params = config.oauth2_install_params if config else None
    if params is None:
        return Finding("install link", install_link(application.id))
    lacking = [scope for scope in SCOPES if scope not in params.scopes]
    lacking += [
        name.replace("_", " ")
        for name, needed in PERMISSIONS
        if needed and not getattr(params.permissions, name)
    ]
    if lacking and not params.permissions.administrator:
        add = f"add {', '.join(lacking)} under Guild Install, {page}."
        return Finding("install link", advice=add)
    return Finding("install link", install_link(application.id))


def _own_commands(client: PatienceBot) -> list[Mapping[str, Any]]:
    return [command.to_dict(client.tree) for command in client.tree.get_commands()]


def _check_registered(
    settings: Settings, own: Iterable[Mapping[str, Any]], registered: Sequence[Mapping[str, Any]]
) -> Finding:
    """The same, or that there are none before the first start."""
    if not registered and not (settings.data_folder / COMMANDS_FILE).exists():
        return Finding("commands", "none yet; the first start registers them")
    return check_commands(own, registered, _how_to_forget(settings))


def check_commands(
    own: Iterable[Mapping[str, Any]], registered: Iterable[Mapping[str, Any]], how_to_forget: str
) -> Finding:
    """Whether Discord has this version's commands, and how to let the next start send them."""
    there = {
        (one["type"], one["name"]): _outline(one)
        for one in registered
        if one["type"] != _ENTRY_POINT
    }
    here = {(one["type"], one["name"]): _outline(one) for one in own}
    differing = sorted(
        name
        for _type, name in here.keys() | there.keys()
        if here.get((_type, name)) != there.get((_type, name))
    )
    if not differing:
        return Finding("commands", f"{len(here)} registered")
    return Finding(
        "commands",
        advice=f"Discord has others than this version ({_some(differing)}); start the bot, which "
        f"registers them. If they differ still, stop it, {how_to_forget}, and start it again.",
    )


def _outline(one: Mapping[str, Any]) -> Outline:
    options = tuple(map(_outline, one.get("options") or ()))
    required = bool(one.get("required"))
    return (one["type"], one["name"], one.get("description") or "", required, options)


def _some(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _how_to_forget(settings: Settings) -> str:
    if settings.database_file is None:
        return "DELETE FROM installation WHERE name = 'commands'"
    return f"delete {settings.data_folder / COMMANDS_FILE}"


def check_sessions(remaining: int, total: int) -> Finding:
    """Whether enough sessions are left for today."""
    if 2 * remaining > total:
        return Finding("sessions", f"{remaining} of {total} left today")
    return Finding(
        "sessions",
        advice=f"only {remaining} of {total} are left today: find out in the log why the bot "
        "starts again and again.",
    )


async def _clock_skew(clock: Callable[[], float]) -> float | None:
    """By how many seconds the clock is ahead of Discord's; None if Discord does not say."""
    async with aiohttp.ClientSession(timeout=_TIMEOUT) as session:
        before = clock()
        async with session.get(f"{api_address()}/gateway") as response:
            after = clock()
            date = response.headers.get("Date", "")
    with contextlib.suppress(ValueError):
        # It has no fractions, so that it is up to a second late.
        begin = parsedate_to_datetime(date).timestamp()
        return max(0.0, before - begin - 1) or min(0.0, after - begin)
    return None


def check_clock(skew: float | None) -> Finding:
    """Whether the clock is right: deadlines, days and claims go by it."""
    if skew is None:
        return Finding("clock", "Discord did not say the time")
    if abs(skew) <= _MOST_WRONG:
        return Finding("clock", "as Discord's")
    way = "ahead" if skew > 0 else "behind"
    return Finding("clock", advice=f"it is {abs(skew):.0f} s {way}; synchronize it with NTP.")


async def check_page(application: discord.AppInfo, file: str) -> Finding:
    """Whether a page of docs/legal is linked for players, and names who runs the bot.

    While only its owner can add the bot, that is no more than a hint.
    """
    subject, attribute = LEGAL_PAGES[file]
    url: str | None = getattr(application, attribute)
    if not application.bot_public:
        not_needed = "not needed while only its owner can add the bot"
        advice = await _fault_of_page(url, file) if url else ""
        return Finding(subject, not_needed, hint=advice)
    return Finding(subject, url or "", advice=await _fault_of_page(url, file))


async def read_page(url: str) -> str:
    """The text at an address; raises one of :data:`UNREADABLE` if there is none."""
    async with (
        aiohttp.ClientSession(timeout=_TIMEOUT, raise_for_status=True) as session,
        session.get(url) as response,
    ):
        return await response.text(errors="replace")


async def _fault_of_page(url: str | None, file: str) -> str:
    """What to do about a page; "" if it is fine."""
    how = (
        f"name who runs the bot in docs/legal/{file}, publish it, and write its address into "
        f"General Information, at {DEVELOPER_PAGE}"
    )
    if not url:
        return f"{how}."
    try:
        text = await read_page(url)
    except UNREADABLE as error:
        return f"{url} cannot be read ({reason(error)}); {how}."
    if BLANK in " ".join(text.split()):
        return f"{url} does not say who runs the bot; fill in its blank."
    return ""
