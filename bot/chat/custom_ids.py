"""What a button under a board carries: which game, at which version, and what it asks for.

All state a press needs is in the button's ``custom_id``, so that buttons go on working after a
restart, and a press on an old board can be told from one on the current board.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Action(Enum):
    """What a button asks for."""

    TAP = "tap"
    """The pile named has been chosen to move from."""
    PLAY = "play"
    """The move named is to be played."""
    BACK = "back"
    """Another pile is to be chosen."""
    UNDO = "undo"
    REDO = "redo"
    AGAIN = "again"
    """The same deal is to be dealt once more."""
    NEW = "new"
    """Another deal of the same game is wanted."""
    GIVE_UP = "giveup"
    """The game is to be given up, asked and confirmed."""
    HINT = "hint"
    """The next good move is to be shown."""
    PEEK = "peek"
    """The next good move is to be shown, found with all cards known."""
    BACK_TO = "backto"
    """Moves are to be taken back until the number named is left."""
    FINISH = "finish"
    """The rest, which plays itself, is to be played."""
    SOLUTION = "solution"
    """The way to win is to be shown and the game given up, asked and confirmed."""
    REPLAY = "replay"
    """The whole game is to be shown, move by move."""
    SHARE = "share"
    """The card of a win is to be shown."""


_ACTIONS: Final = "|".join(action.value for action in Action)

PATTERN: Final = re.compile(
    r"patience:(?P<game>\d{1,19}):(?P<version>\d{1,9})"
    rf":(?P<action>{_ACTIONS})(?::(?P<what>[a-z0-9*-]{{1,12}}))?",
    re.ASCII,
)
"""What the ``custom_id`` of a board's button looks like."""


MENU_PATTERN: Final = re.compile(
    r"patience:(?P<game>\d{1,19}):(?P<version>\d{1,9}):choose"
    r":(?P<action>tap|play):(?P<number>[a-z0-9]{1,4})",
    re.ASCII,
)
"""What the ``custom_id`` of a board's menu looks like; what is asked for is the value chosen."""


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a button under a board.

    Attributes:
        game_id: the stored game's id.
        version: the version of the game that the board showed.
        action: what is asked for.
        what: the pile or move asked for, where the action takes one.

    >>> str(Press(7, 12, Action.PLAY, "3-5*2"))
    'patience:7:12:play:3-5*2'
    >>> Press.parse("patience:7:12:undo")
    Press(game_id=7, version=12, action=<Action.UNDO: 'undo'>, what='')
    """

    game_id: int
    version: int
    action: Action
    what: str = ""

    @classmethod
    def parse(cls, custom_id: str) -> Press:
        """Read a ``custom_id``.

        Raises:
            ValueError: when it is not one of a board's button.
        """
        match = PATTERN.fullmatch(custom_id)
        if match is None:
            raise ValueError(f"{custom_id!r} is not the custom_id of a board's button")
        return cls(
            int(match["game"]), int(match["version"]), Action(match["action"]), match["what"] or ""
        )

    @classmethod
    def chosen(cls, custom_id: str, value: str) -> Press:
        """What choosing a value from a board's menu asks for.

        Raises:
            ValueError: when the ``custom_id`` is not one of a board's menu.

        >>> Press.chosen("patience:7:12:choose:tap:r1", "r3")
        Press(game_id=7, version=12, action=<Action.TAP: 'tap'>, what='r3')
        """
        match = MENU_PATTERN.fullmatch(custom_id)
        if match is None:
            raise ValueError(f"{custom_id!r} is not the custom_id of a board's menu")
        return cls(int(match["game"]), int(match["version"]), Action(match["action"]), value)

    def menu(self, number: str) -> str:
        """The ``custom_id`` of a menu whose values say what is asked for.

        Args:
            number: what tells the menu from the others of its message.

        >>> Press(7, 12, Action.TAP).menu("r1")
        'patience:7:12:choose:tap:r1'
        """
        return f"patience:{self.game_id}:{self.version}:choose:{self.action.value}:{number}"

    def __str__(self) -> str:
        parts = ["patience", str(self.game_id), str(self.version), self.action.value]
        return ":".join([*parts, self.what] if self.what else parts)
