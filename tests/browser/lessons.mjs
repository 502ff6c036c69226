// Walks the lessons of our books in a real browser, by pointer, keyboard and on a phone's width: every wrong choice first, then
// the right one; with axe in every kind of view; and what is kept when the page is loaded anew.
// Usage: node lessons.mjs PAGE [NAME ..]; PAGE is the folder that web/play/build.mjs made. CHROMIUM names the browser, PICTURES a
// folder for pictures of the screen, and a NAME picks tests by their names.

import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { must, open, runAll } from "./browser.mjs";
import { serve } from "./host.mjs";
import { pagesOf } from "./play-kit.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const [place, ...asked] = process.argv.slice(2);
const host = await serve(resolve(place));
const browser = open();
const scratch = mkdtempSync(join(tmpdir(), "lessons-"));
const newPage = pagesOf({ browser, url: host.url, scratch });
const axe = readFileSync(join(root, "tests/browser/node_modules/axe-core/axe.min.js"), "utf8");

const lessonsOf = book => readdirSync(join(root, "content", book, "lessons")).map(file => file.replace(/\.toml$/, "")).sort();
const PHONE = { width: 390, height: 844, mobile: true };

/// Where the lesson stands: part, choice, what is offered, what is right.
const where = page => page.ask(`(() => {
  const now = rulepressLessons.state;
  if (!now) return null;
  const { lesson, at, phase, choice } = now;
  const options = [...document.querySelectorAll("#asked:not([hidden]) button.option")].map(button => button.dataset.option);
  return { part: at.part, choice: at.choice, phase, options, right: choice?.right ?? [], forbidden: Object.keys(choice?.forbidden ?? {}), guess: Boolean(choice?.guess),
    answers: rulepressPlay.now.answers.length, parts: lesson.parts.length, name: lesson.name, asks: choice?.asks ?? null, question: rulepressPlay.now.question?.text ?? null };
})()`);
const stand = now => now && `${now.part}.${now.choice}.${now.phase}`;

/// What was said to the last answer.
const said = page => page.ask(`(() => { const box = document.querySelector("#lesson-said .said"); return box && { kind: box.dataset.kind, words: box.textContent, rule: box.querySelector(".chip.rule, .rule-words")?.textContent ?? "" }; })()`);

async function mustBeAccessible(page, name) {
  await page.ask(`void (window.axe ?? (() => { ${axe} })())`);
  const found = await page.ask(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(one =>
    one.id + ": " + one.nodes.slice(0, 3).map(node => node.html.slice(0, 140) + " (" + node.any.concat(node.all, node.none).map(check => check.message).join("; ").slice(0, 200) + ")").join(" | ")))`);
  must(found.length === 0, `${name}: ${found.join("\n      ")}`);
}

/// Nothing is too wide, cut or too small to be tapped.
async function look(page, name) {
  await page.picture(name.replace(/\W+/g, "-"));
  const wide = await page.ask("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth");
  must(wide <= 0, `${name}: the page is ${wide} px too wide`);
  const cut = await page.ask(`[...document.querySelectorAll("#lesson button, #learn button, #asked button")].filter(button => {
    const box = button.getBoundingClientRect();
    return button.checkVisibility() && box.width && (box.left < -1 || box.right > innerWidth + 1);
  }).map(button => button.textContent).join()`);
  must(!cut, `${name}: cut are ${cut}`);
  await mustBeAccessible(page, name);
}

const WAYS = {
  pointer: {
    screen: {},
    choose: (page, nth) => page.press(`#options li:nth-child(${nth + 1}) button`),
    goOn: page => page.press("#lesson-next"),
  },
  phone: {
    screen: PHONE,
    choose: (page, nth) => page.press(`#options li:nth-child(${nth + 1}) button`, true),
    goOn: page => page.press("#lesson-next", true),
  },
  keyboard: {
    screen: {},
    choose: async (page, nth) => {
      if (nth < 9 && nth % 2 === 0) { await page.key(String(nth + 1)); return; }
      // The focus is taken to the first answer by an arrow, and goes down from there.
      await page.ask("document.activeElement.blur()");
      for (let down = 0; down <= nth; down++) await page.key("ArrowDown");
      await page.key("Enter");
    },
    goOn: async page => {
      must(await page.ask("document.activeElement.id") === "lesson-next", "the focus is not where the lesson goes on");
      await page.key("Enter");
    },
  },
};

