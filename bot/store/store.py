"""The store: every question asked of the database, and every change made to it.

A change is one transaction, and a method that returns has committed it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from types import ModuleType
from typing import Final

import aiosqlite
from sqlalchemy import Executable, RowMapping, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.models import GameState, Place
from bot.store.errors import (
    Conflict,
    GameFinished,
    NoSuchGame,
    StoreError,
    StoreUnavailable,
    cause_of,
)
from bot.store.race_results import is_raced, settle_race
from bot.store.records import Action, Deal, Step, StoredGame
from bot.store.results import write_result
from bot.store.schema import actions, games, seats, winnable_deals

LONGEST_LIST: Final = 25


# Made once: putting a statement together takes longer than sending it.
_STEP_GAME: Final = (
    update(games)
    .where(
        games.c.id == bindparam("of_game"),
        games.c.version == bindparam("of_version"),
        games.c.finished_at.is_(None),
    )
    .values(
        {
            name: bindparam(name)
            for name in ("version", "outcome", "moves", "played_ms", "updated_at", "finished_at")
        }
    )
)
_STEP_LOG: Final = insert(actions).values(
    {name: bindparam(name) for name in ("game_id", "n", "action", "at")}
)


class Database:
    """An open database. Made by :func:`bot.store.open_store`.

    Every method raises :class:`StoreUnavailable` when the database cannot be reached.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._closed = False
        self._busy = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def close(self) -> None:
        """Take no more calls, and wait for those under way."""
        self._closed = True
        await self._idle.wait()

    async def create(self, deal: Deal, *, closing: Step | None = None) -> StoredGame:
        """Create a game and put it on its player's table.

        Args:
            deal: the game.
            closing: the last step of the game that it takes the place of, written with it.

        Raises:
            Conflict, GameFinished, NoSuchGame: when that step cannot be taken; then there is no
                new game either.
        """
        async with self.transaction() as connection:
            if closing is not None:
                await self._append(connection, closing)
            game = await insert_game(connection, deal)
            await self._seat(connection, game)
        return game

    async def append(self, *steps: Step) -> None:
        """Append an action to a game's log, or several, all or none.

        The one that ends the game writes its result as well, and decides the race it was part of.

        Raises:
            Conflict: when the game is not at the step's version any more.
            GameFinished: when it takes no more actions.
            NoSuchGame: when there is no such game.
        """
        async with self.transaction() as connection:
            for step in steps:
                await self._append(connection, step)

    async def count_hint(self, game_id: int) -> None:
        """Count one more hint given in a game."""
        counted = update(games).where(games.c.id == game_id).values(hints=games.c.hints + 1)
        async with self.transaction() as connection:
            await connection.execute(counted)

    async def keep_winnable(self, game: str, number: int, at: datetime) -> None:
        """Keep a deal that was proven winnable until somebody is dealt it."""
        async with self.transaction() as connection:
            await connection.execute(
                self.dialect.insert(winnable_deals)
                .values(game=game, number=number, proven_at=at)
                .on_conflict_do_nothing()
            )

    async def take_winnable(self, game: str) -> int | None:
        """Take the oldest winnable deal of a game, so that it is dealt once; None without any."""
        kept = winnable_deals.c
        oldest = (
            select(kept.number)
            .where(kept.game == game)
            .order_by(kept.proven_at, kept.number)
            .limit(1)
            # Another process on the same database takes the next one.
            .with_for_update(skip_locked=True)
        )
        async with self.transaction() as connection:
            number = (await connection.execute(oldest)).scalar_one_or_none()
            if number is not None:
                taken = delete(winnable_deals).where(kept.game == game, kept.number == number)
                await connection.execute(taken)
        return number

    async def winnable(self) -> dict[str, int]:
        """How many winnable deals are kept of each game that has any."""
        many = func.count().label("many")
        query = select(winnable_deals.c.game, many).group_by(winnable_deals.c.game)
        async with self.transaction() as connection:
            return {row.game: row.many for row in await connection.execute(query)}

    async def popular(self) -> tuple[str, ...]:
        """The ids of the games that were ever dealt, the one dealt most often first."""
        query = select(games.c.game).group_by(games.c.game)
        query = query.order_by(func.count().desc(), games.c.game)
        async with self.transaction() as connection:
            return tuple((await connection.execute(query)).scalars())

    async def put_on_table(self, player_id: int, game_id: int) -> StoredGame:
        """Make a game the one on its player's table.

        Raises:
            NoSuchGame: when the player has no such game.
        """
        async with self.transaction() as connection:
            game = await _game(connection, game_id)
            if game.player_id != player_id:
                raise _no_such_game(game_id)
            await self._seat(connection, game)
        return game

    async def on_table(self, player_id: int) -> StoredGame | None:
        """The game on a player's table, finished or not; None when they never played."""
        query = select(games, is_raced).join(seats, seats.c.game_id == games.c.id)
        async with self.transaction() as connection:
            return await _first(connection, query.where(seats.c.player_id == player_id))

    async def game(self, game_id: int) -> StoredGame:
        """A game without its log.

        Raises:
            NoSuchGame: when there is no such game.
        """
        async with self.transaction() as connection:
            return await _game(connection, game_id)

    async def log(self, game_id: int, version: int) -> tuple[Action, ...]:
        """The log of a game as it was at a version, the first action first.

        It is shorter than the version when the game never came to it.
        """
        query = (
            select(actions.c.n, actions.c.action, actions.c.at)
            .where(actions.c.game_id == game_id, actions.c.n <= version)
            .order_by(actions.c.n)
        )
        async with self.transaction() as connection:
            return tuple(Action(n, text, at) for n, text, at in await connection.execute(query))

    async def unfinished(self, player_id: int, limit: int = LONGEST_LIST) -> tuple[StoredGame, ...]:
        """A player's unfinished games, the one played last first."""
        query = (
            select(games, is_raced)
            .where(games.c.player_id == player_id, games.c.finished_at.is_(None))
            .order_by(games.c.updated_at.desc(), games.c.id.desc())
            .limit(limit)
        )
        async with self.transaction() as connection:
            return tuple(map(stored_from, (await connection.execute(query)).mappings()))

    async def recent(self, player_id: int, limit: int = LONGEST_LIST) -> tuple[StoredGame, ...]:
        """A player's games in which a move was made, the one played last first."""
        query = (
            select(games, is_raced)
            .where(games.c.player_id == player_id, games.c.version > 0)
            .order_by(games.c.updated_at.desc(), games.c.id.desc())
            .limit(limit)
        )
        async with self.transaction() as connection:
            return tuple(map(stored_from, (await connection.execute(query)).mappings()))

    async def _append(self, connection: AsyncConnection, step: Step) -> None:
        changed = await connection.execute(
            _STEP_GAME,
            {
                "of_game": step.game_id,
                "of_version": step.version,
                "version": step.version + 1,
                "outcome": step.state,
                "moves": step.moves,
                "played_ms": step.played,
                "updated_at": step.at,
                "finished_at": step.at if step.state.is_final else None,
            },
        )
        if changed.rowcount != 1:
            raise await _refusal(connection, step)
        await connection.execute(
            _STEP_LOG,
            {
                "game_id": step.game_id,
                "n": step.version + 1,
                "action": step.text,
                "at": step.at,
            },
        )
        if step.state.is_final:
            await write_result(connection, self.dialect, step.game_id)
            await settle_race(connection, step)

    async def _seat(self, connection: AsyncConnection, game: StoredGame) -> None:
        values = {"player_id": game.player_id, "game_id": game.id}
        await connection.execute(
            self.dialect.insert(seats)
            .values(values)
            .on_conflict_do_update(index_elements=["player_id"], set_={"game_id": game.id})
        )

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use the database at the same time."""
        return self._engine.dialect.name != "sqlite"

    @property
    def dialect(self) -> ModuleType:
        """The module of the database's own SQL."""
        return sqlite if self._engine.dialect.name == "sqlite" else postgresql

    async def checkpoint(self) -> None:
        """Empty the log that SQLite writes ahead into its file: nothing deleted is left in it."""
        if self.is_shared:
            return
        async with self._reached(), self._engine.connect() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            if not isinstance(driver, aiosqlite.Connection):
                raise TypeError(f"{driver!r} is not a connection to SQLite")
            async with driver.execute("PRAGMA wal_checkpoint(TRUNCATE)"):
                pass

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction, committed at the end; what the driver raises is put into a sentence."""
        async with self._reached(), self._engine.begin() as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def _reached(self) -> AsyncIterator[None]:
        """The database, in use; see :meth:`transaction`."""
        if self._closed:
            raise StoreUnavailable("Patience is closing down; play on when it is back.")
        self._busy += 1
        self._idle.clear()
        try:
            yield
        except (SQLAlchemyError, aiosqlite.Error, OSError) as error:
            raise StoreUnavailable(
                f"Games cannot be read or saved at the moment ({cause_of(error)}); try again "
                "in a minute."
            ) from error
        finally:
            self._busy -= 1
            if not self._busy:
                self._idle.set()


async def insert_game(connection: AsyncConnection, deal: Deal) -> StoredGame:
    """Create a game in a transaction; it lies beside its player's table."""
    result = await connection.execute(
        insert(games)
        .values(
            player_id=deal.player_id,
            game=deal.rules_id,
            number=deal.deal_number,
            guild_id=deal.place.guild_id if deal.place else None,
            channel_id=deal.place.channel_id if deal.place else None,
            version=0,
            outcome=GameState.STUCK if deal.stuck else GameState.PLAYING,
            moves=0,
            played_ms=timedelta(),
            created_at=deal.at,
            updated_at=deal.at,
            winnable=deal.winnable,
            day=deal.day,
        )
        .returning(games)
    )
    return stored_from(result.mappings().one())


