"""Shared boards: who may play next, and what several have to want."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Final

import pytest
from sqlalchemy import delete

from bot.models.places import Place
from bot.models.play import GameState
from bot.models.together import Mode, SharedGame, Wish
from bot.service.errors import GameOver, NotYours, StaleBoard
from bot.service.play.games import Games
from bot.service.play.moves import distinct_moves
from bot.service.players.statistics import Statistics
from bot.service.together import VOTE_SECONDS, NoSharedBoard, OthersFirst, Together, tapped
from bot.store.database.connection import Database
from bot.store.play.results import games_without_result
from bot.store.players.last_seen import note_unseen, players_to_delete
from bot.store.together.schema import shared_votes
from engine import IllegalMove, Move, NothingToUndo
from tests.service.conftest import Clock
from tests.service.play.test_games import WINNING_LINE, WON_DEAL

ADA, BEN, CHIYO, DMITRI = 101, 102, 103, 104
GUILD: Final = 900
PLACE: Final = Place(901, GUILD)


@pytest.fixture
def together(games: Games, clock: Clock) -> Together:
    return Together(games, clock=clock)


async def opened(together: Together, mode: Mode = Mode.FREE) -> SharedGame:
    """A shared board with a deal of Phoenix that can be won."""
    place = Place(PLACE.channel_id + [*Mode].index(mode), GUILD)
    return await together.open(place, mode, "phoenix", WON_DEAL, winnable=True)


async def play(
    together: Together, shared: SharedGame, player: int, move: Move | str | None = None
) -> SharedGame:
    """Play a move, the next of the winning line by default."""
    moves = shared.snapshot.game.moves
    chosen = WINNING_LINE[len(moves)] if move is None else move
    return await together.play(
        player, shared.board.owner, Move.parse(str(chosen)), shared.snapshot.board_version
    )


async def test_everybody_may_play_and_the_last_is_named(together: Together) -> None:
    shared = await opened(together)
    for player in (ADA, ADA, BEN):
        shared = await play(together, shared, player)
        assert [one.player_id for one in shared.last] == [player]
    assert [(one.player_id, one.actions) for one in shared.players] == [(ADA, 2), (BEN, 1)]


async def test_of_two_actions_on_the_same_board_one_counts(together: Together) -> None:
    shared = await opened(together)
    done = await asyncio.gather(
        play(together, shared, ADA), play(together, shared, BEN), return_exceptions=True
    )
    assert sum(isinstance(one, StaleBoard) for one in done) == 1
    now = await together.look(shared.board.owner)
    assert (now.snapshot.version, len(now.players)) == (1, 1)


async def test_an_illegal_move_is_refused_in_every_mode(together: Together) -> None:
    for mode in Mode:
        shared = await opened(together, mode)
        with pytest.raises(IllegalMove):
            await play(together, shared, ADA, "1-r1")


async def test_a_tap_plays_a_move_of_its_pile_unless_there_is_a_choice(together: Together) -> None:
    snapshot = (await opened(together)).snapshot
    moves = distinct_moves(snapshot.game)
    played = {pile: tapped(snapshot, pile) for pile in moves}
    assert {len(moves[pile]) for pile, move in played.items() if move is not None} == {1}
    assert all(move in (None, *moves[pile]) for pile, move in played.items())


async def test_a_tap_plays_what_cannot_hurt_of_several_moves(together: Together) -> None:
    shared = await together.open(PLACE, Mode.FREE, "phoenix", 2, winnable=True)
    assert len(distinct_moves(shared.snapshot.game)["r1"]) > 1
    assert tapped(shared.snapshot, "r1") == Move.parse("r1-f1")


async def test_in_turn_nobody_plays_twice_in_a_row_until_a_minute_is_over(
    together: Together, clock: Clock
) -> None:
    shared = await play(together, await opened(together, Mode.TURNS), ADA)
    with pytest.raises(OthersFirst, match=r"it is your turn again\.$"):
        await play(together, shared, ADA)
    shared = await play(together, shared, BEN)
    shared = await play(together, shared, ADA)
    clock.advance(minutes=1)
    assert (await play(together, shared, ADA)).snapshot.version == 4


async def test_an_undo_takes_two_while_several_play(together: Together) -> None:
    shared = await play(together, await opened(together), ADA)
    shared = await play(together, shared, BEN)
    owner, version = shared.board.owner, shared.snapshot.board_version
    for _ in range(2):
        shared, is_done = await together.want(ADA, owner, Wish.UNDO, version)
        assert not is_done
        assert shared.snapshot.board_version == version
    shared, is_done = await together.want(CHIYO, owner, Wish.UNDO, version)
    assert is_done
    assert len(shared.snapshot.game.moves) == 1


async def test_whoever_plays_alone_undoes_alone(together: Together, clock: Clock) -> None:
    shared = await play(together, await opened(together), BEN)
    clock.advance(minutes=11)
    shared = await play(together, shared, ADA)
    _, is_done = await together.want(
        ADA, shared.board.owner, Wish.UNDO, shared.snapshot.board_version
    )
    assert is_done


async def test_a_wish_to_undo_lapses_with_the_next_move(together: Together) -> None:
    shared = await play(together, await opened(together), ADA)
    owner = shared.board.owner
    shared, _ = await together.want(BEN, owner, Wish.UNDO, shared.snapshot.board_version)
    shared = await play(together, shared, ADA)
    assert shared.votes == ()
    _, is_done = await together.want(CHIYO, owner, Wish.UNDO, shared.snapshot.board_version)
    assert not is_done


async def test_nothing_is_taken_back_before_the_first_move(together: Together) -> None:
    shared = await opened(together)
    with pytest.raises(NothingToUndo):
        await together.want(ADA, shared.board.owner, Wish.UNDO, shared.snapshot.board_version)


@pytest.mark.parametrize("wish", [Wish.HINT, Wish.GIVE_UP])
async def test_most_of_those_who_play_have_to_want_it(together: Together, wish: Wish) -> None:
    shared = await opened(together)
    for player in (ADA, BEN, CHIYO):
        shared = await play(together, shared, player)
    owner, version = shared.board.owner, shared.snapshot.board_version
    assert not (await together.want(ADA, owner, wish, version))[1]
    shared, is_agreed = await together.want(BEN, owner, wish, version)
    assert is_agreed
    assert (shared.snapshot.state is GameState.GIVEN_UP) is (wish is Wish.GIVE_UP)


async def test_a_question_left_open_does_not_end_the_next_game(together: Together) -> None:
    shared = await play(together, await opened(together), ADA)
    owner, asked = shared.board.owner, shared.snapshot.board_version
    shared, is_agreed = await together.want(BEN, owner, Wish.GIVE_UP, asked)
    shared, is_agreed = await together.want(ADA, owner, Wish.GIVE_UP, asked)
    assert is_agreed
    await together.deal_again(owner, shared.snapshot.board_version)
    with pytest.raises(StaleBoard):
        await together.want(ADA, owner, Wish.GIVE_UP, asked)
    assert (await together.look(owner)).snapshot.state is GameState.PLAYING


async def test_the_move_with_most_votes_is_played_after_twenty_seconds(
    together: Together, clock: Clock
) -> None:
    shared = await opened(together, Mode.VOTE)
    first, other = shared.snapshot.game.legal_moves()[:2]
    for player, move in ((ADA, other), (BEN, first), (CHIYO, other), (DMITRI, other)):
        await play(together, shared, player, move)
    # A later vote takes the place of an earlier one.
    await play(together, shared, DMITRI, first)
    owner = shared.board.owner
    assert (await together.count_votes(owner)).snapshot.version == 0
    clock.advance(seconds=VOTE_SECONDS)
    counted = await together.count_votes(owner)
    # Of equals, the move that was named first.
    assert counted.snapshot.game.moves == (other,)
    assert {one.player_id for one in counted.last} == {ADA, CHIYO}
    assert (counted.votes, counted.board.vote_until) == ((), None)
    assert (await together.count_votes(owner)).snapshot.version == 1


async def test_by_vote_a_move_taken_back_is_played_again_if_most_want_it(
    together: Together, clock: Clock
) -> None:
    shared = await opened(together, Mode.VOTE)
    await play(together, shared, ADA)
    await play(together, shared, BEN)
    clock.advance(seconds=VOTE_SECONDS)
    owner = shared.board.owner
    shared = await together.count_votes(owner)
    for player in (ADA, BEN):
        shared, _ = await together.want(player, owner, Wish.UNDO, shared.snapshot.board_version)
    assert shared.snapshot.game.moves == ()
    shared = await together.redo(CHIYO, owner, shared.snapshot.board_version)
    assert shared.snapshot.game.moves == ()
    clock.advance(seconds=VOTE_SECONDS)
    assert len((await together.count_votes(owner)).snapshot.game.moves) == 1


async def test_after_votes_that_nobody_could_count_the_next_ones_have_their_time(
    together: Together, clock: Clock, database: Database
) -> None:
    shared = await opened(together, Mode.VOTE)
    await play(together, shared, ADA)
    clock.advance(seconds=VOTE_SECONDS)
    owner = shared.board.owner
    async with database.transaction() as connection:
        await connection.execute(delete(shared_votes))
    shared = await together.count_votes(owner)
    assert shared.board.vote_until is None
    await play(together, shared, BEN)
    assert (await together.look(owner)).board.vote_until == clock.now + timedelta(
        seconds=VOTE_SECONDS
    )


async def test_two_processes_count_the_same_votes_once(
    together: Together, clock: Clock, database: Database
) -> None:
    other = Together(Games(database, clock=clock), clock=clock)
    shared = await opened(together, Mode.VOTE)
    await play(together, shared, ADA)
    clock.advance(seconds=VOTE_SECONDS)
    owner = shared.board.owner
    await asyncio.gather(together.count_votes(owner), other.count_votes(owner))
    assert (await other.look(owner)).snapshot.version == 1


async def test_a_shared_win_counts_for_the_server_alone(
    together: Together, games: Games, database: Database, clock: Clock
) -> None:
    shared = await opened(together)
    for number in range(len(WINNING_LINE)):
        shared = await play(together, shared, (ADA, BEN)[number % 2])
    assert shared.snapshot.state is GameState.WON
    with pytest.raises(GameOver):
        await play(together, shared, ADA, "1-2")
    statistics = Statistics(database)
    server = await statistics.for_guild(GUILD, clock.now.date())
    assert (server.players, server.all.played) == (0, 0)
    assert (server.together.played, server.together.won) == (1, 1)
    assert not (await statistics.for_player(ADA, clock.now.date())).all.played
    assert await games_without_result(database) == ()
    with pytest.raises(NotYours):
        await games.get_own(ADA, shared.snapshot.game_id)


async def test_after_the_end_anybody_deals_again(together: Together) -> None:
    shared = await play(together, await opened(together), ADA)
    owner = shared.board.owner
    same = await together.deal_again(owner, shared.snapshot.board_version)
    assert same.snapshot.game_id == shared.snapshot.game_id
    shared, _ = await together.want(ADA, owner, Wish.GIVE_UP, shared.snapshot.board_version)
    again = await together.deal_again(owner, shared.snapshot.board_version)
    assert (again.snapshot.deal_number, again.snapshot.version) == (WON_DEAL, 0)
    assert again.snapshot.practice
    with pytest.raises(StaleBoard):
        await together.deal_new(owner, shared.snapshot.board_version, 9, winnable=False)
    assert again.players == ()


async def test_a_channel_has_the_board_that_is_in_play(together: Together) -> None:
    assert await together.in_play(PLACE.channel_id) is None
    shared = await opened(together)
    found = await together.in_play(PLACE.channel_id)
    assert found is not None
    assert found.board.id == shared.board.id
    await together.want(ADA, shared.board.owner, Wish.GIVE_UP, shared.snapshot.board_version)
    assert await together.in_play(PLACE.channel_id) is None
    with pytest.raises(NoSharedBoard):
        await together.look(-99)


async def test_a_board_is_no_player_who_could_be_deleted(
    together: Together, database: Database, clock: Clock
) -> None:
    await play(together, await opened(together), ADA)
    today = clock.now.date()
    await note_unseen(database, today - timedelta(days=9))
    assert await players_to_delete(database, today) == ()
