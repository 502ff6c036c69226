// What rulepress says, in the words of the page: findings, and how a command ended.

const FIRST = /^(error|warning|note)\[([a-z0-9-]+)\]: (.*)$/;
const PLACE = /^\s*--> (.*?)(?::(\d+):(\d+))?$/;
const CURE = /^\s*= help: (.*)$/;
const QUOTE = /^\s*\d+ \| (.*)$/;

/// The findings that a command printed.
export function findingsOf(lines) {
  const found = [];
  for (const line of lines) {
    const first = FIRST.exec(line);
    if (first) {
      const [, severity, code, message] = first;
      found.push({ severity, code, message, file: null, line: null, column: null, hints: [], trail: [], excerpt: null });
      continue;
    }
    const last = found.at(-1);
    if (!last) continue;
    const place = PLACE.exec(line);
    if (place) Object.assign(last, { file: place[1], line: Number(place[2]) || null, column: Number(place[3]) || null });
    const quote = QUOTE.exec(line);
    if (quote && last.excerpt === null) last.excerpt = quote[1];
    const cure = CURE.exec(line);
    if (cure) last.hints.push(cure[1]);
  }
  return found;
}

/// The findings of `check --format json`; null when it did not come so far.
export function findingsOfJson(lines) {
  try {
    const found = JSON.parse(lines.join("\n"));
    return Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}

/// The kinds of findings that `check --fix` mends, each of them often but not always.
const MENDED = ["chart-blank", "chart-comment", "chart-quotes", "book-file"];
export const mayBeMended = findings => findings.some(finding => MENDED.includes(finding.code));

/// In how many places `check --fix` changed what was found. That a book names its version, and how a file is saved, it says too.
export const mendedPlaces = lines => lines.filter(line => /^fixed .*:\d+: (?!the book names the version|the file is saved as)/.test(line)).length;

const ENDS = {
  0: "Done",
  1: "Something is missing: see the findings",
  2: "rulepress did not understand what the page asked of it",
  3: "An example or a rule no longer agrees with the text",
  4: "A text does not fit its page or card",
  5: "The book hit a limit of rulepress",
};

/// How a command ended: {good, title, words, again} in plain words. `again` names what may help.
export function ending(result) {
  const safe = "Your text is safe.";
  if (result.stopped === "person") return { good: false, title: "Stopped", words: `You stopped rulepress. ${safe}` };
  if (result.stopped === "time") {
    return {
      good: false, again: "Try without a limit", title: "This takes too long",
      words: `rulepress was stopped because it did not come to an end. A rule may go round in circles. ${safe}`,
    };
  }
  const said = result.lines.err.join("\n");
  if (result.trap === "not loaded") {
    return { good: false, again: "Try again", title: "The press could not be loaded", words: `Look at your network. ${safe}` };
  }
  if (result.trap && (/memory allocation|out of memory|could not allocate/i.test(`${said} ${result.trap}`) || result.memory > 3.5 * 2 ** 30)) {
    return {
      good: false, title: "This needs too much memory",
      words: `The book needs more memory than a browser tab has. Split it into smaller parts, or look for a rule that keeps making things. ${safe}`,
    };
  }
  if (result.trap && /call stack|stack overflow/i.test(`${said} ${result.trap}`)) {
    return { good: false, title: "This is nested too deeply", words: `Something in the book is inside itself too many times. ${safe}` };
  }
  if (result.trap) {
    return {
      good: false, title: "rulepress broke off",
      words: `This is a fault of rulepress, not yours. ${safe} If you report it, these words help: ${(said.split("\n").find(line => line.includes("panicked")) ?? result.trap).slice(0, 300)}`,
    };
  }
  return { good: result.code === 0, title: ENDS[result.code] ?? `rulepress ended with ${result.code}`, words: "" };
}

/// "3 errors, 1 warning"
export function counted(findings) {
  const parts = ["error", "warning", "note"].map(kind => [findings.filter(finding => finding.severity === kind).length, kind]);
  return parts.filter(([count]) => count).map(([count, kind]) => `${count} ${kind}${count === 1 ? "" : "s"}`).join(", ");
}
