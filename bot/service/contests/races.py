"""Races on the same winnable deal, each player on a board of their own.

Players meet at an open table, or one challenges another. All who are ready at a table start at the
same moment. In a challenge each has a clock of their own, which runs from their first look at the
deal. Nobody is dealt that before their time runs, to their last move, at most for as long as the
race allows. So nobody has a head start. A race goes on until everybody has won, given up, left or
run out of time, or until all who are left agree to end it, as one of a table has won; giving up or
leaving a challenge decides it.

Winners come first, by the time they took; after them those who played on, by more progress, then
fewer moves; last those who gave up or left. A result is final at once. What counts is the boards at
each deadline, so a race that ends while the bot is down ends the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.i18n import N_
from bot.models.contest_deals import Terms
from bot.models.contests import Race, RaceProgress, Racer, RacerOutcome, RaceState
from bot.models.places import Place
from bot.models.play import GameSnapshot
from bot.service.contests.contests import (
    GRACE,
    CannotRace,
    ChooseDeal,
    ContestService,
    NoDeal,
    NoRace,
    alone,
    end_overdue,
    no_such_race,
    not_in,
    not_now,
    progress_of_games,
)
from bot.service.contests.courses import Course, course_of
from bot.service.play.games import Games
from bot.store.contests.races import (
    agree_to_end,
    begin_race,
    begin_turn,
    discard_race,
    join_table,
    last_moved,
    leave_race,
    load_race,
    open_race,
    open_races,
    recent_races,
    starting_race,
    table_in,
    was_challenged,
)
from bot.store.database.errors import LimitReached
from bot.store.play.game_logs import load_logs
from bot.store.preferences import players_with
from engine import deal, rules_of

START_WITHIN: Final = timedelta(minutes=30)
"""How long a table stays open."""
ANSWER_WITHIN: Final = timedelta(hours=24)
"""How long a challenge can be accepted."""
COUNTDOWN: Final = timedelta(seconds=5)
"""How long before the start of a race its players know of it."""
BEGIN_WITHIN: Final = timedelta(hours=24)
"""How long after a challenge was accepted its players can look at the deal for the first time."""
LAST_MINUTE: Final = timedelta(minutes=1)
"""How long before its end a race of a table is about to end."""
TABLE_TERMS: Final = Terms(timedelta(hours=1), hints=False)
"""The terms of a race that begins at a table, unless its organizer chooses others."""
CHALLENGE_TERMS: Final = Terms(timedelta(hours=24), hints=False)
"""The terms of a race that begins with a challenge, unless the challenger chooses others."""
SHORTEST: Final = timedelta(minutes=5)
"""The shortest time limit of a race."""
LONGEST: Final = timedelta(days=7)
"""The longest time limit of a race."""
SILENCE: Final = timedelta(minutes=10)
"""How long those left in a race are silent until the others are told the results so far."""
LEAST_RACERS: Final = 2
"""How many players a race has at least."""
MOST_RACERS: Final = 20
"""How many players a race has at most."""
MAX_RACES: Final = 5
"""How many tables and unfinished races from tables a player may be in at a time."""
MAX_PENDING: Final = 5
"""How many unanswered challenges a player may have sent."""
PING_PAUSE: Final = timedelta(hours=1)
"""How long after a challenge that came to nothing another one by the same player pings nobody."""
POST_PAUSE: Final = timedelta(seconds=15)
"""How long a message that shows a race stays the same at least."""
FIRST_PAUSE: Final = timedelta(seconds=4)
"""The same of what it shows as all start, when nobody has moved."""

_CLOCKS_DIFFER: Final = timedelta(milliseconds=20)
"""How much earlier a few seconds may be over by the clock that waits than by that of races."""


@dataclass(frozen=True, slots=True)
class RaceBoard:
    """A race, and the board of one of its players."""

    race: Race
    snapshot: GameSnapshot


def refuse_opponent(player: int, opponent: int, *, is_bot: bool) -> None:
    """Refuse to challenge oneself, or a bot."""
    if player == opponent:
        raise CannotRace("You cannot race against yourself. Choose another player.")
    if is_bot:
        raise CannotRace("Bots do not race. Choose a human player.")


class Races(ContestService):
    """Every race; what is not possible raises :class:`NoRace` or :class:`CannotRace`."""

    def __init__(
        self,
        games: Games,
        choose: ChooseDeal,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        countdown: timedelta = COUNTDOWN,
    ) -> None:
        """Know of a start so long before it."""
        super().__init__(games, choose, clock=clock)
        self._countdown = countdown

    async def open(
        self,
        player: int,
        rules_id: str,
        place: Place,
        terms: Terms = TABLE_TERMS,
    ) -> Race:
        """Open a table, which the player joins first."""
        table = self._new_race((player,), rules_id, place, terms)
        standing = await self._table_in(place)
        try:
            opened = await open_race(self._database, table, most=MAX_RACES)
        except LimitReached:
            raise _too_many() from None
        if opened is not None:
            return opened
        standing = standing or await self._table_in(place)
        if standing is not None and standing.racer(player) is not None:
            raise CannotRace(
                "You are at the open table in this channel already. /race list shows it."
            )
        raise CannotRace("There is an open table in this channel already. Join that one.")

    async def challenge(
        self,
        player: int,
        opponent: int,
        rules_id: str,
        *,
        opponent_is_bot: bool = False,
        terms: Terms = CHALLENGE_TERMS,
        place: Place | None = None,
    ) -> Race:
        """Challenge another player."""
        refuse_opponent(player, opponent, is_bot=opponent_is_bot)
        if await players_with(self._database, (opponent,), "may_be_challenged", "no"):
            raise CannotRace("This player takes no challenges. Choose another player.")
        race = self._new_race((player, opponent), rules_id, place, terms)
        await self._refuse_second_challenge(player, opponent)
        created = await open_race(self._database, race, unanswered=MAX_PENDING)
        if created is None:
            await self._refuse_second_challenge(player, opponent)
            raise CannotRace(
                "You already have {count} unanswered challenges. Withdraw one, or "
                "wait for an answer.",
                count=MAX_PENDING,
            )
        return created

    async def accept(self, player: int, race_id: int) -> RaceBoard:
        """Accept a challenge, which starts the race; accepting twice returns the same race."""
        race = await self._to_answer(player, race_id)
        if race.is_over:
            raise not_now(race)
        if race.state is RaceState.OPEN:
            await self._begin(race)
        return await self.board(player, race_id)

    async def decline(self, player: int, race_id: int) -> Race:
        """Decline a challenge."""
        return await self._close(player, await self._to_answer(player, race_id))

    async def withdraw(self, player: int, race_id: int) -> Race:
        """Withdraw one's own challenge before it is answered."""
        race, _racer = await self._own(player, race_id, by_invitation=True)
        if race.organizer_id != player:
            raise NoRace("Only the challenger can withdraw a challenge.")
        return await self._close(player, race)

    async def join(self, player: int, race_id: int) -> Race:
        """Join an open table; who has joined already stays."""
        return await self._join(player, race_id, is_ready=False)

    async def ready(self, player: int, race_id: int) -> Race:
        """Be ready at a table, which may be joining it; the last to be ready starts the race.

        NoDeal leaves the table open.
        """
        return await self._begin_once_ready(await self._join(player, race_id, is_ready=True))

    async def leave(self, player: int, race_id: int) -> Race:
        """Leave an open table, or a running race.

        The player who joined next is the organizer then; a table that everybody left is closed, and
        one at which all others are ready starts the race. Who leaves a running race comes last in
        it, and can still play their game.
        """
        race, _racer = await self._own(player, race_id)
        if race.by_invitation and race.state is RaceState.OPEN:
            raise not_now(race)
        left = await leave_race(self._database, player, race_id, self.now())
        if left is not None:
            if left.starts_at is not None:
                await self._games.tell(player)
            try:
                return await self._begin_once_ready(left)
            except (CannotRace, NoDeal, NoRace):
                # They have left all the same; those who stay can press Start.
                return await self.get(race_id)
        race, racer = await self._own(player, race_id)
        if race.state is RaceState.RUNNING and racer.outcome is not None:
            raise NoRace("You have finished this race already. It ends when the others have.")
        if race.state is RaceState.RUNNING:
            raise NoRace("The time of this race is up. Its result comes in a moment.")
        raise not_now(race)

    async def start(self, player: int, race_id: int) -> Race:
        """Start a table's race, without those who are not ready. NoDeal leaves the table open."""
        race, _racer = await self._own(player, race_id)
        if race.state is RaceState.RUNNING:
            return race
        if race.by_invitation or race.state is not RaceState.OPEN:
            raise not_now(race)
        if race.organizer_id != player:
            raise NoRace("Only the organizer of this race can start it.")
        if not any(one.ready_at for one in race.racers if one.player_id != player):
            raise alone(race)
        return await self._begin(race, starter=player)

    async def agree_to_end(self, player: int, race_id: int) -> Race:
        """Agree to end a race that is decided; it ends once all who are left have agreed."""
        race, racer = await self._own(player, race_id)
        if race.state is not RaceState.RUNNING:
            raise not_now(race)
        if racer.outcome is not None:
            raise NoRace("You have finished this race already. It ends when the others have.")
        agreed = await agree_to_end(self._database, player, race_id, self.now())
        if agreed is None:
            raise NoRace("Nobody has won this race yet, so it goes on.")
        await self._tell(agreed)
        return agreed

    async def starting(self, player: int) -> Race | None:
        """The race of a player that all start in a moment; None without one."""
        return await starting_race(self._database, player, self.now())

    async def wait_for_start(self, race: Race) -> None:
        """Wait until all start at once."""
        if race.starts_at is not None:
            left = race.starts_at - self.now() + _CLOCKS_DIFFER
            await asyncio.sleep(max(0.0, left.total_seconds()))

    async def board(self, player: int, race_id: int) -> RaceBoard:
        """Make a player's game of a race their active one; in a challenge their time runs now."""
        race, racer = await self._own(player, race_id)
        if race.starts_at is not None and self.now() < race.starts_at:
            raise NoRace("This race begins in a moment.")
        if racer.game_id is None:
            race, racer = await self._begin_turn(player, race)
        if racer.game_id is None and race.state is RaceState.RUNNING:
            raise NoRace("You can no longer begin this race. Its result comes when all are done.")
        if racer.game_id is None:
            raise not_now(race)
        return RaceBoard(race, await self._games.resume(player, racer.game_id))

    async def get(self, race_id: int, *, by_invitation: bool = False) -> Race:
        """Any race by its id, which can only have been a challenge if it was by invitation."""
        found = await load_race(self._database, race_id)
        if found is None:
            raise no_such_race(by_invitation=by_invitation)
        return await self._as_it_stands(found)

    async def open_for(self, player: int) -> tuple[Race, ...]:
        """A player's open tables, challenges and running races, newest first of each."""
        return (
            *await self._open_for(player, by_invitation=True),
            *await self._open_for(player, by_invitation=False),
        )

    async def recent_races(self, player: int, *, limit: int) -> tuple[Race, ...]:
        """A player's finished races, the last to end first."""
        return await recent_races(self._database, player, limit=limit)

    async def progress(self, race: Race) -> tuple[RaceProgress, ...]:
        """The progress of a race's players, of each until they finished; in their order."""
        games = {
            one.player_id: one.game_id
            for one in race.racers
            if one.result is None and one.game_id is not None
        }
        ended_at = race.ended_at
        found = await progress_of_games(self._database, race, games, ended_at) if games else {}
        return tuple(one.result or found.get(one.player_id, RaceProgress()) for one in race.racers)

    async def courses(self, race: Race) -> tuple[Course | None, ...]:
        """How a race that is over went for each of its players; None for those without a game."""
        games = [one.game_id for one in race.racers if one.game_id is not None]
        logs = await load_logs(self._database, games, race.ended_at or self.now())
        found = []
        for one in race.racers:
            ended_at = one.ended_at or self.now()
            log = [action for action in logs.get(one.game_id or 0, ()) if action.at <= ended_at]
            began_at, number = one.started_at or ended_at, race.deal_number or 0
            course = course_of(race.rules_id, number, log, began_at) if one.game_id else None
            found.append(course)
            # Presses do not wait until all are replayed.
            await asyncio.sleep(0)
        return tuple(found)

    async def end_overdue_of(self, player: int) -> None:
        """End the races of a player for those who are past their deadline, as they stood then."""
        for by_invitation in (True, False):
            for race in await open_races(self._database, player, by_invitation=by_invitation):
                # Their games are about to be gone, so nothing can be waited for.
                await self._as_it_stands(race, grace=timedelta())

    async def may_ping(self, race: Race) -> bool:
        """Whether a challenge may ping who is challenged, which earlier ones have not just done."""
        challenger, since = race.organizer_id, self.now() - PING_PAUSE
        other = race.other(challenger)
        return not await was_challenged(self._database, challenger, other, since)

    async def discard(self, player: int, race: Race) -> None:
        """Delete an open race that nobody but its organizer has seen, or else leave it alone."""
        await discard_race(self._database, player, race.id)

    async def silent_at(self, race: Race) -> datetime | None:
        """When the others are told the results so far, as those left do nothing; None for never.

        Only those who still play can break the silence: neither who comes to the end meanwhile, nor
        who gave up or left, whose end is no result that others wait for either.
        """
        ended = [
            one.ended_at
            for one in race.racers
            if one.outcome in (RacerOutcome.WON, RacerOutcome.UNFINISHED) and one.result
        ]
        times = [at for at in ended if at is not None]
        if race.place is None or race.is_told or not times:
            return None
        left = [one.game_id for one in race.racers if one.outcome is None and one.game_id]
        moved_at = await last_moved(self._database, left) if left else None
        return max(min(times), moved_at or min(times)) + SILENCE

    def next_end(self, race: Race) -> datetime:
        """When a race that goes on ends for one of its players at the latest, or closes."""
        if race.state is RaceState.OPEN:
            return race.deadline + GRACE
        return min(race.due(one) + GRACE for one in race.racers if one.outcome is None)

    def _new_race(
        self,
        players: tuple[int, ...],
        rules_id: str,
        place: Place | None,
        terms: Terms,
    ) -> Race:
        """A race to be opened: with its first player, or with a challenger and their opponent."""
        rules_id = rules_of(rules_id).id
        if not SHORTEST <= terms.time_limit <= LONGEST:
            raise CannotRace(
                "A race can last from {least} minutes to {most} days. Choose a time in between.",
                least=SHORTEST // timedelta(minutes=1),
                most=LONGEST.days,
            )
        now, by_invitation = self.now(), len(players) > 1
        first, *invited = players
        return Race(
            id=0,
            by_invitation=by_invitation,
            place=place,
            rules_id=rules_id,
            terms=terms,
            created_at=now,
            deadline=now + (ANSWER_WITHIN if by_invitation else START_WITHIN),
            state=RaceState.OPEN,
            racers=(Racer(first, now), *(Racer(player, None) for player in invited)),
        )

    async def _join(self, player: int, race_id: int, *, is_ready: bool) -> Race:
        """Join an open table, unless that was done, and perhaps be ready."""
        race = await self.get(race_id)
        if race.by_invitation:
            raise not_in(race)
        try:
            joined = await join_table(
                self._database,
                player,
                race_id,
                self.now(),
                limit=MOST_RACERS,
                most=MAX_RACES,
                is_ready=is_ready,
            )
        except LimitReached:
            raise _too_many() from None
        if joined is None:
            raise await self._not_open(race)
        if joined.racer(player) is None:
            raise CannotRace("This table is full. Type /race start to open another.")
        return joined

    async def _begin_once_ready(self, race: Race) -> Race:
        """Start a table's race if all who are there are ready."""
        if race.state is not RaceState.OPEN or len(race.racers) < LEAST_RACERS:
            return race
        if not all(one.ready_at for one in race.racers):
            return race
        return await self._begin(race)

    async def _begin(self, race: Race, starter: int | None = None) -> Race:
        """Start a race, unless it has begun in the meantime."""
        deal_number, now = await self._winnable(race.rules_id), self.now()
        starts_at = None if race.by_invitation else now + self._countdown
        begun = await begin_race(
            self._database,
            race.id,
            deal_number,
            now,
            until=now + BEGIN_WITHIN if starts_at is None else starts_at + race.time_limit,
            least=LEAST_RACERS,
            starts_at=starts_at,
            starter=starter,
        )
        if begun is not None:
            if begun.starts_at is not None:
                await self._tell(begun)
            return begun
        await self._put_back(race.rules_id, deal_number)
        found = await self.get(race.id)
        if found.state is RaceState.RUNNING:
            return found
        if found.state is RaceState.OPEN and not found.by_invitation:
            raise alone(found)
        raise not_now(found)

    async def _tell(self, race: Race) -> None:
        """Tell those who follow the players of a race that it has begun, or ends."""
        for one in race.racers:
            await self._games.tell(one.player_id)

    async def _begin_turn(self, player: int, race: Race) -> tuple[Race, Racer]:
        """Begin a race for one of its players, if they still can."""
        now = self.now()
        if race.state is RaceState.RUNNING and race.deal_number is not None:
            opening = deal(race.rules_id, race.deal_number).board.progress
            await begin_turn(self._database, player, race.id, now, progress=opening)
        return await self._own(player, race.id)

    async def _winnable(self, rules_id: str) -> int:
        """The number of a winnable deal."""
        choice = await self._choose(rules_id)
        if choice.winnable:
            return choice.deal_number
        if not choice.searched:
            raise NoDeal(
                "A race needs a deal that can be won, and the solver that finds one is switched "
                "off."
            )
        raise NoDeal(
            "No winnable deal of {game} turned up. Try again in a minute.",
            game=rules_of(rules_id).title,
        )

    async def _own(
        self, player: int, race_id: int, *, by_invitation: bool = False
    ) -> tuple[Race, Racer]:
        race = await self.get(race_id, by_invitation=by_invitation)
        racer = race.racer(player)
        if racer is None:
            raise not_in(race)
        return race, racer

    async def _to_answer(self, player: int, race_id: int) -> Race:
        """A challenge that a player was sent."""
        race, _racer = await self._own(player, race_id, by_invitation=True)
        if race.organizer_id == player:
            raise NoRace("This is your own challenge. The other player has to answer it.")
        return race

    async def _close(self, player: int, race: Race) -> Race:
        """Close a challenge that was not accepted, as one of its players wants."""
        closed = None
        if race.by_invitation and race.state is RaceState.OPEN:
            closed = await leave_race(self._database, player, race.id, self.now())
        if closed is None:
            raise await self._not_open(race)
        return closed

    async def _as_it_stands(self, race: Race, *, grace: timedelta = GRACE) -> Race:
        """A race, which ends first for those who are past their deadline, or closes."""
        now = self.now()
        if race.state is RaceState.OPEN and race.deadline < now:
            ended = await end_overdue(self._database, race, now)
        elif race.overdue(now - grace):
            ended = await end_overdue(self._database, race, now - grace)
        else:
            return race
        return ended or await self.get(race.id)

    async def _not_open(self, race: Race) -> NoRace:
        """Why a race cannot be joined, answered or started."""
        return not_now(await self.get(race.id))

    async def _open_for(self, player: int, *, by_invitation: bool) -> tuple[Race, ...]:
        now = self.now()
        found = await open_races(self._database, player, by_invitation=by_invitation)
        standing = [await self._as_it_stands(race) for race in found]
        return tuple(race for race in standing if race.goes_on(now))

    async def _table_in(self, place: Place) -> Race | None:
        """The table of a channel, unless it has been open for too long."""
        found = await table_in(self._database, place.channel_id)
        standing = None if found is None else await self._as_it_stands(found)
        return standing if standing is not None and standing.state is RaceState.OPEN else None

    async def _refuse_second_challenge(self, challenger: int, opponent: int) -> None:
        """Refuse a second open challenge between two players, in either direction."""
        for race in await self._open_for(challenger, by_invitation=True):
            if race.racer(opponent) is None:
                continue
            if race.state is RaceState.RUNNING:
                raise CannotRace("You two are already racing. Finish that race first.")
            if race.organizer_id == challenger:
                raise CannotRace(
                    "You have already challenged this player. Wait for an answer, or "
                    "withdraw the challenge. /race list shows it."
                )
            raise CannotRace(
                "This player has already challenged you. Accept or decline that challenge first. "
                "/race list shows it."
            )


def _too_many() -> CannotRace:
    return CannotRace(
        N_("You are in {count} races already. Finish or leave one of them first."), count=MAX_RACES
    )
