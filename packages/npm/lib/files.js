// The files of this machine for the module. In: paths below its top and numbers of open files. Out: what Node says of
// them; writing is refused outside the folders that may be written.
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { Refused } from "./errors.js";
import { guestPath, hostPath } from "./paths.js";
import { isBelow, realPath } from "./writable.js";

const WINDOWS = process.platform === "win32";
// What the program is writing and has not put in its place.
const TEMPORARY = /^\.rulepress-.*\.tmp$/;
// The first number of an open file: three streams, then the top.
export const TOP = 3;
const WAIT_MS = 5;

/** Waits, where nothing else runs in this thread. */
export function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

export class Files {
  /** `tell` hears of temporary files, so that they can be removed when the program is ended, and of files that get their name. */
  constructor(writable, tell) {
    this.writable = writable;
    this.tell = tell;
    const stream = (fd) => ({ kind: "stream", fd });
    this.open = new Map([0, 1, 2].map((fd) => [fd, stream(fd)]));
    this.open.set(TOP, { kind: "folder", path: "/" });
    this.next = TOP + 1;
  }

  /** Writes words to standard error. */
  say(words) {
    this.write(2, Buffer.from(words));
  }

  get(number, kind) {
    const open = this.open.get(number);
    if (!open) throw new Refused("EBADF");
    if (kind && open.kind !== kind) throw new Refused(kind === "folder" ? "ENOTDIR" : "EBADF");
    return open;
  }

  /** The path of this machine for one that the module gives below an open folder. */
  path(number, path) {
    const folder = this.get(number, "folder").path;
    if (path.startsWith("/")) throw new Refused("EPERM");
    return hostPath(folder === "/" ? `/${path}` : `${folder}/${path}`);
  }

  /** The same, of what is to be written; a link that is followed must lead to where that is allowed. */
  writablePath(number, path, follow = false) {
    const host = this.path(number, path);
    const real = host && (follow ? realPath(host) : join(realPath(dirname(host)), host.split(/[\\/]/).pop()));
    if (!real || !this.writable.some((folder) => isBelow(real, folder))) throw new Refused("EACCES");
    if (follow && fs.lstatSync(real, { throwIfNoEntry: false })?.isSymbolicLink()) throw new Refused("EACCES");
    return host;
  }

