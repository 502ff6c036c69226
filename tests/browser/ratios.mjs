// How long the portable module takes against the native program in the same run, and against that on one core: the twelve
// flowcharts, a document and a book, in a page that has loaded and in the package for Node, and 1000 games in that package.
// Usage: node ratios.mjs DIST PROGRAM PACKAGE [smoke]; PACKAGE is the `rulepress.js` of the package. The least of five rounds
// counts, behind one that warms; `smoke` is one round of each with few games. Needs Linux (`taskset`) and ../shared/seeds
// beside the project.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { must, newPage, open, pause, remove, run } from "./browser.mjs";
import { serve } from "./host.mjs";

const [dist, program, packed] = process.argv.slice(2, 5).map(path => resolve(path));
const smoke = process.argv[5] === "smoke";
const ROUNDS = smoke ? 1 : 5;
const GAMES = smoke ? "64" : "1000";
const root = resolve(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../..");
const seeds = resolve(root, "../shared/seeds");
const IN_PAGE = [
  ["twelve flowcharts", ["build", "grand-archive-flowcharts.md"]],
  ["a document", ["build", "wind-lorraine-automa.md"]],
  ["a book", ["build", "content/gazer"]],
];
const SIMULATION = ["simulate", "content/gazer", "--play", "#turns-and-phases", "--games", GAMES];

const scratch = mkdtempSync(join(tmpdir(), "ratios-"));
let browser = null;
const host = await serve(dist);

function* filesIn(folder) {
  for (const entry of readdirSync(folder).sort()) {
    const path = join(folder, entry);
    if (statSync(path).isDirectory()) yield* filesIn(path);
    else yield path;
  }
}

/// A folder with what the commands need, for the native program, and as [path, bytes in Base64] for the page.
function project() {
  mkdirSync(join(scratch, "content"), { recursive: true });
  for (const folder of ["content/gazer", "examples"]) cpSync(join(root, folder), join(scratch, folder), { recursive: true });
  for (const [, [, file]] of IN_PAGE.slice(0, 2)) cpSync(join(seeds, file), join(scratch, file));
  return [...filesIn(scratch)].map(path => [relative(scratch, path), readFileSync(path).toString("base64")]);
}

/// Milliseconds of one run of the native program.
function natively(words, args) {
  const start = performance.now();
  execFileSync(words[0], [...words.slice(1), ...args], { cwd: scratch, stdio: "ignore" });
  return performance.now() - start;
}

/// Tells how long the module takes for a command, `work` runs it there, and the native program.
async function compare(name, args, work) {
  const first = await work();
  const least = [first, Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    const times = [await work(), natively([program], args), natively(["taskset", "-c", "0", program], args)];
    for (const [nth, time] of times.entries()) least[nth] = Math.min(least[nth], time);
  }
  const [module, native, alone] = least;
  const against = other => `${other.toFixed(0)} ms, ratio ${(module / other).toFixed(2)}`;
  console.log(`${name}: ${module.toFixed(0)} ms (first ${first.toFixed(0)}); native ${against(native)}; on one core ${against(alone)}`);
}

await run(async () => {
  const files = project();
  for (const [name, args] of [...IN_PAGE, [`${GAMES} games`, SIMULATION]]) {
    await compare(`${name}, Node ${process.version}`, args, () => natively([process.execPath, packed], args));
  }
  browser = open();
  const page = await newPage(browser.send, "ratios");
  for (const domain of ["Page", "Runtime"]) await page.own(`${domain}.enable`);
  await page.own("Page.navigate", { url: host.url });
  for (let tries = 0; !await page.ask("document.body?.dataset.ready"); tries++) {
    must(tries < 600, "the press is not ready");
    await pause(50);
  }
  const names = readdirSync(dist);
  const called = part => names.find(name => part.test(name));
  const fonts = Object.fromEntries(names.filter(name => name.endsWith(".ttf")).map(name => [name.replace(/-[0-9a-f]{12}\.ttf$/, ".ttf"), name]));
  await page.ask(`(async () => {
    window.given = ${JSON.stringify(files)}.map(([path, text]) => [path, Uint8Array.from(atob(text), letter => letter.charCodeAt(0))]);
    window.compiled = await WebAssembly.compileStreaming(fetch("${called(/^rulepress-.*\.wasm$/)}"));
    window.fonts = Object.fromEntries(Object.entries(${JSON.stringify(fonts)}).map(([name, file]) => [name, new URL(file, location.href).href]));
    window.hired = new Worker("${called(/^worker-.*\.js$/)}");
    window.work = args => new Promise(good => {
      const start = performance.now();
      hired.onmessage = ({ data }) => { if (data.done) good({ ...data.done, files: [], ms: performance.now() - start }); };
      hired.postMessage({ module: compiled, args, files: given, fonts, watch: false });
    });
  })()`);
  const inPage = async args => {
    const { code, trap, lines, ms } = await page.ask(`work(${JSON.stringify(args)})`);
    must(code === 0, `${args.join(" ")}: ${code} ${trap} ${lines.err.join("\n")}`);
    return ms;
  };
  for (const [name, args] of IN_PAGE) await compare(`${name}, page`, args, () => inPage(args));
}, async () => {
  await browser?.close();
  await host.close();
  await remove(scratch);
});
