"""Which daily games channels are told of in one pass."""

from __future__ import annotations

from collections import Counter

from bot.models.daily import DailyDeal
from bot.models.places import Place
from bot.service.daily.posts import MAX_DUE, MAX_IN_CHANNEL, DailyProgress
from bot.service.play.games import Games
from bot.store.database.connection import Database
from tests.service.conftest import Clock

BUSY, QUIET = Place(5, guild_id=6), Place(7, guild_id=6)


async def test_a_pass_tells_each_channel_of_a_few_games_and_the_next_of_the_others(
    games: Games, database: Database, clock: Clock
) -> None:
    progress = DailyProgress(database)
    deal = DailyDeal(clock().date(), "saratoga", 42, 1, 112)
    for player in range(1, 11):
        place = QUIET if player > 8 else BUSY
        await progress.follow(await games.start_daily(player, deal, place))
        await games.play(player, "s")
        clock.advance(seconds=1)
    told: list[int] = []
    while due := await progress.due():
        assert len(due) <= MAX_DUE
        in_channel = Counter(post.place.channel_id for post in due)
        assert max(in_channel.values()) <= MAX_IN_CHANNEL
        assert set(in_channel) == {5, 7} or told
        for post in due:
            await progress.posted(post, 9, is_last=False)
            told.append(post.game_id)
    assert sorted(told) == [*range(1, 11)]
