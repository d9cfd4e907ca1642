"""What a win is compared with."""

from __future__ import annotations

from datetime import timedelta

from bot.models import WinContext
from bot.store import Database
from bot.store.wins import load_win_context
from tests.store.finished_games import NOON, play_to_the_end

ANN, BOB, GUILD = 7, 2**63 - 1, 2**62
EARLIER = NOON - timedelta(hours=1)


async def test_a_win_is_compared_with_others_of_its_game(database: Database) -> None:
    for player, moves, seconds in ((ANN, 90, 80), (ANN, 110, 60), (BOB, 50, 40)):
        await play_to_the_end(
            database, player, moves=moves, seconds=seconds, guild=GUILD, at=EARLIER
        )
    game_id = await play_to_the_end(database, ANN, guild=GUILD, day=NOON.date())
    assert await load_win_context(database, game_id, GUILD, NOON.date()) == WinContext(
        fewest_moves=90,
        shortest=timedelta(seconds=60),
        wins_in_a_row=3,
        guild_wins=3,
        guild_players=2,
        guild_average=timedelta(seconds=60),
        counts_for_day=True,
        has_played_today=True,
    )


async def test_a_first_win_outside_servers_is_compared_with_nothing(database: Database) -> None:
    game_id = await play_to_the_end(database, ANN)
    assert await load_win_context(database, game_id, None, NOON.date()) == WinContext(
        fewest_moves=None,
        shortest=None,
        wins_in_a_row=1,
        guild_wins=0,
        guild_players=0,
        guild_average=None,
        counts_for_day=False,
        has_played_today=False,
    )
