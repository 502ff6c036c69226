// Drives the press in a page in a real browser: the same bytes as the native program, without a network, with hostile
// books, by keyboard alone, on a phone. Usage: node press.mjs DIST PROGRAM [smoke | NAME ...]; CHROMIUM names the
// browser, PICTURES a folder for pictures of the screen. `smoke` is the small part; a NAME picks tests by their names.

import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { deflateSync, gzipSync, crc32 } from "node:zlib";
import { must, open, pause, runAll } from "./browser.mjs";
import { serve } from "./host.mjs";
import { keepingTests } from "./keeping.mjs";
import { takingTests } from "./taking.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const [dist, program] = process.argv.slice(2, 4).map(path => resolve(path));
const asked = process.argv.slice(4);
const { ROWS } = await import(pathToFileURL(join(root, "web/press/src/outputs.js")));
const { unzipSync, zipSync } = await import(pathToFileURL(join(root, "web/press/node_modules/fflate/esm/index.mjs")));
const scratch = mkdtempSync(join(tmpdir(), "press-"));
const PATIENCE = Number(process.env.PATIENCE ?? 180000);
const browser = open();
let host = await serve(dist);

/// A page of its own, with nothing kept from others.
async function newPage({ width = 1440, height = 900, dark = false, mobile = false } = {}) {
  const { browserContextId } = await browser.send("Target.createBrowserContext");
  const { targetId } = await browser.send("Target.createTarget", { url: "about:blank", browserContextId });
  const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
  const own = (method, params) => browser.send(method, params, sessionId);
  const downloads = mkdtempSync(join(scratch, "down-"));
  await browser.send("Browser.setDownloadBehavior", { behavior: "allow", browserContextId, downloadPath: downloads });
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await own(`${domain}.enable`);
  const size = (w, h, phone) => own("Emulation.setDeviceMetricsOverride", { width: w, height: h, deviceScaleFactor: 1, mobile: phone });
  await size(width, height, mobile);
  await own("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
  await own("Page.addScriptToEvaluateOnNewDocument", { source: `
    window.violations = [];
    document.addEventListener("securitypolicyviolation", event => violations.push(event.violatedDirective + " " + event.blockedURI));
  ` });
  const ask = async expression => {
    const { result, exceptionDetails } = await own("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    must(!exceptionDetails, `${expression}: ${exceptionDetails?.exception?.description ?? exceptionDetails?.text}`);
    return result.value;
  };
  const until = async (words, expression, patience = PATIENCE) => {
    const end = Date.now() + patience;
    while (Date.now() < end) {
      // A page that is being loaded anew answers with an error, or never.
      const answer = ask(`(() => { try { return Boolean(${expression}); } catch { return false; } })()`);
      const seen = await Promise.race([answer.catch(error => { if (!/navigated|context/.test(error.message)) throw error; }), pause(10000)]);
      if (seen) return;
      await pause(40);
    }
    throw new Error(`not seen: ${words}; the page says “${await ask("document.getElementById('status-words')?.textContent + ' | ' + document.getElementById('notice')?.textContent + ' | ' + document.getElementById('start-notice')?.textContent")}”`);
  };
  const page = {
    own, ask, until, size, downloads, sessionId,
    load: async () => { await own("Page.navigate", { url: host.url }); await page.ready(); },
    /// Loads the page anew, and waits until the old one is gone.
    reload: async () => {
      await ask("window.isOld = true");
      await own("Page.reload");
      await until("a new page", "!window.isOld && document.readyState === 'complete'");
    },
    ready: () => until("the press is ready", "document.body.dataset.ready"),
    offline: () => until("the page is kept", "document.body.dataset.offline"),
    rests: () => ask("Number(document.body.dataset.rest ?? 0)"),
    click: selector => ask(`document.querySelector(${JSON.stringify(selector)}).click()`),
    sample: title => ask(`[...document.querySelectorAll('#samples .book')].find(book => book.querySelector('.name').textContent === ${JSON.stringify(title)}).click()`),
    /// Waits until there is nothing left to do.
    settled: () => until("it has settled", "document.body.dataset.place === 'work' && ['ready', 'broken'].includes(document.getElementById('status').dataset.phase)"),
    pages: () => until("pages", "document.querySelector('#desk .sheet[data-drawn] img')?.naturalWidth > 0"),
    /// Drops files or folders of the disk, as a person would.
    drop: async paths => {
      const data = { items: [], files: paths, dragOperationsMask: 1 };
      for (const type of ["dragEnter", "dragOver", "drop"]) await own("Input.dispatchDragEvent", { type, x: 300, y: 450, data });
    },
    key: async (key, { code = key, modifiers = 0, text } = {}) => {
      const codes = { Tab: 9, Enter: 13, Escape: 27, " ": 32, F6: 117 };
      const more = { windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0), modifiers };
      await own("Input.dispatchKeyEvent", { type: "keyDown", key, code, text: text ?? (key === "Enter" ? "\r" : key === " " ? " " : undefined), ...more });
      await own("Input.dispatchKeyEvent", { type: "keyUp", key, code, ...more });
    },
    /// Waits for a file that the page saves, and gives its name and bytes.
    saved: async act => {
      // A second file of the same name would take the place of the first, unseen.
      for (const name of readdirSync(downloads).filter(name => name.endsWith(".zip"))) rmSync(join(downloads, name));
      const before = new Set(readdirSync(downloads));
      await act();
      const end = Date.now() + PATIENCE * 3;
      while (Date.now() < end) {
        const fresh = readdirSync(downloads).find(name => !before.has(name) && !name.endsWith(".crdownload") && !name.startsWith(".") && !name.startsWith("Unconfirmed"));
        if (fresh) { await pause(150); return [fresh, readFileSync(join(downloads, fresh))]; }
        await pause(50);
      }
      throw new Error("nothing was saved");
    },
    picture: async name => {
      if (!process.env.PICTURES) return;
      mkdirSync(process.env.PICTURES, { recursive: true });
      await pause(300);
      const { data } = await own("Page.captureScreenshot", { format: "png" });
      writeFileSync(join(process.env.PICTURES, `${name}.png`), Buffer.from(data, "base64"));
    },
    /// Nothing failed, nothing was forbidden, nothing left the host.
    clean: async () => {
      const violations = await ask("violations");
      must(violations.length === 0, `forbidden by the page's own rules: ${violations}`);
      for (const { method, params, sessionId: session } of browser.events) {
        if (session !== sessionId) continue;
        must(method !== "Runtime.exceptionThrown", params?.exceptionDetails?.exception?.description ?? "an exception");
        must(!(method === "Log.entryAdded" && params.entry.level === "error"), `${params?.entry?.text} ${params?.entry?.url}`);
        if (method === "Network.requestWillBeSent") {
          const { url } = params.request;
          must(url.startsWith(host.url) || url.startsWith("blob:") || url.startsWith("data:"), `the page asks for ${url}`);
        }
      }
    },
    close: () => browser.send("Target.disposeBrowserContext", { browserContextId }),
    end: async () => { await page.clean(); await page.close(); },
  };
  return page;
}

async function loadedPage(how) {
  const page = await newPage(how);
  await page.load();
  return page;
}

/// A page on which a file or folder of the disk was dropped, when everything is made of it.
async function pageWith(path) {
  const page = await loadedPage();
  await page.drop([path]);
  await page.pages();
  await page.settled();
  return page;
}

// ---- what the native program makes of the same files

function native(files, folder, args) {
  const place = mkdtempSync(join(scratch, "native-"));
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(place, folder, path)), { recursive: true });
    writeFileSync(join(place, folder, path), bytes);
  }
  const start = performance.now();
  const ran = spawnSync(program, args, { cwd: place, encoding: "utf8", maxBuffer: 1 << 28 });
  const ms = performance.now() - start;
  const out = join(place, "output");
  const made = existsSync(out) ? readdirSync(out, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name)).map(path => [path.slice(out.length + 1).split("/").slice(1).join("/"), readFileSync(path)]) : [];
  return { made: new Map(made), ms, code: ran.status, said: ran.stderr };
}