  openAt(number, path, { follow, create, exclusive, truncate, folder, read, write, append }) {
    const changes = create || truncate || write;
    const host = changes ? this.writablePath(number, path, follow) : this.path(number, path);
    const stats = host === null ? null : fs.statSync(host, { throwIfNoEntry: false });
    if (host === null || stats?.isDirectory()) {
      if (changes) throw new Refused("EISDIR");
      return this.add({ kind: "folder", path: host === null ? "/" : guestPath(host) });
    }
    if (folder) throw new Refused(stats ? "ENOTDIR" : "ENOENT");
    const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_NOFOLLOW } = fs.constants;
    let flags = write ? (read ? O_RDWR : O_WRONLY) : O_RDONLY;
    flags |= (create ? O_CREAT : 0) | (exclusive ? O_EXCL : 0) | (truncate ? O_TRUNC : 0);
    flags |= (append ? O_APPEND : 0) | (follow || !O_NOFOLLOW ? 0 : O_NOFOLLOW);
    const fd = fs.openSync(host, flags, 0o666);
    if (create && TEMPORARY.test(path.split("/").pop())) this.tell({ begun: host });
    return this.add({ kind: "file", fd, append, at: 0 });
  }

  add(open) {
    this.open.set(this.next, open);
    return this.next++;
  }

  close(number) {
    const open = this.get(number);
    if (open.kind === "file") fs.closeSync(open.fd);
    this.open.delete(number);
  }

  /** Reads at a place of a file, or where it was read last. */
  read(number, bytes, place) {
    const open = this.get(number);
    if (open.kind === "folder") throw new Refused("EISDIR");
    if (open.kind === "stream") return this.wait(() => fs.readSync(open.fd, bytes));
    const count = fs.readSync(open.fd, bytes, 0, bytes.length, place ?? open.at);
    if (place === undefined) open.at += count;
    return count;
  }

  write(number, bytes, place) {
    const open = this.get(number);
    if (open.kind === "folder") throw new Refused("EBADF");
    if (open.kind === "stream") return this.wait(() => fs.writeSync(open.fd, bytes));
    const count = fs.writeSync(open.fd, bytes, 0, bytes.length, open.append ? null : (place ?? open.at));
    if (place === undefined) open.at = open.append ? fs.fstatSync(open.fd).size : open.at + count;
    return count;
  }

  /** A stream that has nothing, or no room, for the moment is asked again. */
  wait(transfer) {
    for (;;) {
      try {
        return transfer();
      } catch (error) {
        if (error.code === "EOF") return 0;
        if (error.code !== "EAGAIN") throw error;
        pause(WAIT_MS);
      }
    }
  }

  seek(number, offset, whence) {
    const open = this.get(number);
    if (open.kind !== "file") throw new Refused("ESPIPE");
    const from = [0, open.at, whence === 2 ? fs.fstatSync(open.fd).size : 0][whence];
    const at = from === undefined ? -1 : from + offset;
    if (at < 0) throw new Refused("EINVAL");
    open.at = at;
    return at;
  }

  /** What is known of an open file; null for a stream and the top of Windows. */
  stats(number) {
    const open = this.get(number);
    if (open.kind === "file") return fs.fstatSync(open.fd, { bigint: true });
    return open.kind === "folder" ? this.statsAt(number, "", true) : null;
  }

  statsAt(number, path, follow) {
    const host = this.path(number, path);
    if (host === null) return null;
    return follow ? fs.statSync(host, { bigint: true }) : fs.lstatSync(host, { bigint: true });
  }

  resize(number, size) {
    fs.ftruncateSync(this.get(number, "file").fd, size);
  }

  sync(number) {
    const open = this.get(number);
    if (open.kind === "file") fs.fsyncSync(open.fd);
  }

  setTimes(number, accessed, modified) {
    fs.futimesSync(this.get(number, "file").fd, accessed, modified);
  }

  setTimesAt(number, path, follow, accessed, modified) {
    const set = follow ? fs.utimesSync : fs.lutimesSync;
    set(this.writablePath(number, path, follow), accessed, modified);
  }

  /** The entries of a folder, listed anew when they are read from the start. */
  entries(number, cookie) {
    const open = this.get(number, "folder");
    if (cookie === 0 || !open.entries) {
      const host = hostPath(open.path);
      const listed = host === null ? disks() : fs.readdirSync(host, { withFileTypes: true });
      const own = [".", ".."].map((name) => ({ name, isDirectory: () => true }));
      open.entries = [...own, ...listed];
    }
    return open.entries.slice(cookie);
  }

  readLink(number, path) {
    const host = this.path(number, path);
    if (host === null) throw new Refused("EINVAL");
    try {
      const link = fs.readlinkSync(host);
      return WINDOWS ? link.replace(/^\\\\\?\\/, "").replace(/^([A-Za-z]:)/, "/$1").replaceAll("\\", "/") : link;
    } catch (error) {
      // Windows says of what is no link that it is unknown.
      throw error.code === "UNKNOWN" ? new Refused("EINVAL") : error;
    }
  }

  makeFolder(number, path) {
    const host = this.path(number, path);
    // What is there already is told first: the way to a folder is made from its top.
    if (host === null || fs.existsSync(host)) throw new Refused("EEXIST");
    fs.mkdirSync(this.writablePath(number, path));
  }

  removeFolder(number, path) {
    fs.rmdirSync(this.writablePath(number, path));
  }

  removeFile(number, path) {
    const host = this.writablePath(number, path);
    fs.unlinkSync(host);
    this.tell({ done: host });
  }

  rename(number, path, toNumber, toPath) {
    const [from, to] = [this.writablePath(number, path), this.writablePath(toNumber, toPath)];
    fs.renameSync(from, to);
    this.tell({ done: from, made: to });
  }
}

/** The disks of Windows, as folders. */
function disks() {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].filter((letter) => fs.existsSync(`${letter}:\\`));
  return letters.map((letter) => ({ name: `${letter}:`, isDirectory: () => true }));
}
