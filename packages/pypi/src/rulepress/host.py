"""Runs the module: arguments, variables and folders in, its exit code out."""

import ctypes
import os
import shutil
import signal
import sys
import threading
from pathlib import Path

import wasmtime

from rulepress.arguments import is_quiet
from rulepress.compiled import compiled_module
from rulepress.folders import (
    given_folders,
    guest_argument,
    guest_path,
    make_top_folders,
    named_outputs,
    named_places,
    remove_empty,
    without_links,
)
from rulepress.half_written import HalfWritten
from rulepress.players import JOBS_GUEST, Players

# Rules and texts may be nested deep; what is read is checked, but not how deep its reading calls itself.
MODULE_STACK = 192 << 20
THREAD_STACK = 256 << 20
# What of the environment the program reads.
VARIABLES = ("NO_COLOR", "SOURCE_DATE_EPOCH", "COLUMNS", "TERM", "LC_ALL", "LC_CTYPE", "LANG", "RUST_BACKTRACE")
# What the module reads when a text needs it, and its path in the module.
FONTS = Path(__file__).parent / "fonts"
FONTS_GUEST = "/rulepress-fonts"
BROKE_DOWN = 1
WRONG_USE = 2
LIMIT = 5
INTERRUPTED = 130
TERMINATED = 143
# How often the waiting thread hears signals and looks for games to be played.
GLANCE = 0.02
# Where outputs go unless told.
OUTPUT = "output"


def main():
    """Runs the command line of this process."""
    _open_closed_streams()
    # Nobody reads any more: end as other programs do, without a word.
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    code = _checked(_work, sys.argv[1:])
    # The module wrote everything itself; taking it apart would only take time.
    os._exit(code)


def _work(arguments):
    wrong = next((text for text in arguments if not _is_unicode(text)), None)
    if wrong is not None:
        return _tell(f"the argument `{_printable(wrong)}` is no Unicode", WRONG_USE)
    try:
        os.getcwd()
    except FileNotFoundError:
        return _tell("the working folder does not exist any more", BROKE_DOWN)
    made = make_top_folders(arguments)
    players = Players()
    _await_ends(arguments, made, players)
    ended = []
    threading.stack_size(THREAD_STACK)
    # It must not keep the process from ending when it is interrupted.
    worker = threading.Thread(target=lambda: ended.append(_checked(_run, arguments, players)), daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(GLANCE)
        players.begin_new()
    players.remove()
    remove_empty(made)
    return ended[0] if ended else BROKE_DOWN


def _checked(work, *values):
    """What nobody foresaw is told in one line."""
    try:
        return work(*values)
    except Exception as error:
        lines = str(error).splitlines() or [type(error).__name__]
        return _tell(lines[0], BROKE_DOWN)


def _tell(message, code):
    print(f"error: {_printable(message)}", file=sys.stderr, flush=True)
    return code


def _is_unicode(text):
    return text == _printable(text)


def _printable(text):
    return text.encode("utf-8", "replace").decode("utf-8") if not text.isascii() else text


def _open_closed_streams():
    """A file must not get the number of a stream that is closed: what is printed would go into it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            nothing = os.open(os.devnull, os.O_RDWR)
            if nothing != number:
                os.dup2(nothing, number)
                os.close(nothing)
            os.set_inheritable(number, True)
    sys.stdout = sys.stdout or open(os.devnull, "w")
    sys.stderr = sys.stderr or open(os.devnull, "w")


def _run(arguments, players):
    engine = wasmtime.Engine(_config())
    module = compiled_module(engine, is_quiet(arguments))
    players.take(engine, module)
    linker = wasmtime.Linker(engine)
    linker.define_wasi()
    store = wasmtime.Store(engine)
    store.set_wasi(_wasi(arguments, players))
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


def _wasi(arguments, players):
    wasi = wasmtime.WasiConfig()
    wasi.argv = ["rulepress", *map(guest_argument, without_links(arguments))]
    wasi.env = list((_environment() | players.variables()).items())
    wasi.inherit_stdin()
    wasi.inherit_stdout()
    wasi.inherit_stderr()
    for folder in given_folders(arguments):
        wasi.preopen_dir(folder.path, folder.guest, folder.writable)
    wasi.preopen_dir(str(FONTS), FONTS_GUEST, False)
    if players.folder is not None:
        wasi.preopen_dir(players.folder, JOBS_GUEST, True)
    return wasi


def _environment():
    known = {name: os.environ[name] for name in VARIABLES if name in os.environ and _is_unicode(os.environ[name])}
    if sys.stdout.isatty():
        known.setdefault("COLUMNS", str(shutil.get_terminal_size().columns))
    return known | {"PWD": guest_path(os.getcwd()), "RULEPRESS_FONTS": FONTS_GUEST}


def _tell_trap(trap):
    """The module says itself why it panicked; how deep it may go only its host knows."""
    deep = (wasmtime.TrapCode.STACK_OVERFLOW, wasmtime.TrapCode.MEMORY_OUT_OF_BOUNDS)
    if trap.trap_code in deep:
        return _tell("the text or the rules are nested too deep for this machine", LIMIT)
    return _tell(f"the module ended: {trap.message.splitlines()[-1]}", BROKE_DOWN)


def _await_ends(arguments, made, players):
    """Ctrl-C and the wish of the system to end remove what is half written, and folders that were made for nothing, and
    end this process."""
    outputs = [OUTPUT, *named_outputs(arguments)]
    half_written = HalfWritten(named_places(arguments), outputs)

    def end(number, _frame):
        half_written.remove()
        players.remove()
        remove_empty(made)
        os._exit(TERMINATED if number == signal.SIGTERM else INTERRUPTED)

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), end)
