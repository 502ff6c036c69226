"""The module, compiled for this machine. Compiling takes seconds, so the result is kept in the user's folder of caches,
or else in a folder for this user alone among the temporary ones; where nothing can be kept, it is compiled each time.
"""

import os
import stat
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import wasmtime

MODULE = Path(__file__).with_name("rulepress.wasm")
ENDING = ".cwasm"


def compiled_module(engine, quiet):
    """The module, from a cache or compiled anew."""
    name = _kept_name()
    for folder in filter(_is_safe, _cache_folders()):
        try:
            return wasmtime.Module.deserialize_file(engine, str(folder / name))
        except (OSError, ValueError, wasmtime.WasmtimeError):
            pass
    if not quiet:
        message = "rulepress is compiled for this machine, once; this may take a minute"
        print(message, file=sys.stderr, flush=True)
    module = wasmtime.Module(engine, MODULE.read_bytes())
    any(_keep(module, folder, name) for folder in _cache_folders())
    return module


def _kept_name():
    """A name that another module, compiler or machine does not have."""
    about = MODULE.stat()
    parts = (version("rulepress"), version("wasmtime"), about.st_size, about.st_mtime_ns)
    return "-".join(map(str, parts)) + ENDING


def _cache_folders():
    """The user's folder of caches if there is one, and the one to fall back to."""
    usual = _user_caches()
    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    fallback = Path(tempfile.gettempdir()) / f"rulepress{user}"
    return ([usual / "rulepress"] if usual else []) + [fallback]


def _user_caches():
    home = _home()
    if os.name == "nt":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) if local else home and home / "AppData" / "Local"
    if sys.platform == "darwin":
        return home and home / "Library" / "Caches"
    # A path that is not absolute is ignored, as the rule of these folders says.
    told = os.environ.get("XDG_CACHE_HOME", "")
    return Path(told) if os.path.isabs(told) else home and home / ".cache"


def _home():
    """The user's home, if it is there: nobody wants it to be made."""
    if os.environ.get("HOME") == "" and os.name != "nt":
        return None
    home = os.path.expanduser("~")
    return Path(home) if os.path.isabs(home) and os.path.isdir(home) else None


def _is_safe(folder):
    """Whether a folder is this user's alone: what lies there is run."""
    try:
        about = os.lstat(folder) if folder.parent == Path(tempfile.gettempdir()) else os.stat(folder)
    except (OSError, ValueError):
        return False
    if not hasattr(os, "getuid"):
        return stat.S_ISDIR(about.st_mode)
    return stat.S_ISDIR(about.st_mode) and about.st_uid == os.getuid() and not about.st_mode & 0o077


def _keep(module, folder, name):
    """Writes a compiled module beside its place, which it then takes; what is older goes. Whether it could."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not _is_safe(folder):
            return False
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
            _fill(file, module.serialize())
        os.replace(file.name, folder / name)
        for other in folder.glob("*" + ENDING):
            if other.name != name:
                other.unlink()
        return True
    except (OSError, ValueError):
        return False


def _fill(file, content):
    """What is not whole does not stay."""
    try:
        file.write(content)
        file.flush()
    except OSError:
        os.unlink(file.name)
        raise
