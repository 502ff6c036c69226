// The module, compiled for this machine. V8 reads, checks and compiles each function quickly when it is called first, and
// compiles it well when it is called often; what it compiled well is kept in the user's folder of caches, and the next run
// begins with it. V8 refuses what another V8, other options or another processor made. Where nothing can be kept, all is
// compiled each time.
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { setFlagsFromString } from "node:v8";

// Node has no function that keeps compiled code; these versions are known to have V8's own.
const KEEPING = [20, 22, 24];
// Keeping takes about 0.1 seconds: a shorter run does not pay.
const WORTH_MS = 1000;
// What was kept grows by this much before it is kept anew.
const GROWTH = 1.1;
const MONTH_MS = 30 * 24 * 3600 * 1000;
const ENDING = ".v8";
const CHECKSUM = 32;

/** Compiles the module at a path, with what earlier runs of the same Node compiled well; threads may give it to others. */
export function compiled(path, version) {
  const began = Date.now();
  setFlagsFromString("--wasm-lazy-validation");
  const { size, mtimeMs } = fs.statSync(path);
  const name = [version, "node", process.version, process.arch, size, Math.trunc(mtimeMs)].join("-") + ENDING;
  const bytes = fs.readFileSync(path);
  return { began, name, ...(earlier(name, bytes) ?? { module: new WebAssembly.Module(bytes), kept: 0 }) };
}

function earlier(name, bytes) {
  if (!canKeep()) return undefined;
  for (const folder of cacheFolders().filter(isSafe)) {
    try {
      const code = unsealed(fs.readFileSync(join(folder, name)));
      const module = code && withNatives("code, bytes", "%DeserializeWasmModule(code, bytes)", code, bytes);
      if (module) return { module, kept: code.byteLength };
    } catch {
      // It is not there, or this V8 knows no such function.
    }
  }
  return undefined;
}

/** Keeps what is compiled well at the end of a run of an instance, if that is worth it. */
export function keep({ began, name, module, kept }, instance) {
  if (!canKeep() || Date.now() - began < WORTH_MS) return;
  try {
    // V8 breaks down when it shall keep a module of which nothing is compiled well.
    withNatives("start", "%WasmTierUpFunction(start)", instance.exports._start);
    forgetQuick();
    const code = withNatives("module", "%SerializeWasmModule(module)", module);
    if (code.byteLength > kept * GROWTH) cacheFolders().some((folder) => store(folder, name, sealed(code)));
  } catch {
    // The next run compiles again.
  }
}

/** Whether this Node is known to keep code; options of V8 may leave it nothing to keep. */
function canKeep() {
  const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ""].join(" ");
  return KEEPING.includes(Number.parseInt(process.versions.node, 10)) && !/wasm|liftoff|jit/.test(options);
}

/** Runs a line with functions of V8 itself, which its language has only while an option is set. */
function withNatives(names, line, ...values) {
  setFlagsFromString("--allow-natives-syntax");
  try {
    return new Function(names, `return ${line}`)(...values);
  } finally {
    setFlagsFromString("--no-allow-natives-syntax");
  }
}

/** Forgets what is compiled quickly: V8 would compile all of it again before the next run begins. */
function forgetQuick() {
  try {
    withNatives("", "%FlushLiftoffCode()");
  } catch {
    // V8 of Node 22 and older has no such function.
  }
}

/** Code with its checksum before it: V8 breaks down on code that is not whole. */
export function sealed(code) {
  return Buffer.concat([checksum(new Uint8Array(code)), new Uint8Array(code)]);
}

/** The code in what was sealed; null if it is not whole. */
export function unsealed(bytes) {
  const code = bytes.subarray(CHECKSUM);
  const whole = checksum(code).equals(bytes.subarray(0, CHECKSUM));
  return whole ? bytes.buffer.slice(code.byteOffset, code.byteOffset + code.length) : null;
}

function checksum(bytes) {
  return createHash("sha256").update(bytes).digest();
}

/** The user's folder of caches if there is one, and the one to fall back to. */
function cacheFolders() {
  const usual = userCaches();
  const user = process.getuid ? `-${process.getuid()}` : "";
  return [...(usual ? [join(usual, "rulepress")] : []), join(tmpdir(), `rulepress${user}`)];
}

function userCaches() {
  const { env, platform } = process;
  const home = env.HOME === "" && platform !== "win32" ? "" : homedir();
  // Nobody wants a home to be made.
  const inHome = (...names) => (isAbsolute(home) && fs.existsSync(home) ? join(home, ...names) : null);
  if (platform === "win32") return env.LOCALAPPDATA || inHome("AppData", "Local");
  if (platform === "darwin") return inHome("Library", "Caches");
  return isAbsolute(env.XDG_CACHE_HOME ?? "") ? env.XDG_CACHE_HOME : inHome(".cache");
}

/** Whether a folder is this user's alone: what lies there is run. */
export function isSafe(folder) {
  const about = stats(folder);
  if (!about?.isDirectory()) return false;
  return !process.getuid || (about.uid === process.getuid() && (about.mode & 0o077) === 0);
}

/** What is known of a folder; nothing where it cannot be one. */
function stats(folder) {
  try {
    return dirname(folder) === tmpdir() ? fs.lstatSync(folder) : fs.statSync(folder);
  } catch {
    return null;
  }
}

/** Writes a file beside its place, which it then takes; what is old goes. Whether it could. */
function store(folder, name, bytes) {
  const temporary = join(folder, `${name}.${process.pid}`);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isSafe(folder)) return false;
    fs.writeFileSync(temporary, bytes, { flag: "wx", mode: 0o600 });
    fs.renameSync(temporary, join(folder, name));
    forgetOld(folder);
    return true;
  } catch {
    fs.rmSync(temporary, { force: true });
    return false;
  }
}

function forgetOld(folder) {
  for (const path of fs.readdirSync(folder).filter((name) => name.includes(ENDING)).map((name) => join(folder, name))) {
    if (Date.now() - fs.statSync(path).mtimeMs > MONTH_MS) fs.rmSync(path);
  }
}
