"""The server of the tables: the page, decks, sessions and the windows' connections."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import orjson
from aiohttp import WSCloseCode, web

from bot import metrics
from bot.errors import StoreError
from bot.i18n import LANGUAGES, translate, use_locale
from bot.i18n.locale import supported_language
from bot.images import DrawingFailed
from bot.service.players.names import Names
from bot.service.tables import BadLink, Sitting, Tables
from bot.service.together import Together
from bot.web.connection import Refused, greet
from bot.web.decks import Decks
from bot.web.discord_sign_in import DiscordAway
from bot.web.page import page
from bot.web.protocol import MOST_BYTES
from bot.web.rooms import Rooms
from bot.web.seats import seat_of
from engine import PatienceError

if TYPE_CHECKING:
    from bot.services import Services
    from bot.web.connection import Connection
    from bot.web.discord_sign_in import Arrival, DiscordSignIn

_OF_ONE: Final = 4
"""How many windows a player may have open."""
_HEARTBEAT: Final = 20.0
_LONGEST_TAB: Final = 64
"""How long what a page makes up for itself may be."""
_ANY_ORIGIN: Final = {"Access-Control-Allow-Origin": "*"}
"""In some of Discord's clients the page has no origin; nobody is known by a cookie."""
_DECK_HEADERS: Final = {
    "Cache-Control": "public, max-age=604800, immutable",
    "X-Content-Type-Options": "nosniff",
}
_log = logging.getLogger(__name__)


class TableError(Exception):
    """The tables cannot be served; the text says what to change."""


