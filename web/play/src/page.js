// The page that plays: the choice of a game, the game, and what leads from one to the other.

import { by, make } from "../../press/src/dom.js";
import { loadBook } from "./book.js";
import { openCompanion } from "./companion.js";
import * as BUILT from "./built.js";
import { cover, showAnswers, showRule, showSharing, showWhy } from "./dialogs.js";
import { drawEnd } from "./end.js";
import { openEngine } from "./engine.js";
import { openGame } from "./game.js";
import { listenToKeys } from "./keys.js";
import * as keep from "./keep.js";
import { newestWords, openLog } from "./log.js";
import { keepOffline, loadProgram } from "./program.js";
import { openLessons } from "./lesson.js";
import { openQuestion } from "./question.js";
import { anySeed, fillSetup } from "./setup.js";
import { readFile, unpacked } from "./share.js";
import { openTable } from "./table.js";
import { count, questionWords } from "./words.js";

const body = document.body;
const narrow = matchMedia("(max-width: 52rem)");

// ---- the program and the book that are open

let program = null;
const ready = () => program ??= loadProgram(part => told(part < 1 ? `Loading the rules: ${Math.round(part * 100)} %` : "Starting")).then(
  module => { told("Ready"); return module; },
  error => { program = null; told(""); throw error; });
function told(words) {
  by("load").textContent = words;
  if (!by("setup").hidden && by("begin").disabled) by("setup-status").textContent = words;
}

let engine = null; // of the book that is open
let files = [];
let game = null;

async function openBook(book) {
  engine?.close();
  files = (await loadBook(book)).files;
  engine = openEngine({ program: ready, folder: book.folder, files });
  game = openGame({ engine, book, onchange: changed });
  window.rulepressPlay = game; // for tests and for whoever looks under the hood
  body.dataset.book = book.folder;
}

const bookOf = folder => BUILT.books.find(book => book.folder === folder);

// ---- the parts of the table

const log = openLog({ onrule: (rule, step) => showRule(game, rule, step), onwhy: said => showWhy(game, said), pace: () => by("pace").value });
const question = openQuestion({
  onanswer: option => lessons.running ? lessons.choose(option) : act(() => game.answer(option)), onrule: rule => showRule(game, rule), onaim: nth => table.aim(nth),
});
const table = openTable({ onpick: nth => question.choose(nth), onother: name => lessons.tapped(name) });
const lessons = window.rulepressLessons = openLessons({
  lead: () => ({ book: game.now.book, game, engine }), act, redraw: () => draw(game.now), open: () => question.open(), onrule: rule => showRule(game, rule),
  onwhole: how => start({ ...how, seed: anySeed() }), onleave: () => setUp(game.now.book), onfailed: words => setUp(game.now.book).then(() => notice(words)),
});
const companion = openCompanion();

/// Does something that asks the rules, one at a time.
let busy = false;
async function act(what) {
  if (busy || !game) return null;
  busy = true;
  const slow = setTimeout(() => { by("busy").hidden = false; }, 300);
  hideNotice();
  try {
    const reply = await what();
    if (reply?.error) notice(reply.error);
    return reply;
  } catch (error) {
    notice(error.message);
    return null;
  } finally {
    clearTimeout(slow);
    by("busy").hidden = true;
    busy = false;
    question.open();
  }
}

/// The game is another one now: it is kept, then shown to whom it may be shown.
let covered = false;
let wordsTimer = 0;
async function changed(now) {
  if (!now.game) return;
  if (!lessons.running && !keep.keepGame(game.kept())) notice("This browser keeps nothing: save the game before you close the page.");
  if (now.replaced && !now.error) notice("The rules had to start again. The game continues from your answers.", "good");
  if (covered) return;
  const persons = game.persons();
  const next = now.question?.by;
  if (next && persons.length > 1 && persons.includes(next) && now.looker !== next) {
    covered = true;
    showPlay();
    clearTimeout(wordsTimer);
    table.clear();
    log.clear();
    by("news").hidden = true;
    by("live").textContent = "";
    question.draw({ question: null });
    await cover(next);
    await game.look(next);
    covered = false;
    if (game.now === now) draw(now);
    return;
  }
  draw(now);
}

