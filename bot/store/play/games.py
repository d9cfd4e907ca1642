"""Games, and each player's active game. Nothing else appends to a log."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from sqlalchemy import (
    Column,
    ColumnElement,
    Executable,
    RowMapping,
    Select,
    bindparam,
    exists,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import metrics
from bot.errors import StoreError
from bot.models.places import Place
from bot.models.play import Deal, Experience, GameState, Step, StoredGame
from bot.store.contests.schema import contests
from bot.store.database.connection import Database, notify
from bot.store.database.errors import Conflict, GameFinished, NoSuchGame
from bot.store.play.events import when_begun, when_dealt, when_finished, when_raced
from bot.store.play.game_columns import (
    CONTEST,
    WITH_CONTEST,
    contest_from,
    experience,
)
from bot.store.play.game_logs import LOGS, append_text, compress_log, stored_log
from bot.store.play.results import save_result, undos_in_log
from bot.store.play.schema import active_games, games
from bot.store.solver.schema import solutions
from engine.rules import Difficulty

MAX_LISTED: Final = 25
_SAME_NAMES: Final = (
    *("id", "player_id", "rules_id", "deal_number", "version", "moves", "hints", "odds"),
    *("created_at", "updated_at", "finished_at", "winnable", "practice", "opening"),
)
"""The columns that a game has under the same names."""
_NEWEST_GAMES: Final = 2000
"""How many games say which rules are popular: this is asked at every deal."""


# Built once: putting a statement together takes longer than sending it.
_UPDATE_GAME: Final = (
    update(games)
    .where(
        games.c.id == bindparam("of_game"),
        games.c.version == bindparam("of_version"),
        games.c.finished_at.is_(None),
    )
    .values(
        {"log": games.c.log + bindparam("entries")}
        | {
            name: bindparam(name)
            for name in (
                "version",
                "state",
                "moves",
                "played_ms",
                "updated_at",
                "finished_at",
                "progress",
            )
        }
    )
)
_UPDATE_ACTIVE_GAME: Final = _UPDATE_GAME.where(
    games.c.id
    == select(active_games.c.game_id)
    .where(active_games.c.player_id == bindparam("of_player"))
    .scalar_subquery()
)
# For the beginning or the end of a game, so that nothing that follows has to read it.
_TURN_GAME: Final = _UPDATE_GAME.returning(games, undos_in_log)
_TURN_ACTIVE_GAME: Final = _UPDATE_ACTIVE_GAME.returning(games, undos_in_log)
_WITHOUT_LOG: Final = tuple(column for column in games.c if column.name not in LOGS)
_LISTED: Final = select(*_WITHOUT_LOG, *CONTEST).select_from(WITH_CONTEST)
# Finished games were played last when they ended, for which there is an index.
_NEWEST_ENDED: Final = (
    _LISTED.where(games.c.player_id == bindparam("of_player"), games.c.finished_at.is_not(None))
    .order_by(games.c.finished_at.desc(), games.c.id.desc())
    .limit(bindparam("most"))
)
_GAME: Final = select(games, *CONTEST, experience).select_from(WITH_CONTEST)
_GAME_BY_ID: Final = _GAME.where(games.c.id == bindparam("of_game"))
_ACTIVE_GAME: Final = _GAME.join(active_games, active_games.c.game_id == games.c.id).where(
    active_games.c.player_id == bindparam("of_player")
)


async def create_game(
    database: Database, deal: Deal, *, closing: Step | None = None, opening: Sequence[Step] = ()
) -> StoredGame:
    """Create a game and make it its player's active one; they have one of a contest's deal.

    Args:
        closing: the last step of the game it replaces, written in the same transaction.
        opening: its own first steps, whose game is not known yet; likewise.

    Raises:
        Conflict, GameFinished, NoSuchGame: if that step is refused; no game is created then.
    """

    async def create(connection: AsyncConnection) -> StoredGame:
        if closing is not None:
            await _append(database, connection, (closing,))
        game = await deal_game(database, connection, deal)
        if opening:
            steps = [replace(step, game_id=game.id) for step in opening]
            await _append(database, connection, steps)
            game = await _load(connection, game.id)
        return game

    return await database.run(create)


async def append_steps(database: Database, *steps: Step) -> None:
    """Append steps to the log of a game, all or none; one that ends it saves the result."""
    if _is_midgame(steps):
        async with database.autocommit() as connection:
            if await _write(connection, steps):
                return
    await database.run(lambda connection: _append(database, connection, steps))


async def append_to_active(database: Database, player_id: int, *steps: Step) -> bool:
    """Append steps to a player's active game; False if :func:`append_steps` has to."""
    values = _update_values(steps) | {"of_player": player_id}
    if _is_midgame(steps):
        async with database.autocommit() as connection:
            return (await connection.execute(_UPDATE_ACTIVE_GAME, values)).rowcount == 1

    async def append(connection: AsyncConnection) -> bool:
        row = (await connection.execute(_TURN_ACTIVE_GAME, values)).mappings().one_or_none()
        if row is not None:
            await _note_turn(database, connection, steps, row)
        return row is not None

    return await database.run(append)


