"""Tournaments: the leagues of a server, over the days or over set games.

A league over the days ranks what is played anyway: each day's deal, finished on its day. A
tournament of set games has a deal of each, secret until it is over; the first game of it that a
player finishes counts. Nothing but the tournament itself is stored: standings are computed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.models.contests import Tournament, TournamentEntry, TournamentKind
from bot.models.daily import FINISHING, start_of
from bot.models.places import Place
from bot.models.play import GameSnapshot
from bot.models.rankings import LeaderboardLine, Ranking
from bot.service.contests.contests import GRACE, ContestService, NoDeal
from bot.service.errors import ServiceError
from bot.service.preferences import mentioned_players
from bot.store.contests.tournaments import (
    create_tournament,
    end_due_tournaments,
    end_tournament,
    latest_tournament,
    load_tournament,
    tournament_entries,
    tournament_standings,
)
from bot.store.database.connection import Database
from engine import rules_of

MAX_GAMES: Final = 7
"""How many games a tournament may have."""
DEFAULT_DAYS: Final = 7
"""How many days a tournament lasts unless somebody says otherwise."""
MAX_DAYS: Final = 31
"""How many days a tournament may last."""
PAGE_SIZE: Final = 10
"""Players per page of the standings."""
ANNOUNCED_FOR: Final = timedelta(days=2)
"""How long after its end a tournament is still announced; later it would be no news."""

_ATTEMPTS: Final = 3
"""How often a winnable deal of a game is looked for: nobody waits for a move meanwhile."""


class CannotStart(ServiceError):
    """The tournament cannot be started like this, or not now."""


class NoTournament(ServiceError):
    """There is no such tournament in the server, or it does not allow the action."""


class Tournaments(ContestService):
    """Every server's tournaments, one at a time in each."""

    async def start(
        self,
        place: Place,
        kind: TournamentKind,
        rules_ids: Sequence[str] = (),
        *,
        days: int = DEFAULT_DAYS,
    ) -> Tournament:
        """Start a tournament; a league covers whole days in UTC, today's included."""
        chosen = tuple(rules_of(rules_id).id for rules_id in rules_ids)
        _refuse_unplayable(kind, chosen, days)
        latest = await self._settled(latest_tournament, place.guild_id or 0)
        if latest is not None and not latest.is_over:
            raise _is_running()
        deals = await self._choose_deals(chosen)
        now = self.now()
        started = await create_tournament(
            self._database,
            Tournament(0, place, kind, started_at=now, ends_at=_end(kind, now, days)),
            deals,
        )
        if started is None:
            # Another was started in the meantime.
            await self._put_all_back(deals)
            raise _is_running()
        return started

    async def latest(self, guild: int) -> Tournament:
        """The tournament that runs in a server, else the last one there."""
        found = await self._settled(latest_tournament, guild)
        if found is None:
            raise NoTournament(
                "There is no tournament in this server yet. Those who manage it can start one with "
                "/tournament start."
            )
        return found

    async def get(self, guild: int, tournament_id: int) -> Tournament:
        """A tournament of a server."""
        found = await self._settled(load_tournament, tournament_id)
        if found is None or found.place.guild_id != guild:
            raise NoTournament("This server has no such tournament. See /tournament show.")
        return found

    async def standings(
        self, tournament: Tournament, viewer: int, *, page: int = 1
    ) -> Ranking[LeaderboardLine]:
        """A page of a tournament's standings."""
        return await tournament_standings(
            self._database, tournament, viewer, page=page, page_size=PAGE_SIZE
        )

    async def entries(self, tournament: Tournament, player: int) -> tuple[TournamentEntry, ...]:
        """What a player has reached with each set deal of a tournament."""
        return await tournament_entries(self._database, tournament, player)

    async def play(
        self, player: int, rules_id: str, place: Place, tournament: Tournament | None = None
    ) -> GameSnapshot:
        """Start a set deal of a tournament, by default the latest, or resume the player's game."""
        rules = rules_of(rules_id)
        tournament = tournament or await self.latest(place.guild_id or 0)
        if tournament.is_over:
            raise NoTournament("The tournament is over. Type /tournament show to see how it ended.")
        if tournament.kind is TournamentKind.DAYS:
            raise NoTournament("In this tournament the deal of the day counts. Type /daily play.")
        for entry in await self.entries(tournament, player):
            if entry.deal.rules_id != rules.id:
                continue
            if entry.result is not None:
                raise NoTournament(
                    "You have finished {game} in this tournament; your first result stays.",
                    game=rules.title,
                )
            return await self._games.start_in_contest(player, entry.deal, place)
        raise NoTournament(
            "{game} is not in this tournament. Type /tournament play to choose from its games.",
            game=rules.title,
        )

    async def end(self, guild: int, tournament_id: int) -> Tournament:
        """End a tournament before it is due."""
        tournament = await self.get(guild, tournament_id)
        if not await end_tournament(self._database, tournament.id, self.now()):
            raise NoTournament("This tournament is over already.")
        return await self.get(guild, tournament_id)

    async def find(self, tournament_id: int) -> Tournament | None:
        """A tournament, wherever it is; None if it does not exist any more."""
        return await self._settled(load_tournament, tournament_id)

    def is_news(self, ended: Tournament) -> bool:
        """Whether the end of a tournament is still to be announced."""
        return self.now() <= ended.ends_at + ANNOUNCED_FOR

    async def mentioned(self, standings: Ranking[LeaderboardLine]) -> frozenset[int]:
        """Which players of a page have agreed to be mentioned in results."""
        return await mentioned_players(self._database, standings.lines)

    async def _settled(
        self, load: Callable[[Database, int], Awaitable[Tournament | None]], key: int
    ) -> Tournament | None:
        """A tournament as it is loaded by a key, ended if it is due."""
        found = await load(self._database, key)
        if found is None or found.is_over or found.ends_at > self.now() - GRACE:
            return found
        await end_due_tournaments(self._database, self.now() - GRACE)
        return await load(self._database, key)

    async def _choose_deals(self, rules_ids: Sequence[str]) -> list[tuple[str, int]]:
        """A winnable deal of each game, or none at all."""
        deals: list[tuple[str, int]] = []
        for rules_id in rules_ids:
            try:
                deals.append((rules_id, await self._winnable(rules_id)))
            except ServiceError:
                await self._put_all_back(deals)
                raise
        return deals

    async def _winnable(self, rules_id: str) -> int:
        for _ in range(_ATTEMPTS):
            choice = await self._choose(rules_id)
            if choice.winnable:
                return choice.deal_number
            if not choice.searched:
                raise NoDeal(
                    "Set games need deals that can be won, and the solver that finds them is "
                    "switched off. Choose a deal a day instead."
                )
        raise NoDeal(
            "No winnable deal of {game} turned up. Try again in a minute, or choose another game.",
            game=rules_of(rules_id).title,
        )

    async def _put_all_back(self, deals: Sequence[tuple[str, int]]) -> None:
        for rules_id, deal_number in deals:
            await self._put_back(rules_id, deal_number)


