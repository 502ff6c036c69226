// Firefox without a window, spoken to by WebDriver BiDi. FIREFOX names its program. Node needs --experimental-websocket.

import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { must, pause } from "./browser.mjs";

/// Starts the browser: `send(method, params)` gives the result, `ask(expression)` what it comes to in the page, `until(words, expression)` waits for it,
/// `visit(url)` and `reload()` load a page. Downloads go to the folder `downloads`.
export async function openFirefox({ scratch, downloads, patience }) {
  const profile = join(scratch, "profile");
  mkdirSync(profile);
  mkdirSync(downloads);
  const settings = {
    "browser.download.folderList": 2, "browser.download.dir": downloads, "browser.download.useDownloadDir": true,
    "browser.helperApps.neverAsk.saveToDisk": "application/pdf", "browser.download.open_pdf_attachments_inline": false,
    "pdfjs.disabled": true, "datareporting.policy.dataSubmissionEnabled": false, "app.update.enabled": false,
  };
  writeFileSync(join(profile, "user.js"), Object.entries(settings).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
  const firefox = spawn(process.env.FIREFOX ?? "firefox-esr", ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const gone = new Promise(done => firefox.once("close", done));
  const address = await new Promise((good, bad) => {
    let said = "";
    firefox.stderr.on("data", words => {
      said += words;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
      if (found) good(found[1]);
    });
    gone.then(() => bad(new Error(`Firefox ended: ${said}`)));
  });
  const socket = new WebSocket(`${address}/session`);
  await new Promise((good, bad) => { socket.onopen = good; socket.onerror = () => bad(new Error("Firefox does not answer")); });
  const waiting = new Map();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const { id, type, result, message } = JSON.parse(data);
    const asked = waiting.get(id);
    waiting.delete(id);
    type === "error" ? asked?.bad(new Error(message)) : asked?.good(result);
  };
  const send = (method, params = {}) => new Promise((good, bad) => {
    last += 1;
    waiting.set(last, { good, bad });
    socket.send(JSON.stringify({ id: last, method, params }));
  });
  await send("session.new", { capabilities: {} });
  const close = async () => {
    send("browser.close").catch(() => {});
    await Promise.race([gone, pause(5000)]);
    firefox.kill("SIGKILL");
    await Promise.race([gone, pause(5000)]);
  };
  const { contexts: [{ context }] } = await send("browsingContext.getTree");
  const ask = async expression => {
    const { type, result, exceptionDetails } = await send("script.evaluate", { expression, target: { context }, awaitPromise: true });
    must(type === "success", `${expression}: ${exceptionDetails?.text}`);
    return result.value;
  };
  const until = async (words, expression) => {
    for (const end = Date.now() + patience; Date.now() < end; await pause(30)) {
      if (await ask(`(() => { try { return Boolean(${expression}); } catch { return false; } })()`)) return;
    }
    throw new Error(`not seen: ${words}; the page says “${await ask("document.body.innerText.slice(0, 400)")}”`);
  };
  const visit = url => send("browsingContext.navigate", { context, url, wait: "complete" });
  const reload = () => send("browsingContext.reload", { context, wait: "complete" });
  return { send, ask, until, visit, reload, context, close };
}
