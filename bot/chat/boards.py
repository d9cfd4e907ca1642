"""What presses and commands about a player's board lead to.

Each does one thing on the player's table, draws the board that comes of it and answers with it.
"""

from __future__ import annotations

import logging
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, assert_never

from bot.chat.board_message import board_message
from bot.chat.custom_ids import Action, Press
from bot.chat.replies import Reply, answer, note
from bot.chat.taps import moves_by_pile
from bot.service import Place, Seen, Stale
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
            return await self._pressed(player, press, place_of(interaction))
        except Stale as stale:
            return await self._current(press, stale.seat)

    async def _pressed(self, player: int, press: Press, place: Place | None) -> Reply:
        """What a press on the player's own board leads to."""
        tables, seen = self._tables, Seen(press.game, press.version)
        current = await tables.current(player)
        if current.seen != seen:
            raise Stale(current)
        match press.action:
            case Action.TAP:
                return await self._tapped(current, press.what)
            case Action.PLAY:
                after = await tables.play(player, Move.parse(press.what), seen=seen)
            case Action.UNDO:
                after = await tables.undo(player, seen=seen)
            case Action.REDO:
                after = await tables.redo(player, seen=seen)
            case Action.GIVE_UP:
                after = await tables.give_up(player, seen=seen)
            case Action.AGAIN:
                after = await tables.restart(player, seen=seen, where=place)
            case Action.NEW:
                after = await tables.start(player, current.game.rules.id, where=place, seen=seen)
            case Action.BACK:
                after = current
            case other:
                assert_never(other)
        return await self._reply(after)

    async def _tapped(self, seat: Seat, pile: str) -> Reply:
        moves = moves_by_pile(seat.game.board).get(pile, ())
        if len(moves) == 1:
            return await self._reply(await self._tables.play(seat.player, moves[0], seen=seat.seen))
        if not moves:
            return await self._reply(seat, notice=f"Nothing can be moved from {pile} now.")
        return await self._reply(seat, selected=pile)

    async def _current(self, press: Press, seat: Seat) -> Reply:
        """The board on the player's table, in answer to a press on another one."""
        # What looks like an old board may be a second press made before the first was answered;
        # then there is nothing to say.
        if seat.game_id != press.game:
            dealt = press.action in (Action.AGAIN, Action.NEW) and not seat.version
            return await self._reply(seat, notice="" if dealt else _OTHER_GAME)
        notice = _OLD_BOARD if seat.version > press.version + 1 else ""
        return await self._reply(seat, notice=notice)


def place_of(interaction: Interaction) -> Place | None:
    """Where an interaction happened, where Discord tells."""
    if interaction.channel_id is None:
        return None
    return Place(interaction.channel_id, interaction.guild_id)
