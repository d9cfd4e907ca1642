"""Solutions: the first one found stays with its game."""

from __future__ import annotations

from dataclasses import replace

from bot.models.play import Deal
from bot.store.database.connection import Database
from bot.store.play.games import create_game, load_game
from bot.store.solver.deals import StoredSolution, load_solution, save_solution
from tests.store.finished_games import play_to_the_end

ANN, BOB = 7, 8
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


async def test_a_deal_whose_solution_its_player_was_shown_counts_no_more(
    database: Database,
) -> None:
    given_up = await load_game(database, await play_to_the_end(database, ANN, won=False))
    again = Deal(ANN, given_up.rules_id, given_up.deal_number, given_up.updated_at)
    assert not (await create_game(database, again)).practice
    await save_solution(database, given_up.id, FOUND)
    assert (await create_game(database, again)).practice
    for other in (
        replace(again, player_id=BOB),
        replace(again, rules_id="phoenix"),
        replace(again, deal_number=given_up.deal_number + 1),
    ):
        assert not (await create_game(database, other)).practice
