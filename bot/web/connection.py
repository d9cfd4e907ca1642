"""One window at a table: what it asks is done in order, and what changes elsewhere is shown."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import ExitStack, aclosing, suppress
from typing import TYPE_CHECKING, Any, Final

import orjson

from bot import metrics
from bot.errors import StoreError
from bot.fair_queue import current_player
from bot.i18n import LANGUAGES, N_, _, current_language, translate
from bot.i18n.locale import supported_language
from bot.service.contests.races import Races
from bot.service.daily.paces import Paces
from bot.service.errors import GameOver, NoGame, StaleBoard
from bot.service.play.games import Games
from bot.service.players.names import Names
from bot.service.players.privacy import Absence
from bot.service.solver.advice import Advisor
from bot.service.solver.pool import SolverPool
from bot.service.tables import BadLink, Tables
from bot.service.together import NoSharedBoard
from bot.tasks import cancel_and_wait, keep
from bot.web.beside import Beside
from bot.web.page import closed_texts
from bot.web.protocol import (
    OTHER_PROTOCOL,
    OVER,
    POLICY,
    PROTOCOL,
    TOO_MANY,
    BadFrame,
    count_in,
    receive,
    window_in,
)
from bot.web.rooms import Guest, Rooms
from bot.web.seats import OFFERED, seat_of
from bot.web.verdicts import Judge, lesson_frame
from bot.web.view import Window, board_frame, colours_of, deck_for, plain
from engine import CATALOGUE, PatienceError, PileKind
from engine.wording import named_pile
from rendering.theme import theme_named

if TYPE_CHECKING:
    from aiohttp import web

    from bot.models.contests import Race
    from bot.models.play import BoardVersion, GameSnapshot
    from bot.service.tables import Sitting
    from bot.services import Services
    from bot.web.decks import Decks
    from bot.web.seats import Advice, Seat
    from bot.web.view import Frame

_A_SECOND: Final = 10.0
_AT_ONCE: Final = 20.0
"""How many frames a window may send, in a second and at once."""
_GREETING: Final = 10.0
"""Seconds in which a window has to say whose it is."""
_BROKEN: Final = N_("Something went wrong on our side. Your game is safe.")
_UNSAVED: Final = N_(
    "Games cannot be saved right now, so nothing was played. Try again in a minute."
)
_OLD_BOARD: Final = N_("That board was out of date. This is the current one.")

_log = logging.getLogger(__name__)


class Refused(Exception):
    """A window is not served; ``code`` says why."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


async def greet(
    socket: web.WebSocketResponse,
    services: Services,
    decks: Decks,
    rooms: Rooms,
    sit: Callable[[int], bool],
) -> Connection:
    """Wait for a window to say whose it is.

    Args:
        sit: takes a seat for a player, if one is free.

    Raises:
        Refused: if it says nothing, nothing that is right, or there is no seat.
    """
    try:
        async with asyncio.timeout(_GREETING):
            hello = await receive(socket)
    except TimeoutError:
        hello = None
    if hello is None:
        raise Refused(POLICY)
    if hello.get("t") != "hello" or hello.get("v") != PROTOCOL:
        raise Refused(OTHER_PROTOCOL)
    try:
        session = str(hello.get("session", ""))
        sitting = await services[Tables].sitting(session)
        window = window_in(hello)
    except BadLink:
        raise Refused(OVER) from None
    except BadFrame:
        raise Refused(POLICY) from None
    names = await services[Names].of([sitting.player])
    if not sit(sitting.player):
        raise Refused(TOO_MANY)
    language = supported_language(str(hello.get("lang", ""))) or LANGUAGES[0]
    return Connection(
        socket,
        services,
        decks,
        rooms,
        session=session,
        sitting=sitting,
        name=names.get(sitting.player, ""),
        window=window,
        seat=seat_of(services, sitting, language),
    )


