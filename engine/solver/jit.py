"""Compilation of the searches: plain functions over integers and arrays, compiled by numba.

Masks are 64-bit signed integers throughout. Arithmetic that could overflow is reduced to 31 bits
first, so that a search visits the same states uncompiled (``NUMBA_DISABLE_JIT=1``).

Compiled code has no bounds checks, so the bound of every array is stated where its layout is and
proved there. With ``NUMBA_BOUNDSCHECK=1`` numba checks the arrays, and :func:`within` the rows that
share one.

Compiled code is cached on disk beside the source or, if that cannot be written, among the user's
caches; or where ``NUMBA_CACHE_DIR`` says. To decide whether a cached function is stale numba looks
only at that function's file, but compiled code also contains functions and constants of other
files. The cache directory is therefore named after :func:`engine.solver.fingerprint.fingerprint`.
In it numba names a folder after the whole path of the source; here it is the path within the
solver, so that what is compiled in one place serves in another.

Numba compiles for the very processor, so that another model would compile again what it is given in
an image. The searches are compiled for ``PORTABLE_CPU``, unless ``NUMBA_CPU_NAME`` names another.
"""

from __future__ import annotations

import gc
import os
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar, cast

from llvmlite import ir
from numba import config, njit, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.dispatcher import Dispatcher
from numba.core.typing.templates import infer_global
from numba.extending import intrinsic, overload
from numba.misc.appdirs import AppDirs

from engine.solver.clocks import untimed
from engine.solver.compilation import ShortCompiler, compile_less, compiled_apart
from engine.solver.fingerprint import fingerprint

CHECKS_BOUNDS: Final = bool(vars(config)["BOUNDSCHECK"])
"""Whether compiled code checks its indices; a constant, so that the checks cost nothing if not."""
LARGE_ARRAY: Final = 1 << 24
"""The size in bytes from which :func:`free_memory_for` collects garbage."""

_Function = TypeVar("_Function", bound=Callable[..., object])
_HERE: Final = Path(__file__).parent

_NAME: Final = fingerprint(checks_bounds=CHECKS_BOUNDS)
"""The name of the folder of this source's compiled code."""

compile_less()


def _cache_folder() -> Path:
    """Where compiled code is cached, for each source of the solver in a folder of its own."""
    chosen, beside = vars(config)["CACHE_DIR"], _HERE / "__pycache__"
    if chosen:
        return Path(chosen)
    if (beside / _NAME).is_dir() or os.access(beside if beside.is_dir() else _HERE, os.W_OK):
        return beside
    users = AppDirs("patience-engine", appauthor=False)  # type: ignore[no-untyped-call]
    return Path(users.user_cache_dir)


CACHE_DIRECTORY: Final = _cache_folder() / _NAME
"""Where compiled code is cached."""


class _Locator(UserProvidedCacheLocator):
    """Names the folder of a function's compiled code, whether or not it can be written."""

    def __init__(self, function: Callable[..., object], file: str) -> None:
        folder = "-".join(Path(file).parent.relative_to(_HERE).parts)
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno
        self._cache_path = str(CACHE_DIRECTORY / folder)

    @classmethod
    def from_function(cls, function: Callable[..., object], file: str) -> _Locator:
        return cls(function, file)


class _CacheImpl(CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_Locator]  # noqa: RUF012  # as numba has it


class _Cache(FunctionCache):
    _impl_class = _CacheImpl

    def load_overload(self, sig: object, target_context: object) -> object:
        """Load compiled code, but not yet what compiling needs: 20 MB, and a third of a second."""
        with suppress(OSError):  # what cannot be read is compiled
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        return None

    def save_overload(self, sig: object, data: object) -> None:
        """Keep compiled code, if there is a place for it: else each process compiles it."""
        try:
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        except OSError as error:
            warnings.warn(
                f"The compiled solver cannot be kept in {CACHE_DIRECTORY} ({error.strerror}); set "
                "NUMBA_CACHE_DIR to a folder that can be written.",
                RuntimeWarning,
                stacklevel=2,
            )


