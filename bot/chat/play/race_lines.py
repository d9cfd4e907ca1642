"""What a player's board says of others: of its race, or of the day, if both agreed to that."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from discord.utils import format_dt

from bot.chat.responding.mentions import mention
from bot.errors import StoreError
from bot.i18n import _
from bot.models.contests import RacerOutcome, RaceState
from bot.models.places import BoardMessage
from bot.service.contests.contests import NoRace
from bot.service.contests.races import Races
from bot.service.daily.daily import Daily
from bot.service.daily.paces import Paces
from bot.wording.formatting import format_duration, format_players, race_over
from bot.wording.paces import pace_words, says_pace
from bot.wording.wins import late_line

if TYPE_CHECKING:
    from bot.chat.responding.context import Context
    from bot.models.contests import Race, Racer
    from bot.models.play import GameSnapshot

_DAY: Final = timedelta(days=1)

_log = logging.getLogger(__name__)


async def contest_line(context: Context, snapshot: GameSnapshot) -> str:
    """The line of a game about its race, or until when it counts for a day that is over."""
    try:
        if snapshot.day is not None:
            until = await context.services[Daily].finish_by(snapshot)
            return "" if until is None else late_line(format_dt(until, "t"))
        if snapshot.race_id is None:
            return ""
        race = await context.services[Races].get(snapshot.race_id)
    except (NoRace, StoreError) as error:
        # The board is shown without it.
        _log.info("A board is shown without its day or its race: %s", error)
        return ""
    racer = race.racer(snapshot.player)
    return "" if racer is None else _line(race, racer)


def format_deadline(race: Race, racer: Racer) -> str:
    """When a race ends for a racer: on which day as well, if it lasts that long."""
    return format_dt(race.due(racer), "t" if race.time_limit < _DAY else "f")


def race_time(racer: Racer) -> str:
    """How long a player took who has finished; empty if their time never ran."""
    return "" if racer.time is None else format_duration(racer.time)


def final_result(race: Race, racer: Racer) -> str:
    """The result of a player who has finished while others still race."""
    match racer.outcome:
        case RacerOutcome.WON:
            place = _place(race, racer)
            time = _("🏁 **Your time: {time}**", time=race_time(racer))
            if race.starts_at is not None:
                # All started at once, so nobody can get ahead of them any more.
                time = _("🏁 **Place {place}, in {time}**", place=place, time=race_time(racer))
            then = _(
                "The result is posted once everybody is done, or after ten minutes in which nobody "
                "plays."
            )
            return f"{time}. {then}"
        case RacerOutcome.UNFINISHED:
            return _("🏁 **Your time is up**, and your result is final.")
        case RacerOutcome.LEFT if racer.game_id is None:
            return _("You left this race.")
        case RacerOutcome.LEFT:
            return _("You left this race. You can finish your game on your own.")
        case _:
            return _("You gave up in this race. Its result comes when all are done.")


def _place(race: Race, racer: Racer) -> int:
    """The place of a player who has won, among those who have."""
    return 1 + sum(
        one.outcome is RacerOutcome.WON
        and one.time is not None
        and racer.time is not None
        and one.time < racer.time
        for one in race.racers
    )


def _line(race: Race, racer: Racer) -> str:
    if race.state is RaceState.FINISHED:
        over = race_over(race, racer)
        if race.place is None or race.message_id is None:
            return over
        url = BoardMessage(race.place, race.message_id).url
        return f"{over} {_('[See the result]({url}).', url=url)}"
    if racer.outcome is not None:
        return final_result(race, racer)
    return _(
        "🏁 **Race** · {players} · until {when}",
        players=format_players(len(race.racers)),
        when=format_deadline(race, racer),
    )


def pace_line(context: Context, snapshot: GameSnapshot) -> str:
    """Where another of the server was after as much time; empty for nobody, and where not known.

    What is not known is read aside, for the next board.
    """
    paces = context.services[Paces]
    if not says_pace(context.preferences, snapshot):
        return ""
    if paces.is_stale(snapshot):
        task = asyncio.create_task(_refresh(paces, snapshot), name="paces")
        context.interaction.client.interactions.aside.add(task)
    beside = paces.beside(snapshot)
    if beside is None:
        return ""
    player, progress = beside
    return f"-# {pace_words(snapshot, mention(player), progress)}"


async def _refresh(paces: Paces, snapshot: GameSnapshot) -> None:
    # The board does without it.
    with contextlib.suppress(StoreError):
        await paces.refresh(snapshot)
