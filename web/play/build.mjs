// Builds the page that plays: node web/play/build.mjs MODULE OUT [--alone | BOOK..]
// MODULE is the rulepress.wasm that `.ci/module` made, with its fonts and licences beside it; OUT is the folder that a host serves,
// which is emptied first. A BOOK is the folder of a book; without one the page plays the five books of ours, and with --alone none: so it
// is put into the web edition of a book by `rulepress build --player OUT`, which says there which book it is.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { ABOUT, OURS, bookAt, commonLooks, openPage, ourBook, refuse, root } from "../build.mjs";

const words = process.argv.slice(2);
const isAlone = words.includes("--alone");
const [modulePath, out, ...given] = words.filter(word => word !== "--alone").map(path => resolve(path));
if (!modulePath || !out) refuse("node web/play/build.mjs MODULE OUT [--alone | BOOK..]");

/// The examples lie where the program looks for them: in the book, beside it, or beside the folder of books.
function bookOf(folder) {
  if (!existsSync(join(folder, "book.toml"))) refuse(`${folder} holds no book.toml`);
  const name = basename(folder);
  const places = [join(folder, "examples", name), join(dirname(folder), "examples", name), join(dirname(folder), "../examples", name)];
  const inside = existsSync(join(folder, "examples"));
  return bookAt(folder, inside ? "" : places.find(place => existsSync(place)) ?? "");
}

/// The positions at which one may sit down: the scenarios of the book.
const examplesOf = ({ folder, files }) => files
  .filter(([path]) => path.startsWith(`${folder}/examples/`) && path.endsWith(".toml"))
  .map(([path, bytes]) => ({ file: path, title: /^title\s*=\s*"(.*)"\s*$/m.exec(bytes.toString("utf8"))?.[1].replace(/\\(["\\])/g, "$1") ?? basename(path, ".toml") }))
  .sort((a, b) => a.title < b.title ? -1 : 1);

const books = isAlone ? [] : given.length ? given.map(bookOf) : OURS.map(ourBook);
const page = await openPage("play", modulePath, out);
page.putFonts();
page.putIcons();
const known = books.map(book => ({
  folder: book.folder, title: book.title, about: ABOUT[book.folder] ?? "",
  file: page.putBook(book.folder, book.files), examples: examplesOf(book),
}));
const edition = known.length === 1 && existsSync(join(dirname(out), "index.html")) ? "../index.html" : null;
// In a web edition the program puts another one in its place, which names the book there (src/cli/player.rs).
writeFileSync(join(out, "here.json"), "null\n");
await page.putPage({ books: known, edition }, `${commonLooks()}${["style.css", "lesson.css", "companion.css"].map(file => readFileSync(join(root, "web/play/src", file), "utf8")).join("\n")}`);