function folderFiles(folder, prefix = "") {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => entry.isDirectory()
    ? folderFiles(join(folder, entry.name), `${prefix}${entry.name}/`) : [[prefix + entry.name, readFileSync(join(folder, entry.name))]]);
}
/// The files of a book and the path to build; a book that uses another stands beside it.
function bookFiles(name) {
  const uses = /^uses = \["\.\.\/(.*)"\]$/m.exec(readFileSync(join(root, "content", name, "book.toml"), "utf8"))?.[1];
  const own = uses ? `${name}/` : "";
  const files = [...folderFiles(join(root, "content", name), own), ...folderFiles(join(root, "examples", name), `${own}examples/`)];
  return uses ? { files: [...files, ...folderFiles(join(root, "content", uses), `${uses}/`)], path: `${name}/${name}` } : { files, path: name };
}
const titleOf = name => /^title = "(.*)"$/m.exec(readFileSync(join(root, "content", name, "book.toml"), "utf8"))[1];
const BOOKS = readdirSync(join(root, "content")).sort();
const SEEDS = resolve(root, "../shared/seeds");
const DOCUMENTS = existsSync(SEEDS) ? readdirSync(SEEDS).sort() : [];

const figures = [];
const figure = (name, value) => { figures.push([name, value]); console.log(`   ${name}: ${value}`); };
const seconds = ms => `${(ms / 1000).toFixed(2)} s`;

