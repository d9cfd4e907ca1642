"""The commands and presses of challenges and races."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.autocomplete import complete_game
from bot.chat.components import on_press
from bot.chat.game.boards import board_reply
from bot.chat.game_names import find_game
from bot.chat.messages.replies import Reply
from bot.chat.races.list_views import MAX_ENDED, races_view
from bot.chat.races.messages import (
    ChannelMessage,
    add_note_if_left_alone,
    as_new_message,
    channel_language,
    in_place_of_pressed,
    is_private_press,
    place_for_races,
    show_in_channel,
)
from bot.chat.races.views import (
    ChallengeAction,
    challenge_view,
    leave_question,
    offered_actions,
    race_notice,
)
from bot.chat.responding.responses import respond
from bot.i18n import _, use_locale
from bot.models import ChallengeState
from bot.service import NoChallenge
from bot.service.challenges import DEFAULT_TIME_LIMIT

if TYPE_CHECKING:
    from bot.chat.context import Context, Interaction
    from bot.models import Challenge, RaceProgress
    from bot.service import RatingChange

    ChallengeHandler = Callable[[Context, Challenge], Awaitable[Reply]]

_MAX_HOURS: Final = 1_000
_MAX_MINUTES: Final = 60_000
"""More than any race may last, yet small enough to add up."""
_QUESTION_ACTIONS: Final = (ChallengeAction.LEAVE_CONFIRMED, ChallengeAction.STAY)
"""The buttons under the question whether to leave a race."""


class RacesCog(commands.Cog):
    """Challenges and races."""

    @app_commands.command(description="Challenge a player to a race on the same deal.")
    @app_commands.describe(
        player="Who to challenge",
        game="Which game to race in",
        hours="Time limit in hours; a day by default",
        minutes="Minutes to add to the time limit",
    )
    @app_commands.autocomplete(game=complete_game)
    async def challenge(
        self,
        interaction: Interaction,
        player: discord.User,
        game: str,
        hours: app_commands.Range[int, 0, _MAX_HOURS] | None = None,
        minutes: app_commands.Range[int, 0, _MAX_MINUTES] | None = None,
    ) -> None:
        """Challenge another player."""
        is_given = hours is not None or minutes is not None
        given = timedelta(hours=hours or 0, minutes=minutes or 0)
        time_limit = given if is_given else DEFAULT_TIME_LIMIT
        handler = functools.partial(_challenge, opponent=player, game=game, time_limit=time_limit)
        await respond(interaction, handler)

    @app_commands.command(description="See your challenges and races, and your latest results.")
    async def races(self, interaction: Interaction) -> None:
        """Show the player's challenges and races."""
        await respond(interaction, _races, private=True)


async def _challenge(
    context: Context,
    opponent: discord.User | discord.Member,
    game: str,
    time_limit: timedelta,
) -> Reply:
    challenge = await context.services.challenges.create(
        context.player,
        opponent.id,
        find_game(game).id,
        opponent_is_bot=opponent.bot,
        time_limit=time_limit,
        place=place_for_races(context),
    )
    return await _new_message(context, challenge)


async def _races(context: Context) -> Reply:
    player, challenges, races = context.player, context.services.challenges, context.services.races
    for service in (challenges, races):
        await service.settle()
    ended = await challenges.recent_races(player, limit=MAX_ENDED)
    return races_view(
        player,
        await challenges.open_for(player),
        [(one, await races.progress(one)) for one in await races.open_for(player)],
        [(one, await challenges.progress(one)) for one in ended],
        [
            (one, await races.progress(one))
            for one in await races.recent_races(player, limit=MAX_ENDED)
        ],
    )


def _on_challenge(action: ChallengeAction) -> Callable[[ChallengeHandler], ChallengeHandler]:
    """Register the handler of a button under a challenge or a race.

    A button that no longer applies shows how the challenge stands now.
    """

    def register(handler: ChallengeHandler) -> ChallengeHandler:
        @on_press(f"race:{{challenge_id:int}}:{action.value}")
        async def press(context: Context, challenge_id: int) -> Reply:
            await context.services.challenges.settle()
            challenge = await context.services.challenges.get(challenge_id)
            if not challenge.involves(context.player):
                raise NoChallenge(
                    "This race is between two other players. Type /challenge to start your own."
                )
            is_running = challenge.state is ChallengeState.RUNNING
            is_answer = is_running and action in _QUESTION_ACTIONS
            if action not in offered_actions(challenge) and not is_answer:
                return await _current(context, challenge)
            return await handler(context, challenge)

        return handler

    return register