def _refuse_unplayable(kind: TournamentKind, rules_ids: Sequence[str], days: int) -> None:
    """Refuse a tournament that makes no sense."""
    if not 1 <= days <= MAX_DAYS:
        raise CannotStart("A tournament lasts from 1 to {most} days.", most=MAX_DAYS)
    if kind is TournamentKind.DAYS and rules_ids:
        raise CannotStart(
            "A tournament of a deal a day uses each day's own. Leave the games out, or choose set "
            "games."
        )
    if kind is TournamentKind.GAMES and not rules_ids:
        raise CannotStart("Choose the games to play, from one to {most}.", most=MAX_GAMES)
    if len(rules_ids) > MAX_GAMES:
        raise CannotStart("A tournament has {most} games at most.", most=MAX_GAMES)
    for rules_id in rules_ids:
        if rules_ids.count(rules_id) > 1:
            raise CannotStart(
                "You have chosen {game} twice. Choose each game once.",
                game=rules_of(rules_id).title,
            )


def _end(kind: TournamentKind, start: datetime, days: int) -> datetime:
    """When a tournament ends: one over the days as soon as nobody can finish its last one."""
    if kind is TournamentKind.DAYS:
        return start_of(start.date() + timedelta(days=days)) + FINISHING
    return start + timedelta(days=days)


def _is_running() -> CannotStart:
    return CannotStart(
        "A tournament is already running in this server. See it with /tournament show, or end it "
        "with /tournament end."
    )
