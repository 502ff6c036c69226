"""The module, compiled for this machine. Compiling takes seconds, so the result is kept in the user's folder of caches;
where nothing can be kept there, it is compiled each time.
"""

import os
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import wasmtime

MODULE = Path(__file__).with_name("rulepress.wasm")
ENDING = ".cwasm"


def compiled_module(engine):
    """The module, from the cache or compiled anew."""
    kept = _kept_path()
    try:
        return wasmtime.Module.deserialize_file(engine, str(kept))
    except (OSError, wasmtime.WasmtimeError):
        if sys.stderr.isatty():
            print("rulepress is compiled for this machine, once; this may take a minute", file=sys.stderr)
        module = wasmtime.Module(engine, MODULE.read_bytes())
        _keep(module, kept)
        return module


def _kept_path():
    """A name that another module, compiler or machine does not have."""
    stat = MODULE.stat()
    parts = (version("rulepress"), version("wasmtime"), stat.st_size, stat.st_mtime_ns)
    return _cache_folder() / ("-".join(map(str, parts)) + ENDING)


def _cache_folder():
    home = Path.home() if os.path.expanduser("~") != "~" else Path(tempfile.gettempdir()) / "none"
    if os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "rulepress"


def _keep(module, kept):
    """Writes a compiled module beside its place, which it then takes; what is older goes."""
    try:
        kept.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile(dir=kept.parent, delete=False) as file:
            file.write(module.serialize())
        os.replace(file.name, kept)
        for other in kept.parent.glob("*" + ENDING):
            if other != kept:
                other.unlink()
    except OSError:
        pass
