"""Games: dealt, stored, being played, and over."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum

from bot.models.contest_deals import ContestDeal, ContestKind, Terms
from bot.models.daily import Slot
from bot.models.places import Place
from engine import Game
from engine.goals import Goal, GoalStatus, status_of
from engine.rules import Difficulty


class GameState(StrEnum):
    """The state of a game. A stuck game is unfinished: it can go on with an undo."""

    PLAYING = "playing"
    STUCK = "stuck"
    WON = "won"
    GIVEN_UP = "given up"

    @property
    def is_final(self) -> bool:
        """Whether the game takes no more actions."""
        return self in (GameState.WON, GameState.GIVEN_UP)


class Experience(StrEnum):
    """What a player had played before a game was dealt; deals they left untouched do not count."""

    NONE = "none"
    OTHER_GAMES = "other games"
    SAME_GAME = "the same game"


@dataclass(frozen=True, slots=True)
class Deal:
    """A game to create.

    Attributes:
        contest_deal_id: the id of the contest's deal that it is, if any.
        progress: how far its board is (:attr:`engine.Board.progress`); None if that is not asked
            for.
        grade: how hard its deal is among others of its game; None if it was not compared.
    """

    player_id: int
    rules_id: str
    deal_number: int
    at: datetime
    place: Place | None = None
    stuck: bool = False
    winnable: bool = False
    contest_deal_id: int | None = None
    progress: int | None = None
    practice: bool = False
    opening: str | None = None
    grade: Difficulty | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InContest:
    """What a game has of the contest whose deal it is, if any.

    Attributes:
        is_secret: whether only the player may see its cards, and nobody its deal number: until its
            contest is over, for all who play it. Not looked up for stored games.
    """

    contest: ContestDeal | None = None
    is_secret: bool = False

    @property
    def day(self) -> date | None:
        """The day whose deal it is; None for other games."""
        return None if self.contest is None else self.contest.day

    @property
    def slot(self) -> Slot:
        """Which of its day's deals it is; of a game of no day the headline."""
        return Slot.HEADLINE if self.day is None or not self.contest else Slot(self.contest.slot)

    @property
    def race_id(self) -> int | None:
        """The race that it belongs to, running or not."""
        contest = self.contest
        return contest.contest_id if contest is not None and contest.kind.is_race else None

    @property
    def is_contested(self) -> bool:
        """Whether it belongs to a race or tournament that is not over."""
        return self.is_secret and self.day is None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFacts(InContest):
    """What a stored game and its snapshot have in common; for the rest see :class:`Deal`.

    Attributes:
        version: the number of actions in its log.
        updated_at: when the last action was taken; when it was dealt, if there is none.
        experience: what its player had played before; not looked up for lists of games.
        practice: whether it counts nowhere: an earlier game, played again from one of its moves,
            or a deal whose solution its player was shown.
    """

    deal_number: int
    version: int
    place: Place | None
    updated_at: datetime
    finished_at: datetime | None
    winnable: bool = False
    hints: int = 0
    odds: int = 0
    experience: Experience = Experience.SAME_GAME
    practice: bool = False
    grade: Difficulty | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame(GameFacts):
    """A stored game.

    Attributes:
        created_at: when it was dealt, in UTC to the millisecond like all times.
        log: its packed log (:mod:`bot.store.play.game_logs`); None in a list, and for a game
            whose log is not packed yet.
    """

    id: int
    player_id: int
    rules_id: str
    state: GameState
    moves: int
    played: timedelta
    created_at: datetime
    log: str | None = None
    opening: str | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """An entry of a game's log.

    Attributes:
        version: the game's version after it, from 1.
        text: a move, such as ``3-5*2``, or ``undo``, ``redo`` or ``give up``.
    """

    version: int
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Step:
    """An action to append to a game's log, and the game's state after it.

    Attributes:
        version: the version the player acted on, which must still be current.
        progress: how far the board is then (:attr:`engine.Board.progress`).
        since: when the action before it was taken; when the game was dealt, if there is none.
        goal_met: whether a game that it ends has met the goal of its day's deal; None without a
            goal, and while the game goes on.
        contest: the contest's deal that the game is, if that is known.
    """

    game_id: int
    version: int
    text: str
    at: datetime
    state: GameState
    moves: int
    played: timedelta
    progress: int = 0
    goal_met: bool | None = None
    since: datetime = field(kw_only=True)
    contest: ContestDeal | None = field(default=None, kw_only=True)

    @property
    def shown_race_id(self) -> int | None:
        """The race in whose message others follow it: one that began at a table, until it ends."""
        contest = self.contest
        if contest is None or contest.kind is not ContestKind.TABLE:
            return None
        return contest.contest_id if contest.is_secret(self.at) else None


@dataclass(frozen=True, slots=True)
class BoardVersion:
    """The board that a player acts on, as a button remembers it."""

    game_id: int
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSnapshot(GameFacts):
    """A game at one version.

    Attributes:
        game: the game; shared with the cache, so copy it before changing it.
        elapsed: the time spent playing; of each pause only the first five minutes count.
        steps: how many moves its last action played or took back; 0 if that was not just now.
    """

    game_id: int
    player: int
    game: Game
    state: GameState
    undos: int
    elapsed: timedelta
    started_at: datetime
    goal: Goal | None = None
    steps: int = field(default=0, compare=False)

    @property
    def board_version(self) -> BoardVersion:
        """The board of this snapshot, to be passed back with the player's next action."""
        return BoardVersion(self.game_id, self.version)

    @property
    def is_own_deal(self) -> bool:
        """Whether it began with a board that a player entered."""
        return self.game.number is None

    @property
    def is_shared(self) -> bool:
        """Whether it belongs to a shared board (:mod:`bot.models.together`), not to a player."""
        return self.player < 0

    @property
    def raced(self) -> bool:
        """Whether it belongs to a running race."""
        return self.is_secret and self.race_id is not None

    @property
    def terms(self) -> Terms:
        """The terms of its contest until that is over; then, and without one, all is allowed."""
        return self.contest.terms if self.is_secret and self.contest is not None else Terms()

    @property
    def has_one_result(self) -> bool:
        """Whether only the first result of its deal counts, so that it is not dealt anew before."""
        return self.day is not None or self.is_secret

    @property
    def goal_status(self) -> GoalStatus | None:
        """How the game stands with its goal; None without one."""
        return None if self.goal is None else status_of(self.goal, self.game)


@dataclass(frozen=True, slots=True)
class GameSummary(InContest):
    """A line in a list of games, perhaps of rules that this version does not know."""

    game_id: int
    rules_id: str
    deal_number: int
    state: GameState
    moves: int
    started_at: datetime
    updated_at: datetime
    is_active: bool
    is_own_deal: bool = False


def summary(stored: StoredGame, now: datetime, *, is_active: bool) -> GameSummary:
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
        contest=stored.contest,
        is_secret=stored.contest is not None and stored.contest.is_secret(now),
        is_own_deal=stored.opening is not None,
    )