function draw(whole) {
  const now = lessons.view(whole);
  showPlay();
  body.dataset.turn = Number(body.dataset.turn ?? 0) + 1;
  by("book-title").textContent = now.book.title;
  document.title = `${now.book.title} · Play`;
  by("where").textContent = [now.game.title !== now.book.title && now.game.title, `seed ${now.game.seed}`, now.entries.findLast(entry => entry.heading !== undefined)?.heading].filter(Boolean).join(" · ");
  by("where").title = by("where").textContent;
  table.draw(now);
  companion.draw(now);
  question.draw(now);
  drawEnd(now, { onagain: () => act(() => game.begin({ ...now.begin, seed: now.game.seed + 1 })), onsave: () => sharing(), onhistory: () => answers() });
  // It scrolls to its end, in the room that the question leaves.
  log.draw(now);
  by("back").disabled = !now.answers.length;
  by("forward").hidden = !now.ahead.length;
  tellNews(now);
  lessons.drawn();
  // Words that are not seen need not be there before the picture is.
  clearTimeout(wordsTimer);
  if (by("words").classList.contains("unseen")) wordsTimer = setTimeout(() => table.words(now), 60);
  else table.words(now);
  if (now.findings.length && now.fresh === 0) notice(`This scenario: ${now.findings.join(" ")}`);
  if (document.activeElement === document.body || by("dock").contains(document.activeElement) || !document.activeElement?.isConnected) {
    if (now.question || now.end) (now.question ? by("question-text") : by("end-title")).focus({ preventScroll: true });
  }
}

/// The newest steps, for those who hear the page and for a screen on which the steps are on another tab.
function tellNews(now) {
  const { words, left } = newestWords(now, 4);
  const more = left ? `${count(left, "step")} before. ` : "";
  const asks = now.question ? `${now.question.by ? `${now.question.by}: ` : ""}${questionWords(now.question)} ${count(now.question.options.length, "answer")}.` : now.end?.words ?? "";
  by("live").textContent = `${more}${words.join(" ")} ${asks}`;
  const latest = words.slice(-2);
  by("news").hidden = !latest.length;
  by("news").replaceChildren(...latest.map(line => make("span", { text: line })));
  by("news").onclick = () => showTab("log");
}

// ---- notices

function notice(words, kind = "bad") {
  const playing = !by("play").hidden;
  const place = by(playing ? "notice" : "start-notice");
  (playing ? by("notice-words") : place).textContent = words;
  place.dataset.kind = kind;
  place.hidden = false;
}
function hideNotice() { by("notice").hidden = true; by("start-notice").hidden = true; }
by("notice-close").onclick = hideNotice;

// ---- where one is

function showPlay() {
  if (body.dataset.place === "play") return;
  by("start").hidden = true;
  by("play").hidden = false;
  body.dataset.place = "play";
  showTab("table");
}

function showStart(place = "start") {
  lessons.stop();
  by("play").hidden = true;
  by("start").hidden = false;
  by("choose").hidden = place !== "start";
  by("setup").hidden = place !== "setup";
  by("all-books").parentElement.hidden = BUILT.books.length < 2;
  by("to-edition").hidden = !BUILT.edition;
  if (BUILT.edition) by("to-edition").firstElementChild.href = BUILT.edition;
  body.dataset.place = place;
  document.title = "Play · rulepress";
  hideNotice();
  scrollTo(0, 0);
}

const words = kept => `${count(kept.answers.length, "answer")}, seed ${kept.begin.seed ?? 1}, ${new Date(kept.time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}`;

function fillShelf() {
  const spine = book => make("span", { class: "spine", "aria-hidden": "true", "data-book": book.folder });
  const row = (book, about, onclick) => make("li", {}, make("button", { type: "button", class: "book", onclick }, spine(book), make("span", { class: "name", text: book.title }), make("span", { class: "about", text: about })));
  by("books").replaceChildren(...BUILT.books.map(book => row(book, book.about, () => setUp(book))));
  const kept = BUILT.books.map(book => [book, keep.keptGame(book.folder)]).filter(([, game]) => game?.answers?.length).sort((a, b) => b[1].time - a[1].time);
  by("going-on").hidden = !kept.length;
  by("kept").replaceChildren(...kept.map(([book, game]) => row(book, words(game), () => trying(() => resume(game)))));
}

