"""The folders that the module is given. In: the arguments. Out: everything to be read, and the places where files may
be written: the repository of the working folder, or that folder; and the same of each path that an argument names.

The module knows one tree with slashes; on Windows its top holds the disks: `C:\\games` is `/C:/games` there.
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from rulepress.arguments import read_arguments

WINDOWS = os.name == "nt"
# More links after another are a ring.
MOST_LINKS = 40


@dataclass(frozen=True)
class Given:
    """A folder of this machine, and its path in the module."""

    path: str
    guest: str
    writable: bool


def given_folders(arguments):
    """The disks, which are read, and the folders below which files may be written."""
    here = os.path.realpath(os.getcwd())
    writable = {_repository(here), *_named_folders(arguments)}
    writable = [folder for folder in sorted(writable) if not _is_below_another(folder, writable)]
    tops = {_top(folder) for folder in writable}
    given = [Given(top, guest_path(top), False) for top in sorted(tops) if top not in writable]
    given += [Given(folder, guest_path(folder), True) for folder in writable]
    known = {folder.guest for folder in given}
    return given + [folder for folder in _detours(arguments, here, writable) if folder.guest not in known]


def _detours(arguments, here, writable):
    """Folders by the names that arguments give them: the module itself leaves no folder by `..` or by a link."""
    detours = {}
    for place in named_places(arguments):
        at, leaves = (_top(place), False) if os.path.isabs(place) else (here, False)
        for part in reversed(_parts(place)):
            at = os.path.join(at, part)
            leaves = leaves or part == ".." or os.path.islink(at)
            if not os.path.isdir(at):
                break
            if leaves:
                real = os.path.realpath(at)
                detours[at] = Given(real, guest_path(at), any(_is_below(real, folder) for folder in writable))
    return detours.values()


def make_top_folders(arguments):
    """Makes the folders at the top of a disk that outputs begin with: else the whole disk would have to be given."""
    made = []
    for output in named_outputs(arguments):
        path = os.path.realpath(output)
        names = _parts(path)
        folder = os.path.join(_top(path), names[-1]) if names else path
        if not os.path.lexists(folder):
            try:
                os.mkdir(folder)
                made.append(folder)
            except OSError:
                # The module tells it when it writes.
                pass
    return made


def remove_empty(folders):
    for folder in folders:
        try:
            os.rmdir(folder)
        except OSError:
            # Something lies in it.
            pass


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
    paths = [argument.path for argument in read_arguments(arguments) if argument.path]
    return [place for path in paths for place in (path, path.partition("#")[0])]


def named_outputs(arguments):
    """The paths that arguments want to be written."""
    return [argument.path for argument in read_arguments(arguments) if argument.output]


def without_links(arguments):
    """The arguments with real paths in place of those whose links the module cannot follow."""
    here = os.path.realpath(os.getcwd())
    return [argument.before + _reachable(argument.path, here) for argument in read_arguments(arguments)]


def _reachable(path, here):
    if not path or path == "-":
        return path
    file, mark, anchor = (path, "", "") if os.path.lexists(path) else path.partition("#")
    if not os.path.islink(file) or os.path.isdir(file) or not _has_barred_link(os.path.join(here, file), _repository(here)):
        return path
    real = os.path.realpath(file)
    shown = os.path.relpath(real, here) if not os.path.isabs(file) and _is_below(real, here) else real
    return shown + mark + anchor


def _has_barred_link(path, home):
    """Whether a path passes an absolute link, or one between a folder to be written and the rest of the disk."""
    at, to_come, links = _top(path), _parts(path), 0
    while to_come and links < MOST_LINKS:
        at, before = os.path.normpath(os.path.join(at, to_come.pop())), at
        if os.path.islink(at):
            target = os.readlink(at)
            if os.path.isabs(target):
                return True
            links, at, to_come = links + 1, before, to_come + _parts(target)
    return links > 0 and not (_is_below(os.path.normpath(path), home) and _is_below(at, home))


def _parts(path):
    """The names of a path, the first one last."""
    return list(reversed([part for part in Path(path).parts if part != Path(path).anchor]))


def _named_folders(arguments):
    for place in named_places(arguments):
        path = os.path.realpath(place)
        folder = _writable_at(path)
        # A whole disk is given to nobody who did not ask for it.
        if folder != _top(folder) or path == folder:
            yield folder


def _writable_at(path):
    """The folder that must be writable so that a file or folder at a place can be made or changed."""
    if os.path.isdir(path):
        return _repository(path)
    folder = os.path.dirname(path)
    if os.path.exists(path):
        return _repository(folder)
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return folder


def _top(path):
    return os.path.splitdrive(path)[0] + os.sep


def _is_below_another(path, folders):
    return any(path != folder and _is_below(path, folder) for folder in folders)


def _is_below(path, folder):
    return os.path.splitdrive(path)[0] == os.path.splitdrive(folder)[0] and (
        os.path.commonpath([path, folder]) == folder
    )


def _repository(folder):
    """The nearest folder above with `.git`, or the folder itself."""
    above = [Path(folder), *Path(folder).parents][:-1]
    return str(next((path for path in above if (path / ".git").exists()), folder))
