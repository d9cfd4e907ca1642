"""Advice on a game: hints, whether it can still be won, and solutions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Final

from bot.i18n import N_
from bot.models.advice import Chances, Hint, Odds, Solution
from bot.models.play import BoardVersion, GameSnapshot
from bot.recent import Recent
from bot.service.errors import NoHelpInRace, NoSolutionInRace, ServiceError
from bot.service.play.moves import backward_moves, heuristic_move
from bot.service.solver import tasks
from bot.service.solver.pool import SolverBusy, SolverPool
from bot.service.solver.tasks import Analysis
from bot.service.solver.trials import begin_trials, search_trials
from bot.tasks import Shared, retrieve_error
from engine import Board, Move, Status
from engine.automatic import safe_moves
from engine.hidden_cards import (
    Arrangements,
    arrangements,
    has_hidden_cards,
    hidden_counts,
    hidden_places,
    is_fully_known,
    sample_deals,
    unknown_places,
)
from engine.solver import Outcome as Verdict
from engine.solver.fitting import fits_fair_play

_SAMPLES: Final = 8
_ALL_UP_TO: Final = 120
"""How many arrangements of unknown cards are all searched: those of five cards."""
_ARRANGED: Final = 24
"""How many are searched of more."""
_FAIR_SECONDS: Final = 1.0
"""Enough for all playouts of a fair player on a machine that is not busy."""
_SLICE_SECONDS: Final = 0.5
"""How long to search on before the next answer; other players may have to wait for that."""
_LONGER: Final = 5
"""How many times longer the next search of known cards takes, which begins anew."""
LOOK_LONGER: Final = (30.0, 60.0)
"""For how many seconds a question may be looked at longer, at first and once more."""
_CACHED_LINES: Final = 256
"""How many games' lines are cached, so that hints follow one to its end."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What a search of a game at one version has found: of its arrangements, or of it.

    Attributes:
        seconds: for how long it was looked at longer; 0 for what was settled before.
    """

    version: int
    seconds: float
    analysis: Analysis = tasks.NO_ANALYSIS
    outcomes: tuple[Verdict, ...] | None = None


class UnknownLoss(ServiceError):
    """It is not known which move lost a game."""

    text = N_("Which move lost it takes too long to work out right now.")


def refuse_in_race(snapshot: GameSnapshot) -> None:
    """Refuse hints and odds in a game of a running race, unless that allows them."""
    if not snapshot.terms.hints:
        raise NoHelpInRace


class Advisor:
    """Gives advice from the solver's searches.

    Hints and odds raise :class:`NoHelpInRace` for a game in a running race without hints: whoever
    pressed Hint until it is won would win the race.

    Args:
        first: how long to search before the first answer to a request for a hint.
        patience: how long to wait for that answer, where workers are busy, before a plausible
            move is the first one.
        longer: for how many seconds a question is looked at longer, at first and once more.
    """

    def __init__(
        self,
        solvers: SolverPool,
        *,
        seconds: float = 3.0,
        first: float = 0.12,
        patience: float = 0.2,
        longer: tuple[float, float] = LOOK_LONGER,
    ) -> None:
        self._solvers = solvers
        self._seconds = seconds
        self._first = min(first, seconds)
        self._patience = patience
        self.longer = longer
        self._lines = Recent[int, dict[Board, Move]](_CACHED_LINES)
        self._plans = Recent[int, dict[Board, Hint]](_CACHED_LINES)
        self._lost = Recent[int, tuple[Move, ...]](_CACHED_LINES)
        self._looks = Recent[int, _Look](_CACHED_LINES)
        self._requests: dict[int, object] = {}
        self._judging = Shared[BoardVersion, Odds]()
        self._looking = Shared[tuple[BoardVersion, float], None]()
        self._told = Recent[int, BoardVersion](_CACHED_LINES)

    async def hint(self, snapshot: GameSnapshot, *, all_cards: bool = False) -> Hint:
        """The next move to play: the last of :meth:`hints`, which may take seconds."""
        return [hint async for hint in self.hints(snapshot, all_cards=all_cards)][-1]

    async def first_hint(self, snapshot: GameSnapshot) -> Hint | None:
        """The first answer that says something, or else the last, where no better one follows."""
        found = None
        async with aclosing(self.hints(snapshot)) as hints:
            async for hint in hints:
                found = replace(hint, goes_on=False)
                if not hint.says_nothing:
                    break
        return found

    async def hints(
        self, snapshot: GameSnapshot, *, all_cards: bool = False
    ) -> AsyncGenerator[Hint, None]:
        """The next move to play: at once what a short search finds, then better answers.

        The search goes on until the answer is settled, time is up, or the player asks for other
        advice. Do not cancel it, which would kill a worker; closing it after an answer does not.
        """
        refuse_in_race(snapshot)
        if unknown_places(snapshot.game):
            found = self._sampled(snapshot, all_cards=all_cards)
        elif all_cards or is_fully_known(snapshot.game):
            found = self._known(snapshot)
        else:
            found = self._sampled(snapshot)
        request = self._requests[snapshot.player] = object()
        last = None
        try:
            async with aclosing(self._at_once(snapshot, found)) as answers:
                async for answer in answers:
                    is_new = answer.verdict is not Verdict.UNKNOWN and answer != last
                    if last is None or is_new or not answer.goes_on:
                        yield (last := answer)
                    if self._requests.get(snapshot.player) is not request:
                        return
        except SolverBusy:
            if last is None:
                raise
        finally:
            if self._requests.get(snapshot.player) is request:
                del self._requests[snapshot.player]

    async def _at_once(
        self, snapshot: GameSnapshot, answers: AsyncGenerator[Hint, None]
    ) -> AsyncGenerator[Hint, None]:
        """Answers, and a plausible move before them if they are slow to come."""
        first = asyncio.ensure_future(anext(answers))
        try:
            await asyncio.wait([first], timeout=self._patience)
            move = None if first.done() else heuristic_move(snapshot.game)
            if move is not None:
                yield Hint(Verdict.UNKNOWN, move, goes_on=True)
            yield await first
        finally:
            # A search that nobody waits for now ends by itself: cancelling would kill a worker.
            first.add_done_callback(retrieve_error)
        async with aclosing(answers):
            async for answer in answers:
                yield answer

    async def odds(self, snapshot: GameSnapshot) -> Odds:
        """Whether a game can still be won and, if not, which move lost it.

        One search serves all who ask of a board at a time, as windows at a table do.
        """
        refuse_in_race(snapshot)
        self._requests.pop(snapshot.player, None)
        return await self._judging.do(snapshot.board_version, lambda: self._judge(snapshot))

    async def _judge(self, snapshot: GameSnapshot) -> Odds:
        if unknown_places(snapshot.game):
            return await self._chances(snapshot)
        if self._lines.get(snapshot.game_id, {}).get(snapshot.game.board) is not None:
            return Odds(Verdict.WON)
        found, searched = await self._known_or_searched(snapshot)
        if found.verdict.outcome is Verdict.WON:
            self._remember(snapshot, found.line)
        return replace(self._judged(snapshot, found), searched=searched)

    async def look_longer(self, snapshot: GameSnapshot, *, again: bool = False) -> None:
        """Search on while nobody else waits; odds and solutions know afterwards what was found."""
        seconds = self.longer[again]
        refuse_in_race(snapshot)
        key = snapshot.board_version, seconds
        await self._looking.do(key, lambda: self._look_for(snapshot, seconds))

    async def _look_for(self, snapshot: GameSnapshot, seconds: float) -> None:
        look = _Look(snapshot.version, seconds)
        if unknown_places(snapshot.game):
            boards = self._arrangements(snapshot).boards
            outcomes = await self._solvers.run_aside(tasks.search_arrangements, boards, seconds)
            look = replace(look, outcomes=outcomes)
        else:
            boards = snapshot.game.boards
            found = await self._solvers.run_aside(tasks.find_losing_move, boards, seconds)
            look = replace(look, analysis=found or tasks.NO_ANALYSIS)
        self._looks[snapshot.game_id] = look

    async def _known_or_searched(self, snapshot: GameSnapshot) -> tuple[Analysis, float]:
        """What a look before has found, or a search now; and for how long it was looked longer."""
        look = self._look_at(snapshot)
        if look is not None:
            return look.analysis, look.seconds
        self._solvers.refuse_if_starting()
        found = await self._search(snapshot, self._seconds)
        if found.is_settled:
            # Whoever was told what lost a game may ask to see it.
            self._looks[snapshot.game_id] = _Look(snapshot.version, 0.0, found)
        return found, 0.0

    def _look_at(self, snapshot: GameSnapshot) -> _Look | None:
        look = self._looks.get(snapshot.game_id)
        return look if look is not None and look.version == snapshot.version else None

    def knows_lost(self, snapshot: GameSnapshot) -> bool:
        """Whether the player was told that a game is lost, and did not go back since."""
        lost = self._lost.get(snapshot.game_id)
        return lost is not None and tuple(snapshot.game.moves[: len(lost)]) == lost

    def tells_first(self, snapshot: GameSnapshot) -> bool:
        """Whether nobody was told yet that a board is lost; whoever asks tells it now."""
        told = self._told.get(snapshot.game_id)
        self._told[snapshot.game_id] = snapshot.board_version
        return told != snapshot.board_version

    async def solution(self, snapshot: GameSnapshot) -> Solution | Odds:
        """How a game is won from its last winnable board; its odds when no line was found."""
        refuse_in_race(snapshot)
        if snapshot.raced:
            raise NoSolutionInRace
        self._requests.pop(snapshot.player, None)
        game = snapshot.game.copy()
        if game.status is Status.WON:
            return Solution(game, len(game.moves))
        if unknown_places(game):
            return await self._chances(snapshot)
        found, searched = await self._known_or_searched(snapshot)
        if not found.line:
            return replace(_odds(found), searched=searched)
        while found.winnable is not None and len(game.moves) > found.winnable:
            game.undo()
        own = len(game.moves)
        for move in found.line:
            game.play(move)
        return Solution(game, own)

    async def lesson(self, snapshot: GameSnapshot) -> Solution:
        """How a game is won from before the move that lost it; UnknownLoss if that is not known."""
        odds, solution = await self.odds(snapshot), await self.solution(snapshot)
        if isinstance(solution, Odds) or not odds.names_move:
            raise UnknownLoss
        return solution

    async def _known(self, snapshot: GameSnapshot) -> AsyncGenerator[Hint, None]:
        """Hints that use all cards, hidden ones too."""
        uses_hidden = not is_fully_known(snapshot.game)
        cached = self._lines.get(snapshot.game_id, {}).get(snapshot.game.board)
        if cached is not None:
            yield Hint(Verdict.WON, cached, all_cards=uses_hidden)
            return
        seconds = self._first
        while True:
            found = await self._search(snapshot, seconds)
            is_last = found.is_settled or seconds >= self._seconds
            hint = Hint(found.verdict.outcome, None, all_cards=uses_hidden, goes_on=not is_last)
            match hint.verdict:
                case Verdict.WON:
                    self._remember(snapshot, found.line)
                    yield replace(hint, move=found.line[0])
                case Verdict.LOST:
                    yield replace(hint, lost=self._judged(snapshot, found))
                case Verdict.UNKNOWN:
                    yield replace(hint, move=heuristic_move(snapshot.game))
            if is_last:
                return
            seconds = min(max(_SLICE_SECONDS, _LONGER * seconds), self._seconds)

    async def _chances(self, snapshot: GameSnapshot) -> Odds:
        """The odds of a game with unknown cards, over their arrangements."""
        arranged, look = self._arrangements(snapshot), self._look_at(snapshot)
        if look is None:
            self._solvers.refuse_if_starting()
            found = await self._solvers.run_for_player(
                snapshot.player,
                tasks.search_arrangements,
                arranged.boards,
                seconds=self._seconds,
            )
        else:
            found = look.outcomes
        outcomes = found or (Verdict.UNKNOWN,) * len(arranged.boards)
        chances = Chances(
            arranged.unknown,
            len(outcomes),
            outcomes.count(Verdict.WON),
            outcomes.count(Verdict.LOST),
            arranged.is_all,
        )
        searched = 0.0 if look is None else look.seconds
        return Odds(chances.verdict, chances=chances, searched=searched)

    def _arrangements(self, snapshot: GameSnapshot) -> Arrangements:
        return arrangements(
            snapshot.game,
            all_up_to=_ALL_UP_TO,
            sample=_ARRANGED,
            seed=f"{snapshot.game_id}:{snapshot.version}",
        )

    async def _search(self, snapshot: GameSnapshot, seconds: float) -> Analysis:
        boards = snapshot.game.boards
        found = await self._solvers.run_for_player(
            snapshot.player, tasks.find_losing_move, boards, seconds=seconds
        )
        return found or tasks.NO_ANALYSIS

    async def _fair(self, snapshot: GameSnapshot) -> Hint | None:
        """What a fair player would play; None where none plays, or all it tries is lost."""
        game = snapshot.game
        board = game.board
        if not any(board.hidden) or safe_moves(board) or not fits_fair_play(board.rules):
            return None
        # That player knows every card but those at the bottom of piles.
        if len(hidden_places(game)) > sum(hidden_counts(game)):
            return None
        planned = self._plans.get(snapshot.game_id, {}).get(board)
        if planned is not None:
            return planned
        # Another arrangement of the hidden cards, so that no worker gets the real one.
        [arranged] = sample_deals(game, 1, "")
        seed = 1_000 * snapshot.game_id + snapshot.version
        found = await self._solvers.run_for_player(
            snapshot.player,
            tasks.choose_fairly,
            arranged,
            hidden_counts(game),
            game.taken_back,
            seed,
            seconds=min(_FAIR_SECONDS, self._seconds),
        )
        if found is None:
            return None
        hint = Hint(Verdict.WON, found.moves[0], found.playouts)
        self._plan(snapshot, hint, found.moves)
        return hint

    def _plan(self, snapshot: GameSnapshot, hint: Hint, moves: tuple[Move, ...]) -> None:
        """Keep the moves of a choice, so that the next hint does not turn the stock for another."""
        board, plan = snapshot.game.board, dict[Board, Hint]()
        for move in moves:
            plan[board] = replace(hint, move=move)
            board = board.apply(move)
        self._plans[snapshot.game_id] = plan

    async def _sampled(
        self, snapshot: GameSnapshot, *, all_cards: bool = False
    ) -> AsyncGenerator[Hint, None]:
        """Hints that use only what the player has seen, or all cards that are not unknown."""
        fair = None if all_cards else await self._fair(snapshot)
        if fair is not None:
            yield fair
            return
        game, seed = snapshot.game, f"{snapshot.game_id}:{snapshot.version}"
        # Without hidden cards, all samples would be the same.
        samples = _SAMPLES if has_hidden_cards(game) else 1
        boards = list(sample_deals(game, samples, seed))
        if all_cards:
            boards = list(self._arrangements(snapshot).boards[:_ARRANGED])
        trials = begin_trials(boards, backward_moves(game))
        plausible = heuristic_move(game)
        seconds, left = self._first, self._seconds
        while True:
            searched = await self._solvers.run_for_player(
                snapshot.player, search_trials, trials, seconds=seconds
            )
            if searched is None:
                yield Hint(Verdict.UNKNOWN, plausible)
                return
            trials, left = searched, left - seconds
            found, is_last = trials.hint, trials.is_settled or left <= 0
            hint = Hint(Verdict.UNKNOWN, plausible, found.tried, goes_on=not is_last)
            if found.best is not None:
                yield replace(hint, verdict=Verdict.WON, move=found.best, wins=found.wins)
            elif found.tried and found.lost == found.tried and is_last:
                yield replace(hint, verdict=Verdict.LOST)
            else:
                yield hint
            if is_last:
                return
            seconds = min(_SLICE_SECONDS, left)

    def _judged(self, snapshot: GameSnapshot, found: Analysis) -> Odds:
        """The odds of a game; since when it is lost is remembered."""
        odds = _odds(found)
        if odds.verdict is Verdict.LOST and odds.lost is not None:
            self._lost[snapshot.game_id] = tuple(snapshot.game.moves[: odds.lost])
        return odds

    def _remember(self, snapshot: GameSnapshot, line: tuple[Move, ...]) -> None:
        board, moves = snapshot.game.board, dict[Board, Move]()
        for move in line:
            moves[board] = move
            board = board.apply(move)
        self._lines[snapshot.game_id] = moves


def _odds(found: Analysis) -> Odds:
    return Odds(found.verdict.outcome, found.winnable, found.lost)
