"""Challenges: two players race on the same winnable deal, each at a board of their own.

Who wins first has won, and who gives up or leaves has lost. At the deadline whoever made no move
has lost against one who did; then more cards on the foundations win, then fewer moves; who is
equal in all of it shares a draw. What counts at the deadline is how the boards stood then, however
much later it is looked at, so a race that ended while the bot was down ends as it would have.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.i18n import N_
from bot.models import Challenge, ChallengeState, Ending, Place
from bot.service.errors import ServiceError
from bot.service.games import Games
from bot.service.models import GameSnapshot
from bot.service.races import RaceProgress, decide, progress_of
from bot.service.winnable import DealChoice
from bot.store import Database, StoreError
from bot.store.challenges import (
    begin_race,
    claim_announcement,
    close_challenge,
    create_challenge,
    finish_race,
    is_racing,
    load_challenge,
    open_challenges,
    overdue_challenges,
    recent_races,
    release_announcement,
    unannounced_challenges,
)
from bot.store.deals import save_winnable_deal
from bot.store.games import load_game, load_log
from engine import rules_of

ANSWER_WITHIN: Final = timedelta(hours=24)
"""How long a challenge waits for an answer."""
SHORTEST: Final = timedelta(minutes=5)
"""How long a race must last at least."""
LONGEST: Final = timedelta(days=7)
"""How long a race may last at most."""
USUAL: Final = timedelta(hours=24)
"""How long a race lasts unless it is said."""
MAX_PENDING: Final = 5
"""How many challenges of one player may wait for an answer."""

ChooseDeal = Callable[[str], Awaitable[DealChoice]]
"""Chooses a deal of a game, given by its id, one proven winnable where it can."""

_log = logging.getLogger(__name__)

_GRACE: Final = timedelta(seconds=2)
"""How long after a deadline a move may still be on its way into the store."""
_PAUSE: Final = 15.0
"""Seconds between two looks at whether a deadline has passed."""

_SAID: Final = {
    ChallengeState.ASKED: N_("This challenge was not accepted yet; the race begins when it is."),
    ChallengeState.RUNNING: N_("This race has begun; go to your board, or leave the race."),
    ChallengeState.DECLINED: N_("This challenge was declined; type /challenge to ask again."),
    ChallengeState.WITHDRAWN: N_(
        "This challenge was withdrawn; type /challenge to ask for another."
    ),
    ChallengeState.EXPIRED: N_(
        "This challenge was not answered in time; type /challenge to ask anew."
    ),
    ChallengeState.FINISHED: N_("This race is over; type /challenge to ask for another."),
}


class NoChallenge(ServiceError):
    """There is no such challenge, it is not the player's, or it cannot be answered that way."""


class CannotChallenge(ServiceError):
    """The player cannot challenge the other, or not now."""


class NoDeal(ServiceError):
    """There is no deal to race on; the challenge still waits for an answer."""


@dataclass(frozen=True, slots=True)
class Race:
    """A race as one of its players finds it.

    Attributes:
        challenge: the challenge that it came of.
        snapshot: the player's own game, which is on their table now.
    """

    challenge: Challenge
    snapshot: GameSnapshot


