// The work on one book: opens and closes it, and joins its files, what is made of them, and the parts of the page.

import { by, ask } from "./dom.js";
import { openBook } from "./book.js";
import { openEditor } from "./editor.js";
import { openFileList } from "./filelist.js";
import { Refusal } from "./files.js";
import { openMaking } from "./making.js";
import { openPages } from "./pages.js";
import { openPanes } from "./panes.js";
import { ending } from "./said.js";
import { openSide } from "./side.js";
import { openStatus } from "./status.js";
import { unplaced } from "./command.js";

export function openWork({ press, leave }) {
  let release = null;
  let opening = false;

  const status = openStatus();
  const { tell, untell } = status;
  const editor = openEditor(by("editor"), path => { book.type(path); list.typed(path); changed(); });
  const book = openBook({ editor, tell, untell });
  const pages = openPages(by("desk"), { sizeLabel: by("size") });
  const { show, setText, setSide, focusPart, nextPart } = openPanes(editor);
  const list = openFileList({ book, editor, tell, untell, onchange: changed, showText: () => show("text") });
  const side = openSide({ run: (...what) => making.task(...what), files: () => { book.collect(); return book.files(); }, go: list.go, mend, accept, tell, bookZip: book.saveZip, remove });
  const making = openMaking({
    press, book, pages, status, addFile: list.addNew, showFindings: () => show("findings"), ondeck: side.offer, onmendable: side.mendable,
    onfindings: (findings, code) => { side.fill(findings, { code, files: book.files() }); list.mark(findings); },
  });

  /// The book has other files or other words.
  function changed() {
    making.later();
    book.keepSoon();
  }

  // ---- what rulepress changes in the texts

  /// Lets rulepress change the texts, and takes over what changed.
  async function change(title, args, told) {
    const here = book.about();
    let result = null;
    let at = 0;
    // What is typed meanwhile is not written over: it is done again with the new text.
    for (let tries = 0; tries < 3; tries++) {
      at = making.revision();
      result = await making.task(title, args, { verb: args[0] });
      if (book.about() !== here) return;
      if (at === making.revision() || result.stopped || result.trap) break;
    }
    if (at !== making.revision() && !result.stopped) return tell({ words: "You typed meanwhile, so nothing was changed. Try again when you pause." });
    const end = ending(result);
    const folder = book.folder();
    const other = result.files.filter(([path]) => path.startsWith(`${folder}/`)).map(([path, bytes]) => [unplaced(folder, path), bytes]);
    list.takeIn(other);
    if (result.trap || result.stopped) tell({ words: `${end.title}. ${end.words}` });
    else tell({ kind: "good", words: other.length ? told(other.map(([path]) => path)) : "There was nothing to change." });
    if (other.length) changed();
  }
  function mend() { return change("Fixing", ["check", "@", "--fix"], names => `Fixed: ${names.join(", ")}. Undo it in the text if you do not like it.`); }
  function accept() { return change("Accepting", ["accept", "@", "--all"], names => `Accepted: ${names.join(", ")}.`); }

  // ---- the book as a whole

  async function remove() {
    const { name, handle } = book.about();
    const where = handle ? "The folder on your disk stays as it is." : "It is kept nowhere else, unless you saved it.";
    if (!await ask({ title: `Delete ${name}?`, words: `The book goes from this browser. ${where}`, yes: "Delete", danger: true })) return;
    making.end();
    await book.forget();
    away();
    leave();
  }

  function showName(name) {
    by("book-name").textContent = name;
    document.title = `${name} – rulepress`;
  }
  by("book-name").onclick = async () => {
    const name = await ask({ title: "Rename this book", words: "This is its name on your shelf. The printed title is in the text or in book.toml.", value: book.about().name, label: "Name", yes: "Rename" });
    if (!name) return;
    book.rename(name);
    showName(name);
  };

  // ---- keys and buttons

  by("stop").onclick = making.stop;
  by("smaller").onclick = pages.smaller;
  by("larger").onclick = pages.larger;
  by("size").onclick = pages.fit;
  by("home").onclick = async () => {
    if (!await book.mayLeave()) return;
    close();
    leave();
  };

  addEventListener("keydown", event => {
    if (!book.about() || document.querySelector("dialog[open]")) return;
    // The search panel of the editor has keys of its own.
    if (event.key === "Escape" && event.target.closest?.(".cm-editor")?.querySelector(".cm-panel, .cm-tooltip")) return;
    const control = event.ctrlKey || event.metaKey;
    const tab = event.altKey && !control ? { Digit1: "text", Digit2: "pages", Digit3: "findings", Digit4: "save" }[event.code] : null;
    if (control && event.key.toLowerCase() === "s") book.saveBack();
    else if (control && event.key === "Enter") making.want();
    else if (tab) { show(tab); focusPart(tab); }
    else if (event.key === "F6") nextPart(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape" && making.isWorking() && !event.defaultPrevented) making.stop();
    else return;
    event.preventDefault();
  }, true);

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

  /// `trouble` says why the browser does not keep the book, if it does not.
  async function open(next, files, trouble = null) {
    if (opening) return;
    opening = true;
    const held = await hold(next.id).finally(() => { opening = false; });
    if (!held) throw new Refusal("This book is open in another tab. Close it there first.");
    book.open(next, files);
    editor.clear();
    side.clear();
    untell();
    showName(next.name);
    history.replaceState(null, "", `?book=${encodeURIComponent(next.id)}`);
    setText(true);
    setSide(innerWidth >= 1200 ? "save" : null);
    show("pages");
    making.begin();
    book.takeLast();
    list.showFirst();
    if (trouble) book.keptNothing(trouble);
    making.want();
  }

  function close() {
    making.end();
    book.close();
    away();
  }
  function away() {
    status.status("quiet", "");
    release?.();
    release = null;
  }

  /// Tells how much of the press is there, to whoever waits for pages.
  function loading(words) {
    if (book.about() && status.phase() === "working") by("status-words").textContent = words;
  }

  return { open, add: list.add, place: list.place, tell, keepAloud: book.keepAloud, loading };
}
