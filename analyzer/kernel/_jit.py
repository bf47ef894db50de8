"""The only place that touches numba's decorator: where code is cached, how helpers and entries are compiled."""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import llvmlite
import numba

from analyzer.kernel._lean import outermost_only

PACKAGE = Path(__file__).resolve().parent.parent
# numba stamps a cache entry with the file that defines the function only, so every source that can reach compiled
# code takes part in the name of the folder: an edited helper in another file then means another folder.
SOURCES = (PACKAGE / "kernel", PACKAGE / "contract", PACKAGE / "rules.py", PACKAGE.parent / "strategies")
KEEP_DAYS = 30
PRIVATE = "scryworth-kernel-"  # temporary folders, with the number of the process after it


def source_digest() -> str:
    """Digest of kernel, contract and shipped rule sources, of numba, llvmlite and Python."""
    digest = hashlib.sha256(f"{numba.__version__} {llvmlite.__version__} {sys.version_info[:2]}".encode())
    for place in SOURCES:
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            if path.is_file():
                digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _candidates() -> list[Path]:
    named = os.environ.get("SCRYWORTH_CACHE")
    places = [Path(named)] if named else []
    try:
        import platformdirs

        places.append(Path(platformdirs.user_cache_dir("scryworth")))
    except (OSError, RuntimeError):  # no home folder
        pass
    return places


@functools.cache
def cache_folder() -> Path:
    """Folder of the compiled kernel: SCRYWORTH_CACHE, else the user's cache, else a private temporary folder."""
    name = f"kernel-{source_digest()}"
    for place in _candidates():
        if _writable(place / name):
            _remove_old(place, name)
            return place / name
    folder = _private_folder()
    print(
        f"scryworth: no cache folder is writable; compiling into {folder} for this run "
        "(set SCRYWORTH_CACHE to keep it)",
        file=sys.stderr,
    )
    return folder


def _private_folder() -> Path:
    """A folder for this run alone: it goes when the run ends, or with the next such run if this one is killed."""
    for left in Path(tempfile.gettempdir()).glob(f"{PRIVATE}*-*"):
        pid = left.name.removeprefix(PRIVATE).partition("-")[0]
        if pid.isdigit() and not _is_running(int(pid)):
            shutil.rmtree(left, ignore_errors=True)  # of somebody else: it stays
    folder = Path(tempfile.mkdtemp(prefix=f"{PRIVATE}{os.getpid()}-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _is_running(pid: int) -> bool:
    if os.name != "posix":  # asking could end the process there
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _remove_old(place: Path, current: str) -> None:
    limit = time.time() - KEEP_DAYS * 86400
    for folder in place.glob("kernel-*"):
        try:
            if folder.name != current and folder.stat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue


def helper(function: Callable[..., Any], forceinline: bool = False) -> Any:
    """Compile a function that only other jitted functions call: no wrappers, no cache entry of its own."""
    dispatcher = numba.njit(
        nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=forceinline
    )(function)
    template = dispatcher.get_call_template

    def one_for_all_constants(args: Any, kws: Any) -> Any:
        # numba types a constant argument as its value and would compile the helper again for each
        plain = {name: numba.types.unliteral(kind) for name, kind in dict(kws).items()}
        return template(tuple(numba.types.unliteral(kind) for kind in args), plain)

    dispatcher.get_call_template = one_for_all_constants
    return dispatcher


def within(function: Callable[..., Any]) -> Any:
    """As `helper`, but part of its callers' machine code: for hot functions of a unit that are called once or twice.

    A call costs about 25 instructions, which counts where a whole game takes a thousand.
    """
    return helper(function, True)


def inlined(function: Callable[..., Any]) -> Any:
    """As `helper`, inlined before type inference; only for functions of a line or two."""
    return numba.njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, inline="always")(
        function
    )


def entry(signature: Any, vectorize: bool = True) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function with this signature on first use, cached on disk in `cache_folder()`.

    `vectorize=False` leaves loops as they are: where all loops are short, wide registers and unrolling cost more than
    they bring.
    The returned dispatcher compiles lazily, so that importing the kernel costs nothing; `address` compiles it now.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        dispatcher = numba.njit(nogil=True, error_model="numpy")(function)
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(cache_folder())
        try:
            dispatcher.enable_caching()
        finally:
            numba.config.CACHE_DIR = before
        dispatcher.pinned = signature
        dispatcher.vectorize = vectorize
        return dispatcher

    return decorate


def is_cached(dispatcher: Any) -> bool:
    """Does the cache folder hold code of this entry?"""
    return any(cache_folder().rglob(f"*.{dispatcher.py_func.__name__}-*.nbc"))


@contextlib.contextmanager
def _one_at_a_time(function: Callable[..., Any]) -> Iterator[None]:
    """Only one process compiles a function into the cache folder at a time; the others then load what it made."""
    try:
        import fcntl
    except ImportError:  # no such lock on this system: at worst two processes do the same work
        yield
        return
    with (cache_folder() / f".lock-{function.__module__}.{function.__name__}").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Without Python's search for cyclic garbage: what a compilation makes mostly stays (7 % of its time)."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def _compile(dispatcher: Any, signature: Any) -> None:
    kept = dispatcher._cache.cache_path is not None
    one = _one_at_a_time(dispatcher.py_func) if kept else contextlib.nullcontext()
    with one, _uncollected(), outermost_only(dispatcher.py_func.__qualname__, getattr(dispatcher, "vectorize", True)):
        if not dispatcher.signatures:  # another thread may have compiled it while this one waited
            dispatcher.compile(signature)
            dispatcher.disable_compile()


def compiled(dispatcher: Any) -> Any:
    """The dispatcher, compiled (or loaded from the cache) for its pinned signature and closed for all others.

    Threads may ask for the same one at the same time: the first compiles, the others wait.
    """
    if not dispatcher.signatures:
        _compile(dispatcher, dispatcher.pinned)
    return dispatcher


def address(dispatcher: Any, signature: Any = None) -> int:
    """Address of the native code of a dispatcher, for calls through the state block (see `pointer.call_rule`)."""
    signature = signature or dispatcher.pinned
    if not dispatcher.signatures:
        _compile(dispatcher, signature)
    result = dispatcher.get_compile_result(signature)
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


# Rules of play are written by strangers: division by zero is an error there, as in plain Python, not infinity.
RULE_OPTIONS = {"nogil": True, "error_model": "python"}


def rule(function: Callable[..., Any]) -> Any:
    """Compile an author's function so that a generated entry can call it."""
    return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **RULE_OPTIONS)(function)


def rule_helper(function: Callable[..., Any]) -> None:
    """Let compiled rules call this plain function, by whatever name they reach it."""
    numba.extending.register_jitable(**RULE_OPTIONS)(function)


def rule_entry(signature: Any, function: Callable[..., Any], cached: bool) -> Any:
    """Compile a generated entry now; `cached` keeps its code in `cache_folder()` (its file must exist)."""
    dispatcher = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **RULE_OPTIONS)(function)
    if cached:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(cache_folder())
        try:
            dispatcher.enable_caching()
        finally:
            numba.config.CACHE_DIR = before
    dispatcher.pinned = signature
    return compiled(dispatcher)
