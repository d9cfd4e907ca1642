"""Games of players that others watch: which may be watched, and when they are shown anew."""

from __future__ import annotations

from typing import Final

import pytest

from bot.models.contests import Race
from bot.models.places import BoardMessage, Place
from bot.models.together import WatchedGame
from bot.service.errors import NotYours, SecretDeal
from bot.service.play.games import Games
from bot.service.together import MOVES_APART, NothingToWatch, Watching
from tests.service.contests.racing import ANN, BOB
from tests.service.play.test_games import WINNING_LINE, WON_DEAL

MESSAGE: Final = BoardMessage(Place(5, guild_id=6), 7)


@pytest.fixture
def watching(games: Games) -> Watching:
    return Watching(games)


async def test_a_watched_game_is_shown_anew_every_few_moves_until_nobody_may_watch(
    watching: Watching, games: Games
) -> None:
    snapshot = await games.start(ANN, "phoenix", WON_DEAL)
    await watching.show(snapshot, MESSAGE)
    for move in WINNING_LINE[: MOVES_APART - 1]:
        await games.play(ANN, move)
    assert await watching.due() == ()
    await games.play(ANN, WINNING_LINE[MOVES_APART - 1])
    assert await watching.due() == (WatchedGame(snapshot.game_id, MESSAGE, 0),)
    await watching.show(await watching.game_of(ANN), MESSAGE)
    assert await watching.due() == ()
    await games.give_up(ANN)
    assert await watching.due() == (WatchedGame(snapshot.game_id, MESSAGE, MOVES_APART),)
    await watching.stop(snapshot.game_id)
    assert await watching.due() == ()


async def test_a_game_whose_end_was_shown_is_watched_no_longer(
    watching: Watching, games: Games
) -> None:
    snapshot = await games.start(ANN, "phoenix", WON_DEAL)
    await watching.show(snapshot, MESSAGE)
    await watching.show(await games.give_up(ANN), MESSAGE)
    assert await watching.due() == ()


async def test_only_a_game_in_progress_can_be_watched(watching: Watching, games: Games) -> None:
    with pytest.raises(NothingToWatch, match=r"no game in progress to watch\.$"):
        await watching.game_of(ANN)
    snapshot = await games.start(ANN, "phoenix", WON_DEAL)
    assert await watching.game_of(ANN) == snapshot
    assert await watching.own_game(ANN, snapshot.game_id) == snapshot
    with pytest.raises(NotYours):
        await watching.own_game(BOB, snapshot.game_id)
    await games.give_up(ANN)
    with pytest.raises(NothingToWatch):
        await watching.own_game(ANN, snapshot.game_id)


async def test_a_secret_game_cannot_be_watched(
    watching: Watching, games: Games, race: Race
) -> None:
    assert (await games.active(ANN)).race_id == race.id
    with pytest.raises(SecretDeal):
        await watching.game_of(ANN)
