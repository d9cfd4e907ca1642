"""Shared boards: who may play next, and what several have to want.

A board's games are :class:`Games` of its own, so that its actions run one after the other and each
is on disk before its call returns; the version of a board keeps two presses apart.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.i18n import N_
from bot.models.places import Place
from bot.models.play import BoardVersion, Deal, GameSnapshot
from bot.models.together import Mode, SharedBoard, SharedGame, Vote, Wish
from bot.service.errors import GameOver, ServiceError, StaleBoard, refuse_if_over
from bot.service.play.games import Games, to_milliseconds
from bot.service.play.moves import distinct_moves, tapped_name
from bot.service.play.taps import tapped_move
from bot.service.preferences import Tap
from bot.store.together import boards as stored_boards
from engine import IllegalMove, Move, Status, deal

VOTE_SECONDS: Final = 20
"""How long votes for a move are taken, from the first on."""
_TURN_LASTS: Final = timedelta(minutes=1)
"""After which silence of all others somebody may play twice."""


class NoSharedBoard(ServiceError):
    """There is no such shared board any more."""

    text = N_("This board is gone. Type /together to open another.")


class OthersFirst(ServiceError):
    """Somebody else is to play next."""

    text = N_(
        "You played last, so somebody else is next. If nobody plays for a minute, it is "
        "your turn again."
    )


class Together:
    """The shared boards, which anybody may play on.

    Actions take the board that somebody acted on. They raise :class:`StaleBoard` or
    :class:`GameOver`, or an error of the engine where a move is not legal.
    """

    def __init__(
        self, games: Games, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._games = games
        self._database = games.database
        self._clock = clock

    async def open(
        self, place: Place, mode: Mode, rules_id: str, deal_number: int, *, winnable: bool
    ) -> SharedGame:
        """Open a board in a channel, unless one is in play there by now: that is returned then."""
        game = deal(rules_id, deal_number)
        new = Deal(
            0,
            game.rules.id,
            deal_number,
            self.now(),
            place,
            stuck=game.status is Status.STUCK,
            winnable=winnable,
            practice=True,
        )
        return await self._look(await stored_boards.open_board(self._database, place, mode, new))

    async def in_play(self, channel_id: int) -> SharedGame | None:
        """The board of a channel whose game is not over."""
        board = await stored_boards.board_in_play(self._database, channel_id)
        return None if board is None else await self._look(board)

    async def look(self, owner: int) -> SharedGame:
        """A board as it is now, by the id under which its games belong to it."""
        return await self._look(await self._board(owner))

    async def play(self, player: int, owner: int, move: Move, expected: BoardVersion) -> SharedGame:
        """Play a move, or vote for it."""
        shared = await self._expect(owner, expected)
        if shared.board.mode is Mode.VOTE:
            # An illegal one is refused in a sentence.
            shared.snapshot.game.copy().play(move)
            return await self._vote(shared, player, Wish.MOVE, str(move))
        self._refuse_twice(shared, player)
        played = await self._games.play(owner, move, expected=expected)
        return await self._note(shared, played, (player,))

    async def redo(self, player: int, owner: int, expected: BoardVersion) -> SharedGame:
        """Play the move taken back last again, or vote for it."""
        shared = await self._expect(owner, expected)
        if shared.board.mode is Mode.VOTE:
            move = shared.snapshot.game.copy().redo()
            return await self._vote(shared, player, Wish.MOVE, str(move))
        self._refuse_twice(shared, player)
        redone = await self._games.redo(owner, expected=expected)
        return await self._note(shared, redone, (player,))

    async def finish(self, player: int, owner: int, expected: BoardVersion) -> SharedGame:
        """Win the rest of the game."""
        shared = await self._expect(owner, expected)
        finished = await self._games.finish(owner, expected=expected)
        return await self._note(shared, finished, (player,))

    async def want(
        self, player: int, owner: int, wish: Wish, expected: BoardVersion
    ) -> tuple[SharedGame, bool]:
        """Want an undo, a hint or to give up; whether enough do, so that a hint is to be given."""
        if wish is Wish.GIVE_UP:
            # A question that was left open is about its game, whatever was played since.
            shared = await self.look(owner)
            if expected.game_id != shared.snapshot.game_id:
                raise StaleBoard(shared.snapshot)
        else:
            shared = await self._expect(owner, expected)
        refuse_if_over(shared.snapshot)
        if wish is Wish.UNDO and not shared.snapshot.game.moves:
            shared.snapshot.game.copy().undo()
        shared = await self._vote(shared, player, wish)
        now, version = self.now(), shared.snapshot.board_version
        if len(shared.votes_for(wish, now)) < shared.needed(wish, player, now):
            return shared, False
        match wish:
            case Wish.UNDO:
                undone = await self._games.undo(owner, expected=version)
                return await self._note(shared, undone, (player,)), True
            case Wish.GIVE_UP:
                ended = await self._games.give_up(owner, expected=version)
                return await self._note(shared, ended, ()), True
            case _:
                return shared, True

    async def count_hint(self, shared: SharedGame) -> None:
        """Count a hint that is shown to all."""
        await self._games.count_hint(shared.snapshot.game_id)

    async def deal_again(self, owner: int, expected: BoardVersion) -> SharedGame:
        """Deal the deal of a game that is over once more."""
        shared = await self._expect(owner, expected)
        if shared.snapshot.state.is_final:
            await self._games.restart(owner, expected=expected)
        return await self._look(shared.board)

    async def deal_new(
        self, owner: int, expected: BoardVersion, deal_number: int, *, winnable: bool
    ) -> SharedGame:
        """Deal another deal after a game that is over."""
        shared = await self._expect(owner, expected)
        before = shared.snapshot
        if before.state.is_final:
            await self._games.start(
                owner,
                before.game.rules.id,
                deal_number,
                before.place,
                expected=expected,
                winnable=winnable,
            )
        return await self._look(shared.board)

    async def count_votes(self, owner: int) -> SharedGame:
        """Play the move that most voted for, if the time for votes is over."""
        shared = await self._look(await self._board(owner))
        until, now = shared.board.vote_until, self.now()
        if until is None or until > now:
            return shared
        leading = next((move for move, _ in shared.move_votes(now)), None)
        if leading is not None:
            voters = [
                vote.player_id
                for vote in shared.votes_for(Wish.MOVE, now)
                if vote.choice == leading
            ]
            try:
                version = shared.snapshot.board_version
                played = await self._games.play(owner, Move.parse(leading), expected=version)
            except (StaleBoard, GameOver, IllegalMove):
                # Another process counted them.
                pass
            else:
                return await self._note(shared, played, voters)
        await stored_boards.end_vote(self._database, shared.board)
        await self._games.tell(owner)
        return await self._look(await self._board(owner))

    def now(self) -> datetime:
        """The time by which votes are counted."""
        return to_milliseconds(self._clock())

    async def _vote(
        self, shared: SharedGame, player: int, wish: Wish, choice: str = ""
    ) -> SharedGame:
        now, board = self.now(), shared.board
        begins = wish is Wish.MOVE and board.vote_until is None
        await stored_boards.save_vote(
            self._database,
            board,
            shared.snapshot.game_id,
            Vote(player, wish, choice, shared.snapshot.version, now),
            now + timedelta(seconds=VOTE_SECONDS) if begins else None,
        )
        await self._games.tell(board.owner)
        return await self._look(await self._board(board.owner))

    async def _note(
        self, shared: SharedGame, after: GameSnapshot, players: tuple[int, ...] | list[int]
    ) -> SharedGame:
        await stored_boards.note_action(
            self._database, shared.board, after, players, after.updated_at
        )
        await self._games.tell(shared.board.owner)
        return await self._look(await self._board(shared.board.owner))

    async def _expect(self, owner: int, expected: BoardVersion) -> SharedGame:
        """A board, if its game is at the version that somebody acted on."""
        board = await self._board(owner)
        await self._games.expect(owner, expected)
        return await self._look(board)

    async def _board(self, owner: int) -> SharedBoard:
        board = await stored_boards.load_board(self._database, -owner)
        if board is None:
            raise NoSharedBoard
        return board

    async def _look(self, board: SharedBoard) -> SharedGame:
        snapshot = await self._games.active(board.owner)
        players, votes = await stored_boards.load_players(self._database, snapshot.game_id)
        return SharedGame(board, snapshot, players, votes)

    def _refuse_twice(self, shared: SharedGame, player: int) -> None:
        """Refuse two actions in a row of one person, where people play in turn."""
        if shared.board.mode is not Mode.TURNS:
            return
        is_last = any(one.player_id == player for one in shared.last)
        if is_last and shared.snapshot.updated_at > self.now() - _TURN_LASTS:
            raise OthersFirst


def tapped(snapshot: GameSnapshot, pile: str) -> Move | None:
    """The move that a tap on a pile plays; None where there is a choice, or no move."""
    moves = distinct_moves(snapshot.game).get(tapped_name(pile), ())
    return tapped_move(snapshot.game, moves, Tap.CLEAR)
