#!/usr/bin/env node
// Compiles the module while a thread of its own begins, which runs it, so that this one hears Ctrl-C: it ends the module,
// removes what that had half written, and ends with the module's exit code.
import { readFileSync, unlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { compiled } from "../lib/compiled.js";

const ENDS = { SIGINT: 130, SIGHUP: 130, SIGTERM: 143 };
// Rules and texts may be nested deep; what is read is checked, but not how deep its reading calls itself.
const STACK_MB = 256;

const MODULE = fileURLToPath(new URL("../rulepress.wasm", import.meta.url));
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url)));

const halfWritten = new Set();
const worker = new Worker(new URL("../lib/worker.js", import.meta.url), {
  argv: process.argv.slice(2),
  resourceLimits: { stackSizeMb: STACK_MB, maxOldGenerationSizeMb: 1024 },
});
worker.on("message", ({ begun, done }) => {
  if (begun) halfWritten.add(begun);
  if (done) halfWritten.delete(done);
});
worker.on("error", breakDown);
worker.on("exit", (code) => {
  process.exitCode ||= code;
});

for (const [signal, code] of Object.entries(ENDS)) {
  process.on(signal, async () => {
    await worker.terminate();
    for (const path of halfWritten) {
      try {
        unlinkSync(path);
      } catch {
        // It has its place already.
      }
    }
    process.exit(code);
  });
}

try {
  worker.postMessage(compiled(MODULE, version));
} catch (error) {
  breakDown(error);
  worker.terminate();
}

function breakDown(error) {
  console.error(`error: the program broke down: ${error.message}`);
  process.exitCode = 1;
}
