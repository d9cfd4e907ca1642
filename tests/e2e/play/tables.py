"""Tables that are served beside a bot, and shown by its Discord if they are its Activity."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from bot.images import ImageRenderer
from bot.service.tables import Tables
from bot.web.decks import Decks
from bot.web.discord_sign_in import Application, DiscordSignIn
from bot.web.server import serving
from local_discord.fixtures import APPLICATION_ID
from tests.e2e.running_bot import RunningBot


@asynccontextmanager
async def serving_tables(
    bot: RunningBot, images: ImageRenderer, *, activity: bool = False
) -> AsyncIterator[Tables]:
    """Serve a bot's tables while the block runs."""
    tables, sign_in = bot.services[Tables], None
    async with AsyncExitStack() as stack:
        if activity:
            application = Application(bot.discord.api_url, APPLICATION_ID, "any", "any")
            sign_in = await stack.enter_async_context(DiscordSignIn(application, pauses=()))
        decks = Decks(images, tables)
        port = await stack.enter_async_context(
            serving(bot.services, decks, "127.0.0.1", 0, 10, sign_in=sign_in)
        )
        tables.url, tables.is_activity = f"http://127.0.0.1:{port}", activity
        if activity:
            bot.discord.enable_activities(tables.url)
        yield tables
        tables.url, tables.is_activity = "", False
