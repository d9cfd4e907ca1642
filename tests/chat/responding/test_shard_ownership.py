"""Which servers a process announces to: its own, and after a while those that nobody serves."""

from __future__ import annotations

from bot.chat.responding.loop import ORPHANED_AFTER, ShardOwnership
from bot.models.shards import ShardPlan

OWN = ShardPlan((0, 1), 4)


class Others:
    """The processes of a bot, as the database knows them."""

    def __init__(self) -> None:
        self.now = 0.0
        self.shards = frozenset({0, 1, 2, 3})
        self.looks = 0
        self.ownership = ShardOwnership(lambda: self.now)

    async def live(self) -> frozenset[int]:
        """The shards that any of them serves."""
        self.looks += 1
        return self.shards

    async def served(self) -> tuple[int, ...]:
        """The shards whose servers the process announces to."""
        return (await self.ownership.served_shards(OWN, self.live)).ids


async def test_a_process_announces_to_the_servers_of_its_own_shards() -> None:
    others = Others()
    assert await others.served() == (0, 1)


async def test_others_announce_to_the_servers_of_an_unserved_shard_after_a_while() -> None:
    others = Others()
    others.shards = frozenset({0, 1, 3})
    assert await others.served() == (0, 1)
    others.now += ORPHANED_AFTER
    assert await others.served() == (0, 1, 2)


async def test_a_shard_that_is_served_again_is_left_to_its_process() -> None:
    others = Others()
    others.shards = frozenset({0, 1, 3})
    await others.served()
    others.now += ORPHANED_AFTER
    assert 2 in await others.served()
    others.shards = frozenset({0, 1, 2, 3})
    others.now += ORPHANED_AFTER
    assert await others.served() == (0, 1)


async def test_a_process_that_starts_again_in_time_keeps_its_servers() -> None:
    others = Others()
    for shards in ({0, 1, 3}, {0, 1, 2, 3}, {0, 1, 3}):
        others.shards = frozenset(shards)
        assert await others.served() == (0, 1)
        others.now += ORPHANED_AFTER / 2
    assert await others.served() == (0, 1)


async def test_the_database_is_asked_who_serves_what_once_in_ten_seconds() -> None:
    others = Others()
    for _ in range(5):
        await others.served()
        others.now += 5.0
    assert others.looks == 3
