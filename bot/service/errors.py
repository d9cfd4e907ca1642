"""Why a request cannot be met. Every text is a sentence that a player can be shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.i18n import N_
from bot.models.play import GameSnapshot, GameState, StoredGame
from engine import PatienceError


class ServiceError(PatienceError):
    """The request cannot be met; nothing was changed.

    Attributes:
        text: the sentence of a kind of error that has only one.
    """

    text = ""

    def __init__(self, template: str = "", /, **details: object) -> None:
        super().__init__(template or self.text, **details)


class NotYet(ServiceError):
    """There is no answer yet, but will be within about a minute: ``until_ready`` waits for it."""

    def __init__(
        self, message: str, until_ready: Callable[[], Awaitable[object]], **values: object
    ) -> None:
        super().__init__(message, **values)
        self.until_ready = until_ready


class NoGame(ServiceError):
    """The player has no active game, or there is no such game."""


class SecretDeal(ServiceError):
    """A deal is a secret until its day, race or tournament is over."""

    text = N_("This deal is a secret until its day, its race or its tournament is over.")


class NotYours(ServiceError):
    """The game is somebody else's."""

    def __init__(self, owner: int) -> None:
        super().__init__(N_("This is somebody else's game. Type /play to start your own."))
        self.owner = owner


class StaleBoard(ServiceError):
    """The player acted on a board that is not ``current``, their active game."""

    def __init__(self, current: GameSnapshot) -> None:
        super().__init__(N_("That board was out of date, so nothing was played."))
        self.current = current


class GameOver(ServiceError):
    """The game is won or given up."""

    def __init__(self, snapshot: GameSnapshot) -> None:
        won = N_("This game is won. Type /play to start another.")
        given_up = N_("This game is given up. Type /play to start another.")
        super().__init__(won if snapshot.state is GameState.WON else given_up)
        self.snapshot = snapshot


def refuse_if_over(snapshot: GameSnapshot) -> None:
    """Refuse a game that is won or given up."""
    if snapshot.state.is_final:
        raise GameOver(snapshot)


class NoHelpInRace(ServiceError):
    """The game belongs to a running race without help from the solver."""

    text = N_("There are no hints, odds or solutions until your race is over.")


class NoSolutionInRace(ServiceError):
    """The game belongs to a running race, whose solution is a secret of all who play it."""

    text = N_("There is no solution until your race is over.")


class UnreadableGame(ServiceError):
    """This version's rules cannot replay a stored game; it is left as it is."""

    def __init__(self, stored: StoredGame) -> None:
        super().__init__(
            N_(
                "This game of {game} was saved by another version of Patience, and this one cannot "
                "open it. It stays saved; type /play to start another."
            ),
            game=stored.rules_id,
        )
        self.game_id = stored.id