class Challenges:
    """Every challenge, and the races that come of them.

    All methods may raise :class:`bot.store.StoreUnavailable`.
    """

    def __init__(
        self,
        tables: Games,
        choose: ChooseDeal,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Let races be played at players' tables.

        Args:
            tables: the tables.
            choose: how the deal of a race is chosen, such as ``WinnableDeals.choose``.
            clock: tells the time, aware of its zone.
        """
        self._tables = tables
        self._store: Database = tables.store
        self._choose = choose
        self._clock = clock

    async def create(
        self,
        challenger: int,
        opponent: int,
        game: str,
        *,
        opponent_is_bot: bool = False,
        lasts: timedelta = USUAL,
        where: Place | None = None,
    ) -> Challenge:
        """Challenge a player to a race.

        Args:
            challenger: who asks.
            opponent: who is asked.
            game: the id of the game's rules.
            opponent_is_bot: whether the opponent is no person.
            lasts: how long the race may go on once it was accepted.
            where: where it is asked, which is also where the result is told.

        Raises:
            CannotChallenge: when they cannot be challenged, or not now.
            UnknownGame: when there is no such game.
        """
        game = rules_of(game).id
        if challenger == opponent:
            raise CannotChallenge("You cannot race against yourself; name another player.")
        if opponent_is_bot:
            raise CannotChallenge("Bots do not race; name a player who is a person.")
        if not SHORTEST <= lasts <= LONGEST:
            raise CannotChallenge(
                "A race lasts from {least} minutes to {most} days; choose a time between.",
                least=SHORTEST // timedelta(minutes=1),
                most=LONGEST.days,
            )
        await self._refuse_second(challenger, opponent)
        now = self._time()
        kept = await create_challenge(
            self._store,
            Challenge(
                id=0,
                challenger_id=challenger,
                opponent_id=opponent,
                place=where,
                rules_id=game,
                time_limit=lasts,
                asked_at=now,
                deadline=now + ANSWER_WITHIN,
                state=ChallengeState.ASKED,
            ),
            limit=MAX_PENDING,
        )
        if kept is None:
            await self._refuse_second(challenger, opponent)
            raise CannotChallenge(
                "{many} of your challenges wait for an answer already; withdraw one, or wait until "
                "one is answered.",
                many=MAX_PENDING,
            )
        return kept

    async def accept(self, player: int, challenge_id: int) -> Race:
        """Accept a challenge: the race begins now, and the player's board is on their table.

        The challenger's board lies beside their table until :meth:`board` puts it there. Whoever
        accepts twice finds the race that has begun.

        Raises:
            NoChallenge: when the challenge is not the player's to accept, or not any more.
            NoDeal: when no deal of the game could be proven winnable.
        """
        asked = await self._asked(player, challenge_id)
        if asked.state is ChallengeState.RUNNING:
            return await self.board(player, challenge_id)
        chosen = await self._choose(asked.rules_id)
        if not chosen.winnable:
            raise _no_deal(asked.rules_id, searched=chosen.searched)
        begun = await begin_race(self._store, challenge_id, chosen.deal_number, self._time())
        if begun is None:
            # It was answered elsewhere meanwhile, so the deal is still unseen.
            await save_winnable_deal(self._store, asked.rules_id, chosen.deal_number, self._time())
        return await self.board(player, challenge_id)

    async def decline(self, player: int, challenge_id: int) -> Challenge:
        """Decline a challenge.

        Raises:
            NoChallenge: when the challenge is not the player's to decline, or not any more.
        """
        await self._asked(player, challenge_id)
        return await self._close(challenge_id, ChallengeState.DECLINED)

    async def withdraw(self, player: int, challenge_id: int) -> Challenge:
        """Take a challenge of one's own back before it is answered.

        Raises:
            NoChallenge: when the challenge is not the player's to withdraw, or not any more.
        """
        asked = await self.get(challenge_id)
        if asked.challenger_id != player:
            raise NoChallenge("Only who asked can withdraw a challenge.")
        return await self._close(challenge_id, ChallengeState.WITHDRAWN)

    async def leave(self, player: int, challenge_id: int) -> Challenge:
        """Leave a race, which the other has won by that. The game stays, as any other.

        Raises:
            NoChallenge: when the player does not race, or not any more.
        """
        left = await self._own(player, challenge_id)
        if left.state is ChallengeState.RUNNING:
            now = self._time()
            if now > left.deadline:
                ended = await self._judge(left)
            else:
                other = left.other(player)
                ended = await finish_race(self._store, left.id, Ending.FORFEIT, other, now)
            if ended is not None:
                return ended
        raise _refusal(await self.get(challenge_id))

    async def board(self, player: int, challenge_id: int) -> Race:
        """Put a player's own game of a race on their table.

        Raises:
            NoChallenge: when the player does not race, or when there was no race.
            Finished: when that game is won or given up.
        """
        race = await self._own(player, challenge_id)
        game_id = race.game_id_of(player)
        if game_id is None:
            raise _refusal(race)
        return Race(race, await self._tables.resume(player, game_id))

    async def get(self, challenge_id: int) -> Challenge:
        """A challenge, whosever it is.

        Raises:
            NoChallenge: when there is none of that number.
        """
        found = await load_challenge(self._store, challenge_id)
        if found is None:
            raise NoChallenge("There is no such challenge any more; type /challenge to ask anew.")
        return found

    async def open_for(self, player: int) -> tuple[Challenge, ...]:
        """The challenges that wait for an answer and the races of a player, the newest first."""
        now = self._time()
        found = await open_challenges(self._store, player)
        return tuple(one for one in found if one.deadline >= now)

    async def recent_races(self, player: int, *, limit: int) -> tuple[Challenge, ...]:
        """A player's finished races, newest first."""
        return await recent_races(self._store, player, limit=limit)

    async def is_racing(self, game_id: int) -> bool:
        """Whether a game belongs to a running race."""
        return await is_racing(self._store, game_id)

    async def progress(self, race: Challenge) -> tuple[RaceProgress, RaceProgress]:
        """How far both have come, the challenger first: up to the end of the race, once it ended.

        What comes after the deadline does not count either.
        """
        until = min(race.deadline, race.ended_at or race.deadline)
        first = await self._mark(race, race.challenger_game_id, until)
        return first, await self._mark(race, race.opponent_game_id, until)

    async def settle(self) -> tuple[Challenge, ...]:
        """End what has passed its deadline: unanswered challenges, and races that nobody has won.

        Returns:
            What was ended.
        """
        ended: list[Challenge] = []
        for due in await overdue_challenges(self._store, self._time() - _GRACE):
            if due.state is ChallengeState.ASKED:
                over = await close_challenge(
                    self._store, due.id, ChallengeState.EXPIRED, due.deadline
                )
            else:
                over = await self._judge(due)
            if over is not None:
                ended.append(over)
        return tuple(ended)

    async def keep_settled(self) -> None:
        """End what has passed its deadline, for as long as it is not cancelled."""
        while True:
            try:
                while await self.settle():
                    pass
            except StoreError as error:
                _log.warning("Challenges could not be ended: %s", error)
            except Exception:
                # Nobody waits for this task, so nobody else would tell of it.
                _log.exception("Challenges could not be ended")
            await asyncio.sleep(_PAUSE)

    async def unannounced(self) -> tuple[Challenge, ...]:
        """The finished races and expired challenges that their channels were not told of yet."""
        return await unannounced_challenges(self._store)

    async def claim(self, ended: Challenge) -> bool:
        """Take it upon oneself to tell of one; False where another has done or is doing it."""
        return await claim_announcement(self._store, ended.id, self._time())

    async def release(self, ended: Challenge) -> None:
        """Give a claim back after telling failed, so that it is tried again."""
        await release_announcement(self._store, ended.id)

    async def _asked(self, player: int, challenge_id: int) -> Challenge:
        """A challenge that a player was asked, and that is still open."""
        found = await self.get(challenge_id)
        if player == found.challenger_id:
            raise NoChallenge("This is your own challenge; the other player has to answer it.")
        if player != found.opponent_id:
            raise NoChallenge("This challenge is for somebody else; type /challenge for your own.")
        if not found.is_open:
            raise _refusal(found)
        if found.state is ChallengeState.ASKED and found.deadline < self._time():
            raise NoChallenge(_SAID[ChallengeState.EXPIRED])
        return found

    async def _own(self, player: int, challenge_id: int) -> Challenge:
        found = await self.get(challenge_id)
        if not found.involves(player):
            raise NoChallenge("This race is between others; type /challenge for one of your own.")
        return found

    async def _close(self, challenge_id: int, state: ChallengeState) -> Challenge:
        closed = await close_challenge(self._store, challenge_id, state, self._time())
        if closed is None:
            raise _refusal(await self.get(challenge_id))
        return closed

    async def _refuse_second(self, challenger: int, opponent: int) -> None:
        """Refuse a challenge to somebody with whom there is one already, whoever asked."""
        for one in await self.open_for(challenger):
            if not one.involves(opponent):
                continue
            if one.state is ChallengeState.RUNNING:
                raise CannotChallenge("You two are racing already; end that race first.")
            if one.challenger_id == challenger:
                raise CannotChallenge(
                    "You have challenged this player already; wait for the answer, or withdraw it."
                )
            raise CannotChallenge("This player has challenged you; accept that, or decline it.")

    async def _judge(self, race: Challenge) -> Challenge | None:
        """End a race that nobody has won by its deadline."""
        ending, better = decide(*await self.progress(race))
        winner = None if better is None else (race.challenger_id, race.opponent_id)[better]
        return await finish_race(self._store, race.id, ending, winner, race.deadline)

    async def _mark(self, race: Challenge, game_id: int | None, until: datetime) -> RaceProgress:
        if game_id is None or race.deal_number is None:
            return RaceProgress()
        version = (await load_game(self._store, game_id)).version
        log = await load_log(self._store, game_id, version)
        return progress_of(
            race.rules_id, race.deal_number, [one.text for one in log if one.at <= until]
        )

    def _time(self) -> datetime:
        """The time to the millisecond, as the store keeps it."""
        now = self._clock().astimezone(UTC)
        return now.replace(microsecond=now.microsecond // 1000 * 1000)


def _refusal(found: Challenge) -> NoChallenge:
    return NoChallenge(_SAID[found.state])


def _no_deal(game: str, *, searched: bool) -> NoDeal:
    if not searched:
        return NoDeal("Races need deals that can be won, and the solver that finds them is off.")
    return NoDeal(
        "No winnable deal of {game} was found just now; accept again in a minute.", game=game
    )
