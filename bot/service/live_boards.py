"""Live boards: which message shows each game."""

from __future__ import annotations

from bot.models import BoardMessage
from bot.store import Database
from bot.store.live_boards import load_live_board, replace_live_board


class LiveBoards:
    """Remembers the message with each game's live board, across restarts.

    All methods may raise :class:`bot.store.StoreUnavailable`.
    """

    def __init__(self, database: Database) -> None:
        """Remember them in an open database."""
        self._database = database

    async def get(self, game_id: int) -> BoardMessage | None:
        """The message with a game's live board; None if none is known."""
        return await load_live_board(self._database, game_id)

    async def replace(self, game_id: int, board: BoardMessage | None) -> BoardMessage | None:
        """Remember another message, or none, and return the one before."""
        return await replace_live_board(self._database, game_id, board)
