"""Compiling the searches: plain Python functions over integers and arrays, made fast by numba.

Masks are 64-bit signed integers everywhere; arithmetic that could leave those is kept within 31
bits first, so that a search visits the same positions uncompiled (``NUMBA_DISABLE_JIT=1``). What
was compiled is kept on disk beside the source, or where ``NUMBA_CACHE_DIR`` says.

numba looks only at the file of a function to tell whether what it kept is still right, but what is
compiled holds functions and constants of other files, too. So it is kept in a folder that is named
after all of the solver's source.
"""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar, cast

from llvmlite import ir
from numba import config, njit, types
from numba.extending import intrinsic, overload

LARGE_ARRAY: Final = 1 << 24
"""How many bytes an array has before it is worth making room for."""

_Function = TypeVar("_Function", bound=Callable[..., object])


def _kept_in() -> Path:
    """The folder for what is compiled of this very source."""
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(here.rglob("*.py")):
        digest.update(path.read_bytes())
    return Path(vars(config)["CACHE_DIR"] or here / "__pycache__") / digest.hexdigest()[:16]


vars(config)["CACHE_DIR"] = str(_kept_in())


def jit(function: _Function) -> _Function:
    """The function, compiled when it is first called."""
    return cast(_Function, njit(cache=True)(function))


def inlined(function: _Function) -> _Function:
    """The function, compiled into those that call it."""
    return cast(_Function, njit(cache=True, inline="always")(function))


def free_memory_for(size: int) -> None:
    """Give back what compiling left behind, before a large array of so many bytes is made.

    What was compiled in this process stays in memory, with the arrays that it was called with,
    until Python looks for cycles, which it does too seldom for a search to stay below a gigabyte.
    """
    if size >= LARGE_ARRAY:
        gc.collect()


def popcount(mask: int) -> int:
    """How many bits of a mask are set; one instruction where it is compiled."""
    return int(mask).bit_count()


def lowest_bit(mask: int) -> int:
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


@overload(lowest_bit)
def _lowest(mask):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    return lambda mask: _trailing(mask)  # type: ignore[call-arg]  # noqa: PLW0108