async function trying(what) {
  hideNotice();
  try { return await what(); } catch (error) { notice(error.message); return null; }
}

function setUp(book, wanted = {}) {
  return trying(async () => {
    keep.leave();
    showStart("setup");
    by("setup-title").textContent = book.title;
    by("setup-title").scrollIntoView({ block: "nearest" });
    by("begin").disabled = true;
    by("setup-kept").hidden = true;
    body.dataset.setup = "";
    await openBook(book);
    drawKept(book);
    await lessons.list();
    await fillSetup({ engine, book, files, wanted, onfailed: notice, onbegin: how => start(how) });
    body.dataset.setup = book.folder;
  });
}

function drawKept(book) {
  const kept = [keep.keptGame(book.folder), keep.gameBefore(book.folder)].filter(game => game?.answers?.length);
  by("setup-kept").hidden = !kept.length;
  by("setup-kept").replaceChildren(make("h2", { text: "Or go on" }), ...kept.map(game => make("p", {}, make("button", { type: "button", text: words(game), onclick: () => trying(() => resume(game)) }))));
}

/// Begins a game; the one that was played in this book before stays at hand.
async function start(how, more) {
  lessons.forget();
  keep.setAside(game.now.book.folder);
  await act(() => game.begin(how, more));
}

/// Goes on with a game that was kept, or that a link holds.
async function resume({ book: folder, begin, answers, ahead = [], branches = [] }) {
  lessons.forget();
  const book = bookOf(folder);
  if (!book) throw new Error("This game is of a book that is not on this page.");
  await openBook(book);
  told("Starting");
  const reply = await game.begin({ ...begin, answers }, { ahead, branches });
  if (reply.answers && reply.answers.length < answers.length) {
    notice(`The rules are others now: ${reply.answers.length} of ${answers.length} answers still fit. The game goes on from there.`);
  }
  if (!reply.error) return;
  showStart("setup");
  await setUp(book);
  notice(`This game cannot go on as it was: ${reply.error}`);
}

// ---- games from elsewhere

async function openFile(file) {
  const read = readFile(await file.text());
  const book = bookOf(read.book) ?? game?.now.book ?? (BUILT.books.length === 1 ? BUILT.books[0] : null);
  if (!book) throw new Error("This file does not say of which book it is. Choose the game first, then open the file.");
  lessons.forget();
  if (game?.now.book !== book) await openBook(book);
  keep.setAside(book.folder);
  const usual = { seats: game.now.game?.seats ?? await usualSeats(), others: "plan", nobody: "person" };
  const reply = await game.begin({ ...usual, ...read.begin, answers: read.answers });
  if (reply.error) throw new Error(`${file.name} cannot be played: ${reply.error}`);
}

/// One person, in the seat that the book gives to a person, in a game that does not say who sits where.
async function usualSeats() {
  const { game: known } = await engine.ask({ begin: { others: "person", nobody: "person" } });
  return known ? { [known.person ?? known.players[0]]: "person" } : {};
}

