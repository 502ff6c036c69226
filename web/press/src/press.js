// The press: loads the program once, and runs commands in a worker that can be stopped at any time.

import * as BUILT from "./built.js";

/// Where the fonts are that the program reads when a text needs them, by their names.
const FONTS = Object.fromEntries(Object.entries(BUILT.fonts).map(([name, file]) => [name, new URL(file, location.href).href]));

/// Loads the program; `onload` hears what part of it is there, from 0 to 1.
async function load(onload) {
  const response = await fetch(BUILT.module);
  if (!response.ok) throw new Error(`the press cannot be loaded (${response.status})`);
  // When it comes from the browser's own store there is nothing to wait for, and nothing to keep.
  if (navigator.serviceWorker?.controller || !response.body) return compile(response);
  keep(response.clone());
  let have = 0;
  const counted = response.body.pipeThrough(new TransformStream({
    transform(chunk, out) {
      have += chunk.byteLength;
      onload(Math.min(1, have / BUILT.size));
      out.enqueue(chunk);
    },
  }));
  return compile(new Response(counted, { headers: { "Content-Type": "application/wasm" } }));
}

/// Puts the program where the page without a network looks for it, so that it is loaded only once.
async function keep(response) {
  try {
    const cache = await caches.open(`rulepress ${new URL("./", location.href).href} ${BUILT.version}`);
    await cache.put(new URL(BUILT.module, location.href).href, response);
  } catch { /* the page works all the same, but not without a network */ }
}

/// Some hosts name the wrong type for the program; then it is read whole first.
async function compile(response) {
  const type = response.headers.get("Content-Type") ?? "";
  if (WebAssembly.compileStreaming && type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/// The result of a command that did nothing.
export const NOTHING = { code: null, trap: null, files: [], lines: { out: [], err: [] }, ms: 0, memory: 0, stopped: null };

export function openPress(onload) {
  let module = load(onload);
  let spare = null;
  let running = null;

  const hire = () => new Worker(BUILT.worker);

  /// Runs one command. The result always comes: {code, trap, files, lines, ms, memory, stopped}, where `stopped` is
  /// "person", "newer" or "time" for a command that was ended.
  async function run({ args, files = [], seconds = 0, onmade, onstart }) {
    const compiled = await module.catch(() => (module = load(onload))).catch(() => null);
    if (!compiled) return { ...NOTHING, lines: { out: [], err: [] }, trap: "not loaded" };
    const worker = spare ?? hire();
    spare = null;
    const start = performance.now();
    return new Promise(done => {
      let timer = 0;
      const lines = { out: [], err: [] };
      const finish = result => {
        clearTimeout(timer);
        running = null;
        done({ ...NOTHING, lines, ms: performance.now() - start, ...result });
      };
      const end = result => { worker.terminate(); finish(result); };
      running = { stop: reason => end({ stopped: reason }) };
      worker.onmessage = ({ data }) => {
        if (data.said !== undefined) lines.err.push(data.said);
        if (data.made) onmade?.(...data.made);
        if (!data.done) return;
        // A worker whose command broke is not used again; the memory of any other is given back by the browser.
        if (data.done.trap) return end(data.done);
        spare = worker;
        finish(data.done);
      };
      worker.onerror = event => { event.preventDefault?.(); end({ trap: event.message || "the worker ended" }); };
      worker.onmessageerror = () => end({ trap: "the worker cannot take the files" });
      if (seconds) timer = setTimeout(() => running?.stop("time"), seconds * 1000);
      onstart?.();
      worker.postMessage({ module: compiled, args, files, fonts: FONTS, watch: Boolean(onmade) });
    });
  }

  return {
    ready: () => module,
    run,
    stop: reason => running?.stop(reason),
  };
}
