"""What a racer's own board says of its race for many."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from discord.utils import format_dt

from bot.chat.channels.live_boards import message_url
from bot.chat.messages.formatting import format_players
from bot.errors import StoreError
from bot.i18n import _
from bot.models import BoardMessage, RacerOutcome, RaceState
from bot.service import NoRace

if TYPE_CHECKING:
    from bot.chat.context import Context
    from bot.models import Race, Racer
    from bot.service import GameSnapshot

_DAY: Final = timedelta(days=1)

_log = logging.getLogger(__name__)


async def race_line(context: Context, snapshot: GameSnapshot) -> str:
    """The line of a game about its race for many; empty for any other."""
    if snapshot.race_id is None:
        return ""
    try:
        race = await context.services.races.get(snapshot.race_id)
    except (NoRace, StoreError) as error:
        # The board is shown all the same.
        _log.info("A board is shown without its race: %s", error)
        return ""
    racer = race.racer(snapshot.player)
    return "" if racer is None else _line(race, racer)


def format_deadline(race: Race) -> str:
    """When a race ends: on which day as well, if it lasts that long."""
    return format_dt(race.deadline, "t" if race.time_limit < _DAY else "f")


def place_so_far(race: Race, racer: Racer) -> int:
    """The place of a player who has won while others still race."""
    return 1 + sum(
        one.outcome is RacerOutcome.WON
        and one.finished_at is not None
        and racer.finished_at is not None
        and one.finished_at < racer.finished_at
        for one in race.racers
    )


def _line(race: Race, racer: Racer) -> str:
    players = format_players(len(race.racers))
    if race.state is RaceState.FINISHED:
        over = _(
            "🏁 Your race is over: place {place} of {players}.", place=racer.place, players=players
        )
        return over if race.message_id is None else f"{over} {_result(race, race.message_id)}"
    match racer.outcome:
        case RacerOutcome.WON:
            return _(
                "🏁 **Place {place} so far**, of {players}. The result comes when all are done.",
                place=place_so_far(race, racer),
                players=players,
            )
        case RacerOutcome.LEFT:
            return _("You left the race of {players}, and play on for yourself.", players=players)
        case RacerOutcome.GIVEN_UP:
            return _("The result of your race comes when all have finished.")
        case _:
            return _(
                "🏁 **Race** · {players} · until {when}",
                players=players,
                when=format_deadline(race),
            )


def _result(race: Race, message_id: int) -> str:
    url = message_url(BoardMessage(race.place, message_id))
    return _("[See the result]({url}).", url=url)
