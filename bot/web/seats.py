"""A player at a table: what their page may ask of their game, or of one that a channel plays."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bot.errors import StoreError
from bot.i18n import Locale, set_locale, translate
from bot.models.play import BoardVersion, GameState
from bot.models.together import Wish
from bot.service.contests.races import Races
from bot.service.daily.daily import Daily
from bot.service.errors import GameOver, NoGame, StaleBoard
from bot.service.play.games import Games
from bot.service.players.statistics import Statistics
from bot.service.preferences import Preferences, PreferenceService
from bot.service.solver.advice import Advisor
from bot.service.solver.winnable import WinnableDeals
from bot.service.together import Together
from bot.web.beside import Beside, beside_pace, beside_race, beside_shared
from bot.web.protocol import BadFrame, board_in
from bot.web.view import Frame, plain
from bot.wording.hints import hint_notice
from bot.wording.paces import says_pace
from bot.wording.wins import win_notice
from engine import Move

if TYPE_CHECKING:
    from datetime import datetime

    from bot.models.advice import Hint, Solution
    from bot.models.places import Place
    from bot.models.play import GameSnapshot
    from bot.models.together import SharedGame
    from bot.service.tables import Sitting
    from bot.services import Services

_FIRST: Final = "klondike"
OFFERED: Final = ("klondike", "spider", "freecell", "pyramid")
"""The games that the menu offers; the chat has them all."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Acted:
    """A board after an action, and what a win has reached, in lines."""

    snapshot: GameSnapshot
    lines: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint, and the board that it is for."""

    snapshot: GameSnapshot
    hint: Hint

    def frame(self) -> Frame:
        """What a page is told of it, in the language of whoever reads it."""
        return {
            "t": "hint",
            "game": self.snapshot.game_id,
            "version": self.snapshot.version,
            "move": None if self.hint.move is None else str(self.hint.move),
            "said": plain(hint_notice(self.snapshot, self.hint)),
        }


def seat_of(services: Services, sitting: Sitting, language: str) -> Seat:
    """The seat of somebody at a table."""
    if sitting.is_shared:
        return SharedSeat(services, sitting.player, language, sitting.owner)
    return Seat(services, sitting.player, language)


class Seat:
    """A player who plays their own game.

    Actions raise what :class:`Games` raises, and :class:`BadFrame`.

    Attributes:
        pause: how many seconds apart at least a page is told what is beside the cards.
    """

    pause = 1.0

    def __init__(self, services: Services, player: int, language: str) -> None:
        self._services = services
        self._games = services[Games]
        self._player = player
        self._language = language

    async def preferences(self) -> Preferences:
        """How the player wants it, in whose language this task speaks from now on."""
        preferences = await self._services[PreferenceService].get(self._player)
        language = preferences.language or self._language
        set_locale(Locale(language, language, preferences.indices.value))
        return preferences

    async def begin(self, place: Place | None = None) -> None:
        """Deal a game to whoever has none, where they are."""
        try:
            await self._games.active(self._player)
        except NoGame:
            await self._deal(_FIRST, place)

    async def current(self) -> GameSnapshot:
        """The game on the table."""
        return await self._games.active(self._player)

    async def beside(self, snapshot: GameSnapshot) -> Beside:
        """What is to be shown beside the cards."""
        race = await beside_race(self._services, snapshot)
        if race.frame or not says_pace(await self.preferences(), snapshot):
            return race
        return await beside_pace(self._services, snapshot)

    async def finish_by(self, snapshot: GameSnapshot) -> datetime | None:
        """Until when the game counts for a day that is over; None for any other."""
        return await self._services[Daily].finish_by(snapshot)

    async def act(self, frame: Mapping[str, Any]) -> Acted:
        """Do what a frame asks on the board that it names."""
        games, player, board = self._games, self._player, board_in(frame)
        autoplay = (await self.preferences()).autoplay
        match frame.get("t"):
            case "play":
                move = Move.parse(str(frame.get("move", "")))
                after = await games.play(player, move, expected=board, autoplay=autoplay)
            case "undo":
                after = await games.undo(player, expected=board, autoplay=autoplay)
            case "redo":
                after = await games.redo(player, expected=board)
            case "finish":
                after = await games.finish(player, expected=board)
            case "back":
                return Acted(await self._go_back(frame.get("moves"), board))
            case "deal":
                return Acted(await self._deal_asked(str(frame.get("what", "")), board))
            case _:
                raise BadFrame
        return Acted(after, await self._reached(after))

    async def hints(self, frame: Mapping[str, Any]) -> AsyncGenerator[Advice, None]:
        """A hint for the board that a frame names, then better ones; it counts once."""
        snapshot = await self._games.expect(self._player, board_in(frame))
        if snapshot.state.is_final:
            raise GameOver(snapshot)
        is_counted = False
        async with aclosing(self._services[Advisor].hints(snapshot)) as hints:
            async for hint in hints:
                if hint.goes_on and hint.says_nothing:
                    continue
                if not (is_counted or hint.says_nothing):
                    is_counted = True
                    await self._games.count_hint(snapshot.game_id)
                yield Advice(snapshot, hint)

    async def lesson(self, frame: Mapping[str, Any]) -> tuple[GameSnapshot, Solution]:
        """The board that a frame names, and how it could have been won; a hint while it goes on."""
        snapshot = await self.current()
        if snapshot.board_version != board_in(frame):
            raise StaleBoard(snapshot)
        is_offered = snapshot.state is GameState.STUCK and not (
            snapshot.is_shared or snapshot.is_secret
        )
        if not (snapshot.state.is_final or is_offered):
            # In play it would tell, uncounted, whether a game is lost.
            raise BadFrame
        solution = await self._services[Advisor].lesson(snapshot)
        if not snapshot.state.is_final:
            await self._games.count_hint(snapshot.game_id)
        return snapshot, solution

    async def _go_back(self, moves: object, board: BoardVersion) -> GameSnapshot:
        """A game after so many of its moves; one that is over is played from there for practice."""
        if type(moves) is not int or moves < 0:
            raise BadFrame
        snapshot = await self._games.expect(self._player, board)
        if snapshot.state.is_final:
            return await self._games.practise(self._player, board.game_id, moves, snapshot.place)
        return await self._games.undo_to(self._player, moves, expected=board)

    async def _deal_asked(self, what: str, board: BoardVersion) -> GameSnapshot:
        """The same deal again, another one, today's, or another game; or the end of a race."""
        if what == "again":
            return await self._games.restart(self._player, expected=board)
        if what not in ("day", "new", "end", *OFFERED):
            raise BadFrame
        current = await self._games.expect(self._player, board)
        if what == "end":
            return await self._end_race(current)
        if what == "day":
            return await self._services[Daily].play(self._player, current.place)
        rules_id = current.game.rules.id if what == "new" else what
        return await self._deal(rules_id, current.place, current)

    async def _end_race(self, snapshot: GameSnapshot) -> GameSnapshot:
        """Agree to end a race that is decided."""
        if snapshot.race_id is None:
            raise BadFrame
        await self._services[Races].agree_to_end(self._player, snapshot.race_id)
        return await self.current()

    async def _deal(
        self, rules_id: str, place: Place | None, before: GameSnapshot | None = None
    ) -> GameSnapshot:
        """Deal a game that can be won, if one is found in time."""
        deal = await self._services[WinnableDeals].choose(rules_id)
        return await self._games.start(
            self._player,
            rules_id,
            deal.deal_number,
            place,
            expected=None if before is None else before.board_version,
            winnable=deal.winnable,
        )

    async def _reached(self, snapshot: GameSnapshot) -> str:
        """What a win has reached, in lines; empty for anything else."""
        if snapshot.state is not GameState.WON or snapshot.practice:
            return ""
        guild = None if snapshot.place is None else snapshot.place.guild_id
        try:
            today = self._services[Daily].today()
            win = await self._services[Statistics].for_win(snapshot, today, guild)
        except StoreError:
            # The move is saved, so the board is shown without it.
            _log.exception("A win could not be compared with others")
            return ""
        if (await self.preferences()).quiet:
            return ""
        return plain(win_notice(win, translate(snapshot.game.rules.name)))


