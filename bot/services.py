"""The services of the bot: each is constructed from its type hints when it is first asked for."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TypeVar, cast

from bot.service.daily.paces import Paces
from bot.service.due import DueList
from bot.service.play.changes import GAME
from bot.service.play.games import Games
from bot.service.players.names import Names
from bot.service.preferences import PreferenceService
from bot.service.tables import Tables

_Service = TypeVar("_Service")
_Result = TypeVar("_Result")


class Services:
    """What handlers ask: ``services[Games]`` is the one service of that class.

    A constructor's parameters are filled by their type hints, with other services and with what
    was provided. One with a default keeps it unless a value of its type is there.
    """

    def __init__(self) -> None:
        self._made: dict[object, object] = {}

    def __getitem__(self, kind: type[_Service]) -> _Service:
        """The service of a class."""
        if kind not in self._made:
            self._made[kind] = self.call(kind)
        return cast("_Service", self._made[kind])

    def provide(self, kind: object, value: object) -> None:
        """Use a value wherever a type is asked for."""
        self._made[kind] = value

    def call(self, function: Callable[..., _Result]) -> _Result:
        """Call a function, or construct an object, with what its type hints ask for."""
        arguments: dict[str, object] = {}
        for name, parameter in inspect.signature(function, eval_str=True).parameters.items():
            hint = parameter.annotation
            if hint in self._made:
                arguments[name] = self._made[hint]
            elif parameter.default is parameter.empty:
                if not isinstance(hint, type) or not hint.__module__.startswith("bot.service."):
                    raise LookupError(f"{function.__qualname__} asks for {name}: {hint}.")
                arguments[name] = self[hint]
        return function(**arguments)

    def on_change(self) -> list[tuple[str, Callable[[int], None]]]:
        """What is called with the id of what another process changed, by the kind of change."""
        preferences, paces = self[PreferenceService], self[Paces]
        return [
            ("player", preferences.forget),
            ("player", paces.forget),
            ("guild", preferences.forget_guild),
            ("deleted", self[Names].forget),
            ("deleted", paces.forget),
            ("due", self[DueList].hear),
            (GAME, self[Games].changes.tell),
            ("table", self[Tables].note_left),
        ]

    def on_missed_changes(self) -> list[Callable[[], None]]:
        """What is called when such changes may have been missed."""
        return [
            self[PreferenceService].forget_all,
            self[Paces].forget_all,
            self[Names].forget_all,
            self[DueList].look_again,
            self[Games].changes.tell_all,
        ]
