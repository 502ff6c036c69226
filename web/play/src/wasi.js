// A program for WASI that stays: it starts once, and then takes one line and gives one line at each call.
// In: {module, args, files: [[path, bytes]], fonts: {name: address}}. Out: {go, said}: `go(line)` gives the line that comes back.

import { WASI, Fd, File, Directory, PreopenDirectory, ConsoleStdout, wasi as codes } from "@bjorn3/browser_wasi_shim";

/// Standard input: what `feed` puts there, then the end, until there is more.
class Input extends Fd {
  bytes = new Uint8Array();

  feed(line) { this.bytes = new TextEncoder().encode(`${line}\n`); }

  fd_fdstat_get() { return { ret: 0, fdstat: new codes.Fdstat(codes.FILETYPE_CHARACTER_DEVICE, 0) }; }

  fd_read(size) {
    const data = this.bytes.subarray(0, size);
    this.bytes = this.bytes.subarray(data.length);
    return { ret: 0, data };
  }
}

/// Standard output: all that is written until it is taken.
class Output extends ConsoleStdout {
  parts = [];

  constructor() {
    super(bytes => { this.parts.push(bytes.slice()); });
  }

  taken() {
    const decoder = new TextDecoder();
    const text = this.parts.map(part => decoder.decode(part, { stream: true })).join("");
    this.parts = [];
    return text;
  }
}

/// A font that is loaded when the program reads it: a worker may wait for it.
class LateFont extends File {
  constructor(url) {
    super(new Uint8Array());
    let kept = null;
    Object.defineProperty(this, "data", { get: () => kept ??= loadedNow(url) });
  }
}

function loadedNow(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`a font cannot be loaded (${request.status})`);
  return new Uint8Array(request.response);
}

function folders(files) {
  const top = new Map();
  for (const [path, bytes] of files) {
    const parts = path.split("/");
    const name = parts.pop();
    let here = top;
    for (const part of parts) {
      if (!here.has(part)) here.set(part, new Directory(new Map()));
      here = here.get(part).contents;
    }
    here.set(name, new File(bytes));
  }
  return top;
}

/// Starts the program, which reads its files and returns.
export async function start({ module, args, files, fonts }) {
  const [input, output, said] = [new Input(), new Output(), new Output()];
  const beside = new PreopenDirectory("/fonts", Object.entries(fonts).map(([name, url]) => [name, new LateFont(url)]));
  const fds = [input, output, said, new PreopenDirectory(".", folders(files)), beside];
  const wasi = new WASI(["rulepress", ...args], ["NO_COLOR=1", "RULEPRESS_FONTS=/fonts"], fds, { debug: false });
  let instance = null;
  // Nothing here is a link. Whoever asks for the whole path of a file wants to know that, or that there is no such file.
  wasi.wasiImport.path_readlink = (fd, at, length) => {
    const path = new TextDecoder().decode(new Uint8Array(instance.exports.memory.buffer, at, length).slice());
    return wasi.fds[fd]?.path_lookup(path, 0).ret || codes.ERRNO_INVAL;
  };
  instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
  const code = wasi.start(instance);
  const words = said.taken();
  if (code !== 0) throw new Error(words.trim() || `the program ended with ${code}`);
  output.taken();
  function go(line) {
    input.feed(line);
    instance.exports.rulepress_go_on();
    said.taken();
    return output.taken().trimEnd();
  }
  return { go, said: words };
}