class SharedSeat(Seat):
    """A player at a board that a channel plays together, by its rules.

    A hint is for all who sit there, once enough want one.
    """

    pause = 0.03

    def __init__(self, services: Services, player: int, language: str, owner: int) -> None:
        super().__init__(services, player, language)
        self._owner = owner
        self._together = services[Together]

    async def begin(self, place: Place | None = None) -> None:
        """Make sure that there is the board."""
        await self._together.look(self._owner)

    async def current(self) -> GameSnapshot:
        """The game on the board."""
        return (await self._together.look(self._owner)).snapshot

    async def beside(self, snapshot: GameSnapshot) -> Beside:
        """What others want on the board."""
        return Beside(await beside_shared(self._services, await self._together.look(self._owner)))

    async def finish_by(self, snapshot: GameSnapshot) -> datetime | None:
        """None: a shared board is of no day."""
        return None

    async def act(self, frame: Mapping[str, Any]) -> Acted:
        """Do what a frame asks on the board that it names, or vote for it."""
        together, player, owner, board = self._together, self._player, self._owner, board_in(frame)
        await self.preferences()
        match frame.get("t"):
            case "play":
                move = Move.parse(str(frame.get("move", "")))
                after = await together.play(player, owner, move, board)
            case "undo":
                after, _agreed = await together.want(player, owner, Wish.UNDO, board)
            case "redo":
                after = await together.redo(player, owner, board)
            case "finish":
                after = await together.finish(player, owner, board)
            case "deal":
                after = await self._ask(str(frame.get("what", "")), board)
            case _:
                raise BadFrame
        return Acted(after.snapshot)

    async def hints(self, frame: Mapping[str, Any]) -> AsyncGenerator[Advice, None]:
        """The first hint that says something, if enough want one."""
        board = board_in(frame)
        shared, agreed = await self._together.want(self._player, self._owner, Wish.HINT, board)
        if not agreed:
            return
        hint = await self._services[Advisor].first_hint(shared.snapshot)
        if hint is None:
            return
        if not hint.says_nothing:
            await self._together.count_hint(shared)
        yield Advice(shared.snapshot, hint)

    async def _ask(self, what: str, board: BoardVersion) -> SharedGame:
        """Vote to give the game up, or deal once it is over."""
        together, owner = self._together, self._owner
        match what:
            case "give up":
                return (await together.want(self._player, owner, Wish.GIVE_UP, board))[0]
            case "again":
                return await together.deal_again(owner, board)
            case "new":
                rules_id = (await self.current()).game.rules.id
                deal = await self._services[WinnableDeals].choose(rules_id)
                return await together.deal_new(
                    owner, board, deal.deal_number, winnable=deal.winnable
                )
            case _:
                raise BadFrame
