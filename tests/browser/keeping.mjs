// Tests of what the browser keeps: a new version of the page, and no room, for press.mjs, which gives them its `kit`.

import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { must, pause } from "./browser.mjs";

const KEPT = ["index.html", "service.js", "licences.txt"];

export const keepingTests = ({ loadedPage, folderWith, scratch, dist, host, unzipSync }) => {
  /// A page that was built anew: program, script and worker have other names, and all that names them says so.
  function secondBuild() {
    const place = mkdtempSync(join(scratch, "second-"));
    cpSync(dist, place, { recursive: true });
    const version = /"version":"([0-9a-f]{12})"/.exec(readFileSync(join(place, "service.js"), "utf8"))[1];
    const others = [[version, "0".repeat(12)]];
    for (const name of readdirSync(place).filter(name => /^(rulepress|page|worker)-[0-9a-f]{12}\./.test(name))) {
      const other = name.replace(/-[0-9a-f]{12}\./, `-${"0".repeat(12)}.`);
      renameSync(join(place, name), join(place, other));
      others.push([name, other]);
    }
    for (const name of readdirSync(place).filter(name => /\.(html|js)$/.test(name))) {
      const text = readFileSync(join(place, name), "utf8");
      writeFileSync(join(place, name), others.reduce((text, [from, to]) => text.replaceAll(from, to), text).replace("<body ", "<body data-second=\"true\" "));
    }
    writeFileSync(join(place, "licences.txt"), `Second.\n${readFileSync(join(place, "licences.txt"), "utf8")}`);
    return place;
  }

  const offered = place => `document.querySelector('#${place} .update').checkVisibility()`;
  const lookForNew = page => page.ask("navigator.serviceWorker.getRegistration().then(registration => registration.update()).then(() => true)");
  const textOf = async (page, path) => {
    const [, bytes] = await page.saved(() => page.click("#save-text"));
    return Buffer.from(unzipSync(bytes)[path]).toString();
  };
  const cached = page => page.ask("caches.keys().then(async names => (await Promise.all(names.map(async name => (await (await caches.open(name)).keys()).map(request => request.url)))).flat().join())");

  /// A page that runs tells of a new version wherever one is, keeps the words, and is the new one when asked to.
  async function newVersion() {
    const page = await loadedPage();
    await page.offline();
    const second = secondBuild();
    try {
      host().show(second);
      await lookForNew(page);
      await page.until("the new version on the first screen", offered("start"));
      await page.picture("new-version-start");
      must(await page.ask("(() => { const box = document.querySelector('#start .update').getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; })()"), "it must be scrolled to");
      await page.drop([folderWith("kept", { "game.md": "# Kept\n\nDraw two cards.\n" })]);
      await page.pages();
      await page.settled();
      must(await page.ask(offered("work")), "the new version is not told of in a book");
      await page.picture("new-version");
      must(!await page.ask("document.body.dataset.second"), "it changed without being asked");
      // The old one goes on while the host has the new one alone.
      await page.click("[data-key=sheet]");
      await page.settled();
      await page.key("1", { code: "Digit1", modifiers: 1 });
      await page.own("Input.insertText", { text: "Immediate " });
      await page.click("#work .update button");
      await page.until("the new version", "document.body.dataset.second && document.body.dataset.place === 'work'");
      await page.pages();
      await page.settled();
      must(!await page.ask(offered("work")), "the new version tells of itself");
      must((await textOf(page, "kept/game.md")).includes("Immediate "), "the words of the last moment are gone");
      const names = await cached(page);
      must(names.includes(`rulepress-${"0".repeat(12)}.wasm`) && !/page-(?!0{12})[0-9a-f]{12}\.js/.test(names), `kept for use without a network: ${names}`);
      must((await page.ask("fetch('licences.txt').then(response => response.text())")).startsWith("Second."), "the licences are those of the old version");
      // It needs no network either.
      await page.offline();
      host().show(join(scratch, "nothing"));
      await page.reload();
      await page.ready();
      await page.pages();
      await page.settled();
      await page.clean();
    } finally {
      host().show(dist);
      await page.close();
    }
  }

  /// Where the browser has no room the words stay in the editor, and it is said that they are not kept and how to save them.
  async function noRoom() {
    const page = await loadedPage();
    const { origin } = new URL(host().url);
    const words = "document.getElementById('notice').hidden ? '' : document.getElementById('notice-words').textContent";
    const room = quotaSize => page.own("Storage.overrideQuotaForOrigin", { origin, quotaSize });
    await page.offline();
    await page.drop([folderWith("full", { "game.md": "# Full\n\nDraw two cards.\n" })]);
    await page.pages();
    await room(1);
    await pause(31000); // Chromium remembers for half a minute how much room there is.
    await page.key("1", { code: "Digit1", modifiers: 1 });
    await page.own("Input.insertText", { text: "Quetzal " });
    await page.until("that there is no room", `(${words}).includes('no room') && (${words}).includes('not kept') && (${words}).includes('zip')`);
    must(await page.ask("document.getElementById('unkept').checkVisibility()"), "it is not said all the time");
    await page.settled();
    await page.picture("no-room");
    must(await page.ask("document.getElementById('editor').shadowRoot.textContent.includes('Quetzal')"), "the words are gone from the editor");
    const [, bytes] = await page.saved(() => page.click("#notice-act"));
    must(Buffer.from(unzipSync(bytes)["full/game.md"]).toString().includes("Quetzal"), "the words are not in the zip");
    // Who goes on typing is not told again; who saves is.
    await page.own("Input.insertText", { text: "Ibex " });
    await pause(1500);
    await page.settled();
    must(await page.ask(words) === "", "it is told again and again");
    await page.key("s", { code: "KeyS", modifiers: 2 });
    await page.until("that it is not kept", `(${words}).includes('not kept')`);
    // Nobody leaves the book unwarned.
    await page.click("#home");
    await page.until("the question", "document.getElementById('ask').open");
    await page.picture("no-room-leave");
    await page.click("#ask-no");
    must(await page.ask("document.body.dataset.place") === "work", "the book was left");
    // A book that comes now has no file in the database; with room again it is kept whole.
    await pause(500);
    await page.click("#home");
    await page.until("the question again", "document.getElementById('ask').open");
    await page.click("#ask-yes");
    await page.until("the first screen", "document.body.dataset.place === 'start'");
    await page.drop([folderWith("late", { "game.md": "# Late\n\nDraw.\n", "more.md": "# More\n\nPlay.\n" })]);
    await page.pages();
    await page.until("that the new book is not kept", `(${words}).includes('no room')`);
    await page.settled();
    await page.key("1", { code: "Digit1", modifiers: 1 });
    await page.own("Input.insertText", { text: "Lynx " });
    await room(undefined);
    await page.key("s", { code: "KeyS", modifiers: 2 });
    await page.until("that it is kept", `(${words}).startsWith('Your text is kept') && document.getElementById('unkept').hidden`);
    await page.reload();
    await page.pages();
    await page.settled();
    must((await textOf(page, "late/game.md")).includes("Lynx "), "the words are not kept");
    must(await page.ask("document.querySelectorAll('#file-list button').length") === 2, "files of the book are gone");
    await page.end();
  }

  return [
    ["a new version", newVersion, true],
    ["no room", noRoom],
  ];
};