/// A wrong choice is explained by a rule, and nothing else happens.
async function chooseWrongly(page, way, option, now, name) {
  const before = await page.ask("JSON.stringify([rulepressPlay.now.answers, rulepressPlay.now.zones])");
  await page.ask("document.querySelector('#lesson-said').replaceChildren()");
  await way.choose(page, now.options.indexOf(option));
  await page.until(`${name}: an explanation of “${option}”`, "document.querySelector('#lesson-said .said[data-kind=not]')");
  const { words, rule } = await said(page);
  must(/^(No|Not now|Not allowed): /.test(words) && words.split(" ").length > 6, `${name}, ${option}: “${words}”`);
  must(/\d/.test(await page.ask("document.querySelector('#lesson-said .chip.rule')?.textContent ?? ''")), `${name}, ${option}: no number of a rule, only “${rule}”`);
  must(await page.ask("document.querySelector('#lesson-said').getAttribute('aria-live')") === "polite", "nobody who hears the page hears it");
  must(await page.ask("JSON.stringify([rulepressPlay.now.answers, rulepressPlay.now.zones])") === before, `${name}: “${option}” changed the game`);
  must(stand(await where(page)) === stand(now), `${name}: “${option}” went on`);
}

/// Does something, and waits until the lesson stands elsewhere.
async function goesOn(page, now, name, what) {
  await what();
  await page.until(`${name}: the lesson goes on`, `(state => state && \`\${state.at.part}.\${state.at.choice}.\${state.phase}\`)(rulepressLessons.state) !== ${JSON.stringify(stand(now))}
    && !rulepressLessons.state.waits`);
}

/// From where the lesson stands to its end; `all` tries every wrong choice, else one of each kind.
async function walk(page, way, name, { all, until = () => false, looks = false }) {
  let [wrong, forbidden, seen] = [0, 0, new Set()];
  for (let steps = 0; steps < 200; steps++) {
    const now = await where(page);
    must(now, `${name}: the lesson is gone`);
    if (now.phase === "done" || until(now)) return { wrong, forbidden };
    if (now.phase === "next") {
      if (looks && !seen.has("next")) { seen.add("next"); await look(page, `${name}-next`); }
      await goesOn(page, now, name, () => way.goOn(page));
      continue;
    }
    must(now.guess || now.question === now.asks, `${name}: the rules ask ${now.question}, the lesson ${now.asks}`);
    must(now.options.length > 1, `${name}: nothing to choose from`);
    const others = now.options.filter(option => !now.right.includes(option));
    const tried = all ? others : [others.find(option => !now.forbidden.includes(option)), others.find(option => now.forbidden.includes(option))].filter(Boolean);
    for (const option of tried) {
      await chooseWrongly(page, way, option, now, name);
      if (now.forbidden.includes(option)) forbidden += 1; else wrong += 1;
      const kind = now.guess ? "guess" : "question";
      if (looks && !seen.has(kind)) { seen.add(kind); await look(page, `${name}-${kind}-wrong`); }
    }
    const right = now.options.findIndex(option => now.right.includes(option));
    must(right >= 0, `${name}: ${now.right} is not offered`);
    await goesOn(page, now, name, () => way.choose(page, right));
  }
  throw new Error(`${name}: no end`);
}

async function begin(page, book, lesson) {
  await page.setUp(book);
  await page.until("the lessons are listed", "document.querySelector('#learn:not([hidden]) .lesson-row')");
  await page.press(`[data-lesson="${lesson}"]`);
  await page.until("the lesson begins", `rulepressLessons.state?.lesson.name === ${JSON.stringify(lesson)} && document.body.dataset.place === "play" && document.querySelector("#lesson .lesson-words") && !rulepressLessons.state.waits`);
}

async function whole(book, lesson, kind) {
  const way = WAYS[kind];
  const page = await newPage(way.screen);
  const name = `${book}-${lesson}-${kind}`;
  await begin(page, book, lesson);
  await look(page, `${name}-begin`);
  const { wrong, forbidden } = await walk(page, way, name, { all: kind === "pointer", looks: true });
  must(wrong >= 5 && forbidden >= 1, `${name}: ${wrong} wrong and ${forbidden} forbidden choices`);
  await look(page, `${name}-done`);
  await page.end();
}

/// The page loaded anew in the middle goes on where it was; so does a lesson that was left.
async function kept() {
  const page = await newPage();
  await begin(page, "gazer", "01-first-cards");
  await walk(page, WAYS.pointer, "kept", { all: false, until: now => now.part === 2 && now.choice === 1 });
  const before = await where(page);
  await page.reload();
  await page.until("the lesson goes on", "rulepressLessons.state && document.querySelector('#asked:not([hidden]) button.option') && !rulepressLessons.state.waits");
  const after = await where(page);
  must(stand(after) === stand(before) && after.answers === before.answers && after.question === before.question, `after a reload: ${JSON.stringify(after)}, before: ${JSON.stringify(before)}`);
  await page.press("#lesson-leave");
  await page.until("the list of lessons", "document.body.dataset.setup === 'gazer' && document.querySelector('#learn:not([hidden])')");
  const row = await page.ask("document.querySelector('[data-lesson=\"01-first-cards\"]').textContent");
  must(row.includes("Part 3 of 6"), `the list says ${row}`);
  await look(page, "kept-list");
  await page.reload();
  must(await page.ask("rulepressLessons.state") === null, "a lesson that was left is open again");
  await begin(page, "gazer", "01-first-cards");
  must(stand(await where(page)) === stand(before), "the lesson does not go on where it was left");
  await page.press("#lesson-leave");
  await page.until("the list of lessons", "document.body.dataset.setup === 'gazer' && document.querySelector('#learn .link')");
  await page.press("#learn .link");
  await page.until("the lesson begins anew", "rulepressLessons.state?.at.part === 0");
  await page.end();
}

