"""Who may sit at a table in a browser: links that lead to one, and sessions there.

Both are signed values, so that nothing is stored. A link is for one player, lasts some minutes, and
opens one session; it is given to its player alone.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import math
import secrets
import struct
import time
from collections.abc import Callable
from typing import Final

from bot.i18n import N_
from bot.recent import Recent
from bot.service.claims import Claims
from bot.service.errors import ServiceError

LINK_SECONDS: Final = 600
SESSION_SECONDS: Final = 7 * 86_400
_LAUNCH_SECONDS: Final = 60
"""In which somebody whose table did not open presses again."""
_SIGNED: Final = struct.Struct(">qqq")
"""The player, the second until which it is good, and a number that no other link has."""
_MAC_LENGTH: Final = 16
_FOR_EVER: Final = 2**53
_MOST_REMEMBERED: Final = 512
"""For how many players something is done afterwards: with each goes all that they had pressed."""


class BadLink(ServiceError):
    """A link or a session is not good, or no longer."""

    text = N_("This link is no longer good. Press “Table” under your board for another.")


class NoTables(ServiceError):
    """There are no tables, or no longer."""

    text = N_("There are no tables here now. Go on with the buttons under your board.")


class Tables:
    """Gives out links to tables, and takes them.

    Attributes:
        url: the address of the tables; empty while there are none.
        is_activity: whether Discord can show them, as the application's Activity.
    """

    def __init__(
        self,
        claims: Claims,
        *,
        secret: str = "",
        url: str = "",
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.url = url
        self._claims = claims
        self._secret = secret.encode()
        self._clock = clock
        self._after = Recent[int, Callable[[], None]](_MOST_REMEMBERED)
        self.is_activity = False
        self._launched = Recent[int, float](_MOST_REMEMBERED)

    def after(self, player: int, done: Callable[[], None]) -> None:
        """Call a function whenever a player has left their table, or finished a game there."""
        self._after[player] = done

    def leave(self, player: int) -> None:
        """A player has left their table, or finished a game there."""
        done = self._after.get(player)
        if done is not None:
            done()

    def refuse_if_closed(self) -> None:
        """Raise :class:`NoTables` unless there are tables."""
        if not self.url:
            raise NoTables

    def launch(self, player: int) -> bool:
        """Whether a player's table is to be shown within Discord.

        Not if they have just asked for that and it did not come to be, as in a server where Discord
        starts no Activity that it has not verified.
        """
        now, before = self._clock(), self._launched.pop(player, -math.inf)
        if not self.is_activity or now - before < _LAUNCH_SECONDS:
            return False
        self._launched[player] = now
        return True

    def arrive(self, player: int) -> None:
        """A player has come to their table within Discord."""
        self._launched.pop(player, None)

    def link(self, player: int) -> str:
        """An address that seats a player once, in the next minutes."""
        until = int(self._clock()) + LINK_SECONDS
        signed = self._sign("link", player, until, secrets.randbits(62) + 1)
        return f"{self.url}/#{signed}"

    def standing_link(self, player: int) -> str:
        """An address that always seats a player, for whoever may see all that the bot prints."""
        return f"{self.url}/#{self._sign('link', player, _FOR_EVER, 0)}"

    async def open(self, link: str) -> str:
        """The session that a link opens.

        Raises:
            BadLink: if it is forged, too old, or was used.
        """
        player, number = self._read("link", link)
        if number and not await self._claims.take_once(f"table {number}"):
            raise BadLink
        return self.session(player)

    def session(self, player: int) -> str:
        """A new session of a player, who has shown who they are."""
        return self._sign("session", player, int(self._clock()) + SESSION_SECONDS, 0)

    def player_of(self, session: str) -> int:
        """Whose session it is; BadLink if it is forged or too old."""
        return self._read("session", session)[0]

    def mark(self, text: str) -> str:
        """A mark by which a text is known to come from here."""
        return self._mac(f"mark {text}".encode()).hex()

    def _sign(self, purpose: str, player: int, until: int, number: int) -> str:
        value = _SIGNED.pack(player, until, number)
        signed = value + self._mac(purpose.encode() + value)
        return base64.urlsafe_b64encode(signed).decode().rstrip("=")

    def _read(self, purpose: str, text: str) -> tuple[int, int]:
        try:
            signed = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
        except (binascii.Error, ValueError):
            raise BadLink from None
        value, mac = signed[: _SIGNED.size], signed[_SIGNED.size :]
        if not hmac.compare_digest(mac, self._mac(purpose.encode() + value)):
            raise BadLink
        player, until, number = _SIGNED.unpack(value)
        if self._clock() > until:
            raise BadLink
        return player, number

    def _mac(self, value: bytes) -> bytes:
        return hmac.digest(self._secret, b"table " + value, "sha256")[:_MAC_LENGTH]
