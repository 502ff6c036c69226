// Plays in a real browser, by pointer, keyboard and on a phone's width, and lets the native program play the same.
// Usage: node play.mjs PAGE PROGRAM [smoke | NAME ..] [--games N]; PAGE is the folder that web/play/build.mjs made, or the address of a
// page that is served. CHROMIUM names the browser, PICTURES a folder for pictures of the screen; `--games N` plays N random games of
// each book (3 unless told), `smoke` is the small part, and a NAME picks tests by their names.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { must, open, runAll } from "./browser.mjs";
import { serve } from "./host.mjs";
import { driven, nativeGame, pagesOf, randomOf } from "./play-kit.mjs";
import { keepingTests } from "./play-keeping.mjs";
import { viewTests } from "./play-views.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const words = process.argv.slice(2);
const at = words.indexOf("--games");
const GAMES = at < 0 ? 3 : Number(words.splice(at, 2)[1]);
const [place, programPath, ...asked] = words;
const program = resolve(programPath);
const isAddress = /^https?:/.test(place);
const host = isAddress ? { url: place, close: () => {} } : await serve(resolve(place));
const browser = open();
const scratch = mkdtempSync(join(tmpdir(), "play-"));
const newPage = pagesOf({ browser, url: host.url, scratch });
const BOOKS = ["gazer", "grand-archive", "wind-lorraine", "gaia-project", "imperial-assault"];
const bookPath = book => join(root, "content", book);
const MOST = 1500; // answers of one game
const AT_ONCE = 20; // answers of a random game between two looks at what the page holds

const figure = (name, value) => console.log(`   ${name}: ${value}`);
const median = numbers => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/// The saved game, played by the native program: it comes to the same trace and the same end.
async function mustReplay(page, book, name) {
  const now = await page.now();
  const saved = await page.saved();
  const path = join(page.downloads, "replay.toml");
  writeFileSync(path, saved);
  const native = nativeGame(program, bookPath(book));
  const { seats, others, nobody } = now.begin;
  const theirs = await native.ask({ begin: { scenario: saved, seats, others, nobody } });
  native.close();
  must(!theirs.error, `${name}: the saved game cannot be played natively: ${theirs.error}`);
  must(theirs.entries.length === now.entries, `${name}: natively there are ${theirs.entries.length} entries, in the page ${now.entries}`);
  must(JSON.stringify(theirs.end) === JSON.stringify(now.end), `${name}: natively it ends with ${JSON.stringify(theirs.end)}, in the page with ${JSON.stringify(now.end)}`);
  must(now.trace && theirs.trace === now.trace, `${name}: the trace is ${theirs.trace} natively, ${now.trace} in the page`);
}

/// Plays to the end, each answer by `give(page, nth, count)`.
async function toTheEnd(page, name, seed, give) {
  const random = randomOf(seed);
  const times = [];
  for (let turns = 0; turns < MOST; turns++) {
    const { options, end, ms } = await page.now();
    if (turns) times.push(ms);
    if (end) return times;
    must(options?.length > 0, `${name}: no question and no end`);
    await page.acts(() => give(page, Math.floor(random() * options.length), options.length));
  }
  throw new Error(`${name}: no end after ${MOST} answers`);
}

const WAYS = {
  pointer: { screen: {}, give: (page, nth) => page.press(`#options li:nth-child(${nth + 1}) button`) },
  phone: { screen: { width: 390, height: 844, mobile: true }, give: (page, nth) => page.press(`#options li:nth-child(${nth + 1}) button`, true) },
  keyboard: {
    screen: {},
    give: async (page, nth) => {
      if (nth < 9 && nth % 2 === 0) { await page.key(String(nth + 1)); return; }
      for (let down = 0; down <= nth; down++) await page.key("ArrowDown");
      await page.key("Enter");
    },
  },
};

async function wholeGame(book, way) {
  const { screen, give } = WAYS[way];
  const page = await newPage(screen);
  await page.begin(book);
  const times = await toTheEnd(page, `${book} by ${way}`, 11, give);
  must(await page.shown("ended"), "the end is not shown");
  const wide = await page.ask("document.documentElement.scrollWidth - innerWidth");
  must(wide <= 0, `${book}: the page is ${wide} px too wide`);
  await page.picture(`end-${book}-${way}`);
  await mustReplay(page, book, `${book} by ${way}`);
  if (times.length) figure("an answer, until the reply is there", `${Math.round(median(times))} ms in the middle, ${Math.round(Math.max(...times))} ms at most, ${times.length} answers`);
  await page.end();
}

