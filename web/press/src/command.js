// How the command line is told of a book: where its files lie, and what is to be built. `files` are a Map of paths and bytes.

import { ending, isText } from "./files.js";

/// Where the book itself lies: in a folder of its own name if others, whose rules it uses, lie beside it.
export const insideOf = (folder, files) => !files.has("book.toml") && files.has(`${folder}/book.toml`) ? `${folder}/` : "";

/// The first words of the command for a book: {verb, path, deck}. A table of cards alone is a deck.
export function commandFor(folder, files) {
  const texts = [...files.keys()].filter(isText);
  const csv = [...files.keys()].filter(path => ending(path) === "csv");
  if (insideOf(folder, files)) return { verb: "build", path: `${folder}/${folder}` };
  if (files.has("book.toml")) return { verb: "build", path: folder };
  if (!texts.length && csv.length) return { verb: "build", path: `${folder}/${csv[0]}`, deck: true };
  return { verb: "build", path: texts.length === 1 ? `${folder}/${texts[0]}` : folder };
}

/// The files as the command finds them, and a path that it names as the book knows it.
export const placed = (folder, files) => [...files].map(([path, bytes]) => [`${folder}/${path}`, bytes]);
export const unplaced = (folder, path) => path?.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