/// A folder with these files; gives its path.
function folderWith(name, files) {
  const place = join(mkdtempSync(join(scratch, "given-")), name);
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), bytes);
  }
  return place;
}

/// A picture of one colour.
function png(width, height) {
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32 ? crc32(body) : crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.concat(Array.from({ length: height }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 120)])));
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}
function crc(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? sum >>> 1 ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}

const hostile = rules => folderWith("strange", {
  "book.toml": "title = \"Strange\"\nsources = [\"a.md\"]\n",
  "a.md": "# Turn {#turn}\n\nDraw a card.\n\n## Example {#example}\n\nTODO\n",
  "rules/x.star": rules,
  "examples/y.toml": "title = \"One\"\nplay = \"#turn\"\nfills = \"#example\"\n",
});
const ENDLESS = "#@ #turn\ndef turn():\n    for i in range(1000000000):\n        for j in range(1000000000):\n            pass\n";
const GREEDY = "#@ #turn\ndef turn():\n    held = [\"a\" * 1000000]\n    for i in range(100000000):\n        held = held + held\n";

const resident = () => {
  // The largest of the browser's processes that show pages.
  let most = 0;
  for (const id of readdirSync("/proc").filter(name => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, "utf8").includes("--type=renderer")) continue;
      most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0));
    } catch { /* it has ended */ }
  }
  return most;
};

// ---- the tests

/// Words in five scripts, with signs that fill-in fonts hold; these are loaded when a text needs them.
const SCRIPTS = "# Many scripts\n\nDraw \u{1F3B2} a card \u2658 or \u2200.\n\n- \u05E9\u05DC\u05D5\u05DD\n"
  + "- \u0645\u0631\u062D\u0628\u0627\n- \u62BD\u4E00\u5F20\u724C\n";

async function scripts() {
  const place = folderWith("given", { "scripts.md": SCRIPTS });
  await document_("scripts.md", place);
}

async function document_(name, place = SEEDS) {
  const page = await loadedPage();
  const start = performance.now();
  await page.drop([join(place, name)]);
  await page.pages();
  const first = performance.now() - start;
  await page.settled();
  const inPage = await page.ask("Number(document.body.dataset.ms)");
  const folder = name.replace(/\.[^.]*$/, "");
  const [saved, bytes] = await page.saved(() => page.click('[aria-label="Save: Rulebook for the screen"]'));
  const files = [[name, readFileSync(join(place, name))]];
  const theirs = native(files, folder, ["build", `${folder}/${name}`, "--only", "rulebook"]);
  must(saved === "rulebook.pdf", `${name}: saved as ${saved}`);
  must(theirs.made.get("rulebook.pdf")?.equals(bytes), `${name}: the PDF is not the one of the native program`);
  const drawn = native(files, folder, ["build", `${folder}/${name}`, "--only", "rulebook", "--format", "svg", "-v"]);
  const pdf = /([\d.]+) s/.exec(await page.ask("document.querySelector('.pick[data-key=screen] .told').textContent"))[1];
  figure(name, `first page ${seconds(first)} after the drop, pages ${seconds(inPage)} (native ${seconds(drawn.ms)}), PDF ${pdf} s (native ${seconds(theirs.ms)})`);
  await page.end();
}

