"""See why: the move that lost a game, and a better one, as a film of three seconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.chat.games.pictures import if_drawn
from bot.chat.play.advice_views import lesson_view
from bot.chat.play.verdicts import how_to_win, way_back
from bot.chat.responding.components import on_press
from bot.chat.responding.replies import Attachment, text_reply
from bot.i18n import _
from bot.images import ImageRenderer
from bot.service.errors import NotYours
from bot.service.play.games import Games
from bot.service.play.replay import record_of
from bot.service.solver.advice import Advisor
from bot.wording.verdicts import loss_lines

if TYPE_CHECKING:
    from bot.chat.responding.context import Context
    from bot.chat.responding.replies import Reply
    from bot.models.advice import Solution
    from bot.models.play import GameSnapshot


@on_press("{game_id:int}:{version:int}:why", updates=False, private=True)
async def see_why(context: Context, game_id: int, version: int) -> Reply:
    """Show what lost a game that is stuck or given up; while it can go on, that is a hint."""
    games, advisor = context.services[Games], context.services[Advisor]
    snapshot = await games.get(game_id)
    if not snapshot.is_shared and snapshot.player != context.player:
        raise NotYours(snapshot.player)
    if snapshot.version != version:
        return text_reply(_("You played on since then, so nothing was changed."))
    solution = await advisor.lesson(snapshot)
    if not snapshot.state.is_final:
        await games.count_hint(game_id)
    buttons = [way_back(snapshot, solution.own), *how_to_win(snapshot)]
    film = await _film(context, snapshot, solution)
    return lesson_view(snapshot, solution, film, [] if snapshot.is_shared else buttons)


async def _film(context: Context, snapshot: GameSnapshot, solution: Solution) -> Attachment | None:
    """The film; None if drawing fails."""
    game = snapshot.game.copy()
    while len(game.moves) > solution.own + 1:
        game.undo()
    drawing = context.services[ImageRenderer].turning_point(
        record_of(game, is_secret=snapshot.is_secret),
        solution.game.moves[solution.own],
        "\n".join(loss_lines(snapshot, solution)),
        context.preferences.style,
    )
    film = await if_drawn(drawing)
    name = f"why-{snapshot.game_id}-{snapshot.version}.gif"
    return None if film is None else Attachment(name, film.gif)
