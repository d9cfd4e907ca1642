"""What is due, and what was posted of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from bot.models.places import BoardMessage, Place


class Subject(NamedTuple):
    """Something that is shown or done when it is due.

    Attributes:
        kind: which handler looks at it, such as ``race``.
        id: that of the race, the player or the server that it is about.
        part: which of several of that id and kind; empty where there is one.
    """

    kind: str
    id: int
    part: str = ""


@dataclass(frozen=True, slots=True)
class Due:
    """A subject that is due and claimed.

    Attributes:
        at: since when it is due.
        guild: the server whose process looks at it; None for a player's or a direct message.
        player: whose it is, if it is one player's.
        begun_at: when it was taken first, since it is due.
        version: how often it was touched; whatever comes after is for the next time.
        failures: how often in a row it has failed.
    """

    subject: Subject
    at: datetime
    guild: int | None
    player: int | None
    begun_at: datetime
    version: int
    failures: int


@dataclass(frozen=True, slots=True)
class Shown:
    """The message that shows a subject.

    Attributes:
        message_id: None once the message is gone.
        state: what it shows, in whatever words the subject compares that.
        player: whose it is, if it is one player's.
    """

    subject: Subject
    place: Place
    message_id: int | None
    state: str
    at: datetime
    player: int | None = None

    @property
    def message(self) -> BoardMessage | None:
        """The message itself, if it is there."""
        return None if self.message_id is None else BoardMessage(self.place, self.message_id)


BOARD: Final = "board"
"""The kind of the live board of a game."""
FOLDED: Final = "folded"
"""What the message of a board shows once it is folded to a line."""
FOLDED_AFTER: Final = timedelta(minutes=10)
"""How long a finished game's board stays as it is."""


def board_subject(game_id: int) -> Subject:
    """The live board of a game, as it is shown."""
    return Subject(BOARD, game_id)