def _is_midgame(steps: Sequence[Step]) -> bool:
    """Whether steps neither begin nor end a game, nor are shown, so that they concern no others."""
    last = steps[-1]
    return steps[0].version > 0 and not last.state.is_final and last.shown_race_id is None


async def note_changed(database: Database, player_id: int, kind: str) -> None:
    """Let the other processes know of a change about a player, such as of their board."""
    async with database.autocommit() as connection:
        await notify(connection, kind, player_id)


async def count_hint(database: Database, game_id: int) -> None:
    """Count one more hint in a game."""
    await _count(database, game_id, games.c.hints)


async def count_odds(database: Database, game_id: int) -> None:
    """Count one more look at a game's odds."""
    await _count(database, game_id, games.c.odds)


async def activate_game(database: Database, player_id: int, game_id: int) -> StoredGame:
    """Make a game its player's active one."""
    async with database.transaction() as connection:
        game = await _load(connection, game_id)
        if game.player_id != player_id:
            raise _no_such_game(game_id)
        await _activate(database, connection, game)
    return game


async def active_game(database: Database, player_id: int) -> StoredGame | None:
    """A player's active game, finished or not; None if they have never played."""
    async with database.reading() as connection:
        return await _first(connection, _ACTIVE_GAME, of_player=player_id)


async def load_game(database: Database, game_id: int) -> StoredGame:
    """A game without its log; raises :class:`NoSuchGame` if it does not exist."""
    async with database.reading() as connection:
        return await _load(connection, game_id)


async def unfinished_games(
    database: Database, player_id: int, limit: int = MAX_LISTED
) -> tuple[StoredGame, ...]:
    """A player's unfinished games but untouched ones, most recently played first."""
    active = select(active_games.c.game_id).where(active_games.c.player_id == player_id)
    is_listed = or_(games.c.version > 0, contests.c.state == "running", games.c.id.in_(active))
    query = _of(player_id).where(games.c.finished_at.is_(None), is_listed)
    return await _list(database, query, limit)


async def recent_games(
    database: Database, player_id: int, limit: int = MAX_LISTED
) -> tuple[StoredGame, ...]:
    """A player's games with at least one action, most recently played first."""
    begun = _of(player_id).where(games.c.finished_at.is_(None), games.c.version > 0)
    values = {"of_player": player_id, "most": limit}
    async with database.reading() as connection:
        ended = (await connection.execute(_NEWEST_ENDED, values)).mappings().all()
    found = (*map(_game_from, ended), *await _list(database, begun, limit))
    by_time = sorted(found, key=lambda game: (game.updated_at, game.id), reverse=True)
    return tuple(by_time[:limit])


