"""The folders that the module is given. In: the arguments. Out: everything to be read, and one folder below which files
may be written: the nearest that holds the repository of the working folder, or that folder, and all that arguments name.

The module knows one tree with slashes; on Windows its top holds the disks: `C:\\games` is `/C:/games` there.
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path

WINDOWS = os.name == "nt"


@dataclass(frozen=True)
class Given:
    """A folder of this machine, and its path in the module."""

    path: str
    guest: str
    writable: bool


def given_folders(arguments):
    """The disks, which are read, and on each the folder below which files may be written."""
    here = os.path.realpath(os.getcwd())
    named = [os.path.realpath(place) for place in named_places(arguments)]
    places = [_repository(here), *(_writable_at(place) for place in named if not _is_below(place, here))]
    disks = {}
    for place in places:
        disks.setdefault(os.path.splitdrive(place)[0], []).append(place)
    given = []
    for drive, places in disks.items():
        top, writable = drive + os.sep, os.path.commonpath(places)
        if writable != top:
            given.append(Given(top, guest_path(top), False))
        given.append(Given(writable, guest_path(writable), True))
    return given


def guest_path(path, windows=WINDOWS):
    """An absolute path of this machine, as the module knows it."""
    if not windows:
        return path
    return "/" + path.replace("\\", "/").rstrip("/")


def guest_argument(argument, windows=WINDOWS):
    """An argument as the module takes it: on Windows its paths have backslashes, and may begin with a disk."""
    if not windows or argument.startswith("#"):
        return argument
    return re.sub(r"^(--?[a-z-]+=)?([A-Za-z]:/)", r"\1/\2", argument.replace("\\", "/"))


def named_places(arguments):
    """The paths that arguments may mean: `PATH`, `PATH#anchor`, `--output=PATH`."""
    places = []
    for argument in arguments:
        value = argument.partition("=")[2] if argument.startswith("-") else argument
        if value and not value.startswith("#"):
            places += [value, value.partition("#")[0]]
    return places


def _writable_at(place):
    """The folder that must be writable so that a file or folder at a place can be made or changed."""
    if os.path.isdir(place):
        return _repository(place)
    while not os.path.isdir(place):
        place = os.path.dirname(place)
    return place


def _is_below(path, folder):
    return os.path.splitdrive(path)[0] == os.path.splitdrive(folder)[0] and (
        os.path.commonpath([path, folder]) == folder
    )


def _repository(folder):
    """The nearest folder above with `.git`, or the folder itself."""
    above = [Path(folder), *Path(folder).parents][:-1]
    return str(next((path for path in above if (path / ".git").exists()), folder))
