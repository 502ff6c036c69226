// Nothing is lost: taking back, branches, links, files, a page that is closed, a worker that dies, two persons at one device.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { must, pause } from "./browser.mjs";
import { serve } from "./host.mjs";
import { pagesOf } from "./play-kit.mjs";

export function keepingTests({ newPage, browser, scratch, root, isAddress, place }) {
  function same(left, right, words) {
    const [one, other] = [JSON.stringify(left), JSON.stringify(right)];
    const at = [...one].findIndex((letter, nth) => letter !== other[nth]);
    must(one === other, `${words}: …${one.slice(Math.max(0, at - 60), at + 60)} is not …${other.slice(Math.max(0, at - 60), at + 60)}`);
  }
  /// What the page tells of the game, but for what is marked as new.
  function told(page) {
    return page.ask(`[document.getElementById('steps'), document.getElementById('mat')].map(part => {
    const copy = part.cloneNode(true);
    copy.querySelectorAll(".badge, .changed, .can").forEach(mark => mark.remove());
    return copy.textContent;
  }).join()`);
  }

  /// A game of Gazer with some answers given.
  async function gameWith(count, how) {
    const page = await newPage(how);
    await page.begin("gazer");
    for (let nth = 0; nth < count; nth++) await page.answer(0);
    return page;
  }

  async function takingBack() {
    const page = await gameWith(5);
    const five = [await told(page), await page.now()];
    await page.acts(() => page.click("back"));
    const four = await page.now();
    same(four.answers, five[1].answers.slice(0, 4), "after taking back");
    must(await page.shown("forward"), "one cannot go on as before");
    await page.acts(() => page.click("forward"));
    same((await page.now()).answers, five[1].answers, "after going on");
    same(await told(page), five[0], "what the page tells after going on");
    await page.acts(() => page.key("b"));
    same((await page.now()).answers.length, 4, "the key B");
    await page.acts(() => page.key("f"));
    // To an answer long ago, and another one there: the line as it was becomes a branch.
    await page.click("history");
    await page.picture("answers");
    await page.acts(() => page.ask("document.querySelectorAll('#answer-list li')[1].querySelectorAll('button')[1].click()"));
    const before = await page.now();
    same(before.answers.length, 1, "what if");
    const other = before.options.findIndex(option => option !== five[1].answers[1][1]);
    must(other >= 0, "there is only one option: the test shows nothing");
    await page.answer(other);
    const now = await page.now();
    same(now.branches.length, 1, "branches");
    same(now.branches[0].answers, five[1].answers, "the branch");
    await page.click("history");
    await page.ask("[...document.querySelectorAll('#branch-list button')].find(button => button.textContent === 'Rename').click()");
    await page.ask("document.getElementById('name').value = 'With the other card'");
    await page.ask("document.querySelector('#naming [value=yes]').click()");
    await page.until("the new name", "document.querySelector('#branch-list b').textContent === 'With the other card'");
    await page.picture("branches");
    await page.reload();
    await page.until("the game is there again", "document.body.dataset.turn");
    same((await page.now()).branches[0].name, "With the other card", "a branch after the page was loaded anew");
    await page.click("history");
    await page.acts(() => page.ask("[...document.querySelectorAll('#branch-list button')].find(button => button.textContent === 'Open').click()"));
    same((await page.now()).answers, five[1].answers, "an opened branch");
    same(await told(page), five[0], "what the page tells of an opened branch");
    same((await page.now()).branches.length, 1, "the line that was left for the branch");
    await page.end();
  }

  async function linkAndFile() {
    const page = await gameWith(6);
    const there = [await told(page), (await page.now()).answers];
    await page.click("share");
    const link = await page.ask("document.getElementById('link').value");
    await page.picture("share");
    await page.ask("document.getElementById('sharing').close()");
    const saved = await page.saved();
    const other = await newPage();
    await other.load(`#${link.split("#")[1]}`);
    await other.until("the game of the link", "document.body.dataset.turn");
    same((await other.now()).answers, there[1], "answers of a link");
    same(await told(other), there[0], "what the page tells of a link");
    must(!(await other.ask("location.href")).includes("game="), "the link stays in the address, and would begin anew when the page is loaded");
    const third = await newPage();
    await third.load();
    await third.acts(() => third.open("game.toml", saved));
    same((await third.now()).answers, there[1], "answers of a file");
    same(await told(third), there[0], "what the page tells of a file");
    await third.acts(() => third.click("back"));
    same((await third.now()).answers.length, 5, "an answer of a file is taken back");
    for (const one of [page, other, third]) await one.end();
  }

  async function badLinks() {
    const page = await newPage();
    for (const bad of ["#game=", "#game=AAAA", "#game=%00%FF", `#game=${"A".repeat(300000)}`]) {
      await page.load(bad);
      must((await page.text("start-notice")).includes("no game"), `${bad.slice(0, 20)}: the page says “${await page.text("start-notice")}”`);
    }
    await page.load();
    const packed = answers => page.ask(`(async () => {
      const stream = new Blob([JSON.stringify({ v: 1, book: "gazer", begin: { seed: 7, seats: { Ada: "person" }, others: "plan" }, answers: ${JSON.stringify(answers)} })]).stream().pipeThrough(new CompressionStream("deflate-raw"));
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
    })()`);
    await page.load(`#game=${await packed([["nobody asks", "<img src=x onerror=alert(1)>"]])}`);
    await page.until("the game, or why it cannot go on", "document.querySelector('button.option') || document.getElementById('start-notice').textContent");
    must(await page.ask("document.querySelectorAll('img').length") === 0, "words of a link became an element");
    await page.end();
  }

  async function closedAndOpened() {
    const page = await gameWith(4);
    const there = [await told(page), (await page.now()).answers];
    // The tab is killed, not closed.
    await browser.send("Target.closeTarget", { targetId: page.targetId });
    const other = await newPage({ context: page.context });
    await other.load();
    await other.until("the game is there again", "document.body.dataset.turn");
    same((await other.now()).answers, there[1], "answers after the tab was killed");
    same(await told(other), there[0], "what the page tells after the tab was killed");
    // A new game leaves this one at hand.
    await other.click("new-game");
    await other.until("the set-up", "document.body.dataset.setup === 'gazer'");
    await other.acts(() => other.click("begin"));
    await other.answer(0);
    await other.click("new-game");
    await other.until("the games before", "document.querySelectorAll('#setup-kept button').length === 2");
    await other.acts(() => other.ask("document.querySelectorAll('#setup-kept button')[1].click()"));
    same((await other.now()).answers, there[1], "the game before");
    await other.end();
  }

  async function workerDies() {
    const page = await gameWith(3);
    const before = (await page.now()).answers;
    await page.own("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
    await pause(500);
    const workers = browser.events.filter(event => event.method === "Target.attachedToTarget" && event.sessionId === page.sessionId && event.params.targetInfo.type === "worker");
    must(workers.length > 0, "no worker was found");
    // A worker that is gone does not answer.
    for (const { params } of workers) browser.send("Runtime.evaluate", { expression: "self.close()" }, params.sessionId).catch(() => {});
    await pause(500);
    await page.answer(0);
    const now = await page.now();
    same(now.answers.slice(0, 3), before, "answers after the worker was killed");
    same(now.answers.length, 4, "the answer that met a dead worker");
    must((await page.text("notice-words")).includes("had to start again"), "the page does not say that the rules had to start again");
    await page.answer(0);
    await page.end();
  }

  async function twoPersons() {
    const page = await newPage();
    await page.setUp("gazer");
    await page.ask("document.querySelectorAll('#seat-rows select').forEach(select => { select.value = 'person'; }); document.getElementById('seed').value = 7;");
    await page.click("begin");
    let passed = 0;
    for (let turns = 0; turns < 14; turns++) {
      await page.until("a question or the curtain", "document.getElementById('curtain').open || document.querySelector('button.option')");
      if (await page.ask("document.getElementById('curtain').open")) {
        passed += 1;
        const bare = await page.ask("document.querySelectorAll('#mat svg, #words section, #steps li, button.option').length");
        must(bare === 0, "something lies open behind the curtain");
        await page.key("Escape");
        await pause(150);
        must(await page.ask("document.getElementById('curtain').open"), "Escape opens the curtain");
        if (passed === 1) await page.picture("curtain");
        await page.acts(() => page.click("uncover"));
      }
      const { by, looker, options } = await page.now();
      must(by === null || by === looker, `${by} is asked while ${looker} looks`);
      await page.ask(`document.querySelectorAll("button.option")[${options.length - 1}].click()`);
      await pause(50);
      await page.until("the next question", `document.getElementById('curtain').open || rulepressPlay.now.answers.length > ${turns}`);
    }
    must(passed >= 2, `the device was passed ${passed} times`);
    await page.end();
  }

  async function withoutNetwork() {
    const own = await serve(place);
    const page = await pagesOf({ browser, url: own.url, scratch })();
    await page.load();
    await page.until("the page is kept", "document.body.dataset.offline");
    await own.close();
    await page.reload();
    await page.ask("[...document.querySelectorAll('#books .book')].find(book => book.textContent.includes('Gazer')).click()");
    await page.until("the set-up", "document.body.dataset.setup === 'gazer'");
    await page.acts(() => page.click("begin"));
    await page.answer(0);
    await page.end();
  }

  /// A page with a book whose every word wants to be more than a word.
  async function hostileBook() {
    const bad = "<img src=x onerror='document.title=1'><script>document.title=1</script>";
    const book = join(scratch, "hostile");
    mkdirSync(join(book, "rules"), { recursive: true });
    mkdirSync(join(book, "examples"), { recursive: true });
    const quoted = JSON.stringify(bad);
    writeFileSync(join(book, "book.toml"), `title = "Strange <b>book</b>"\nsources = ["a.md"]\ndata = ["cards.csv"]\n`);
    writeFileSync(join(book, "cards.csv"), `Name\n"${bad.replaceAll('"', '""')}"\nOwl\n`);
    writeFileSync(join(book, "a.md"), "# Turn {#turn}\n\nChoose a card `<script>document.title=1</script>`.\n");
    writeFileSync(join(book, "rules/a.star"), `ada = player("Ada")\nCARDS = cards("cards.csv")\nhand = zone("hand", ${quoted}, order = "row", face = "up")\n\n#@ make\ndef make_cards():\n`
      + `    for row in CARDS:\n        make(row, hand)\n\n#@ #turn\ndef turn():\n    for _ in range(2):\n        ask(${quoted}, hand.cards(), by = ada)\n`);
    writeFileSync(join(book, "examples/one.toml"), `title = ${quoted}\nplay = "#turn"\n`);
    const module = join(scratch, "module");
    mkdirSync(join(module, "fonts"), { recursive: true });
    for (const name of readdirSync(place)) {
      const plain = name.replace(/-[0-9a-f]{12}(?=\.\w+$)/, "");
      if (plain === "rulepress.wasm") cpSync(join(place, name), join(module, plain));
      if (plain.endsWith(".ttf")) cpSync(join(place, name), join(module, "fonts", plain));
    }
    writeFileSync(join(module, "licences.txt"), readFileSync(join(place, "licences.txt")));
    // As it is in the web edition of a book, so that rules lead there.
    const edition = join(scratch, "edition");
    const dist = join(edition, "play");
    mkdirSync(edition);
    writeFileSync(join(edition, "index.html"), "<!doctype html><title>The book</title>");
    execFileSync(process.execPath, [join(root, "web/play/build.mjs"), join(module, "rulepress.wasm"), dist, book], { stdio: ["ignore", "ignore", "inherit"] });
    const own = await serve(dist);
    const page = await pagesOf({ browser, url: own.url, scratch })();
    await page.load("#play=%23turn");
    await page.until("the rules say who plays", "!document.getElementById('begin').disabled");
    await page.acts(() => page.click("begin"));
    const { options } = await page.now();
    must(options?.some(option => option.includes("<script>")), `no option wants to harm: ${options}`);
    await page.click("question-rule");
    const link = await page.ask("(() => { const link = document.getElementById('rule-link'); return link.hidden ? '' : link.getAttribute('href'); })()");
    must(link === "../index.html#turn", `the rule leads to “${link}”`);
    await page.ask("document.getElementById('rule').close()");
    await page.answer(options.findIndex(option => option.includes("<script>")));
    const found = await page.ask("[document.querySelectorAll('img, main script, dialog script, #mat script, #mat image, #mat foreignObject').length, document.title, document.body.innerText.includes('<img')]");
    must(found[0] === 0 && found[1] !== "1", `words of the book became elements: ${found}`);
    must(found[2], "the words of the book are not shown as words");
    await page.end();
    await own.close();
  }

  return [
    ["taking back and branches", takingBack, true],
    ["a link and a file", linkAndFile, true],
    ["bad links", badLinks],
    ["closed and opened", closedAndOpened],
    ["the worker dies", workerDies, true],
    ["two persons", twoPersons, true],
    ...isAddress ? [] : [["without a network", withoutNetwork, true], ["a hostile book", hostileBook]],
  ];
}
