"""All REST routes in one list. Templates are spelled as in Discord's API description."""

from __future__ import annotations

from aiohttp import web

from local_discord.api import API_PREFIX, Api
from local_discord.rest import application, callback, channels, commands, emojis, oauth2, webhooks


def add_routes(app: web.Application, api: Api) -> None:
    """Add every route of the API to the server."""
    routes = [
        *application.routes(api),
        *commands.routes(api),
        *emojis.routes(api),
        *callback.routes(api),
        *webhooks.routes(api),
        *channels.routes(api),
        *oauth2.routes(api),
    ]
    for method, template, handler in routes:
        app.router.add_route(method, API_PREFIX + template, handler)
