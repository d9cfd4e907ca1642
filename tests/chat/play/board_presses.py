"""What the components under a board ask for."""

from __future__ import annotations

import dataclasses

from discord import ui

from bot.chat.play.custom_ids import BoardAction
from bot.chat.play.views import board_view
from bot.chat.responding.replies import Reply, texts_of
from bot.models.play import Experience, GameState
from engine import Board, Rules, Status
from tests.support.boards import boards
from tests.support.snapshots import PICTURE, snapshot_at


@dataclasses.dataclass(frozen=True)
class Press:
    """What a press on a component under a board asks for."""

    action: BoardAction
    argument: str = ""


def said(reply: Reply) -> str:
    """The texts of a message."""
    return "\n".join(text.content for text in texts_of(reply.view))


def buttons_of(view: ui.LayoutView) -> list[ui.Button[ui.LayoutView]]:
    """The buttons of a message, in order."""
    return [item for item in view.walk_children() if isinstance(item, ui.Button)]


def selects_of(view: ui.LayoutView) -> list[ui.Select[ui.LayoutView]]:
    """The selects of a message, in order."""
    return [item for item in view.walk_children() if isinstance(item, ui.Select)]


def press_of(button: ui.Button[ui.LayoutView]) -> Press:
    """What a press on a button asks for."""
    _prefix, _game, _version, action, *argument = str(button.custom_id).split(":")
    return Press(BoardAction(action), *argument)


def presses_of(view: ui.LayoutView) -> list[Press]:
    """Everything that one tap on a message can ask for."""
    presses = [press_of(button) for button in buttons_of(view) if not button.disabled]
    for select in selects_of(view):
        if not select.disabled:
            action = BoardAction(select.custom_id.split(":")[4])
            presses += [Press(action, option.value) for option in select.options]
    return presses


def shown(
    board: Board, selected: str | None = None, experience: Experience = Experience.SAME_GAME
) -> ui.LayoutView:
    """The message for a board as it stands."""
    state = GameState.STUCK if board.status is Status.STUCK else GameState.PLAYING
    snapshot = dataclasses.replace(snapshot_at(board, state), experience=experience)
    return board_view(snapshot, PICTURE, selected=selected).view


def some_boards(rules: Rules) -> list[Board]:
    """Boards met in random play; fewer of games of very many piles."""
    return boards(rules, deals=1, moves=60)[:: 7 + len(rules.tableau.deal) ** 2 // 12]


def rows_of(view: ui.LayoutView) -> list[list[Press]]:
    """What the components of each row ask for, row by row; a menu only once."""
    rows = []
    for row in (item for item in view.walk_children() if isinstance(item, ui.ActionRow)):
        presses = []
        for one in row.children:
            if isinstance(one, ui.Button):
                presses.append(press_of(one))
            else:
                assert isinstance(one, ui.Select)
                *_board, action, part = one.custom_id.split(":")
                presses.append(Press(BoardAction(action), part))
        rows.append(presses)
    return rows