async def _current(context: Context, challenge: Challenge) -> Reply:
    return (await _shown(context, challenge)).reply


@_on_challenge(ChallengeAction.ACCEPT)
async def _accept(context: Context, challenge: Challenge) -> Reply:
    race = (await context.services.challenges.accept(context.player, challenge.id)).challenge
    shown = await _shown(context, race, pings=(race.challenger_id,))
    if await show_in_channel(context, shown):
        return await _race_board(context, race)
    return in_place_of_pressed(context, shown)


@_on_challenge(ChallengeAction.DECLINE)
async def _decline(context: Context, challenge: Challenge) -> Reply:
    declined = await context.services.challenges.decline(context.player, challenge.id)
    return await _closed(context, declined)


@_on_challenge(ChallengeAction.WITHDRAW)
async def _withdraw(context: Context, challenge: Challenge) -> Reply:
    withdrawn = await context.services.challenges.withdraw(context.player, challenge.id)
    return await _closed(context, withdrawn)


async def _closed(context: Context, challenge: Challenge) -> Reply:
    shown = await _shown(context, challenge)
    if is_private_press(context):
        await show_in_channel(context, shown)
    return shown.reply


@_on_challenge(ChallengeAction.BOARD)
async def _board(context: Context, challenge: Challenge) -> Reply:
    return replace(await _race_board(context, challenge), private=True, new_message=True)


@_on_challenge(ChallengeAction.LEAVE)
async def _leave(context: Context, challenge: Challenge) -> Reply:
    return leave_question(challenge, context.player)


@_on_challenge(ChallengeAction.LEAVE_CONFIRMED)
async def _leave_confirmed(context: Context, challenge: Challenge) -> Reply:
    challenges = context.services.challenges
    return await _current(context, await challenges.leave(context.player, challenge.id))


@_on_challenge(ChallengeAction.STAY)
async def _stay(context: Context, challenge: Challenge) -> Reply:
    reply = await _race_board(context, challenge)
    return replace(reply, word=_("Your race goes on."))


@_on_challenge(ChallengeAction.REMATCH)
async def _rematch(context: Context, challenge: Challenge) -> Reply:
    rematch = await context.services.challenges.create(
        context.player,
        challenge.other(context.player),
        challenge.rules_id,
        time_limit=challenge.time_limit,
        place=place_for_races(context),
    )
    return await _new_message(context, rematch)


async def _new_message(context: Context, challenge: Challenge) -> Reply:
    """A new challenge: a message of its own that pings the opponent."""
    shown = await _shown(context, challenge, pings=(challenge.opponent_id,))
    withdraw = functools.partial(context.services.challenges.withdraw, context.player, challenge.id)
    return as_new_message(context, shown, withdraw)


async def _shown(
    context: Context, challenge: Challenge, *, pings: tuple[int, ...] = ()
) -> ChannelMessage:
    """A challenge as its channel is to see it."""
    progress: tuple[RaceProgress, RaceProgress] | None = None
    ratings: Mapping[int, RatingChange] = {}
    if challenge.state is ChallengeState.FINISHED:
        progress = await context.services.challenges.progress(challenge)
        ratings = await context.services.ratings.of_challenge(challenge)
    with use_locale(await channel_language(context)):
        reply = challenge_view(challenge, progress, ratings)
        if challenge.state is ChallengeState.RUNNING:
            add_note_if_left_alone(context, challenge.place, reply.view)
    return ChannelMessage(
        challenge.place,
        challenge.message_id,
        replace(reply, pings=pings),
        functools.partial(context.services.challenges.save_message, challenge),
    )


async def _race_board(context: Context, challenge: Challenge) -> Reply:
    race = await context.services.challenges.board(context.player, challenge.id)
    notice = race_notice(race.challenge, context.player)
    return await board_reply(context, race.snapshot, notice=notice)
