"""``python -m benchmarks.growth.playing`` plays games move by move: what each takes up."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import click
from sqlalchemy import text

from benchmarks.growth.databases import Kind, Wanted, folder_option, report_on_each
from benchmarks.growth.history import Finished, Size, deal_of, finished_games
from bot.models.places import Place
from bot.models.play import Deal, GameState, Step
from bot.store.database.connection import Database
from bot.store.database.open import open_database
from bot.store.play.games import append_steps, create_game

_AT_ONCE: Final = 40
"""How many games are played at the same time, a move of each in turn."""
_LATER: Final = timedelta(days=1000)
"""These games come after all others, so that they count for days that nobody has played."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class _Sizes:
    """What a database takes up, in bytes."""

    before: int
    after: int


@click.command()
@click.option("--games", default=100_000, show_default=True, help="How many games there are.")
@click.option("--played", default=2_000, show_default=True, help="How many more are played.")
@folder_option
def main(games: int, played: int, folder: Path) -> None:
    """Play games in a database of many, and print the bytes that each adds to it."""
    report_on_each(folder, lambda kind: _report(kind, games, played))


async def _report(kind: Kind, games: int, played: int) -> None:
    wanted = Wanted(Size(games))
    await kind.build(wanted)
    async with open_database(await kind.copy(wanted)) as database:
        before = await _size(database)
        every = games // played
        await _play(database, itertools.islice(finished_games(wanted.size), 0, None, every))
        after = await _size(database)
    click.echo(f"{kind.name}: {(after - before) / (games / every):.0f} bytes a game played")


async def _size(database: Database) -> int:
    """What a database takes up once it is cleaned up as it is now and then."""
    async with database.autocommit() as connection:
        if database.is_postgresql:
            await connection.execute(text("VACUUM"))
            query = "SELECT pg_database_size(current_database())"
        else:
            query = (
                "SELECT (page_count - freelist_count) * page_size"
                " FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
            )
        return int(await connection.scalar(text(query)))


async def _play(database: Database, games: Iterable[Finished]) -> None:
    left = iter(games)
    playing: list[AsyncIterator[None]] = []
    while True:
        playing += [
            _moves(database, one) for one in itertools.islice(left, _AT_ONCE - len(playing))
        ]
        if not playing:
            return
        goes_on = await asyncio.gather(*(anext(one, False) for one in playing))
        playing = [one for one, more in zip(playing, goes_on, strict=True) if more is not False]


async def _moves(database: Database, game: Finished) -> AsyncIterator[None]:
    """Play a game, a move each time."""
    row, played = game.row, game.played
    at = _EPOCH + timedelta(milliseconds=game.started_at) + _LATER
    guild, day = row["guild_id"], row["day"]
    deal = Deal(
        int(str(row["player_id"])),
        played.rules_id,
        played.deal_number,
        at,
        None if guild is None else Place(int(str(row["channel_id"])), int(str(guild))),
        contest_deal_id=None if day is None else deal_of(at.date()),
    )
    stored = await create_game(database, deal)
    begun = at
    for version, (action, pause) in enumerate(played.log):
        yield
        since, at = at, at + timedelta(milliseconds=pause)
        is_last = version == len(played.log) - 1
        await append_steps(
            database,
            Step(
                stored.id,
                version,
                action,
                at,
                played.state if is_last else GameState.PLAYING,
                played.moves if is_last else 0,
                at - begun,
                progress=played.foundation_count if is_last else 0,
                since=since,
            ),
        )


if __name__ == "__main__":
    main()