/// A game that is going on is not lost by a lesson, and no lesson is offered as a game.
async function gameStays() {
  const page = await newPage();
  await page.begin("gazer", 7);
  await page.answer(0);
  const before = await page.now();
  await begin(page, "gazer", "02-attack-and-defend");
  await walk(page, WAYS.pointer, "game stays", { all: false, until: now => now.part === 1 });
  await page.press("#lesson-leave");
  await page.until("the game can go on", "document.body.dataset.setup === 'gazer' && document.querySelector('#setup-kept:not([hidden]) button')");
  await page.acts(() => page.press("#setup-kept button"));
  const after = await page.now();
  must(JSON.stringify(after.answers) === JSON.stringify(before.answers), `the game has ${JSON.stringify(after.answers)}`);
  must(await page.ask("document.getElementById('lesson').hidden"), "the lesson is shown beside the game");
  await page.end();
}

/// A card that is none of the answers can be tapped on the table, and its words say why.
async function tapped() {
  for (const screen of [{}, PHONE]) {
    const page = await newPage(screen);
    await begin(page, "gazer", "02-attack-and-defend");
    await walk(page, WAYS.pointer, "tapped", { all: false, until: now => now.choice === 1 });
    const now = await where(page);
    const nth = now.options.indexOf("Fire Goblin");
    must(nth >= 0, "the goblin is not offered");
    await page.press(`#mat .can[data-options="[${nth}]"]`, Boolean(screen.mobile));
    await page.until("an explanation", "document.querySelector('#lesson-said .said[data-kind=not]')?.textContent.includes('cannot be the target')");
    await page.ask("document.querySelector('#lesson-said').replaceChildren()");
    await page.press("#mat .other", Boolean(screen.mobile));
    await page.until("any card is answered", "document.querySelector('#lesson-said .said[data-kind=not]')?.textContent.includes('is no answer')");
    await page.press("#lesson-said .chip.rule", Boolean(screen.mobile));
    await page.until("the rule", "document.getElementById('rule').open && document.getElementById('rule-text').textContent.length > 20");
    await page.end();
  }
}

/// A hint helps after two wrong answers.
async function hint() {
  const page = await newPage();
  await begin(page, "gazer", "02-attack-and-defend");
  await walk(page, WAYS.pointer, "hint", { all: false, until: now => now.choice === 1 });
  const now = await where(page);
  const wrong = now.options.filter(option => !now.right.includes(option));
  await chooseWrongly(page, WAYS.pointer, wrong[0], now, "hint");
  must(!(await said(page)).words.includes("Hint"), "a hint after one answer");
  await chooseWrongly(page, WAYS.pointer, wrong[1], now, "hint");
  must((await said(page)).words.includes("Hint: Whose life"), "no hint after two answers");
  await page.end();
}

/// The last lesson ends with a whole game against the plan; a link opens a lesson.
async function toWholeGame() {
  const page = await newPage();
  await page.load("#book=gazer&lesson=03-draft-and-shuffle");
  await page.until("the lesson begins", "rulepressLessons.state?.lesson.name === '03-draft-and-shuffle'");
  await walk(page, WAYS.pointer, "to the whole game", { all: false });
  await page.press("#lesson-next");
  await page.until("a whole game", "!rulepressLessons.state && rulepressPlay.now.question && rulepressPlay.now.begin.play === '#turns-and-phases'");
  const { begin: how, by } = await page.now();
  must(how.seats.Ada === "person" && how.others === "plan" && by === "Ada", `who plays: ${JSON.stringify(how)}, asked is ${by}`);
  must(await page.ask("document.getElementById('back').checkVisibility()"), "the tools of a game are missing");
  await page.end();
}

const BOOKS = ["gazer", "wind-lorraine"];
const TESTS = [
  ...BOOKS.flatMap(book => lessonsOf(book).flatMap(lesson => Object.keys(WAYS).map(way => [`${book} ${lesson} by ${way}`, () => whole(book, lesson, way)]))),
  ["what is kept", kept], ["a game stays", gameStays], ["cards on the table", tapped], ["a hint", hint], ["the whole game", toWholeGame],
];
const chosen = TESTS.filter(([name]) => !asked.length || asked.some(part => name.includes(part)));
await runAll(chosen, { browser, host, scratch });