class Connection:
    """A window of a player, once it has said whose it is."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        services: Services,
        decks: Decks,
        rooms: Rooms,
        *,
        session: str,
        sitting: Sitting,
        name: str,
        window: Window,
        seat: Seat,
    ) -> None:
        self.sitting = sitting
        self._socket = socket
        self._services = services
        self._decks = decks
        self._rooms = rooms
        self._session = session
        self._window = window
        self._seat = seat
        self._lock = asyncio.Lock()
        self._changed = asyncio.Event()
        self._others_changed = asyncio.Event()
        self._guest = Guest(sitting, name, self._others_changed.set, self._give)
        self._following = ExitStack()
        self._shown: BoardVersion | None = None
        self._read = Beside()
        self._read_at = 0.0
        self._is_read = False
        self._beside: Frame = {}
        self._deck = ""
        self._starting = 0
        self._judge = Judge(services, self._is_shown, self._send, self._show_again)
        self._advising = set[asyncio.Task[None]]()
        self._aside = set[asyncio.Task[None]]()

    async def serve(self) -> None:
        """Show the player's board, and do what the window asks, until it closes."""
        current_player.set(self.sitting.player)
        changes = self._services[Games].changes
        with (
            changes.follow(self.sitting.owner, self._note),
            # Their tables may be closed, or their data deleted.
            changes.follow(self.sitting.player, self._note),
            self._rooms.enter(self._guest),
            self._following,
        ):
            watching = [asyncio.create_task(one()) for one in (self._watch, self._watch_others)]
            try:
                async with self._lock:
                    await self._welcome()
                    await self._answer({"t": "show"})
                if self._socket.closed:
                    return
                with suppress(StoreError):
                    # Who plays here is not away, though they use no command.
                    await self._services[Absence].note_here(self.sitting.player)
                await self._listen()
            finally:
                await cancel_and_wait([*watching, *self._aside])

    def _note(self) -> None:
        """The board has changed, or what others want on it."""
        self._changed.set()
        self._note_others()

    def _note_others(self) -> None:
        """What others want or have reached has changed, which is read anew."""
        self._is_read = False
        self._others_changed.set()

    async def _listen(self) -> None:
        """Do what the window asks, no faster than anybody plays."""
        allowance, before = _AT_ONCE, time.monotonic()
        while (frame := await receive(self._socket)) is not None:
            now = time.monotonic()
            allowance = min(_AT_ONCE, allowance + (now - before) * _A_SECOND) - 1
            before = now
            if allowance < 0:
                metrics.TABLE_ACTIONS.labels("flooded").inc()
                await self._socket.close(code=POLICY)
                return
            if frame.get("t") == "hold":
                self._rooms.hold(self._guest, str(frame.get("pile", "")), count_in(frame))
                continue
            if frame.get("t") in ("hint", "why"):
                # Beside what else the window asks, as it takes seconds.
                keep(asyncio.create_task(self._advise(frame)), self._advising)
                continue
            async with self._lock:
                await self._answer(frame)

    async def _watch(self) -> None:
        """Show what the player does elsewhere."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            async with self._lock:
                try:
                    await self._check()
                    snapshot = await self._seat.current()
                    if snapshot.board_version != self._shown:
                        await self._show(snapshot)
                except BadLink:
                    await self._socket.close(code=OVER)
                except (PatienceError, StoreError, ConnectionError) as error:
                    _log.info("A table could not follow its player: %s", error)

    async def _watch_others(self) -> None:
        """Show what others want, hold and have reached, now and then."""
        while True:
            await self._others_changed.wait()
            self._others_changed.clear()
            async with self._lock:
                try:
                    if self._is_read:
                        # Others took cards up, or laid them down, of which nothing is stored.
                        await self._send_beside()
                    else:
                        await self._seat.preferences()
                        await self._show_beside(await self._seat.current())
                except (PatienceError, StoreError, ConnectionError) as error:
                    _log.info("A table could not follow others: %s", error)
            await asyncio.sleep(self._seat.pause)

    async def _check(self) -> None:
        """Raise BadLink if this session is over."""
        await self._services[Tables].sitting(self._session)

    async def _show_beside(self, snapshot: GameSnapshot) -> None:
        """Read what is beside the cards, and send it."""
        self._is_read, before = True, self._read.players
        self._read, self._read_at = await self._seat.beside(snapshot), time.monotonic()
        if self._read.players != before:
            self._following.close()
            for player in self._read.players:
                following = self._services[Games].changes.follow(player, self._note_others)
                self._following.enter_context(following)
        starting = self._read.starting
        if starting is not None and starting.id != self._starting:
            self._starting = starting.id
            self._begin(self._start(starting))
        if self._read.is_stale:
            self._begin(self._read_paces(snapshot))
        await self._send_beside()

    async def _send_beside(self) -> None:
        """Send what is beside the cards, if that is something else than before."""
        frame = dict(self._read.frame)
        if "seconds" in frame:
            passed = int(time.monotonic() - self._read_at)
            frame["seconds"] = max(0, frame["seconds"] - passed)
        if self.sitting.is_shared:
            frame |= {
                "hands": self._rooms.hands(self._guest),
                "here": self._rooms.names(self._guest),
            }
        if frame != self._beside:
            self._beside = frame
            await self._send({"t": "beside"} | frame)

    def _give(self, advice: Advice) -> None:
        """Send the hint that another window at the board got."""
        self._begin(self._send_given(advice))

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        """Do something until the window closes."""
        keep(asyncio.create_task(work), self._aside)

    async def _start(self, race: Race) -> None:
        """Show the player's board of a race at its start; the chat does so only for a while."""
        races = self._services[Races]
        try:
            await races.wait_for_start(race)
            await races.board(self.sitting.player, race.id)
        except (PatienceError, StoreError) as error:
            _log.info("A table could not show the board of a race: %s", error)
        self._note()

    async def _read_paces(self, snapshot: GameSnapshot) -> None:
        """Read how far others of a day's deal were, for which no move waits."""
        with suppress(StoreError):
            await self._services[Paces].refresh(snapshot)
            self._note_others()

    async def _send_given(self, advice: Advice) -> None:
        # This task has the language of whoever asked.
        with suppress(ConnectionError, StoreError):
            await self._seat.preferences()
            await self._send(advice.frame())

    async def _answer(self, frame: Mapping[str, Any]) -> None:
        """Do what a frame asks, and answer with a board or a sentence."""
        asked, outcome = frame.get("re"), "shown"
        try:
            await self._check()
            if frame.get("t") in ("size", "show"):
                self._window = window_in(frame) if "size" in frame else self._window
                try:
                    current = await self._seat.current()
                except (NoGame, NoSharedBoard):
                    # Only another link deals them a game, or leads to a board.
                    await self._socket.close(code=OVER)
                    return
                await self._show(current)
                return
            outcome = "refused"
            acted = await self._seat.act(frame)
            self._rooms.hold(self._guest, "", 0)
            await self._show(acted.snapshot, re=asked, lines=acted.lines or None)
            if acted.snapshot.state.is_final:
                await self._services[Tables].leave(self.sitting)
            outcome = "done"
        except BadLink:
            await self._socket.close(code=OVER)
        except BadFrame:
            outcome = "bad"
            await self._socket.close(code=POLICY)
        except StaleBoard as stale:
            outcome = "stale"
            await self._show(stale.current, re=asked, notice=_(_OLD_BOARD))
        except GameOver as over:
            await self._show(over.snapshot, re=asked, notice=translate(over))
        except ConnectionError:
            raise
        except Exception as error:
            outcome, said = _excuse(error)
            await self._refuse(said, asked)
        finally:
            metrics.TABLE_ACTIONS.labels(outcome).inc()

    async def _advise(self, frame: Mapping[str, Any]) -> None:
        """Send hints, or what lost a game, until the player acts."""
        try:
            await self._check()
            await (self._hint(frame) if frame.get("t") == "hint" else self._explain(frame))
        except StaleBoard:
            self._changed.set()
        except BadLink:
            await self._socket.close(code=OVER)
        except BadFrame:
            await self._socket.close(code=POLICY)
        except ConnectionError:
            return
        except Exception as error:
            if not self._socket.closed:
                await self._refuse(_excuse(error)[1], frame.get("re"))

    async def _hint(self, frame: Mapping[str, Any]) -> None:
        async with aclosing(self._seat.hints(frame)) as hints:
            async for advice in hints:
                if not self._is_shown(advice.snapshot):
                    return
                await self._send(advice.frame())
                if self.sitting.is_shared:
                    self._rooms.give(self._guest, advice)

    async def _explain(self, frame: Mapping[str, Any]) -> None:
        snapshot, solution = await self._seat.lesson(frame)
        if self._is_shown(snapshot):
            preferences = await self._seat.preferences()
            await self._send(lesson_frame(snapshot, solution, preferences, self._window))

    async def _show_again(self, snapshot: GameSnapshot) -> None:
        """Show a board anew, if it is still there."""
        async with self._lock:
            if self._is_shown(snapshot):
                await self._show(snapshot)

    def _is_shown(self, snapshot: GameSnapshot) -> bool:
        return self._shown == snapshot.board_version

    async def _welcome(self) -> None:
        preferences = await self._seat.preferences()
        if not self.sitting.is_shared:
            self._session = await self._services[Tables].session(self.sitting)
        await self._send(
            {
                "t": "welcome",
                "session": self._session,
                "lang": current_language(),
                "motion": preferences.motion,
                "texts": _texts(),
            }
        )

    async def _show(self, snapshot: GameSnapshot, **more: object) -> None:
        """Send a board, and before it the look of the table if that is another one."""
        preferences = await self._seat.preferences()
        deck = self._decks.frame(deck_for(snapshot, preferences, self._window))
        if deck["url"] != self._deck:
            self._deck = str(deck["url"])
            theme = theme_named(preferences.theme)
            look = {"colours": colours_of(theme.name), "pale": theme.is_pale}
            await self._send(deck | look)
        finish_by = await self._seat.finish_by(snapshot)
        if not snapshot.state.is_final:
            self._services[SolverPool].expect_questions()
        is_lost = self._services[Advisor].knows_lost(snapshot)
        frame = board_frame(snapshot, preferences, self._window, finish_by, is_lost=is_lost)
        await self._send(frame | {name: value for name, value in more.items() if value is not None})
        self._shown = snapshot.board_version
        self._judge.look(snapshot, preferences)
        await self._show_beside(snapshot)

    async def _refuse(self, said: str, asked: object) -> None:
        await self._send({"t": "refused", "re": asked, "said": said})

    async def _send(self, frame: Mapping[str, object]) -> None:
        await self._socket.send_str(orjson.dumps(frame).decode())


def _excuse(error: Exception) -> tuple[str, str]:
    """What became of an action that failed, and the sentence for its player."""
    if isinstance(error, PatienceError):
        return "refused", plain(translate(error))
    if isinstance(error, StoreError):
        _log.error("The database failed", exc_info=error)
        return "unavailable", _(_UNSAVED)
    _log.error("A table failed", exc_info=error)
    return "failed", _(_BROKEN)


def _texts() -> dict[str, object]:
    """The texts of the page in the current language."""
    return {
        "undo": _("Undo"),
        "redo": _("Redo"),
        "hint": _("Hint"),
        "finish": _("Finish"),
        "more": _("Another deal"),
        "board": _("Board"),
        "piles": {
            kind.name.lower(): translate(named_pile(kind, "{name}", begins=True))
            for kind in PileKind
        },
        "new": _("New deal"),
        "again": _("Same deal again"),
        "day": _("Today's deal"),
        "games": {one: translate(CATALOGUE[one].name) for one in OFFERED},
        "stuck": _("No card can be played any more. Undo, or deal another."),
        "where": _("Where to?"),
        "lifted": _("lifted"),
        "target": _("can go here"),
        **closed_texts(),
    }
