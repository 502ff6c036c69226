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

/// A new page: `own(method, params)` speaks to it, `ask(expression)` gives what an expression comes to in it.
export async function newPage(send, name) {
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const own = (method, params) => send(method, params, sessionId);
  const ask = async expression => {
    const { result, exceptionDetails } = await own("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    must(!exceptionDetails, `${name}: ${expression}: ${exceptionDetails?.exception?.description ?? exceptionDetails?.text}`);
    return result.value;
  };
  return { targetId, sessionId, own, ask };
}

/// That nothing failed in a page, and that it asked for nothing but what begins with `url`.
export function mustBeQuiet(events, { sessionId }, name, url) {
  for (const { method, params } of events.filter(event => event.sessionId === sessionId)) {
    must(method !== "Runtime.exceptionThrown", `${name}: ${params.exceptionDetails?.exception?.description}`);
    must(!(method === "Runtime.consoleAPICalled" && params.type === "error"), `${name}: ${JSON.stringify(params.args)}`);
    must(!(method === "Log.entryAdded" && params.entry.level === "error"), `${name}: ${params.entry?.text} ${params.entry?.url}`);
    if (method === "Network.requestWillBeSent") {
      const asked = params.request.url;
      must(asked.startsWith(url) || asked.startsWith("data:"), `${name} asks for ${asked}`);
    }
  }
}

/// Runs a test, says why it failed, cleans up, and ends.
export async function run(test, cleanUp) {
  let code = 0;
  try {
    await test();
  } catch (error) {
    console.error(error.message);
    code = 1;
  } finally {
    await cleanUp();
  }
  process.exit(code);
}

/// Runs tests, `[name, test]`, one after the other, says how each went, cleans up, and ends; `more` goes behind the last line.
export async function runAll(tests, { browser, host, scratch }, more = "") {
  let failed = 0;
  for (const [name, test] of tests) {
    const start = performance.now();
    try {
      await test();
      console.log(`ok ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed += 1;
      console.error(`FAILED ${name}: ${error.message}`);
    }
  }
  await browser.close();
  await host.close();
  await remove(scratch);
  console.log(`${tests.length - failed} of ${tests.length} hold${more}`);
  process.exit(failed ? 1 : 0);
}

/// Starts `watch`; the program, and the address that it prints.
export function startWatch(program, folder, words) {
  const child = spawn(program, ["watch", ...words], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const url = new Promise((good, bad) => {
    let said = "";
    child.stdout.on("data", chunk => { said += chunk; if (said.includes("\n")) good(said.trim()); });
    child.on("exit", () => bad(new Error("watch has ended")));
  });
  return { child, url };
}
