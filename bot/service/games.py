"""The tables that players sit at: dealing, playing, taking back, giving up, coming back.

Whatever a player does is on disk before the call returns. Calls for one player run one after the
other; against another process on the same database the version in the store is the guard.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Final
from weakref import WeakValueDictionary

from bot.models import Place
from bot.service import actions
from bot.service.errors import Finished, NoGame, NotYours, Stale
from bot.service.models import BoardVersion, GameSnapshot, GameSummary, summary
from bot.service.replay import GIVE_UP, UNDO, outcome_of, played, restore
from bot.store import Conflict, Database, Deal, GameFinished, NoSuchGame, Step, StoredGame
from bot.store.challenges import is_racing
from bot.store.games import (
    activate_game,
    active_game,
    append_steps,
    count_hint,
    create_game,
    load_game,
    load_log,
    recent_games,
    unfinished_daily_game,
    unfinished_games,
)
from engine import Game, Move, Status, deal, rules_of

HIGHEST_RANDOM_DEAL: Final = 999_999_999
"""Deals that nobody chose have numbers up to here at most, short enough to be typed again."""

_CACHED_GAMES: Final = 256
_TRIES: Final = 50


def _now() -> datetime:
    return datetime.now(UTC)


class Games:
    """Every player's table, and the games parked beside it.

    All methods may raise :class:`bot.store.StoreUnavailable`, and those that lead to a board
    :class:`bot.service.Unreadable`.
    """

    def __init__(self, store: Database, *, clock: Callable[[], datetime] = _now) -> None:
        """Sit down at a store.

        Args:
            store: an open store.
            clock: tells the time, aware of its zone.
        """
        self._store = store
        self._clock = clock
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._cache: OrderedDict[int, GameSnapshot] = OrderedDict()
        self._tabled: OrderedDict[int, int] = OrderedDict()

    @property
    def store(self) -> Database:
        """Where the games are kept."""
        return self._store

    async def start(
        self,
        player: int,
        game: str,
        number: int | None = None,
        where: Place | None = None,
        *,
        seen: BoardVersion | None = None,
        winnable: bool = False,
    ) -> GameSnapshot:
        """Deal a game. The one on the player's table is parked.

        Args:
            player: the player's id.
            game: the id of the game's rules.
            number: the number of the deal; None for any that is not stuck from the start.
            where: where the game is dealt.
            seen: the board on which the player asked for another deal; None where there was none.
            winnable: whether that deal was proven winnable.

        Raises:
            NoGame, NotYours, Stale: as for every action, where a board was seen.
            UnknownGame: when there is no such game.
            InvalidDeal: when there is no deal of that number.
        """
        if number is None:
            number = any_number(game)
        dealt = deal(game, number)
        async with self._lock(player):
            if seen is not None:
                await self._as_seen(player, seen)
            stored = await create_game(
                self._store,
                Deal(
                    player,
                    dealt.rules.id,
                    number,
                    self._time(),
                    where,
                    stuck=_is_stuck(dealt),
                    winnable=winnable,
                ),
            )
            return await self._seated(stored)

    async def start_daily(
        self, player: int, game: str, number: int, day: date, where: Place | None = None
    ) -> GameSnapshot:
        """Deal a day's deal, or go on with it where the player has begun it.

        Args:
            player: the player's id.
            game: the id of the game's rules.
            number: the number of the deal, which is proven winnable.
            day: the day.
            where: where it is dealt.

        Raises:
            UnknownGame: when this version does not know the game.
        """
        dealt = deal(game, number)
        async with self._lock(player):
            begun = await unfinished_daily_game(self._store, player, day)
            if begun is not None:
                return await self._seated(await activate_game(self._store, player, begun.id))
            anew = Deal(player, dealt.rules.id, number, self._time(), where, winnable=True, day=day)
            return await self._seated(await create_game(self._store, anew))

    async def current(self, player: int) -> GameSnapshot:
        """The game on a player's table. A finished one lies there until another takes its place.

        Raises:
            NoGame: when there is none.
        """
        known = self._known(self._tabled.get(player))
        return known or await self._seat(await self._on_table(player))

    async def at(self, game_id: int) -> GameSnapshot:
        """A game, whosever it is and wherever it lies.

        Raises:
            NoGame: when there is no such game.
        """
        return self._known(game_id) or await self._seat(await self._stored(game_id))

    def turn(self, player: int) -> asyncio.Lock:
        """Who holds it is alone with a player's games: all that the player does waits for it."""
        return self._lock(player)

    def forget(self, player: int) -> None:
        """Forget what is remembered of a player whose games were deleted."""
        self._tabled.pop(player, None)
        for game_id in [one for one, seat in self._cache.items() if seat.player == player]:
            del self._cache[game_id]

    async def play(
        self,
        player: int,
        move: Move | str,
        *,
        seen: BoardVersion | None = None,
        tidies: bool = False,
    ) -> GameSnapshot:
        """Play a move, given as a value or as people type it.

        Args:
            player: the player's id.
            move: the move.
            seen: the board the player acted on; None for whichever is current.
            tidies: whether foundation plays that can never hurt follow at once.

        Raises:
            NoGame, NotYours, Stale, Finished: as for every action.
            IllegalMove, InvalidMove: when the move is none on this board.
        """
        return await self._act(player, seen, lambda game: actions.play(game, move, tidies=tidies))

    async def undo(
        self, player: int, *, seen: BoardVersion | None = None, tidies: bool = False
    ) -> GameSnapshot:
        """Take the last move back.

        Args:
            player: the player's id.
            seen: the board the player acted on; None for whichever is current.
            tidies: whether foundation plays that can never hurt are taken back with the move that
                they followed.

        Raises:
            NoGame, NotYours, Stale, Finished: as for every action.
            NothingToUndo: when no move has been played.
        """
        return await self._act(player, seen, lambda game: actions.undo(game, tidies=tidies))

    async def redo(self, player: int, *, seen: BoardVersion | None = None) -> GameSnapshot:
        """Play the move last taken back again.

        Raises:
            NoGame, NotYours, Stale, Finished: as for every action.
            NothingToRedo: when no move has been taken back.
        """
        return await self._act(player, seen, actions.redo)

    async def back_to(
        self, player: int, moves: int, *, seen: BoardVersion | None = None
    ) -> GameSnapshot:
        """Take moves back, one by one, until so many are left; each can be redone.

        Raises:
            NoGame, NotYours, Stale, Finished: as for every action.
            NothingToUndo: when there are no more moves than that.
        """
        return await self._act(player, seen, lambda game: actions.undo_to(game, moves))

    async def finish(self, player: int, *, seen: BoardVersion | None = None) -> GameSnapshot:
        """Win a game whose rest plays itself: every move of that, one after the other.

        Raises:
            NoGame, NotYours, Stale, Finished: as for every action.
            CannotFinish: when the rest does not play itself.
        """
        return await self._act(player, seen, actions.finish)

    async def count_hint(self, game_id: int) -> None:
        """Count a hint that was given in a game."""
        await count_hint(self._store, game_id)
        seat = self._cache.get(game_id)
        if seat is not None:
            self._cache[game_id] = replace(seat, hints=seat.hints + 1)

    async def give_up(self, player: int, *, seen: BoardVersion | None = None) -> GameSnapshot:
        """End the game on the table; it cannot be played on.

        Raises:
            NoGame, NotYours, Stale, Finished: as for every action.
        """
        return await self._act(player, seen, actions.give_up)

    async def restart(
        self, player: int, *, seen: BoardVersion | None = None, where: Place | None = None
    ) -> GameSnapshot:
        """Deal the game on the table anew, with the same number.

        The old game ends as given up, unless it is finished; where nothing has been done in it
        yet it is the new one. A day's deal and a race have one result: as long as there is none,
        all moves are taken back instead.

        Raises:
            NoGame, NotYours, Stale: as for every action.
        """
        async with self._lock(player):
            seat = await self._as_seen(player, seen)
            if not seat.version:
                return seat
            if not seat.state.is_final and await self._counts_once(seat):
                return await self._back_to_the_deal(seat)
            now = self._time(seat)
            dealt = deal(seat.game.rules.id, seat.deal_number)
            anew = Deal(
                player,
                dealt.rules.id,
                seat.deal_number,
                now,
                where or seat.place,
                stuck=_is_stuck(dealt),
                winnable=seat.winnable,
                day=seat.day,
            )
            closing = None if seat.state.is_final else _step(seat, GIVE_UP, now)
            # Whatever comes of it, what is remembered of the old game is past.
            self._cache.pop(seat.game_id, None)
            self._tabled.pop(player, None)
            try:
                return await self._seated(await create_game(self._store, anew, closing=closing))
            except (Conflict, GameFinished):
                raise Stale(await self.current(player)) from None
            except NoSuchGame:
                raise _no_game(seat.game_id) from None

    async def unfinished(self, player: int) -> tuple[GameSummary, ...]:
        """A player's unfinished games: the newest 25, the one played last first."""
        on_table = await active_game(self._store, player)
        table = on_table.id if on_table else None
        stored = await unfinished_games(self._store, player)
        return tuple(summary(game, on_table=game.id == table) for game in stored)

    async def recent(self, player: int) -> tuple[GameSummary, ...]:
        """A player's newest 25 games, finished or not, the one played last first."""
        stored = await recent_games(self._store, player)
        return tuple(summary(game, on_table=False) for game in stored)

    async def own(self, player: int, game_id: int) -> GameSnapshot:
        """A game of a player's own, wherever it lies.

        Raises:
            NoGame: when there is no such game.
            NotYours: when it is somebody else's.
        """
        seat = await self.at(game_id)
        if seat.player != player:
            raise NotYours
        return seat

    async def resume(self, player: int, game_id: int) -> GameSnapshot:
        """Put an unfinished game on the table again. The one that is there is parked.

        Raises:
            NoGame: when there is no such game.
            NotYours: when it is somebody else's.
            Finished: when it is won or given up.
        """
        async with self._lock(player):
            stored = await self._stored(game_id)
            if stored.player_id != player:
                raise NotYours
            seat = await self._seat(stored)
            if seat.state.is_final:
                raise Finished(seat)
            await activate_game(self._store, player, game_id)
            self._sit(player, game_id)
            return seat

    async def _act(self, player: int, seen: BoardVersion | None, act: actions.Act) -> GameSnapshot:
        """Do something to the game on a player's table, and keep it."""
        async with self._lock(player):
            seat = await self._as_seen(player, seen)
            if seat.state.is_final:
                raise Finished(seat)
            return await self._do(seat, act)

    async def _do(self, seat: GameSnapshot, act: actions.Act) -> GameSnapshot:
        now, steps = self._time(seat), []
        for text in act(seat.game):
            steps.append(_step(seat, text, now))
            seat = _after(seat, steps[-1])
        # Should this fail, nobody knows how the game stands but the store.
        self._cache.pop(seat.game_id, None)
        try:
            await append_steps(self._store, *steps)
        except (Conflict, GameFinished):
            raise Stale(await self.current(seat.player)) from None
        except NoSuchGame:
            # Another process deleted it, with all that is kept of the player.
            self.forget(seat.player)
            raise _no_game(seat.game_id) from None
        return self._keep(seat)

    async def _counts_once(self, seat: GameSnapshot) -> bool:
        return seat.day is not None or await is_racing(self._store, seat.game_id)

    async def _back_to_the_deal(self, seat: GameSnapshot) -> GameSnapshot:
        if not seat.game.moves:
            return seat
        return await self._do(seat, lambda game: actions.undo_to(game, 0))

    async def _as_seen(self, player: int, seen: BoardVersion | None) -> GameSnapshot:
        """The game on the table, if it is the one that the player saw."""
        if seen is not None and self._tabled.get(player) == seen.game_id:
            known = self._known(seen.game_id)
            if known is not None and known.version == seen.version:
                return known
        try:
            stored = await self._on_table(player)
        except NoGame:
            if seen is not None:
                await self._own(player, seen)
            raise
        if seen is None or seen == BoardVersion(stored.id, stored.version):
            return await self._seat(stored)
        if seen.game_id != stored.id:
            await self._own(player, seen)
        raise Stale(await self._seat(stored))

    async def _own(self, player: int, seen: BoardVersion) -> None:
        """Refuse a board of somebody else's."""
        if (await self._stored(seen.game_id)).player_id != player:
            raise NotYours

    async def _on_table(self, player: int) -> StoredGame:
        stored = await active_game(self._store, player)
        if stored is None:
            raise NoGame(
                "You have no game on the table; type /play to deal one, or /resume to go back to "
                "an earlier one."
            )
        self._sit(player, stored.id)
        return stored

    async def _stored(self, game_id: int) -> StoredGame:
        try:
            return await load_game(self._store, game_id)
        except NoSuchGame:
            raise _no_game(game_id) from None

    async def _seat(self, stored: StoredGame) -> GameSnapshot:
        """A stored game, from memory where it is there at that version, else from its log."""
        seat = self._cache.get(stored.id)
        if seat is None or seat.version != stored.version:
            seat = restore(stored, await load_log(self._store, stored.id, stored.version))
        return self._keep(seat)

    async def _seated(self, stored: StoredGame) -> GameSnapshot:
        """A game that was just put on its player's table."""
        self._sit(stored.player_id, stored.id)
        return await self._seat(stored)

    def _known(self, game_id: int | None) -> GameSnapshot | None:
        """A game as it is remembered; None where it is not, or others may have gone on with it."""
        seat = None if game_id is None or self._store.is_shared else self._cache.get(game_id)
        return None if seat is None else self._keep(seat)

    def _sit(self, player: int, game_id: int) -> None:
        """Remember which game is on a player's table."""
        self._tabled[player] = game_id
        self._tabled.move_to_end(player)
        if len(self._tabled) > _CACHED_GAMES:
            self._tabled.popitem(last=False)

    def _keep(self, seat: GameSnapshot) -> GameSnapshot:
        """Remember a game, and hand out a copy that is the caller's own."""
        known = self._cache.get(seat.game_id)
        # One read while the next action was being written must not hide what that came to.
        if known is None or known.version <= seat.version:
            self._cache[seat.game_id] = seat
        self._cache.move_to_end(seat.game_id)
        if len(self._cache) > _CACHED_GAMES:
            self._cache.popitem(last=False)
        return replace(seat, game=seat.game.copy())

    def _lock(self, player: int) -> asyncio.Lock:
        return self._locks.setdefault(player, asyncio.Lock())

    def _time(self, seat: GameSnapshot | None = None) -> datetime:
        """The time to the millisecond, as the store keeps it, and never before the last action."""
        now = self._clock().astimezone(UTC)
        now = now.replace(microsecond=now.microsecond // 1000 * 1000)
        return now if seat is None else max(now, seat.updated_at)


def any_number(game: str) -> int:
    """The number of a deal that nobody chose."""
    highest = min(HIGHEST_RANDOM_DEAL, rules_of(game).last_deal)
    number = 1 + secrets.randbelow(highest)
    for _ in range(_TRIES):
        if not _is_stuck(deal(game, number)):
            break
        number = 1 + secrets.randbelow(highest)
    return number


def _no_game(game_id: int) -> NoGame:
    return NoGame("There is no game {id}; type /resume and choose one from the list.", id=game_id)


def _is_stuck(game: Game) -> bool:
    return game.status is Status.STUCK


def _step(seat: GameSnapshot, text: str, now: datetime) -> Step:
    """The step by which an action, already done to the seat's own game, goes into the log."""
    return Step(
        game_id=seat.game_id,
        version=seat.version,
        text=text,
        at=now,
        state=outcome_of(seat.game, text),
        moves=len(seat.game.moves),
        played=played(seat.elapsed, seat.updated_at, now),
    )


def _after(seat: GameSnapshot, step: Step) -> GameSnapshot:
    """The seat once the step is kept."""
    return replace(
        seat,
        version=step.version + 1,
        state=step.state,
        undos=seat.undos + (step.text == UNDO),
        elapsed=step.played,
        updated_at=step.at,
        finished_at=step.at if step.state.is_final else None,
    )
