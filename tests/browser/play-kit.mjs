// What the tests of the page that plays share: a page with what a player does in it, and the native program that plays the same.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { must, pause } from "./browser.mjs";

/// The same numbers for the same seed, from 0 to 1 (mulberry32).
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = state + 0x6d2b79f5 >>> 0;
    let mixed = Math.imul(state ^ state >>> 15, state | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  };
}

/// The program with `play BOOK --lines`: `ask(request)` gives the reply.
export function nativeGame(program, book) {
  const child = spawn(program, ["play", book, "--lines"], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = [];
  let rest = "";
  child.stdout.on("data", part => {
    const lines = (rest + part).split("\n");
    rest = lines.pop();
    for (const line of lines) waiting.shift()(JSON.parse(line));
  });
  return {
    ask: request => new Promise(done => { waiting.push(done); child.stdin.write(`${JSON.stringify(request)}\n`); }),
    close: () => child.stdin.end(),
  };
}

export const PATIENCE = Number(process.env.PATIENCE ?? 60000);

/// In the page: presses a button for each of these numbers from 0 to 1, one after the other, until the game ends or something is refused.
export const driven = numbers => `(async () => {
  const { now } = rulepressPlay;
  for (const number of ${JSON.stringify(numbers)}) {
    if (now.end || now.error) break;
    const buttons = document.querySelectorAll("button.option");
    if (!buttons.length) return { error: "the page asks nothing, and the game has not ended" };
    const before = document.body.dataset.turn;
    const until = performance.now() + ${PATIENCE};
    buttons[Math.floor(number * buttons.length)].click();
    while (document.body.dataset.turn === before && !now.error) {
      if (performance.now() > until) return { error: "an answer changed nothing" };
      await new Promise(done => setTimeout(done, 0));
    }
  }
  return { end: now.end, error: now.error };
})()`;

/// Pages of a host at `url`, in `browser`, with their downloads below `scratch`.
export function pagesOf({ browser, url, scratch }) {
  /// A page of its own, with nothing kept from others, unless it is in the same `context`.
  return async function newPage({ width = 1280, height = 800, dark = false, mobile = false, still = true, context = null } = {}) {
    const browserContextId = context ?? (await browser.send("Target.createBrowserContext")).browserContextId;
    const { targetId } = await browser.send("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
    const own = (method, params) => browser.send(method, params, sessionId);
    const downloads = mkdtempSync(join(scratch, "down-"));
    await browser.send("Browser.setDownloadBehavior", { behavior: "allow", browserContextId, downloadPath: downloads });
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await own(`${domain}.enable`);
    await own("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
    if (mobile) await own("Emulation.setTouchEmulationEnabled", { enabled: true });
    await own("Emulation.setEmulatedMedia", { features: [
      { name: "prefers-color-scheme", value: dark ? "dark" : "light" }, { name: "prefers-reduced-motion", value: still ? "reduce" : "no-preference" },
    ] });
    await own("Page.addScriptToEvaluateOnNewDocument", { source: `
      window.violations = [];
      document.addEventListener("securitypolicyviolation", event => violations.push(event.violatedDirective + " " + event.blockedURI));
    ` });
    const ask = async expression => {
      const { result, exceptionDetails } = await own("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
      must(!exceptionDetails, `${expression}: ${exceptionDetails?.exception?.description ?? exceptionDetails?.text}`);
      return result.value;
    };
    const until = async (words, expression, patience = PATIENCE) => {
      const end = Date.now() + patience;
      while (Date.now() < end) {
        const answer = ask(`(() => { try { return Boolean(${expression}); } catch { return false; } })()`);
        if (await Promise.race([answer.catch(error => { if (!/navigated|context/.test(error.message)) throw error; }), pause(10000)])) return;
        await pause(15);
      }
      throw new Error(`not seen: ${words}; the page says “${await ask("document.body.innerText.slice(0, 400)")}”`);
    };
    const by = id => `document.getElementById(${JSON.stringify(id)})`;
    const turn = () => ask("Number(document.body.dataset.turn ?? 0)");
    const page = {
      own, ask, until, sessionId, targetId, context: browserContextId, downloads, turn,
      load: async (hash = "") => {
        await own("Page.navigate", { url: `${url}?${Math.random()}${hash}` });
        await until("the page is ready", "document.body?.dataset.ready");
      },
      reload: async () => {
        await ask("window.isOld = true");
        await own("Page.reload");
        await until("a new page", "!window.isOld && document.body?.dataset.ready");
      },
      click: id => ask(`${by(id)}.click()`),
      text: id => ask(`${by(id)}.textContent`),
      shown: id => ask(`${by(id)}.checkVisibility()`),
      /// Chooses a book and waits until the rules said who plays.
      setUp: async book => {
        await page.load(`#book=${book}`);
        await until(`${book} can be set up`, `document.body.dataset.setup === ${JSON.stringify(book)}`);
      },
      /// Begins a game with the usual seats.
      begin: async (book, seed = 7) => {
        await page.setUp(book);
        await ask(`${by("seed")}.value = ${seed}`);
        await page.acts(() => page.click("begin"));
      },
      /// Does something, and waits until the game is drawn anew.
      acts: async act => {
        const before = await turn();
        await act();
        await until("the game goes on", `Number(document.body.dataset.turn ?? 0) > ${before}`);
      },
      now: () => ask(`(() => { const { now } = rulepressPlay; return { answers: now.answers, options: now.question?.options ?? null, asks: now.question?.key ?? null,
        by: now.question?.by ?? null, end: now.end, trace: now.trace, looker: now.looker, entries: now.entries.length, error: now.error, begin: now.begin, zones: now.zones,
        branches: now.branches, ms: now.ms, ahead: now.ahead }; })()`),
      /// Answers with an option of this number, as a script would.
      answer: nth => page.acts(() => ask(`document.querySelectorAll("button.option")[${nth}].click()`)),
      /// The middle of an element, scrolled to where it can be seen.
      middle: selector => ask(`(() => { const node = [...document.querySelectorAll(${JSON.stringify(selector)})].at(0); node.scrollIntoView({ block: "nearest" });
        const box = node.getBoundingClientRect(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; })()`),
      press: async (selector, touch = false) => {
        const { x, y } = await page.middle(selector);
        if (touch) {
          await own("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
          await own("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
          return;
        }
        for (const type of ["mousePressed", "mouseReleased"]) await own("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
      },
      key: async (key, { text } = {}) => {
        const codes = { Tab: 9, Enter: 13, Escape: 27, ArrowDown: 40, ArrowUp: 38 };
        // Signs have no code of their own: those of their characters are codes of other keys.
        const more = { windowsVirtualKeyCode: codes[key] ?? (/^[a-z0-9]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0) };
        const letters = text ?? (key === "Enter" ? "\r" : key.length === 1 ? key : undefined);
        await own("Input.dispatchKeyEvent", { type: "keyDown", key, code: key, text: letters, ...more });
        await own("Input.dispatchKeyEvent", { type: "keyUp", key, code: key, ...more });
      },
      /// Saves the game as a file; its text.
      saved: async () => {
        await page.click("share");
        const before = new Set(readdirSync(downloads));
        await page.click("save-file");
        const end = Date.now() + PATIENCE;
        let name;
        do {
          await pause(30);
          name = readdirSync(downloads).find(file => !before.has(file) && file.endsWith(".toml"));
          must(Date.now() < end, "nothing was saved");
        } while (!name);
        await pause(100);
        await ask(`${by("sharing")}.close()`);
        return readFileSync(join(downloads, name), "utf8");
      },
      /// Gives the page a file, as somebody who opens it.
      open: async (name, text) => {
        const path = join(downloads, name);
        writeFileSync(path, text);
        const { root } = await own("DOM.getDocument");
        const { nodeId } = await own("DOM.querySelector", { nodeId: root.nodeId, selector: "#file-input" });
        await own("DOM.setFileInputFiles", { nodeId, files: [path] });
      },
      picture: async name => {
        if (!process.env.PICTURES) return;
        mkdirSync(process.env.PICTURES, { recursive: true });
        await pause(300);
        const { data } = await own("Page.captureScreenshot", { format: "png" });
        writeFileSync(join(process.env.PICTURES, `${name}.png`), Buffer.from(data, "base64"));
      },
      /// Nothing failed, nothing was forbidden, nothing left the host.
      clean: async () => {
        const violations = await ask("violations");
        must(violations.length === 0, `forbidden by the page's own rules: ${violations}`);
        for (const { method, params } of browser.events.filter(event => event.sessionId === sessionId)) {
          must(method !== "Runtime.exceptionThrown", params?.exceptionDetails?.exception?.description ?? "an exception");
          must(!(method === "Log.entryAdded" && params.entry.level === "error"), `${params?.entry?.text} ${params?.entry?.url}`);
          if (method === "Network.requestWillBeSent") {
            const asked = params.request.url;
            must(asked.startsWith(url) || asked.startsWith("blob:"), `the page asks for ${asked}`);
          }
        }
      },
      close: () => browser.send("Target.disposeBrowserContext", { browserContextId }),
      end: async () => { await page.clean(); await page.close(); },
    };
    return page;
  };
}
