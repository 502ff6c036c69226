"""Threads that play games for the module. In: a folder where the module puts what is to be played. Out: what games came
to, beside it.

A file `NUMBER.in` is the standard input of another instance, `NUMBER.out` its standard output; `NUMBER.in` goes when it
has ended. What it did not play, the module plays.
"""

import os
import shutil
import tempfile
import threading

import wasmtime

# The path of the folder in the module.
JOBS_GUEST = "/rulepress-jobs"


class Players:
    """The folder, and the threads that play what lies in it."""

    def __init__(self):
        try:
            self.folder = tempfile.mkdtemp(prefix="rulepress-jobs-")
        except OSError:
            # The module plays all games itself.
            self.folder = None
        self.module = None
        self._begun = set()

    def variables(self):
        """What tells the module of the threads."""
        if self.folder is None:
            return {}
        return {"RULEPRESS_JOBS": JOBS_GUEST, "RULEPRESS_CORES": str(_cores())}

    def take(self, engine, module):
        """The module that the threads run."""
        self.module = (engine, module)

    def begin_new(self):
        """Starts a thread for each file that is new."""
        for name in self._names():
            if name.endswith(".in") and name not in self._begun:
                self._begun.add(name)
                path = os.path.join(self.folder, name.removesuffix(".in"))
                # It must not keep the process from ending.
                threading.Thread(target=self._play, args=(path,), daemon=True).start()

    def remove(self):
        """Removes the folder with all that lies in it."""
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _names(self):
        try:
            return os.listdir(self.folder) if self.module else []
        except OSError:
            return []

    def _play(self, path):
        engine, module = self.module
        store = wasmtime.Store(engine)
        try:
            wasi = wasmtime.WasiConfig()
            wasi.argv = ["rulepress", "play-rules"]
            wasi.stdin_file = path + ".in"
            wasi.stdout_file = path + ".out"
            store.set_wasi(wasi)
            linker = wasmtime.Linker(engine)
            linker.define_wasi()
            linker.instantiate(store, module).exports(store)["_start"](store)
        except (OSError, wasmtime.WasmtimeError, wasmtime.Trap, wasmtime.ExitTrap):
            pass
        finally:
            # What it holds open cannot be removed on Windows.
            store.close()
            _remove(path + ".in")


def _cores():
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _remove(path):
    try:
        os.unlink(path)
    except OSError:
        # The module has removed it.
        pass
