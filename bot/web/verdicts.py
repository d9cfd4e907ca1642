"""What lost a game that is over or stuck, as the chat says it too, and how that came about."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.errors import StoreError
from bot.i18n import _
from bot.models.play import GameState
from bot.service.play.games import Games
from bot.service.solver.advice import Advisor
from bot.tasks import keep
from bot.web.view import Frame, Window, board_frame, plain
from bot.wording.verdicts import (
    Verdict,
    explains_loss,
    leads_back,
    loss_lines,
    says_verdict,
    verdict_line,
    verdict_of,
    way_back_label,
)
from engine import PatienceError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.models.advice import Solution
    from bot.models.play import BoardVersion, GameSnapshot
    from bot.service.preferences import Preferences
    from bot.services import Services


class Judge:
    """Says at a table whether games could be won, by the rules of the chat.

    Its searches are not cut off when the window closes, which would kill the solver's worker.

    Args:
        is_shown: whether a board is the one that the window shows.
        send: sends the window a frame.
        show: shows a board anew.
    """

    def __init__(
        self,
        services: Services,
        is_shown: Callable[[GameSnapshot], bool],
        send: Callable[[Frame], Awaitable[None]],
        show: Callable[[GameSnapshot], Awaitable[None]],
    ) -> None:
        self._advisor = services[Advisor]
        self._games = services[Games]
        self._is_shown = is_shown
        self._send = send
        self._show = show
        self._judged: BoardVersion | None = None
        self._in_play: GameSnapshot | None = None
        self._is_following = False
        self._tasks = set[asyncio.Task[None]]()

    def look(self, snapshot: GameSnapshot, preferences: Preferences) -> None:
        """Begin to find out what is to be said of a board that is shown, unless that was done."""
        if snapshot.board_version == self._judged:
            return
        self._judged, self._in_play = snapshot.board_version, None
        if not says_verdict(preferences, snapshot):
            return
        if snapshot.state is not GameState.PLAYING:
            keep(asyncio.create_task(self._explain(snapshot)), self._tasks)
        elif not self._advisor.knows_lost(snapshot):
            self._in_play = snapshot
            if not self._is_following:
                self._is_following = True
                keep(asyncio.create_task(self._follow()), self._tasks)

    async def _explain(self, snapshot: GameSnapshot) -> None:
        """Say what lost a game that is over or stuck."""
        with suppress(PatienceError, StoreError, ConnectionError):
            async with aclosing(self._verdicts(snapshot)) as verdicts:
                async for verdict in verdicts:
                    if not self._is_shown(snapshot):
                        return
                    await self._send(verdict_frame(snapshot, verdict))

    async def _verdicts(self, snapshot: GameSnapshot) -> AsyncGenerator[Verdict]:
        """What a search finds of a game that is over or stuck, then what a longer one adds."""
        odds = await self._advisor.odds(snapshot)
        known = verdict_of(snapshot, odds)
        if known is not None:
            yield known
        if odds.chances is not None or (known is not None and known.is_settled):
            return
        await self._advisor.look_longer(snapshot)
        found = verdict_of(snapshot, await self._advisor.odds(snapshot))
        if found is not None and found != known:
            yield found

    async def _follow(self) -> None:
        """Say that a game can no longer be won; who plays fast is told once they stop to think."""
        try:
            while (snapshot := self._in_play) is not None:
                self._in_play = None
                with suppress(PatienceError, StoreError, ConnectionError):
                    await self._advisor.odds(snapshot)
                    if self._advisor.knows_lost(snapshot) and self._is_shown(snapshot):
                        if self._advisor.tells_first(snapshot):
                            await self._games.count_odds(snapshot.game_id)
                        await self._show(snapshot)
        finally:
            self._is_following = False


def verdict_frame(snapshot: GameSnapshot, verdict: Verdict) -> Frame:
    """What lost a game, and the ways on from there: their names in frames, and labels."""
    back_to, ways = leads_back(snapshot, verdict), list[list[str]]()
    if back_to is not None:
        ways.append(["back", way_back_label(snapshot, back_to)])
    if explains_loss(snapshot, verdict):
        ways.append(["why", _("See why")])
    return {
        "t": "verdict",
        "game": snapshot.game_id,
        "version": snapshot.version,
        "said": plain(verdict_line(snapshot, verdict)),
        "ways": ways,
        "moves": back_to,
    }


def lesson_frame(
    snapshot: GameSnapshot, solution: Solution, preferences: Preferences, window: Window
) -> Frame:
    """The boards before and after the move that lost a game, that move and a better one.

    What the better one would turn up is not in it.
    """

    def after(moves: int) -> Frame:
        game = snapshot.game.copy()
        while len(game.moves) > moves:
            game.undo()
        then = replace(snapshot, game=game, state=GameState.PLAYING)
        return board_frame(then, preferences, window)

    lost, better = (one.moves[solution.own] for one in (snapshot.game, solution.game))
    return {
        "t": "lesson",
        "game": snapshot.game_id,
        "version": snapshot.version,
        "before": after(solution.own),
        "after": after(solution.own + 1),
        "moves": [str(lost), str(better)],
        "said": list(map(plain, loss_lines(snapshot, solution))),
    }