const pickFile = () => by("file-input").click();
by("open-file").onclick = pickFile;
by("load-file").onclick = () => { by("sharing").close(); pickFile(); };
by("file-input").onchange = event => {
  const [file] = event.target.files;
  event.target.value = "";
  if (file) trying(() => openFile(file));
};
addEventListener("dragover", event => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
addEventListener("drop", event => {
  const [file] = event.dataTransfer?.files ?? [];
  if (!file) return;
  event.preventDefault();
  trying(() => openFile(file));
});

// ---- buttons and keys

const answers = () => { if (game && !lessons.running) showAnswers(game, { onmoved: () => by("question-text").focus({ preventScroll: true }) }); };
const sharing = () => { if (game && !lessons.running) showSharing(game, { onfailed: notice }); };
by("home").onclick = () => { keep.leave(); lessons.forget(); fillShelf(); showStart(BUILT.books.length > 1 ? "start" : "setup"); if (BUILT.books.length === 1) setUp(BUILT.books[0]); };
by("all-books").onclick = () => { fillShelf(); showStart(); };
by("back").onclick = () => lessons.running || act(() => game.back());
by("forward").onclick = () => lessons.running || act(() => game.forward());
by("history").onclick = answers;
by("share").onclick = sharing;
by("new-game").onclick = () => setUp(game.now.book, { seed: anySeed() });
by("pace").value = keep.wish("pace", "quick");
by("pace").onchange = () => keep.keepWish("pace", by("pace").value);
document.querySelectorAll("[data-help]").forEach(button => { button.onclick = () => by("help").showModal(); });

function showWords(on) {
  by("as-picture").setAttribute("aria-pressed", !on);
  by("as-words").setAttribute("aria-pressed", on);
  by("words").classList.toggle("unseen", !on);
  by("mat").hidden = on;
  by("smaller").parentElement.hidden = on;
}
by("as-picture").onclick = () => showWords(false);
by("as-words").onclick = () => showWords(true);

/// On a narrow screen one part is shown at a time.
function showTab(tab) {
  document.querySelector(".panes").dataset.tab = tab === "words" ? "table" : tab;
  if (narrow.matches) showWords(tab === "words");
  for (const button of document.querySelectorAll(".tabs button")) button.setAttribute("aria-current", button.dataset.tab === tab);
  if (tab === "log") log.finish();
}
for (const button of document.querySelectorAll(".tabs button")) button.onclick = () => showTab(button.dataset.tab);
narrow.addEventListener("change", () => showTab("table"));

listenToKeys({
  playing: () => body.dataset.place === "play" && !document.querySelector("dialog[open]"),
  digit: nth => question.digit(nth), first: () => question.focusFirst(), search: () => question.focusSearch(),
  keys: {
    b: () => by("back").click(), f: () => { if (!by("forward").hidden) by("forward").click(); }, h: answers, s: sharing, n: () => lessons.running || by("new-game").click(),
    r: () => { if (!by("question-rule").hidden) by("question-rule").click(); }, t: () => showWords(by("words").classList.contains("unseen")),
    "?": () => by("help").showModal(),
  },
});

// ---- the beginning

async function begin() {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  fillShelf();
  const shared = asked.has("game") ? unpacked(asked.get("game")) : null;
  if (asked.has("game") && !shared) { showStart(); notice("This link holds no game that can be read. Perhaps it was cut."); return; }
  if (shared) { keep.setAside(shared.book); await trying(() => resume(shared)); return; }
  const book = bookOf(asked.get("book")) ?? (BUILT.books.length === 1 ? BUILT.books[0] : null);
  const wanted = { example: asked.get("example"), play: asked.get("play") };
  if (asked.has("book") || asked.has("learn") || asked.has("lesson") || wanted.example || wanted.play) {
    if (book) await setUp(book, wanted);
    if (book && asked.get("lesson")) await lessons.start(asked.get("lesson"));
    return;
  }
  const learning = lessons.last();
  if (learning && bookOf(learning.book)) { await setUp(bookOf(learning.book)); if (await lessons.start(learning.name)) return; }
  const last = keep.keptGame(keep.lastBook() ?? "");
  if (last && bookOf(last.book)) { await trying(() => resume(last)); return; }
  if (book) await setUp(book);
}
addEventListener("hashchange", () => { if (/^#(game|book|example|play|learn|lesson)=/.test(location.hash)) begin(); });

BUILT.readHere().then(begin).finally(() => { body.dataset.ready = "true"; });

/// The program is loaded once: the service worker begins when it is there, and takes it from the browser's store.
async function settle() {
  try { await ready(); } catch (error) { notice(error.message); }
  await keepOffline(() => {
    body.dataset.offline = "true";
    by("offline-words").textContent = "This page is kept: it works without a network. Nothing is sent anywhere.";
  }, change => {
    for (const place of document.querySelectorAll(".update")) {
      place.hidden = false;
      place.querySelector("button").onclick = change;
    }
  });
}
settle();
