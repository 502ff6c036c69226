// The page: the first screen, the work on one book, and what both need.

import { by, make, ask } from "./dom.js";
import { openPress } from "./press.js";
import { openWork } from "./work.js";
import { Refusal, dropped, picked, fromHandle, settle, isText, ending } from "./files.js";
import { adviceFor, isForeign } from "./advice.js";
import { textOf } from "./decode.js";
import * as store from "./store.js";
import { service, samples } from "./built.js";

const loading = by("load-start");
let loaded = false;
const press = openPress(part => {
  loading.textContent = part < 1 ? `Loading the press: ${Math.round(part * 100)} %` : "Getting ready";
  work.loading(loading.textContent);
});
const work = openWork({ press, leave: showStart });
press.ready().then(() => { loaded = true; loading.textContent = "Ready"; document.body.dataset.ready = "true"; keepForOffline(); }, error => {
  loading.textContent = "The press could not be loaded";
  refuse(new Refusal(`The press could not be loaded. Look at your network and load the page again. (${error.message})`));
});

// ---- opening books

const COVERS = ["#094676", "#8e2346", "#0a7d83", "#9f6f2d", "#3c3e86", "#a8422f"];
const coverOf = name => COVERS[[...name].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % COVERS.length];

function refuse(error) {
  const place = by(document.body.dataset.place === "start" ? "start-notice" : "notice");
  const words = error instanceof Refusal ? error.message : `This could not be opened. (${error.message ?? error})`;
  if (place.id === "notice") return work.tell({ words });
  place.textContent = words;
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
}

/// Does what a person asked for, and says so when it cannot be done.
async function trying(act) {
  by("start-notice").hidden = true;
  try {
    await act();
  } catch (error) {
    if (error?.name !== "AbortError") refuse(error);
  }
}

const safeName = name => name.replace(/[^\p{L}\p{N} ._-]/gu, "-").replace(/^[.\s-]+|[.\s]+$/g, "").slice(0, 80) || "book";

/// The title that a book gives itself, or the name of what was dropped.
function titleOf(files, fallback) {
  const manifest = files.find(([path]) => path === "book.toml") ?? files.find(([path]) => path === `${fallback}/book.toml`);
  const title = manifest && /^title\s*=\s*"((?:[^"\\\n]|\\.)+)"/m.exec(textOf(manifest[1])?.text ?? "");
  if (title) return title[1].replace(/\\(.)/g, "$1");
  return fallback;
}

async function take({ folder, files, times, handle }) {
  const paths = files.map(([path]) => path);
  const readable = paths.some(path => path.endsWith("book.toml") || isText(path) || ending(path) === "csv");
  if (!readable) throw new Refusal(adviceFor(paths) ?? "There is no text in it. rulepress reads Markdown (.md) and HTML files.");
  const texts = files.filter(([path]) => isText(path));
  const first = (texts[0] ?? files[0])[0].split("/").at(-1).replace(/\.[^.]*$/, "");
  const name = folder ?? first;
  const book = { id: crypto.randomUUID(), name: titleOf(files, name), folder: safeName(name), changed: Date.now(), handle, times };
  const trouble = await store.keepFiles(book, files, []).then(() => null, error => error ?? new Error());
  await work.open(book, files, trouble);
  showWork();
  // A book says itself what it is made of; in any other folder what cannot be read may be missed.
  const foreign = paths.some(path => path.endsWith("book.toml")) ? [] : paths.filter(isForeign);
  if (!trouble && foreign.length) work.tell({ words: adviceFor(foreign) });
}

async function openKept(book) {
  await work.open(book, await store.filesOf(book.id));
  showWork();
}

async function openSample(sample) {
  const response = await fetch(sample.file);
  if (!response.ok) throw new Refusal("This book could not be loaded.");
  await take(await settle([[`${sample.folder}.zip`, new Uint8Array(await response.arrayBuffer())]]));
}

async function beginNew() {
  const name = await ask({ title: "A new book", words: "You get a small, whole game to change: rules, cards and an example.", value: "My game", label: "Name of your game", yes: "Begin" });
  if (!name) return;
  const folder = safeName(name).toLowerCase().replaceAll(" ", "-");
  loading.textContent = loaded ? "Making the book" : loading.textContent;
  const result = await press.run({ args: ["new", folder], seconds: 60 });
  loading.textContent = "Ready";
  const files = result.files.map(([path, bytes]) => [path.slice(folder.length + 1), bytes]);
  if (!files.length) throw new Refusal("The book could not be made. Give it another name.");
  const manifest = files.find(([path]) => path === "book.toml");
  const named = new TextDecoder().decode(manifest[1]).replace(/^title\s*=.*$/m, () => `title = ${JSON.stringify(name)}`);
  manifest[1] = new TextEncoder().encode(named);
  await take({ folder, files });
}

async function openFolder() {
  const handle = await showDirectoryPicker({ mode: "readwrite", id: "book" });
  await take({ ...await fromHandle(handle), handle });
}

// ---- the first screen

function shelfCard({ name, about, cover, onclick, fresh }) {
  const spine = make("span", { class: fresh ? "spine new" : "spine", text: fresh ? "+" : "", "aria-hidden": "true" });
  if (cover) spine.style.setProperty("--cover", cover);
  return make("button", { type: "button", class: "book", onclick }, spine, make("span", { class: "name", text: name }), make("span", { class: "about", text: about }));
}

