// The open book: its files, which of them its keepers lack, and how these get them. Its keepers are the browser's database and,
// if a person opened one, a folder on disk.

import { by, ask } from "./dom.js";
import { Refusal, saveAs, zipped } from "./files.js";
import { insideOf, placed } from "./command.js";
import * as disk from "./disk.js";
import * as store from "./store.js";

const KEEPING_PAUSE = 400;
const utf8 = bytes => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

export function openBook({ editor, tell, untell }) {
  let about = null; // {id, name, folder, changed, handle, times}, or null while no book is open
  let files = new Map();
  let typed = new Set(); // files whose text in the editor is newer than `files`
  let unkept = new Set(); // files that the browser's database does not have yet
  let gone = new Set();
  let unwritten = new Set(); // the same two of the folder on disk
  let goneOnDisk = new Set();
  let keeping = 0;
  let line = Promise.resolve(true); // each try to keep waits for the one before it
  let trouble = null; // why the last try failed
  let asked = false;

  function open(next, list) {
    about = next;
    files = new Map(list);
    [typed, unkept, gone, unwritten, goneOnDisk] = Array.from({ length: 5 }, () => new Set());
    setTrouble(null);
  }
  /// Closes the book; what is not kept then is not kept at all.
  function close() {
    clearTimeout(keeping);
    keeping = 0;
    about = null;
    setTrouble(null);
  }

  // ---- changes

  function type(path) {
    typed.add(path);
    unkept.add(path);
    if (about.handle) unwritten.add(path);
  }

  /// Takes over what was typed.
  function collect() {
    for (const path of typed) {
      const text = editor.text(path);
      if (text !== null && files.has(path)) files.set(path, new TextEncoder().encode(text));
    }
    typed.clear();
  }

  /// A file with new bytes, whatever was typed into it.
  function set(path, bytes) {
    typed.delete(path);
    files.set(path, bytes);
    unkept.add(path);
    gone.delete(path);
    goneOnDisk.delete(path);
    if (about.handle) unwritten.add(path);
  }
  function drop(path) {
    files.delete(path);
    typed.delete(path);
    unkept.delete(path);
    gone.add(path);
    unwritten.delete(path);
    if (about.handle) goneOnDisk.add(path);
  }

  // ---- the browser's database

  function keepSoon() { keeping ||= setTimeout(keep, KEEPING_PAUSE); }

  /// Keeps what changed; resolves to whether everything is kept.
  function keep() {
    line = line.then(keepNow);
    return line;
  }
  async function keepNow() {
    clearTimeout(keeping);
    keeping = 0;
    if (!about || !(unkept.size || gone.size)) return true;
    collect();
    const here = about;
    const changed = [...unkept].filter(path => files.has(path)).map(path => [path, files.get(path)]);
    const lost = [...gone];
    unkept = new Set();
    gone = new Set();
    here.changed = Date.now();
    try {
      await store.keepFiles(here, changed, lost);
    } catch (error) {
      if (about !== here) return false;
      changed.forEach(([path]) => unkept.add(path));
      lost.forEach(path => gone.add(path));
      // Who has read it once and goes on typing is not told again and again.
      const known = Boolean(trouble);
      setTrouble(error);
      if (!known) tellTrouble();
      return false;
    }
    if (about !== here) return true;
    if (!unkept.size) store.forgetLastWords(here.id);
    if (!asked) { asked = true; navigator.storage?.persist?.().catch(() => {}); }
    if (trouble) untell("keeping");
    setTrouble(null);
    return true;
  }

  /// The browser has nothing of the book, for this reason.
  function keptNothing(error) {
    unkept = new Set(files.keys());
    setTrouble(error);
    tellTrouble();
  }
  function setTrouble(error) {
    trouble = error;
    by("unkept").hidden = !error;
  }
  const inWords = () => trouble?.name === "QuotaExceededError"
    ? "This browser has no room left: what you write is not kept when you close the page. Save the book as a zip now. To make room, delete books that you no longer need."
    : "This browser keeps nothing of this page: what you write is gone when you close it. Save the book as a zip before.";
  function tellTrouble() { tell({ words: inWords(), act: "Save as a zip", onact: saveZip, from: "keeping" }); }
  by("unkept").onclick = tellTrouble;

  addEventListener("pagehide", () => { keepLast(); keep(); });
  addEventListener("beforeunload", event => { if (about && trouble && unkept.size) event.preventDefault(); });

  /// Keeps what changed because a person asked for it: what cannot be kept is told once more.
  async function keepAloud() {
    const kept = await keep();
    if (!kept) tellTrouble();
    return kept;
  }
  /// Whether the book may be left: everything is kept, or the person knows that it is not.
  async function mayLeave() {
    return await keep() || Boolean(await ask({ title: "Leave without keeping your text?", words: inWords(), yes: "Leave", danger: true }));
  }

  // A page that goes may not wait for the database: its last words are also kept where nobody waits, until they are there.
  function keepLast() {
    if (!about || !unkept.size) return;
    collect();
    const text = path => { try { return [[path, utf8(files.get(path))]]; } catch { return []; } };
    store.keepLastWords(about.id, [...unkept].filter(path => files.has(path)).flatMap(text));
  }
  function takeLast() {
    for (const [path, text] of store.lastWords(about.id)) set(path, new TextEncoder().encode(text));
    if (unkept.size) keepSoon();
  }

  /// Another name on the shelf.
  function rename(name) {
    about.name = name;
    store.keepBook(about).catch(() => {});
  }

  /// Takes the book out of the browser, and closes it.
  async function forget() {
    const { id } = about;
    unkept.clear();
    gone.clear();
    close();
    await store.forget(id);
  }

  // ---- the folder on disk, and the zip

  function saveZip() {
    collect();
    saveAs(`${about.folder}.zip`, zipped(placed(about.folder, files)));
  }

  /// Ctrl+S: the browser has the text anyway; a folder on disk gets what changed.
  async function saveBack() {
    const kept = await keepAloud();
    if (!about.handle && !kept) return;
    if (!about.handle) { tell({ kind: "good", words: "Your text is kept in this browser. Save the book as a zip to have it elsewhere too.", act: "Save as a zip", onact: saveZip }); return; }
    try {
      if (await about.handle.requestPermission?.({ mode: "readwrite" }) === "denied") throw new Refusal("The browser does not let this page write into your folder.");
      const times = about.times ?? new Map();
      const other = await changedByOthers(times);
      if (other.length && !await ask({ title: "Changed on your disk", words: `Another program changed ${other.join(", ")} since you opened the folder. Write your text over it?`, yes: "Write mine", danger: true })) return;
      const count = await writeChanges(times);
      about.times = times;
      await store.keepBook(about);
      tell({ kind: "good", words: count ? `Saved in your folder ${about.handle.name}: ${count} ${count === 1 ? "file" : "files"}.` : "Your folder has everything already." });
    } catch (error) {
      tell({ words: error instanceof Refusal ? error.message : `Your folder could not be written. ${kept ? "Your text is kept in this browser." : "Save the book as a zip."} (${error.message})` });
    }
  }
  async function changedByOthers(times) {
    const other = [];
    for (const path of unwritten) {
      const there = await disk.fileAt(about.handle, path);
      if (there && times.has(path) && there.lastModified !== times.get(path)) other.push(path);
    }
    return other;
  }
  async function writeChanges(times) {
    let count = 0;
    for (const path of [...unwritten]) {
      await disk.write(about.handle, path, files.get(path));
      times.set(path, (await disk.fileAt(about.handle, path)).lastModified);
      unwritten.delete(path);
      count += 1;
    }
    for (const path of [...goneOnDisk]) {
      await disk.remove(about.handle, path);
      goneOnDisk.delete(path);
      count += 1;
    }
    return count;
  }

  return {
    open, close, type, collect, set, drop, keep, keepSoon, keepAloud, keptNothing, mayLeave, takeLast, rename, forget, saveZip, saveBack,
    about: () => about,
    files: () => files,
    folder: () => about.folder,
    inside: () => insideOf(about.folder, files),
  };
}
