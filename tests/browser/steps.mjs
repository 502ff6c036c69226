// Drives the stepping pages in a real browser: forward, back, jump, keyboard, touch, a narrow screen; no error on the
// console, no request beside the page itself. Usage: node steps.mjs PAGE.html ...; CHROMIUM names the browser.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { must, mustBeQuiet, newPage, open, pause, run } from "./browser.mjs";

const pages = process.argv.slice(2);
if (pages.length === 0) throw new Error("name at least one page");
const { send, events, close } = open();

/// One page, on a wide and on a narrow screen.
async function drive(path) {
  const url = pathToFileURL(resolve(path)).href;
  const page = await newPage(send, path);
  const { targetId, own, ask } = page;
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await own(`${domain}.enable`);
  const now = () => ask("[...document.querySelectorAll('.step')].findIndex(step => step.classList.contains('now'))");
  const key = async name => {
    for (const type of ["keyDown", "keyUp"]) await own("Input.dispatchKeyEvent", { type, key: name, code: name });
  };
  const swipe = async (from, to) => {
    await own("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: from, y: 300 }] });
    await own("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: to, y: 302 }] });
    await own("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await pause(60);
  };
  for (const [width, height, mobile] of [[1200, 900, false], [360, 640, true]]) {
    await own("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
    await own("Emulation.setTouchEmulationEnabled", { enabled: mobile });
    await own("Page.navigate", { url: `${url}?${width}` });
    for (let tries = 0; tries < 100 && !(await ask("document.body && document.body.classList.contains('stepping')")); tries++) await pause(50);
    const count = await ask("document.querySelectorAll('.step').length");
    must(count > 1, `${path}: ${count} steps`);
    const at = async (wanted, words) => {
      const found = await now();
      must(found === wanted, `${path} at ${width}: ${words} shows step ${found}, not ${wanted}`);
      const visible = await ask("[...document.querySelectorAll('.step')].filter(step => step.offsetParent !== null).length");
      must(visible === 1, `${path} at ${width}: ${words} shows ${visible} steps at once`);
    };
    await at(0, "the beginning");
    await ask("document.getElementById('forward').click()");
    await at(1, "forward");
    await ask("document.getElementById('back').click()");
    await at(0, "back");
    must(await ask("document.getElementById('back').disabled"), `${path}: there is a step before the first`);
    await key("ArrowRight");
    await at(1, "the right arrow");
    await key("ArrowLeft");
    await at(0, "the left arrow");
    await key("End");
    await at(count - 1, "the key End");
    await key("ArrowRight");
    await at(count - 1, "the right arrow at the end");
    await key("Home");
    await at(0, "the key Home");
    await ask("(() => { const jump = document.getElementById('jump'); jump.value = '1'; jump.dispatchEvent(new Event('change')); })()");
    await at(1, "a jump");
    if (mobile) {
      await swipe(300, 60);
      await at(Math.min(2, count - 1), "a swipe to the left");
      await swipe(60, 300);
      await at(Math.min(2, count - 1) - 1, "a swipe to the right");
    }
    for (let step = 0; step < count; step++) {
      await ask(`(() => { const jump = document.getElementById('jump'); jump.value = '${step}'; jump.dispatchEvent(new Event('change')); })()`);
      const wide = await ask("document.documentElement.scrollWidth - document.documentElement.clientWidth");
      must(wide <= 0, `${path} at ${width}: step ${step} is ${wide} px too wide`);
      const least = await ask(`Math.min(99, ...[...document.querySelectorAll('.step.now svg text')].map(text => {
        const whole = text.ownerSVGElement;
        return parseFloat(text.getAttribute('font-size')) * whole.getBoundingClientRect().width / whole.viewBox.baseVal.width;
      }))`);
      must(least >= 9, `${path} at ${width}: words of ${least.toFixed(1)} px in step ${step}`);
    }
  }
  mustBeQuiet(events, page, path, url);
  await send("Target.closeTarget", { targetId });
}

await run(async () => {
  for (const path of pages) {
    await drive(path);
    console.log(`ok ${path}`);
  }
}, close);
