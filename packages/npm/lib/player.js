// A thread that plays games for the module: what it plays comes from the file NUMBER.in, and what games came to goes into
// NUMBER.out beside it.
import { openSync } from "node:fs";
import { devNull } from "node:os";
import { workerData } from "node:worker_threads";
import { Files } from "./files.js";
import { Exit, Wasi } from "./wasi.js";

const { module, path } = workerData;
const files = new Files([], () => {});
// What it says of its own end the module says again, as it plays the rest.
const streams = [openSync(path), openSync(path.replace(/in$/, "out"), "w"), openSync(devNull, "w")];
for (const [number, fd] of streams.entries()) files.open.set(number, { kind: "stream", fd });
const wasi = new Wasi({ args: ["rulepress", "play-rules"], env: {}, files, isTerminal: () => false });
const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.calls() });
wasi.memory = instance.exports.memory;
try {
  instance.exports._start();
} catch (error) {
  if (!(error instanceof Exit || error instanceof RangeError || error instanceof WebAssembly.RuntimeError)) throw error;
}
