"""Who sits at a table within Discord: a code is traded for a user, who has to be in the instance.

Nothing is believed from the page but the code and the instance's id, and both are Discord's to
judge. The application's secret, and the bot's token, stay here.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import quote

import aiohttp

from bot import metrics
from bot.i18n import N_
from bot.models.places import Place
from bot.service.errors import ServiceError

if TYPE_CHECKING:
    from types import TracebackType

_TIMEOUT: Final = aiohttp.ClientTimeout(total=10)
_AT_ONCE: Final = 8
"""How many sign-ins may ask Discord at the same time; whoever comes then tries again."""
_NOT_LISTED_YET: Final = (0.5, 1.5)
"""Seconds after which Discord is asked again whether somebody is there, who has only just come."""
_AFTER_REFUSAL: Final = 30.0
"""Seconds in which Discord is asked nothing after it refused us, not a player: it counts such
requests, of which ten thousand in ten minutes shut out the bot (``topics/rate-limits``)."""
_REFUSED: Final = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS)
_MOST_CHARACTERS: Final = 200

_log = logging.getLogger(__name__)


class NotInDiscord(ServiceError):
    """Discord does not confirm who is at a table, or that they are there."""

    text = N_("Discord does not confirm that you are here. Close the table, and open it again.")


class DiscordAway(Exception):
    """Discord cannot say just now who somebody is."""


@dataclass(frozen=True, slots=True)
class Application:
    """What Discord knows the bot by.

    Attributes:
        api: the base URL of Discord's API.
    """

    api: str
    id: int
    secret: str
    token: str

    @property
    def host(self) -> str:
        """Where Discord shows the application's Activity."""
        return f"{self.id}.discordsays.com"


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody who is at a table within Discord.

    Attributes:
        name: their name that is unique.
        locale: the language that they have chosen on Discord.
        access: their token, which their own client asks for.
    """

    player: int
    name: str
    locale: str
    place: Place
    access: str


class DiscordSignIn:
    """Asks Discord who somebody is, while its block runs."""

    def __init__(
        self, application: Application, *, pauses: tuple[float, ...] = _NOT_LISTED_YET
    ) -> None:
        self.application = application
        self._pauses = pauses
        self._free = _AT_ONCE
        self._refused_until = 0.0
        self._http: aiohttp.ClientSession

    async def __aenter__(self) -> Self:
        """Be able to ask."""
        self._http = aiohttp.ClientSession(timeout=_TIMEOUT)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Ask no more."""
        await self._http.close()

    async def arrive(self, code: str, instance: str) -> Arrival:
        """Who a code is of, if they are in an instance.

        Raises:
            NotInDiscord: if Discord does not know the code, or them there.
            DiscordAway: if it cannot say, or too many ask.
        """
        if not code:
            raise NotInDiscord
        if not self._free or time.monotonic() < self._refused_until:
            raise DiscordAway
        self._free -= 1
        outcome = "unavailable"
        try:
            arrival = await self._arrive(code[:_MOST_CHARACTERS], instance[:_MOST_CHARACTERS])
            outcome = "done"
        except NotInDiscord:
            outcome = "refused"
            raise
        except (aiohttp.ClientError, TimeoutError, LookupError, ValueError) as error:
            # The representation of some has the request's headers, tokens included.
            why = f"{type(error).__name__} {error}"
            _log.warning("Discord could not say who is at a table: %s", why)
            raise DiscordAway from None
        finally:
            self._free += 1
            metrics.TABLE_SIGN_INS.labels(outcome).inc()
        return arrival

    async def _arrive(self, code: str, instance: str) -> Arrival:
        form = {"grant_type": "authorization_code", "code": code} | self._credentials()
        granted = await self._ask("POST", "/oauth2/token", data=form)
        access = str(granted["access_token"])
        user = await self._ask("GET", "/users/@me", authorization=f"Bearer {access}")
        place = await self._place_of(instance, str(user["id"]))
        name, locale = str(user["username"]), str(user.get("locale", ""))
        return Arrival(int(user["id"]), name, locale, place, access)

    async def _place_of(self, instance: str, user: str) -> Place:
        """Where an instance is that has a user in it."""
        path = f"/applications/{self.application.id}/activity-instances/{quote(instance, safe='')}"
        for pause in (*self._pauses, None):
            try:
                found = await self._ask("GET", path, authorization=f"Bot {self.application.token}")
            except NotInDiscord:
                found = {"users": []}
            if user in found["users"]:
                location = found["location"]
                guild = location.get("guild_id")
                return Place(int(location["channel_id"]), None if guild is None else int(guild))
            if pause is not None:
                await asyncio.sleep(pause)
        raise NotInDiscord

    async def _ask(
        self,
        method: str,
        path: str,
        *,
        data: dict[str, str] | None = None,
        authorization: str = "",
    ) -> dict[str, Any]:
        """Discord's answer; NotInDiscord if it is that something does not exist."""
        headers = {"Authorization": authorization} if authorization else {}
        url = f"{self.application.api}{path}"
        async with self._http.request(method, url, data=data, headers=headers) as response:
            if response.status in (HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND):
                raise NotInDiscord
            if response.status in _REFUSED:
                self._refused_until = time.monotonic() + _AFTER_REFUSAL
            response.raise_for_status()
            answer: dict[str, Any] = await response.json()
            return answer

    def _credentials(self) -> dict[str, str]:
        return {"client_id": str(self.application.id), "client_secret": self.application.secret}
