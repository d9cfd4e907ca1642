"""Odds, and solutions, drawn move by move or as an animation.

What a short search does not settle is answered so far, and the answer edited after a longer one.
"""

from __future__ import annotations

import functools
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.chat.games.pictures import draw_board
from bot.chat.play.advice_views import (
    WATCH,
    no_solution,
    odds_view,
    solution_question,
    solution_view,
)
from bot.chat.play.boards import show_on_live_board
from bot.chat.responding.components import button, on_press, row
from bot.chat.responding.replies import Attachment, text_reply
from bot.i18n import _, translate
from bot.images import DrawingFailed, ImageRenderer
from bot.models.advice import Odds
from bot.service.errors import NoGame
from bot.service.play.games import Games
from bot.service.solver.advice import Advisor
from bot.service.solver.solutions import Solutions
from engine.solver import Outcome

if TYPE_CHECKING:
    from bot.chat.responding.context import Context
    from bot.chat.responding.replies import Reply
    from bot.models.advice import Solution
    from bot.models.play import GameSnapshot


async def odds_reply(context: Context, snapshot: GameSnapshot) -> Reply:
    """Whether a game can still be won."""
    odds = await context.services[Advisor].odds(snapshot)
    if odds.verdict is not Outcome.UNKNOWN:
        await context.services[Games].count_odds(snapshot.game_id)
    return _looked_at_longer(context, snapshot, odds, odds_view(snapshot, odds), "odds")


def _looked_at_longer(
    context: Context, snapshot: GameSnapshot, odds: Odds, reply: Reply, question: str
) -> Reply:
    """An answer that promises a better one, or offers to look for that."""
    advisor = context.services[Advisor]
    if odds.is_open and not odds.searched:
        return replace(reply, until=functools.partial(advisor.look_longer, snapshot))
    if odds.is_open and odds.searched < advisor.longer[-1]:
        route = f"{snapshot.game_id}:longer:{question}"
        reply.view.add_item(row(button(route, _("Look longer"), emoji="🔎")))
    return reply


@on_press("{game_id:int}:longer:{question}")
async def look_longer(context: Context, game_id: int, question: str) -> Reply:
    """Answer a question again, after a longer search if there was none yet."""
    snapshot = await context.services[Games].get_own(context.player, game_id)
    advisor = context.services[Advisor]
    odds = await advisor.odds(snapshot)
    if odds.is_open and 0 < odds.searched < advisor.longer[-1]:
        text = "🔎 " + _("Looking for a minute, as long as nobody else asks …")
        until = functools.partial(advisor.look_longer, snapshot, again=True)
        reply = replace(text_reply(text), until=until)
    elif question == "odds":
        reply = await odds_reply(context, snapshot)
    else:
        reply = await solution_reply(context, snapshot)
    # The message that is replaced is private already.
    return replace(reply, private=False)


async def solution_reply(context: Context, snapshot: GameSnapshot) -> Reply:
    """How a game is won; a game that is not over is given up if a solution is found."""
    solution = await context.services[Solutions].find(snapshot)
    if isinstance(solution, Odds):
        if solution.verdict is not Outcome.UNKNOWN and not snapshot.state.is_final:
            await context.services[Games].count_odds(snapshot.game_id)
        refusal = no_solution(snapshot, solution)
        return _looked_at_longer(context, snapshot, solution, refusal, "solution")
    if not snapshot.state.is_final:
        snapshot = await context.services[Games].give_up(
            context.player, expected=snapshot.board_version
        )
        await show_on_live_board(context, snapshot)
    await context.services[Solutions].save(snapshot, solution)
    is_own_win = solution.own == len(solution.game.moves)
    return await _step_reply(context, snapshot, solution, 0 if is_own_win else solution.own)


@on_press("{game_id:int}:solution:{step:int}:{button}")
async def show_step(context: Context, game_id: int, step: int, button: str) -> Reply:
    """Show a solution at another of its moves, or as an animation."""
    snapshot = await context.services[Games].get_own(context.player, game_id)
    if not snapshot.state.is_final:
        return solution_question(snapshot)
    solution = await context.services[Solutions].find(snapshot)
    if isinstance(solution, Odds):
        return no_solution(snapshot, solution)
    step = min(step, len(solution.game.moves))
    show = _animation_reply if button == WATCH else _step_reply
    # The message that is replaced is private already.
    return replace(await show(context, snapshot, solution, step), private=False)


async def _step_reply(
    context: Context, snapshot: GameSnapshot, solution: Solution, step: int
) -> Reply:
    """A solution with the board after some of its moves."""
    game = solution.game.copy()
    while len(game.moves) > step:
        game.undo()
    picture = await draw_board(context, game)
    if picture is None:
        return await _reply(context, snapshot, solution, step)
    file = Attachment(f"solution-{snapshot.game_id}-{step}.png", picture.png)
    return await _reply(context, snapshot, solution, step, file, picture.alt)


async def _animation_reply(
    context: Context, snapshot: GameSnapshot, solution: Solution, step: int
) -> Reply:
    """A solution as an animation of all its moves; the step to go back to stays."""
    game = solution.game
    try:
        animation = await context.services[ImageRenderer].replay(
            game.record(), translate(game.rules.name), context.preferences.style
        )
    except DrawingFailed:
        return await _step_reply(context, snapshot, solution, step)
    file = Attachment(f"solution-{snapshot.game_id}.gif", animation.gif)
    return await _reply(context, snapshot, solution, step, file, animation.alt, is_animated=True)


async def _reply(
    context: Context,
    snapshot: GameSnapshot,
    solution: Solution,
    step: int,
    picture: Attachment | None = None,
    alt: str = "",
    *,
    is_animated: bool = False,
) -> Reply:
    is_active = False
    with suppress(NoGame):
        active = await context.services[Games].active(context.player)
        is_active = active.game_id == snapshot.game_id
    return solution_view(
        snapshot, solution, step, picture, alt, is_animated=is_animated, is_active=is_active
    )
