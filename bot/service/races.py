"""Races for many: players meet at an open table, then race on the same winnable deal.

The race goes on until everybody has won, given up or left, or until its deadline. Then winners come
first, by the time of their win; after them those who played on, by more cards on the foundations,
then fewer moves; last those who gave up or left. The boards as they stood at the deadline decide,
so a race that ends while the bot is down ends the same.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from bot.models import Place, Race, RacePost, RaceProgress, Racer, RaceState
from bot.service.contests import GRACE, ContestService, NoDeal
from bot.service.models import GameSnapshot
from bot.service.race_errors import CannotRace, NoRace, not_in_race, not_now
from bot.service.race_progress import progress_of
from bot.service.race_rules import check_time_limit, choose_winnable
from bot.service.settling import keep_settled
from bot.store.game_logs import load_logs
from bot.store.race_posts import (
    due_race_posts,
    note_race_announcement,
    note_race_post,
    save_race_message,
)
from bot.store.races import (
    begin_race,
    close_table,
    finish_race,
    join_table,
    leave_race,
    load_race,
    open_races,
    open_table,
    overdue_races,
    race_progress,
    recent_races,
    unannounced_races,
)
from engine import deal, rules_of

START_WITHIN: Final = timedelta(minutes=30)
"""How long a table stays open."""
DEFAULT_TIME_LIMIT: Final = timedelta(hours=1)
"""The default time limit of a race."""
LEAST_RACERS: Final = 2
"""How many players a race has at least."""
MOST_RACERS: Final = 20
"""How many players a race has at most; with so many it begins by itself."""
MAX_RACES: Final = 5
"""How many tables and unfinished races a player may be in at a time."""
POST_PAUSE: Final = timedelta(seconds=15)
"""How long a message that shows a race stays the same at least."""

_MAX_DUE: Final = 100
"""How many messages of races one pass edits."""


@dataclass(frozen=True, slots=True)
class RaceBoard:
    """A race, and the board of one of its players.

    Attributes:
        race: the race.
        snapshot: the player's own game, now their active one.
    """

    race: Race
    snapshot: GameSnapshot


class Races(ContestService):
    """Every race for many, from the open table on.

    All methods may raise :class:`bot.store.StoreUnavailable`.
    """

    async def open(
        self,
        player: int,
        rules_id: str,
        place: Place,
        *,
        time_limit: timedelta = DEFAULT_TIME_LIMIT,
        hints: bool = False,
    ) -> Race:
        """Open a table, at which the player sits first.

        It closes after :data:`START_WITHIN` unless somebody starts the race. Save the message that
        shows it with :meth:`save_message`.

        Args:
            player: who opens it.
            rules_id: the game.
            place: the channel.
            time_limit: how long the race may last, from its start.
            hints: whether hints and odds are allowed; joining is agreeing.

        Raises:
            CannotRace: when the channel has an open table, the player is in too many races, or the
                time limit is too short or too long.
            UnknownGame: when there is no such game.
        """
        rules_id = rules_of(rules_id).id
        check_time_limit(time_limit, CannotRace)
        await self.settle()
        await self._refuse_too_many(player)
        now = self._time()
        opened = await open_table(
            self._database,
            player,
            rules_id,
            place,
            now,
            deadline=now + START_WITHIN,
            time_limit=time_limit,
            hints=hints,
        )
        if opened is None:
            raise CannotRace("There is an open table in this channel already. Join that one.")
        return opened

    async def join(self, player: int, race_id: int) -> Race:
        """Join an open table; who sits there already stays.

        The player who fills the last of :data:`MOST_RACERS` seats starts the race, unless no deal
        can be found; then the table stays open for its organizer to try again.

        Raises:
            NoRace: when the table is not open any more.
            CannotRace: when it is full, or the player is in too many races.
        """
        race = await self.get(race_id)
        if race.racer(player) is None and race.state is RaceState.OPEN:
            await self._refuse_too_many(player)
        joined = await join_table(self._database, player, race_id, self._time(), limit=MOST_RACERS)
        if joined is None:
            raise await self._not_open(race)
        if joined.racer(player) is None:
            raise CannotRace("This table is full. Type /race to open another.")
        if len(joined.racers) < MOST_RACERS:
            return joined
        try:
            return await self._begin(joined)
        except NoDeal:
            return joined

    async def leave(self, player: int, race_id: int) -> Race:
        """Leave an open table, or a running race.

        The player who joined next is the organizer then; a table that nobody sits at is closed. Who
        leaves a running race comes last in it, and can still play their game.

        Raises:
            NoRace: when the player is not in it, or has finished, or it is over.
        """
        race, _racer = await self._own(player, race_id)
        left = await leave_race(self._database, player, race_id, self._time())
        if left is not None:
            return left
        await self._end_overdue(race)
        race, racer = await self._own(player, race_id)
        if race.state is RaceState.RUNNING and racer.outcome is not None:
            raise NoRace("You have finished this race already. It ends when the others have.")
        raise not_now(race)

    async def start(self, player: int, race_id: int) -> Race:
        """Start the race of a table; a race that has begun already is returned as it stands.

        Every player's board becomes their active game by :meth:`board`.

        Raises:
            NoRace: when the table is closed, or the player is not its organizer.
            CannotRace: when the player is alone at it.
            NoDeal: when no deal of the game could be proven winnable; the table stays open.
        """
        race, _racer = await self._own(player, race_id)
        if race.state is RaceState.RUNNING:
            return race
        if race.state is not RaceState.OPEN or race.deadline < self._time():
            raise await self._not_open(race)
        if race.organizer_id != player:
            raise NoRace("Only the organizer of this race can start it.")
        if len(race.racers) < LEAST_RACERS:
            raise _alone()
        return await self._begin(race)

    async def board(self, player: int, race_id: int) -> RaceBoard:
        """Make a player's own game of a race their active one.

        Raises:
            NoRace: when the player is not in it, or it never began.
            GameOver: when that game is won or given up.
        """
        race, racer = await self._own(player, race_id)
        if racer.game_id is None:
            raise not_now(race)
        return RaceBoard(race, await self._games.resume(player, racer.game_id))

    async def get(self, race_id: int) -> Race:
        """Any race by its id.

        Raises:
            NoRace: when there is no such race.
        """
        found = await load_race(self._database, race_id)
        if found is None:
            raise NoRace("This race no longer exists. Type /race to open a table for another.")
        return found

    async def open_for(self, player: int) -> tuple[Race, ...]:
        """The open tables a player sits at and the races they have not finished, newest first."""
        now = self._time()
        found = await open_races(self._database, player)
        return tuple(race for race in found if race.deadline >= now)

    async def recent_races(self, player: int, *, limit: int) -> tuple[Race, ...]:
        """The races a player has finished, newest first; others may still race."""
        return await recent_races(self._database, player, limit=limit)

    async def progress(self, race: Race) -> tuple[RaceProgress, ...]:
        """How the boards of a race stand, in the order of its racers.

        Those who have finished are shown as they finished; nothing later counts.
        """
        stands = await race_progress(self._database, _still_racing(race).values())
        return tuple(
            racer.result or stands.get(racer.game_id or 0, RaceProgress()) for racer in race.racers
        )

    async def settle(self) -> tuple[Race, ...]:
        """Close tables and end races past their deadline, the 25 most overdue at most.

        Returns:
            Those that ended.
        """
        ended = [
            await self._end(overdue)
            for overdue in await overdue_races(self._database, self._time() - GRACE)
        ]
        return tuple(race for race in ended if race is not None)

    async def keep_settled(self) -> None:
        """Settle races every few seconds until cancelled."""
        await keep_settled(self.settle, self._claims, "races")

    async def end_overdue_of(self, player: int) -> None:
        """End the races of a player that are past their deadline, as they stood then."""
        await self._end_overdue(*await open_races(self._database, player))

    async def unannounced(self) -> tuple[Race, ...]:
        """The finished races and closed tables still to be announced."""
        return await unannounced_races(self._database)

    async def announced(self, ended: Race) -> None:
        """Note that an end was announced."""
        await note_race_announcement(self._database, ended.id, self._time())

    async def save_message(self, race: Race, message_id: int | None) -> bool:
        """Save which message in its channel shows a race; None once there is none.

        Returns:
            False if that has changed since the race was read.
        """
        return await save_race_message(self._database, race.id, message_id, before=race.message_id)

    async def due_posts(self) -> tuple[RacePost, ...]:
        """The running races whose message does not show how they stand.

        Messages that were edited in the last :data:`POST_PAUSE` are left out.
        """
        return await due_race_posts(self._database, self._time() - POST_PAUSE, _MAX_DUE)

    async def told(self, post: RacePost) -> None:
        """Note what the message of a race shows now."""
        await note_race_post(self._database, post, self._time())

    async def _begin(self, race: Race) -> Race:
        """Start a race, unless it has begun in the meantime."""
        deal_number = await choose_winnable(self._choose, race.rules_id)
        opening = deal(race.rules_id, deal_number).board.home_count
        begun = await begin_race(
            self._database,
            race.id,
            deal_number,
            self._time(),
            foundation_count=opening,
            least=LEAST_RACERS,
        )
        if begun is not None:
            return begun
        await self._put_back(race.rules_id, deal_number)
        found = await self.get(race.id)
        if found.state is RaceState.OPEN:
            raise _alone()
        if found.state is not RaceState.RUNNING:
            raise not_now(found)
        return found

    async def _end(self, overdue: Race) -> Race | None:
        """End an open table or a race that is past its deadline."""
        if overdue.state is RaceState.OPEN:
            return await close_table(self._database, overdue.id, overdue.deadline)
        racing = _still_racing(overdue)
        stands = await race_progress(self._database, racing.values())
        logs = await load_logs(self._database, racing.values(), overdue.deadline)
        results = {}
        for player, game_id in racing.items():
            # A player who deletes their data just now has none, and has left the race.
            stand = stands.get(game_id, RaceProgress())
            results[player] = replace(
                progress_of(overdue.rules_id, overdue.deal_number or 0, logs[game_id]),
                hints=stand.hints,
                odds=stand.odds,
            )
            # Replaying twenty games takes a while; presses do not wait for all of them.
            await asyncio.sleep(0)
        return await finish_race(self._database, overdue.id, results)

    async def _own(self, player: int, race_id: int) -> tuple[Race, Racer]:
        race = await self.get(race_id)
        racer = race.racer(player)
        if racer is None:
            raise not_in_race()
        return race, racer

    async def _end_overdue(self, *found: Race) -> None:
        """End those of some races and tables that are past their deadline."""
        for race in found:
            if not race.is_over and race.deadline < self._time():
                await self._end(race)

    async def _not_open(self, race: Race) -> NoRace:
        """Why a table cannot be joined or started."""
        await self._end_overdue(race)
        return not_now(await self.get(race.id))

    async def _refuse_too_many(self, player: int) -> None:
        if len(await self.open_for(player)) >= MAX_RACES:
            raise CannotRace(
                "You are in {count} races already. Finish or leave one of them first.",
                count=MAX_RACES,
            )


def _alone() -> CannotRace:
    return CannotRace("You are alone at this table. Wait until somebody joins.")


def _still_racing(race: Race) -> dict[int, int]:
    """The games of those who still race, by player."""
    return {
        racer.player_id: racer.game_id
        for racer in race.racers
        if racer.game_id is not None and racer.outcome is None
    }
