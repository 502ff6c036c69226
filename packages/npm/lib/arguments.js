// Which arguments of a command line are paths.

// Options whose value is no path.
const WORDS = new Set(
  (
    "only theme format printer passes tray paper-thickness duplex-offset flip bleed limit-memory limit-seconds language size title name cost type text " +
    "stats count group where play games seed turns players step won jobs metric write"
  )
    .split(" ")
    .map((word) => `--${word}`),
);
// Options whose value is a path.
const PATHS = new Set(
  "output out histogram root rules bindings book from changed-since profile".split(" ").map((word) => `--${word}`),
);
const WORDY_VERBS = new Set(["explain", "printer", "completions", "man", "doctor", "help"]);
const SHORT_OUTPUT = /^-[qv]*o=?(.*)$/s;

/** The paths that arguments may mean: `PATH`, `PATH#anchor`, `--output=PATH`, `-oPATH`. The first word is the verb. */
export function namedPaths(args) {
  const verb = args.findIndex((text) => !text.startsWith("-"));
  if (WORDY_VERBS.has(args[verb])) return [];
  const end = args.indexOf("--");
  const values = args.map((text, nth) => {
    if (nth === verb || nth === end) return "";
    return end !== -1 && nth > end ? text : value(text, args[nth - 1] ?? "");
  });
  return values.filter((path) => path !== "").flatMap((path) => [path, path.split("#")[0]]);
}

/** The path in an argument, which follows another; empty if there is none. */
function value(text, before) {
  if (!text.startsWith("-")) return text.startsWith("#") || WORDS.has(before) ? "" : text;
  if (!text.startsWith("--")) return SHORT_OUTPUT.exec(text)?.[1] ?? "";
  const equals = text.indexOf("=");
  const path = PATHS.has(text.slice(0, equals)) ? text.slice(equals + 1) : "";
  return path.startsWith("#") ? "" : path;
}
