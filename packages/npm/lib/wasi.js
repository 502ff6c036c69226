// The calls of WASI preview 1 (`wasi_snapshot_preview1`), as far as the module makes them: each takes numbers and places
// in its memory, and gives the number of an error, 0 for none.
import { randomFillSync } from "node:crypto";
import { Refused, errorNumber } from "./errors.js";
import { TOP, pause } from "./files.js";

const CREATE = 1;
const FOLDER = 2;
const EXCLUSIVE = 4;
const TRUNCATE = 8;
const APPEND = 1;
const FOLLOW = 1;
const MAY_READ = 1n << 1n;
const MAY_WRITE = 1n << 6n;
const MAY_SEEK_AND_TELL = (1n << 2n) | (1n << 5n);
const ALL_RIGHTS = (1n << 30n) - 1n;
const KIND = { other: 0, terminal: 2, folder: 3, file: 4, pipe: 6, link: 7 };
const FIRST_ENTRY = 24;
const MONOTONIC = 1;

/** Ends the module with an exit code. */
export class Exit {
  constructor(code) {
    this.code = code;
  }
}

function kindOf(entry) {
  if (entry.isDirectory()) return KIND.folder;
  if (entry.isFile()) return KIND.file;
  return entry.isSymbolicLink() ? KIND.link : KIND.other;
}

/** Zero-ended texts, one after the other, and how many bytes they take. */
function textsOf(list) {
  const texts = list.map((text) => Buffer.from(`${text}\0`));
  return { texts, size: texts.reduce((sum, text) => sum + text.length, 0) };
}

const now = () => BigInt(Date.now()) * 1_000_000n;
const elapsed = () => process.hrtime.bigint();

export class Wasi {
  constructor({ args, env, files, isTerminal }) {
    this.args = textsOf(args);
    this.env = textsOf(Object.entries(env).map(([name, value]) => `${name}=${value}`));
    this.files = files;
    this.isTerminal = isTerminal;
    this.memory = null;
  }

  get view() {
    return new DataView(this.memory.buffer);
  }

  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  text(at, length) {
    return Buffer.from(this.bytes(at, length)).toString("utf8");
  }

  /** All calls, each of which gives an error as its number; one that the module imports and nobody makes is refused. */
  calls() {
    const made = { ...this.#process(), ...this.#streams(), ...this.#openFiles(), ...this.#paths() };
    const guarded = Object.entries(made).map(([name, call]) => [name, guard(call)]);
    const refused = guard(() => { throw new Refused("ENOSYS"); });
    return new Proxy(Object.fromEntries(guarded), { get: (known, name) => known[name] ?? refused });
  }

  #sizes(list, count, size) {
    this.view.setUint32(count, list.texts.length, true);
    this.view.setUint32(size, list.size, true);
  }