const since = time => new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

async function fillShelf() {
  let books = [];
  try { books = await store.allBooks(); } catch { /* a browser that keeps nothing still builds */ }
  by("mine").hidden = !books.length;
  by("shelf").replaceChildren(...books.map(book => make("li", {},
    shelfCard({ name: book.name, about: `${book.handle ? "Folder on your disk, " : ""}${since(book.changed)}`, cover: coverOf(book.name), onclick: () => trying(() => openKept(book)) }),
    make("button", { type: "button", class: "away", title: "Delete this book", "aria-label": `Delete ${book.name}`, text: "×", onclick: () => trying(() => remove(book)) }))));
}

async function remove(book) {
  const where = book.handle ? "The folder on your disk stays as it is." : "It is kept nowhere else, unless you saved it.";
  if (!await ask({ title: `Delete ${book.name}?`, words: `The book goes from this browser. ${where}`, yes: "Delete", danger: true })) return;
  const forget = async lock => {
    if (!lock) throw new Refusal("This book is open in another tab. Close it there first.");
    await store.forget(book.id);
  };
  await (navigator.locks ? navigator.locks.request(`rulepress book ${book.id}`, { ifAvailable: true }, forget) : forget(true));
  await fillShelf();
}

function showWork() {
  by("start").hidden = true;
  by("work").hidden = false;
  document.body.dataset.place = "work";
  by("desk").focus({ preventScroll: true });
}

function showStart() {
  by("work").hidden = true;
  by("start").hidden = false;
  document.body.dataset.place = "start";
  document.title = "rulepress";
  history.replaceState(null, "", "./");
  fillShelf();
}

by("samples").append(make("li", {}, shelfCard({ name: "A new book", about: "A small, whole game to change", fresh: true, onclick: () => trying(beginNew) })),
  ...samples.map(sample => make("li", {}, shelfCard({ name: sample.title, about: sample.about, cover: coverOf(sample.title), onclick: () => trying(() => openSample(sample)) }))));

by("pick-file").onclick = () => by("file-input").click();
by("pick-folder").onclick = () => by("folder-input").click();
for (const id of ["file-input", "folder-input"]) {
  by(id).onchange = event => trying(async () => {
    const list = [...event.target.files];
    event.target.value = "";
    if (list.length) await take(await picked(list));
  });
}
if ("showDirectoryPicker" in window) {
  by("open-folder").hidden = false;
  by("open-folder").onclick = () => trying(openFolder);
}

// A drop anywhere counts: on the first screen it opens a book, later it adds files to the one that is open.
const carries = event => event.dataTransfer?.types.includes("Files");
let inside = 0;
const hover = on => {
  by("drop").classList.toggle("over", on);
  by("veil").hidden = !(on && document.body.dataset.place === "work");
};
addEventListener("dragenter", event => { if (carries(event)) { inside += 1; hover(true); } });
addEventListener("dragleave", event => { if (carries(event)) { inside = Math.max(0, inside - 1); if (!inside) hover(false); } });
addEventListener("dragover", event => { if (carries(event)) { event.preventDefault(); event.dataTransfer.dropEffect = "copy"; } });
addEventListener("drop", event => {
  if (!carries(event)) return;
  event.preventDefault();
  inside = 0;
  hover(false);
  const open = document.body.dataset.place === "work";
  const coming = dropped(event.dataTransfer, open ? work.place() : null);
  trying(async () => {
    const got = await coming;
    if (open) await work.add(got);
    else await take(got);
  });
});

document.querySelectorAll("[data-help]").forEach(button => { button.onclick = () => by("help").showModal(); });
addEventListener("keydown", event => {
  if (event.key === "?" && !/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && !event.target.isContentEditable && !event.target.shadowRoot) by("help").showModal();
});

// ---- without a network

const HOUR = 3600000;

async function keepForOffline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    let controlled = Boolean(navigator.serviceWorker.controller);
    const registration = await navigator.serviceWorker.register(service, { scope: "./", updateViaCache: "none" });
    await navigator.serviceWorker.ready;
    by("offline-words").textContent = "Works without a network from now on.";
    document.body.dataset.offline = "true";
    const offer = () => { document.querySelectorAll(".update").forEach(notice => { notice.hidden = !registration.waiting; }); };
    offer();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
    // Before the new version takes the place of this one, all words are kept; if they cannot be, this one stays.
    document.querySelectorAll(".update button").forEach(button => { button.onclick = async () => { if (await work.keepAloud()) registration.waiting?.postMessage("change"); }; });
    navigator.serviceWorker.addEventListener("controllerchange", async () => {
      const first = !controlled;
      controlled = true;
      if (!first && await work.keepAloud()) location.reload();
    });
    askForNewVersion(registration);
  } catch {
    by("offline-words").textContent = "This browser does not keep the page for use without a network.";
  }
}

/// A page that stays open for days asks its host now and then, when somebody comes back to it.
function askForNewVersion(registration) {
  let asked = Date.now();
  addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - asked < HOUR) return;
    asked = Date.now();
    registration.update().catch(() => {});
  });
}

// ---- a reload goes on where one was

async function resume() {
  await fillShelf();
  const id = new URLSearchParams(location.search).get("book");
  if (!id) return;
  const book = await store.bookOf(id).catch(() => null);
  if (book) await trying(() => openKept(book));
  else history.replaceState(null, "", "./");
}
resume();
