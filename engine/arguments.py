"""Arguments of the wrong type, refused in a sentence by the functions that people call.

What annotations say is checked when a function is called, or when a declaration is made. Numbers
stand for themselves: ``True`` is no number, and an integer will do where a float is asked for.

>>> @checked
... def twice(text: str) -> str:
...     return 2 * text
>>> twice(3)
Traceback (most recent call last):
    ...
TypeError: twice() takes str as text, not int.
"""

from __future__ import annotations

import dataclasses
import inspect
import types
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, wraps
from typing import ParamSpec, SupportsIndex, TypeVar, Union, get_args, get_origin, get_type_hints

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


def checked(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
    """A function that refuses arguments of other types than its annotations name.

    Raises:
        TypeError: when it is called so; says which argument, and what it takes.
    """
    signature = inspect.signature(function)

    @wraps(function)
    def call(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Result:
        hints = _hints(function)
        for name, value in signature.bind(*args, **kwargs).arguments.items():
            if name not in hints:
                continue
            values: Iterable[object] = (value,)
            if signature.parameters[name].kind is inspect.Parameter.VAR_KEYWORD:
                values = value.values()
            elif signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL:
                values = value
            for each in values:
                if not accepts(hints[name], each):
                    raise TypeError(
                        f"{function.__name__}() takes {_named(hints[name])} as {name}, "
                        f"not {type(each).__name__}."
                    )
        return function(*args, **kwargs)

    return call


def check_fields(declaration: object) -> None:
    """Check the fields of a dataclass, and of those that it holds, against their annotations.

    Raises:
        TypeError: if one has a value of another type; says which.
    """
    kind: type = type(declaration)
    hints = _hints(kind)
    for name in _fields(kind):
        value = getattr(declaration, name)
        if not accepts(hints[name], value):
            raise TypeError(
                f"{kind.__name__} takes {_named(hints[name])} as {name}, not {_what(value)}."
            )
        for part in value if isinstance(value, tuple) else (value,):
            if dataclasses.is_dataclass(part) and not isinstance(part, type):
                check_fields(part)


def accepts(hint: object, value: object) -> bool:
    """Whether a value is of an annotated type, and so is what it holds."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is object or isinstance(hint, TypeVar):
        return True
    if hint is None:
        return value is None
    if origin in (Union, types.UnionType):
        return any(accepts(part, value) for part in parts)
    if origin is tuple and isinstance(value, tuple):
        if len(parts) == 2 and parts[1] is Ellipsis:
            return all(accepts(parts[0], each) for each in value)
        return len(parts) == len(value) and all(map(accepts, parts, value))
    if origin is frozenset and isinstance(value, frozenset):
        return all(accepts(parts[0], each) for each in value)
    if origin is Mapping and isinstance(value, Mapping):
        return True
    kind = origin or hint
    if kind in (int, float) and isinstance(value, bool):
        return False
    if kind is float:
        return isinstance(value, (int, float))
    return not isinstance(kind, type) or isinstance(value, kind)


@lru_cache(maxsize=256)
def _hints(annotated: Callable[..., object]) -> dict[str, object]:
    return dict(get_type_hints(annotated))


@lru_cache(maxsize=64)
def _fields(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in dataclasses.fields(kind))


def _named(hint: object) -> str:
    """A type as a sentence names it: ``str or Rules``."""
    if get_origin(hint) in (Union, types.UnionType):
        return " or ".join(map(_named, get_args(hint)))
    if hint is type(None):
        return "None"
    if hint is SupportsIndex:
        return "an integer"
    return hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint)


def _what(value: object) -> str:
    return type(value).__name__ if not isinstance(value, (tuple, frozenset)) else "what it holds"
