"""Advice on a player's game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace
from typing import cast

import pytest
import pytest_asyncio

from bot.models.advice import Hint, Odds, Solution
from bot.models.play import GameSnapshot
from bot.service.errors import NotYet
from bot.service.play.games import Games
from bot.service.play.moves import heuristic_move
from bot.service.solver import advice
from bot.service.solver.advice import Advisor
from bot.service.solver.pool import SolverPool
from bot.service.solver.tasks import choose_fairly
from bot.service.solver.trials import search_trials
from bot.store.database.open import open_database
from engine import Game, Status, deal, parse_board, solve
from engine.hidden_cards import sample_deals
from engine.solver import Outcome
from tests.sample_tasks import worker_of

ANN = 1


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def solvers() -> AsyncIterator[SolverPool]:
    """One worker that is ready."""
    async with SolverPool(1) as solvers:
        await solvers.wait_until_ready()
        yield solvers


@pytest_asyncio.fixture(loop_scope="module")
async def games(url: str) -> AsyncIterator[Games]:
    """The games in a database opened in the event loop of the worker."""
    async with open_database(url) as database:
        yield Games(database)


@pytest.fixture
def advisor(solvers: SolverPool) -> Advisor:
    """An advisor that searches for up to a minute, as the machine may be busy."""
    return Advisor(solvers, seconds=60)


def with_game(snapshot: GameSnapshot, game: Game) -> GameSnapshot:
    return replace(snapshot, game=game)


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="module")
async def test_a_hint_does_not_depend_on_unseen_cards(solvers: SolverPool, games: Games) -> None:
    # In one go: what a pause cuts off depends on how busy the machine is.
    advisor = Advisor(solvers, seconds=60, first=60)
    snapshot = await games.start(ANN, "klondike-3", 4)
    sampled = next(sample_deals(snapshot.game, 1, "elsewhere"))
    other = Game(replace(snapshot.game.board, stacks=sampled.stacks), 4)
    assert other.board != snapshot.game.board
    assert await advisor.hint(with_game(snapshot, other)) == await advisor.hint(snapshot)


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="module")
async def test_hints_with_all_cards_follow_one_line_to_the_end(
    advisor: Advisor, games: Games
) -> None:
    snapshot = await games.start(ANN, "cassim", 3)
    game = snapshot.game
    while game.status is not Status.WON:
        hint = await advisor.hint(with_game(snapshot, game.copy()), all_cards=True)
        assert hint.verdict is Outcome.WON
        assert hint.move is not None
        game.play(hint.move)


@pytest.mark.asyncio(loop_scope="module")
async def test_one_search_serves_all_who_ask_of_a_board_at_a_time(
    advisor: Advisor, games: Games
) -> None:
    snapshot = await games.start(ANN, "phoenix", 813)
    # More at a time would have been refused as too many of one player.
    odds = await asyncio.gather(*(advisor.odds(snapshot) for _ in range(4)))
    assert {one.verdict for one in odds} == {Outcome.WON}
    await asyncio.gather(*(advisor.look_longer(snapshot) for _ in range(4)))
    assert (await advisor.odds(snapshot)).verdict is Outcome.WON


@pytest.mark.asyncio(loop_scope="module")
async def test_odds_and_hint_agree_on_where_a_game_was_lost(advisor: Advisor, games: Games) -> None:
    snapshot = await games.start(ANN, "phoenix", 813)
    game = snapshot.game
    while solve(game.board).outcome is Outcome.WON and game.legal_moves():
        game.play(game.legal_moves()[-1])
    assert solve(game.board).outcome is Outcome.LOST
    odds = await advisor.odds(with_game(snapshot, game.copy()))
    hint = await advisor.hint(with_game(snapshot, game.copy()))
    assert odds.verdict is hint.verdict is Outcome.LOST
    assert (odds.winnable, odds.lost) == (len(game.moves) - 1, len(game.moves))
    assert hint.lost == odds
    assert hint.move is None


@pytest.mark.asyncio(loop_scope="module")
async def test_a_solution_starts_from_the_last_winnable_board(
    advisor: Advisor, games: Games
) -> None:
    snapshot = await games.start(ANN, "phoenix", 813)
    game = snapshot.game
    while solve(game.board).outcome is Outcome.WON and game.legal_moves():
        game.play(game.legal_moves()[-1])
    boards = game.boards
    solution = await advisor.solution(with_game(snapshot, game.copy()))
    assert isinstance(solution, Solution)
    assert solution.game.status is Status.WON
    assert solution.own == len(game.moves) - 1
    assert solution.game.boards[: solution.own + 1] == boards[:-1]


@pytest.mark.asyncio(loop_scope="module")
async def test_a_lost_deal_has_no_solution(advisor: Advisor, games: Games) -> None:
    snapshot = await games.start(ANN, "phoenix", 1)
    assert await advisor.solution(snapshot) == Odds(Outcome.LOST, winnable=None, lost=0)
    assert await advisor.odds(snapshot) == Odds(Outcome.LOST, winnable=None, lost=0)


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="module")
async def test_nothing_is_sampled_where_only_a_redeal_is_unknown(
    advisor: Advisor, games: Games
) -> None:
    hint = await advisor.hint(await games.start(ANN, "la-belle-lucie", 1))
    assert hint.tried <= 1
    assert hint.lost is None


@pytest.mark.asyncio(loop_scope="module")
async def test_a_search_without_a_verdict_still_gives_a_legal_move(
    solvers: SolverPool, games: Games
) -> None:
    snapshot = await games.start(ANN, "forty-thieves", 1)
    hint = await Advisor(solvers, seconds=0.001).hint(snapshot, all_cards=True)
    assert hint.verdict is not Outcome.LOST
    assert hint.move in snapshot.game.legal_moves()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("all_cards", [False, True])
async def test_a_first_hint_comes_before_the_search_and_a_better_one_after_it(
    solvers: SolverPool, games: Games, all_cards: bool
) -> None:
    snapshot = await games.start(ANN, "klondike", 1)
    advisor = Advisor(solvers, seconds=60, first=0.0)
    hints = [hint async for hint in advisor.hints(snapshot, all_cards=all_cards)]
    first, *better = [hint.verdict for hint in hints]
    assert first is Outcome.UNKNOWN
    assert set(better) == {Outcome.WON}
    assert hints[0].move in snapshot.game.legal_moves()
    assert hints[-1] == await advisor.hint(snapshot, all_cards=all_cards)


@pytest.mark.asyncio(loop_scope="module")
async def test_what_is_asked_while_the_solver_starts_is_answered_once_it_has(games: Games) -> None:
    snapshot = await games.start(ANN, "klondike", 1)
    starting = SolverPool(1)
    advisor = Advisor(starting)
    for ask in (advisor.odds, advisor.solution):
        with pytest.raises(NotYet, match="still starting up") as refused:
            await ask(snapshot)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await refused.value.until_ready()


@pytest.mark.asyncio(loop_scope="module")
async def test_a_plausible_move_is_the_first_hint_where_no_worker_answers_in_time(
    solvers: SolverPool, games: Games
) -> None:
    snapshot = await games.start(ANN, "phoenix", 813)
    hints = [hint async for hint in Advisor(solvers, patience=0.0).hints(snapshot)]
    assert hints[0] == Hint(Outcome.UNKNOWN, heuristic_move(snapshot.game), goes_on=True)
    assert not hints[-1].goes_on


@pytest.mark.asyncio(loop_scope="module")
async def test_a_search_for_a_better_hint_ends_when_the_player_asks_again(
    solvers: SolverPool, games: Games
) -> None:
    snapshot = await games.start(ANN, "spider", 1)
    advisor = Advisor(solvers, seconds=60, first=0.0)
    hints = advisor.hints(snapshot)
    await anext(hints)
    await advisor.odds(await games.start(ANN, "phoenix", 1))
    assert [hint async for hint in hints] == []


@pytest.mark.asyncio(loop_scope="module")
async def test_the_first_hint_is_taken_without_harm_to_the_search_for_better_ones(
    solvers: SolverPool, games: Games
) -> None:
    snapshot = await games.start(ANN, "spider", 1)
    worker = await worker_of(solvers)
    async with aclosing(Advisor(solvers, first=1.0, patience=0.0).hints(snapshot)) as hints:
        assert (await anext(hints)).goes_on
    assert await worker_of(solvers) == worker


@pytest.mark.asyncio(loop_scope="module")
async def test_a_hint_in_klondike_is_what_a_fair_player_plays(
    solvers: SolverPool, games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Enough for all playouts on a busy machine, too.
    monkeypatch.setattr(advice, "_FAIR_SECONDS", 60.0)
    advisor = Advisor(solvers, seconds=60)
    snapshot = await games.start(ANN, "klondike-3", 5)
    game = snapshot.game.copy()
    first = await advisor.hint(with_game(snapshot, game))
    assert first == Hint(Outcome.WON, game.board.stock_move)
    while game.board.stacks[game.board.compiled.stock]:
        game.play("s")
    hint = await advisor.hint(with_game(snapshot, game))
    assert 0 < hint.tried <= 4_000
    # However the hidden cards lie, it is the same.
    dealt, stock = game.boards[0], game.board.compiled.stock
    sampled = next(sample_deals(game, 1, "elsewhere")).stacks
    stacks = (*sampled[:stock], dealt.stacks[stock], *dealt.stacks[stock + 1 :])
    other = Game(replace(dealt, stacks=stacks), 5)
    for move in game.moves:
        other.play(move)
    assert other.board != game.board
    assert await Advisor(solvers, seconds=60).hint(with_game(snapshot, other)) == hint


@pytest.mark.asyncio(loop_scope="module")
async def test_hints_in_klondike_turn_the_stock_for_the_card_they_are_after(
    advisor: Advisor, games: Games
) -> None:
    snapshot = replace(await games.start(ANN, "klondike-3", 8), game_id=8)
    game, turns = snapshot.game.copy(), 0
    while game.board.stacks[game.board.compiled.stock]:
        game.play("s")
    while sum(game.board.hidden) > 18:
        hint = await advisor.hint(replace(with_game(snapshot, game), version=len(game.moves)))
        assert hint.move is not None
        turns = turns + 1 if hint.move.is_stock else 0
        # Each card that can come up does before the stock was turned over and gone through again.
        assert turns <= 17
        game.play(hint.move)
    assert any(move.source == "w" for move in game.moves)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("game", "is_fair"), [("klondike-3", True), ("vegas-3", False)])
async def test_a_worker_is_asked_for_fair_play_only_in_games_that_it_fits(
    solvers: SolverPool,
    games: Games,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    is_fair: bool,
) -> None:
    asked, run = list[object](), cast("Callable[..., Awaitable[object]]", solvers.run)

    async def counting(task: object, *arguments: object, **named: object) -> object:
        asked.append(task)
        return await run(task, *arguments, **named)

    monkeypatch.setattr(solvers, "run", counting)
    snapshot = await games.start(ANN, game, 5)
    assert (await Advisor(solvers, seconds=5).hint(snapshot)).move is not None
    assert asked[0] is (choose_fairly if is_fair else search_trials)


UNKNOWN = "\n".join(
    line.replace(line.split(" ")[1], "??", 1) if line[0] in "1234" else line
    for line in deal("freecell", 617).board.text().splitlines()
)
"""A board of FreeCell on which four cards are unknown."""


@pytest.mark.asyncio(loop_scope="module")
async def test_a_game_with_unknown_cards_is_answered_over_their_arrangements(
    advisor: Advisor, games: Games
) -> None:
    snapshot = await games.start_with(ANN, parse_board("freecell", UNKNOWN))
    found = await advisor.odds(snapshot)
    assert found.chances is not None
    assert (found.chances.unknown, found.chances.tried, found.chances.is_all) == (4, 24, True)
    assert found.chances.won == 24
    assert found.verdict is Outcome.WON
    solution = await advisor.solution(snapshot)
    assert isinstance(solution, Odds), "no line is shown for cards that nobody knows"
    hint = await advisor.hint(snapshot, all_cards=True)
    assert hint.move in snapshot.game.legal_moves()
    assert hint.tried > 1


@pytest.mark.asyncio(loop_scope="module")
async def test_what_fails_in_a_sample_may_still_be_won(solvers: SolverPool, games: Games) -> None:
    stuck = deal("klondike", 5).board.text().split("\ns: ")[0]
    snapshot = await games.start_with(ANN, parse_board("klondike", stuck))
    found = await Advisor(solvers, seconds=0.5).odds(snapshot)
    assert found.chances is not None
    assert (found.chances.unknown, found.chances.tried, found.chances.is_all) == (45, 24, False)
    assert found.verdict is Outcome.UNKNOWN
