// A headless browser, spoken to over pipes. CHROMIUM names its program.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const pause = time => new Promise(done => setTimeout(done, time));
export const must = (holds, words) => { if (!holds) throw new Error(words); };

/// Removes a folder, patiently: a program that ends may still write there. What cannot be removed is left to the
/// system, which empties its folder of temporary files.
export async function remove(folder) {
  for (let tries = 0; tries < 40; tries++) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch {
      await pause(250);
    }
  }
  console.error(`${folder} could not be removed`);
}

/// Starts the browser: `send(method, params, sessionId)` gives the result, `events` collects what it reports.
export function open() {
  const profile = mkdtempSync(join(tmpdir(), "browser-"));
  const browser = spawn(process.env.CHROMIUM ?? "chromium", [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe", `--user-data-dir=${profile}`,
  ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const [write, read] = [browser.stdio[3], browser.stdio[4]];
  const gone = new Promise(done => browser.once("close", done));
  const events = [];
  const waiting = new Map();
  let last = 0;
  let rest = "";
  read.on("data", chunk => {
    const parts = (rest + chunk).split("\0");
    rest = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      if (!message.id) { events.push(message); continue; }
      const { good, bad } = waiting.get(message.id);
      waiting.delete(message.id);
      message.error ? bad(new Error(message.error.message)) : good(message.result);
    }
  });
  const send = (method, params = {}, sessionId) => new Promise((good, bad) => {
    last += 1;
    waiting.set(last, { good, bad });
    write.write(JSON.stringify({ id: last, method, params, sessionId }) + "\0");
  });
  // Asked to, the browser ends its helpers too; one that does not answer is killed.
  const close = async () => {
    send("Browser.close").catch(() => {});
    await Promise.race([gone, pause(5000)]);
    browser.kill("SIGKILL");
    await Promise.race([gone, pause(5000)]);
    await remove(profile);
  };
  return { send, events, close };
}