  #texts(list, pointers, at) {
    for (const [nth, text] of list.texts.entries()) {
      this.view.setUint32(pointers + 4 * nth, at, true);
      this.bytes(at, text.length).set(text);
      at += text.length;
    }
  }

  #process() {
    return {
      args_sizes_get: (count, size) => this.#sizes(this.args, count, size),
      args_get: (pointers, at) => this.#texts(this.args, pointers, at),
      environ_sizes_get: (count, size) => this.#sizes(this.env, count, size),
      environ_get: (pointers, at) => this.#texts(this.env, pointers, at),
      clock_res_get: (_clock, at) => this.view.setBigUint64(at, 1000n, true),
      clock_time_get: (clock, _precision, at) =>
        this.view.setBigUint64(at, clock === MONOTONIC ? elapsed() : now(), true),
      random_get: (at, length) => void randomFillSync(this.bytes(at, length)),
      sched_yield: () => {},
      poll_oneoff: (subscriptions, events, count, made) => this.#poll(subscriptions, events, count, made),
      proc_exit: (code) => { throw new Exit(code); },
    };
  }

  /** Waits for the first clock of the subscriptions; a file counts as ready at once. */
  #poll(subscriptions, events, count, made) {
    const { view } = this;
    const asked = Array.from({ length: count }, (_, nth) => {
      const at = subscriptions + 48 * nth;
      const kind = view.getUint8(at + 8);
      if (kind !== 0) return { at, kind, wait: 0n };
      const [clock, time] = [view.getUint32(at + 16, true), view.getBigUint64(at + 24, true)];
      const isAbsolute = (view.getUint16(at + 40, true) & 1) === 1;
      const from = clock === MONOTONIC ? elapsed() : now();
      return { at, kind, wait: isAbsolute ? time - from : time };
    });
    const first = asked.reduce((least, { wait }) => (wait < least ? wait : least), asked[0]?.wait ?? 0n);
    if (first > 0n) pause(Number(first) / 1e6);
    const ready = asked.filter(({ wait }) => wait <= first);
    for (const [nth, { at, kind }] of ready.entries()) {
      const event = events + 32 * nth;
      this.bytes(event, 32).fill(0);
      view.setBigUint64(event, view.getBigUint64(at, true), true);
      view.setUint8(event + 10, kind);
    }
    view.setUint32(made, ready.length, true);
  }

  /** Reads into, or writes from, each of several places until one is not filled. */
  #transfer(places, count, made, transfer) {
    let total = 0;
    for (let nth = 0; nth < count; nth++) {
      const at = this.view.getUint32(places + 8 * nth, true);
      const length = this.view.getUint32(places + 8 * nth + 4, true);
      if (length === 0) continue;
      const moved = transfer(this.bytes(at, length), total);
      total += moved;
      if (moved < length) break;
    }
    this.view.setUint32(made, total, true);
  }

  #streams() {
    const { files } = this;
    return {
      fd_read: (fd, places, count, made) => this.#transfer(places, count, made, (bytes) => files.read(fd, bytes)),
      fd_write: (fd, places, count, made) => this.#transfer(places, count, made, (bytes) => files.write(fd, bytes)),
      fd_pread: (fd, places, count, at, made) =>
        this.#transfer(places, count, made, (bytes, before) => files.read(fd, bytes, Number(at) + before)),
      fd_pwrite: (fd, places, count, at, made) =>
        this.#transfer(places, count, made, (bytes, before) => files.write(fd, bytes, Number(at) + before)),
      fd_seek: (fd, offset, whence, at) =>
        this.view.setBigUint64(at, BigInt(files.seek(fd, Number(offset), whence)), true),
      fd_tell: (fd, at) => this.view.setBigUint64(at, BigInt(files.seek(fd, 0, 1)), true),
    };
  }

  #openFiles() {
    const { files } = this;
    return {
      fd_close: (fd) => files.close(fd),
      fd_sync: (fd) => files.sync(fd),
      fd_datasync: (fd) => files.sync(fd),
      fd_advise: () => {},
      fd_fdstat_get: (fd, at) => this.#writeState(fd, at),
      fd_fdstat_set_flags: () => {},
      fd_filestat_get: (fd, at) => this.#writeStats(files.stats(fd), at, fd),
      fd_filestat_set_size: (fd, size) => files.resize(fd, Number(size)),
      fd_filestat_set_times: (fd, accessed, modified, flags) =>
        files.setTimes(fd, ...times(accessed, modified, flags, () => files.stats(fd))),
      fd_prestat_get: (fd, at) => {
        if (fd !== TOP) throw new Refused("EBADF");
        this.view.setUint32(at, 0, true);
        this.view.setUint32(at + 4, 1, true);
      },
      fd_prestat_dir_name: (_fd, at) => this.bytes(at, 1).set(Buffer.from("/")),
      fd_readdir: (fd, at, length, cookie, made) => this.#writeEntries(fd, at, length, Number(cookie), made),
    };
  }

  #writeState(fd, at) {
    const { kind } = this.files.get(fd);
    const isTerminal = kind === "stream" && this.isTerminal(fd);
    const shown = kind === "stream" ? (isTerminal ? KIND.terminal : KIND.pipe) : KIND[kind];
    const rights = kind === "stream" ? ALL_RIGHTS & ~MAY_SEEK_AND_TELL : ALL_RIGHTS;
    this.bytes(at, 24).fill(0);
    this.view.setUint8(at, shown);
    this.view.setBigUint64(at + 8, rights, true);
    this.view.setBigUint64(at + 16, ALL_RIGHTS, true);
  }

  #writeStats(stats, at, fd) {
    const { view } = this;
    this.bytes(at, 64).fill(0);
    if (stats === null) {
      view.setUint8(at + 16, fd < TOP ? (this.isTerminal(fd) ? KIND.terminal : KIND.pipe) : KIND.folder);
      return;
    }
    view.setBigUint64(at, BigInt.asUintN(64, stats.dev), true);
    view.setBigUint64(at + 8, BigInt.asUintN(64, stats.ino), true);
    view.setUint8(at + 16, kindOf(stats));
    view.setBigUint64(at + 24, stats.nlink, true);
    view.setBigUint64(at + 32, stats.size, true);
    for (const [nth, time] of [stats.atimeNs, stats.mtimeNs, stats.ctimeNs].entries()) {
      view.setBigUint64(at + 40 + 8 * nth, BigInt.asUintN(64, time), true);
    }
  }

  /** Writes entries of a folder one after the other; the last may be cut, and is then asked for again. */
  #writeEntries(fd, at, length, cookie, made) {
    const chunks = [];
    let size = 0;
    for (const [nth, entry] of this.files.entries(fd, cookie).entries()) {
      if (size >= length) break;
      const name = Buffer.from(entry.name);
      const chunk = Buffer.alloc(FIRST_ENTRY + name.length);
      chunk.writeBigUInt64LE(BigInt(cookie + nth + 1), 0);
      chunk.writeBigUInt64LE(1n, 8);
      chunk.writeUInt32LE(name.length, 16);
      chunk.writeUInt8(kindOf(entry), 20);
      name.copy(chunk, FIRST_ENTRY);
      chunks.push(chunk);
      size += chunk.length;
    }
    const bytes = Buffer.concat(chunks).subarray(0, length);
    this.bytes(at, bytes.length).set(bytes);
    this.view.setUint32(made, bytes.length, true);
  }

  #paths() {
    const { files } = this;
    return {
      path_open: (fd, lookup, at, length, opening, rights, _inherited, state, made) => {
        const how = {
          follow: (lookup & FOLLOW) !== 0,
          create: (opening & CREATE) !== 0,
          folder: (opening & FOLDER) !== 0,
          exclusive: (opening & EXCLUSIVE) !== 0,
          truncate: (opening & TRUNCATE) !== 0,
          read: (rights & MAY_READ) !== 0n,
          // A folder is opened with every right that its files may have.
          write: (opening & FOLDER) === 0 && (rights & MAY_WRITE) !== 0n,
          append: (state & APPEND) !== 0,
        };
        this.view.setUint32(made, files.openAt(fd, this.text(at, length), how), true);
      },
      path_filestat_get: (fd, lookup, at, length, stats) =>
        this.#writeStats(files.statsAt(fd, this.text(at, length), (lookup & FOLLOW) !== 0), stats, TOP),
      path_filestat_set_times: (fd, lookup, at, length, accessed, modified, flags) => {
        const [path, follow] = [this.text(at, length), (lookup & FOLLOW) !== 0];
        files.setTimesAt(fd, path, follow, ...times(accessed, modified, flags, () => files.statsAt(fd, path, follow)));
      },
      path_readlink: (fd, at, length, to, room, made) => {
        const link = Buffer.from(files.readLink(fd, this.text(at, length))).subarray(0, room);
        this.bytes(to, link.length).set(link);
        this.view.setUint32(made, link.length, true);
      },
      path_create_directory: (fd, at, length) => files.makeFolder(fd, this.text(at, length)),
      path_remove_directory: (fd, at, length) => files.removeFolder(fd, this.text(at, length)),
      path_unlink_file: (fd, at, length) => files.removeFile(fd, this.text(at, length)),
      path_rename: (fd, at, length, toFd, toAt, toLength) =>
        files.rename(fd, this.text(at, length), toFd, this.text(toAt, toLength)),
    };
  }
}

/** The times to set, in seconds; what is not asked for stays as it is. */
function times(accessed, modified, flags, stats) {
  const seconds = (time, given, current, old) =>
    Number(flags & given ? time : flags & current ? now() : stats()[old]) / 1e9;
  return [seconds(accessed, 1, 2, "atimeNs"), seconds(modified, 4, 8, "mtimeNs")];
}

function guard(call) {
  return (...values) => {
    try {
      call(...values);
      return 0;
    } catch (error) {
      if (error instanceof Exit || error instanceof RangeError) throw error;
      return errorNumber(error);
    }
  };
}
