"""What the host reads in arguments."""

import unittest

from rulepress.arguments import is_quiet, read_arguments


class Arguments(unittest.TestCase):
    def test_they_stay_as_they_are(self):
        told = ["-q", "build", "a#b", "-ox", "-qo=y", "--output=z", "--title", "t", "--where=a=b", "-", "--", "--only"]
        self.assertEqual([read.before + read.path for read in read_arguments(told)], told)

    def test_what_new_makes_is_an_output(self):
        told = {"new": [], "new a": ["a"], "new --from b a": ["a"], "-q new -- -a": ["-a"], "check new": []}
        for line, outputs in told.items():
            self.assertEqual([read.path for read in read_arguments(line.split()) if read.output], outputs, line)

    def test_quiet(self):
        for told, quiet in {"-q": True, "-vq": True, "--quiet": True, "-v": False, "q": False, "-oq": False}.items():
            self.assertEqual(is_quiet(["build", told]), quiet, told)


if __name__ == "__main__":
    unittest.main()
