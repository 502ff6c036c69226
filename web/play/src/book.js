// The files of a book, from its zip; and a scenario of it as a position to sit down at.

import { unzipSync } from "fflate";

/// The files with their paths, and where the book lies among them.
export async function loadBook({ folder, file }) {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`This book could not be loaded (${response.status}).`);
  const files = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
  return { folder, files };
}

export const textAt = (files, path) => new TextDecoder().decode(files.find(([at]) => at === path)?.[1] ?? new Uint8Array());

/// What a scenario says about how its example is printed, and what its players did: who sits down decides anew.
const LEFT_OUT = new Set([
  "fills", "after", "until", "teaches", "from", "skip", "say", "show", "hide", "caption", "picture", "detail", "figure", "expect", "answers",
]);

/// The scenario without what comes after its position.
export function positionOf(toml) {
  let [inTable, leftTable, leftKey] = [false, false, false];
  return toml.split("\n").filter(line => {
    const table = /^\s*\[+\s*"?([\w-]+)/.exec(line)?.[1];
    const key = inTable ? undefined : /^\s*"?([\w-]+)"?\s*=/.exec(line)?.[1];
    if (key !== undefined) leftKey = LEFT_OUT.has(key);
    // A line of an array may begin with a bracket too; a table has a name there.
    if (table !== undefined && /^\s*\[+[^\],]*\]+\s*(#.*)?$/.test(line)) [inTable, leftTable, leftKey] = [true, LEFT_OUT.has(table), false];
    return !leftTable && !leftKey;
  }).join("\n");
}