_OPTIONS: Final = {
    "forceinline": True,
    "_nrt": False,
    "no_cfunc_wrapper": True,
    "pipeline_class": ShortCompiler,
}
"""Functions cannot allocate arrays: those they are given are not counted as in use, and each call
of another compiled function is replaced by its body. Both together halve the time of a search, as
counting takes two locked instructions an array and call."""


_INLINED: Final[list[Dispatcher]] = []
"""Keeps what compiles inlined functions: the types of these refer to it weakly."""


def jit(function: _Function) -> _Function:
    """Compile a function, which Python calls, when it is first called."""
    compiled = njit(**_OPTIONS)(function)  # type: ignore[call-overload]
    if isinstance(compiled, Dispatcher):
        # What its option "cache" does, with a class of numba's.
        compiled._cache = _Cache(function)  # type: ignore[attr-defined, no-untyped-call]  # noqa: SLF001
        compiled.compile = untimed()(compiled_apart()(compiled.compile))  # type: ignore[method-assign]
    return cast(_Function, compiled)


def inlined(function: _Function) -> _Function:
    """Compile a function into the compiled ones that call it; called by Python it is as it is.

    It is compiled once for all integers, not again for each constant it is called with.
    """
    compiled = njit(**_OPTIONS, no_cpython_wrapper=True)(function)  # type: ignore[call-overload]
    if isinstance(compiled, Dispatcher):
        template_for = compiled.get_call_template

        def get_call_template(kinds: Iterable[object], named: dict[str, object]) -> object:
            return template_for([*map(_widened, kinds)], named)

        compiled.get_call_template = get_call_template  # type: ignore[method-assign, assignment]
        # What register_jitable does, but that compiles again for each kind of caller.
        infer_global(function, types.Dispatcher(compiled))  # type: ignore[no-untyped-call]
        _INLINED.append(compiled)
    return function


def _widened(kind: object) -> object:
    """The type of an argument: of an integer always the same one."""
    kind = types.unliteral(kind)  # type: ignore[no-untyped-call]
    is_short = isinstance(kind, types.Integer) and vars(kind)["bitwidth"] < 64
    return types.int64 if is_short else kind


def within(index: int, size: int) -> int:
    """An index into a row of a shared array, checked if ``NUMBA_BOUNDSCHECK=1``."""
    if CHECKS_BOUNDS and not 0 <= index < size:
        raise IndexError
    return index


def free_memory_for(size: int) -> None:
    """Collect garbage before an array of ``size`` bytes is allocated, if that is large.

    Compiled functions stay in memory, with the arrays they were called with, until Python's garbage
    collector finds their cycles. It runs too rarely for a search to stay below a gigabyte.
    """
    if size >= LARGE_ARRAY:
        gc.collect()


def popcount(mask: int) -> int:
    """The number of bits set; one instruction if compiled."""
    return int(mask).bit_count()


def lowest_bit(mask: int) -> int:
    """The index of the lowest bit set in a mask other than 0; one instruction if compiled."""
    return (int(mask) & -int(mask)).bit_length() - 1


@intrinsic
def _count_bits(_context: object, _mask: object) -> object:
    def generate(_: object, builder: ir.IRBuilder, __: object, args: list[ir.Value]) -> ir.Value:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def _count_trailing_zeros(_context: object, _mask: object) -> object:
    def generate(_: object, builder: ir.IRBuilder, __: object, args: list[ir.Value]) -> ir.Value:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


# numba requires both signatures to be equal, so neither is annotated; it passes an intrinsic its
# context itself.
@overload(popcount)
def _popcount(mask):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    return lambda mask: _count_bits(mask)  # type: ignore[call-arg]  # noqa: PLW0108


@overload(lowest_bit)
def _lowest_bit(mask):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    return lambda mask: _count_trailing_zeros(mask)  # type: ignore[call-arg]  # noqa: PLW0108


@overload(within, inline="always")
def _within(index, size):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    if not CHECKS_BOUNDS:
        return lambda index, size: index

    def checked(index, size):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        if not 0 <= index < size:
            raise IndexError
        return index

    return checked
