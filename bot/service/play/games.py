"""Players' games: dealt, played, undone, given up, resumed.

Every action is on disk before its call returns. One player's actions run one after the other; the
stored version of a game guards against another process on the same database.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from weakref import WeakValueDictionary

from bot.models.contests import TournamentDeal
from bot.models.daily import DailyDeal
from bot.models.places import Place
from bot.models.play import BoardVersion, Deal, GameSnapshot, GameState, GameSummary, Step, summary
from bot.service.errors import NotYours, SecretDeal, StaleBoard, refuse_if_over
from bot.service.play import actions
from bot.service.play.changes import GAME, Changes
from bot.service.play.deal_numbers import own_deal_number, random_deal
from bot.service.play.moves import distinct_moves, tapped_name
from bot.service.play.replay import GIVE_UP, advance, begin, step
from bot.service.play.snapshots import Snapshots, no_such_game
from bot.service.play.taps import TapResult, tapped_move
from bot.service.preferences import Preferences
from bot.store.database.connection import Database
from bot.store.database.errors import Conflict, GameFinished, NoSuchGame
from bot.store.play import games as stored_games
from engine import Board, Game, Move, PatienceError, Status, deal, rules_of
from engine.rules import Difficulty


class Games:
    """Every player's games, one of which is active.

    Methods that return a board may raise :class:`UnreadableGame` or :class:`NoGame`. Actions take
    the board the player acted on, or None for the current one. They raise :class:`NotYours`,
    :class:`StaleBoard` or :class:`GameOver`, or an error of the engine where a move is not legal.

    Attributes:
        changes: tells of every board that becomes a player's current one.
    """

    def __init__(
        self, database: Database, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._database = database
        self._clock = clock
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self.changes = Changes()
        self._snapshots = Snapshots(database, clock, self.changes)

    @property
    def database(self) -> Database:
        """The database."""
        return self._database

    async def start(
        self,
        player: int,
        rules_id: str,
        deal_number: int | None = None,
        place: Place | None = None,
        *,
        expected: BoardVersion | None = None,
        winnable: bool = False,
        grade: Difficulty | None = None,
    ) -> GameSnapshot:
        """Deal a game and make it the active one; the one before is put aside.

        Args:
            player: who plays it; that of a shared board counts for nobody.
            deal_number: the deal; None for a random one that is not stuck from the start.
            expected: the board on which the player asked for another deal, if any.
            grade: how hard the deal is among others of its game, if it was compared with some.
        """
        if deal_number is None:
            deal_number = random_deal(rules_id)
        game = deal(rules_id, deal_number)
        async with self.lock(player):
            if expected is not None:
                await self._snapshots.expect(player, expected)
            stored = await stored_games.create_game(
                self._database,
                Deal(
                    player,
                    game.rules.id,
                    deal_number,
                    self._time(),
                    place,
                    stuck=game.status is Status.STUCK,
                    winnable=winnable,
                    practice=player < 0,
                    grade=grade,
                ),
            )
            return await self._snapshots.activated(stored)

    async def start_with(
        self, player: int, board: Board, place: Place | None = None
    ) -> GameSnapshot:
        """Begin a game with a board that a player entered; it does not count."""
        opening = board.text(reveal=True)
        async with self.lock(player):
            stored = await stored_games.create_game(
                self._database,
                Deal(
                    player,
                    board.rules.id,
                    own_deal_number(opening),
                    self._time(),
                    place,
                    stuck=board.status is Status.STUCK,
                    practice=True,
                    opening=opening,
                ),
            )
            return await self._snapshots.activated(stored)

    async def start_in_contest(
        self, player: int, chosen: DailyDeal | TournamentDeal, place: Place | None = None
    ) -> GameSnapshot:
        """Deal a contest's deal, which is winnable, or resume a player's unfinished game of it."""
        rules = rules_of(chosen.rules_id)
        async with self.lock(player):
            unfinished = await stored_games.unfinished_of(self._database, player, [chosen.id])
            if chosen.id in unfinished:
                return await self._snapshots.activated(
                    await stored_games.activate_game(self._database, player, unfinished[chosen.id])
                )
            new = Deal(
                player,
                rules.id,
                chosen.deal_number,
                self._time(),
                place,
                winnable=True,
                contest_deal_id=chosen.id,
                grade=chosen.grade if isinstance(chosen, DailyDeal) else None,
            )
            return await self._snapshots.activated(
                await stored_games.create_game(self._database, new)
            )

    async def active(self, player: int) -> GameSnapshot:
        """A player's active game; a finished one stays active until another takes its place."""
        return await self._snapshots.active(player)

    async def get(self, game_id: int) -> GameSnapshot:
        """Any player's game."""
        return await self._snapshots.get(game_id)

    async def get_own(self, player: int, game_id: int) -> GameSnapshot:
        """A game of the player's own."""
        snapshot = await self.get(game_id)
        if snapshot.player != player:
            raise NotYours(snapshot.player)
        return snapshot

    def lock(self, player: int) -> asyncio.Lock:
        """The lock that serialises one player's actions."""
        return self._locks.setdefault(player, asyncio.Lock())

    def forget(self, player: int) -> None:
        """Drop what is cached of a player whose games were deleted."""
        self._snapshots.forget(player)

    async def tell(self, player: int) -> None:
        """Tell those who follow a player that something has changed beside the game."""
        self.changes.tell(player)
        await self.tell_others(player)

    async def tell_others(self, player: int, kind: str = GAME) -> None:
        """Let other processes know of a change about a player, by default of their board."""
        await self._snapshots.tell_others(player, kind)

    async def expect(self, player: int, expected: BoardVersion | None) -> GameSnapshot:
        """The active game, if it is at the version the player acted on."""
        return await self._snapshots.expect(player, expected)

    async def tap(
        self, player: int, pile: str, preferences: Preferences, *, expected: BoardVersion
    ) -> TapResult:
        """Tap a pile, all foundations being one: play its move if that is clear, else select it."""
        pile = tapped_name(pile)

        def move_in(snapshot: GameSnapshot) -> Move | None:
            moves = distinct_moves(snapshot.game).get(pile, ())
            return tapped_move(snapshot.game, moves, preferences.tap, snapshot.goal)

        playing = functools.partial(actions.play, autoplay=preferences.autoplay)
        async with self.lock(player):
            remembered = self._snapshots.remembered(player, expected)
            if remembered is not None and (move := move_in(remembered)) is not None:
                played = await self._play_on(remembered, functools.partial(playing, move=move))
                if played is not None:
                    return TapResult(played, moved=True)
            snapshot = await self._snapshots.expect(player, expected)
            refuse_if_over(snapshot)
            if (move := move_in(snapshot)) is not None:
                played = await self._apply(snapshot, functools.partial(playing, move=move))
                return TapResult(played, moved=True)
            return TapResult(snapshot, pile if pile in distinct_moves(snapshot.game) else None)

    async def play(
        self,
        player: int,
        move: Move | str,
        *,
        expected: BoardVersion | None = None,
        autoplay: bool = False,
    ) -> GameSnapshot:
        """Play a move, given as a value or as typed."""
        action = functools.partial(actions.play, move=move, autoplay=autoplay)
        return await self._act(player, expected, action)

    async def play_all(
        self,
        player: int,
        moves: Sequence[str],
        *,
        expected: BoardVersion | None = None,
        autoplay: bool = False,
    ) -> tuple[GameSnapshot, PatienceError | None]:
        """Play typed moves up to one that cannot be, and say why; an error if that is the first."""
        refused: list[PatienceError] = []
        action = functools.partial(
            actions.play_all, moves=moves, refused=refused, autoplay=autoplay
        )
        snapshot = await self._act(player, expected, action)
        return snapshot, refused[0] if refused else None

    async def undo(
        self, player: int, *, expected: BoardVersion | None = None, autoplay: bool = False
    ) -> GameSnapshot:
        """Take the last move back."""
        return await self._act(
            player, expected, lambda game, _goal: actions.undo(game, autoplay=autoplay)
        )

    async def redo(self, player: int, *, expected: BoardVersion | None = None) -> GameSnapshot:
        """Play the move taken back last again."""
        return await self._act(player, expected, actions.redo)

    async def undo_to(
        self, player: int, moves: int, *, expected: BoardVersion | None = None
    ) -> GameSnapshot:
        """Take moves back until ``moves`` are left; each can be redone.

        A board that is stuck says unasked which move lost the game, which counts as a look at its
        odds once that is made use of.
        """
        before = await self.expect(player, expected)
        after = await self._act(
            player, before.board_version, lambda game, _goal: actions.undo_to(game, moves)
        )
        if before.state is GameState.STUCK and not (before.odds or before.hints):
            await self.count_odds(before.game_id)
        return after

    async def finish(self, player: int, *, expected: BoardVersion | None = None) -> GameSnapshot:
        """Win a game that foundation moves and the stock alone can win."""
        return await self._act(player, expected, actions.finish)

    async def give_up(self, player: int, *, expected: BoardVersion | None = None) -> GameSnapshot:
        """End the active game; it cannot be played on."""
        return await self._act(player, expected, actions.give_up)

    async def count_hint(self, game_id: int) -> None:
        """Count a hint given in a game."""
        await stored_games.count_hint(self._database, game_id)
        self._snapshots.count(game_id, hints=1)

    async def count_odds(self, game_id: int) -> None:
        """Count a look at a game's odds."""
        await stored_games.count_odds(self._database, game_id)
        self._snapshots.count(game_id, odds=1)

    async def restart(
        self, player: int, *, expected: BoardVersion | None = None, place: Place | None = None
    ) -> GameSnapshot:
        """Deal the active game again.

        The old game ends as given up unless it is finished; an untouched one is its own restart. A
        day's deal and a contest have one result: until there is one, all moves are taken back
        instead.
        """
        async with self.lock(player):
            snapshot = await self._snapshots.expect(player, expected)
            if not snapshot.version:
                return snapshot
            if not snapshot.state.is_final and snapshot.has_one_result:
                if not snapshot.game.moves:
                    return snapshot
                return await self._apply(snapshot, lambda game, _goal: actions.undo_to(game, 0))
            if snapshot.raced:
                raise SecretDeal
            now = self._time(snapshot)
            _game, new = _dealt_again(snapshot, place, now)
            given_up = snapshot.game.copy()
            closing = None if snapshot.state.is_final else step(snapshot, given_up, GIVE_UP, now)
            self._snapshots.forget(player)
            try:
                return await self._snapshots.activated(
                    await stored_games.create_game(self._database, new, closing=closing)
                )
            except (Conflict, GameFinished):
                raise StaleBoard(await self.active(player)) from None
            except NoSuchGame:
                raise no_such_game() from None

    async def practise(
        self, player: int, game_id: int, moves: int, place: Place | None = None
    ) -> GameSnapshot:
        """Deal a player's finished game again, with its first moves; it does not count."""
        async with self.lock(player):
            before = await self.get_own(player, game_id)
            if not before.state.is_final:
                return await self.active(player)
            if before.is_contested:
                raise SecretDeal
            now = self._time()
            game, new = _dealt_again(before, place, now)
            opening = list[Step]()
            after = replace(before, version=0, undos=0, elapsed=timedelta(), updated_at=now)
            for move in before.game.moves[:moves]:
                game.play(move)
                opening.append(step(after, game, str(move), now))
                after = advance(after, opening[-1])
            new = replace(new, practice=True)
            stored = await stored_games.create_game(self._database, new, opening=opening)
            return await self._snapshots.activated(stored)

    async def unfinished(self, player: int) -> tuple[GameSummary, ...]:
        """A player's newest 25 unfinished games, most recently played first."""
        active = await stored_games.active_game(self._database, player)
        active_id = active.id if active else None
        stored = await stored_games.unfinished_games(self._database, player)
        now = self._clock()
        return tuple(summary(game, now, is_active=game.id == active_id) for game in stored)

    async def recent(self, player: int) -> tuple[GameSummary, ...]:
        """A player's newest 25 games, finished or not, most recently played first."""
        stored = await stored_games.recent_games(self._database, player)
        now = self._clock()
        return tuple(summary(game, now, is_active=False) for game in stored)

    async def resume(self, player: int, game_id: int) -> GameSnapshot:
        """Make an unfinished game the active one; the one before is put aside."""
        async with self.lock(player):
            stored = await self._snapshots.stored(game_id)
            if stored.player_id != player:
                raise NotYours(stored.player_id)
            snapshot = await self._snapshots.load(stored)
            refuse_if_over(snapshot)
            await stored_games.activate_game(self._database, player, game_id)
            self._snapshots.activate(player, game_id)
            return snapshot

    async def take_up(self, player: int, game_id: int) -> None:
        """Make a game of the player's own the active one, finished or not."""
        async with self.lock(player):
            try:
                await stored_games.activate_game(self._database, player, game_id)
            except NoSuchGame:
                raise no_such_game() from None
            self._snapshots.activate(player, game_id)

    async def _act(
        self, player: int, expected: BoardVersion | None, action: actions.Action
    ) -> GameSnapshot:
        """Apply an action to a player's active game and save it."""
        async with self.lock(player):
            remembered = self._snapshots.remembered(player, expected)
            if remembered is not None:
                played = await self._play_on(remembered, action)
                if played is not None:
                    return played
            snapshot = await self._snapshots.expect(player, expected)
            refuse_if_over(snapshot)
            return await self._apply(snapshot, action)

    async def _play_on(
        self, remembered: GameSnapshot, action: actions.Action
    ) -> GameSnapshot | None:
        """Apply an action to a player's active game without reading it first, and save it.

        Where other processes use the database, that saves a press one of two round trips: whether
        the game is still as remembered is checked by the statement that saves the action.

        Returns:
            The game; None if nothing was saved, so that it has to be read first. What is refused on
            a remembered board may be legal on the present one, and the other way round.
        """
        if remembered.state.is_final:
            return None
        try:
            after, steps = self._stepped(remembered, action)
        except PatienceError:
            return None
        self._snapshots.drop(remembered.game_id)
        if await stored_games.append_to_active(self._database, remembered.player, *steps):
            return await self._snapshots.saved(after)
        return None

    def _stepped(
        self, snapshot: GameSnapshot, action: actions.Action
    ) -> tuple[GameSnapshot, list[Step]]:
        """A game after an action, and the steps that it consists of."""
        now, game, steps = self._time(snapshot), snapshot.game.copy(), list[Step]()
        after = replace(snapshot, game=game, steps=0)
        for text in action(game, snapshot.goal):
            steps.append(step(after, game, text, now))
            after = advance(after, steps[-1])
        return after, steps

    async def _apply(self, snapshot: GameSnapshot, action: actions.Action) -> GameSnapshot:
        after, steps = self._stepped(snapshot, action)
        # If saving fails, only the database knows how the game stands.
        self._snapshots.drop(snapshot.game_id)
        try:
            await stored_games.append_steps(self._database, *steps)
        except (Conflict, GameFinished):
            raise StaleBoard(await self.active(snapshot.player)) from None
        except NoSuchGame:
            # Another process deleted it with all the player's data.
            self.forget(snapshot.player)
            raise no_such_game() from None
        return await self._snapshots.saved(after)

    def _time(self, snapshot: GameSnapshot | None = None) -> datetime:
        """The time in whole milliseconds, as stored, and never before the last action."""
        now = to_milliseconds(self._clock())
        return now if snapshot is None else max(now, snapshot.updated_at)


def _dealt_again(before: GameSnapshot, place: Place | None, now: datetime) -> tuple[Game, Deal]:
    """A player's game as it began, to be played again."""
    opening = before.game.boards[0].text(reveal=True) if before.is_own_deal else None
    game = begin(before.game.rules.id, before.deal_number, opening)
    return game, Deal(
        before.player,
        game.rules.id,
        before.deal_number,
        now,
        place or before.place,
        stuck=game.status is Status.STUCK,
        winnable=before.winnable,
        # A race is over, or has its board still.
        contest_deal_id=None if before.contest is None or before.race_id else before.contest.id,
        practice=before.is_shared or opening is not None,
        opening=opening,
        grade=before.grade,
    )


def to_milliseconds(at: datetime) -> datetime:
    """A time in UTC and whole milliseconds, as stored."""
    at = at.astimezone(UTC)
    return at.replace(microsecond=at.microsecond // 1000 * 1000)
