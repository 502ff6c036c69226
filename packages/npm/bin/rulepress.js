#!/usr/bin/env node
// Compiles the module while a thread of its own begins, which runs it, so that this one hears Ctrl-C: it ends the module,
// removes what that had half written, and ends with the module's exit code. When the module puts games into the folder of
// jobs, this thread starts others that play them.
import { randomBytes } from "node:crypto";
import { readFileSync, realpathSync, rmSync, unlinkSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { compiled } from "../lib/compiled.js";

const ENDS = { SIGINT: 130, SIGHUP: 130, SIGTERM: 143 };
// Rules and texts may be nested deep; what is read is checked, but not how deep its reading calls itself.
const STACK_MB = 256;

const MODULE = fileURLToPath(new URL("../rulepress.wasm", import.meta.url));
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url)));

try {
  process.cwd();
} catch {
  console.error("error: the working folder does not exist any more");
  process.exit(1);
}

const resourceLimits = { stackSizeMb: STACK_MB, maxOldGenerationSizeMb: 1024 };
// The module makes it if it has many games to play.
const jobs = jobsFolder();
const halfWritten = new Set();
let program = null;
let isEnding = false;
const worker = new Worker(new URL("../lib/worker.js", import.meta.url), {
  argv: process.argv.slice(2),
  workerData: { jobs, cores: availableParallelism() },
  resourceLimits,
});
worker.on("message", ({ begun, done, made }) => {
  if (begun) halfWritten.add(begun);
  if (done) halfWritten.delete(done);
  if (made && dirname(made) === jobs) play(made);
});
worker.on("error", breakDown);
worker.on("exit", (code) => {
  if (isEnding) return;
  process.exitCode ||= code;
  removeJobs();
});

/** Plays what a file of the folder of jobs asks for, and says when that has ended. */
function play(path) {
  const player = new Worker(new URL("../lib/player.js", import.meta.url), {
    workerData: { module: program.module, path },
    resourceLimits,
  });
  // When the module has ended, nobody waits for it.
  player.unref();
  // What it did not play, the module plays.
  player.on("error", () => {});
  player.on("exit", () => {
    try {
      unlinkSync(path);
    } catch {
      // The module has removed it.
    }
  });
}

/** A folder among the temporary ones that nobody has; null where there are none, and all is played by the module. */
function jobsFolder() {
  try {
    return join(realpathSync.native(tmpdir()), `rulepress-jobs-${randomBytes(8).toString("hex")}`);
  } catch {
    return null;
  }
}

function removeJobs() {
  try {
    if (jobs) rmSync(jobs, { recursive: true, force: true });
  } catch {
    // A thread still writes there.
  }
}

for (const [signal, code] of Object.entries(ENDS)) {
  process.on(signal, async () => {
    isEnding = true;
    await worker.terminate();
    for (const path of halfWritten) {
      try {
        unlinkSync(path);
      } catch {
        // It has its place already.
      }
    }
    removeJobs();
    process.exit(code);
  });
}

try {
  program = compiled(MODULE, version);
  worker.postMessage(program);
} catch (error) {
  breakDown(error);
  worker.terminate();
}

function breakDown(error) {
  console.error(`error: the program broke down: ${error.message}`);
  process.exitCode = 1;
}
