"""A player at a table: what their page may ask of their game."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bot.errors import StoreError
from bot.i18n import Locale, set_locale, translate
from bot.models.play import BoardVersion, GameState
from bot.service.daily.daily import Daily
from bot.service.errors import GameOver, NoGame
from bot.service.play.games import Games
from bot.service.players.statistics import Statistics
from bot.service.preferences import Preferences, PreferenceService
from bot.service.solver.advice import Advisor
from bot.service.solver.winnable import WinnableDeals
from bot.web.view import Frame, plain
from bot.wording.hints import hint_notice
from bot.wording.wins import win_notice
from engine import Move

if TYPE_CHECKING:
    from bot.models.places import Place
    from bot.models.play import GameSnapshot
    from bot.services import Services

_FIRST: Final = "klondike"
OFFERED: Final = ("klondike", "spider", "freecell", "pyramid")
"""The games that the menu offers; the chat has them all."""

_log = logging.getLogger(__name__)


class BadFrame(Exception):
    """A window sent what no page of ours sends."""


@dataclass(frozen=True, slots=True)
class Acted:
    """A board after an action, and what a win has reached, in lines."""

    snapshot: GameSnapshot
    lines: str = ""


class Seat:
    """A player who plays their own game.

    Actions raise what :class:`Games` raises, and :class:`BadFrame`.
    """

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
            case "deal":
                return Acted(await self._deal_asked(str(frame.get("what", "")), board))
            case _:
                raise BadFrame
        return Acted(after, await self._reached(after))

    async def hints(self, frame: Mapping[str, Any]) -> AsyncGenerator[Frame, None]:
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
                yield {
                    "t": "hint",
                    "game": snapshot.game_id,
                    "version": snapshot.version,
                    "move": None if hint.move is None else str(hint.move),
                    "said": plain(hint_notice(snapshot, hint)),
                }

    async def _deal_asked(self, what: str, board: BoardVersion) -> GameSnapshot:
        """The same deal again, another one, today's, or another of the games that are offered."""
        if what == "again":
            return await self._games.restart(self._player, expected=board)
        if what not in ("day", "new", *OFFERED):
            raise BadFrame
        current = await self._games.expect(self._player, board)
        if what == "day":
            return await self._services[Daily].play(self._player, current.place)
        rules_id = current.game.rules.id if what == "new" else what
        return await self._deal(rules_id, current.place, current)

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


def board_in(frame: Mapping[str, Any]) -> BoardVersion:
    """The board that a frame is about."""
    game, version = frame.get("game"), frame.get("version")
    if type(game) is not int or type(version) is not int or not 0 <= game < 2**63:
        raise BadFrame
    return BoardVersion(game, version)
