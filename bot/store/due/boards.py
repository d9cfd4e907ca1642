"""The live boards of games: which message shows each, and which are to be folded."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from sqlalchemy import RowMapping, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.models.due import FOLDED_AFTER, Shown, board_subject
from bot.models.play import Step
from bot.store.database.connection import Database
from bot.store.due.due import touch
from bot.store.due.posts import load_in, upsert_post
from bot.store.due.schema import OPEN_BOARDS, posts
from bot.store.play.events import on_finished
from bot.store.play.schema import games

_MOST_FOLDED: Final = 5
"""How many of a player's earlier boards in a channel are folded at once, the last ones."""


async def replace_board(database: Database, board: Shown) -> Shown | None:
    """Save which message shows the board of a game, or that none does; returns what did before.

    Other boards of its player that are open in the channel of a server are looked at, to be folded.
    """
    owner = select(games.c.player_id).where(games.c.id == board.subject.id)
    async with database.transaction() as connection:
        before = await load_in(connection, board.subject)
        player: int | None = await connection.scalar(owner)
        shown = (before.message_id, before.state) if before else (None, board.state)
        # A game that is gone leaves nothing behind.
        if player is not None and shown != (board.message_id, board.state):
            await upsert_post(connection, replace(board, player=player))
            if board.message_id is not None:
                await _take_place(connection, replace(board, player=player))
    return before


async def _take_place(connection: AsyncConnection, board: Shown) -> None:
    """Have the boards looked at that this one is shown after, of which it may have the message."""
    others = (
        text(OPEN_BOARDS),
        posts.c.player_id == board.player,
        posts.c.channel_id == board.place.channel_id,
        posts.c.subject != board.subject.id,
    )
    is_same = posts.c.message_id == board.message_id
    await connection.execute(update(posts).where(*others, is_same).values(message_id=None))
    if board.place.guild_id is None or _is_shared(board.player):
        return
    newest = select(posts.c.subject).where(*others).order_by(posts.c.shown_at.desc())
    for game in (await connection.execute(newest.limit(_MOST_FOLDED))).scalars().all():
        await touch(
            connection,
            board_subject(game),
            board.at,
            guild=board.place.guild_id,
            player=board.player,
        )


@on_finished
async def _touch_board(connection: AsyncConnection, step: Step, _game: RowMapping) -> None:
    """Have the board of a game that has ended looked at a while later, if a server shows it."""
    shown = await load_in(connection, board_subject(step.game_id))
    if shown is None or shown.message is None or shown.place.guild_id is None:
        return
    if not _is_shared(shown.player):
        at, guild = step.at + FOLDED_AFTER, shown.place.guild_id
        await touch(connection, shown.subject, at, guild=guild, player=shown.player)


def _is_shared(player: int | None) -> bool:
    """Whether a board is nobody's, so that others play on it."""
    return player is None or player < 0
