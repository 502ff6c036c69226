// Runs one command of rulepress over files in memory, and says what came of it.
// In: {module, args, files: [[path, bytes]], fonts: {name: address}, watch}; `watch` asks to hear of each output as it is made.
// Out, while it works: {said: line} and {made: [path, bytes]}; at the end: {done: {code, trap, files, lines, ms, memory}}.
// `files` are those that are new or changed.

import { WASI, File, OpenFile, Directory, PreopenDirectory, ConsoleStdout } from "@bjorn3/browser_wasi_shim";

const EINVAL = 28;

/// Folders of the paths.
function tree(files) {
  const root = new Map();
  for (const [path, bytes] of files) {
    const parts = path.split("/");
    let here = root;
    for (const part of parts.slice(0, -1)) {
      if (!(here.get(part) instanceof Directory)) here.set(part, new Directory(new Map()));
      here = here.get(part).contents;
    }
    here.set(parts.at(-1), new File(bytes));
  }
  return root;
}

/// A font that is loaded when the program reads it: a worker may wait for it.
class FarFont extends File {
  static kept = new Map();

  constructor(url) {
    super(new Uint8Array());
    Object.defineProperty(this, "data", { get: () => FarFont.bytes(url) });
  }

  static bytes(url) {
    if (!FarFont.kept.has(url)) {
      const request = new XMLHttpRequest();
      request.open("GET", url, false);
      request.responseType = "arraybuffer";
      request.send();
      if (request.status !== 200) throw new Error(`a font cannot be loaded (${request.status})`);
      FarFont.kept.set(url, new Uint8Array(request.response));
    }
    return FarFont.kept.get(url);
  }
}

/// All files below a folder, with their paths.
function* listed(folder, prefix = "") {
  for (const [name, node] of folder) {
    if (node instanceof Directory) yield* listed(node.contents, `${prefix}${name}/`);
    else yield [prefix + name, node.data];
  }
}

const same = (left, right) => left.length === right.length && left.every((byte, nth) => byte === right[nth]);

/// Tells of each page as soon as it has its name: rulepress writes a file beside its place and renames it.
function watchRenames(wasi, root, memory) {
  const rename = wasi.wasiImport.path_rename;
  wasi.wasiImport.path_rename = (...rest) => {
    const result = rename(...rest);
    const [, , , , at, length] = rest;
    if (result === 0) {
      const path = new TextDecoder().decode(new Uint8Array(memory().buffer, at, length).slice());
      const parts = path.split("/").filter(part => part && part !== ".");
      let node = root.dir;
      for (const part of parts) node = node?.contents?.get(part);
      if (node?.data && parts[0] === "output") self.postMessage({ made: [parts.join("/"), node.data] });
    }
    return result;
  };
}

async function run({ module, args, files, fonts, watch }) {
  const given = new Map(files);
  const lines = { out: [], err: [] };
  const hear = kind => ConsoleStdout.lineBuffered(line => {
    lines[kind].push(line);
    if (kind === "err") self.postMessage({ said: line });
  });
  const root = new PreopenDirectory(".", tree(files));
  const beside = new PreopenDirectory("/fonts", Object.entries(fonts).map(([name, url]) => [name, new FarFont(url)]));
  const fds = [new OpenFile(new File([])), hear("out"), hear("err"), root, beside];
  const variables = ["NO_COLOR=1", "RULEPRESS_FONTS=/fonts"];
  const wasi = new WASI(["rulepress", ...args], variables, fds, { debug: false });
  // Nothing here is a link. Whoever asks for the whole path of a file wants to know that, or that there is no such file.
  wasi.wasiImport.path_readlink = (fd, at, length) => {
    const path = new TextDecoder().decode(new Uint8Array(instance.exports.memory.buffer, at, length).slice());
    return wasi.fds[fd]?.path_lookup(path, 0).ret || EINVAL;
  };
  let instance = null;
  if (watch) watchRenames(wasi, root, () => instance.exports.memory);
  const start = performance.now();
  let code = null;
  let trap = null;
  try {
    instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
    code = wasi.start(instance);
  } catch (error) {
    trap = String(error);
  }
  const changed = [...listed(root.dir.contents)].filter(([path, bytes]) => !given.has(path) || !same(given.get(path), bytes));
  const memory = instance?.exports.memory.buffer.byteLength ?? 0;
  self.postMessage({ done: { code, trap, files: changed, lines, ms: performance.now() - start, memory } });
}

self.onmessage = ({ data }) => run(data);
