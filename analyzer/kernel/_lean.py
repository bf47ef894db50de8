"""Compile a tree of helpers once instead of once a level: only the outermost function is optimised and made executable.

numba optimises each jitted function together with everything it calls, and emits machine code for it, although nobody
calls a helper from outside; along a chain of calls the same code is optimised again at every level (measured: 75 s
instead of 12 s for the core). Inside `outermost_only` a helper's library is kept as plain LLVM IR that the next level
links in, and the outermost function is optimised with all of it at once: helpers become private to it, so that LLVM
may inline a helper that is called in one place however long it is, and drops what no call needs (measured: a full game
takes 0.76 of the time). Private and not internal: an internal function keeps its name in the object code, and LLVM's
loader binds calls of later modules to any function of that name it has seen, also to one that has lost arguments since;
a private one has no name there. Where numba's internals are not as expected, nothing is changed: compiling and playing merely
take longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm
from numba.core import codegen
from numba.core.compiler_lock import global_compiler_lock

NEEDED = (
    (codegen.CPUCodeLibrary, "_optimize_final_module"),
    (codegen.CPUCodeLibrary, "_finalize_final_module"),
    (codegen.CPUCodeLibrary, "_finalize_dynamic_globals"),
    (codegen.JITCPUCodegen, "set_env"),
    (llvm, "create_pass_builder"),
    (llvm, "create_pipeline_tuning_options"),
)


def _optimize_whole(library: Any, vectorize: bool) -> None:
    """Optimise a library with everything it calls; short loops are best neither vectorised nor unrolled."""
    for function in library._final_module.functions:
        if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
            function.linkage = llvm.Linkage.private
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization, options.slp_vectorization, options.loop_unrolling = vectorize, False, vectorize
    builder = llvm.create_pass_builder(library._codegen._tm, options)
    builder.getModulePassManager().run(library._final_module, builder)


@contextmanager
def outermost_only(name: str, vectorize: bool = True) -> Iterator[None]:
    """Within this block compile only the library called `name` in full, its loops vectorised or not.

    numba compiles under this one lock anyway; it is taken before anything is changed, so that what another thread is
    just compiling is compiled as ever.
    """
    if not all(hasattr(owner, method) for owner, method in NEEDED):
        yield
        return
    library: Any = codegen.CPUCodeLibrary
    machine: Any = codegen.JITCPUCodegen
    optimize, finalize, set_env = library._optimize_final_module, library._finalize_final_module, machine.set_env

    def optimize_outermost(self: Any) -> None:
        if self.name == name:
            _optimize_whole(self, vectorize)

    def finalize_outermost(self: Any) -> None:
        if self.name == name:
            finalize(self)
        else:
            self._finalize_dynamic_globals()
            self._finalized = True

    def set_known_env(self: Any, env_name: str, env: Any) -> None:
        if self._engine.is_symbol_defined(env_name):
            set_env(self, env_name, env)

    with global_compiler_lock:
        library._optimize_final_module, library._finalize_final_module = optimize_outermost, finalize_outermost
        machine.set_env = set_known_env
        try:
            yield
        finally:
            library._optimize_final_module, library._finalize_final_module = optimize, finalize
            machine.set_env = set_env
