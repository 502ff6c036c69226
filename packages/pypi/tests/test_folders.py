"""Paths and folders of the host, also those of Windows."""

import contextlib
import os
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

from rulepress.folders import (
    given_folders,
    guest_argument,
    guest_path,
    make_top_folders,
    named_outputs,
    named_places,
    without_links,
)


class Folders(unittest.TestCase):
    def test_disks_of_windows_are_folders_at_the_top(self):
        self.assertEqual(guest_path("C:\\games\\gazer", True), "/C:/games/gazer")
        self.assertEqual(guest_path("C:\\", True), "/C:")
        self.assertEqual(guest_path("/games", False), "/games")

    def test_arguments_have_slashes_in_the_module(self):
        told = {"C:\\a\\b": "/C:/a/b", "--output=D:\\x": "--output=/D:/x", "a\\b#c": "a/b#c", "#a\\b": "#a\\b"}
        for given, taken in told.items():
            self.assertEqual(guest_argument(given, True), taken)
        self.assertEqual(guest_argument("a\\b", False), "a\\b")

    def test_arguments_name_places(self):
        self.assertEqual(named_places(["build", "-v", "--play", "#turn", "--output=x"]), ["x", "x"])
        self.assertEqual(named_places(["check", "a.md#draw"]), ["a.md#draw", "a.md"])
        self.assertEqual(named_places(["deck", "--title", "/", "--open", "a.csv"]), ["a.csv", "a.csv"])
        self.assertEqual(named_places(["explain", "/"]), [])

    def test_arguments_name_outputs(self):
        for told in (["-o", "x"], ["-ox"], ["-qo", "x"], ["--output", "x"], ["--output=x"]):
            self.assertEqual(named_outputs(["build", "a", *told]), ["x"])

    @unittest.skipIf(sys.platform == "win32", "paths of other systems")
    def test_each_place_may_be_written_alone(self):
        with folder() as top:
            here = os.path.join(top, "a", "game")
            os.makedirs(os.path.join(top, "a", ".git"))
            os.makedirs(os.path.join(top, "b"))
            os.makedirs(here)
            os.chdir(here)

            def writable(*arguments):
                return [given.path for given in given_folders(arguments) if given.writable]

            home, other = os.path.join(top, "a"), os.path.join(top, "b")
            self.assertEqual(writable("build", "rules.md"), [home])
            self.assertEqual(writable("build", "-o", os.path.join(other, "new")), [home, other])
            self.assertEqual(writable("build", "-o", top), [top])
            self.assertEqual(writable("build", "-o", "/no-such-folder/x"), [home])
            self.assertEqual(writable("build", "-o", "/"), ["/"])

    @unittest.skipIf(sys.platform == "win32", "links need rights there")
    def test_links_that_the_module_cannot_follow_become_real_paths(self):
        with folder() as top:
            here = os.path.join(top, "here")
            os.makedirs(os.path.join(here, "book"))
            os.makedirs(os.path.join(top, "far"))
            os.chdir(here)
            os.symlink("book", "near")
            os.symlink(os.path.join(here, "book"), "absolute")
            os.symlink("../far", "out")
            os.symlink(os.path.join(top, "far"), "build")
            far = os.path.join(top, "far")
            Path(far, "a.md").touch()
            os.symlink("../far/a.md", "a.md")
            os.symlink(os.path.join(far, "a.md"), "b#1.md")
            told = {"book": "book", "absolute#x": "absolute#x", "a.md#x": far + "/a.md#x", "b#1.md": far + "/a.md", "no": "no"}
            for given, taken in told.items():
                self.assertEqual(without_links(["build", given]), ["build", taken])
            self.assertEqual(without_links(["build", "--output=a.md", "#a", "-"]), ["build", f"--output={far}/a.md", "#a", "-"])

            def detours(*arguments):
                return {given.guest.removeprefix(here): (given.path, given.writable) for given in given_folders(arguments)}

            told = {"absolute/x": "/absolute", "out/a.md": "/out", "../far/a.md": "/../far", "../here/../far": "/../here/../far"}
            for path, guest in told.items():
                real = os.path.join(here, "book") if path.startswith("absolute") else far
                self.assertEqual(detours("build", path)[guest], (real, True), path)
            self.assertEqual(detours("check", "../here/../far/a.md")["/.."], (top, False))
            self.assertNotIn("/book", detours("check", "book/x.md"))

    @unittest.skipIf(sys.platform == "win32", "the top of a disk is another one there")
    def test_a_folder_at_the_top_is_made_for_outputs_alone(self):
        made = []
        with unittest.mock.patch("os.mkdir", made.append):
            for told in (["build", "-o", "/no-such-folder/x"], ["new", "/no-such-folder"]):
                self.assertEqual(make_top_folders(told), ["/no-such-folder"])
            for told in (["check", "/no-such-folder/x"], ["build", "-o", "/"], ["build", "-o", "new/x"], ["new"]):
                self.assertEqual(make_top_folders(told), [])
        self.assertEqual(made, ["/no-such-folder"] * 2)


@contextlib.contextmanager
def folder():
    """A folder that is gone in the end, also as the working folder."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as top:
        try:
            yield os.path.realpath(top)
        finally:
            os.chdir(before)


if __name__ == "__main__":
    unittest.main()
