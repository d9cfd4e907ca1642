"""What services of contests share; how far racers have come, and why they are refused."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.i18n import N_
from bot.models.contests import Race, RaceProgress, RacerOutcome, RaceState
from bot.service.errors import ServiceError
from bot.service.play.games import Games, to_milliseconds
from bot.service.play.replay import UNDO, apply
from bot.service.solver.winnable import DealChoice
from bot.store.contests.races import close_race, end_turns, race_progress
from bot.store.database.connection import Database
from bot.store.play.game_logs import load_logs
from bot.store.solver.deals import save_winnable_deal
from engine import PatienceError, deal

GRACE: Final = timedelta(seconds=2)
"""How long after the end of a contest a move made before it may still be unsaved."""

ChooseDeal = Callable[[str], Awaitable[DealChoice]]
"""Chooses a deal by rules id, a winnable one if possible."""


class NoDeal(ServiceError):
    """There is no winnable deal for a contest, so that it does not begin."""


class ContestService:
    """A service of contests: games of several players on the same deals."""

    def __init__(
        self,
        games: Games,
        choose: ChooseDeal,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Choose deals that are secret until a contest is over by ``choose``."""
        self._games = games
        self._database: Database = games.database
        self._choose = choose
        self._clock = clock

    async def _put_back(self, rules_id: str, deal_number: int) -> None:
        """Keep a deal for another contest: this one does without it, so nobody has seen it."""
        await save_winnable_deal(self._database, rules_id, deal_number, self.now())

    def now(self) -> datetime:
        """The current time in whole milliseconds, as stored."""
        return to_milliseconds(self._clock())


async def end_overdue(database: Database, race: Race, at: datetime) -> Race | None:
    """Close an open race past its deadline, or end turns of a running one; None if it is over."""
    if race.state is RaceState.OPEN:
        return await close_race(database, race.id, race.deadline)
    results: dict[int, RaceProgress | None] = {}
    for racer in race.overdue(at):
        player, game_id, until = racer.player_id, racer.game_id, race.due(racer)
        results[player] = None
        if game_id is not None:
            results |= await progress_of_games(database, race, {player: game_id}, until)
    return await end_turns(database, race.id, results)


def progress_of(rules_id: str, deal_number: int, log: Iterable[str]) -> RaceProgress:
    """The progress of a game after the entries of its log.

    A game that this version's rules cannot replay counts as one without moves.

    >>> progress_of("saratoga", 42, ["s", "s", "undo"])
    RaceProgress(progress=0, moves=1, undos=1, hints=0, odds=0)
    """
    texts = tuple(log)
    try:
        played = deal(rules_id, deal_number)
        for text in texts:
            apply(played, text)
    except PatienceError:
        return RaceProgress()
    return RaceProgress(played.board.progress, len(played.moves), texts.count(UNDO))


async def progress_of_games(
    database: Database, race: Race, games: Mapping[int, int], until: datetime | None
) -> dict[int, RaceProgress]:
    """The progress of games of a race until some time, or until now; by player."""
    now = await race_progress(database, games.values())
    # A player who deletes their data just now has no game, and has left the race.
    progress = {player: now.get(game, RaceProgress()) for player, game in games.items()}
    if until is None:
        return progress
    logs = await load_logs(database, games.values(), until)
    for player, game in games.items():
        log = [action.text for action in logs[game]]
        then = progress_of(race.rules_id, race.deal_number or 0, log)
        with_help = progress[player]
        progress[player] = replace(then, hints=with_help.hints, odds=with_help.odds)
        # Replaying twenty games takes a while; presses do not wait for all of them.
        await asyncio.sleep(0)
    return progress


_TABLE_REFUSALS: Final = {
    RaceState.OPEN: N_("This race has not begun yet. It begins when everybody is ready."),
    RaceState.RUNNING: N_(
        "This race has already begun. Type /race start to open a table for another."
    ),
    RaceState.FINISHED: N_("This race is over. Type /race start to open a table for another."),
    RaceState.CLOSED: N_("This table is closed. Type /race start to open another."),
}
_CHALLENGE_REFUSALS: Final = {
    RaceState.OPEN: N_("This challenge has not been accepted yet. The race begins when it is."),
    RaceState.RUNNING: N_("This race has already begun. Go to your board, or leave the race."),
    RaceState.FINISHED: N_("This race is over. Type /race challenge to start another."),
    RaceState.CLOSED: N_(
        "This challenge was not answered in time. Type /race challenge to send another."
    ),
    RacerOutcome.DECLINED: N_("This challenge was declined. Type /race challenge to send another."),
    RacerOutcome.LEFT: N_("This challenge was withdrawn. Type /race challenge to send another."),
}


class NoRace(ServiceError):
    """The race does not exist, the player is not in it, or its state does not allow the action."""


class CannotRace(ServiceError):
    """The player cannot open, join or start this race, or not now."""


def not_now(race: Race) -> NoRace:
    """Why the state of a race does not allow the action."""
    if race.by_invitation:
        return NoRace(_CHALLENGE_REFUSALS[race.refusal or race.state])
    return NoRace(_TABLE_REFUSALS[race.state])


def not_in(race: Race) -> NoRace:
    """Why a player who does not take part cannot act."""
    if race.by_invitation:
        return NoRace(
            N_("This race is between two other players. Type /race challenge to start your own.")
        )
    if race.state is RaceState.OPEN:
        return NoRace(N_("You are not in this race yet. Press Join to take part."))
    return NoRace(N_("You are not in this race. Type /race start to open a table of your own."))


def no_such_race(*, by_invitation: bool) -> NoRace:
    """Why nobody can act in a race that does not exist."""
    if by_invitation:
        return NoRace(N_("This challenge no longer exists. Type /race challenge to send another."))
    return NoRace(N_("This race no longer exists. Type /race start to open a table for another."))


def alone(race: Race) -> CannotRace:
    """Why a race does not start for one player."""
    if len(race.racers) > 1:
        return CannotRace(N_("Nobody else is ready yet. Wait until somebody presses Ready."))
    return CannotRace(N_("You are alone at this table. Wait until somebody joins."))
