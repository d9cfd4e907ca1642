"""What deals of the day are chosen with."""

from __future__ import annotations

from engine import Move, deal, solve

SECRET = "a secret of some length"


async def by_search(rules_id: str, deal_number: int) -> tuple[Move, ...] | None:
    """Moves that win a deal, if they are found soon."""
    return (
        solve(deal(rules_id, deal_number).board, max_states=60_000, max_seconds=300).moves or None
    )
