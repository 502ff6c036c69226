// Paths of this machine and of the module. The module knows one tree with slashes; on Windows its top holds the disks:
// `C:\games` is `/C:/games` there.
import { win32 } from "node:path";

const WINDOWS = process.platform === "win32";

/** An absolute path of this machine, as the module knows it. */
export function guestPath(path, windows = WINDOWS) {
  return windows ? `/${path.replaceAll("\\", "/")}` : path;
}

/** The path of this machine for one of the module, which begins at its top; null for the top of Windows. */
export function hostPath(path, windows = WINDOWS) {
  if (!windows) return path;
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length === 0) return null;
  return win32.normalize(`${parts[0]}\\${parts.slice(1).join("\\")}`);
}

/** An argument as the module takes it: on Windows its paths have backslashes, and may begin with a disk. */
export function guestArgument(argument, windows = WINDOWS) {
  if (!windows || argument.startsWith("#")) return argument;
  const slashed = argument.replaceAll("\\", "/");
  return slashed.replace(/^(--?[a-z-]+=)?([A-Za-z]:\/)/, "$1/$2");
}

/** All arguments as the module takes them. */
export function guestArguments(args, windows = WINDOWS) {
  return args.map((argument) => guestArgument(argument, windows));
}
