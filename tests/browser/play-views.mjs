// Every view, wide and narrow, light and dark: nothing is cut or too wide, and axe finds nothing.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { must } from "./browser.mjs";

const SCREENS = [
  { width: 1280, height: 800 }, { width: 1280, height: 800, dark: true },
  { width: 390, height: 844, mobile: true }, { width: 390, height: 844, mobile: true, dark: true }, { width: 320, height: 600, mobile: true },
];

export function viewTests({ newPage, root, figure, BOOKS }) {
  const axe = () => readFileSync(join(root, "tests/browser/node_modules/axe-core/axe.min.js"), "utf8");

  /// What axe finds, in words.
  async function mustBeAccessible(page, name) {
    const found = await page.ask(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(one =>
      one.id + ": " + one.nodes.slice(0, 3).map(node => node.html.slice(0, 140) + " (" + node.any.concat(node.all, node.none).map(check => check.message).join("; ").slice(0, 200) + ")").join(" | ")))`);
    must(found.length === 0, `${name}: ${found.join("\n      ")}`);
  }

  async function views({ width, height, dark, mobile }) {
    const page = await newPage({ width, height, dark, mobile });
    const name = `${width}${dark ? "-dark" : ""}`;
    const look = async view => {
      await page.picture(`${name}-${view}`);
      const wide = await page.ask("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth");
      must(wide <= 0, `${name}, ${view}: the page is ${wide} px too wide`);
      const cut = await page.ask(`[...document.querySelectorAll(".tools button, .tabs button, .pane-bar button, .pane-bar select, dialog[open] button, #asked button")].filter(button => {
        const box = button.getBoundingClientRect();
        return button.checkVisibility() && box.width && (box.left < -1 || box.right > innerWidth + 1);
      }).map(button => button.textContent).join()`);
      must(!cut, `${name}, ${view}: cut are ${cut}`);
      await mustBeAccessible(page, `${name}, ${view}`);
    };
    await page.load();
    await page.ask(axe());
    await look("start");
    await page.ask("location.hash = '#book=gazer'");
    await page.until("the set-up", "document.body.dataset.setup === 'gazer'");
    await look("setup");
    await page.ask("document.getElementById('seed').value = 7");
    await page.acts(() => page.click("begin"));
    await page.answer(0);
    await page.answer(0);
    await look("play");
    await page.ask("document.querySelector('.chip.rule:not(#question-rule)').click()");
    await look("rule");
    await page.ask("document.querySelector('dialog[open]').close()");
    await page.ask("document.getElementById('question-rule').click()");
    await page.click("rule-ask");
    await look("asking");
    await page.ask("document.querySelector('dialog[open]').close()");
    for (let turns = 0; turns < 30 && !await page.ask("document.querySelector('.chip.why')"); turns++) await page.answer(0);
    await page.ask("[...document.querySelectorAll('.chip.why')].at(-1).click()");
    await look("why");
    await page.ask("document.querySelector('dialog[open]').close()");
    await page.ask("document.querySelector('.chip.see')?.click()");
    if (mobile) {
      for (const tab of ["words", "log"]) {
        await page.ask(`document.querySelector('.tabs [data-tab=${tab}]').click()`);
        await look(tab);
      }
    } else {
      await page.click("as-words");
      await look("words");
    }
    for (const [button, view] of [["history", "answers"], ["share", "share"]]) {
      await page.click(button);
      await look(view);
      await page.ask("document.querySelector('dialog[open]').close()");
    }
    await page.ask("document.getElementById('help').showModal()");
    await look("help");
    await page.ask("document.querySelector('dialog[open]').close()");
    await page.clean();
    await page.close();
  }

  /// A question with many answers, a map, and the end, in the books that have them.
  async function others({ width, height, dark, mobile }) {
    for (const book of BOOKS.slice(1)) {
      const page = await newPage({ width, height, dark, mobile });
      await page.begin(book);
      await page.ask(axe());
      for (let turns = 0; turns < 6; turns++) {
        const { end, options } = await page.now();
        if (end || options.length > 9) break;
        await page.answer(0);
      }
      await page.picture(`${width}${dark ? "-dark" : ""}-${book}`);
      await mustBeAccessible(page, `${book} at ${width}`);
      await page.end();
    }
  }

  /// With many answers one searches, and Enter gives the one that is left.
  async function search() {
    const page = await newPage();
    await page.begin("wind-lorraine");
    for (let turns = 0; turns < 40; turns++) {
      const { options, end } = await page.now();
      must(!end, "nothing with many answers was asked");
      if (options.length > 9) break;
      await page.answer(0);
    }
    const { options, asks } = await page.now();
    const labels = await page.ask("rulepressPlay.now.question.labels");
    const at = labels.findIndex(label => label.length > 6 && labels.filter(other => other.toLowerCase().includes(label.toLowerCase())).length === 1);
    await page.key("/");
    must(await page.ask("document.activeElement.id") === "option-search", "the key / does not lead to the search");
    for (const letter of labels[at]) await page.key(letter, { text: letter });
    await page.until("one answer is left", "document.querySelectorAll('button.option:not([hidden])').length === 1");
    await page.acts(() => page.key("Enter"));
    const { answers } = await page.now();
    must(answers.at(-1)[0] === asks && answers.at(-1)[1] === options[at], `the answer is ${answers.at(-1)}, not ${options[at]}`);
    await page.end();
  }

  /// Who sits down where nobody chose, and the positions of examples.
  async function seats() {
    const USUAL = { gazer: "Ada", "grand-archive": "Player A", "wind-lorraine": "You", "gaia-project": "You", "imperial-assault": "Rebels" };
    for (const book of BOOKS) {
      const page = await newPage();
      await page.setUp(book);
      const persons = await page.ask("[...document.querySelectorAll('#seat-rows select')].filter(select => select.value === 'person').map(select => select.dataset.player)");
      must(persons.join() === USUAL[book], `${book}: ${persons} sits down, not ${USUAL[book]}`);
      const examples = await page.ask("[...document.querySelectorAll('#what option')].map(option => option.value).filter(value => value.startsWith('e'))");
      must(examples.length > 5, `${book}: ${examples.length} examples to sit down at`);
      for (const example of [examples[0], examples[Math.floor(examples.length / 2)], examples.at(-1)]) {
        await page.ask(`(() => { const what = document.getElementById("what"); what.value = ${JSON.stringify(example)}; what.dispatchEvent(new Event("change")); })()`);
        await page.until(`${example} can be played`, "!document.getElementById('begin').disabled");
        await page.acts(() => page.click("begin"));
        const { end, error } = await page.now();
        must(!error && end?.kind !== "fault", `${example}: ${error ?? end?.words}`);
        await page.click("new-game");
        await page.until(`${book} can be set up`, `document.body.dataset.setup === ${JSON.stringify(book)}`);
      }
      await page.end();
    }
  }

  /// A card on the table is tapped.
  async function tapped() {
    const page = await newPage();
    await page.begin("gazer");
    for (let turns = 0; turns < 12 && !await page.ask("document.querySelector('#mat .can.single')"); turns++) await page.answer(0);
    const option = await page.ask("rulepressPlay.now.question.options[JSON.parse(document.querySelector('#mat .can.single').dataset.options)[0]]");
    await page.picture("choose-on-table");
    await page.acts(() => page.press("#mat .can.single"));
    const { answers } = await page.now();
    must(answers.at(-1)[1] === option, `the tapped card is ${option}, the answer ${answers.at(-1)[1]}`);
    await page.end();
  }

  /// New steps come one by one, unless the person wants less motion; a button shows them all.
  async function pace() {
    const page = await newPage({ still: false });
    await page.begin("gazer");
    await page.ask("(() => { const pace = document.getElementById('pace'); pace.value = 'slow'; pace.dispatchEvent(new Event('change')); })()");
    let waiting = 0;
    for (let turns = 0; turns < 12 && !waiting; turns++) {
      await page.answer(0);
      waiting = await page.ask("document.querySelectorAll('#steps > [hidden]').length");
    }
    must(waiting > 0, "all new steps came at once");
    await page.click("show-all");
    must(await page.ask("document.querySelectorAll('#steps > [hidden]').length") === 0, "the button does not show all");
    await page.end();
  }

  /// A table that changes from answer to answer is what it would be if it were drawn from nothing, and most of it stays where it is.
  async function redrawn() {
    let [kept, all] = [0, 0];
    for (const book of BOOKS) {
      const page = await newPage();
      await page.begin(book);
      for (let turns = 0; turns < 24; turns++) {
        if (turns === 12) await page.acts(() => page.click("back"));
        const { end, options } = await page.now();
        if (end) break;
        await page.ask("document.querySelectorAll('#mat svg > *').forEach(node => { node.wasThere = true; })");
        await page.answer(turns % options.length);
        const [differs, stays, count] = await page.ask(`(() => {
          const shown = [...document.querySelectorAll("#mat svg > :not([class])")];
          const fresh = new DOMParser().parseFromString(rulepressPlay.now.table, "image/svg+xml").documentElement;
          const words = node => [node.localName, node.textContent, ...[...node.attributes].map(one => one.name + "=" + one.value).sort()].join(" ");
          const sizes = [fresh, document.querySelector("#mat svg")].map(svg => svg.getAttribute("viewBox"));
          const differs = sizes[0] !== sizes[1] ? sizes.join() : shown.length !== fresh.children.length ? "the last" : shown.findIndex((node, nth) => words(node) !== words(fresh.children[nth]));
          return [differs === -1 ? null : differs, shown.filter(node => node.wasThere).length, shown.length];
        })()`);
        must(differs === null, `${book}, answer ${turns}: element ${differs} of the table is not the one of the drawing`);
        [kept, all] = [kept + stays, all + count];
      }
      await page.end();
    }
    must(kept > all / 2, `${kept} of ${all} elements stay where they are`);
    figure("elements of a table that stay from one answer to the next", `${Math.round(100 * kept / all)} %`);
  }

  return [
    ...SCREENS.flatMap((screen, nth) => [
      [`views at ${screen.width}${screen.dark ? " in the dark" : ""}`, () => views(screen), nth === 2],
      [`other books at ${screen.width}${screen.dark ? " in the dark" : ""}`, () => others(screen)],
    ]),
    ["seats and examples", seats], ["search", search], ["a tapped card", tapped, true], ["pace", pace], ["a table that changes", redrawn, true],
  ];
}