async function wholeBook(name, rows = ROWS) {
  const { files, path } = bookFiles(name);
  const page = await loadedPage();
  const start = performance.now();
  await page.sample(titleOf(name));
  await page.pages();
  const first = performance.now() - start;
  await page.settled();
  const inPage = await page.ask("Number(document.body.dataset.ms)");
  const memory = await page.ask("Number(document.body.dataset.memory)");
  await page.ask(`(() => { const radio = document.querySelector('input[name=paper][value=a4]'); radio.click(); })()`);
  for (const row of ROWS) await page.ask(`(() => { const box = document.getElementById('pick-${row.key}'); if (box.checked !== ${rows.includes(row)}) box.click(); })()`);
  const began = performance.now();
  const [, bytes] = await page.saved(() => page.click("#save-chosen"));
  const all = performance.now() - began;
  const ours = new Map(Object.entries(unzipSync(bytes)));
  const wanted = new Map();
  let nativeMs = 0;
  for (const row of rows) {
    const made = native(files, name, ["build", path, ...row.args("a4")]);
    nativeMs += made.ms;
    for (const [file, data] of [...made.made].sort()) wanted.set(wanted.has(file) ? `${row.key}/${file}` : file, data);
  }
  const drawn = native(files, name, ["build", path, "--only", "rulebook", "--format", "svg", "-v"]);
  must(wanted.size > 0, `${name}: the native program made nothing`);
  must([...ours.keys()].sort().join() === [...wanted.keys()].sort().join(), `${name}: the page made ${[...ours.keys()]}, the native program ${[...wanted.keys()]}`);
  const other = [...wanted].filter(([path, data]) => !data.equals(ours.get(path))).map(([path]) => path);
  must(other.length === 0, `${name}: not the same bytes: ${other}`);
  figure(name, `first page ${seconds(first)}, pages ${seconds(inPage)} (native ${seconds(drawn.ms)}), ${wanted.size} files of ${rows.length} outputs ${seconds(all)} (native ${seconds(nativeMs)}), memory of the program ${Math.round(memory / 2 ** 20)} MiB`);
  await page.end();
}

async function withoutNetwork() {
  const page = await loadedPage();
  await page.offline();
  await host.close();
  try {
    await page.reload();
    await page.ready();
    const start = performance.now();
    await page.sample(titleOf("gazer"));
    await page.pages();
    figure("without a network", `first page ${seconds(performance.now() - start)} after the click`);
    await page.settled();
    const [name, bytes] = await page.saved(() => page.click('[aria-label="Save: Reference sheet"]'));
    must(bytes.length > 1000, `without a network: ${name} has ${bytes.length} bytes`);
    await page.click("#home");
    await page.drop([join(folderWith("given", { "scripts.md": SCRIPTS }), "scripts.md")]);
    await page.settled();
    const [, pages] = await page.saved(() => page.click('[aria-label="Save: Rulebook for the screen"]'));
    const theirs = native([["scripts.md", Buffer.from(SCRIPTS)]], "scripts", ["build", "scripts/scripts.md", "--only", "rulebook"]);
    must(theirs.made.get("rulebook.pdf")?.equals(pages), "without a network: a text in many scripts is set otherwise");
    await page.clean();
  } finally {
    await page.close();
    host = await serve(dist);
  }
}

async function loaded() {
  const names = readdirSync(dist, { recursive: true }).filter(name => statSync(join(dist, name)).isFile());
  let raw = 0;
  let small = 0;
  for (const name of names) {
    const bytes = readFileSync(join(dist, name));
    raw += bytes.length;
    const packed = gzipSync(bytes, { level: 9 }).length;
    small += packed;
    if (/\.(wasm|js|css|html)$/.test(name)) figure(name, `${bytes.length} bytes, ${packed} with gzip -9`);
  }
  figure("all that is loaded", `${(raw / 1e6).toFixed(1)} MB, ${(small / 1e6).toFixed(1)} MB with gzip -9`);
  const page = await loadedPage();
  figure("ready, cold", seconds(await page.ask("performance.now()")));
  await page.sample(titleOf("gazer"));
  await page.pages();
  figure("first page of Gazer, cold, from the beginning of loading", seconds(await page.ask("performance.now()")));
  await page.settled();
  await page.offline();
  await page.reload();
  await page.pages();
  figure("first page of Gazer, warm, from the beginning of loading", seconds(await page.ask("performance.now()")));
  await page.settled();
  figure("memory of the tab at most", `${Math.round(resident() / 1024)} MiB`);
  await page.end();
}

/// A book that wants to harm: the page lives, says what is wrong, and goes on with the next book.
async function hostileBook(rules, words) {
  const page = await loadedPage();
  const start = performance.now();
  await page.drop([hostile(rules)]);
  await page.settled();
  const notice = await page.ask("(document.getElementById('notice').hidden ? '' : document.getElementById('notice-words').textContent) + (document.querySelector('#desk .empty')?.textContent ?? '')");
  const found = await page.ask("document.getElementById('cards').textContent");
  must(!found.includes("cannot be read"), `${words}: files that need not be there are missed: ${found}`);
  must(/limit|memory|too long/i.test(`${notice} ${found}`), `${words}: the page says “${notice}” and finds “${found}”`);
  figure(words, `${seconds(performance.now() - start)}: ${(/hit a limit: [^.]*/.exec(found)?.[0] || notice || found).slice(0, 160)}`);
  await page.picture(words.replaceAll(" ", "-"));
  await page.click("#home");
  await page.sample(titleOf("gazer"));
  await page.pages();
  await page.settled();
  await page.end();
}

