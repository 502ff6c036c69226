// The thread of the module: the module, arguments, variables and files in, its exit code out.
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { keep } from "./compiled.js";
import { Files } from "./files.js";
import { guestArguments, guestPath } from "./paths.js";
import { Exit, Wasi } from "./wasi.js";
import { writableFolders } from "./writable.js";

// What of the environment the program reads.
const VARIABLES = ["NO_COLOR", "SOURCE_DATE_EPOCH", "COLUMNS", "TERM", "LC_ALL", "LC_CTYPE", "LANG", "RUST_BACKTRACE"];
// What the module reads when a text needs it.
const FONTS = fileURLToPath(new URL("../fonts", import.meta.url));
const BROKE_DOWN = 1;
const LIMIT = 5;

function environment() {
  const known = VARIABLES.filter((name) => process.env[name] !== undefined);
  const variables = Object.fromEntries(known.map((name) => [name, process.env[name]]));
  if (process.stdout.columns) variables.COLUMNS ??= String(process.stdout.columns);
  const { jobs, cores } = workerData;
  const threads = jobs ? { RULEPRESS_JOBS: guestPath(jobs), RULEPRESS_CORES: String(cores) } : {};
  return { ...variables, PWD: guestPath(process.cwd()), RULEPRESS_FONTS: guestPath(FONTS), ...threads };
}

function run(compiled) {
  const given = process.argv.slice(2);
  const writable = [...writableFolders(given), ...(workerData.jobs ? [workerData.jobs] : [])];
  const files = new Files(writable, (news) => parentPort.postMessage(news));
  const wasi = new Wasi({
    args: ["rulepress", ...guestArguments(given)],
    env: environment(),
    files,
    isTerminal: isatty,
  });
  const instance = new WebAssembly.Instance(compiled.module, { wasi_snapshot_preview1: wasi.calls() });
  wasi.memory = instance.exports.memory;
  try {
    instance.exports._start();
    return 0;
  } catch (error) {
    return exitCode(error, files);
  } finally {
    keep(compiled, instance);
  }
}

/** How a run ends that did not return. */
function exitCode(error, files) {
  if (error instanceof Exit) return error.code;
  if (error instanceof RangeError || /out of bounds/.test(error.message)) {
    files.say("error: the text or the rules are nested too deep for this machine\n");
    return LIMIT;
  }
  if (!(error instanceof WebAssembly.RuntimeError)) throw error;
  // It has said why it cannot go on.
  if (error.message === "unreachable") return BROKE_DOWN;
  files.say(`error: the module ended: ${error.message}\n`);
  return BROKE_DOWN;
}

parentPort.once("message", (compiled) => process.exit(run(compiled)));
