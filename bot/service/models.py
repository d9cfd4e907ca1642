"""Games as the services return them: immutable snapshots."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from bot.models import Contest, Experience, GameState, Place, Slot
from bot.store import StoredGame
from engine import Game
from engine.goals import Goal, GoalStatus, status_of


@dataclass(frozen=True, slots=True)
class BoardVersion:
    """The board that a player acts on, as a button remembers it.

    Attributes:
        game_id: the game.
        version: how many actions had been taken in it.
    """

    game_id: int
    version: int


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game at one version.

    Attributes:
        game_id: the stored game's id.
        player: the id of the player.
        version: how many actions have been taken, undo and redo included.
        game: the game; shared with the cache, so copy it before changing it.
        deal_number: the number of the deal.
        state: whether it is being played, stuck, won or given up.
        undos: how many moves were taken back.
        elapsed: the time spent playing; of each pause only the first five minutes count.
        place: where it was dealt, if known.
        started_at: when it was dealt, in UTC, as are the others.
        updated_at: when the last action was taken, or when it was dealt.
        finished_at: when it was won or given up; None before.
        winnable: whether the deal was proven winnable before it was dealt.
        hints: how many hints were given.
        odds: how often the odds were asked.
        day: the day whose daily deal it is; None for any other.
        slot: which of the day's deals it is, if it is one.
        tournament_deal_id: the tournament's deal that it is; None for any other.
        contest: the contest that it belongs to, while that is not over.
        race_id: the race for many that it belongs to, running or not; None for any other game.
        is_secret: whether only the player may see its cards, and nobody its deal number: until its
            day or its contest is over, for all who play it.
        experience: what the player had played before.
        goal: the goal of its day's deal, if that has one.
        steps: how many moves its last action played or took back; 0 if that was not just now.
    """

    game_id: int
    player: int
    version: int
    game: Game
    deal_number: int
    state: GameState
    undos: int
    elapsed: timedelta
    place: Place | None
    started_at: datetime
    updated_at: datetime
    finished_at: datetime | None
    winnable: bool = False
    hints: int = 0
    odds: int = 0
    day: date | None = None
    slot: Slot = Slot.HEADLINE
    tournament_deal_id: int | None = None
    contest: Contest | None = None
    race_id: int | None = None
    is_secret: bool = False
    experience: Experience = Experience.SAME_GAME
    goal: Goal | None = None
    steps: int = field(default=0, compare=False)

    @property
    def board_version(self) -> BoardVersion:
        """The board of this snapshot, to be passed back with the player's next action."""
        return BoardVersion(self.game_id, self.version)

    @property
    def raced(self) -> bool:
        """Whether it belongs to a running race."""
        return self.contest in (Contest.RACE, Contest.RACE_WITH_HINTS)

    @property
    def refuses_hints(self) -> bool:
        """Whether it belongs to a running race without hints."""
        return self.contest is Contest.RACE

    @property
    def has_one_result(self) -> bool:
        """Whether only the first result of its deal counts, so that it is not dealt anew before."""
        return self.day is not None or self.contest is not None

    @property
    def goal_status(self) -> GoalStatus | None:
        """How the game stands with its goal; None without one."""
        return None if self.goal is None else status_of(self.goal, self.game)


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A line in a list of games.

    Attributes:
        game_id: the stored game's id.
        rules_id: the id of its rules, which this version may not know.
        deal_number: the number of the deal.
        state: whether it is being played, stuck, won or given up.
        moves: how many moves stand on its board.
        started_at: when it was dealt, in UTC.
        updated_at: when the last action was taken, or when it was dealt.
        is_active: whether it is its player's active game.
        day: the day whose daily deal it is; None for any other.
        slot: which of the day's deals it is, if it is one.
        contest: as in :class:`GameSnapshot`.
        is_secret: as in :class:`GameSnapshot`.
    """

    game_id: int
    rules_id: str
    deal_number: int
    state: GameState
    moves: int
    started_at: datetime
    updated_at: datetime
    is_active: bool
    day: date | None = None
    slot: Slot = Slot.HEADLINE
    contest: Contest | None = None
    is_secret: bool = False


def is_secret(*, day: date | None, contest: Contest | None, today: date) -> bool:
    """Whether a game's cards and deal number are secret: its day or its contest is not over.

    Args:
        day: the day whose daily deal it is, if any.
        contest: the contest that it belongs to, if that is not over.
        today: the current day in UTC.
    """
    return contest is not None or (day is not None and day >= today)


def summary(stored: StoredGame, today: date, *, is_active: bool) -> GameSummary:
    """The line for a stored game."""
    return GameSummary(
        game_id=stored.id,
        rules_id=stored.rules_id,
        deal_number=stored.deal_number,
        state=stored.state,
        moves=stored.moves,
        started_at=stored.created_at,
        updated_at=stored.updated_at,
        is_active=is_active,
        day=stored.day,
        slot=stored.slot,
        contest=stored.contest,
        is_secret=is_secret(day=stored.day, contest=stored.contest, today=today),
    )