async def unfinished_of(
    database: Database, player_id: int, contest_deal_ids: Collection[int]
) -> dict[int, int]:
    """The ids of a player's unfinished games of contests' deals, by those of the deals.

    Of several games of a deal it is the one that counts, else the one that was played last.
    """
    query = (
        select(games.c.contest_deal_id, games.c.id)
        .where(
            games.c.player_id == player_id,
            games.c.contest_deal_id.in_(contest_deal_ids),
            games.c.finished_at.is_(None),
        )
        .order_by(games.c.practice.desc(), games.c.updated_at, games.c.id)
    )
    async with database.reading() as connection:
        return {row.contest_deal_id: row.id for row in await connection.execute(query)}


async def popular_rules(database: Database) -> tuple[str, ...]:
    """The ids of the rules of the newest games, most dealt first."""
    newest = select(func.max(games.c.id)).scalar_subquery()
    query = (
        select(games.c.rules_id)
        .where(games.c.id > newest - _NEWEST_GAMES)
        .group_by(games.c.rules_id)
        .order_by(func.count().desc(), games.c.rules_id)
    )
    async with database.reading() as connection:
        return tuple((await connection.execute(query)).scalars())


async def deal_game(database: Database, connection: AsyncConnection, deal: Deal) -> StoredGame:
    """Create a game within a transaction, and make it its player's active one."""
    game = await insert_game(database, connection, deal)
    await _activate(database, connection, game)
    return game


async def insert_game(database: Database, connection: AsyncConnection, deal: Deal) -> StoredGame:
    """Create a game within a transaction, or find the unfinished one of a contest's deal.

    Its player's active game stays the same.
    """
    statement = (
        database.dialect.insert(games)
        .values(
            player_id=deal.player_id,
            rules_id=deal.rules_id,
            deal_number=deal.deal_number,
            guild_id=deal.place.guild_id if deal.place else None,
            channel_id=deal.place.channel_id if deal.place else None,
            version=0,
            state=GameState.STUCK if deal.stuck else GameState.PLAYING,
            moves=0,
            played_ms=timedelta(),
            created_at=deal.at,
            updated_at=deal.at,
            winnable=deal.winnable,
            contest_deal_id=deal.contest_deal_id,
            progress=deal.progress,
            log="",
            practice=deal.practice or _was_shown_solution(deal),
            opening=deal.opening,
            grade=None if deal.grade is None else deal.grade.name.lower(),
        )
        .on_conflict_do_nothing()
        .returning(games.c.id)
    )
    game_id = (await connection.execute(statement)).scalar_one_or_none()
    if game_id is None:
        return await _entered(connection, deal)
    metrics.GAMES.labels(GameState.PLAYING).inc()
    for note_deal in when_dealt:
        await note_deal(connection, deal, game_id)
    return await _load(connection, game_id)


async def _entered(connection: AsyncConnection, deal: Deal) -> StoredGame:
    """The unfinished game of a contest's deal that its player has."""
    query = select(games.c.id).where(
        games.c.player_id == deal.player_id,
        games.c.contest_deal_id == deal.contest_deal_id,
        games.c.finished_at.is_(None),
        ~games.c.practice,
    )
    return await _load(connection, (await connection.execute(query)).scalar_one())


def _was_shown_solution(deal: Deal) -> ColumnElement[bool]:
    """The condition that a player has been shown how a deal is won, having given it up."""
    return exists().where(
        games.c.player_id == deal.player_id,
        games.c.finished_at.is_not(None),
        games.c.rules_id == deal.rules_id,
        games.c.deal_number == deal.deal_number,
        solutions.c.game_id == games.c.id,
    )


async def _append(database: Database, connection: AsyncConnection, steps: Sequence[Step]) -> None:
    """Append steps to the log of one game, within a transaction."""
    if _is_midgame(steps):
        if not await _write(connection, steps):
            raise await _refusal(connection, steps[0])
        return
    found = await connection.execute(_TURN_GAME, _update_values(steps))
    row = found.mappings().one_or_none()
    if row is None:
        raise await _refusal(connection, steps[0])
    await _note_turn(database, connection, steps, row)


