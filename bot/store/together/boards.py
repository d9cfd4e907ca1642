"""Shared boards: opened, played on, voted on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from sqlalchemy import ColumnElement, RowMapping, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.due import Subject
from bot.models.places import Place
from bot.models.play import Deal, GameSnapshot, GameState
from bot.models.players import WinCount
from bot.models.together import Mode, SharedBoard, SharedPlayer, Vote, Wish
from bot.store.database.connection import Database, take_turns
from bot.store.due.due import touch
from bot.store.play.games import deal_game
from bot.store.play.schema import active_games, games
from bot.store.together.schema import shared_boards, shared_players, shared_votes


async def open_board(database: Database, place: Place, mode: Mode, deal: Deal) -> SharedBoard:
    """Open a shared board and deal a game on it, unless its channel has one in play: that then.

    Args:
        deal: its game, whoever's that is said to be.
    """
    statement = (
        insert(shared_boards)
        .values(guild_id=place.guild_id, channel_id=place.channel_id, mode=mode, created_at=deal.at)
        .returning(shared_boards.c.id)
    )

    async def open_(connection: AsyncConnection) -> SharedBoard:
        await take_turns(connection, place.channel_id)
        in_play = await _in_play(connection, place.channel_id)
        if in_play is not None:
            return in_play
        board_id: int = (await connection.execute(statement)).scalar_one()
        board = SharedBoard(board_id, place, mode)
        await deal_game(database, connection, replace(deal, player_id=board.owner))
        return board

    return await database.run(open_)


async def load_board(database: Database, board_id: int) -> SharedBoard | None:
    """A shared board; None if there is none of that id."""
    async with database.reading() as connection:
        return await _first(connection, shared_boards.c.id == board_id)


async def board_in_play(database: Database, channel_id: int) -> SharedBoard | None:
    """The newest shared board of a channel whose game is not over; None if there is none."""
    async with database.reading() as connection:
        return await _in_play(connection, channel_id)


async def _in_play(connection: AsyncConnection, channel_id: int) -> SharedBoard | None:
    in_play = (
        select(active_games.c.game_id)
        .join(games, games.c.id == active_games.c.game_id)
        .where(active_games.c.player_id == -shared_boards.c.id, games.c.finished_at.is_(None))
        .exists()
    )
    return await _first(connection, (shared_boards.c.channel_id == channel_id) & in_play)


async def load_players(
    database: Database, game_id: int
) -> tuple[tuple[SharedPlayer, ...], tuple[Vote, ...]]:
    """Who has played in a shared game, most actions first, and the votes, oldest first."""
    player, vote = shared_players.c, shared_votes.c
    played = select(player.player_id, player.actions, player.version, player.at).where(
        player.game_id == game_id
    )
    wanted = select(vote.player_id, vote.wish, vote.choice, vote.version, vote.at).where(
        vote.game_id == game_id
    )
    async with database.reading() as connection:
        players = await connection.execute(
            played.order_by(player.actions.desc(), player.at, player.player_id)
        )
        votes = await connection.execute(wanted.order_by(vote.at, vote.player_id))
        return (
            tuple(SharedPlayer(*row) for row in players),
            tuple(
                Vote(row.player_id, Wish(row.wish), row.choice, row.version, row.at)
                for row in votes
            ),
        )


async def note_action(
    database: Database,
    board: SharedBoard,
    snapshot: GameSnapshot,
    players: Collection[int],
    at: datetime,
) -> None:
    """Note which players' action led to a snapshot, and settle what was voted for before."""
    game_id, version = snapshot.game_id, snapshot.version
    statement = database.dialect.insert(shared_players)
    noted = statement.on_conflict_do_update(
        index_elements=["game_id", "player_id"],
        set_={
            "actions": shared_players.c.actions + 1,
            "version": statement.excluded.version,
            "at": statement.excluded.at,
        },
    )
    rows = [
        {"game_id": game_id, "player_id": one, "actions": 1, "version": version, "at": at}
        for one in sorted(players)
    ]
    async with database.transaction() as connection:
        if rows:
            await connection.execute(noted, rows)
        settled = delete(shared_votes).where(shared_votes.c.game_id == game_id)
        if not snapshot.state.is_final:
            is_outdated = shared_votes.c.version < version
            settled = settled.where(is_outdated, shared_votes.c.wish != Wish.GIVE_UP)
        await connection.execute(settled)
        if board.vote_until is not None:
            await _set_vote_end(connection, board, None)


async def save_vote(
    database: Database, board: SharedBoard, game_id: int, vote: Vote, vote_until: datetime | None
) -> None:
    """Save what somebody wants instead of what they wanted before; the first sets the time."""
    values = {"choice": vote.choice, "version": vote.version, "at": vote.at}
    key = {"game_id": game_id, "player_id": vote.player_id, "wish": vote.wish}
    async with database.transaction() as connection:
        await connection.execute(
            database.dialect.insert(shared_votes)
            .values(**key, **values)
            .on_conflict_do_update(index_elements=[*key], set_=values)
        )
        if vote_until is not None:
            await _set_vote_end(connection, board, vote_until)


async def end_vote(database: Database, board: SharedBoard) -> None:
    """Note that the votes for a move are counted."""
    async with database.transaction() as connection:
        await _set_vote_end(connection, board, None)


async def count_shared_games(database: Database, guild_id: int) -> WinCount:
    """How many shared games a server has finished, and won."""
    won = func.count().filter(games.c.state == GameState.WON)
    query = select(func.count(), won).where(
        games.c.guild_id == guild_id, games.c.player_id < 0, games.c.finished_at.is_not(None)
    )
    async with database.reading() as connection:
        return WinCount(*(await connection.execute(query)).one())


async def drop_boards(connection: AsyncConnection, guild_id: int) -> None:
    """Drop a server's shared boards; their games stay, naming nobody."""
    ids = select(-shared_boards.c.id).where(shared_boards.c.guild_id == guild_id)
    of_boards = select(games.c.id).where(games.c.player_id.in_(ids))
    for table in (shared_votes, shared_players):
        await connection.execute(delete(table).where(table.c.game_id.in_(of_boards)))
    await connection.execute(delete(shared_boards).where(shared_boards.c.guild_id == guild_id))


async def _set_vote_end(
    connection: AsyncConnection, board: SharedBoard, vote_until: datetime | None
) -> None:
    """Set when votes are counted, unless somebody else has begun or ended the vote."""
    until = shared_boards.c.vote_until
    statement = update(shared_boards).where(
        shared_boards.c.id == board.id, until.is_not_distinct_from(board.vote_until)
    )
    changed = await connection.execute(statement.values(vote_until=vote_until))
    if changed.rowcount and vote_until is not None:
        subject, guild = Subject("vote", board.id), board.place.guild_id
        await touch(connection, subject, vote_until, guild=guild, is_exact=True)


async def _first(connection: AsyncConnection, condition: ColumnElement[bool]) -> SharedBoard | None:
    query = select(shared_boards).where(condition).order_by(shared_boards.c.id.desc()).limit(1)
    row = (await connection.execute(query)).mappings().first()
    return None if row is None else _board_from(row)


def _board_from(row: RowMapping) -> SharedBoard:
    place = Place(row["channel_id"], row["guild_id"])
    return SharedBoard(row["id"], place, Mode(row["mode"]), row["vote_until"])
