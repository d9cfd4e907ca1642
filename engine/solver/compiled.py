"""Compiling the searches: plain Python functions over integers and arrays, made fast by numba.

Masks are 64-bit signed integers everywhere; arithmetic that could leave those is kept within 31
bits first, so that a search visits the same positions uncompiled (``NUMBA_DISABLE_JIT=1``). What
was compiled is kept on disk beside the source, or where ``NUMBA_CACHE_DIR`` says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic, overload

_Function = TypeVar("_Function", bound=Callable[..., object])


def compiled(function: _Function) -> _Function:
    """The function, compiled when it is first called."""
    return cast(_Function, njit(cache=True)(function))


def inlined(function: _Function) -> _Function:
    """The function, compiled into those that call it."""
    return cast(_Function, njit(cache=True, inline="always")(function))


def popcount(mask: int) -> int:
    """How many bits of a mask are set; one instruction where it is compiled."""
    return int(mask).bit_count()


def lowest(mask: int) -> int:
    """The number of the lowest bit set of a mask that is not 0; one instruction where compiled."""
    return (int(mask) & -int(mask)).bit_length() - 1


@intrinsic
def _count(_context: object, _mask: object) -> object:
    def generate(_: object, builder: ir.IRBuilder, __: object, args: list[ir.Value]) -> ir.Value:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing(_context: object, _mask: object) -> object:
    def generate(_: object, builder: ir.IRBuilder, __: object, args: list[ir.Value]) -> ir.Value:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


# numba holds the two signatures against each other, and an annotation would tell them apart; it
# gives an intrinsic its context itself.
@overload(popcount)
def _popcount(mask):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    return lambda mask: _count(mask)  # type: ignore[call-arg]  # noqa: PLW0108


@overload(lowest)
def _lowest(mask):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    return lambda mask: _trailing(mask)  # type: ignore[call-arg]  # noqa: PLW0108
