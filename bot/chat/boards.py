"""What presses and commands about a player's board lead to.

Each does one thing on the player's table, draws the board that comes of it and answers with it.
"""

from __future__ import annotations

import logging
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from bot.chat.board_message import board_message
from bot.chat.custom_ids import Action, Press
from bot.chat.replies import Reply, answer, note
from bot.chat.taps import moves_by_pile
from bot.service import NoGame, Outcome, Place, Seen, Stale
from engine import Move
from rendering import scene_of

if TYPE_CHECKING:
    from collections.abc import Coroutine

    import discord

    from bot.chat.client import PatienceClient
    from bot.chat.drawing import Artist
    from bot.service import Seat, Tables

    Interaction = discord.Interaction[PatienceClient]

_log = logging.getLogger(__name__)

_OLD_BOARD = "That was an old board; this is how the game stands."
_OTHER_GAME = "That game is not on your table; this one is. Type /resume to change."


class Boards:
    """Answers presses and commands with boards."""

    def __init__(self, tables: Tables, artist: Artist) -> None:
        """Serve boards from the players' tables, drawn by an artist."""
        self._tables = tables
        self._artist = artist

    async def show(self, interaction: Interaction, seat: Coroutine[None, None, Seat]) -> None:
        """Answer a command with the board that ``seat`` leads to."""
        await answer(interaction, self._shown(seat))

    async def resume(self, interaction: Interaction, game: str) -> None:
        """Answer with an unfinished game, given by its stored id, back on the player's table."""
        await self.show(interaction, self._resumed(interaction.user.id, game))

    async def pressed(self, interaction: Interaction, press: Press) -> None:
        """Answer a press on a button under a board."""
        await answer(interaction, self._after(interaction, press), updates=True)

    async def _shown(self, seat: Coroutine[None, None, Seat]) -> Reply:
        return await self._reply(await seat)

    async def _resumed(self, player: int, game: str) -> Seat:
        number = int(game) if game.isascii() and game.isdigit() and len(game) < 19 else 0
        return await self._tables.resume(player, number)

    async def _reply(self, seat: Seat, *, selected: str | None = None, notice: str = "") -> Reply:
        filename = f"board-{seat.game_id}-{seat.version}.png"
        try:
            picture = await self._artist.draw(scene_of(seat.game, selected=selected))
        except BrokenProcessPool:
            _log.exception("The board could not be drawn")
            view = board_message(seat, None, filename, selected=selected, notice=notice)
            return Reply(view)
        view = board_message(seat, picture, filename, selected=selected, notice=notice)
        return Reply(view, picture.png, filename)

    async def _after(self, interaction: Interaction, press: Press) -> Reply:
        seat = await self._tables.at(press.game)
        player = interaction.user.id
        if seat.player != player:
            return note(f"This is <@{seat.player}>'s game. Type /play to be dealt one of your own.")
        try:
            return await self._pressed(seat, press, place_of(interaction))
        except Stale as stale:
            return await self._current(press, stale.seat)

    async def _pressed(self, seat: Seat, press: Press, place: Place | None) -> Reply:
        """What the owner's press leads to; ``seat`` is the pressed game as it stands."""
        tables, player, seen = self._tables, seat.player, Seen(press.game, press.version)
        current = await self._on_table(player)
        if press.action in (Action.AGAIN, Action.NEW):
            return await self._reply(await self._dealt_again(seat, current, press, place))
        if current is None:
            return await self._reply(seat)
        if current.seen != seen:
            raise Stale(current)
        if current.outcome.is_final:
            return await self._reply(current)
        match press.action:
            case Action.TAP:
                return await self._tapped(current, press.what)
            case Action.PLAY:
                seat = await tables.play(player, Move.parse(press.what), seen=seen)
            case Action.UNDO:
                seat = await tables.undo(player, seen=seen)
            case Action.REDO:
                seat = await tables.redo(player, seen=seen)
            case Action.GIVE_UP:
                seat = await tables.give_up(player, seen=seen)
            case _:
                seat = current
        return await self._reply(seat)

    async def _dealt_again(
        self, seat: Seat, current: Seat | None, press: Press, place: Place | None
    ) -> Seat:
        """The same deal once more, or another of the same game, after one has come to its end."""
        if seat.outcome is Outcome.PLAYING or seat.seen != Seen(press.game, press.version):
            raise Stale(current or seat)
        game, here = seat.game.rules.id, current is not None and current.game_id == seat.game_id
        if current is not None and not here and not current.game.moves:
            # A second quick press: what the first one dealt lies untouched on the table.
            return current
        if press.action is Action.NEW:
            return await self._tables.start(seat.player, game, None, place)
        if here:
            return await self._tables.restart(seat.player, seen=seat.seen, where=place)
        return await self._tables.start(seat.player, game, seat.number, place)

    async def _tapped(self, seat: Seat, pile: str) -> Reply:
        moves = moves_by_pile(seat.game.board).get(pile, ())
        if len(moves) == 1:
            return await self._reply(await self._tables.play(seat.player, moves[0], seen=seat.seen))
        if not moves:
            return await self._reply(seat, notice=f"Nothing can be moved from {pile} now.")
        return await self._reply(seat, selected=pile)

    async def _on_table(self, player: int) -> Seat | None:
        try:
            return await self._tables.current(player)
        except NoGame:
            return None

    async def _current(self, press: Press, seat: Seat) -> Reply:
        """The board on the player's table, in answer to a press on another one."""
        if seat.game_id != press.game:
            return await self._reply(seat, notice=_OTHER_GAME)
        # One version behind is a second press made before the first was answered: nothing to say.
        notice = _OLD_BOARD if seat.version > press.version + 1 else ""
        return await self._reply(seat, notice=notice)


def place_of(interaction: Interaction) -> Place | None:
    """Where an interaction happened, where Discord tells."""
    if interaction.channel_id is None:
        return None
    return Place(interaction.channel_id, interaction.guild_id)
