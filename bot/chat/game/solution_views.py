"""Solutions as messages: a picture to step through, an animation, and the moves as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord import ui

from bot.chat.components import button, row
from bot.chat.game.custom_ids import BoardAction, board_route
from bot.chat.messages.formatting import format_deal
from bot.chat.messages.replies import Attachment, Reply, message
from bot.chat.pictures import gallery
from bot.i18n import _, ngettext, translate
from bot.models import GameState

if TYPE_CHECKING:
    from bot.chat.components import Component
    from bot.service import GameSnapshot, Solution

WATCH: Final = "watch"
"""The last part of the route of the button that plays the animation."""
_FILENAME: Final = "solution.txt"
_FAR: Final = 10
"""How many moves the buttons for several moves step."""


def solution_view(
    snapshot: GameSnapshot,
    solution: Solution,
    step: int,
    picture: Attachment | None,
    alt: str,
    *,
    is_animated: bool = False,
    is_active: bool,
) -> Reply:
    """A solution at one of its moves.

    Args:
        snapshot: the game.
        solution: how it is won.
        step: how many of the moves have been played on the picture.
        picture: the board after them, or the animation; None if it could not be drawn.
        alt: the alt text of the picture.
        is_animated: whether the picture is the animation of all moves.
        is_active: whether the game is the player's active one, and can be dealt again.
    """
    title = _(snapshot.game.rules.title)
    heading = _("How to win {game}, {deal}", game=title, deal=format_deal(snapshot))
    lines = [f"### {heading}", _summary(snapshot, solution)]
    if not is_animated:
        lines.append(_step_line(solution, step))
    view = message(ui.TextDisplay("\n".join(lines)))
    if picture is not None:
        view.add_item(gallery((picture.filename, alt)))
    for buttons in _buttons(snapshot, solution, step, is_animated=is_animated, is_active=is_active):
        view.add_item(row(*buttons))
    view.add_item(ui.File(f"attachment://{_FILENAME}"))
    record = Attachment(_FILENAME, solution.game.record().encode())
    attachments = (record,) if picture is None else (picture, record)
    return Reply(view, attachments, private=True)


def _step_line(solution: Solution, step: int) -> str:
    """Which move the board is after."""
    if step == 0:
        return _("**Start:** the cards as they are dealt.")
    game = solution.game
    return _(
        "**Move {number} of {moves}:** {move}",
        number=step,
        moves=len(game.moves),
        move=translate(game.boards[step - 1].describe(game.moves[step - 1])),
    )


def _buttons(
    snapshot: GameSnapshot, solution: Solution, step: int, *, is_animated: bool, is_active: bool
) -> tuple[list[Component], ...]:
    """The buttons to other moves, and those to the animation and the deal."""
    last = len(solution.game.moves)

    def to(target: int, name: str, label: str, emoji: str | None = None) -> Component:
        target = min(max(target, 0), last)
        # The name tells apart buttons that lead to the same move.
        route = f"{snapshot.game_id}:solution:{target}:{name}"
        is_here = target == step and not is_animated
        return button(route, label, emoji=emoji, disabled=is_here)

    steps = [
        to(step - _FAR, "far-back", f"−{_FAR}"),
        to(step - 1, "back", _("Previous"), "◀️"),
        to(step + 1, "next", _("Next"), "▶️"),
        to(step + _FAR, "far-next", f"+{_FAR}"),
    ]
    watch = f"{snapshot.game_id}:solution:{step}:{WATCH}"
    others = [
        to(0, "start", _("Start"), "⏮️"),
        to(last, "end", _("End"), "⏭️"),
        button(watch, _("Watch"), emoji="🎞️", disabled=is_animated),
    ]
    if is_active:
        again = board_route(snapshot.board_version, BoardAction.AGAIN)
        others.append(button(again, _("Same deal again"), emoji="🔁"))
    return steps, others


def _summary(snapshot: GameSnapshot, solution: Solution) -> str:
    """Which of the moves are the player's own, and whether the game was given up."""
    if snapshot.state is GameState.WON:
        return ngettext(
            "You won it yourself, in {number} move.",
            "You won it yourself, in {number} moves.",
            solution.own,
        )
    found = len(solution.game.moves) - solution.own
    given_up = _("The game is given up.")
    if solution.own == 0:
        from_deal = ngettext(
            "From the start, in {number} move.", "From the start, in {number} moves.", found
        )
        return f"{from_deal} {given_up}"
    own = ngettext("After your first move:", "After your first {number} moves:", solution.own)
    more = ngettext("won in {number} more move.", "won in {number} more moves.", found)
    return f"{own} {more} {given_up}"
