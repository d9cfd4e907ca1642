"""What players are told unasked: what lost a game, whether one can still be won, how hard it was.

The board comes first, and is edited once the search is over, unless the player has acted. Nothing
is said of a deal that others still play, before the player's game of it is over.

A board that is stuck or given up says which move lost it, unless that is turned off; what is said
of a stuck one counts as a look at its odds once the player makes use of it. Only players who want
it are told of a game in play that it is lost, which counts at once, and how often a fair player
wins a deal that they did not. Of a win is said that it was hard, if it was.
"""

from __future__ import annotations

import asyncio
import functools
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from discord import ButtonStyle, ui

from bot.chat.play.custom_ids import BoardAction, board_route
from bot.chat.requests.failures import FAILURES
from bot.chat.responding.components import button, on_press, row
from bot.chat.responding.live_boards import edit_again, edited_later
from bot.chat.responding.replies import Reply, message, text_reply
from bot.errors import StoreError
from bot.i18n import _
from bot.models.advice import Odds
from bot.models.play import GameState
from bot.service.play.games import Games
from bot.service.players.statistics import Statistics
from bot.service.preferences import PreferenceService
from bot.service.solver.advice import Advisor
from bot.service.solver.tries import TRIES, FairTries
from bot.wording.verdicts import (
    Verdict,
    explains_loss,
    last_winnable,
    leads_back,
    says_verdict,
    verdict_of,
    way_back_label,
)
from engine import PatienceError
from engine.solver import Outcome
from engine.solver.fitting import fits_fair_play

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.chat.responding.components import Component
    from bot.chat.responding.context import Context
    from bot.chat.responding.shown_boards import ShownBoard
    from bot.models.play import GameSnapshot

    Redraw = Callable[["Verdict | None"], Awaitable[Reply]]

_log = logging.getLogger(__name__)

_LOSSES: Final = 3
"""After how many losses it is offered."""
_HARD: Final = TRIES // 2
"""How many tries at a hard deal a fair player wins at most."""
_CELEBRATION: Final = 5.0
"""Seconds for the cascade of a win, which an edit would cut off. Who goes on meanwhile is told
nothing, and costs no search."""


def says_hard(context: Context, snapshot: GameSnapshot) -> bool:
    """Whether a player is told of a win that it was hard, if it was."""
    if snapshot.is_contested or snapshot.practice or snapshot.is_shared:
        return False
    return snapshot.state is GameState.WON and not context.preferences.quiet


def with_hardness(context: Context, snapshot: GameSnapshot, reply: Reply, redraw: Redraw) -> Reply:
    """A reply with a board that was just won, which is edited once more if that was hard."""
    if not says_hard(context, snapshot) or not fits_fair_play(snapshot.game.rules):
        return reply
    verdict = Verdict(Odds(Outcome.WON))
    follow = functools.partial(_tell_tries, context, snapshot, redraw, verdict)
    return edited_later(context, snapshot, reply, follow, aside=True)


def with_verdict(context: Context, snapshot: GameSnapshot, reply: Reply, redraw: Redraw) -> Reply:
    """A reply with a board, which is edited once more if there is something to say."""
    is_over = snapshot.state in (GameState.GIVEN_UP, GameState.STUCK)
    if not says_verdict(context.preferences, snapshot):
        return reply
    if context.services[Advisor].knows_lost(snapshot) and not is_over:
        return reply
    follow = functools.partial(_tell, context, snapshot, redraw)
    return edited_later(context, snapshot, reply, follow)


def verdict_buttons(snapshot: GameSnapshot, verdict: Verdict) -> list[Component]:
    """The buttons below a verdict: back to where it could be won, and how."""
    back_to = leads_back(snapshot, verdict)
    back = [] if back_to is None else [way_back(snapshot, back_to)]
    if explains_loss(snapshot, verdict):
        route = f"{snapshot.game_id}:{snapshot.version}:why"
        return [*back, button(route, _("See why"), emoji="🎞️")]
    return [*back, *how_to_win(snapshot)] if back else []


def way_back(snapshot: GameSnapshot, moves: int) -> Component:
    """The button that leads back to a move of a game, which is played anew if it is over."""
    if snapshot.state.is_final:
        route = f"{snapshot.game_id}:practise:{moves}"
    else:
        route = board_route(snapshot, BoardAction.UNDO_TO, str(moves))
    emoji = "▶️" if moves == len(snapshot.game.moves) else "↩️"
    return button(route, way_back_label(snapshot, moves), emoji=emoji)


def how_to_win(snapshot: GameSnapshot) -> list[Component]:
    """The button that shows how a game that is over is won; none while it can go on."""
    if not snapshot.state.is_final:
        return []
    return [button(f"{snapshot.game_id}:line", _("How to win"), emoji="🎞️")]


