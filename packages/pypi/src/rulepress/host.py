"""Runs the module: arguments, variables and folders in, its exit code out."""

import ctypes
import os
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

import wasmtime

from rulepress.compiled import compiled_module
from rulepress.folders import given_folders, guest_argument, guest_path, named_places

# Rules and texts may be nested deep; what is read is checked, but not how deep its reading calls itself.
MODULE_STACK = 192 << 20
THREAD_STACK = 256 << 20
# What of the environment the program reads.
VARIABLES = ("NO_COLOR", "SOURCE_DATE_EPOCH", "COLUMNS", "TERM", "LC_ALL", "LC_CTYPE", "LANG", "RUST_BACKTRACE")
# What the module reads when a text needs it, and its path in the module.
FONTS = Path(__file__).parent / "fonts"
FONTS_GUEST = "/rulepress-fonts"
BROKE_DOWN = 1
LIMIT = 5
INTERRUPTED = 130
TERMINATED = 143
# How often the waiting thread hears signals.
GLANCE = 0.1
# What the program is writing and has not put in its place.
TEMPORARY = ".rulepress-*.tmp"


def main():
    """Runs the command line of this process."""
    arguments = sys.argv[1:]
    _await_ends(arguments)
    ended = []
    threading.stack_size(THREAD_STACK)
    # It must not keep the process from ending when it is interrupted.
    worker = threading.Thread(target=lambda: ended.append(_run(arguments)), daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(GLANCE)
    sys.stdout.flush()
    # The module wrote everything itself; taking it apart would only take time.
    os._exit(ended[0] if ended else BROKE_DOWN)


def _run(arguments):
    engine = wasmtime.Engine(_config())
    module = compiled_module(engine)
    linker = wasmtime.Linker(engine)
    linker.define_wasi()
    store = wasmtime.Store(engine)
    store.set_wasi(_wasi(arguments))
    try:
        linker.instantiate(store, module).exports(store)["_start"](store)
    except wasmtime.ExitTrap as ended:
        return ended.code
    except wasmtime.Trap as trap:
        return _tell_trap(trap)
    return 0


def _config():
    config = wasmtime.Config()
    # The limit of another kind of stack, which no method sets, is an upper bound of the one that is used here.
    raise_bound = getattr(wasmtime._ffi.dll, "wasmtime_config_async_stack_size_set", None)
    if raise_bound is not None:
        raise_bound(config.ptr(), ctypes.c_size_t(MODULE_STACK))
        config.max_wasm_stack = MODULE_STACK
    return config


def _wasi(arguments):
    wasi = wasmtime.WasiConfig()
    wasi.argv = ["rulepress", *map(guest_argument, arguments)]
    wasi.env = list(_environment().items())
    wasi.inherit_stdin()
    wasi.inherit_stdout()
    wasi.inherit_stderr()
    for folder in given_folders(arguments):
        wasi.preopen_dir(folder.path, folder.guest, folder.writable)
    wasi.preopen_dir(str(FONTS), FONTS_GUEST, False)
    return wasi


def _environment():
    known = {name: os.environ[name] for name in VARIABLES if name in os.environ}
    if sys.stdout.isatty():
        known.setdefault("COLUMNS", str(shutil.get_terminal_size().columns))
    return known | {"PWD": guest_path(os.getcwd()), "RULEPRESS_FONTS": FONTS_GUEST}


def _tell_trap(trap):
    """The module says itself why it panicked; how deep it may go only its host knows."""
    deep = (wasmtime.TrapCode.STACK_OVERFLOW, wasmtime.TrapCode.MEMORY_OUT_OF_BOUNDS)
    if trap.trap_code in deep:
        print("error: the text or the rules are nested too deep for this machine", file=sys.stderr)
        return LIMIT
    print(f"error: the module ended: {trap.message.splitlines()[-1]}", file=sys.stderr)
    return BROKE_DOWN


def _await_ends(arguments):
    """Ctrl-C and the wish of the system to end remove what is half written and end this process."""
    started = time.time()

    def end(number, _frame):
        _remove_half_written(arguments, started)
        os._exit(TERMINATED if number == signal.SIGTERM else INTERRUPTED)

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)


def _remove_half_written(arguments, started):
    places = [Path("output"), *map(Path, named_places(arguments))]
    folders = {place if place.is_dir() else place.parent for place in places}
    for temporary in (path for folder in folders for path in folder.rglob(TEMPORARY)):
        try:
            # The clock of a disk may be a little behind.
            if temporary.stat().st_mtime >= started - 2:
                temporary.unlink()
        except OSError:
            pass