async function stopped() {
  const page = await loadedPage();
  await page.drop([hostile(ENDLESS)]);
  await page.until("it works", "document.getElementById('status').dataset.phase === 'working' && !document.getElementById('stop').hidden");
  await pause(700);
  const working = await page.ask("document.getElementById('status').dataset.phase");
  await page.click("#stop");
  await page.until("that it was stopped", "document.getElementById('status-words').textContent === 'Stopped'", 2000);
  must(working === "working", "it was done before it could be stopped");
  // It goes on with a text that is mended.
  await page.ask("document.querySelector('#file-list [data-path=\"rules/x.star\"]').click()");
  await page.click("#delete");
  await page.click("#ask-yes");
  await page.pages();
  await page.settled();
  await page.end();
}

async function folderWithPicture() {
  const page = await loadedPage();
  const files = { "game.md": "# Game\n\nLook:\n\n![A board](pictures/board.png)\n\nThe board is grey.\n", "pictures/board.png": png(60, 40) };
  await page.drop([folderWith("grey", files)]);
  await page.pages();
  await page.settled();
  must(!(await page.ask("document.getElementById('cards').textContent")).includes("picture"), "the picture is not found");
  const [, bytes] = await page.saved(() => page.click('[aria-label="Save: Rulebook for the screen"]'));
  const theirs = native(Object.entries(files), "grey", ["build", "grey/game.md", "--only", "rulebook"]);
  must(theirs.made.get("rulebook.pdf").equals(bytes), "the PDF with a picture is not the one of the native program");
  await page.ask("document.querySelector('#file-list [data-path=\"pictures/board.png\"]').click()");
  await page.until("the picture is shown", "document.querySelector('#other img')?.naturalWidth === 60");
  await page.end();
}

async function zipOfABook() {
  const page = await loadedPage();
  const zip = readdirSync(join(dist, "books")).find(name => name.startsWith("gazer-"));
  const copy = join(mkdtempSync(join(scratch, "zip-")), "my gazer.zip");
  copyFileSync(join(dist, "books", zip), copy);
  await page.drop([copy]);
  await page.pages();
  await page.settled();
  // What goes out is what came in.
  const [name, bytes] = await page.saved(() => page.click("#save-text"));
  const out = unzipSync(bytes);
  const inside = unzipSync(readFileSync(copy));
  for (const [path, data] of Object.entries(inside)) {
    const found = Object.keys(out).find(other => other.split("/").slice(1).join("/") === path.split("/").slice(1).join("/"));
    must(found && Buffer.from(out[found]).equals(Buffer.from(data)), `${name}: ${path} is not what came in`);
  }
  // A broken zip and an empty one are refused in words.
  await page.click("#home");
  const broken = join(mkdtempSync(join(scratch, "zip-")), "broken.zip");
  writeFileSync(broken, "no zip at all");
  await page.drop([broken]);
  await page.until("the refusal", "!document.getElementById('start-notice').hidden && document.getElementById('start-notice').textContent.includes('zip')");
  await page.end();
}

async function large() {
  const page = await loadedPage();
  const part = nth => `# Part ${nth}\n\n${"Everybody looks at the cards and keeps what is worth keeping. ".repeat(60)}\n\n`;
  const file = join(mkdtempSync(join(scratch, "large-")), "large.md");
  writeFileSync(file, Array.from({ length: 3250 }, (_, nth) => part(nth)).join(""));
  must(statSync(file).size > 12e6, "it is not large");
  const start = performance.now();
  await page.drop([file]);
  await page.settled();
  const found = await page.ask("document.getElementById('cards').textContent + document.getElementById('notice-words').textContent");
  const count = await page.ask("document.querySelectorAll('.sheet').length");
  must(count > 0 || /too large|larger than|memory|limit/i.test(found), `a large document: no pages, and “${found}”`);
  figure("12 MB of text", `${seconds(performance.now() - start)}: ${count ? `${count} pages` : found.slice(0, 120)}`);
  must(await page.ask("1 + 1") === 2, "the page has died");
  await page.end();
}

