// Plays the recorded games of tests/cases/companion at a real table in the page, on a phone that sleeps and whose tab is killed. After
// every answer the table of the page, the list to check it by and the list for the hands are held against the native program.
// Usage: node companion.mjs PAGE PROGRAM [BOOK ..]; PAGE is the folder that web/play/build.mjs made. CHROMIUM names the browser,
// PICTURES a folder for pictures of the screen.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { must, open, pause, runAll } from "./browser.mjs";
import { serve } from "./host.mjs";
import { nativeGame, pagesOf } from "./play-kit.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const [place, programPath, ...asked] = process.argv.slice(2);
const program = resolve(programPath);
const host = await serve(resolve(place));
const browser = open();
const scratch = mkdtempSync(join(tmpdir(), "table-"));
const newPage = pagesOf({ browser, url: host.url, scratch });
const PHONE = { width: 390, height: 844, mobile: true };
/// As whom a person sits there.
const SEAT = { "imperial-assault": "Rebels" };
const BOOKS = asked.length ? asked : ["wind-lorraine", "gaia-project", "imperial-assault"];

/// The seed of a recorded game, and its answers by question.
function recorded(book) {
  const text = readFileSync(join(root, "tests/cases/companion", `${book}.toml`), "utf8");
  const answers = new Map([...text.matchAll(/^("(?:[^"\\]|\\.)*") = ("(?:[^"\\]|\\.)*")$/gm)].map(([, key, said]) => [JSON.parse(key), JSON.parse(said)]));
  return { seed: Number(/^seed = (\d+)$/m.exec(text)[1]), answers };
}

/// What a list of what lies where has to say, from the zones of the native program.
function linesOf(zones, keys) {
  return keys.map(key => zones.find(zone => zone.key === key)).flatMap(zone => [
    zone.title, ...zone.cards.map((card, nth) => [card ?? "a face-down card", zone.spaces[nth] && `on ${zone.spaces[nth]}`, zone.marks[nth].length && `(${zone.marks[nth].join(", ")})`].filter(Boolean).join(" ")),
  ]);
}

const mustEqual = (left, right, words) => must(JSON.stringify(left) === JSON.stringify(right), `${words}:\n${JSON.stringify(left)}\nis not\n${JSON.stringify(right)}`);

/// Opens the list to check the table by, and reads it.
async function checkList(page) {
  await page.press("#check-table", true);
  await page.until("the list to check the table by", "document.getElementById('checking').open");
  const lines = await page.ask("[...document.querySelectorAll('#real-zones section')].flatMap(one => [one.querySelector('h3').firstChild.textContent, ...[...one.querySelectorAll('.task span')].map(span => span.textContent)])");
  const wide = await page.ask("document.documentElement.scrollWidth - innerWidth");
  must(wide <= 0, `the list is ${wide} px too wide`);
  return { lines, close: () => page.press("#checking button.primary", true) };
}

const hands = page => page.ask("[...document.querySelectorAll('#hands .task span')].map(span => span.textContent)");

/// The phone sleeps: another tab is in front for a while.
async function sleep(page) {
  const { targetId } = await browser.send("Target.createTarget", { url: "about:blank", browserContextId: page.context });
  await browser.send("Target.activateTarget", { targetId });
  await pause(300);
  await browser.send("Target.closeTarget", { targetId });
  await browser.send("Target.activateTarget", { targetId: page.targetId });
}

