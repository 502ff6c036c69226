// Drives the press in a page in Firefox, spoken to by WebDriver BiDi: a text from the disk, one of our books, without a
// network. Usage: node --experimental-websocket firefox.mjs DIST PROGRAM; FIREFOX names the browser.

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { must, pause, remove } from "./browser.mjs";
import { serve } from "./host.mjs";

const [dist, program] = process.argv.slice(2, 4).map(path => resolve(path));
const scratch = mkdtempSync(join(tmpdir(), "firefox-"));
const downloads = join(scratch, "down");
const PATIENCE = 180000;
const TEXT = "# Many scripts\n\nDraw \u{1F3B2} a card \u2658 or \u2200.\n\n- \u05E9\u05DC\u05D5\u05DD\n- \u62BD\u4E00\u5F20\u724C\n";

/// Starts the browser; `send(method, params)` gives the result.
async function open() {
  const profile = join(scratch, "profile");
  mkdirSync(profile);
  mkdirSync(downloads);
  const settings = {
    "browser.download.folderList": 2, "browser.download.dir": downloads, "browser.download.useDownloadDir": true,
    "browser.helperApps.neverAsk.saveToDisk": "application/pdf", "browser.download.open_pdf_attachments_inline": false,
    "pdfjs.disabled": true, "datareporting.policy.dataSubmissionEnabled": false, "app.update.enabled": false,
  };
  writeFileSync(join(profile, "user.js"), Object.entries(settings).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
  const firefox = spawn(process.env.FIREFOX ?? "firefox-esr", ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const gone = new Promise(done => firefox.once("close", done));
  const address = await new Promise((good, bad) => {
    let said = "";
    firefox.stderr.on("data", words => {
      said += words;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
      if (found) good(found[1]);
    });
    gone.then(() => bad(new Error(`Firefox ended: ${said}`)));
  });
  const socket = new WebSocket(`${address}/session`);
  await new Promise((good, bad) => { socket.onopen = good; socket.onerror = () => bad(new Error("Firefox does not answer")); });
  const waiting = new Map();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const { id, type, result, message } = JSON.parse(data);
    const asked = waiting.get(id);
    waiting.delete(id);
    type === "error" ? asked?.bad(new Error(message)) : asked?.good(result);
  };
  const send = (method, params = {}) => new Promise((good, bad) => {
    last += 1;
    waiting.set(last, { good, bad });
    socket.send(JSON.stringify({ id: last, method, params }));
  });
  await send("session.new", { capabilities: {} });
  const close = async () => {
    send("browser.close").catch(() => {});
    await Promise.race([gone, pause(5000)]);
    firefox.kill("SIGKILL");
    await Promise.race([gone, pause(5000)]);
  };
  return { send, close };
}

const browser = await open();
let host = await serve(dist);
const { contexts: [{ context }] } = await browser.send("browsingContext.getTree");
const ask = async expression => {
  const { type, result, exceptionDetails } = await browser.send("script.evaluate", { expression, target: { context }, awaitPromise: true });
  must(type === "success", `${expression}: ${exceptionDetails?.text}`);
  return result.value;
};
async function until(words, expression) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(60)) {
    if (await ask(`(() => { try { return Boolean(${expression}); } catch { return false; } })()`)) return;
  }
  throw new Error(`not seen: ${words}; the page says “${await ask("document.getElementById('status-words')?.textContent")}”`);
}
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

let failed = 0;
try {
  native();
  const start = performance.now();
  await browser.send("browsingContext.navigate", { context, url: host.url, wait: "complete" });
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
  await browser.send("browsingContext.reload", { context, wait: "complete" });
  await ready();
  await dropped("without a network");
  console.log("ok without a network");
} catch (error) {
  failed = 1;
  console.error(`FAILED: ${error.message}`);
}
await browser.close();
await host?.close();
await remove(scratch);
process.exit(failed);
