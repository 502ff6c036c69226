"""An end by Ctrl-C removes what this run was writing, and nothing else."""

import os
import tempfile
import unittest
from pathlib import Path

from rulepress.half_written import HalfWritten


class Ends(unittest.TestCase):
    def setUp(self):
        top = tempfile.TemporaryDirectory()
        self.addCleanup(top.cleanup)
        self.top = Path(top.name)

    def make(self, *parts):
        path = self.top.joinpath(*parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        return path

    def test_only_what_is_new_in_folders_of_this_run(self):
        other = self.make("output", "game", ".rulepress-0-old.tmp")
        text = self.make("texts", "a.md")
        ends = HalfWritten([text], [self.top / "output"], open_files="/no-such-folder")
        beyond = self.make("beyond", ".rulepress-0-new.tmp")
        os.symlink(beyond.parent, self.top / "output" / "link")
        kept = [
            other,
            text,
            beyond,
            self.make("output", "game", ".rulepress-77-binary.tmp"),
            self.make("texts", "below", ".rulepress-0-new.tmp"),
        ]
        gone = [self.make("output", "game", ".rulepress-0-new.tmp"), self.make("texts", ".rulepress-0-new.tmp")]
        ends.remove()
        self.assertEqual([path for path in kept if not path.exists()], [])
        self.assertEqual([path for path in gone if path.exists()], [])

    @unittest.skipUnless(os.path.isdir("/proc/self/fd"), "Linux alone says which files are open")
    def test_linux_says_which_are_of_this_process(self):
        ends = HalfWritten([], [self.top])
        other = self.make(".rulepress-0-other.tmp")
        own = self.top / ".rulepress-0-own.tmp"
        with own.open("w"):
            ends.remove()
        self.assertTrue(other.exists())
        self.assertFalse(own.exists())


if __name__ == "__main__":
    unittest.main()