async function game(book) {
  const { seed, answers } = recorded(book);
  const native = nativeGame(program, join(root, "content", book));
  const begin = { companion: true, seed, seats: { [SEAT[book] ?? "You"]: "person" }, others: "plan", nobody: "person" };
  let theirs = await native.ask({ begin });
  let page = await newPage(PHONE);
  await page.setUp(book);
  await page.picture(`companion-${book}-setup`);
  await page.press("#ways .way:last-child", true);
  must(!await page.ask("document.getElementById('seats').checkVisibility()"), "who sits where is not asked at the table");
  await page.ask(`document.getElementById("seed").value = ${seed}`);
  await page.acts(() => page.click("begin"));
  const counts = { sleeps: 0, reloads: 0, kills: 0, tasks: 0 };
  for (let nth = 0; !theirs.end; nth++) {
    const now = await page.now();
    must(now.asks === theirs.question.key, `${book}, answer ${nth}: the page asks ${now.asks}, the program ${theirs.question.key}`);
    const option = now.options.indexOf(answers.get(now.asks));
    must(option >= 0, `${book}: ${now.asks} has no recorded answer`);
    const before = theirs.zones;
    theirs = await native.ask({ answer: answers.get(now.asks) });
    await page.acts(() => page.press(`#options li:nth-child(${option + 1}) button`, true));
    mustEqual((await page.now()).zones, theirs.zones, `${book}, answer ${nth}: the table of the page`);
    const { real } = theirs.game.companion;
    const todo = await hands(page);
    const isOther = JSON.stringify(linesOf(before, real)) !== JSON.stringify(linesOf(theirs.zones, real));
    must(isOther === todo.length > 0, `${book}, answer ${nth}: ${isOther ? "hands are told nothing" : `hands are told ${todo}`}`);
    counts.tasks += todo.length;
    if (nth % 6 === 3) {
      const list = await checkList(page);
      mustEqual(list.lines, linesOf(theirs.zones, real), `${book}, answer ${nth}: the list to check the table by`);
      if (nth > 40) await page.picture(`companion-${book}-check`);
      await list.close();
    }
    if (nth % 10 === 5) {
      const told = await hands(page);
      if (nth % 20 === 5) {
        await sleep(page);
        counts.sleeps += 1;
      } else if (nth % 40 === 15) {
        await page.reload();
        counts.reloads += 1;
      } else {
        // The tab is killed, and opened again.
        const { context } = page;
        await page.clean();
        await browser.send("Target.closeTarget", { targetId: page.targetId });
        page = await newPage({ ...PHONE, context });
        await page.load();
        counts.kills += 1;
      }
      await page.until("the game is there again", `window.rulepressPlay?.now.answers.length === ${nth + 1} && document.querySelectorAll("#options button, #end-title").length`);
      mustEqual((await page.now()).zones, theirs.zones, `${book}, answer ${nth}: the table after it was gone`);
      mustEqual(await hands(page), told, `${book}, answer ${nth}: what hands were told, after the page was gone`);
    }
    if (nth === 50) {
      await page.picture(`companion-${book}-phone`);
      await page.acts(() => page.press("#back", true));
      must((await page.now()).answers.length === 50, "the last answer is taken back");
      mustEqual(linesOf((await page.now()).zones, real), linesOf(before, real), `${book}: the table after taking back`);
      await page.acts(() => page.press("#forward", true));
    }
  }
  native.close();
  const end = await page.now();
  mustEqual(end.end, theirs.end, `${book}: the end`);
  must(end.trace === theirs.trace, `${book}: the trace is ${end.trace}, natively ${theirs.trace}`);
  must(Math.min(...Object.values(counts)) > 0, `${book}: ${JSON.stringify(counts)} shows nothing`);
  const file = join(scratch, `${book}.toml`);
  writeFileSync(file, await page.saved());
  must(/^companion = true$/m.test(readFileSync(file, "utf8")), "the saved game is one at the table");
  console.log(`   ${book}: ${end.answers.length} answers, ${counts.tasks} things for the hands, asleep ${counts.sleeps}, loaded anew ${counts.reloads}, killed ${counts.kills} times`);
  await page.end();
}

/// The same on a wide screen and at night, for the pictures.
async function looks(book) {
  for (const [name, screen] of [["wide", {}], ["wide-dark", { dark: true }], ["phone-dark", { ...PHONE, dark: true }]]) {
    const { seed, answers } = recorded(book);
    const page = await newPage(screen);
    await page.setUp(book);
    await page.picture(`companion-${book}-setup-${name}`);
    await page.ask("document.querySelector('#ways .way:last-child input').click()");
    await page.ask(`document.getElementById("seed").value = ${seed}`);
    await page.acts(() => page.click("begin"));
    for (let nth = 0; nth < 36; nth++) {
      const { asks, options } = await page.now();
      await page.answer(options.indexOf(answers.get(asks)));
      const pad = await page.ask("document.getElementById('options').classList.contains('numbers')");
      if (pad && nth > 4) await page.picture(`companion-${book}-numbers-${name}`);
    }
    await page.picture(`companion-${book}-${name}`);
    await page.end();
  }
}

await runAll(BOOKS.flatMap(book => [[`${book} at the table`, () => game(book)], [`${book} on other screens`, () => looks(book)]]), { browser, host, scratch });
