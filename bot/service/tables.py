"""Who may sit at a table in a browser: links that lead to one, and sessions there.

Both are signed values, so that neither is stored. A link is for one player, lasts some minutes, and
opens one session; it is given to its player alone. A session is good as long as its player's key is
the one that it was made with: that goes with their data, or when they close their tables.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import secrets
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.i18n import N_
from bot.recent import Recent
from bot.service.claims import Claims
from bot.service.errors import ServiceError
from bot.service.play.games import Games
from bot.service.preferences import PreferenceService

LINK_SECONDS: Final = 600
SESSION_SECONDS: Final = 7 * 86_400
_LAUNCH_SECONDS: Final = 60
"""In which somebody whose table did not open presses again."""
SHARED_SECONDS: Final = 86_400
"""For how long somebody sits at a channel's board, whoever may still be in that channel."""
_SIGNED: Final = struct.Struct(">qqqq")
"""The player, whose board it is, the second until which it is good, and a number: of links their
own, of sessions their player's key."""
_MAC_LENGTH: Final = 16
_FOR_EVER: Final = 2**53
_OTHERS: Final = 0
"""Stands for whoever joins an Activity."""
_MOST_REMEMBERED: Final = 512
"""For how many players something is done afterwards: with each goes all that they had pressed."""


class BadLink(ServiceError):
    """A link or a session is not good, or no longer."""

    text = N_("This link is no longer good. Press “Table” under your board for another.")


class NoTables(ServiceError):
    """There are no tables, or no longer."""

    text = N_("There are no tables here now. Go on with the buttons under your board.")


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody at a table, and whose board lies there: their own, or a channel's."""

    player: int
    owner: int

    @property
    def is_shared(self) -> bool:
        """Whether others play on the same board."""
        return self.owner != self.player


@dataclass(frozen=True, slots=True)
class _Launch:
    """Whose board is to be shown within Discord, and when that was asked for."""

    owner: int
    at: float


@dataclass(frozen=True, slots=True)
class _Signed:
    """What is in a link or a session."""

    sitting: Sitting
    until: int
    number: int


