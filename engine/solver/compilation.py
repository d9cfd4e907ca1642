"""What of numba's compiler the searches need, in two thirds of the time that all of it takes.

numba is made for all of Python and NumPy. The searches know only numbers, and arrays of them whose
indices are never negative. This file is what stands on parts of numba that it does not document;
other functions that numba compiles in this process come out as without it: machine code of the
searches is made apart from theirs.
"""

# numba declares no types.
# mypy: allow-untyped-calls

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from typing import Any, Final, cast

from llvmlite import binding, ir
from numba import config
from numba.core import cgutils, types
from numba.core.base import BaseContext
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import CompilerBase
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import CompilerPass, PassManager, register_pass
from numba.core.ir import Expr, Inst, Loc, Var
from numba.core.lowering import Lower
from numba.core.postproc import PostProcessor
from numba.core.registry import cpu_target
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import (
    BaseNativeLowering,
    InlineOverloads,
    IRLegalization,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.typing.context import Context
from numba.core.typing.templates import Signature
from numba.core.untyped_passes import (
    FixupArgs,
    GenericRewrites,
    IRProcessing,
    ReconstructSSA,
    TranslateByteCode,
)

_NUMBERS: Final = (types.Number, types.Boolean)

PORTABLE_CPU: Final = "x86-64-v2"
"""What nearly every x86-64 processor since 2009 can do. Its code is no slower than the code for the
very processor: on a Zen 5, 0.9 s for the same states in seven games, against 1.0 s."""
_PORTABLE_FEATURES: Final = ("cx16", "popcnt", "sahf", "sse4.1", "sse4.2", "ssse3")
"""What of that not every processor can do (x86-64 psABI, "Micro-Architecture Levels")."""


class _Library(JITCodeLibrary):
    """The code of a function; machine code is made only of what Python calls.

    What else there is becomes part of that, and was optimized and made to machine code on its own
    before, which nothing ever ran. That took a third of the time to compile the searches.
    """

    def _optimize_functions(self, module: binding.ModuleRef) -> None:
        """Optimize what a module defines, a little: all is optimized once more as a whole.

        numba does it at the highest level, and begins it for each function that it declares.
        """
        module.data_layout = self._codegen._data_layout  # noqa: SLF001
        for function in module.functions:
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager(  # noqa: SLF001
                    opt=1, loop_vectorize=False, slp_vectorize=False
                )
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        # Without the pass before it, for counted references, of which there are none.
        if self._is_called_by_python:
            codegen = self._codegen
            # Vectors and a higher level take a sixth longer and make no search faster.
            passes, builder = codegen._module_pass_manager(  # noqa: SLF001
                opt=2, loop_vectorize=False, slp_vectorize=False
            )
            passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        if self._is_called_by_python:
            super()._finalize_final_module()
        else:
            self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """The address of machine code; 0 if there is none."""
        self._ensure_finalized()
        if not self._is_called_by_python:
            return 0
        return cast(int, super().get_pointer_to_function(name))

    @cached_property
    def _is_called_by_python(self) -> bool:
        is_from_cache = self._object_caching_enabled and self._compiled_object is not None
        return is_from_cache or any(
            not function.is_declaration and function.name.startswith(("_ZN7cpython", "cfunc."))
            for function in self._final_module.functions
        )


class _Codegen(JITCPUCodegen):
    """Makes the machine code of the searches, which also runs on other processors."""

    _library_class = _Library

    @cached_property
    def _is_portable(self) -> bool:
        chosen, can = vars(config), binding.get_host_cpu_features()
        is_chosen = chosen["CPU_NAME"] is not None or chosen["CPU_FEATURES"] is not None
        return not is_chosen and all(can.get(feature) for feature in _PORTABLE_FEATURES)

    def _get_host_cpu_name(self) -> str:
        return PORTABLE_CPU if self._is_portable else cast(str, super()._get_host_cpu_name())

    def _get_host_cpu_features(self) -> str:
        return "" if self._is_portable else cast(str, super()._get_host_cpu_features())

    def set_env(self, name: str, environment: object) -> None:
        """Set a function's environment, unless no machine code was made of it."""
        if self._engine.is_symbol_defined(name):
            super().set_env(name, environment)


@contextmanager
def compiled_apart() -> Iterator[None]:
    """Have what is compiled or loaded during a block made to machine code by :class:`_Codegen`."""
    context = cpu_target.target_context
    with global_compiler_lock:
        before, context._internal_codegen = context._internal_codegen, _codegen()  # noqa: SLF001
        try:
            yield
        finally:
            context._internal_codegen = before  # noqa: SLF001


@cache
def _codegen() -> _Codegen:
    return _Codegen("solver.exec")


def compile_less() -> None:
    """Set up numba."""
    _remember_types_of_operators()
    _load_registries_once()
    for callbacks in [*binding.ffi.lib._lock._cblist]:  # noqa: SLF001
        binding.ffi.unregister_lock_callback(*callbacks)  # events, of each call of LLVM
    Inst._rec_list_vars = _variables_in  # type: ignore[method-assign]  # noqa: SLF001
    PostProcessor.run = _process  # type: ignore[method-assign]


class _Lower(Lower):
    """Reads and writes an item of an array without wrapping its index around.

    Unlike Python, compiled searches may thus have no negative indices, which checked code refuses.
    """

    def lower_getitem(
        self,
        to: types.Type,
        expression: Expr,
        array: Var,
        index: Var,
        signature: Signature,
    ) -> object:
        """Generate code for ``array[index]``."""
        pointer = self._pointer(array, index, signature)
        if pointer is None:
            return super().lower_getitem(to, expression, array, index, signature)
        kind = signature.args[0].dtype
        value = self.context.unpack_value(self.builder, kind, pointer)
        return self.context.cast(self.builder, value, kind, to)

    def lower_setitem(self, array: Var, index: Var, value: Var, signature: Signature) -> object:
        """Generate code for ``array[index] = value``."""
        pointer = self._pointer(array, index, signature)
        if pointer is None:
            return super().lower_setitem(array, index, value, signature)
        kind = signature.args[0].dtype
        self.context.pack_value(self.builder, kind, self._load(value, kind), pointer)
        return None

    def _pointer(self, array: Var, index: Var, signature: Signature) -> ir.Value | None:
        """Where an item is; None if it is no number."""
        kind, place = signature.args[:2]
        places = [*place.types] if isinstance(place, types.Tuple | types.UniTuple) else [place]
        if not (
            isinstance(kind, types.Array)
            and kind.layout == "C"
            and kind.ndim == len(places)
            and all(isinstance(each, types.Integer) for each in places)
        ):
            return None
        builder, model = self.builder, self.context.data_model_manager[kind]
        if isinstance(place, types.Tuple | types.UniTuple):
            loaded = self._load(index, types.UniTuple(types.intp, kind.ndim))
            indices = [builder.extract_value(loaded, axis) for axis in range(kind.ndim)]
        else:
            indices = [self._load(index, types.intp)]
        value = self.loadvar(array.name)
        sizes = cgutils.unpack_tuple(builder, model.get(builder, value, "shape"), kind.ndim)
        at = ir.Constant(ir.IntType(64), 0)
        for axis, (each, size) in enumerate(zip(indices, sizes, strict=True)):
            if self.context.enable_boundscheck:
                cgutils.do_boundscheck(self.context, builder, each, size, axis)
            at = builder.add(builder.mul(at, size), each) if axis else each
        return builder.gep(model.get(builder, value, "data"), [at])

    def _load(self, variable: Var, kind: types.Type) -> ir.Value:
        """A variable's value, as another type of number."""
        loaded = self.loadvar(variable.name)
        return self.context.cast(self.builder, loaded, self.typeof(variable.name), kind)


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(BaseNativeLowering):
    _name = "solver_lowering"  # type: ignore[assignment]

    @property
    def lowering_class(self) -> type[Lower]:
        return _Lower


_WITHOUT_LIFETIMES: Final = (
    IRProcessing,
    GenericRewrites,
    ReconstructSSA,
    PreLowerStripPhis,
    InlineOverloads,
)


class _Passes(PassManager):
    """Passes without events and timers, nor the lifetimes of variables after each.

    Only lowering reads these, and has them found again before.
    """

    finds_lifetimes = True

    def _runPass(self, _index: int, each: CompilerPass, state: object) -> None:  # noqa: N802
        each.analysis = self._analysis
        before, _Passes.finds_lifetimes = (
            _Passes.finds_lifetimes,
            not isinstance(each, _WITHOUT_LIFETIMES),
        )
        try:
            each.run_initialization(state)
            each.run_pass(state)
            each.run_finalizer(state)
        finally:
            _Passes.finds_lifetimes = before


_process_all: Final = PostProcessor.run


def _process(self: PostProcessor, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """What numba does after a pass."""
    if emit_dels or _Passes.finds_lifetimes:
        _process_all(self, emit_dels, extend_lifetimes)
    else:
        self.func_ir.blocks = canonicalize_cfg(self.func_ir.blocks)


class ShortCompiler(CompilerBase):
    """Without the passes for closures, contexts, constant branches, array expressions and loops."""

    def define_pipelines(self) -> list[PassManager]:
        """The passes, in their order."""
        passes = _Passes("solver")
        for each in (
            TranslateByteCode,
            FixupArgs,
            IRProcessing,
            GenericRewrites,
            ReconstructSSA,
            NopythonTypeInference,
            PreLowerStripPhis,
            InlineOverloads,
            IRLegalization,
            _Lowering,
            NoPythonBackend,
        ):
            passes.add_pass(each, each.__name__)
        passes.finalize()
        return [passes]


def _remember_types_of_operators() -> None:
    """What an operator makes of numbers is looked up once.

    numba tries all its implementations anew, those for strings, sets and dates too, wherever an
    operator stands, several times each.
    """
    look_up = types.Function.get_call_type

    def get_call_type(
        self: types.Function,
        context: Context,
        args: tuple[types.Type, ...],
        named: Mapping[str, types.Type],
    ) -> Signature | None:
        is_item = self.typing_key in (operator.getitem, operator.setitem)
        numbers = args[1:] if is_item and isinstance(args[0], types.Array) else args
        is_known = getattr(self.typing_key, "__module__", "") in ("_operator", "builtins")
        if not is_known or named or not all(isinstance(each, _NUMBERS) for each in numbers):
            return look_up(self, context, args, named)
        remembered: dict[object, Signature | None] = vars(self).setdefault("_remembered", {})
        if (context, args) not in remembered:
            remembered[context, args] = look_up(self, context, args, named)
        return remembered[context, args]

    types.Function.get_call_type = get_call_type  # type: ignore[assignment, method-assign]


def _load_registries_once() -> None:
    """What numba can compile is imported once, not again whenever it looks for something."""
    for context in (cpu_target.target_context, cpu_target.typing_context):
        context.load_additional_registries = _Registries(context)


class _Registries:
    """Loads the registries of a context, and later only what is new in them."""

    def __init__(self, context: BaseContext | Context) -> None:
        self._context = context
        self._load = context.load_additional_registries
        self._is_loaded = False

    def __call__(self) -> None:
        if not self._is_loaded:
            self._load()
            self._is_loaded = True
            return
        for registry in [*self._context._registries]:  # noqa: SLF001
            self._context.install_registry(registry)


def _variables_in(_instruction: Inst, value: Any) -> list[Var]:  # noqa: ANN401  # whatever an instruction has
    """The variables in part of an instruction: numba's function asks more types, of each part."""
    found: list[Var] = []
    waiting = [value]
    while waiting:
        each = waiting.pop()
        kind = type(each)
        if kind is Var:
            found.append(each)
        elif kind is list or kind is tuple:
            waiting.extend(reversed(each))
        elif kind is dict:
            waiting.extend(reversed(each.values()))
        elif kind is not Loc and isinstance(each, Inst):
            found.extend(each.list_vars())
    return found
