// Holds the program and plays. In: {open: {module, args, files, fonts}}, then {line}.
// Out: one message for each: {opened: true}, {line}, or {failed: words}; after that the worker is of no use.

import { start } from "./wasi.js";

let program = null;

self.onmessage = async ({ data }) => {
  try {
    if (data.open) {
      program = await start(data.open);
      self.postMessage({ opened: true });
    } else {
      self.postMessage({ line: program.go(data.line) });
    }
  } catch (error) {
    self.postMessage({ failed: String(error?.message ?? error) });
  }
};
