// Files that come in: dropped, picked, or in a zip; and zips that go out. A file is [path, bytes].

// fflate's own workers come from texts, which the rules of the page forbid: here everything is done at once.
import { unzipSync, zipSync } from "fflate";

const MOST_FILES = 3000;
const MOST_BYTES = 300 * 1024 * 1024;
const LEFT_OUT = /(^|\/)(\.git|\.svn|node_modules|__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini)(\/|$)/;

/// What the person can mend: told as it stands.
export class Refusal extends Error {}

const tooMuch = () => new Refusal(`That is more than a browser tab can hold: at most ${MOST_FILES} files and 300 MB.`);

/// Counts what was taken and refuses what is too much.
function purse() {
  let count = 0;
  let bytes = 0;
  return size => {
    count += 1;
    bytes += size;
    if (count > MOST_FILES || bytes > MOST_BYTES) throw tooMuch();
  };
}

const bytesOf = async file => new Uint8Array(await file.arrayBuffer());

/// Everything of a drop. Entries are asked for at once: after the first wait the browser forgets them.
export async function dropped(transfer, open) {
  const entries = [...transfer.items].filter(item => item.kind === "file").map(item => item.webkitGetAsEntry?.() ?? item.getAsFile());
  const take = purse();
  const files = [];
  for (const entry of entries) await walk(entry, "", files, take);
  const folder = entries.length === 1 && entries[0]?.isDirectory ? entries[0].name : null;
  return settle(files, folder, open);
}

async function walk(entry, prefix, files, take) {
  if (!entry || LEFT_OUT.test(entry.name)) return;
  if (entry instanceof File) { take(entry.size); files.push([prefix + entry.name, await bytesOf(entry)]); return; }
  if (entry.isFile) {
    const file = await new Promise((good, bad) => entry.file(good, bad));
    take(file.size);
    files.push([prefix + file.name, await bytesOf(file)]);
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const part = await new Promise((good, bad) => reader.readEntries(good, bad));
    if (!part.length) return;
    for (const inside of part) await walk(inside, `${prefix}${entry.name}/`, files, take);
  }
}

/// Files of an <input>; those of a folder know their paths.
export async function picked(list, open) {
  const take = purse();
  const files = [];
  for (const file of list) {
    const path = file.webkitRelativePath || file.name;
    if (LEFT_OUT.test(path)) continue;
    take(file.size);
    files.push([path, await bytesOf(file)]);
  }
  return settle(files, list[0]?.webkitRelativePath ? list[0].webkitRelativePath.split("/")[0] : null, open);
}

/// A folder of the disk that the person let the page read and write.
export async function fromHandle(handle) {
  const take = purse();
  const files = [];
  const times = new Map();
  await walkHandle(handle, "", async (path, file) => {
    take(file.size);
    times.set(path, file.lastModified);
    files.push([path, await bytesOf(file)]);
  });
  return { folder: handle.name, files, times };
}

async function walkHandle(handle, prefix, each) {
  for await (const [name, inside] of handle.entries()) {
    const path = prefix + name;
    if (LEFT_OUT.test(path) || path === "output") continue;
    if (inside.kind === "directory") await walkHandle(inside, `${path}/`, each);
    else await each(path, await inside.getFile());
  }
}

/// One zip becomes what is in it; a folder around everything gives its name and goes. With `open`, the book to which the files
/// come, only the folder of that book goes, or of another one; of a book with others beside it, none. `open` is {name, apart}.
export async function settle(files, folder = null, open = null) {
  if (files.length === 1 && /\.zip$/i.test(files[0][0])) {
    const name = files[0][0].split("/").at(-1).replace(/\.zip$/i, "");
    return settle(unzipped(files[0][1]), name, open);
  }
  const kept = files.map(([path, bytes]) => [cleaned(path), bytes]).filter(([path]) => path && !LEFT_OUT.test(path));
  if (!kept.length) throw new Refusal("There is nothing in it that rulepress can read.");
  const tops = new Set(kept.map(([path]) => path.includes("/") ? path.split("/")[0] : ""));
  const [top] = tops;
  const goes = !open || !open.apart && (top === open.name || kept.some(([path]) => path === `${top}/book.toml`));
  if (tops.size === 1 && top && goes) {
    return settle(kept.map(([path, bytes]) => [path.slice(top.length + 1), bytes]), folder ?? top, open);
  }
  return { folder: folder ?? null, files: kept };
}

/// A path below the book: no drive, no way up.
export function cleaned(path) {
  const parts = path.replaceAll("\\", "/").split("/").filter(part => part && part !== "." && part !== "..");
  return parts.map(part => part.replace(/[\u0000-\u001f\u007f:*?"<>|]/g, "-")).join("/");
}

/// What is in a zip.
function unzipped(bytes) {
  const take = purse();
  const filter = ({ name, originalSize }) => {
    if (name.endsWith("/") || LEFT_OUT.test(name)) return false;
    take(originalSize);
    return true;
  };
  try {
    return Object.entries(unzipSync(bytes, { filter }));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("The zip cannot be opened: it is damaged or has a password.");
  }
}

/// One zip of many files.
export function zipped(files) {
  const packed = path => /\.(png|jpe?g|gif|webp|pdf|zip)$/i.test(path);
  return zipSync(Object.fromEntries(files.map(([path, bytes]) => [path, [bytes, { level: packed(path) ? 0 : 6 }]])));
}

/// Lets the browser save a file.
export function saveAs(name, bytes) {
  const url = URL.createObjectURL(new Blob([bytes], { type: typeOf(name) }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

const TYPES = {
  pdf: "application/pdf", zip: "application/zip", svg: "image/svg+xml", png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg",
  gif: "image/gif", webp: "image/webp", html: "text/html", md: "text/markdown", csv: "text/csv",
};
export const ending = path => path.split(".").at(-1).toLowerCase();
export const typeOf = path => TYPES[ending(path)] ?? "application/octet-stream";
export const isPicture = path => /\.(png|jpe?g|gif|webp|svg)$/i.test(path);
export const isText = path => /\.(md|markdown|html?)$/i.test(path);

/// "410 KB"
export function sized(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1e6) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
