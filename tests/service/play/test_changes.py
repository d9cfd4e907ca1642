"""Who follows a player's board, and when they are told that it is another one."""

from __future__ import annotations

import pytest

from bot.service.play.games import Games
from engine import IllegalMove

ADA, BEN = 1, 2


async def test_every_board_that_becomes_current_is_told_to_those_who_follow(games: Games) -> None:
    told: list[str] = []
    with games.changes.follow(ADA, lambda: told.append("ada")):
        await games.start(ADA, "klondike", 11)
        await games.play(ADA, "1-f1")
        await games.undo(ADA)
        assert told == ["ada"] * 3
        await games.start(BEN, "klondike", 11)
        await games.play(BEN, "s")
        with pytest.raises(IllegalMove):
            await games.play(ADA, "2-3")
        assert told == ["ada"] * 3
    await games.play(ADA, "s")
    assert told == ["ada"] * 3


async def test_going_back_to_a_game_is_told_too(games: Games) -> None:
    first = await games.start(ADA, "klondike", 11)
    await games.play(ADA, "s")
    await games.start(ADA, "spider", 1)
    told: list[int] = []
    with games.changes.follow(ADA, lambda: told.append(1)):
        await games.resume(ADA, first.game_id)
    assert told