class TableServer:
    """Serves the tables in this process; :func:`serving` starts it."""

    def __init__(
        self, services: Services, decks: Decks, most: int, sign_in: DiscordSignIn | None
    ) -> None:
        self._services = services
        self._tables = services[Tables]
        self._decks = decks
        self._most = most
        self._sign_in = sign_in
        self._open = _ANY_ORIGIN if sign_in else {}
        self._seats = Counter[int]()
        self._rooms = Rooms()
        self._sockets = set[web.WebSocketResponse]()

    def application(self) -> web.Application:
        """The routes."""
        app = web.Application(client_max_size=MOST_BYTES)
        app.router.add_get("/", self._page)
        app.router.add_get("/favicon.ico", self._no_icon)
        app.router.add_get("/deck/{name}.webp", self._deck)
        app.router.add_post("/session", self._session)
        app.router.add_get("/ws", self._connect)
        app.on_shutdown.append(self._close)
        return app

    async def _page(self, request: web.Request) -> web.Response:
        sign_in = self._sign_in
        found = page(_language(request), str(sign_in.application.id) if sign_in else "")
        policy = (
            f"default-src 'none'; script-src {found.script}; img-src 'self'; "
            "style-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'none'"
        )
        headers = {
            "Content-Security-Policy": policy,
            "Cache-Control": "no-cache",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }
        response = web.Response(body=found.html, content_type="text/html", charset="utf-8")
        response.headers.update(headers)
        response.enable_compression()
        return response

    async def _no_icon(self, _request: web.Request) -> web.Response:
        return web.Response(status=204)

    async def _deck(self, request: web.Request) -> web.Response:
        try:
            deck = await self._decks.get(request.match_info["name"])
        except DrawingFailed as error:
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "2"}) from error
        if deck is None:
            raise web.HTTPNotFound
        return web.Response(
            body=deck, content_type="image/webp", headers={**_DECK_HEADERS, **self._open}
        )

    async def _session(self, request: web.Request) -> web.Response:
        """Trade a link, or Discord's code, for a session in which there is a game."""
        language = _language(request)
        try:
            asked = orjson.loads(await request.read())
            answer = await self._enter(asked if isinstance(asked, dict) else {}, language)
        except DiscordAway:
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "5"}) from None
        except (PatienceError, orjson.JSONDecodeError) as error:
            refusal = error if isinstance(error, PatienceError) else BadLink()
            with use_locale(language):
                said = {"said": translate(refusal)}
            return web.json_response(said, status=401, headers=self._open)
        return web.json_response(answer, headers={**self._open, "Cache-Control": "no-store"})

    async def _enter(self, asked: Mapping[str, Any], language: str) -> dict[str, str]:
        """A session for whoever shows who they are."""
        if self._sign_in is None or "code" not in asked:
            tab = str(asked.get("tab", ""))[:_LONGEST_TAB]
            session = await self._tables.open(str(asked.get("link", "")), tab)
            sitting = await self._tables.sitting(session)
            await seat_of(self._services, sitting, language).begin()
            return {"session": session}
        instance = str(asked.get("instance", ""))
        arrival = await self._sign_in.arrive(str(asked["code"]), instance)
        sitting = await self._sitting(arrival, instance)
        await seat_of(self._services, sitting, language).begin(arrival.place)
        await self._name(arrival)
        session = await self._tables.session(sitting)
        return {"session": session, "token": arrival.access, "lang": arrival.locale}

    async def _name(self, arrival: Arrival) -> None:
        """Let others at a board read who has never used a command."""
        names = self._services[Names]
        if not await names.of([arrival.player]):
            names.see(arrival.player, arrival.name)
            await names.save(arrival.player)

    async def _sitting(self, arrival: Arrival, instance: str) -> Sitting:
        """Where somebody sits within Discord: at a board of that channel, or at their own."""
        sitting = self._tables.arrive(arrival.player, instance)
        if sitting.is_shared:
            with suppress(PatienceError):
                shared = await self._services[Together].look(sitting.owner)
                if shared.board.place.channel_id == arrival.place.channel_id:
                    return sitting
        return Sitting(arrival.player, arrival.player)

    def _is_own(self, request: web.Request) -> bool:
        """Whether a connection comes from our page, be it within Discord."""
        origin = request.headers.get("Origin", "")
        hosts = {request.host, urlsplit(self._tables.url).netloc}
        if self._sign_in is not None:
            hosts.add(self._sign_in.application.host)
        is_opaque = origin == "null" and self._sign_in is not None
        return is_opaque or origin.partition("://")[2] in hosts

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        if not self._is_own(request):
            raise web.HTTPForbidden
        if len(self._sockets) >= self._most:
            metrics.TABLE_ACTIONS.labels("crowded").inc()
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "5"})
        socket = web.WebSocketResponse(
            heartbeat=_HEARTBEAT, compress=False, max_msg_size=MOST_BYTES, timeout=2.0
        )
        await socket.prepare(request)
        self._sockets.add(socket)
        metrics.TABLES_OPEN.set(len(self._sockets))
        connection: Connection | None = None

        def sit(wanted: int) -> bool:
            if self._seats[wanted] >= _OF_ONE:
                return False
            self._seats[wanted] += 1
            return True

        try:
            connection = await greet(socket, self._services, self._decks, self._rooms, sit)
            await connection.serve()
        except Refused as error:
            await socket.close(code=error.code)
        except StoreError as error:
            _log.warning("A window at a table is closed: %s", error)
            await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)
        except ConnectionError:
            _log.debug("A window at a table is gone.")
        finally:
            self._sockets.discard(socket)
            metrics.TABLES_OPEN.set(len(self._sockets))
            if connection is not None:
                await self._leave(connection.sitting)
        return socket

    async def _leave(self, sitting: Sitting) -> None:
        """A window is closed, perhaps the last of its player."""
        self._seats -= Counter({sitting.player: 1})
        if not self._seats[sitting.player]:
            try:
                await self._tables.leave(sitting)
            except StoreError as error:
                _log.info("Nobody is told that a player has left their table: %s", error)

    async def _close(self, _app: web.Application) -> None:
        """Send the windows to the next process, or to this one's successor."""
        closing = (one.close(code=WSCloseCode.SERVICE_RESTART) for one in [*self._sockets])
        await asyncio.gather(*closing, return_exceptions=True)


def _language(request: web.Request) -> str:
    """The language of a browser, if there is a translation."""
    return supported_language(request.headers.get("Accept-Language", "")[:2]) or LANGUAGES[0]


@asynccontextmanager
async def serving(
    services: Services,
    decks: Decks,
    host: str,
    port: int,
    most: int,
    *,
    shared: bool = False,
    sign_in: DiscordSignIn | None = None,
) -> AsyncIterator[int]:
    """Serve the tables while the block runs, at the port that is given.

    Args:
        port: the port; 0 for any free one.
        most: how many windows this process takes.
        shared: whether several processes listen at the port.
        sign_in: asks Discord who is there, if tables are its Activity.

    Raises:
        TableError: if the port cannot be used.
    """
    server = TableServer(services, decks, most, sign_in)
    runner = web.AppRunner(server.application(), access_log=None, shutdown_timeout=2.0)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port, reuse_address=True, reuse_port=shared or None)
        try:
            await site.start()
        except OSError as error:
            raise TableError(
                f"Tables cannot be offered at {host}, port {port} ({error.strerror}); check "
                "PATIENCE_WEB_HOST and PATIENCE_WEB_PORT."
            ) from None
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()
