"""What a player may ask for in vain. Every text is a sentence that the player can be shown."""

from __future__ import annotations

from bot.i18n import N_
from bot.models import GameState
from bot.service.models import GameSnapshot
from bot.store import StoredGame
from engine import PatienceError


class ServiceError(PatienceError):
    """What a player asked for cannot be done; nothing was changed."""


class NoGame(ServiceError):
    """The player has no game on the table, or no such game at all."""


class NotYours(ServiceError):
    """The game is somebody else's."""

    def __init__(self) -> None:
        super().__init__(N_("This is somebody else's game; type /play to deal one of your own."))


class Stale(ServiceError):
    """The player acted on a board that is not the current one.

    Attributes:
        seat: the game that is on their table, as it stands.
    """

    def __init__(self, seat: GameSnapshot) -> None:
        super().__init__(
            N_("That board was an old one and nothing was played; this is how your game stands.")
        )
        self.seat = seat


class Finished(ServiceError):
    """The game is won or given up.

    Attributes:
        seat: the game as it ended.
    """

    def __init__(self, seat: GameSnapshot) -> None:
        won = N_("This game is won; type /play to deal another.")
        given_up = N_("This game is given up; type /play to deal another.")
        super().__init__(won if seat.state is GameState.WON else given_up)
        self.seat = seat


class Unreadable(ServiceError):
    """A stored game is not one that this version's rules can lead to; it is left as it is.

    Attributes:
        game_id: the game's number in the store.
    """

    def __init__(self, stored: StoredGame) -> None:
        super().__init__(
            N_(
                "Game {id} ({game}, deal {number}) was kept by another version of Patience, and "
                "this one cannot show it; it stays where it is, so type /play to deal another."
            ),
            id=stored.id,
            game=stored.rules_id,
            number=stored.deal_number,
        )
        self.game_id = stored.id
