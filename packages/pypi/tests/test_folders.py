"""Paths and folders of the host, also those of Windows."""

import os
import sys
import tempfile
import unittest
from unittest import mock

from rulepress.folders import given_folders, guest_argument, guest_path, named_places


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
        self.assertEqual(named_places(["-v", "--play", "#turn", "--output=x"]), ["x", "x"])
        self.assertEqual(named_places(["a.md#draw"]), ["a.md#draw", "a.md"])

    @unittest.skipIf(sys.platform == "win32", "paths of other systems")
    def test_one_folder_may_be_written(self):
        with tempfile.TemporaryDirectory() as top:
            top = os.path.realpath(top)
            here = os.path.join(top, "a", "game")
            os.makedirs(os.path.join(top, "a", ".git"))
            os.makedirs(here)

            def writable(*arguments):
                with mock.patch("os.getcwd", return_value=here), mock.patch("os.path.realpath", self.real(here)):
                    return [folder.path for folder in given_folders(arguments) if folder.writable]

            self.assertEqual(writable("build", "rules.md"), [os.path.join(top, "a")])
            self.assertEqual(writable("build", "-o", os.path.join(top, "b", "new")), [top])

    @staticmethod
    def real(here):
        return lambda path: os.path.normpath(os.path.join(here, path))


if __name__ == "__main__":
    unittest.main()