async function reloadKeepsWork() {
  const page = await pageWith(folderWith("kept", { "game.md": "# Kept\n\nDraw two cards.\n" }));
  await page.key("1", { code: "Digit1", modifiers: 1 });
  await page.own("Input.insertText", { text: "Quetzal " });
  await page.until("the change is built", "Number(document.body.dataset.rest) > 1");
  await page.settled();
  await pause(600);
  await page.reload();
  await page.pages();
  await page.until("the text is there", "document.getElementById('editor').shadowRoot.textContent.includes('Quetzal')");
  const [, bytes] = await page.saved(() => page.click("#save-text"));
  const text = Buffer.from(unzipSync(bytes)["kept/game.md"]).toString();
  must(text.includes("Quetzal") && text.includes("Draw two cards."), `the text after a reload: ${text}`);
  // It stands on the shelf, and goes from there when it is deleted.
  await page.click("#home");
  await page.until("the shelf", "document.querySelector('#shelf .name')?.textContent === 'kept'");
  await page.click("#shelf .away");
  await page.click("#ask-yes");
  await page.until("an empty shelf", "document.getElementById('mine').hidden");
  await page.end();
}

/// Words are kept while somebody types without a pause, and those of the last moment too.
async function lastWords() {
  const page = await pageWith(folderWith("kept", { "game.md": "# Kept\n\nDraw two cards.\n" }));
  await page.key("1", { code: "Digit1", modifiers: 1 });
  const rests = await page.rests();
  for (let nth = 0; nth < 60; nth++) {
    await page.own("Input.insertText", { text: `steady${nth} ` });
    await pause(150);
  }
  must(await page.rests() > rests, "no pages came while somebody typed");
  await page.own("Input.insertText", { text: "Immediate " });
  await page.reload();
  await page.pages();
  const [, bytes] = await page.saved(() => page.click("#save-text"));
  const text = Buffer.from(unzipSync(bytes)["kept/game.md"]).toString();
  must(text.includes("steady0 ") && text.includes("steady59 "), `what was typed without a pause: ${text}`);
  must(text.includes("Immediate "), `what was typed last: ${text}`);
  // Without its last file the book is empty, and nothing can be typed into a file that is gone.
  await page.click("#delete");
  await page.click("#ask-yes");
  await page.until("that there are no files", "document.getElementById('editor').hidden && document.getElementById('status-words').textContent === 'No files'");
  await page.picture("no-files");
  await page.end();
}

/// A table of cards alone is a deck; with a text beside it, a book.
async function tableOfCards() {
  const table = "name,count,text\nAce,2,Draw a card.\nKing,1,Win.\n";
  const page = await pageWith(join(folderWith("given", { "cards.csv": table }), "cards.csv"));
  await page.ask("document.querySelector('input[name=paper][value=a4]').click()");
  const offered = await page.ask("[...document.querySelectorAll('.pick')].map(row => row.dataset.key).join()");
  await page.picture("table-of-cards");
  must(offered === "deck,shop", `a table of cards is offered as ${offered}`);
  const theirs = native([["cards.csv", Buffer.from(table)]], "cards", ["build", "cards/cards.csv", "--only", "deck", "--profile", "home-a4"]);
  const [name, bytes] = await page.saved(() => page.click('[aria-label="Save: Cards of the game"]'));
  must(theirs.made.get(name)?.equals(bytes), `${name}: not the bytes of the native program`);
  await page.drop([join(folderWith("given", { "rules.md": "# Rules\n\nDraw a card.\n" }), "rules.md")]);
  await page.until("the rulebook", "document.querySelector('#views [data-key=rulebook]')");
  await page.pages();
  await page.settled();
  await page.end();
}

/// Who leaves a book while its files are made gets none of them, least of all in another book.
async function leavingWhileSaving() {
  const page = await pageWith(folderWith("first", { "first.md": "# First\n\nDraw.\n\n".repeat(400) }));
  const before = readdirSync(page.downloads).length;
  await page.click("#save-chosen");
  await page.click("#home");
  await page.drop([folderWith("second", { "second.md": "# Second\n\nPlay.\n" })]);
  await page.pages();
  await page.settled();
  await pause(1500);
  must(readdirSync(page.downloads).length === before, "files of a book that was left were saved");
  must(await page.ask("!document.getElementById('save-chosen').disabled"), "nothing can be saved any more");
  await page.end();
}

