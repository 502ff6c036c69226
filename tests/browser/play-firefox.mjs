// Plays in Firefox: games of our books to the end, each with the trace of the native program, and one without a network.
// Usage: node --experimental-websocket play-firefox.mjs PAGE PROGRAM [BOOK ..]; FIREFOX names the browser.

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { must, remove, run } from "./browser.mjs";
import { openFirefox } from "./fox.mjs";
import { serve } from "./host.mjs";
import { driven, nativeGame, randomOf } from "./play-kit.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const [page, program, ...asked] = process.argv.slice(2);
const books = asked.length ? asked : ["gazer", "wind-lorraine", "gaia-project", "imperial-assault"];
const scratch = mkdtempSync(join(tmpdir(), "firefox-"));
const MOST = 1500; // answers of one game
let host = await serve(resolve(page));
const { url } = host;
const browser = await openFirefox({ scratch, downloads: join(scratch, "down"), patience: 120000 });
const { ask, until } = browser;

/// A game to its end; the native program comes to the same trace by the same answers.
async function whole(book) {
  await browser.visit(`${url}?${book}#book=${book}`);
  await until(`${book} can be set up`, `document.body.dataset.setup === ${JSON.stringify(book)}`);
  await ask("document.getElementById('seed').value = 11");
  await ask("document.getElementById('begin').click()");
  await until("the game has begun", "document.body.dataset.place === 'play' && (rulepressPlay.now.question || rulepressPlay.now.end)");
  const random = randomOf(3);
  const start = performance.now();
  for (let turns = 0; ; turns += 20) {
    must(turns < MOST, `${book}: no end after ${MOST} answers`);
    const { end, error } = JSON.parse(await ask(`${driven(Array.from({ length: 20 }, random))}.then(JSON.stringify)`));
    must(!error, `${book}: ${error}`);
    if (end) break;
  }
  const { answers, begin, trace, entries } = JSON.parse(await ask("JSON.stringify((({ answers, begin, trace, entries }) => ({ answers, begin, trace, entries: entries.length }))(rulepressPlay.now))"));
  const native = nativeGame(resolve(program), join(root, "content", book));
  const theirs = await native.ask({ begin: { ...begin, answers } });
  native.close();
  must(trace && theirs.trace === trace && theirs.entries.length === entries, `${book}: in Firefox the game comes to another trace than natively`);
  console.log(`ok ${book}: ${answers.length} answers, ${entries} entries, ${((performance.now() - start) / Math.max(1, answers.length)).toFixed(0)} ms an answer`);
}

await run(async () => {
  for (const book of books) await whole(book);
  await until("the page is kept", "document.body.dataset.offline");
  await host.close();
  host = null;
  await browser.reload();
  await until("the last game is there without a network", "rulepressPlay.now.end");
  console.log("ok without a network");
}, async () => {
  await browser.close();
  await host?.close();
  await remove(scratch);
});