class Tables:
    """Gives out links to tables, and takes them.

    Attributes:
        url: the address of the tables; empty while there are none.
        is_activity: whether Discord can show them, as the application's Activity.
        is_alone: whether whoever opens one within Discord comes to this process, not to another
            that does not know what was pressed here.
    """

    def __init__(
        self,
        claims: Claims,
        games: Games,
        preferences: PreferenceService,
        *,
        secret: str = "",
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.url = ""
        self._claims = claims
        self._games = games
        self._preferences = preferences
        self._secret = secret.encode()
        self._clock = clock
        self._after = Recent[int, Callable[[], None]](_MOST_REMEMBERED)
        self.is_activity = False
        self.is_alone = True
        self._launched = Recent[int, _Launch](_MOST_REMEMBERED)
        self._boards = Recent[tuple[str, int], int](_MOST_REMEMBERED)

    def after(self, player: int, done: Callable[[], None]) -> None:
        """Call a function whenever a player has left their table, or finished a game there."""
        self._after[player] = done

    async def leave(self, sitting: Sitting) -> None:
        """A player has left a table, or finished a game there, whichever process waits."""
        if not sitting.is_shared:
            self.note_left(sitting.player)
            await self._games.tell_others(sitting.player, "table")

    def note_left(self, player: int) -> None:
        """A player has left their table, or finished a game there, perhaps of another process."""
        done = self._after.get(player)
        if done is not None:
            done()

    def refuse_if_closed(self) -> None:
        """Raise :class:`NoTables` unless there are tables."""
        if not self.url:
            raise NoTables

    def launch(self, player: int, owner: int | None = None) -> bool:
        """Whether a player's table, or a channel's, is to be shown within Discord.

        Not if they have just asked for that and it did not come to be, as in a server where Discord
        starts no Activity that it has not verified. Nor is a channel's by one of several processes.
        """
        now, before = self._clock(), self._launched.pop(player, None)
        is_in_vain = before is not None and now - before.at < _LAUNCH_SECONDS
        may_be_lost = owner is not None and not self.is_alone
        if not self.is_activity or is_in_vain or may_be_lost:
            return False
        self._launched[player] = _Launch(player if owner is None else owner, now)
        return True

    def arrive(self, player: int, instance: str) -> Sitting:
        """A player has come to a table within Discord.

        They sit at what they launched, as long as the Activity goes on; who joins others sits with
        them, if that is a channel's board.
        """
        launch = self._launched.pop(player, None)
        if launch is not None and self._clock() - launch.at < _LAUNCH_SECONDS:
            for sits in {player, player if launch.owner == player else _OTHERS}:
                self._boards[instance, sits] = launch.owner
        boards = (self._boards.get((instance, sits)) for sits in (player, _OTHERS))
        return Sitting(player, next(filter(None, boards), player))

    def link(self, player: int, owner: int | None = None) -> str:
        """An address that seats a player once, in the next minutes, at their board or another."""
        sitting = Sitting(player, player if owner is None else owner)
        until = int(self._clock()) + LINK_SECONDS
        return f"{self.url}/#{self._sign('link', sitting, until, secrets.randbits(62) + 1)}"

    def standing_link(self, player: int) -> str:
        """An address that always seats a player, for whoever may see all that the bot prints."""
        return f"{self.url}/#{self._sign('link', Sitting(player, player), _FOR_EVER, 0)}"

    async def open(self, link: str, tab: str = "") -> str:
        """The session that a link opens.

        Args:
            tab: what the page made up that asks. It may ask again, as the answer may be lost.

        Raises:
            BadLink: if it is forged, too old, or was used.
        """
        signed = self._read("link", link)
        number = signed.number
        if number and not await self._claims.take_once(f"table {number}", tab):
            raise BadLink
        return await self.session(signed.sitting)

    async def session(self, sitting: Sitting) -> str:
        """A new session of a player, who has shown who they are."""
        key = await self._preferences.table_key(sitting.player)
        lasts = SHARED_SECONDS if sitting.is_shared else SESSION_SECONDS
        return self._sign("session", sitting, int(self._clock()) + lasts, key)

    async def sitting(self, session: str) -> Sitting:
        """Whose session it is; BadLink if it is forged, too old, or closed."""
        signed = self._read("session", session)
        if (await self._preferences.get(signed.sitting.player)).table_key != signed.number:
            raise BadLink
        return signed.sitting

    async def close(self, player: int) -> None:
        """Close all tables of a player, wherever they are open."""
        await self._preferences.table_key(player, anew=True)
        await self._games.tell(player)

    def mark(self, text: str) -> str:
        """A mark by which a text is known to come from here."""
        return self._mac(f"mark {text}".encode()).hex()

    def _sign(self, purpose: str, sitting: Sitting, until: int, number: int) -> str:
        value = _SIGNED.pack(sitting.player, sitting.owner, until, number)
        signed = value + self._mac(purpose.encode() + value)
        return base64.urlsafe_b64encode(signed).decode().rstrip("=")

    def _read(self, purpose: str, text: str) -> _Signed:
        try:
            signed = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
        except (binascii.Error, ValueError):
            raise BadLink from None
        value, mac = signed[: _SIGNED.size], signed[_SIGNED.size :]
        if not hmac.compare_digest(mac, self._mac(purpose.encode() + value)):
            raise BadLink
        player, owner, until, number = _SIGNED.unpack(value)
        if self._clock() > until:
            raise BadLink
        return _Signed(Sitting(player, owner), until, number)

    def _mac(self, value: bytes) -> bytes:
        return hmac.digest(self._secret, b"table " + value, "sha256")[:_MAC_LENGTH]
