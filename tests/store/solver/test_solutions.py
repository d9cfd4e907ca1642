"""Solutions: the first one found stays with its game."""

from __future__ import annotations

from bot.store.database.connection import Database
from bot.store.solver.deals import StoredSolution, load_solution, save_solution
from tests.store.finished_games import play_to_the_end

ANN = 7
FOUND = StoredSolution(3, "s 3-f1 4-5*2")


async def test_a_solution_is_loaded_as_it_was_saved(database: Database) -> None:
    game_id, other = [await play_to_the_end(database, ANN, won=False) for _ in range(2)]
    assert await load_solution(database, game_id) is None
    await save_solution(database, game_id, FOUND)
    assert await load_solution(database, game_id) == FOUND
    assert await load_solution(database, other) is None


async def test_a_solution_found_later_does_not_replace_the_first(database: Database) -> None:
    game_id = await play_to_the_end(database, ANN, won=False)
    await save_solution(database, game_id, FOUND)
    await save_solution(database, game_id, StoredSolution(0, "s"))
    assert await load_solution(database, game_id) == FOUND


async def test_a_game_that_is_gone_gets_no_solution(database: Database) -> None:
    await save_solution(database, 999, FOUND)
    assert await load_solution(database, 999) is None
