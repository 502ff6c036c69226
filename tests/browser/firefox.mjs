// Drives the press in a page in Firefox, spoken to by WebDriver BiDi: a text from the disk, one of our books, without a
// network. Usage: node --experimental-websocket firefox.mjs DIST PROGRAM; FIREFOX names the browser.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { must, pause, remove, run } from "./browser.mjs";
import { openFirefox } from "./fox.mjs";
import { serve } from "./host.mjs";

const [dist, program] = process.argv.slice(2, 4).map(path => resolve(path));
const scratch = mkdtempSync(join(tmpdir(), "firefox-"));
const downloads = join(scratch, "down");
const PATIENCE = 180000;
const TEXT = "# Many scripts\n\nDraw \u{1F3B2} a card \u2658 or \u2200.\n\n- \u05E9\u05DC\u05D5\u05DD\n- \u62BD\u4E00\u5F20\u724C\n";

const browser = await openFirefox({ scratch, downloads, patience: PATIENCE });
const { ask, until, context } = browser;
let host = await serve(dist);
const ready = () => until("the press is ready", "document.body.dataset.ready");
const settled = () => until("it has settled", "document.body.dataset.place === 'work' && ['ready', 'broken'].includes(document.getElementById('status').dataset.phase)");

/// Saves an output and gives its bytes.
async function saved(label) {
  const before = new Set(readdirSync(downloads));
  await ask(`document.querySelector('[aria-label=${JSON.stringify(label)}]').click()`);
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(60)) {
    const fresh = readdirSync(downloads).find(name => !before.has(name) && !name.endsWith(".part"));
    if (!fresh) continue;
    await pause(300);
    return readFileSync(join(downloads, fresh));
  }
  throw new Error(`${label}: nothing was saved`);
}

/// What the native program makes of the text.
function native() {
  const folder = join(scratch, "native");
  mkdirSync(join(folder, "scripts"), { recursive: true });
  writeFileSync(join(folder, "scripts/scripts.md"), TEXT);
  execFileSync(program, ["build", "scripts/scripts.md", "--only", "rulebook", "-q"], { cwd: folder });
  return readFileSync(join(folder, "output/scripts/rulebook.pdf"));
}

async function dropped(words) {
  const { nodes: [input] } = await browser.send("browsingContext.locateNodes", { context, locator: { type: "css", value: "#file-input" } });
  await browser.send("input.setFiles", { context, element: { sharedId: input.sharedId }, files: [join(scratch, "native/scripts/scripts.md")] });
  await settled();
  const bytes = await saved("Save: Rulebook for the screen");
  must(bytes.equals(native()), `${words}: not the bytes of the native program`);
}

await run(async () => {
  native();
  const start = performance.now();
  await browser.visit(host.url);
  await ready();
  console.log(`   ready, cold: ${((performance.now() - start) / 1000).toFixed(2)} s`);
  await dropped("a text");
  console.log("ok a text in many scripts");
  await ask("document.getElementById('home').click()");
  const clicked = performance.now();
  await ask("[...document.querySelectorAll('#samples .book')].find(book => book.querySelector('.name').textContent === 'Gazer').click()");
  await until("the book", "document.getElementById('book-name').textContent === 'Gazer' && document.getElementById('status-words').textContent.includes('pages')");
  await settled();
  console.log(`   all pages of Gazer: ${((performance.now() - clicked) / 1000).toFixed(2)} s after the click`);
  must((await saved("Save: Reference sheet")).length > 1000, "the sheet is empty");
  console.log("ok one of our books");
  await until("the page is kept", "document.body.dataset.offline");
  await host.close();
  host = null;
  await browser.reload();
  await ready();
  await dropped("without a network");
  console.log("ok without a network");
}, async () => {
  await browser.close();
  await host?.close();
  await remove(scratch);
});
