"""The deal of a race is secret until the race is over for all; help is as agreed."""

from __future__ import annotations

import pytest

from bot.models.contests import Race
from bot.service.contests.races import Races
from bot.service.errors import NoHelpInRace, NoSolutionInRace, SecretDeal
from bot.service.play.games import Games
from bot.service.solver.advice import Advisor
from bot.service.solver.pool import SolverBusy, SolverPool
from tests.service.conftest import Clock
from tests.service.contests.racing import (
    ANN,
    BOB,
    RACERS,
    all_leave,
    open_table,
    play,
    start_race,
    win,
)


@pytest.fixture
async def race_with_hints(races: Races) -> Race:
    """Ann, Bob and Eve race, and have agreed on hints."""
    return await start_race(races, await open_table(races, hints=True))


async def test_every_board_is_secret_from_the_start_to_the_end_of_the_race(
    races: Races, race: Race, games: Games
) -> None:
    for player in RACERS:
        assert (await games.active(player)).is_secret
        assert (await games.play(player, "s")).is_secret
        assert (await games.unfinished(player))[0].is_secret
    await all_leave(races, race)
    for player in RACERS:
        assert not (await games.active(player)).is_secret
        assert not (await games.play(player, "s")).raced


async def test_whoever_finishes_early_can_neither_show_the_game_nor_deal_it_again(
    races: Races, race: Race, games: Games
) -> None:
    won = await win(games, BOB)
    assert (won.raced, won.is_secret) == (True, True)
    assert (await games.recent(BOB))[0].is_secret
    assert (await games.get(won.game_id)).is_secret
    with pytest.raises(SecretDeal):
        await games.restart(BOB)
    with pytest.raises(NoHelpInRace):
        await Advisor(SolverPool(0)).solution(won)
    await all_leave(races, race)
    assert not (await games.get(won.game_id)).is_secret
    assert not (await games.recent(BOB))[0].is_secret
    assert (await games.restart(BOB)).game_id != won.game_id


async def test_a_board_stays_secret_after_its_player_has_left_the_race(
    races: Races, race: Race, games: Games
) -> None:
    await races.leave(ANN, race.id)
    assert (await games.play(ANN, "s")).is_secret
    with pytest.raises(NoHelpInRace):
        await Advisor(SolverPool(0)).odds(await games.active(ANN))


async def test_a_race_is_secret_until_it_is_decided_after_its_deadline(
    races: Races, race: Race, games: Games, clock: Clock
) -> None:
    clock.advance(hours=1, seconds=5)
    assert (await win(games, BOB)).is_secret
    await races.get(race.id)
    assert not (await games.active(BOB)).is_secret


async def test_a_restart_in_a_race_takes_all_moves_back(
    races: Races, race: Race, games: Games
) -> None:
    await play(games, ANN, 5)
    before = await games.active(ANN)
    restarted = await games.restart(ANN)
    assert (restarted.game_id, len(restarted.game.moves)) == (before.game_id, 0)
    assert (await races.progress(race))[0].undos == 5


async def test_a_race_without_hints_has_no_help_until_it_is_over(
    races: Races, race: Race, games: Games
) -> None:
    advisor = Advisor(SolverPool(0))
    snapshot = await games.active(ANN)
    assert not snapshot.terms.hints
    for ask in (advisor.hint, advisor.odds, advisor.solution):
        with pytest.raises(NoHelpInRace, match="until your race is over"):
            await ask(snapshot)
    await all_leave(races, race)
    snapshot = await games.active(ANN)
    for ask in (advisor.odds, advisor.solution):
        with pytest.raises(SolverBusy):
            await ask(snapshot)


@pytest.mark.usefixtures("race_with_hints")
async def test_a_race_with_hints_has_hints_and_odds_but_no_solution(games: Games) -> None:
    advisor = Advisor(SolverPool(0))
    snapshot = await games.active(ANN)
    assert (snapshot.raced, snapshot.is_secret, snapshot.terms.hints) == (True, True, True)
    # There is no solver here, which is asked all the same.
    for ask in (advisor.hint, advisor.odds):
        with pytest.raises(SolverBusy):
            await ask(snapshot)
    with pytest.raises(NoSolutionInRace, match="no solution until your race is over"):
        await advisor.solution(snapshot)


async def test_a_board_with_hints_is_as_secret_as_any(
    races: Races, race_with_hints: Race, games: Games
) -> None:
    assert (await win(games, BOB)).is_secret
    with pytest.raises(SecretDeal):
        await games.restart(BOB)
    assert (await all_leave(races, race_with_hints)).is_over
    assert not (await games.active(BOB)).is_secret
