"""What the module is writing and has not put in its place: a run that is ended removes its own, and nobody else's."""

import os
import re
from pathlib import Path

# A module does not know the number of its process, so all of them write 0; binaries write their own.
TEMPORARY = re.compile(r"\.rulepress-0-.+\.tmp")
# Outputs lie in a folder for each book, and those of several pages in one below that.
OUTPUT_DEPTH = 3
OWN_OPEN_FILES = "/proc/self/fd"


class HalfWritten:
    """The temporary files of this run: made after it began, in folders that it writes to."""

    def __init__(self, places, outputs, open_files=OWN_OPEN_FILES):
        # They must be found when the folder of this process is gone.
        self._folders = {_folder_of(place) for place in places}
        self._outputs = {os.path.abspath(output) for output in outputs}
        self._open_files = open_files
        self._of_others = set() if os.path.isdir(open_files) else set(self._temporaries())

    def remove(self):
        for path in self._own():
            try:
                os.unlink(path)
            except OSError:
                pass

    def _own(self):
        """Linux says which files this process has open; elsewhere they are those that were not there before."""
        if os.path.isdir(self._open_files):
            return _open_temporaries(self._open_files)
        return set(self._temporaries()) - self._of_others

    def _temporaries(self):
        for folder in self._folders - self._outputs:
            yield from _temporaries_in(folder, 0)
        for folder in self._outputs:
            yield from _temporaries_in(folder, OUTPUT_DEPTH)


def _folder_of(place):
    path = os.path.abspath(place)
    return path if os.path.isdir(path) else os.path.dirname(path)


def _open_temporaries(open_files):
    found = set()
    for number in os.listdir(open_files):
        try:
            path = os.readlink(os.path.join(open_files, number))
        except OSError:
            continue
        if TEMPORARY.fullmatch(os.path.basename(path)):
            found.add(path)
    return found


def _temporaries_in(folder, depth):
    """Those of a folder, and of folders below it so many steps deep; links are not followed."""
    try:
        with os.scandir(folder) as entries:
            entries = list(entries)
    except OSError:
        return
    for entry in entries:
        if entry.is_file(follow_symlinks=False) and TEMPORARY.fullmatch(entry.name):
            yield str(Path(entry.path))
        elif depth and entry.is_dir(follow_symlinks=False):
            yield from _temporaries_in(entry.path, depth - 1)
