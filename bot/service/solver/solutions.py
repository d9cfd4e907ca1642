"""How games are won: found by a search, and kept for finished games."""

from __future__ import annotations

from bot.models.advice import Odds, Solution
from bot.models.play import GameSnapshot, GameState
from bot.service.play.replay import apply, unnumbered
from bot.service.solver.advice import Advisor
from bot.store.database.connection import Database
from bot.store.solver.deals import StoredSolution, load_solution, save_solution


class Solutions:
    """Finds solutions, and keeps those of finished games."""

    def __init__(self, database: Database, advisor: Advisor) -> None:
        self._database = database
        self._advisor = advisor

    async def find(self, snapshot: GameSnapshot) -> Solution | Odds:
        """How a game is won, as stored or found, without a secret deal's number; else the odds."""
        if snapshot.state is GameState.GIVEN_UP:
            stored = await load_solution(self._database, snapshot.game_id)
            if stored is not None:
                return _without_number(snapshot, _restored(snapshot, stored))
        found = await self._advisor.solution(snapshot)
        return found if isinstance(found, Odds) else _without_number(snapshot, found)

    async def save(self, snapshot: GameSnapshot, solution: Solution) -> None:
        """Keep the solution of a game that was given up; that of a win is the game itself."""
        if snapshot.state is GameState.GIVEN_UP:
            moves = " ".join(map(str, solution.game.moves[solution.own :]))
            stored = StoredSolution(solution.own, moves)
            await save_solution(self._database, snapshot.game_id, stored)


def _without_number(snapshot: GameSnapshot, solution: Solution) -> Solution:
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