/// What is typed is followed, findings lead to their line, and undo takes a change back.
async function editing() {
  const page = await pageWith(folderWith("wrong", { "game.md": "# Game\r\n\r\nFirst line.\r\n\r\nSee [there](#lost).\r\n" }));
  await page.click("#toggle-findings");
  const card = "[...document.querySelectorAll('.card')].find(card => card.textContent.includes('#lost'))";
  await page.until("the finding", card);
  must(await page.ask(`${card}.querySelector('mark').textContent`) === "[there](#lost)", "the excerpt does not mark the link");
  await page.ask(`${card}.querySelector('.go').click()`);
  must((await page.ask("document.getElementById('editor').shadowRoot.querySelector('.cm-activeLine').textContent")).includes("#lost"), "the finding does not lead to its line");
  await page.ask(`${card}.querySelector('.why').click()`);
  await page.until("why it comes", `${card}.querySelector('.why-words').textContent.includes('What to do')`);
  await page.picture("findings");
  await page.own("Input.insertText", { text: "Look at the board." });
  await page.until("the finding is gone", `!(${card}) && document.getElementById('status').dataset.phase === 'ready'`);
  await page.key("z", { code: "KeyZ", modifiers: 2 });
  await page.until("it is back", card);
  await page.settled();
  const [, bytes] = await page.saved(() => page.click("#toggle-save").then(() => page.click("#save-text")));
  must(Buffer.from(unzipSync(bytes)["wrong/game.md"]).toString() === "# Game\r\n\r\nFirst line.\r\n\r\nSee [there](#lost).\r\n", "ends of lines changed");
  // A new file, renamed; a name from outside never becomes a part of the page.
  await page.click("#new-file");
  await page.ask("document.getElementById('ask-value').value = '<img src=x onerror=alert(1)>.md'");
  await page.click("#ask-yes");
  await page.until("the file", "document.querySelectorAll('#file-list button').length === 2");
  must(await page.ask("document.querySelectorAll('#file-list img').length") === 0, "a name became a part of the page");
  await page.settled();
  await page.end();
}

/// A folder of the disk: what is saved goes back to it. The browser's own private folder stands in for the disk.
async function folderOnDisk() {
  const page = await loadedPage();
  await page.ask(`(async () => {
    const top = await navigator.storage.getDirectory();
    const folder = await top.getDirectoryHandle("mine", { create: true });
    const out = await (await folder.getFileHandle("game.md", { create: true })).createWritable();
    await out.write("# Mine\\n\\nOld words.\\n");
    await out.close();
    window.showDirectoryPicker = async () => folder;
    document.getElementById("open-folder").hidden = false;
  })()`);
  await page.ask("document.getElementById('open-folder').onclick ? document.getElementById('open-folder').click() : null");
  await page.pages();
  await page.settled();
  await page.key("1", { code: "Digit1", modifiers: 1 });
  await page.own("Input.insertText", { text: "New words. " });
  await page.key("s", { code: "KeyS", modifiers: 2 });
  await page.until("it is saved", "document.getElementById('notice-words').textContent.startsWith('Saved in your folder')");
  const text = await page.ask(`(async () => (await (await (await (await navigator.storage.getDirectory()).getDirectoryHandle("mine")).getFileHandle("game.md")).getFile()).text())()`);
  must(text.includes("New words.") && text.includes("Old words."), `on the disk stands: ${text}`);
  await page.settled();
  await page.end();
}

/// From the first screen to a saved PDF without a mouse.
async function keyboard() {
  const page = await loadedPage();
  const focused = words => page.ask(`document.activeElement?.matches('.book') && document.activeElement.textContent.includes(${JSON.stringify(words)})`);
  let steps = 0;
  while (!(await focused("Gazer"))) {
    must(steps++ < 40, "the key Tab does not reach our books");
    await page.key("Tab");
    must(await page.ask("getComputedStyle(document.activeElement).outlineStyle !== 'none'"), `the focus cannot be seen: ${await page.ask("document.activeElement.outerHTML.slice(0, 80)")}`);
  }
  await page.key("Enter");
  await page.pages();
  await page.settled();
  await page.key("4", { code: "Digit4", modifiers: 1 });
  steps = 0;
  while (await page.ask("document.activeElement.getAttribute('aria-label')") !== "Save: Reference sheet") {
    must(steps++ < 40, "the key Tab does not reach what can be saved");
    await page.key("Tab");
  }
  const [name] = await page.saved(() => page.key("Enter"));
  must(/sheet/.test(name), `saved: ${name}`);
  await page.key("1", { code: "Digit1", modifiers: 1 });
  must(await page.ask("document.activeElement.id") === "editor", "Alt+1 does not lead to the text");
  await page.key("F6");
  must(await page.ask("document.activeElement.id") === "desk", "F6 does not lead from the text to the pages");
  await page.key("Tab", { modifiers: 8 });
  await page.settled();
  await page.end();
}

