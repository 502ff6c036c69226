"""What the arguments of a command line mean to the host: which of them are paths, and which of these are outputs."""

import re
from dataclasses import dataclass, replace

# Options whose value is no path.
WORDS = set(
    "only theme format printer passes tray paper-thickness duplex-offset flip bleed limit-memory limit-seconds language size title name cost type text"
    " stats count group where play games seed turns players step won jobs metric write".split()
)
# Options whose value is a path that is written, and those whose value is one that is read.
OUTPUTS = {"-o", "--output", "--out", "--histogram"}
PATHS = OUTPUTS | {"--root", "--rules", "--bindings", "--book", "--from", "--changed-since", "--profile"}
WORDY_VERBS = {"explain", "printer", "completions", "man", "doctor", "help"}
SHORT_OUTPUT = re.compile(r"-[qv]*o=?(.*)", re.DOTALL)


@dataclass(frozen=True)
class Argument:
    """An argument: what stands before its path, the path if it may be one, and whether that is an output."""

    before: str
    path: str
    output: bool = False


def read_arguments(arguments):
    """Every argument in turn; the first that is no option is the verb."""
    read, verb, option, all_paths = [], None, "", False
    for text in arguments:
        argument = Argument("", text) if all_paths else _read(text, option)
        if verb is None and not text.startswith("-"):
            verb, argument = text, Argument(text, "")
        elif verb in WORDY_VERBS:
            argument = Argument(text, "")
        elif verb == "new" and argument.path and not argument.before and option not in PATHS:
            argument = replace(argument, output=True)
        read.append(argument)
        all_paths = all_paths or text == "--"
        option = "" if all_paths else _open_option(text)
    return read


def is_quiet(arguments):
    return any(text == "--quiet" or re.fullmatch("-[qv]*q[qv]*", text) for text in arguments)


def _read(text, option):
    if not text.startswith("-"):
        is_word = text.startswith("#") or option.removeprefix("--") in WORDS
        return Argument(text, "") if is_word else Argument("", text, option in OUTPUTS)
    if not text.startswith("--"):
        short = SHORT_OUTPUT.fullmatch(text)
        value = short[1] if short else ""
        return Argument(text.removesuffix(value) if value else text, value, bool(value))
    name, equals, value = text.partition("=")
    if name not in PATHS or value.startswith("#"):
        return Argument(text, "")
    return Argument(name + equals, value, bool(value) and name in OUTPUTS)


def _open_option(text):
    """The option whose value the next argument is."""
    if text.startswith("--"):
        return "" if "=" in text else text
    short = SHORT_OUTPUT.fullmatch(text)
    return "-o" if short and not short[1] else ""
