// What is made of the open book: tasks that a person asked for come first, then pages, then a check of everything.

import { by, make } from "./dom.js";
import { commandFor, placed, unplaced } from "./command.js";
import { ending as suffix } from "./files.js";
import { VIEWS } from "./outputs.js";
import { NOTHING } from "./press.js";
import { counted, ending, findingsOf, findingsOfJson, mayBeMended, mendedPlaces } from "./said.js";

const PAGES_SECONDS = 120;
const TASK_SECONDS = 600;
const LONGEST_PAUSE = 6000;

/// `onfindings(findings, code)` hears what is wrong, `onmendable(places)` what rulepress can mend of it, `ondeck(deck)` whether a table of cards is all there is; `addFile` and
/// `showFindings` are what can be done where no pages are.
export function openMaking({ press, book, pages, status: { status, tell, untell, words }, onfindings, onmendable, ondeck, addFile, showFindings }) {
  let view = "rulebook";
  let made = new Map(); // of each view: {revision, pages}
  let findings = [];
  let checked = false; // everything was looked at since the text changed
  let lastEnd = null;
  let revision = 0;
  let tasks = [];
  let pagesWanted = false;
  let checkWanted = false;
  let working = null;
  let patience = PAGES_SECONDS;
  let lastMs = 0;
  let typing = 0;
  let typingSince = 0;

  const command = () => commandFor(book.folder(), book.files());
  const given = () => placed(book.folder(), book.files());
  const titleOf = key => VIEWS.find(known => known.key === key).title.toLowerCase();

  // ---- what runs

  /// Runs a command that a person asked for; what runs for the pages makes way.
  function task(title, args, { verb } = {}) {
    return new Promise(done => {
      if (!book.about()) return done({ ...NOTHING, stopped: "person" });
      tasks.push({ title, args, verb, done });
      if (working?.kind === "pages" || working?.kind === "check") press.stop("newer");
      pump();
    });
  }

  async function pump() {
    if (working || !book.about()) return;
    if (tasks.length) await runTask(tasks.shift());
    else if (pagesWanted) await runPages();
    else if (checkWanted) await runCheck();
    else return;
    working = null;
    if (book.about()) pump();
  }

  async function runTask(next) {
    working = { kind: "task" };
    book.collect();
    status("working", next.title);
    const { verb, path } = command();
    const args = next.verb ? next.args : [verb, path, ...next.args];
    const result = await press.run({ args: args.map(part => part === "@" ? path : part), files: next.verb === "explain" ? [] : given(), seconds: TASK_SECONDS });
    next.done(result);
    if (book.about()) rest();
  }

  async function runPages() {
    const here = book.about();
    const at = revision;
    const key = view;
    working = { kind: "pages" };
    pagesWanted = false;
    book.collect();
    const title = `Setting the ${titleOf(key)}`;
    status("working", title);
    by("desk").dataset.old = "true";
    const { verb, path } = command();
    const result = await press.run({
      args: [verb, path, "--only", key, "--format", "svg", "-v"], files: given(), seconds: patience,
      onstart: () => { if (words() !== title) status("working", title); },
      onmade: showAsTheyCome(here, key),
    });
    if (book.about() !== here) return;
    if (result.stopped === "newer") { pagesWanted = true; return; }
    lastMs = result.ms;
    document.body.dataset.memory = result.memory;
    document.body.dataset.ms = Math.round(result.ms);
    by("desk").dataset.old = "false";
    patience = PAGES_SECONDS;
    const end = ending(result);
    if (result.trap || result.stopped) return sayBroken(key, end);
    untell("pages");
    showPages(key, at, result, end);
    rest();
  }

  /// Pages that come first are shown first, unless there are older ones to look at.
  function showAsTheyCome(here, key) {
    const coming = [];
    let filled = 0;
    return (name, bytes) => {
      if (book.about() !== here || view !== key || made.has(key) || suffix(name) !== "svg") return;
      coming.push([name, bytes]);
      if (performance.now() - filled < 300) return;
      filled = performance.now();
      by("desk").dataset.old = "false";
      pages.fill(key, sorted(coming));
    };
  }

  function showPages(key, at, result, end) {
    const drawn = sorted(result.files.filter(([name]) => name.startsWith("output/") && suffix(name) === "svg"));
    const said = findingsOf(result.lines.err);
    const lacks = said.some(finding => finding.code === "missing-output");
    if (drawn.length) {
      made.set(key, { revision: at, pages: drawn });
      if (view === key) pages.fill(key, drawn);
    } else if (!made.get(key)?.pages || lacks) {
      made.delete(key);
      if (view === key) sayLacks(key, said, end);
    } else {
      by("desk").dataset.old = "true";
    }
    // Until everything is checked, what concerns these pages is all that is known.
    if (!checked && (!checkWanted || !findings.length)) setFindings(said.filter(finding => finding.code !== "missing-output"));
    lastEnd = { good: end.good, key, lacks };
  }

  function sayBroken(key, end) {
    const again = () => { patience = 0; want(); };
    if (made.has(key)) tell({ words: `${end.title}. ${end.words}`, act: end.again, onact: again, from: "pages" });
    else pages.say(key, make("strong", { text: end.title }), make("p", { text: end.words }), end.again ? make("button", { type: "button", text: end.again, onclick: again }) : null);
    status("broken", end.title);
    checkWanted = false;
  }

  function sayLacks(key, said, end) {
    const missing = said.find(finding => finding.code === "missing-output");
    if (missing) {
      const lacks = VIEWS.find(known => known.key === key).lacks;
      pages.say(key, make("strong", { text: lacks }), make("p", { text: missing.hints[0] ? `To have one, ${missing.hints[0]}.` : missing.message }));
      return;
    }
    const first = said.find(finding => finding.severity === "error");
    pages.say(key, make("strong", { text: "There are no pages yet" }), make("p", { text: first ? `${first.message}.` : end.title }),
      make("button", { type: "button", class: "primary", text: "Show the findings", onclick: showFindings }));
  }

  async function runCheck() {
    const here = book.about();
    working = { kind: "check" };
    checkWanted = false;
    const { path } = command();
    book.collect();
    status("working", "Looking for mistakes");
    const files = given();
    const result = await press.run({ args: ["check", path, "--format", "json"], files, seconds: PAGES_SECONDS });
    if (book.about() !== here) return;
    if (result.stopped === "newer") { checkWanted = true; return; }
    const found = findingsOfJson(result.lines.out);
    if (found) {
      setFindings(found, result.code);
      checked = true;
      if (mayBeMended(found) && !await tryToMend(here, path, files)) return;
    }
    else if (result.trap || result.stopped) { const end = ending(result); tell({ words: `${end.title}. ${end.words}` }); status("broken", end.title); return; }
    rest();
  }

  /// Looks what rulepress would mend, without taking it over; findings do not tell it. False if the book is no longer that one.
  async function tryToMend(here, path, files) {
    const result = await press.run({ args: ["check", path, "--fix"], files, seconds: PAGES_SECONDS });
    if (book.about() !== here) return false;
    if (result.stopped === "newer") checkWanted = true;
    if (result.stopped) return false;
    onmendable(mendedPlaces(result.lines.err));
    return true;
  }

  function setFindings(found, code) {
    findings = found.map(finding => ({ ...finding, file: unplaced(book.folder(), finding.file) }));
    onfindings(findings, code);
  }

  /// Says how things stand when nothing is left to do.
  function rest() {
    if (tasks.length || pagesWanted || checkWanted) return;
    const shown = made.get(view)?.pages.length ?? 0;
    const name = view === "cards" || view === "deck" ? "side" : "page";
    const parts = [shown ? `${shown} ${name}${shown === 1 ? "" : "s"}` : "No pages", counted(findings) || "no findings"];
    const wrong = findings.some(finding => finding.severity === "error");
    const empty = !shown && lastEnd?.key === view && !lastEnd.lacks && !lastEnd.good;
    status(wrong || empty ? "broken" : "ready", parts.join(", "));
    document.body.dataset.rest = String(Number(document.body.dataset.rest ?? 0) + 1);
  }

  // ---- what is wanted

  /// Asks for pages; what runs on an older text is ended.
  function want() {
    clearTimeout(typing);
    typing = 0;
    const shownDeck = by("views").children.length === 1;
    if (shownDeck !== Boolean(command().deck)) { view = "rulebook"; fillViews(); }
    if (!book.files().size) return showEmpty();
    pagesWanted = true;
    checkWanted = true;
    checked = false;
    if (working?.kind === "pages" || working?.kind === "check") press.stop("newer");
    pump();
  }

  /// Pages follow when the typing pauses: the longer they take, the longer the pause.
  function later() {
    revision += 1;
    if (!typing) typingSince = performance.now();
    clearTimeout(typing);
    const pause = Math.min(2500, Math.max(450, lastMs * 0.6));
    // Who never pauses sees pages all the same, and loses nothing.
    typing = setTimeout(want, Math.max(0, Math.min(pause, typingSince + LONGEST_PAUSE - performance.now())));
  }

  /// A book without files is no mistake; there is nothing to make of it.
  function showEmpty() {
    press.stop("newer");
    pagesWanted = false;
    checkWanted = false;
    made.clear();
    lastEnd = null;
    by("desk").dataset.old = "false";
    pages.say(view, make("strong", { text: "This book has no files" }), make("p", { text: "Add a text, and its pages come." }),
      make("button", { type: "button", class: "primary", text: "Add a file", onclick: addFile }));
    setFindings([]);
    status("ready", "No files");
  }

  const giveUpTasks = () => tasks.splice(0).forEach(waiting => waiting.done({ ...NOTHING, stopped: "person" }));

  function stop() {
    if (!working) return;
    giveUpTasks();
    pagesWanted = false;
    checkWanted = false;
    status("broken", "Stopped");
    press.stop("person");
  }

  // ---- what is looked at

  function fillViews() {
    const deckOnly = Boolean(command().deck);
    if (deckOnly) view = "deck";
    ondeck(deckOnly);
    const known = VIEWS.filter(one => !deckOnly || one.key === "deck");
    by("views").replaceChildren(...known.map(one => {
      const tab = make("button", { type: "button", role: "tab", text: one.title, "aria-selected": String(one.key === view), tabindex: one.key === view ? null : "-1", "aria-controls": "desk", onclick: () => look(one.key) });
      tab.dataset.key = one.key;
      return tab;
    }));
  }
  by("views").onkeydown = event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const tabs = [...by("views").children];
    const next = tabs[(tabs.findIndex(tab => tab.dataset.key === view) + step + tabs.length) % tabs.length];
    look(next.dataset.key);
    by("views").querySelector("[aria-selected=true]").focus();
  };
  function look(key) {
    if (view === key) return;
    view = key;
    fillViews();
    const known = made.get(key);
    if (known) pages.fill(key, known.pages);
    else pages.say(key, make("p", { text: "The pages are coming." }));
    if (known?.revision === revision) return rest();
    pagesWanted = true;
    if (working?.kind === "pages") press.stop("newer");
    pump();
  }

  // ---- the beginning and the end of a book

  function begin() {
    made = new Map();
    findings = [];
    checked = false;
    lastEnd = null;
    revision = 0;
    view = "rulebook";
    pages.forget();
    fillViews();
    pages.say(view, make("strong", { text: "Your pages are coming" }), make("p", { text: "The first time takes a little longer." }));
  }
  function end() {
    press.stop("newer");
    clearTimeout(typing);
    typing = 0;
    giveUpTasks();
    pagesWanted = false;
    checkWanted = false;
  }

  return { task, want, later, stop, begin, end, revision: () => revision, isWorking: () => Boolean(working) };
}

const sorted = files => [...files].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