async function screens() {
  for (const [width, height, dark] of [[1440, 900, false], [1440, 900, true], [900, 800, false], [900, 800, true], [360, 740, false], [360, 740, true], [320, 640, false], [320, 640, true]]) {
    const page = await newPage({ width, height, dark, mobile: width < 500 });
    const name = `${width}${dark ? "-dark" : ""}`;
    const fits = async words => must(await page.ask("document.documentElement.scrollWidth <= innerWidth && document.body.scrollWidth <= innerWidth"), `${name}: ${words} is too wide`);
    // Every tab and tool that is shown is there whole.
    const whole = async words => {
      const cut = await page.ask(`[...document.querySelectorAll("#views button, .tabs button, .zoom button, .bar button, .tools button, .file-tools button")].filter(button => {
        const box = button.getBoundingClientRect();
        const words = document.createRange();
        words.selectNodeContents(button);
        const inner = words.getBoundingClientRect();
        return button.checkVisibility() && (box.left < 0 || box.right > innerWidth || button.id !== "book-name" && (inner.left < box.left || inner.right > box.right));
      }).map(button => button.textContent).join()`);
      must(!cut, `${name}: ${words}: cut are ${cut}`);
    };
    await page.load();
    await fits("the first screen");
    await page.picture(`${name}-start`);
    await page.sample(titleOf("gazer"));
    await page.pages();
    await page.settled();
    await fits("the work");
    await whole("the work");
    must(await page.ask("(() => { const desk = document.getElementById('desk'); return desk.scrollWidth <= desk.clientWidth; })()"), `${name}: the pages are wider than their room`);
    await page.picture(`${name}-pages`);
    for (const tab of ["text", "findings", "save"]) {
      await page.ask(`document.querySelector('.tabs [data-tab=${tab}]').click()`);
      await fits(tab);
      await whole(tab);
      await page.picture(`${name}-${tab}`);
    }
    await page.clean();
    await page.close();
  }
}

async function newBook() {
  const page = await loadedPage();
  await page.sample("A new book");
  await page.ask("document.getElementById('ask-value').value = 'The “Owl” of 9'");
  await page.click("#ask-yes");
  await page.pages();
  await page.settled();
  must(await page.ask("document.getElementById('book-name').textContent") === "The “Owl” of 9", "the name of the new book");
  must(!(await page.ask("document.getElementById('cards').textContent")).includes("Error"), "a new book has errors");
  for (const view of ["sheet", "cards", "deck"]) {
    await page.click(`#views [data-key=${view}]`);
    await page.until(view, `document.querySelector('#views [aria-selected=true]').dataset.key === '${view}' && document.querySelector('#desk .sheet[data-drawn]')`);
    await page.settled();
  }
  await page.click("#views [data-key=playmat]");
  await page.until("that it has none", "document.querySelector('#desk .empty strong')?.textContent.includes('no play mat')");
  await page.end();
}

const kit = { loadedPage, pageWith, folderWith, scratch, dist, host: () => host, png, unzipSync, zipSync };
const TESTS = [
  ["size and times of loading", loaded, true],
  ...DOCUMENTS.map((name, nth) => [`document ${name}`, () => document_(name), nth === DOCUMENTS.indexOf("gazer.md")]),
  ["book gazer, its rulebook and sheet", () => wholeBook("gazer", ROWS.filter(row => ["screen", "booklet", "home-sheet"].includes(row.key))), "only"],
  ...BOOKS.map(name => [`book ${name}`, () => wholeBook(name)]),
  ["a text in many scripts", scripts, true],
  ["without a network", withoutNetwork, true],
  ["a rule that never ends", () => hostileBook(ENDLESS, "a rule that never ends"), true],
  ["a rule that eats memory", () => hostileBook(GREEDY, "a rule that eats memory")],
  ["stop", stopped],
  ["a new book", newBook],
  ["a folder with a picture", folderWithPicture],
  ["a zip", zipOfABook],
  ["a large document", large],
  ["a reload keeps work", reloadKeepsWork],
  ["last words", lastWords, true],
  ["a table of cards", tableOfCards, true],
  ["leaving while saving", leavingWhileSaving],
  ["editing", editing],
  ["a folder on disk", folderOnDisk],
  ...takingTests(kit),
  ...keepingTests(kit),
  ["keyboard", keyboard],
  ["screens", screens],
];

const smoke = asked[0] === "smoke";
const names = smoke ? [] : asked;
const chosen = TESTS.filter(([name, , small]) => smoke ? small : names.length ? names.some(part => name.includes(part)) : small !== "only");
if (!DOCUMENTS.length) console.log(`left out, because ${basename(SEEDS)} is not there: the five documents`);
await runAll(chosen, { browser, host, scratch }, `, with ${execFileSync(program, ["--version"], { encoding: "utf8" }).trim()}`);
