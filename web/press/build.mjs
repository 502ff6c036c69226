// Builds the page: node web/press/build.mjs MODULE OUT
// MODULE is the rulepress.wasm that `.ci/module` made, with its fonts and licences beside it; OUT is the folder that a host serves,
// which is emptied first.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../..");
const [modulePath, out] = process.argv.slice(2).map(path => resolve(path));
if (!modulePath || !out) {
  console.error("node web/press/build.mjs MODULE OUT");
  process.exit(2);
}
if (!existsSync(join(here, "node_modules", ".package-lock.json"))) {
  execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: here, stdio: "inherit", shell: process.platform === "win32" });
}
const { build } = await import("esbuild");
const { zipSync } = await import("fflate");

// A folder that holds anything else than an earlier page is not emptied.
if (existsSync(out) && readdirSync(out).length && !existsSync(join(out, "licences.txt"))) {
  console.error(`${out} holds something else: name an empty or a new folder`);
  process.exit(2);
}
rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "books"), { recursive: true });

const short = bytes => createHash("sha256").update(bytes).digest("hex").slice(0, 12);
const named = {}; // what a source calls a file, and the name it has in OUT
const sums = [];

/// Writes a file under a name that says what is in it.
function put(name, bytes, folder = "") {
  const end = extname(name);
  const whole = `${folder}${basename(name, end)}-${short(bytes)}${end}`;
  writeFileSync(join(out, whole), bytes);
  named[name] = whole;
  sums.push(whole);
  return whole;
}

const fill = text => text.replace(/@([\w.-]+\.\w+)@/g, (_, name) => {
  if (!named[name]) throw new Error(`unknown file ${name}`);
  return named[name];
});
const source = name => readFileSync(join(here, "src", name), "utf8");

// The program, fonts, pictures.
const program = readFileSync(modulePath);
put("rulepress.wasm", program);
for (const font of ["SourceSans3_400Regular.ttf", "SourceSans3_700Bold.ttf", "Vollkorn_700Bold.ttf", "SourceCodePro_400Regular.ttf"]) {
  put(font, readFileSync(join(root, "templates/fonts", font)));
}
for (const picture of ["cover.png", "example.png", "sheet.png"]) put(picture, readFileSync(join(root, "output/gallery", picture)));
// What the program reads when a text needs it; a browser keeps it last.
const beside = join(dirname(modulePath), "fonts");
const fonts = Object.fromEntries(readdirSync(beside).filter(name => name.endsWith(".ttf")).sort()
  .map(name => [name, put(name, readFileSync(join(beside, name)))]));
put("icon.svg", readFileSync(join(here, "src/icon.svg")));
// The same drawing without round corners, which iOS makes itself: 180 pixels wide, drawn once by a browser.
put("apple-touch-icon.png", readFileSync(join(here, "src/apple-touch-icon.png")));

// Our books with their sources and examples; the same files give the same zip.
const AT = new Date(Date.UTC(2020, 0, 1));
function folderFiles(folder, prefix) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => a.name < b.name ? -1 : 1).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return folderFiles(path, `${prefix}${entry.name}/`);
    return [[prefix + entry.name, readFileSync(path)]];
  });
}
const ABOUT = {
  "gaia-project": "An opponent that plays by itself, on a map of hexes",
  gazer: "A duel with cards, every card explained",
  "grand-archive": "A card game with a priority stack and flowcharts",
  "imperial-assault": "A campaign with maps, figures and line of sight",
  "wind-lorraine": "An opponent that plays by itself, from a deck",
};
const samples = readdirSync(join(root, "content")).filter(name => statSync(join(root, "content", name)).isDirectory()).sort().map(name => {
  const manifest = readFileSync(join(root, "content", name, "book.toml"), "utf8");
  // A book that plays by the rules of another has that one beside it.
  const bases = [...(/^uses = \[(.*)\]$/m.exec(manifest)?.[1] ?? "").matchAll(/"\.\.\/([^"]+)"/g)].map(([, base]) => base);
  const files = [
    ...folderFiles(join(root, "content", name), `${name}/`), ...folderFiles(join(root, "examples", name), `${name}/examples/`),
    ...bases.flatMap(base => folderFiles(join(root, "content", base), `${base}/`)),
  ];
  const title = /^title = "(.*)"$/m.exec(manifest)?.[1] ?? name;
  const bytes = zipSync(Object.fromEntries(files), { level: 9, mtime: AT });
  return { folder: name, title, about: ABOUT[name] ?? "", file: put(`${name}.zip`, bytes, "books/") };
});

// The worker, then the page, which knows the names of all the rest.
const options = { bundle: true, minify: true, write: false, target: ["chrome109", "firefox115", "safari16.4"], logLevel: "warning", legalComments: "none", metafile: true };
const bundled = new Set();
async function bundle(name, more) {
  const result = await build({ ...options, entryPoints: [join(here, "src", name)], ...more });
  for (const input of Object.keys(result.metafile.inputs)) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) bundled.add(found[1]);
  }
  return Buffer.from(result.outputFiles[0].contents);
}
put("worker.js", await bundle("worker.js", { format: "iife" }));
put("style.css", Buffer.from(fill(source("style.css"))));
put("manifest.webmanifest", Buffer.from(fill(source("manifest.webmanifest"))));
const version = short(Buffer.from(`${sums.join()}${["index.html", "service.js"].map(source).join()}`));
const page = version => ({
  module: named["rulepress.wasm"], size: program.length, worker: named["worker.js"], service: "service.js", version, samples, fonts,
});
// The version also covers the page's own script, which holds it.
const script = await bundle("page.js", { format: "esm", define: { __PRESS__: JSON.stringify(page("")) } });
const whole = short(Buffer.concat([Buffer.from(version), script]));
put("page.js", await bundle("page.js", { format: "esm", define: { __PRESS__: JSON.stringify(page(whole)) } }));

// Licences of everything in OUT.
function licence(name) {
  const folder = join(here, "node_modules", name);
  const { version: which, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter(file => /^licen[cs]e/i.test(file)).sort();
  if (!files.length) throw new Error(`${name} has no file with its licence`);
  return [`${name} ${which} (${license})`, ...files.map(file => readFileSync(join(folder, file), "utf8").trim())].join("\n\n");
}
const parts = [
  "rulepress and this page: MIT or Apache-2.0, at your choice.\nThe books name their sources in SOURCES.md.\n"
    + "Below: our licences, those of what the page holds, and those of what the program holds.",
  ["LICENSE-MIT", "LICENSE-APACHE"].map(file => readFileSync(join(root, file), "utf8").trim()).join("\n\n"),
  ...[...bundled].sort().map(licence),
  readFileSync(join(dirname(modulePath), "licences.txt"), "utf8").trim(),
];
writeFileSync(join(out, "licences.txt"), `${parts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
named["licences.txt"] = "licences.txt";

writeFileSync(join(out, "index.html"), fill(source("index.html")));
const kept = JSON.stringify({ version: whole, files: ["./", "licences.txt", ...sums.filter(name => !Object.values(fonts).includes(name)), ...Object.values(fonts)] });
writeFileSync(join(out, "service.js"), source("service.js").replace("self.__KEPT__", () => kept));
writeFileSync(join(out, ".nojekyll"), "");
console.log(`${out}: version ${whole}, ${sums.length + 4} files, the program has ${(program.length / 1e6).toFixed(1)} MB`);
