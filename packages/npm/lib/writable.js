// Where the module may write: the repository of the working folder, or that folder; and of each path that an argument
// names outside it, the same. Everything else can only be read.
import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, parse, resolve, sep } from "node:path";
import { namedPaths } from "./arguments.js";

/** The folders below which files may be written, without links. */
export function writableFolders(args, here = process.cwd()) {
  const folders = [repository(realpathSync.native(here))];
  for (const path of namedPaths(args)) {
    const folder = writableAt(resolve(here, path));
    if (!folders.some((known) => isBelow(folder, known))) folders.push(folder);
  }
  return folders;
}

/** Whether a path lies below a folder, or is it. */
export function isBelow(path, folder) {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function writableAt(path) {
  const real = realPath(path);
  if (!existsSync(real)) return firstMissing(real);
  return repository(statSync(real).isDirectory() ? real : dirname(real));
}

/** The part of a path that is made first. */
function firstMissing(path) {
  return existsSync(dirname(path)) ? path : firstMissing(dirname(path));
}

/** A path without links, also of what does not exist yet. */
export function realPath(path) {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const folder = dirname(path);
    if (folder === path || error.code !== "ENOENT") return path;
    return join(realPath(folder), basename(path));
  }
}

/** The nearest folder above with `.git`, or the folder itself. */
function repository(folder) {
  for (let above = folder; above !== parse(above).root; above = dirname(above)) {
    if (existsSync(join(above, ".git"))) return above;
  }
  return folder;
}
