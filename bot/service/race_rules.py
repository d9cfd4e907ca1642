"""What all races share: how long they last, and the deal they are raced on."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.service.contests import ChooseDeal, NoDeal
from bot.service.errors import ServiceError
from engine import rules_of

SHORTEST: Final = timedelta(minutes=5)
"""The shortest time limit of a race."""
LONGEST: Final = timedelta(days=7)
"""The longest time limit of a race."""


def check_time_limit(time_limit: timedelta, refusal: type[ServiceError]) -> None:
    """Refuse a time limit that is too short or too long.

    Args:
        time_limit: how long a race may last.
        refusal: the error to raise.
    """
    if not SHORTEST <= time_limit <= LONGEST:
        raise refusal(
            "A race can last from {least} minutes to {most} days. Choose a time in between.",
            least=SHORTEST // timedelta(minutes=1),
            most=LONGEST.days,
        )


async def choose_winnable(choose: ChooseDeal, rules_id: str) -> int:
    """The number of a winnable deal.

    Raises:
        NoDeal: when no deal of the game could be proven winnable.
    """
    deal = await choose(rules_id)
    if deal.winnable:
        return deal.deal_number
    if not deal.searched:
        raise NoDeal(
            "A race needs a deal that can be won, and the solver that finds one is switched off."
        )
    raise NoDeal(
        "No winnable deal of {game} turned up. Try again in a minute.",
        game=rules_of(rules_id).title,
    )
