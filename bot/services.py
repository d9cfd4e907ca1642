"""The services of the bot: each is constructed from its type hints when it is first asked for."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import TypeVar, cast

import bot.service
from bot.service.hooks import CHANGE, MISSED

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
        """What is called when another process changed something of a kind."""
        return [
            (getattr(function, CHANGE), getattr(self[owner], function.__name__))
            for owner, function in _marked(CHANGE)
            if owner is not None
        ]

    def on_missed_changes(self) -> list[Callable[[], None]]:
        """What is called when such changes may have been missed."""
        return [
            getattr(self[owner], function.__name__)
            for owner, function in _marked(MISSED)
            if owner is not None
        ]


def _marked(mark: str) -> Iterator[tuple[type[object] | None, FunctionType]]:
    """The functions and methods in :mod:`bot.service` with a mark; methods with their class."""
    for found in pkgutil.walk_packages(bot.service.__path__, "bot.service."):
        module = importlib.import_module(found.name)
        own = [one for one in vars(module).values() if getattr(one, "__module__", "") == found.name]
        owners: list[type[object] | None] = [None, *(one for one in own if isinstance(one, type))]
        for owner in owners:
            members = own if owner is None else vars(owner).values()
            for member in members:
                if isinstance(member, FunctionType) and hasattr(member, mark):
                    yield owner, member
