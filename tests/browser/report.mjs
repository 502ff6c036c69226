// Looks at reports of a book's health in a real browser: wide and narrow, light and dark; no error on the console, no
// request beside the page itself, nothing wider than the screen, headings in order, every link inside the page leads
// somewhere, marks large enough to hit, and words that can be read on what they stand on.
// Usage: node report.mjs REPORT.html ...; CHROMIUM names the browser.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { must, mustBeQuiet, newPage, open, pause, run } from "./browser.mjs";

const pages = process.argv.slice(2);
if (pages.length === 0) throw new Error("name at least one page");
const { send, events, close } = open();

/// Words with less contrast than WCAG 2 asks for, level AA: 4.5, or 3 where they are large.
const faint = `(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = colour => {
    const [r, g, b] = colour.map(part => part / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = element => {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgb(getComputedStyle(at).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return rgb(getComputedStyle(document.documentElement).colorScheme === "dark" ? "black" : "white");
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest("svg, .hidden")) continue;
    const style = getComputedStyle(element);
    const [one, other] = [light(rgb(style.color)), light(ground(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    if (contrast < least) found.push(walker.currentNode.data.trim().slice(0, 40) + " " + contrast.toFixed(2));
  }
  return [...new Set(found)].slice(0, 5).join("; ");
})()`;

/// Headings that leave a level out, links that lead nowhere, and names that stand twice.
const wrong = `(() => {
  const found = [];
  let level = 0;
  for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
    const own = Number(heading.tagName[1]);
    if (own > level + 1) found.push("level " + own + " behind " + level + ": " + heading.textContent.trim());
    level = own;
  }
  for (const link of document.querySelectorAll("a")) {
    const target = link.getAttribute("href");
    if (!target.startsWith("#") || !document.getElementById(target.slice(1))) found.push("link to " + target);
    if (!link.textContent.trim()) found.push("link without words to " + target);
  }
  const names = [...document.querySelectorAll("[id]")].map(element => element.id);
  if (new Set(names).size !== names.length) found.push("a name stands twice");
  if (document.querySelectorAll("main").length !== 1 || document.querySelectorAll("h1").length !== 1) found.push("landmarks");
  return found.slice(0, 5).join("; ");
})()`;

/// One page on both screens, by day and by night.
async function look(path) {
  const url = pathToFileURL(resolve(path)).href;
  const page = await newPage(send, path);
  const { targetId, own, ask } = page;
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await own(`${domain}.enable`);
  for (const [width, height, mobile] of [[1280, 900, false], [390, 844, true]]) {
    for (const scheme of ["light", "dark"]) {
      const where = `${path} at ${width}, ${scheme}`;
      await own("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile });
      await own("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
      await own("Page.navigate", { url: `${url}?${width}${scheme}` });
      for (let tries = 0; tries < 100 && !(await ask("document.readyState === 'complete' && !!document.querySelector('main')")); tries++) await pause(50);
      const wide = await ask("document.documentElement.scrollWidth - document.documentElement.clientWidth");
      must(wide <= 0, `${where}: ${wide} px too wide`);
      const unread = await ask(faint);
      must(unread === "", `${where}: hard to read: ${unread}`);
      const faults = await ask(wrong);
      must(faults === "", `${where}: ${faults}`);
      const least = await ask("Math.min(99, ...[...document.querySelectorAll('a.cell')].map(cell => cell.getBoundingClientRect().width))");
      must(least >= 24, `${where}: a mark of ${least} px`);
    }
  }
  mustBeQuiet(events, page, path, url);
  await send("Target.closeTarget", { targetId });
}

await run(async () => {
  for (const path of pages) {
    await look(path);
    console.log(`ok ${path}`);
  }
}, close);