async def _refusal(connection: AsyncConnection, step: Step) -> StoreError:
    """Why a step was not taken."""
    game = await _game(connection, step.game_id)
    if game.version != step.version:
        return Conflict(
            f"Game {game.id} is at version {game.version}, not {step.version}; look at the board "
            "again."
        )
    return GameFinished(f"Game {game.id} is {game.state}; deal a new one.")


async def _game(connection: AsyncConnection, game_id: int) -> StoredGame:
    game = await _first(connection, select(games, is_raced).where(games.c.id == game_id))
    if game is None:
        raise _no_such_game(game_id)
    return game


async def _first(connection: AsyncConnection, query: Executable) -> StoredGame | None:
    row = (await connection.execute(query)).mappings().one_or_none()
    return None if row is None else stored_from(row)


def _no_such_game(game_id: int) -> NoSuchGame:
    return NoSuchGame(f"There is no game {game_id}; choose one of the unfinished ones.")


def stored_from(row: RowMapping) -> StoredGame:
    """A game as it is kept."""
    return StoredGame(
        id=row["id"],
        player_id=row["player_id"],
        rules_id=row["game"],
        deal_number=row["number"],
        place=None if row["channel_id"] is None else Place(row["channel_id"], row["guild_id"]),
        version=row["version"],
        state=GameState(row["outcome"]),
        moves=row["moves"],
        played=row["played_ms"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        finished_at=row["finished_at"],
        hints=row["hints"],
        winnable=row["winnable"],
        day=row["day"],
        # A game that was only just dealt is in no race yet.
        raced=bool(row.get("raced", False)),
    )
