"""Solutions of games, which stay the same once they have been shown."""

from __future__ import annotations

from bot.models import GameState
from bot.service.advice import Advisor, Odds, Solution
from bot.service.models import GameSnapshot
from bot.service.replay import apply, unnumbered
from bot.store import Database
from bot.store.solutions import StoredSolution, load_solution, save_solution


class Solutions:
    """Finds solutions, and keeps those of finished games.

    All methods may raise :class:`bot.store.StoreUnavailable`.
    """

    def __init__(self, database: Database, advisor: Advisor) -> None:
        """Prepare.

        Args:
            database: an open database.
            advisor: searches for solutions.
        """
        self._database = database
        self._advisor = advisor

    async def find(self, snapshot: GameSnapshot) -> Solution | Odds:
        """How a game is won: as stored, else as the solver finds; the odds if it finds nothing.

        While the deal is secret, the solution does not tell its number.

        Raises:
            SolverBusy: when no worker is free.
        """
        if snapshot.state is GameState.GIVEN_UP:
            stored = await load_solution(self._database, snapshot.game_id)
            if stored is not None:
                return _told_to_player(snapshot, _restored(snapshot, stored))
        found = await self._advisor.solution(snapshot)
        return found if isinstance(found, Odds) else _told_to_player(snapshot, found)

    async def save(self, snapshot: GameSnapshot, solution: Solution) -> None:
        """Keep the solution of a game that was given up; that of a win is the game itself."""
        if snapshot.state is GameState.GIVEN_UP:
            moves = " ".join(map(str, solution.game.moves[solution.own :]))
            stored = StoredSolution(solution.own, moves)
            await save_solution(self._database, snapshot.game_id, stored)


def _told_to_player(snapshot: GameSnapshot, solution: Solution) -> Solution:
    """The solution, without the deal number while that is secret."""
    if not snapshot.is_secret:
        return solution
    return Solution(unnumbered(solution.game), solution.own)


def _restored(snapshot: GameSnapshot, stored: StoredSolution) -> Solution:
    game = snapshot.game.copy()
    while len(game.moves) > stored.own_moves:
        game.undo()
    for text in stored.moves.split():
        apply(game, text)
    return Solution(game, stored.own_moves)