async def _note_turn(
    database: Database, connection: AsyncConnection, steps: Sequence[Step], row: RowMapping
) -> None:
    """Do what follows from the beginning or the end of a game, whose row is as it left it."""
    first, last = steps[0], steps[-1]
    if first.version == 0:
        for note_beginning in when_begun:
            await note_beginning(connection, first, row)
    if not last.state.is_final:
        if last.shown_race_id is not None:
            await _note_raced(connection, row, last.shown_race_id)
        return
    await save_result(database, connection, row, goal_met=last.goal_met)
    for note_end in when_finished:
        await note_end(connection, last, row)
    await compress_log(connection, last.game_id, row["log"])
    metrics.GAMES.labels(last.state).inc()


async def _write(connection: AsyncConnection, steps: Sequence[Step]) -> bool:
    """Append steps to the log of one game; False if it is not as they say."""
    return (await connection.execute(_UPDATE_GAME, _update_values(steps))).rowcount == 1


async def _count(database: Database, game_id: int, column: Column[int]) -> None:
    counted = update(games).where(games.c.id == game_id).values({column: column + 1})
    async with database.transaction() as connection:
        for row in (await connection.execute(counted.returning(games))).mappings():
            await _note_raced(connection, row)


async def _note_raced(
    connection: AsyncConnection, row: RowMapping, race_id: int | None = None
) -> None:
    if row["contest_deal_id"] is not None:
        for note_raced in when_raced:
            await note_raced(connection, row, race_id)


def _update_values(steps: Sequence[Step]) -> dict[str, object]:
    """What to update the game of some steps with."""
    first, last = steps[0], steps[-1]
    return {
        "of_game": first.game_id,
        "of_version": first.version,
        "version": last.version + 1,
        "state": last.state,
        "moves": last.moves,
        "played_ms": last.played,
        "updated_at": last.at,
        "finished_at": last.at if last.state.is_final else None,
        "progress": last.progress,
        "entries": "".join(append_text(step.text, step.at - step.since) for step in steps),
    }


async def _activate(database: Database, connection: AsyncConnection, game: StoredGame) -> None:
    await connection.execute(
        database.dialect.insert(active_games)
        .values(player_id=game.player_id, game_id=game.id)
        .on_conflict_do_update(index_elements=["player_id"], set_={"game_id": game.id})
    )


async def _refusal(connection: AsyncConnection, step: Step) -> StoreError:
    """Why a step changed no row."""
    game = await _load(connection, step.game_id)
    if game.version != step.version:
        return Conflict(
            f"Game {game.id} is at version {game.version}, not {step.version}; look at the board "
            "again."
        )
    return GameFinished(f"Game {game.id} is {game.state}; deal a new one.")


def _of(player_id: int) -> Select[tuple[object, ...]]:
    return _LISTED.where(games.c.player_id == player_id)


async def _list(
    database: Database, query: Select[tuple[object, ...]], limit: int
) -> tuple[StoredGame, ...]:
    newest_first = query.order_by(games.c.updated_at.desc(), games.c.id.desc()).limit(limit)
    async with database.reading() as connection:
        return tuple(map(_game_from, (await connection.execute(newest_first)).mappings()))


async def _load(connection: AsyncConnection, game_id: int) -> StoredGame:
    game = await _first(connection, _GAME_BY_ID, of_game=game_id)
    if game is None:
        raise _no_such_game(game_id)
    return game


async def _first(
    connection: AsyncConnection, query: Executable, **values: int
) -> StoredGame | None:
    row = (await connection.execute(query, values)).mappings().one_or_none()
    return None if row is None else _game_from(row)


def _no_such_game(game_id: int) -> NoSuchGame:
    return NoSuchGame(f"There is no game {game_id}; choose one of the unfinished ones.")


def _game_from(row: RowMapping) -> StoredGame:
    return StoredGame(
        **{name: row[name] for name in _SAME_NAMES},
        place=None if row["channel_id"] is None else Place(row["channel_id"], row["guild_id"]),
        state=GameState(row["state"]),
        played=row["played_ms"],
        grade=None if row["grade"] is None else Difficulty[row["grade"].upper()],
        contest=contest_from(row),
        # Lists leave these out.
        experience=Experience(row.get("experience", Experience.SAME_GAME)),
        log=stored_log(row.get("log"), row.get("finished_log")),
    )
