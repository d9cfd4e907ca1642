"""What a player's board says of the race that it is in."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from discord.utils import format_dt

from bot.chat.games.formatting import format_players
from bot.chat.responding.live_boards import message_url
from bot.errors import StoreError
from bot.i18n import _
from bot.models.contests import RacerOutcome, RaceState
from bot.models.places import BoardMessage
from bot.service.contests.races import Races
from bot.service.contests.refusals import NoRace

if TYPE_CHECKING:
    from bot.chat.responding.context import Context
    from bot.models.contests import Race, Racer
    from bot.models.play import GameSnapshot

_DAY: Final = timedelta(days=1)

_log = logging.getLogger(__name__)


async def race_line(context: Context, snapshot: GameSnapshot) -> str:
    """The line of a game about its race; empty for any other, and for a challenge."""
    if snapshot.race_id is None:
        return ""
    try:
        race = await context.services[Races].get(snapshot.race_id)
    except (NoRace, StoreError) as error:
        # The board is shown without it.
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
        and one.ended_at is not None
        and racer.ended_at is not None
        and one.ended_at < racer.ended_at
        for one in race.racers
    )


def _line(race: Race, racer: Racer) -> str:
    players = format_players(len(race.racers))
    if race.state is RaceState.FINISHED:
        over = _(
            "🏁 Your race is over: place {place} of {players}.", place=racer.place, players=players
        )
        if race.place is None or race.message_id is None:
            return over
        url = message_url(BoardMessage(race.place, race.message_id))
        return f"{over} {_('[See the result]({url}).', url=url)}"
    match racer.outcome:
        case RacerOutcome.WON:
            return _(
                "🏁 **Place {place} so far**, of {players}. The result comes when all are done.",
                place=place_so_far(race, racer),
                players=players,
            )
        case RacerOutcome.LEFT:
            return _(
                "You left the race of {players}. You can finish your game on your own.",
                players=players,
            )
        case RacerOutcome.GIVEN_UP:
            return _("The result of your race comes when all have finished.")
        case _:
            return _(
                "🏁 **Race** · {players} · until {when}",
                players=players,
                when=format_deadline(race),
            )
