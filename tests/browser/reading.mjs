// Reads web editions in a real browser: search, explanations, walks through charts, examples that step, the quick
// reference; by pointer, by touch and by keyboard, wide and narrow, by day and by night, on paper, without scripts and
// without a network. Usage: node reading.mjs SITE ...; each is a folder with an index.html; CHROMIUM names the browser,
// and `npm ci` in this folder brings axe.

import { readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { must, mustBeQuiet, newPage, open, pause, run } from "./browser.mjs";
import { serve } from "./host.mjs";

const sites = process.argv.slice(2);
if (sites.length === 0) throw new Error("name at least one folder");
const axe = readFileSync(fileURLToPath(new URL("node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");
const { send, events, close } = open();
const MOST_SEARCH = 50;
const MOST_FIRST = 1000;
const WIDE = { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false };
const PHONE = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true };

/// A page of a site with what the tests do to it.
async function reader(name, url) {
  const page = await newPage(send, name);
  const { own, ask } = page;
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await own(`${domain}.enable`);
  const until = async (words, expression) => {
    for (let tries = 0; tries < 200; tries++) {
      if (await ask(`(() => { try { return Boolean(${expression}); } catch { return false; } })()`)) return;
      await pause(25);
    }
    must(false, `${name}: not seen: ${words}`);
  };
  const load = async (address, screen, scheme = "light") => {
    await own("Emulation.setDeviceMetricsOverride", screen);
    await own("Emulation.setTouchEmulationEnabled", { enabled: screen.mobile });
    await own("Emulation.setEmulatedMedia", { media: "", features: [{ name: "prefers-color-scheme", value: scheme }] });
    await own("Page.navigate", { url: "about:blank" });
    await own("Page.navigate", { url: address });
    await until("the page", "document.readyState === 'complete' && document.querySelector('main')");
    await ask("document.fonts.ready.then(() => true)");
  };
  const key = async (name, { modifiers = 0, text = "" } = {}) => {
    for (const type of ["keyDown", "keyUp"]) await own("Input.dispatchKeyEvent", { type, key: name, code: name, modifiers, text: type === "keyDown" ? text : "" , windowsVirtualKeyCode: { Enter: 13, Tab: 9, Escape: 27, ArrowDown: 40, ArrowUp: 38, ArrowLeft: 37, ArrowRight: 39, Backspace: 8 }[name] });
  };
  const middle = async expression => {
    await ask(`${expression}.scrollIntoView({ block: "center" })`);
    await pause(80);
    return ask(`(() => { const box = ${expression}.getClientRects()[0]; return { x: box.left + box.width / 2, y: box.top + box.height / 2 }; })()`);
  };
  const hover = async expression => own("Input.dispatchMouseEvent", { type: "mouseMoved", ...await middle(expression) });
  const click = async expression => {
    const at = await middle(expression);
    for (const type of ["mousePressed", "mouseReleased"]) await own("Input.dispatchMouseEvent", { type, ...at, button: "left", clickCount: 1 });
  };
  const tap = async expression => {
    const at = await middle(expression);
    await own("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
    await own("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await pause(60);
  };
  const axeFinds = async (words, place = "document") => {
    await ask(`${axe}; true`);
    // What fades in has its colours at the end alone.
    await ask("Promise.allSettled(document.getAnimations().map(one => one.finished)).then(() => true)");
    const found = await ask(`axe.run(${place}, { resultTypes: ["violations"], preload: false }).then(({ violations }) => violations.map(found => found.id + ": " + found.nodes.slice(0, 3).map(node => node.target.join(" ") + " " + (node.any[0]?.message ?? "")).join(" | ")).join("\\n"))`);
    must(found === "", `${name}, ${words}: ${found}`);
  };
  const fits = async words => {
    const wide = await ask("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    must(wide <= 0, `${name}, ${words}: ${wide} px too wide`);
  };
  const end = async () => {
    mustBeQuiet(events, page, name, dirname(url) + "/");
    await send("Target.closeTarget", { targetId: page.targetId });
  };
  return { ...page, name, url, until, load, key, hover, click, tap, axeFinds, fits, end };
}

/// Names, landmarks, headings, fonts, and labels inside their boxes.
async function structure(page) {
  const { ask, name } = page;
  const wrong = await ask(`(() => {
    const found = [];
    const names = [...document.querySelectorAll("[id]")].map(element => element.id);
    const twice = names.filter((name, nth) => names.indexOf(name) !== nth);
    if (twice.length) found.push("twice: " + twice.slice(0, 3));
    for (const landmark of ["body > header", "nav", "main", "body > footer", "h1"]) if (document.querySelectorAll(landmark).length !== 1) found.push("not one " + landmark);
    const order = ["body > .skip", "body > header", "nav", "main", "body > footer"].map(part => document.querySelector(part));
    order.forEach((part, nth) => { if (nth && !(order[nth - 1].compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING)) found.push("order of " + part.tagName); });
    for (const link of document.querySelectorAll("a[href^='#']")) if (!document.getElementById(decodeURIComponent(link.getAttribute("href").slice(1)))) found.push("link to " + link.getAttribute("href"));
    let level = 0;
    for (const heading of document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6)")) {
      const own = Number(heading.tagName[1]);
      if (own > level + 1) found.push("level " + own + " behind " + level + ": " + heading.textContent);
      level = own;
    }
    for (const item of document.querySelectorAll("main li.cited[id]")) if (item.querySelector("a.number")?.getAttribute("href") !== "#" + item.id) found.push("no number at " + item.id);
    for (const heading of document.querySelectorAll("main :is(h2, h3, h4)[id]")) if (!heading.querySelector("a.number")) found.push("no number at " + heading.id);
    const loaded = [...document.fonts].filter(font => font.status === "loaded").map(font => font.family.replaceAll('"', ""));
    if (!loaded.includes("Source Sans 3")) found.push("fonts: " + loaded);
    for (const figure of document.querySelectorAll(".chart .for-wide")) {
      const boxes = [...figure.querySelectorAll(".light")].map(box => box.getBBox());
      for (const text of figure.querySelectorAll("text")) {
        const own = text.getBBox();
        const [x, y] = [own.x + own.width / 2, own.y + own.height / 2];
        const box = boxes.find(box => box.x < x && x < box.x + box.width && box.y < y && y < box.y + box.height);
        if (box && (own.x < box.x || own.x + own.width > box.x + box.width)) found.push("over its box: " + text.textContent);
      }
    }
    return found.slice(0, 6).join("; ");
  })()`);
  must(wrong === "", `${name}: ${wrong}`);
}

/// Search by keyboard: rank, marks, times, a slip of one letter, nothing, and going there.
async function search(page) {
  const { ask, key, own, until, name } = page;
  await key("/", { text: "/" });
  await until("the search", "document.querySelector('dialog.search').open && document.activeElement.type === 'search'");
  const type = words => ask(`(() => {
    const input = document.querySelector("dialog.search input");
    input.value = ${JSON.stringify(words)};
    const time = () => {
      const start = performance.now();
      input.dispatchEvent(new Event("input"));
      return performance.now() - start;
    };
    // The best of three: what else the machine does is not counted.
    return Math.min(time(), time(), time());
  })()`);
  const index = JSON.parse(await ask("document.querySelector('script.index').textContent"));
  must(index.length > 10, `${name}: ${index.length} places can be found`);
  const count = () => ask("document.querySelector('.count').textContent");
  const first = () => ask("document.querySelector('#rp-found [aria-selected=true] strong')?.textContent ?? ''");
  await type("a");
  let slowest = 0;
  const words = index.flatMap(([, , title, , text]) => `${title} ${text}`.split(/\s+/)).filter(word => /^[a-z]{4,}$/i.test(word));
  const tried = words.filter((_, nth) => nth % Math.ceil(words.length / 60) === 0);
  for (const word of [...tried, "e", "t c", "the of a", tried.slice(0, 3).join(" ")]) slowest = Math.max(slowest, await type(word));
  must(slowest < MOST_SEARCH, `${name}: a search takes ${slowest.toFixed(1)} ms`);
  // A title comes before a text that says the same.
  for (const [id, , title, kind] of index.filter((_, nth) => nth % Math.ceil(index.length / 12) === 0)) {
    if (!title || kind === "Rule" || kind === "Ruling") continue;
    await type(title);
    const found = await first();
    must(found.toLowerCase() === title.toLowerCase(), `${name}: “${title}” (${id}) finds “${found}” first`);
  }
  const [, number, title] = index.find(([, number, title, kind]) => kind === "Section" && /^\d+\.\d+$/.test(number) && title);
  await type(number);
  must(await first() === title, `${name}: ${number} finds “${await first()}”, not “${title}”`);
  const long = words.find(word => word.length > 7);
  await type(long.slice(0, 5));
  must(await ask("document.querySelectorAll('#rp-found mark').length > 0"), `${name}: no match is marked`);
  must(/place/.test(await count()) && await ask("document.querySelector('.count').getAttribute('role')") === "status", `${name}: the count is not told`);
  // A slip is answered with the nearest word, nothing with words.
  await type(long.slice(0, 3) + "q" + long.slice(4));
  must(/^Nothing found/.test(await count()), `${name}: ${await count()}`);
  const near = await ask("[...document.querySelectorAll('.near button')].map(button => button.textContent).join()");
  must(near.split(",").includes(long.toLowerCase()), `${name}: ${long} with a slip: near are ${near}`);
  await page.axeFinds("search without an answer", "document.querySelector('dialog.search')");
  await type("qqqqzzzz");
  must(/^Nothing found/.test(await count()) && await ask("document.querySelectorAll('.near button').length") === 0, `${name}: ${await count()}`);
  // The keys choose and go.
  await type(long);
  await page.axeFinds("search with answers", "document.querySelector('dialog.search')");
  const chosen = () => ask("[...document.querySelectorAll('#rp-found li')].findIndex(option => option.getAttribute('aria-selected') === 'true')");
  const options = await ask("document.querySelectorAll('#rp-found li').length");
  await key("ArrowDown");
  must(await chosen() === 1 % options, `${name}: the arrow chooses ${await chosen()} of ${options}`);
  await key("ArrowUp");
  must(await chosen() === 0, `${name}: the arrow back chooses ${await chosen()}`);
  must(await ask("document.getElementById(document.querySelector('dialog.search input').getAttribute('aria-activedescendant'))?.getAttribute('aria-selected') === 'true'"), `${name}: the choice is not told`);
  await key("Enter", { text: "\r" });
  await until("the place that was chosen", "!document.querySelector('dialog.search').open && location.hash.length > 1 && document.activeElement.id === decodeURIComponent(location.hash.slice(1))");
  await key("/", { text: "/" });
  await until("the search again", "document.querySelector('dialog.search').open");
  await key("Escape");
  await until("that Escape closes it", "!document.querySelector('dialog.search').open");
  return slowest;
}

/// Links to rules and terms are explained on hover and on focus.
async function explanations(page) {
  const { ask, key, hover, until, own, name } = page;
  const links = "[...document.querySelectorAll('main a[href^=\"#\"]:not(.number)')].filter(link => link.checkVisibility() && !link.closest('svg, .quick'))";
  const count = await ask(`${links}.length`);
  if (count === 0) return;
  const shown = "!document.querySelector('.explain').hidden";
  for (const nth of [0, Math.floor(count / 2), count - 1]) {
    await own("Input.dispatchMouseEvent", { type: "mouseMoved", x: 1, y: 1 });
    await hover(`${links}[${nth}]`);
    await until(`the explanation of link ${nth}`, shown);
    must(await ask("document.querySelector('.explain').textContent.length > 10"), `${name}: link ${nth} is explained by nothing`);
    must(await ask("(() => { const box = document.querySelector('.explain').getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight; })()"), `${name}: the explanation of link ${nth} leaves the window`);
    must(await ask("document.querySelectorAll('.explain [id]').length") === 0, `${name}: an explanation has names of places`);
    await key("Escape");
    await until("that Escape closes it", `!(${shown})`);
  }
  await ask(`${links}[0].previousElementSibling, ${links}[0].scrollIntoView({ block: "center" })`);
  await ask(`(() => { const all = [...document.querySelectorAll("a[href], button")].filter(part => part.checkVisibility()); all[all.indexOf(${links}[0]) - 1].focus(); })()`);
  await key("Tab");
  await until("the explanation by the keyboard", `${shown} && document.activeElement === ${links}[0]`);
  await page.axeFinds("an explanation", "document.querySelector('.explain')");
  await key("Escape");
}

/// Every chart is walked from its start; one by the keyboard, to an end or until boxes come again.
async function charts(page) {
  const { ask, key, click, name } = page;
  const count = await ask("document.querySelectorAll('.walk-start').length");
  must(count === await ask("document.querySelectorAll('main .chart').length"), `${name}: some charts cannot be walked`);
  for (let nth = 0; nth < count; nth++) {
    const chart = `document.querySelectorAll("main .chart")[${nth}]`;
    await click(`${chart}.querySelector(".walk-start")`);
    const state = () => ask(`(() => { const chart = ${chart}; return {
      now: [...new Set([...chart.querySelectorAll(".light.now")].map(light => light.dataset.box))].join(),
      says: chart.querySelector(".walk .now").textContent,
      listed: [...chart.querySelectorAll(".boxes > ol > li")].map(item => [String(item.value), item.querySelector(".says").textContent, item.querySelectorAll(".exits > li").length]),
      exits: chart.querySelectorAll(".walk .exit").length, way: chart.querySelectorAll(".walk .way li").length,
    }; })()`);
    const seen = new Set();
    for (let step = 0; step < 60; step++) {
      const { now, says, listed, exits, way } = await state();
      const own = listed.find(([number]) => number === now);
      must(own, `${name}, chart ${nth}: no box is lit after ${step} steps`);
      must(says === `${now} ${own[1]}` && exits === own[2] && way === step, `${name}, chart ${nth}: box ${now} says “${says}” with ${exits} exits, ${way} on the way`);
      must(await ask(`document.activeElement === ${chart}.querySelector(".walk .now")`), `${name}, chart ${nth}: the focus is lost`);
      if (exits === 0 || (seen.has(now) && step > listed.length)) break;
      seen.add(now);
      await key(String(1 + step % Math.min(exits, 9)));
    }
    if (nth === 0) {
      await page.axeFinds("a walk", `${chart}`);
      const { way } = await state();
      await key("Backspace");
      must((await state()).way === Math.max(0, way - 1), `${name}: the walk does not go back`);
    }
    await key("Escape");
    must(await ask(`${chart}.querySelector(".walk").hidden && !${chart}.querySelector(".light.now")`), `${name}, chart ${nth}: the walk does not end`);
  }
  return count;
}

/// Every example steps where it stands.
async function stages(page) {
  const { ask, key, until, name } = page;
  const count = await ask("document.querySelectorAll('main .example[data-steps]').length");
  for (let nth = 0; nth < count; nth++) {
    const example = `document.querySelectorAll("main .example[data-steps]")[${nth}]`;
    await ask(`${example}.querySelector(".stage-start").click()`);
    await until(`the steps of example ${nth}`, `${example}.querySelector(".stage")`);
    const last = Number(await ask(`${example}.querySelector(".stage input").max`));
    must(last > 0 && await ask(`${example}.querySelector(".told").hidden`), `${name}, example ${nth}: ${last} steps`);
    const frame = () => ask(`${example}.querySelector(".frame").innerText`);
    const seen = new Set([await frame()]);
    for (let step = 1; step <= last; step++) {
      if (step % 2) await key("ArrowRight");
      else await ask(`${example}.querySelector(".step-forward").click()`);
      seen.add(await frame());
    }
    must(seen.size === last + 1, `${name}, example ${nth}: ${seen.size} of ${last + 1} steps differ`);
    must(await ask(`${example}.querySelector(".step-forward").disabled`), `${name}, example ${nth}: it goes on behind its end`);
    await ask(`${example}.querySelector(".step-back").click()`);
    must(await ask(`${example}.querySelector(".stage input").value`) === String(last - 1), `${name}, example ${nth}: it does not step back`);
    const lost = await ask(`[...${example}.querySelectorAll(".frame a[href^='#']")].filter(link => !document.getElementById(decodeURIComponent(link.getAttribute("href").slice(1)))).map(link => link.href).join()`);
    must(lost === "", `${name}, example ${nth}: links to ${lost}`);
    if (nth < 2) {
      await page.axeFinds("an example that steps", `${example}`);
      await page.fits("an example that steps");
    }
    await ask(`${example}.querySelector(".stage-end").click()`);
    must(await ask(`!${example}.querySelector(".stage") && !${example}.querySelector(".told").hidden`), `${name}, example ${nth}: the text does not come back`);
  }
  return count;
}

/// Numbers copy their address, the contents follow, the quick reference is one click away.
async function bar(page) {
  const { ask, click, until, key, name } = page;
  const numbers = "document.querySelectorAll('main :is(h2, h3) > a.number')";
  await click(`${numbers}[${numbers}.length - 1]`);
  await until("that the link is copied", "/^The link/.test(document.querySelector('.told-shortly').textContent)");
  must(await ask("document.querySelector(':target') !== null"), `${name}: the place is not marked`);
  const sections = await ask("[...document.querySelectorAll('.contents a[href^=\"#\"]')].map(link => link.getAttribute('href').slice(1))");
  for (const section of [sections[0], sections[Math.floor(sections.length / 2)]]) {
    await ask(`document.getElementById(decodeURIComponent(${JSON.stringify(section)})).scrollIntoView()`);
    await until("that the contents follow", `document.querySelector('.contents [aria-current]')?.getAttribute('href') === '#' + ${JSON.stringify(section)}`);
    must(await ask("document.querySelectorAll('.contents [aria-current]').length") === 1, `${name}: two places are current`);
  }
  if (await ask("Boolean(document.querySelector('.tool.brief'))")) {
    await ask("document.querySelector('.tool.brief').click()");
    must(await ask("document.querySelector('dialog.sheet').open && document.querySelectorAll('dialog.sheet section').length === document.querySelectorAll('.quick .briefs > section').length && document.querySelectorAll('dialog.sheet [id]').length === 0"), `${name}: the quick reference does not open`);
    await page.axeFinds("the quick reference", "document.querySelector('dialog.sheet')");
    await ask("document.querySelector('dialog.sheet a').click()");
    await until("that it leads to the rule", "!document.querySelector('dialog.sheet').open && location.hash.length > 1");
  }
}

/// The look is chosen and kept.
async function look(page) {
  const { ask, name, load, url } = page;
  const ground = () => ask("getComputedStyle(document.body).backgroundColor");
  const day = await ground();
  await ask("document.querySelector('.tool.look').click()");
  const night = await ground();
  must(day !== night, `${name}: the page stays light`);
  await load(url, WIDE);
  must(await ground() === night && await ask("document.querySelector('.tool.look').getAttribute('aria-pressed')") === "true", `${name}: the look is not kept`);
  await ask("document.querySelector('.tool.look').click(); localStorage.clear()");
  must(await ground() === day, `${name}: the page stays dark`);
}

/// On a telephone: nothing is too wide, the contents are a drawer, a tap explains and a scroll does not.
async function phone(page) {
  const { ask, tap, until, own, load, url, name, fits, key } = page;
  await load(url, PHONE);
  await fits("a telephone");
  const small = await ask(`[...document.querySelectorAll(".bar :is(button, a.tool)")].filter(tool => tool.checkVisibility()).filter(tool => { const box = tool.getBoundingClientRect(); return box.width < 40 || box.height < 40; }).length`);
  must(small === 0, `${name}: ${small} tools are too small for a thumb`);
  const least = await ask(`Math.min(99, ...[...document.querySelectorAll(".chart figure text")].filter(text => text.checkVisibility() && text.textContent.length > 3).map(text => parseFloat(text.getAttribute("font-size")) * text.getScreenCTM().a))`);
  must(least >= 9, `${name}: words of a chart of ${least.toFixed(1)} px`);
  const drawer = "getComputedStyle(document.querySelector('.contents')).visibility";
  must(await ask(drawer) === "hidden", `${name}: the drawer is open`);
  await tap("document.querySelector('.menu')");
  await until("the drawer", `${drawer} === 'visible' && document.activeElement.closest('.contents')`);
  await page.fits("the drawer");
  await page.axeFinds("the drawer", "document.querySelector('.contents')");
  await key("Escape");
  await until("that the drawer is shut", `${drawer} === 'hidden' && document.activeElement.matches('.menu')`);
  const links = "[...document.querySelectorAll('main a[href^=\"#\"]:not(.number)')].filter(link => link.checkVisibility() && !link.closest('svg, .quick'))";
  if (await ask(`${links}.length`) > 0) {
    const before = await ask("location.hash");
    await tap(`${links}[0]`);
    await until("the explanation by a tap", "!document.querySelector('.explain').hidden");
    must(await ask("location.hash") === before, `${name}: the first tap goes away`);
    await fits("an explanation");
    await tap(`${links}[0]`);
    await until("that the second tap goes there", "document.querySelector('.explain').hidden && location.hash.length > 1");
    const at = await ask(`(() => { const link = ${links}[1] ?? ${links}[0]; link.scrollIntoView({ block: "center" }); const box = link.getClientRects()[0]; return { x: box.left + 2, y: box.top + 4 }; })()`);
    await own("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
    for (let moved = 20; moved <= 120; moved += 20) await own("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: at.x, y: at.y - moved }] });
    await own("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await pause(400);
    must(await ask("document.querySelector('.explain').hidden"), `${name}: a scroll explains`);
  }
  const steps = await ask("document.querySelectorAll('.stage-start').length");
  if (steps > 0) {
    await ask("document.querySelector('.stage-start').click()");
    await until("an example that steps", "document.querySelector('.stage')");
    await fits("an example that steps");
    const frame = await ask("(document.querySelector('.frame').scrollIntoView({ block: 'center' }), innerHeight / 2)");
    await own("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: 300, y: frame }] });
    await own("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: 60, y: frame + 2 }] });
    await own("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await until("the next step by a swipe", "document.querySelector('.stage input').value === '1'");
    await ask("document.querySelector('.stage-end').click()");
  }
  await page.axeFinds("a telephone");
}

/// On paper only the text stands; without scripts everything can be read.
async function plain(page) {
  const { ask, own, load, url, name } = page;
  await load(url, WIDE);
  const words = await ask("document.querySelector('main').innerText.length");
  await own("Emulation.setEmulatedMedia", { media: "print", features: [{ name: "prefers-color-scheme", value: "dark" }] });
  must(await ask("!document.querySelector('.bar').checkVisibility() && !document.querySelector('.contents').checkVisibility() && document.querySelector('main').checkVisibility()"), `${name}: tools are printed`);
  const ground = await ask("getComputedStyle(document.documentElement).colorScheme");
  must(ground === "light", `${name}: printed ${ground}`);
  await own("Emulation.setEmulatedMedia", { media: "", features: [{ name: "prefers-reduced-motion", value: "reduce" }] });
  must(await ask("getComputedStyle(document.querySelector('.contents')).transitionDuration.split(',').every(time => parseFloat(time) === 0)"), `${name}: it moves`);
  await own("Emulation.setScriptExecutionDisabled", { value: true });
  for (const screen of [WIDE, PHONE]) {
    await load(url, screen);
    must(await ask("document.querySelector('main').innerText.length") > 0.9 * words, `${name}: words are lost without scripts`);
    must(await ask("document.querySelector('.contents').checkVisibility({ visibilityProperty: true }) && [...document.querySelectorAll('button')].every(button => !button.checkVisibility())"), `${name}: tools that do nothing without scripts`);
    await page.fits("without scripts");
  }
  await own("Emulation.setScriptExecutionDisabled", { value: false });
}

/// From a host: the first text is there soon, and the folder is kept for the time without a network.
async function served(site, name) {
  const host = await serve(site);
  const page = await reader(`${name}, served`, host.url + "index.html");
  const { ask, own, until } = page;
  await own("Network.setCacheDisabled", { cacheDisabled: true });
  await own("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 });
  await own("Emulation.setDeviceMetricsOverride", PHONE);
  await own("Page.navigate", { url: page.url });
  await until("the first text", "performance.getEntriesByName('first-contentful-paint').length > 0");
  const first = await ask("performance.getEntriesByName('first-contentful-paint')[0].startTime");
  must(first < MOST_FIRST, `${name}: the first text is there after ${first.toFixed(0)} ms`);
  await own("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  await own("Network.setCacheDisabled", { cacheDisabled: false });
  await until("the whole page", "document.readyState === 'complete'");
  const kept = await ask("Promise.race([navigator.serviceWorker.ready.then(() => 'kept'), new Promise(done => setTimeout(() => done('late'), 20000))])");
  must(kept === "kept", `${name}: the folder is not kept`);
  const manifest = await own("Page.getAppManifest");
  must(manifest.errors.length === 0 && JSON.parse(manifest.data).icons.length > 0, `${name}: ${JSON.stringify(manifest.errors)}`);
  await host.close();
  for (const address of ["index.html", ""]) {
    await own("Page.navigate", { url: host.url + address });
    await until("the page without a network", "document.readyState === 'complete' && document.querySelector('main').innerText.length > 500 && document.querySelector('.tool.find').checkVisibility()");
  }
  if (await ask("document.querySelectorAll('.stage-start').length") > 0) {
    await ask("document.querySelector('.stage-start').click()");
    await until("an example without a network", "document.querySelector('.stage .frame').innerText.length > 10");
  }
  await page.end();
  return first;
}

async function read(site) {
  const name = basename(dirname(resolve(site)));
  const page = await reader(name, pathToFileURL(resolve(site, "index.html")).href);
  await page.load(page.url, WIDE);
  await structure(page);
  await page.fits("a wide screen");
  const slowest = await search(page);
  await explanations(page);
  const walked = await charts(page);
  const stepped = await stages(page);
  await bar(page);
  await look(page);
  await page.load(page.url, WIDE);
  await page.axeFinds("by day");
  await page.load(page.url, WIDE, "dark");
  await page.axeFinds("by night");
  await phone(page);
  await plain(page);
  await page.end();
  const first = await served(site, name);
  return `search ${slowest.toFixed(1)} ms, first text ${first.toFixed(0)} ms, ${walked} charts, ${stepped} examples`;
}

await run(async () => {
  for (const site of sites) console.log(`ok ${site}: ${await read(site)}`);
}, close);
