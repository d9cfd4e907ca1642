"""Which deal numbers are drawn: short ones to be typed again, or any, so that none can be found."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from engine import Status, deal, rules_of

HIGHEST_SHORT_DEAL: Final = 999_999_999
"""The highest deal number that is short enough to be typed again."""

_MAX_DRAWS: Final = 50


def short_deals(rules_id: str) -> range:
    """The numbers that an ordinary random deal is drawn from."""
    return range(1, min(HIGHEST_SHORT_DEAL, rules_of(rules_id).last_deal) + 1)


def secret_deals(rules_id: str) -> range:
    """The numbers that a deal is drawn from whose hidden cards nobody may work out.

    >>> secret_deals("klondike")[-1] == 2**63 - 1
    True
    """
    last = rules_of(rules_id).last_deal
    return range(HIGHEST_SHORT_DEAL + 1 if last > HIGHEST_SHORT_DEAL else 1, last + 1)


def random_deal(rules_id: str, numbers: range | None = None) -> int:
    """The number of a random deal, not stuck from the start if one is found."""
    numbers = short_deals(rules_id) if numbers is None else numbers
    deal_number = secrets.choice(numbers)
    for _ in range(_MAX_DRAWS):
        if deal(rules_id, deal_number).status is not Status.STUCK:
            break
        deal_number = secrets.choice(numbers)
    return deal_number


def own_deal_number(opening: str) -> int:
    """The number of a deal that a player entered, made of its board: no deal is found by it.

    >>> own_deal_number("1: KS") == own_deal_number("1: KS") > HIGHEST_SHORT_DEAL
    True
    """
    digest = hashlib.sha256(opening.encode()).digest()
    return int.from_bytes(digest[:8]) >> 2 | 1 << 62
