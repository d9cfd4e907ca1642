"""What the doctor finds out about the tables in a browser: whether browsers find them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.chat.requests.failures import reason
from bot.command_line.doctor.application import UNREADABLE, read_page
from bot.command_line.doctor.findings import Finding

if TYPE_CHECKING:
    from bot.settings import Settings

_TITLE: Final = "<title>Patience</title>"


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
