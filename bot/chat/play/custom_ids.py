"""Routes of the components under a board: the game, its version and the action.

The version distinguishes a press on an old board from one on the current board.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.models.play import BoardVersion, GameSnapshot


class BoardAction(Enum):
    """What a component under a board asks for."""

    TAP = "tap"
    """Move from a pile."""
    PLAY = "play"
    """Play a move."""
    BACK = "back"
    """Show the board without a selected pile."""
    KEEP = "keep"
    """Go on after all, under a question whether to give up."""
    UNDO = "undo"
    REDO = "redo"
    AGAIN = "again"
    """Deal the same deal again."""
    NEW = "new"
    """Deal another deal of the game."""
    GIVE_UP = "giveup"
    ASK = "ask"
    """Ask whether to give a shared game up."""
    HINT = "hint"
    PEEK = "peek"
    """Show a hint that uses the cards the player cannot see."""
    UNDO_TO = "backto"
    """Take moves back until a number of them is left."""
    FINISH = "finish"
    SOLUTION = "solution"
    """Give up and show how the game is won."""
    REPLAY = "replay"
    CLIP = "clip"
    """Show the moves that decided a win."""
    SHARE = "share"
    TYPE = "type"
    """Show the form to type moves in."""
    TYPED = "typed"
    """Play what was typed in the form."""


WITH_ARGUMENT: Final = frozenset({BoardAction.TAP, BoardAction.PLAY, BoardAction.UNDO_TO})
"""The actions that name a pile, a move or a number."""

UNDER_QUESTION: Final = frozenset(
    {BoardAction.GIVE_UP, BoardAction.KEEP, BoardAction.UNDO_TO, BoardAction.SOLUTION}
)
"""The actions whose buttons are in a private message about the board, not under the board."""


def board_route(board: BoardVersion | GameSnapshot, action: BoardAction, argument: str = "") -> str:
    """The route of a button under a board.

    >>> from bot.models.play import BoardVersion
    >>> board_route(BoardVersion(7, 12), BoardAction.PLAY, "3-5*2")
    '7:12:play:3-5*2'
    """
    route = f"{board.game_id}:{board.version}:{action.value}"
    return f"{route}:{argument}" if argument else route


def choice_route(board: BoardVersion | GameSnapshot, action: BoardAction, part: str) -> str:
    """The route of a select under a board, told from others by a part; its values are arguments.

    >>> from bot.models.play import BoardVersion
    >>> choice_route(BoardVersion(7, 12), BoardAction.TAP, "r1")
    '7:12:choose:tap:r1'
    """
    return f"{board.game_id}:{board.version}:choose:{action.value}:{part}"


def open_deal_route(snapshot: GameSnapshot) -> str:
    """The route that deals what is no secret to whoever presses the button."""
    if snapshot.is_own_deal:
        return f"position:{snapshot.game_id}"
    return f"deal:{snapshot.game.rules.id}:{snapshot.deal_number}"
