"""Challenges: two players race on the same winnable deal, each on their own board.

The first to win their game wins the race; whoever gives up or leaves loses it. At the deadline a
player with moves beats one without, then more cards on the foundations win, then fewer moves; else
it is a draw. The boards as they stood at the deadline decide, so a race that ends while the bot is
down ends the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.models import Challenge, ChallengeState, Ending, Place, RaceProgress
from bot.service.challenge_errors import CannotChallenge, NoChallenge, expired, not_open
from bot.service.contests import GRACE, ContestService
from bot.service.models import GameSnapshot
from bot.service.race_progress import decide, progress_of
from bot.service.race_rules import check_time_limit, choose_winnable
from bot.service.settling import keep_settled
from bot.store.challenges import (
    begin_race,
    close_challenge,
    create_challenge,
    finish_race,
    load_challenge,
    note_announcement,
    open_challenges,
    overdue_challenges,
    recent_races,
    save_challenge_message,
    unannounced_challenges,
)
from bot.store.game_logs import load_log
from bot.store.games import load_game
from engine import rules_of

ANSWER_WITHIN: Final = timedelta(hours=24)
"""How long a challenge can be accepted."""
DEFAULT_TIME_LIMIT: Final = timedelta(hours=24)
"""The default time limit of a race."""
MAX_PENDING: Final = 5
"""How many unanswered challenges a player may have sent."""


@dataclass(frozen=True, slots=True)
class ChallengeBoard:
    """A race from one player's side.

    Attributes:
        challenge: the challenge.
        snapshot: the player's own game, now their active one.
    """

    challenge: Challenge
    snapshot: GameSnapshot


class Challenges(ContestService):
    """Every challenge, and the races that follow.

    All methods may raise :class:`bot.store.StoreUnavailable`.
    """

    async def create(
        self,
        challenger: int,
        opponent: int,
        rules_id: str,
        *,
        opponent_is_bot: bool = False,
        time_limit: timedelta = DEFAULT_TIME_LIMIT,
        place: Place | None = None,
    ) -> Challenge:
        """Challenge a player to a race.

        Args:
            challenger: who challenges.
            opponent: who is challenged.
            rules_id: the game.
            opponent_is_bot: whether the opponent is a bot.
            time_limit: how long the race may last, from when it is accepted.
            place: where the result will be announced.

        Raises:
            CannotChallenge: when the opponent cannot be challenged, or not now.
            UnknownGame: when there is no such game.
        """
        rules_id = rules_of(rules_id).id
        if challenger == opponent:
            raise CannotChallenge("You cannot race against yourself. Choose another player.")
        if opponent_is_bot:
            raise CannotChallenge("Bots do not race. Choose a human player.")
        check_time_limit(time_limit, CannotChallenge)
        await self._refuse_second_challenge(challenger, opponent)
        now = self._time()
        created = await create_challenge(
            self._database,
            Challenge(
                id=0,
                challenger_id=challenger,
                opponent_id=opponent,
                place=place,
                rules_id=rules_id,
                time_limit=time_limit,
                created_at=now,
                deadline=now + ANSWER_WITHIN,
                state=ChallengeState.PENDING,
            ),
            limit=MAX_PENDING,
        )
        if created is None:
            await self._refuse_second_challenge(challenger, opponent)
            raise CannotChallenge(
                "You already have {count} unanswered challenges. Withdraw one, or "
                "wait for an answer.",
                count=MAX_PENDING,
            )
        return created

    async def accept(self, player: int, challenge_id: int) -> ChallengeBoard:
        """Accept a challenge: the race starts, and the player's board becomes their active game.

        The challenger's board becomes active by :meth:`board`. Accepting twice returns the same
        race.

        Raises:
            NoChallenge: when the player cannot accept it, or not any more.
            NoDeal: when no deal of the game could be proven winnable.
        """
        challenge = await self._to_answer(player, challenge_id)
        if challenge.state is ChallengeState.RUNNING:
            return await self.board(player, challenge_id)
        deal_number = await choose_winnable(self._choose, challenge.rules_id)
        race = await begin_race(self._database, challenge_id, deal_number, self._time())
        if race is None:
            # It was answered in the meantime.
            await self._put_back(challenge.rules_id, deal_number)
        return await self.board(player, challenge_id)

    async def decline(self, player: int, challenge_id: int) -> Challenge:
        """Decline a challenge.

        Raises:
            NoChallenge: when the player cannot decline it, or not any more.
        """
        await self._to_answer(player, challenge_id)
        return await self._close(challenge_id, ChallengeState.DECLINED)

    async def withdraw(self, player: int, challenge_id: int) -> Challenge:
        """Withdraw one's own challenge before it is answered.

        Raises:
            NoChallenge: when the player cannot withdraw it, or not any more.
        """
        challenge = await self.get(challenge_id)
        if challenge.challenger_id != player:
            raise NoChallenge("Only the challenger can withdraw a challenge.")
        return await self._close(challenge_id, ChallengeState.WITHDRAWN)

    async def leave(self, player: int, challenge_id: int) -> Challenge:
        """Leave a race, which the opponent wins. The game can be played on.

        Raises:
            NoChallenge: when the player is not racing, or not any more.
        """
        race = await self._own(player, challenge_id)
        if race.state is ChallengeState.RUNNING:
            now = self._time()
            if now > race.deadline:
                ended = await self._decide(race)
            else:
                winner = race.other(player)
                ended = await finish_race(self._database, race.id, Ending.FORFEIT, winner, now)
            if ended is not None:
                return ended
        raise not_open(await self.get(challenge_id))

    async def board(self, player: int, challenge_id: int) -> ChallengeBoard:
        """Make a player's own game of a race their active one.

        Raises:
            NoChallenge: when the player is not in it, or it never started.
            GameOver: when that game is won or given up.
        """
        race = await self._own(player, challenge_id)
        game_id = race.game_id_of(player)
        if game_id is None:
            raise not_open(race)
        return ChallengeBoard(race, await self._games.resume(player, game_id))

    async def get(self, challenge_id: int) -> Challenge:
        """Any challenge by its id.

        Raises:
            NoChallenge: when there is no such challenge.
        """
        found = await load_challenge(self._database, challenge_id)
        if found is None:
            raise NoChallenge("This challenge no longer exists. Type /challenge to send another.")
        return found

    async def open_for(self, player: int) -> tuple[Challenge, ...]:
        """A player's unanswered challenges and running races, newest first."""
        now = self._time()
        found = await open_challenges(self._database, player)
        return tuple(challenge for challenge in found if challenge.deadline >= now)

    async def recent_races(self, player: int, *, limit: int) -> tuple[Challenge, ...]:
        """A player's finished races, newest first."""
        return await recent_races(self._database, player, limit=limit)

    async def progress(self, race: Challenge) -> tuple[RaceProgress, RaceProgress]:
        """The progress of both players, the challenger first.

        Nothing after the end of the race, or its deadline, counts.
        """
        until = min(race.deadline, race.ended_at or race.deadline)
        first = await self._progress_of(race, race.challenger_game_id, until)
        return first, await self._progress_of(race, race.opponent_game_id, until)

    async def settle(self) -> tuple[Challenge, ...]:
        """End unanswered challenges and running races past their deadline.

        Returns:
            The challenges and races that ended.
        """
        ended: list[Challenge] = []
        for overdue in await overdue_challenges(self._database, self._time() - GRACE):
            if overdue.state is ChallengeState.PENDING:
                closed = await close_challenge(
                    self._database, overdue.id, ChallengeState.EXPIRED, overdue.deadline
                )
            else:
                closed = await self._decide(overdue)
            if closed is not None:
                ended.append(closed)
        return tuple(ended)

    async def keep_settled(self) -> None:
        """Settle challenges every few seconds until cancelled."""
        await keep_settled(self.settle, self._claims, "challenges")

    async def unannounced(self) -> tuple[Challenge, ...]:
        """The finished races and expired challenges still to be announced."""
        return await unannounced_challenges(self._database)

    async def announced(self, ended: Challenge) -> None:
        """Note that an end was announced."""
        await note_announcement(self._database, ended.id, self._time())

    async def save_message(self, challenge: Challenge, message_id: int) -> bool:
        """Save which message shows a challenge now.

        Returns:
            False if that has changed since the challenge was read.
        """
        return await save_challenge_message(
            self._database, challenge.id, message_id, before=challenge.message_id
        )

    async def _to_answer(self, player: int, challenge_id: int) -> Challenge:
        """An open challenge that a player may answer."""
        found = await self.get(challenge_id)
        if player == found.challenger_id:
            raise NoChallenge("This is your own challenge. The other player has to answer it.")
        if player != found.opponent_id:
            raise NoChallenge(
                "This challenge is for somebody else. Type /challenge to send your own."
            )
        if not found.is_open:
            raise not_open(found)
        if found.state is ChallengeState.PENDING and found.deadline < self._time():
            raise expired()
        return found

    async def _own(self, player: int, challenge_id: int) -> Challenge:
        found = await self.get(challenge_id)
        if not found.involves(player):
            raise NoChallenge(
                "This race is between other players. Type /challenge to start your own."
            )
        return found

    async def _close(self, challenge_id: int, state: ChallengeState) -> Challenge:
        closed = await close_challenge(self._database, challenge_id, state, self._time())
        if closed is None:
            raise not_open(await self.get(challenge_id))
        return closed

    async def _refuse_second_challenge(self, challenger: int, opponent: int) -> None:
        """Refuse a second open challenge between two players, whoever sent the first."""
        for other in await self.open_for(challenger):
            if not other.involves(opponent):
                continue
            if other.state is ChallengeState.RUNNING:
                raise CannotChallenge("You two are already racing. Finish that race first.")
            if other.challenger_id == challenger:
                raise CannotChallenge(
                    "You have already challenged this player. Wait for an answer, or "
                    "withdraw the challenge. /races shows it."
                )
            raise CannotChallenge(
                "This player has already challenged you. Accept or decline that challenge first. "
                "/races shows it."
            )

    async def _decide(self, race: Challenge) -> Challenge | None:
        """Decide a race that nobody has won by its deadline."""
        ending, better = decide(*await self.progress(race))
        winner = None if better is None else (race.challenger_id, race.opponent_id)[better]
        return await finish_race(self._database, race.id, ending, winner, race.deadline)

    async def _progress_of(
        self, race: Challenge, game_id: int | None, until: datetime
    ) -> RaceProgress:
        if game_id is None or race.deal_number is None:
            return RaceProgress()
        version = (await load_game(self._database, game_id)).version
        log = await load_log(self._database, game_id, version)
        return progress_of(
            race.rules_id, race.deal_number, [one.text for one in log if one.at <= until]
        )
