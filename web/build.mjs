// What the builds of our pages share: files named by what is in them, our books as zips, licences, and the list of files that
// a page keeps for use without a network. A page lies in web/NAME/src; its packages are those of web/press.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const packages = join(root, "web/press/node_modules");

/// Ends the build with words for the person who started it.
export function refuse(words) {
  console.error(words);
  process.exit(2);
}

async function installed() {
  if (!existsSync(join(packages, ".package-lock.json"))) {
    execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: dirname(packages), stdio: "inherit", shell: process.platform === "win32" });
  }
  const load = path => import(pathToFileURL(join(packages, path)).href);
  return { build: (await load("esbuild/lib/main.js")).build, zipSync: (await load("fflate/esm/index.mjs")).zipSync };
}

/// Empties OUT, if it holds nothing else than an earlier page.
function emptied(out) {
  if (existsSync(out) && readdirSync(out).length && !existsSync(join(out, "licences.txt"))) {
    refuse(`${out} holds something else: name an empty or a new folder`);
  }
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, "books"), { recursive: true });
}

export const short = bytes => createHash("sha256").update(bytes).digest("hex").slice(0, 12);

/// All files of a folder with their paths, which begin with `prefix`.
export function folderFiles(folder, prefix) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => a.name < b.name ? -1 : 1).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return folderFiles(path, `${prefix}${entry.name}/`);
    return [[prefix + entry.name, readFileSync(path)]];
  });
}

/// A book with its sources, its examples and the books whose rules it uses, which lie beside it: {folder, title, files}.
export function bookAt(folder, examples) {
  const name = basename(folder);
  const manifest = readFileSync(join(folder, "book.toml"), "utf8");
  const bases = [...(/^uses = \[(.*)\]$/m.exec(manifest)?.[1] ?? "").matchAll(/"\.\.\/([^"]+)"/g)].map(([, base]) => base);
  const files = [
    ...folderFiles(folder, `${name}/`), ...folderFiles(examples, `${name}/examples/`),
    ...bases.flatMap(base => folderFiles(join(dirname(folder), base), `${base}/`)),
  ];
  return { folder: name, title: /^title = "(.*)"$/m.exec(manifest)?.[1] ?? name, files };
}

export const OURS = readdirSync(join(root, "content"), { withFileTypes: true }).filter(entry => entry.isDirectory()).map(entry => entry.name).sort();
export const ourBook = name => bookAt(join(root, "content", name), join(root, "examples", name));

/// What all our pages look alike in: colours, letters, buttons. It stands before the first screen of the press.
export function commonLooks() {
  const [looks, rest] = readFileSync(join(root, "web/press/src/style.css"), "utf8").split("/* The first screen */");
  if (rest === undefined) throw new Error("the looks of the press have no first screen");
  return looks;
}

export const ABOUT = {
  "gaia-project": "An opponent that plays by itself, on a map of hexes",
  gazer: "A duel with cards, every card explained",
  "grand-archive": "A card game with a priority stack and flowcharts",
  "imperial-assault": "A campaign with maps, figures and line of sight",
  "wind-lorraine": "An opponent that plays by itself, from a deck",
};

