"""What the doctor finds out about tables: whether browsers find them, and Discord opens them."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Final

import aiohttp

from bot.chat.connection.gateway import DEVELOPER_PAGE
from bot.chat.connection.library import api_address
from bot.chat.requests.failures import reason
from bot.command_line.doctor.application import UNREADABLE, read_page
from bot.command_line.doctor.findings import Finding
from bot.settings import bot_id

if TYPE_CHECKING:
    from bot.settings import Settings

_TITLE: Final = "<title>Patience</title>"
_TIMEOUT: Final = aiohttp.ClientTimeout(total=10)
_ENTRY_POINT: Final = 4
_REFUSED: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED)
"""What Discord answers to a wrong secret."""


async def check_tables(settings: Settings) -> Finding:
    """Whether the address of the tables leads to this bot, if there are any."""
    if settings.patience_web_port is None:
        return Finding("tables", "none; PATIENCE_WEB_PORT offers them in a browser")
    url = settings.patience_web_url
    how = (
        "start the bot, and let the reverse proxy pass that address on to "
        f"{settings.patience_web_host}:{settings.patience_web_port}"
    )
    try:
        text = await read_page(url)
    except UNREADABLE as error:
        return Finding("tables", advice=f"{url} cannot be read ({reason(error)}); {how}.")
    if _TITLE not in text:
        return Finding("tables", advice=f"{url} shows something else than a table; {how}.")
    if url.startswith("http://"):
        return Finding("tables", advice=f"{url} is not encrypted; use https://.")
    return Finding("tables", url)


async def check_activity(settings: Settings) -> Finding:
    """Whether Discord takes the client secret, and has Activities enabled."""
    secret, own = settings.discord_client_secret.get_secret_value(), bot_id(settings)
    if not secret or settings.discord_token is None:
        return Finding("Activity", "none; DISCORD_CLIENT_SECRET shows tables within Discord")
    token = {"Authorization": f"Bot {settings.discord_token.get_secret_value()}"}
    form = {"grant_type": "client_credentials", "scope": "identify"}
    form |= {"client_id": str(own), "client_secret": secret}
    try:
        async with aiohttp.ClientSession(timeout=_TIMEOUT) as session:
            url = f"{api_address()}/oauth2/token"
            async with session.post(url, data=form) as answer:
                is_accepted = answer.status not in _REFUSED
                if is_accepted:
                    answer.raise_for_status()
            url = f"{api_address()}/applications/{own}/commands"
            async with session.get(url, headers=token, raise_for_status=True) as answer:
                commands = await answer.json()
    except UNREADABLE as error:
        return Finding("Activity", advice=f"Discord cannot be asked ({reason(error)}); try again.")
    if not is_accepted:
        advice = (
            "Discord does not take DISCORD_CLIENT_SECRET; copy it anew from the application's "
            f"OAuth2 page, at {DEVELOPER_PAGE}."
        )
        return Finding("Activity", advice=advice)
    if not any(one["type"] == _ENTRY_POINT for one in commands):
        host = settings.patience_web_url.partition("://")[2]
        advice = (
            f"tick Enable Activities, Activities, Settings, at {DEVELOPER_PAGE}, and map / to "
            f"{host} under URL Mappings."
        )
        return Finding("Activity", advice=advice)
    return Finding("Activity", "enabled, and the secret is taken")
