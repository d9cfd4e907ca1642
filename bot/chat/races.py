"""What commands and presses about challenges and races lead to."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord

from bot.chat.autocomplete import game_named
from bot.chat.boards import place_of
from bot.chat.challenge_page import (
    asked_page,
    begun_page,
    challenge_page,
    ended_page,
    leave_question,
    offered,
    race_notice,
    races_page,
)
from bot.chat.replies import Reply, answer, telling
from bot.models import ChallengeState
from bot.service import NoChallenge

if TYPE_CHECKING:
    from datetime import timedelta

    from bot.chat.boards import Boards
    from bot.chat.client import PatienceClient
    from bot.models import Challenge, Place
    from bot.service import Challenges

    Interaction = discord.Interaction[PatienceClient]

_log = logging.getLogger(__name__)

_ENDED: Final = 3
"""How many races that are over are listed."""
_ASKED_IN_QUESTION: Final = ("really", "stay")
"""The buttons under the question whether to leave a race."""


class Races:
    """Answers what players ask of challenges and races."""

    def __init__(self, challenges: Challenges, boards: Boards) -> None:
        """Let players race on boards of their own."""
        self._challenges = challenges
        self._boards = boards

    async def ask(
        self,
        interaction: Interaction,
        opponent: discord.User | discord.Member,
        game: str,
        lasts: timedelta,
    ) -> None:
        """Answer with a challenge to another player, which they are told of."""
        await answer(interaction, self._asked(interaction, opponent, game, lasts))

    async def show(self, interaction: Interaction) -> None:
        """Answer with the player's own challenges and races."""
        await answer(interaction, self._shown(interaction.user.id), private=True)

    async def pressed(self, interaction: Interaction, challenge_id: int, what: str) -> None:
        """Answer a press on a button under a challenge or a race."""
        await answer(interaction, self._after(interaction, challenge_id, what), updates=True)

    async def result(self, ended: Challenge) -> Reply:
        """What a channel is told of a challenge that is over."""
        raced = ended.state is ChallengeState.FINISHED
        return ended_page(ended, await self._challenges.progress(ended) if raced else None)

    async def _asked(
        self,
        interaction: Interaction,
        opponent: discord.User | discord.Member,
        game: str,
        lasts: timedelta,
    ) -> Reply:
        asked = await self._challenges.create(
            interaction.user.id,
            opponent.id,
            game_named(game).id,
            opponent_is_bot=opponent.bot,
            lasts=lasts,
            where=place_of(interaction),
        )
        return asked_page(asked)

    async def _shown(self, player: int) -> Reply:
        await self._challenges.settle()
        waiting = await self._challenges.open_for(player)
        ended = await self._challenges.recent_races(player, limit=_ENDED)
        marked = [(one, await self._challenges.progress(one)) for one in ended]
        return races_page(player, waiting, marked)

    async def _after(self, interaction: Interaction, challenge_id: int, what: str) -> Reply:
        player = interaction.user.id
        await self._challenges.settle()
        found = await self._challenges.get(challenge_id)
        if not found.involves(player):
            raise NoChallenge("This is between two others; type /challenge to ask for a race.")
        racing = found.state is ChallengeState.RUNNING
        if what not in offered(found) and not (racing and what in _ASKED_IN_QUESTION):
            # The message is older than what has happened since; now it tells that.
            return await self._page(found)
        match what:
            case "accept":
                return await self._accepted(interaction, challenge_id)
            case "decline":
                return await self._page(await self._challenges.decline(player, challenge_id))
            case "withdraw":
                return await self._page(await self._challenges.withdraw(player, challenge_id))
            case "leave":
                return leave_question(found, player)
            case "really":
                return await self._page(await self._challenges.leave(player, challenge_id))
            case "rematch":
                return await self._again(interaction, found)
            case _:
                board = await self._board(player, challenge_id)
                # Only a question takes a board in its place, and it is private already.
                return replace(board, private=what != "stay")

    async def _page(self, found: Challenge) -> Reply:
        raced = found.state is ChallengeState.FINISHED
        return challenge_page(found, await self._challenges.progress(found) if raced else None)

    async def _board(self, player: int, challenge_id: int) -> Reply:
        race = await self._challenges.board(player, challenge_id)
        return await self._boards.board(race.snapshot, notice=race_notice(race.challenge, player))

    async def _accepted(self, interaction: Interaction, challenge_id: int) -> Reply:
        race = (await self._challenges.accept(interaction.user.id, challenge_id)).challenge
        page, begun = challenge_page(race), begun_page(race)
        if race.place is None or race.place.channel_id == interaction.channel_id:
            return replace(page, after=begun)
        await _post(interaction.client, race.place, begun)
        return page

    async def _again(self, interaction: Interaction, over: Challenge) -> Reply:
        player = interaction.user.id
        asked = await self._challenges.create(
            player,
            over.other(player),
            over.rules_id,
            lasts=over.time_limit,
            where=place_of(interaction),
        )
        return asked_page(asked)


async def _post(client: PatienceClient, place: Place, reply: Reply) -> None:
    """Tell the channel where a challenge was asked that it was accepted elsewhere."""
    try:
        channel = client.get_partial_messageable(place.channel_id)
        await channel.send(view=reply.view, allowed_mentions=telling(reply.mentions))
    except (discord.HTTPException, OSError) as error:
        # The race has begun all the same, and is told of where either of the two asks.
        _log.warning("A race was not told of in channel %d: %s", place.channel_id, error)