/// What others alone may see is nowhere in the page, neither in what it shows nor in what it keeps. Gives how much of it there is.
async function mustHoldNoSecret(page, native, name) {
  const { answers, begin, looker } = await page.now();
  const mine = await native.ask({ begin: { ...begin, answers } });
  must(mine.looker === looker, `${name}: natively ${mine.looker} looks, in the page ${looker}`);
  const open = JSON.stringify([mine.entries, mine.table, mine.zones, mine.question, answers]);
  const secrets = new Set();
  for (const player of mine.game.players.filter(player => player !== looker)) {
    const theirs = await native.ask({ look: player });
    for (const card of theirs.zones.flatMap(zone => zone.cards)) if (card !== null && !open.includes(card)) secrets.add(card);
  }
  const whole = await page.ask("document.documentElement.outerHTML + JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage })");
  const seen = [...secrets].filter(card => whole.includes(card));
  must(seen.length === 0, `${name}: the page holds what others alone may see: ${seen}`);
  return secrets.size;
}

async function hidden(book) {
  const page = await newPage();
  await page.begin(book);
  const native = nativeGame(program, bookPath(book));
  let found = 0;
  for (let turns = 0; turns < 24; turns++) {
    const { options, end } = await page.now();
    if (end) break;
    if (turns % 2 === 0) found += await mustHoldNoSecret(page, native, book);
    await page.answer(turns % options.length);
  }
  native.close();
  must(found > 0, "no card was ever secret: the test shows nothing");
  await page.end();
}

async function randomGames(book) {
  const page = await newPage();
  await page.begin(book, 1000);
  const native = nativeGame(program, bookPath(book));
  for (let nth = 0; nth < GAMES; nth++) {
    if (nth) await page.acts(() => page.ask(`rulepressPlay.begin({ ...rulepressPlay.now.begin, seed: ${1000 + nth} })`));
    const name = `${book}, seed ${1000 + nth}`;
    const random = randomOf(nth + 1);
    for (let turns = 0; ; turns += AT_ONCE) {
      must(turns < MOST, `${name}: no end after ${MOST} answers`);
      const { end, error } = await page.ask(driven(Array.from({ length: AT_ONCE }, random)));
      must(!error, `${name}: ${error}`);
      if (end) {
        must(end.kind !== "fault", `${name}: ${end.words}`);
        break;
      }
      await mustHoldNoSecret(page, native, name);
    }
    await page.clean();
  }
  native.close();
  await page.end();
}

/// A cold load over a slow line; the best of three, because other work of the machine counts too.
async function firstText() {
  const times = [];
  for (let tries = 0; tries < 3; tries++) {
    const page = await newPage();
    await page.own("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 1.6e6 / 8 });
    await page.own("Page.navigate", { url: host.url });
    await page.until("first text", "performance.getEntriesByName('first-contentful-paint').length");
    times.push(await page.ask("performance.getEntriesByName('first-contentful-paint')[0].startTime"));
    await page.close();
  }
  figure("first text at 1.6 Mbit/s and 150 ms", times.map(time => `${Math.round(time)} ms`).join(", "));
  must(Math.min(...times) < 1000, `first text after ${Math.round(Math.min(...times))} ms`);
}

/// From the click to the picture on the screen.
async function speed() {
  for (const book of ["gazer", "wind-lorraine"]) {
    const page = await newPage();
    await page.begin(book);
    const random = randomOf(5);
    const times = [];
    const draws = [];
    for (let turns = 0; turns < 40; turns++) {
      const { options, end } = await page.now();
      if (end) break;
      const [all, asked] = await page.ask(`new Promise(done => {
        const start = performance.now();
        const before = document.body.dataset.turn;
        document.querySelectorAll("button.option")[${Math.floor(random() * options.length)}].click();
        const look = () => document.body.dataset.turn === before ? setTimeout(look, 0) : requestAnimationFrame(() => setTimeout(() => done([performance.now() - start, rulepressPlay.now.ms]), 0));
        look();
      })`);
      times.push(all);
      draws.push(all - asked);
    }
    figure(`${book}: from an answer to the next picture`, `${Math.round(median(times))} ms in the middle, ${Math.round(Math.max(...times))} ms at most; ${Math.round(median(draws))} ms of it is the page`);
    await page.end();
  }
}

const kit = { newPage, browser, host, program, bookPath, scratch, root, isAddress, place, figure, mustReplay, toTheEnd, BOOKS };
const TESTS = [
  ["first text", firstText, true],
  ...BOOKS.flatMap(book => Object.keys(WAYS).map(way => [`${book} by ${way}`, () => wholeGame(book, way), book === "gazer" && way === "keyboard"])),
  ["hidden cards", () => hidden("grand-archive"), true],
  ["speed", speed, true],
  ...keepingTests(kit),
  ...viewTests(kit),
  ...BOOKS.map(book => [`${GAMES} random games of ${book}`, () => randomGames(book)]),
];

const smoke = asked[0] === "smoke";
const chosen = TESTS.filter(([name, , small]) => smoke ? small : !asked.length || asked.some(part => name.includes(part)));
await runAll(chosen, { browser, host, scratch });
