// The work on one book: its files, what is made of them, and where it is kept.

import { by, make, ask } from "./dom.js";
import { openEditor } from "./editor.js";
import { openPages } from "./pages.js";
import { openSide } from "./side.js";
import { VIEWS } from "./outputs.js";
import { counted, ending, findingsOf, findingsOfJson } from "./said.js";
import { Refusal, cleaned, isPicture, isText, typeOf, ending as suffix, zipped, saveAs, sized } from "./files.js";
import { NOTHING } from "./press.js";
import { openPanes } from "./panes.js";
import * as disk from "./disk.js";
import * as store from "./store.js";

const PAGES_SECONDS = 120;
const TASK_SECONDS = 600;
const LONGEST_PAUSE = 6000;
const MOST_TO_EDIT = 5 * 1024 * 1024;

export function openWork({ press, leave }) {
  let book = null;
  let files = new Map();
  let typed = new Set(); // files whose text in the editor is newer than `files`
  let unkept = new Set(); // files that the browser's own storage does not have yet
  let gone = new Set();
  let unwritten = new Set(); // the same two of the folder on disk
  let goneOnDisk = new Set();
  let revision = 0;
  let shownFile = null;
  let view = "rulebook";
  let made = new Map(); // of each view: {revision, pages, lacks}
  let findings = [];
  let release = null;
  let opening = false;

  // What is to be done: tasks that a person asked for come first, then pages, then a check of everything.
  let tasks = [];
  let pagesWanted = false;
  let checkWanted = false;
  let working = null;
  let patience = PAGES_SECONDS;
  let lastMs = 0;
  let typing = 0;
  let typingSince = 0;
  let keeping = 0;

  const editor = openEditor(by("editor"), changedByTyping);
  const pages = openPages(by("desk"), { sizeLabel: by("size") });
  const side = openSide({ run: task, files: () => { collect(); return files; }, go, mend, accept, tell, bookZip, remove });

  // ---- the state of the work, in words

  const tools = by("status");
  let ticking = 0;
  function status(phase, words) {
    tools.dataset.phase = phase;
    by("status-words").textContent = words;
    clearInterval(ticking);
    by("clock").textContent = "";
    if (phase !== "working") { by("stop").hidden = true; return announce(words); }
    const start = performance.now();
    ticking = setInterval(() => {
      const seconds = (performance.now() - start) / 1000;
      // What is done in a moment needs no clock, no way to stop it, and no voice.
      if (seconds > 0.5) by("stop").hidden = false;
      if (seconds > 0.8) by("clock").textContent = seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
      if (seconds > 3) announce(by("status-words").textContent);
    }, 100);
  }
  function announce(words) {
    if (by("live").textContent !== words) by("live").textContent = words;
  }

  /// `from` says what may take the words back: pages that come well.
  function tell({ words, kind = "bad", act, onact, from = "" }) {
    by("notice").hidden = false;
    by("notice").dataset.from = from;
    by("notice").dataset.kind = kind;
    by("notice-words").textContent = words;
    by("notice-act").hidden = !act;
    by("notice-act").textContent = act ?? "";
    by("notice-act").onclick = () => { by("notice").hidden = true; onact?.(); };
  }
  by("notice-close").onclick = () => { by("notice").hidden = true; };

  // ---- what runs

  const folderOf = () => book.folder;
  const texts = () => [...files.keys()].filter(isText);

  /// Where the book itself lies: in a folder of its own name if others, whose rules it uses, lie beside it.
  const inside = () => !files.has("book.toml") && files.has(`${folderOf()}/book.toml`) ? `${folderOf()}/` : "";

  /// The first words of the command for this book: a table of cards alone is a deck.
  function command() {
    const csv = [...files.keys()].filter(path => suffix(path) === "csv");
    if (inside()) return { verb: "build", path: `${folderOf()}/${folderOf()}` };
    if (files.has("book.toml")) return { verb: "build", path: folderOf() };
    if (!texts().length && csv.length) return { verb: "build", path: `${folderOf()}/${csv[0]}`, deck: true };
    return { verb: "build", path: texts().length === 1 ? `${folderOf()}/${texts()[0]}` : folderOf() };
  }
  const placed = () => [...files].map(([path, bytes]) => [`${folderOf()}/${path}`, bytes]);
  const own = path => path?.startsWith(`${folderOf()}/`) ? path.slice(folderOf().length + 1) : path;

  /// Runs a command that a person asked for; what runs for the pages makes way.
  function task(words, args, { verb } = {}) {
    return new Promise(done => {
      if (!book) return done({ ...NOTHING, stopped: "person" });
      tasks.push({ words, args, verb, done });
      if (working?.kind === "pages" || working?.kind === "check") press.stop("newer");
      pump();
    });
  }

  async function pump() {
    if (working || !book) return;
    const here = book;
    if (tasks.length) await runTask(tasks.shift());
    else if (pagesWanted) await runPages();
    else if (checkWanted) await runCheck();
    else return;
    working = null;
    if (book === here || book) pump();
  }

  async function runTask(next) {
    working = { kind: "task" };
    collect();
    status("working", next.words);
    const { verb, path } = command();
    const args = next.verb ? next.args : [verb, path, ...next.args];
    const result = await press.run({ args: args.map(part => part === "@" ? path : part), files: next.verb === "explain" ? [] : placed(), seconds: TASK_SECONDS });
    next.done(result);
    if (book) rest();
  }

  async function runPages() {
    const here = book;
    const at = revision;
    const key = view;
    working = { kind: "pages" };
    pagesWanted = false;
    collect();
    const title = VIEWS.find(known => known.key === key).title.toLowerCase();
    status("working", `Setting the ${title}`);
    by("desk").dataset.old = "true";
    const coming = [];
    let filled = 0;
    const { verb, path } = command();
    const result = await press.run({
      args: [verb, path, "--only", key, "--format", "svg", "-v"], files: placed(), seconds: patience,
      onstart: () => { if (by("status-words").textContent !== `Setting the ${title}`) status("working", `Setting the ${title}`); },
      // Pages that come first are shown first, unless there are older ones to look at.
      onmade: (name, bytes) => {
        if (book !== here || view !== key || made.has(key) || suffix(name) !== "svg") return;
        coming.push([name, bytes]);
        if (performance.now() - filled < 300) return;
        filled = performance.now();
        by("desk").dataset.old = "false";
        pages.fill(key, sorted(coming));
      },
    });
    if (book !== here) return;
    if (result.stopped === "newer") { pagesWanted = true; return; }
    lastMs = result.ms;
    const drawn = sorted(result.files.filter(([name]) => name.startsWith("output/") && suffix(name) === "svg"));
    const said = findingsOf(result.lines.err);
    const end = ending(result);
    document.body.dataset.memory = result.memory;
    document.body.dataset.ms = Math.round(result.ms);
    by("desk").dataset.old = "false";
    patience = PAGES_SECONDS;
    if (result.trap || result.stopped) {
      const again = () => { patience = 0; want(); };
      if (made.has(key)) tell({ words: `${end.title}. ${end.words}`, act: end.again, onact: again, from: "pages" });
      else pages.say(key, make("strong", { text: end.title }), make("p", { text: end.words }), end.again ? make("button", { type: "button", text: end.again, onclick: again }) : null);
      status("broken", end.title);
      checkWanted = false;
      return;
    }
    if (by("notice").dataset.from === "pages") by("notice").hidden = true;
    if (drawn.length) {
      made.set(key, { revision: at, pages: drawn });
      if (view === key) pages.fill(key, drawn);
    } else if (!made.get(key)?.pages || said.some(finding => finding.code === "missing-output")) {
      made.delete(key);
      if (view === key) sayLacks(key, said, end);
    } else {
      by("desk").dataset.old = "true";
    }
    // Until everything is checked, what concerns these pages is all that is known.
    if (!checkWanted || !findings.length) setFindings(said.filter(finding => finding.code !== "missing-output"));
    lastEnd = { result, end, count: drawn.length, key, lacks: said.some(finding => finding.code === "missing-output") };
    rest();
  }

  let lastEnd = null;

  function sayLacks(key, said, end) {
    const missing = said.find(finding => finding.code === "missing-output");
    if (missing) {
      const lacks = VIEWS.find(known => known.key === key).lacks;
      pages.say(key, make("strong", { text: lacks }), make("p", { text: missing.hints[0] ? `To have one, ${missing.hints[0]}.` : missing.message }));
      return;
    }
    const first = said.find(finding => finding.severity === "error");
    pages.say(key, make("strong", { text: "There are no pages yet" }), make("p", { text: first ? `${first.message}.` : end.title }),
      make("button", { type: "button", class: "primary", text: "Show the findings", onclick: () => show("findings") }));
  }

  async function runCheck() {
    const here = book;
    working = { kind: "check" };
    checkWanted = false;
    const { path } = command();
    collect();
    status("working", "Looking for mistakes");
    const result = await press.run({ args: ["check", path, "--format", "json"], files: placed(), seconds: PAGES_SECONDS });
    if (book !== here) return;
    if (result.stopped === "newer") { checkWanted = true; return; }
    const found = findingsOfJson(result.lines.out);
    if (found) setFindings(found, result.code);
    else if (result.trap || result.stopped) { const end = ending(result); tell({ words: `${end.title}. ${end.words}` }); status("broken", end.title); return; }
    rest();
  }

  function setFindings(found, code) {
    findings = found.map(finding => ({ ...finding, file: own(finding.file) }));
    side.fill(findings, { code, files });
    const marked = new Set(findings.filter(finding => finding.severity === "error").map(finding => finding.file));
    for (const button of by("file-list").querySelectorAll("button")) button.classList.toggle("dotted", marked.has(button.dataset.path));
  }

  /// Says how things stand when nothing is left to do.
  function rest() {
    if (tasks.length || pagesWanted || checkWanted) return;
    const shown = made.get(view)?.pages.length ?? 0;
    const name = view === "cards" || view === "deck" ? "side" : "page";
    const parts = [shown ? `${shown} ${name}${shown === 1 ? "" : "s"}` : "No pages", counted(findings) || "no findings"];
    const wrong = findings.some(finding => finding.severity === "error");
    const lacks = lastEnd?.key === view && lastEnd.lacks;
    status(wrong || !shown && !lacks && lastEnd?.key === view && !lastEnd?.end.good ? "broken" : "ready", parts.join(", "));
    document.body.dataset.rest = String(Number(document.body.dataset.rest ?? 0) + 1);
  }

  /// Asks for pages; what runs on an older text is ended.
  function want() {
    clearTimeout(typing);
    typing = 0;
    const shownDeck = by("views").children.length === 1;
    if (shownDeck !== Boolean(command().deck)) { view = "rulebook"; fillViews(); }
    if (!files.size) return showEmpty();
    pagesWanted = true;
    checkWanted = true;
    if (working?.kind === "pages" || working?.kind === "check") press.stop("newer");
    pump();
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
      make("button", { type: "button", class: "primary", text: "Add a file", onclick: newFile }));
    setFindings([]);
    status("ready", "No files");
  }

  const giveUpTasks = () => tasks.splice(0).forEach(waiting => waiting.done({ ...NOTHING, stopped: "person" }));

  by("stop").onclick = stop;
  function stop() {
    if (!working) return;
    giveUpTasks();
    pagesWanted = false;
    checkWanted = false;
    status("broken", "Stopped");
    press.stop("person");
  }

  // ---- texts

  const decode = bytes => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

  function changedByTyping(path) {
    typed.add(path);
    unkept.add(path);
    if (book.handle) unwritten.add(path);
    later();
  }

  /// Pages follow when the typing pauses: the longer they take, the longer the pause.
  function later() {
    revision += 1;
    if (!typing) typingSince = performance.now();
    clearTimeout(typing);
    const pause = Math.min(2500, Math.max(450, lastMs * 0.6));
    // Who never pauses sees pages all the same, and loses nothing.
    typing = setTimeout(want, Math.max(0, Math.min(pause, typingSince + LONGEST_PAUSE - performance.now())));
    keeping ||= setTimeout(flush, 400);
  }

  /// Takes over what was typed.
  function collect() {
    for (const path of typed) {
      const text = editor.text(path);
      if (text !== null && files.has(path)) files.set(path, new TextEncoder().encode(text));
    }
    typed.clear();
  }

  async function flush() {
    clearTimeout(keeping);
    keeping = 0;
    if (!book || !(unkept.size || gone.size)) return;
    collect();
    const changed = [...unkept].filter(path => files.has(path)).map(path => [path, files.get(path)]);
    const lost = [...gone];
    unkept = new Set();
    gone = new Set();
    book.changed = Date.now();
    try {
      const here = book;
      await store.keepFiles(here, changed, lost);
      if (!unkept.size) store.forgetLastWords(here.id);
      if (!asked) { asked = true; navigator.storage?.persist?.().catch(() => {}); }
    } catch (error) {
      changed.forEach(([path]) => unkept.add(path));
      lost.forEach(path => gone.add(path));
      const words = error.name === "QuotaExceededError" ? "The browser has no room to keep your text. Save the book as a zip, and delete books that you no longer need."
        : "This browser keeps nothing of this page. Save the book as a zip before you close it.";
      tell({ words, act: "Save as a zip", onact: bookZip });
    }
  }
  let asked = false;
  addEventListener("pagehide", () => { keepLast(); flush(); });

  // A page that goes may not wait for the database: its last words are also kept where nobody waits, until they are there.
  function keepLast() {
    if (!book || !unkept.size) return;
    collect();
    const text = path => { try { return [[path, decode(files.get(path))]]; } catch { return []; } };
    store.keepLastWords(book.id, [...unkept].filter(path => files.has(path)).flatMap(text));
  }
  function takeLast() {
    for (const [path, text] of store.lastWords(book.id)) set(path, new TextEncoder().encode(text));
    if (unkept.size) keeping ||= setTimeout(flush, 400);
  }

  function set(path, bytes) {
    files.set(path, bytes);
    unkept.add(path);
    gone.delete(path);
    goneOnDisk.delete(path);
    if (book.handle) unwritten.add(path);
  }
  function drop(path) {
    files.delete(path);
    typed.delete(path);
    unkept.delete(path);
    gone.add(path);
    unwritten.delete(path);
    if (book.handle) goneOnDisk.add(path);
  }

  /// Shows a file in the editor, or says why it is not shown there.
  function showFile(path) {
    if (!files.has(path)) return;
    shownFile = path;
    fillNames();
    const bytes = files.get(path);
    let text = null;
    let why = "";
    if (isPicture(path) && suffix(path) !== "svg") why = "picture";
    else if (bytes.length > MOST_TO_EDIT) why = `This file is too large to change here (${sized(bytes.length)}). rulepress reads texts of up to 4 MB.`;
    else {
      try { text = decode(bytes); } catch { why = `This file is not a text that can be changed here (${sized(bytes.length)}).`; }
      if (text?.includes("\u0000")) { text = null; why = `This file is not a text that can be changed here (${sized(bytes.length)}).`; }
    }
    by("editor").hidden = text === null;
    by("other").hidden = text !== null;
    if (text !== null) return editor.show(path, () => text);
    if (why !== "picture") return by("other").replaceChildren(make("p", { text: why }));
    const url = URL.createObjectURL(new Blob([bytes], { type: typeOf(path) }));
    const picture = make("img", { src: url, alt: path });
    picture.onload = picture.onerror = () => URL.revokeObjectURL(url);
    by("other").replaceChildren(picture, make("p", { text: `${path}, ${sized(bytes.length)}` }), make("p", { text: `Write ![words](${path}) where it is to stand.` }));
  }

  /// No file is shown: there is none.
  function showNothing() {
    shownFile = null;
    fillNames();
    by("editor").hidden = true;
    by("other").hidden = false;
    by("other").replaceChildren(make("p", { text: "This book has no files." }), make("button", { type: "button", text: "Add a file", onclick: newFile }));
  }

  /// The book's own folder first, folder by folder, texts before the rest.
  const order = path => {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const rank = folder === inside() ? 0 : folder.startsWith(inside()) ? 1 : 2;
    return [rank, folder, path.endsWith("book.toml") ? 0 : isText(path) ? 1 : 2, path];
  };
  const before = (left, right) => {
    const [a, b] = [order(left), order(right)];
    return a[0] - b[0] || a[1].localeCompare(b[1], "en") || a[2] - b[2] || a[3].localeCompare(b[3], "en", { numeric: true });
  };

  function fillNames() {
    const paths = [...files.keys()].sort(before);
    const list = by("file-list");
    const wanted = paths.join("\n");
    if (list.dataset.paths !== wanted) {
      list.dataset.paths = wanted;
      let folder = "";
      const rows = [];
      for (const path of paths) {
        const at = path.lastIndexOf("/");
        if (path.slice(0, Math.max(0, at)) !== folder) { folder = path.slice(0, at); rows.push(make("li", { class: "folder", text: folder })); }
        const button = make("button", { type: "button", text: path.slice(at + 1), title: path, onclick: () => { showFile(path); } });
        button.dataset.path = path;
        rows.push(make("li", {}, button));
      }
      list.replaceChildren(...rows);
      by("file-select").replaceChildren(...paths.map(path => make("option", { value: path, text: path })));
    }
    for (const button of list.querySelectorAll("button")) button.setAttribute("aria-current", String(button.dataset.path === shownFile));
    by("file-select").value = shownFile ?? "";
    by("file-name").textContent = shownFile ?? "";
    for (const id of ["rename", "delete", "find"]) by(id).disabled = !shownFile;
  }
  by("file-select").onchange = event => showFile(event.target.value);

  async function freePath(title, value, yes) {
    const name = await ask({ title, value, label: "Name of the file", yes });
    const path = name && cleaned(name);
    if (!path || path === value && yes === "Rename") return null;
    const other = [...files.keys()].find(known => known !== value && (known.toLowerCase() === path.toLowerCase()
      || known.startsWith(`${path}/`) || path.startsWith(`${known}/`)));
    if (other) { tell({ words: `There is already a file ${other}.` }); return null; }
    by("notice").hidden = true;
    return path;
  }
  async function newFile() {
    const path = await freePath("Add a file", `${inside()}chapter.md`, "Add");
    if (!path) return;
    const heading = path.split("/").at(-1).replace(/\.[^.]*$/, "").replace(/^\d+[-_ ]*/, "").replaceAll("-", " ");
    const text = isText(path) && suffix(path) !== "html" ? `# ${heading.charAt(0).toUpperCase()}${heading.slice(1)}\n\n` : "";
    set(path, new TextEncoder().encode(text));
    showFile(path);
    editor.focus();
    const manifest = `${inside()}book.toml`;
    const own = path.startsWith(inside()) ? path.slice(inside().length) : path;
    const listed = files.has(manifest) && isText(path) && !["sheet.md", "cards.md"].includes(own);
    if (listed) tell({ kind: "good", words: `To print ${own}, add its name to the line “sources” in book.toml.`, act: "Show book.toml", onact: () => { showFile(manifest); show("text"); } });
    later();
  }
  by("new-file").onclick = newFile;
  by("add-small").onclick = newFile;
  by("rename").onclick = async () => {
    collect();
    const from = shownFile;
    const path = await freePath(`Rename ${from}`, from, "Rename");
    if (!path) return;
    const bytes = files.get(from);
    editor.rename(from);
    drop(from);
    set(path, bytes);
    showFile(path);
    later();
  };
  by("delete").onclick = async () => {
    const path = shownFile;
    if (!await ask({ title: `Delete ${path}?`, words: "The file goes out of the book.", yes: "Delete", danger: true })) return;
    const bytes = (collect(), files.get(path));
    editor.remove(path);
    drop(path);
    shownFile = null;
    const next = firstFile();
    if (next) showFile(next); else showNothing();
    tell({ kind: "good", words: `${path} was deleted.`, act: "Put it back", onact: () => { set(path, bytes); showFile(path); later(); } });
    later();
  };
  by("find").onclick = () => editor.search();
  by("add-files").onclick = () => by("add-input").click();
  by("add-input").onchange = async event => {
    const list = [...event.target.files];
    event.target.value = "";
    await add({ files: await Promise.all(list.map(async file => [file.name, new Uint8Array(await file.arrayBuffer())])) });
  };

  /// Adds files to the open book; those that are there already are asked about.
  async function add({ files: more }) {
    const known = more.filter(([path]) => files.has(path));
    if (known.length && !await ask({ title: "Replace files?", words: `${known.map(([path]) => path).slice(0, 8).join(", ")}${known.length > 8 ? " and others" : ""}: already in the book.`, yes: "Replace" })) return;
    collect();
    for (const [path, bytes] of more) take(path, bytes);
    fillNames();
    if (more.length) showFile(more[0][0]);
    later();
  }

  /// A file with new bytes: its text changes in the editor too, and can be undone there.
  function take(path, bytes) {
    if (editor.text(path) !== null) {
      try { editor.replace(path, decode(bytes)); } catch { editor.remove(path); }
    }
    typed.delete(path);
    set(path, bytes);
  }

  function firstFile() {
    const paths = [...files.keys()].sort(before);
    return paths.find(path => isText(path) && path.startsWith(inside())) ?? paths[0] ?? null;
  }

  function go(finding) {
    if (!files.has(finding.file)) return;
    show("text");
    showFile(finding.file);
    if (!by("editor").hidden && finding.line) editor.go(finding.line, finding.column);
  }

  /// Lets rulepress change the texts, and takes over what changed.
  async function change(words, args, told) {
    const here = book;
    let result = null;
    let at = 0;
    // What is typed meanwhile is not written over: it is done again with the new text.
    for (let tries = 0; tries < 3; tries++) {
      at = revision;
      result = await task(words, args, { verb: args[0] });
      if (book !== here) return;
      if (at === revision || result.stopped || result.trap) break;
    }
    if (at !== revision && !result.stopped) return tell({ words: "You typed meanwhile, so nothing was changed. Try again when you pause." });
    const end = ending(result);
    const changed = result.files.filter(([path]) => path.startsWith(`${folderOf()}/`)).map(([path, bytes]) => [own(path), bytes]);
    for (const [path, bytes] of changed) take(path, bytes);
    fillNames();
    if (result.trap || result.stopped) tell({ words: `${end.title}. ${end.words}` });
    else tell({ kind: "good", words: changed.length ? told(changed.map(([path]) => path)) : "There was nothing to change." });
    if (changed.length) later();
  }
  function mend() { return change("Mending", ["check", "@", "--fix"], names => `Mended: ${names.join(", ")}. Undo it in the text if you do not like it.`); }
  function accept() { return change("Accepting", ["accept", "@"], names => `Accepted: ${names.join(", ")}.`); }

  // ---- the book as a whole

  async function bookZip() {
    collect();
    saveAs(`${folderOf()}.zip`, zipped([...files].map(([path, bytes]) => [`${folderOf()}/${path}`, bytes])));
  }

  async function remove() {
    const where = book.handle ? "The folder on your disk stays as it is." : "It is kept nowhere else, unless you saved it.";
    if (!await ask({ title: `Delete ${book.name}?`, words: `The book goes from this browser. ${where}`, yes: "Delete", danger: true })) return;
    const { id } = book;
    unkept.clear();
    gone.clear();
    await close();
    await store.forget(id);
    leave();
  }

  by("book-name").onclick = async () => {
    const name = await ask({ title: "Rename this book", words: "This is its name on your shelf. The title that is printed stands in the text or in book.toml.", value: book.name, label: "Name", yes: "Rename" });
    if (!name) return;
    book.name = name;
    by("book-name").textContent = name;
    document.title = `${name} – rulepress`;
    store.keepBook(book).catch(() => {});
  };

  /// Ctrl+S: the browser has the text anyway; a folder on disk gets what changed.
  async function saveBack() {
    await flush();
    if (!book.handle) { tell({ kind: "good", words: "Your text is kept in this browser. Save the book as a zip to have it elsewhere too.", act: "Save as a zip", onact: bookZip }); return; }
    try {
      if (await book.handle.requestPermission?.({ mode: "readwrite" }) === "denied") throw new Refusal("The browser does not let this page write into your folder.");
      const times = book.times ?? new Map();
      const other = [];
      for (const path of unwritten) {
        const there = await disk.fileAt(book.handle, path);
        if (there && times.has(path) && there.lastModified !== times.get(path)) other.push(path);
      }
      if (other.length && !await ask({ title: "Changed on your disk", words: `Another program changed ${other.join(", ")} since you opened the folder. Write your text over it?`, yes: "Write mine", danger: true })) return;
      let count = 0;
      for (const path of [...unwritten]) {
        await disk.write(book.handle, path, files.get(path));
        times.set(path, (await disk.fileAt(book.handle, path)).lastModified);
        unwritten.delete(path);
        count += 1;
      }
      for (const path of [...goneOnDisk]) {
        await disk.remove(book.handle, path);
        goneOnDisk.delete(path);
        count += 1;
      }
      book.times = times;
      await store.keepBook(book);
      tell({ kind: "good", words: count ? `Saved in your folder ${book.handle.name}: ${count} ${count === 1 ? "file" : "files"}.` : "Your folder has everything already." });
    } catch (error) {
      tell({ words: error instanceof Refusal ? error.message : `Your folder could not be written. Your text is kept in this browser. (${error.message})` });
    }
  }
  // ---- parts of the page

  const { show, setText, setSide, focusPart, nextPart } = openPanes(editor);

  function fillViews() {
    const deckOnly = Boolean(command().deck);
    if (deckOnly) view = "deck";
    side.offer(deckOnly);
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
  by("smaller").onclick = pages.smaller;
  by("larger").onclick = pages.larger;
  by("size").onclick = pages.fit;

  addEventListener("keydown", event => {
    if (!book || document.querySelector("dialog[open]")) return;
    // The search panel of the editor has keys of its own.
    if (event.key === "Escape" && event.target.closest?.(".cm-editor")?.querySelector(".cm-panel, .cm-tooltip")) return;
    const control = event.ctrlKey || event.metaKey;
    const tab = event.altKey && !control ? { Digit1: "text", Digit2: "pages", Digit3: "findings", Digit4: "save" }[event.code] : null;
    if (control && event.key.toLowerCase() === "s") saveBack();
    else if (control && event.key === "Enter") want();
    else if (tab) { show(tab); focusPart(tab); }
    else if (event.key === "F6") nextPart(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape" && working && !event.defaultPrevented) stop();
    else return;
    event.preventDefault();
  }, true);
  by("home").onclick = async () => { await close(); leave(); };

  // ---- opening and closing

  /// Only one tab works on a book.
  async function hold(id) {
    if (!navigator.locks) return true;
    return new Promise(good => {
      navigator.locks.request(`rulepress book ${id}`, { ifAvailable: true }, lock => {
        if (!lock) { good(false); return undefined; }
        good(true);
        return new Promise(free => { release = free; });
      });
    });
  }

  async function open(next, list) {
    if (opening) return;
    opening = true;
    const held = await hold(next.id).finally(() => { opening = false; });
    if (!held) throw new Refusal("This book is open in another tab. Close it there first.");
    book = next;
    files = new Map(list);
    [typed, unkept, gone, unwritten, goneOnDisk] = Array.from({ length: 5 }, () => new Set());
    made = new Map();
    findings = [];
    lastEnd = null;
    revision = 0;
    view = "rulebook";
    editor.clear();
    pages.forget();
    side.clear();
    shownFile = null;
    by("notice").hidden = true;
    by("book-name").textContent = book.name;
    document.title = `${book.name} – rulepress`;
    history.replaceState(null, "", `?book=${encodeURIComponent(book.id)}`);
    setText(true);
    setSide(innerWidth >= 1200 ? "save" : null);
    show("pages");
    fillViews();
    fillNames();
    takeLast();
    const first = firstFile();
    if (first) showFile(first); else showNothing();
    pages.say(view, make("strong", { text: "Your pages are coming" }), make("p", { text: "The first time takes a little longer." }));
    want();
  }

  async function close() {
    await flush();
    press.stop("newer");
    clearTimeout(typing);
    clearTimeout(keeping);
    typing = 0;
    keeping = 0;
    giveUpTasks();
    pagesWanted = false;
    checkWanted = false;
    book = null;
    status("quiet", "");
    release?.();
    release = null;
  }

  /// Tells how much of the press is there, to whoever waits for pages.
  function loading(words) {
    if (book && tools.dataset.phase === "working") by("status-words").textContent = words;
  }

  return { open, add, tell, flush, loading };
}

const sorted = files => [...files].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
