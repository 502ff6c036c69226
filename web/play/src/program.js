// Loads the program, once for all books.

import * as BUILT from "./built.js";

/// Whether the program is kept already, or given up.
let kept = Promise.resolve();

/// The compiled program; `onload` hears what part of it is there, from 0 to 1.
export async function loadProgram(onload) {
  const response = await fetch(BUILT.module);
  if (!response.ok) throw new Error(`The program could not be loaded (${response.status}).`);
  // What comes from the browser's own store need not be counted or kept.
  if (navigator.serviceWorker?.controller || !response.body) return compiled(response);
  kept = keep(response.clone());
  let have = 0;
  const counted = response.body.pipeThrough(new TransformStream({
    transform(chunk, out) {
      have += chunk.byteLength;
      onload(Math.min(1, have / BUILT.size));
      out.enqueue(chunk);
    },
  }));
  return compiled(new Response(counted, { headers: { "Content-Type": "application/wasm" } }));
}

/// So that the service worker need not load the program again.
async function keep(response) {
  try {
    await (await BUILT.openStore()).put(new URL(BUILT.module, location.href).href, response);
  } catch { /* it plays all the same, but not without a network */ }
}

/// Some hosts name the wrong type for the program; then it is read whole first.
async function compiled(response) {
  const rightType = (response.headers.get("Content-Type") ?? "").startsWith("application/wasm");
  return rightType ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/// Registers the service worker. `onnewer` hears of a newer version, with a function that changes to it.
export async function keepOffline(onkept, onnewer) {
  if (!navigator.serviceWorker) return;
  try {
    await kept;
    const registration = await navigator.serviceWorker.register(BUILT.service);
    const offer = worker => onnewer(() => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      worker.postMessage("change");
    });
    if (registration.waiting && registration.active) offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing.addEventListener("statechange", () => {
        if (installing.state === "installed" && registration.active) offer(installing);
      });
    });
    await navigator.serviceWorker.ready;
    onkept();
  } catch { /* a private window, or a host without https: it plays, but not without a network */ }
}