/// Opens the build of the page in web/NAME for the module at `modulePath`, into `out`, which is emptied first.
export async function openPage(name, modulePath, out) {
  const { build, zipSync } = await installed();
  emptied(out);
  const sources = join(root, "web", name, "src");
  const named = {}; // what a source calls a file, and the name it has in OUT
  const sums = [];
  const bundled = new Set();
  const program = readFileSync(modulePath);

  /// Writes a file under a name that says what is in it.
  function put(file, bytes, folder = "") {
    const end = extname(file);
    const whole = `${folder}${basename(file, end)}-${short(bytes)}${end}`;
    writeFileSync(join(out, whole), bytes);
    named[file] = whole;
    sums.push(whole);
    return whole;
  }

  const fill = text => text.replace(/@([\w.-]+\.\w+)@/g, (_, file) => {
    if (!named[file]) throw new Error(`unknown file ${file}`);
    return named[file];
  });
  const source = file => readFileSync(join(sources, file), "utf8");
  const service = readFileSync(join(root, "web/press/src/service.js"), "utf8");

  put("rulepress.wasm", program);
  for (const font of ["SourceSans3_400Regular.ttf", "SourceSans3_700Bold.ttf", "Vollkorn_700Bold.ttf", "SourceCodePro_400Regular.ttf"]) {
    put(font, readFileSync(join(root, "templates/fonts", font)));
  }

  // What the program reads when a text needs it; a browser keeps it last.
  const beside = join(dirname(modulePath), "fonts");
  const fonts = {};
  function putFonts() {
    for (const font of readdirSync(beside).filter(font => font.endsWith(".ttf")).sort()) fonts[font] = put(font, readFileSync(join(beside, font)));
  }

  /// The icons, which all our pages share. That for iOS is the same drawing without round corners, drawn once by a browser.
  function putIcons() {
    for (const file of ["icon.svg", "apple-touch-icon.png"]) put(file, readFileSync(join(root, "web/press/src", file)));
  }

  /// The same files give the same zip.
  function putBook(folder, files) {
    const bytes = zipSync(Object.fromEntries(files), { level: 9, mtime: new Date(Date.UTC(2020, 0, 1)) });
    return put(`${folder}.zip`, bytes, "books/");
  }

  const options = {
    bundle: true, minify: true, write: false, target: ["chrome109", "firefox115", "safari16.4"], logLevel: "warning", legalComments: "none",
    metafile: true, nodePaths: [packages],
  };
  async function bundle(file, more) {
    const result = await build({ ...options, entryPoints: [join(sources, file)], ...more });
    for (const input of Object.keys(result.metafile.inputs)) {
      const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
      if (found) bundled.add(found[1]);
    }
    return Buffer.from(result.outputFiles[0].contents);
  }

  /// The worker, the looks and the page, which knows the names of all the rest, such as `__PRESS__`, with what `known` adds.
  async function putPage(known, looks = source("style.css")) {
    put("worker.js", await bundle("worker.js", { format: "iife" }));
    put("style.css", Buffer.from(fill(looks)));
    put("manifest.webmanifest", Buffer.from(fill(source("manifest.webmanifest"))));
    const version = short(Buffer.from(`${sums.join()}${source("index.html")}${service}`));
    const page = whole => JSON.stringify({
      module: named["rulepress.wasm"], size: program.length, worker: named["worker.js"], service: "service.js", version: whole, fonts, ...known,
    });
    const script = whole => bundle("page.js", { format: "esm", define: { [`__${name.toUpperCase()}__`]: page(whole) } });
    // The version also covers the page's own script, which holds it.
    const whole = short(Buffer.concat([Buffer.from(version), await script("")]));
    put("page.js", await script(whole));
    putLicences();
    writeFileSync(join(out, "index.html"), fill(source("index.html")));
    const late = Object.values(fonts);
    const kept = JSON.stringify({ version: whole, files: ["./", "licences.txt", ...sums.filter(file => !late.includes(file)), ...late] });
    writeFileSync(join(out, "service.js"), service.replace("self.__KEPT__", () => kept));
    writeFileSync(join(out, ".nojekyll"), "");
    console.log(`${out}: version ${whole}, ${sums.length + 4} files, the program has ${(program.length / 1e6).toFixed(1)} MB`);
  }

  function licence(of) {
    const folder = join(packages, of);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const files = readdirSync(folder).filter(file => /^licen[cs]e/i.test(file)).sort();
    if (!files.length) throw new Error(`${of} has no file with its licence`);
    return [`${of} ${version} (${license})`, ...files.map(file => readFileSync(join(folder, file), "utf8").trim())].join("\n\n");
  }

  /// Licences of everything in OUT.
  function putLicences() {
    const parts = [
      "rulepress and this page: MIT or Apache-2.0, at your choice.\nThe books name their sources in SOURCES.md.\n"
        + "Below: our licences, those of what the page holds, and those of what the program holds.",
      ["LICENSE-MIT", "LICENSE-APACHE"].map(file => readFileSync(join(root, file), "utf8").trim()).join("\n\n"),
      ...[...bundled].sort().map(licence),
      readFileSync(join(dirname(modulePath), "licences.txt"), "utf8").trim(),
    ];
    writeFileSync(join(out, "licences.txt"), `${parts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
    named["licences.txt"] = "licences.txt";
  }

  return { put, putFonts, putIcons, putBook, putPage };
}
