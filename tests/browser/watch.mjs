// Drives the preview of `watch` in a real browser: a value changes and page, sheet and example follow; a file breaks, the
// finding leads to its page, and is gone when it is mended; nothing else is asked for and nothing fails.
// Usage: node watch.mjs RULEPRESS; CHROMIUM names the browser.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { must, mustBeQuiet, newPage, open, remove, run, startWatch } from "./browser.mjs";

const program = resolve(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), "watch-"));
const PATIENCE = 60000;

const write = (file, text) => writeFileSync(join(folder, "book", file), text);
const section = nth => `# Part ${nth} {#part-${nth}}\n\n${"Everybody looks at the cards and keeps what is worth keeping. ".repeat(60)}\n\n`;
const turn = cards => `# Turn {#turn}\n\n> [!BRIEF]\n> Draw {=cards} cards.\n\nDraw [${cards}]{=cards} cards.\n\n`;
const chapter = (cards, end = "Count the points.") =>
  turn(cards) + Array.from({ length: 14 }, (_, nth) => section(nth)).join("") + `# End {#end}\n\n${end}\n`;
for (const inside of ["book", "book/rules", "book/examples"]) mkdirSync(join(folder, inside));
write("book.toml", "title = \"Try\"\n");
write("a.md", chapter(2));
write("rules/x.star", "gold = counter(\"gold\")\nada = player(\"Ada\")\n\n#@ #turn\ndef turn():\n    ada.add(gold, CARDS)\n");
write("examples/y.toml", "title = \"One turn\"\nplay = \"#turn\"\nafter = \"#turn\"\n");

const { child, url: address } = startWatch(program, folder, ["book"]);
const url = await address;
const { send, events, close } = open();

async function drive() {
  const page = await newPage(send, "watch");
  const { own, ask } = page;
  // Waits in the page itself, for a change of what it shows.
  const until = async (words, expression) => {
    const holds = await ask(`new Promise(done => {
      const holds = () => { try { return ${expression}; } catch { return false; } };
      if (holds()) return done(true);
      const watcher = new MutationObserver(() => { if (holds()) { watcher.disconnect(); done(true); } });
      watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      const beat = setInterval(() => { if (holds()) { clearInterval(beat); done(true); } }, 50);
      setTimeout(() => { clearInterval(beat); done(false); }, ${PATIENCE});
    })`);
    must(holds, `not seen: ${words}`);
  };
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await own(`${domain}.enable`);
  await own("Emulation.setDeviceMetricsOverride", { width: 1400, height: 900, deviceScaleFactor: 1, mobile: false });
  await own("Page.navigate", { url });
  const sheets = "[...document.querySelectorAll('.sheet')]";
  const tab = title => ask(`[...document.querySelectorAll('#tabs button')].find(tab => tab.textContent === "${title}").click()`);
  const phase = name => `document.getElementById('status').dataset.phase === '${name}'`;
  await until("pages", `${sheets}.length > 3 && ${sheets}[0].dataset.drawn && ${phase("ready")}`);

  // Every picture can be seen, and nothing is wider than the window.
  must(await ask(`${sheets}[0].querySelector('img').naturalWidth > 0`), "the first page is empty");
  for (const width of [1400, 400]) {
    await own("Emulation.setDeviceMetricsOverride", { width, height: 800, deviceScaleFactor: 1, mobile: false });
    must(await ask("document.documentElement.scrollWidth <= innerWidth"), `${width}: the page is too wide`);
  }
  await own("Emulation.setDeviceMetricsOverride", { width: 1400, height: 900, deviceScaleFactor: 1, mobile: false });

  // A value changes: page, sheet and example follow.
  await tab("Sheet");
  await until("the sheet", `document.querySelector('#tabs [aria-selected=true]').textContent === 'Sheet' && ${sheets}[0]?.dataset.drawn`);
  const sheet = await ask(`${sheets}[0].dataset.drawn`);
  write("a.md", chapter(3));
  await until("the sheet follows", `${sheets}[0].dataset.drawn !== "${sheet}"`);
  await tab("Examples");
  const frame = "document.getElementById('play').contentDocument";
  await until("the example", `${frame}.querySelector('.step.now')`);
  const name = await ask("document.getElementById('play').dataset.name");
  write("a.md", chapter(4));
  await until("the example follows", `document.getElementById('play').dataset.name !== "${name}" && ${frame}.querySelector('.step.now') && ${frame}.body.textContent.includes('4')`);
  await tab("Rulebook");
  await until("the rulebook", `${sheets}.length > 3 && ${sheets}[0].dataset.drawn && ${phase("ready")}`);

  // A change far away is brought into the window and marked; one in sight does not move the view.
  await ask("document.getElementById('pages').scrollTo(0, 0)");
  write("a.md", chapter(4, "The winner is whoever has more points."));
  await until("the change is marked", "document.querySelector('.mark.new')");
  must(await ask("document.getElementById('pages').scrollTop > 500"), "the view did not go to the change");
  const place = await ask("document.getElementById('pages').scrollTop");
  await until("the mark fades", "!document.querySelector('.mark.new')");
  write("a.md", chapter(4, "The winner is whoever has the most points."));
  await until("it is marked again", "document.querySelector('.mark.new')");
  must(Math.abs(await ask("document.getElementById('pages').scrollTop") - place) < 2, "the view moved without need");

  // A finding leads to its page; a book that cannot be read keeps its pages.
  write("a.md", chapter(4, "See [there](#lost)."));
  const card = "[...document.querySelectorAll('.card')].find(card => card.textContent.includes('#lost'))";
  await until("the finding", card);
  must(await ask(`${card}.querySelector('pre i').textContent.includes('^')`), "no caret stands below the excerpt");
  await ask("document.getElementById('pages').scrollTo(0, 0)");
  await ask(`${card}.click()`);
  await until("its place", "document.querySelector('.mark.found')");
  must(await ask("document.getElementById('pages').scrollTop > 500"), "the view did not go to the finding");
  const count = await ask(`${sheets}.length`);
  write("book.toml", "title = \"Try\nbroken");
  await until("the banner", `${phase("broken")} && !document.getElementById('banner').hidden`);
  must(await ask(`${sheets}.length`) === count, "the last good pages are gone");
  write("book.toml", "title = \"Try\"\n");
  write("a.md", chapter(4));
  await until("all is well", `${phase("ready")} && document.getElementById('banner').hidden && !${card}`);

  // The keyboard reaches the tabs; the end of the program is told.
  const key = async name => {
    for (const type of ["keyDown", "keyUp"]) await own("Input.dispatchKeyEvent", { type, key: name, text: type === "keyDown" ? name : "" });
  };
  await key("2");
  await until("the second tab", "document.querySelectorAll('#tabs button')[1].getAttribute('aria-selected') === 'true'");
  mustBeQuiet(events, page, "watch", url);
  child.kill("SIGINT");
  await until("that the program has ended", phase("away"));
}

await run(async () => {
  await drive();
  console.log("ok watch");
}, async () => {
  child.kill("SIGINT");
  await close();
  await remove(folder);
});