async def offer_verdicts(context: Context, snapshot: GameSnapshot, reply: Reply) -> Reply:
    """The reply to giving a game up, after the third with an offer to be told such things."""
    preferences = context.preferences
    if snapshot.state is not GameState.GIVEN_UP or snapshot.practice:
        return reply
    if preferences.verdicts or preferences.verdicts_offered:
        return reply
    try:
        if await context.services[Statistics].losses(context.player) < _LOSSES:
            return reply
        await context.services[PreferenceService].save(context.player, verdicts_offered="yes")
    except StoreError as error:
        _log.info("Verdicts were not offered: %s", error)
        return reply
    text = _(
        "Shall I tell you at once when a game can no longer be won, and after a loss how often I "
        "would have won? You can change that in /settings."
    )
    buttons = row(
        button("verdicts:yes", _("Yes, tell me"), style=ButtonStyle.primary),
        button("verdicts:no", _("No, thanks")),
    )
    offer = Reply(message(ui.TextDisplay(text), buttons), private=True)
    return replace(reply, followup=reply.followup or offer)


@on_press("verdicts:{value}")
async def _choose(context: Context, value: str) -> Reply:
    chosen = "yes" if value == "yes" else "no"
    await context.services[PreferenceService].save(context.player, verdicts=chosen)
    text = _("I will tell you.") if chosen == "yes" else _("I will say nothing.")
    return replace(text_reply(text), private=False)


async def _tell(
    context: Context, snapshot: GameSnapshot, redraw: Redraw, shown: ShownBoard
) -> None:
    """Say on the board what a search finds, and later what a longer one or tries add."""
    games = context.services[Games]
    try:
        odds = await context.services[Advisor].odds(snapshot)
        verdict = verdict_of(snapshot, odds)
        is_in_play = snapshot.state is GameState.PLAYING
        if verdict is not None or (is_in_play and odds.verdict is Outcome.LOST):
            current = await games.active(snapshot.player)
            if current.board_version != snapshot.board_version:
                return
            reply = await redraw(verdict)
            if is_in_play and context.services[Advisor].tells_first(snapshot):
                await games.count_odds(snapshot.game_id)
            await edit_again(context, snapshot.game_id, shown, reply)
        if is_in_play or odds.chances is not None:
            return
        if verdict is None or not verdict.is_settled:
            telling = _tell_more(context, snapshot, redraw, verdict, shown)
        elif _tells_tries(context, snapshot, verdict):
            telling = _tell_tries(context, snapshot, redraw, verdict, shown)
        else:
            return
        context.interaction.client.interactions.aside.add(asyncio.create_task(telling))
    except (PatienceError, StoreError, *FAILURES) as error:
        _log.info("Whether a game can be won was not shown: %s", error)


async def _tell_more(
    context: Context,
    snapshot: GameSnapshot,
    redraw: Redraw,
    known: Verdict | None,
    shown: ShownBoard,
) -> None:
    """Say on the board of a game that is over or stuck what a longer search adds, and tries."""
    advisor, verdict = context.services[Advisor], known
    try:
        await advisor.look_longer(snapshot)
        verdict = verdict_of(snapshot, await advisor.odds(snapshot)) or known
        if verdict is not None and verdict != known:
            reply = await redraw(verdict)
            if await _is_shown(context, snapshot, shown):
                await edit_again(context, snapshot.game_id, shown, reply)
    except (PatienceError, StoreError, *FAILURES) as error:
        _log.info("What lost a game was not shown: %s", error)
    if verdict is not None and _tells_tries(context, snapshot, verdict):
        await _tell_tries(context, snapshot, redraw, verdict, shown)


def _tells_tries(context: Context, snapshot: GameSnapshot, verdict: Verdict) -> bool:
    """Whether a player is told how often the deal of a lost game is won; not if it never is."""
    can_be_won = last_winnable(snapshot, verdict) is not None
    return context.preferences.verdicts and snapshot.state.is_final and can_be_won


async def _tell_tries(
    context: Context, snapshot: GameSnapshot, redraw: Redraw, verdict: Verdict, shown: ShownBoard
) -> None:
    """Say on the board of a finished game how often a fair player wins its deal."""
    is_shown = functools.partial(_is_shown, context, snapshot, shown)
    is_won = snapshot.state is GameState.WON
    try:
        if is_won:
            await asyncio.sleep(_CELEBRATION)
        tries = context.services[FairTries]
        wins = await tries.wins(snapshot, is_shown, _HARD if is_won else TRIES)
        if wins is not None:
            reply = await redraw(replace(verdict, fair_wins=wins))
            if await is_shown():
                await edit_again(context, snapshot.game_id, shown, reply)
    except (PatienceError, StoreError, *FAILURES) as error:
        _log.info("How hard a deal was could not be shown: %s", error)


async def _is_shown(context: Context, snapshot: GameSnapshot, shown: ShownBoard) -> bool:
    """Whether a board is still as it was shown."""
    bot = context.interaction.client
    if bot.is_closed() or bot.shown_boards.get(snapshot.game_id) is not shown:
        return False
    current = await context.services[Games].active(snapshot.player)
    return current.board_version == snapshot.board_version
