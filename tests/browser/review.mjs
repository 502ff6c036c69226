// Drives the review of `watch` in a real browser: the cause stands first, old and new side by side; items are accepted and
// rejected by pointer and by key; nobody but the page itself may decide, and where nothing is written nothing is offered.
// Usage: node review.mjs RULEPRESS [PICTURE]; CHROMIUM names the browser.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { must, mustBeQuiet, newPage, open, remove, run, startWatch } from "./browser.mjs";

const program = resolve(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), "review-"));
const PATIENCE = 60000;

const rulepress = (...words) => spawnSync(program, words, { cwd: folder, encoding: "utf8" });
const read = file => readFileSync(join(folder, "moon", file), "utf8");
const write = (file, text) => writeFileSync(join(folder, "moon", file), text);
const change = (file, from, to) => {
  must(read(file).split(from).length === 2, `${file}: "${from}" stands there once`);
  write(file, read(file).replace(from, to));
};

rulepress("new", "moon");
write("examples/quiet.toml", "title = \"A quiet turn\"\nplay = \"#turn\"\nseed = 5\n");
write("examples/wanted.toml", "title = \"As its author wants it\"\nplay = \"#turn\"\nseed = 5\n\n[expect]\nfacts = [\"ann.jar holds 2\"]\n");
const accepted = rulepress("accept", "moon");
must(accepted.status === 0, accepted.stderr);
change("02-turn.md", "[6]{=enough}", "[8]{=enough}");
change("02-turn.md", "put the fireflies of the meadow into", "lay the fireflies of the meadow into");

const started = [];
const watch = (...options) => {
  const { child, url } = startWatch(program, folder, ["moon", ...options]);
  started.push(child);
  return url;
};
const { send, events, close } = open();

async function drive() {
  const url = await watch();
  const page = await newPage(send, "review");
  const { own, ask } = page;
  const until = async (words, expression) => {
    const begin = Date.now();
    for (;;) {
      if (await ask(`(() => { try { return Boolean(${expression}); } catch { return false; } })()`)) return;
      must(Date.now() - begin < PATIENCE, `not seen: ${words}: ${await ask("location.href + document.body.innerText.slice(0, 2000) + (document.getElementById(\"review\")?.innerText ?? \"\")")}`);
      await new Promise(done => setTimeout(done, 50));
    }
  };
  const key = async name => {
    for (const type of ["keyDown", "keyUp"]) await own("Input.dispatchKeyEvent", { type, key: name, text: type === "keyDown" ? name : "" });
  };
  const picture = async name => {
    if (!process.argv[3]) return;
    const { data } = await own("Page.captureScreenshot", { format: "png" });
    writeFileSync(`${process.argv[3]}-${name}.png`, Buffer.from(data, "base64"));
  };
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await own(`${domain}.enable`);
  await own("Emulation.setDeviceMetricsOverride", { width: 1400, height: 1000, deviceScaleFactor: 1, mobile: false });
  await own("Page.navigate", { url });
  const tab = "[...document.querySelectorAll('#tabs button')].find(tab => tab.textContent.startsWith('Review'))";
  const items = "[...document.querySelectorAll('#review .item')]";
  await until("the tab", `${tab}.textContent === 'Review (5)'`);
  await ask(`${tab}.click()`);
  await until("the items", `${items}.length === 5`);

  // The cause stands before its items, and the first step that differs is marked.
  const cause = await ask("document.querySelector('#review .group').innerText");
  must(cause.startsWith("value enough 6 -> 8, 02-turn.md:43\n"), cause);
  must(cause.includes("changes 3 examples: owl, quiet, wanted"), cause);
  const first = await ask("document.querySelector('#review .item .first').innerText");
  must(first.includes("first difference") && first.includes("9. Ann chooses to go on."), first);
  const sides = await ask(`${items}[0].querySelector('th:first-child').innerText + ${items}[0].querySelector('th:last-child').innerText`);
  must(sides === "acceptednow", sides);
  must(await ask(`${items}.at(-2).querySelector('del').innerText.trim() === 'put' && ${items}.at(-2).querySelector('ins').innerText.trim() === 'lay'`), "no words are marked");
  must(await ask(`${items}.at(-2).querySelector('pre').innerText.startsWith('def fill_jar(player):')`), "the function is not shown");
  for (const width of [1400, 400]) {
    await own("Emulation.setDeviceMetricsOverride", { width, height: 1000, deviceScaleFactor: 1, mobile: false });
    must(await ask("document.documentElement.scrollWidth <= innerWidth && document.getElementById('review').scrollWidth <= document.getElementById('review').clientWidth"), `${width}: the review is too wide`);
    await picture(width);
  }
  await own("Emulation.setDeviceMetricsOverride", { width: 1400, height: 1000, deviceScaleFactor: 1, mobile: false });

  // What has an unmet expectation has no way to be accepted.
  must(await ask(`${items}[2].querySelector('[data-act=accept]').disabled && ${items}[2].innerText.includes('Cannot be accepted')`), "it can be accepted");
  const wanted = read("examples/wanted.trace");
  const forced = await ask(`fetch("/review").then(answer => answer.json()).then(({ groups }) => {
    const { id, state } = groups[0].group.items[2];
    return fetch("/review", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ decision: "accept", id, state }) });
  }).then(answer => answer.json())`);
  must(!forced.accepted && forced.problem.includes("cannot be accepted"), JSON.stringify(forced));

  // By pointer: the first is accepted, and is gone when the book was read again.
  const before = read("examples/owl.trace");
  await ask(`${items}[0].querySelector('[data-act=accept]').click()`);
  await until("the item is gone", `${items}.length === 4`);
  must(read("examples/owl.trace") !== before, "nothing was written");
  must(read("examples/wanted.trace") === wanted, "what has errors was written");

  // By key: reject, skip, back, accept.
  const decision = nth => `${items}[${nth}].dataset.decision`;
  await key("r");
  await until("it is rejected", `${decision(0)} === 'rejected' && ${items}[0].innerText.includes('stays stale: change the rule or the scenario, moon/examples/quiet.toml:1')`);
  await key("s");
  await until("the next is skipped", `${decision(1)} === 'skipped'`);
  await key("u");
  await until("that is taken back", `${decision(1)} === ''`);
  await key("s");
  const lock = read("rules.lock");
  await key("a");
  await until("the rule is accepted", `${items}.length === 3`);
  must(read("rules.lock") !== lock && read("rules.lock").includes("=enough  6\n"), "the rule is not confirmed, or more is");
  must(await ask("document.getElementById('review-tally').innerText === '0 accepted, 1 rejected, 2 left'"), await ask("document.getElementById('review-tally').innerText"));

  // Nobody else decides: not another page, not another kind of request.
  const post = (headers, body = "{}") => fetch(`${url}review`, { method: "POST", headers, body }).then(answer => answer.status);
  const here = { Origin: url.slice(0, -1), "Content-Type": "application/json" };
  must(await post({ ...here, Origin: "http://evil.example" }) === 403, "a foreign page decides");
  must(await post({ ...here, "Content-Type": "text/plain" }) === 403, "a form decides");
  must(await post({ "Content-Type": "application/json" }) === 403, "a request without origin decides");
  must(await post(here) === 400, "a decision without words is taken");

  // Where nothing is written, nothing is offered.
  const silent = await watch("--no-write", "--port", "0");
  await own("Page.navigate", { url: silent });
  await until("the pages", "document.querySelector('.sheet')?.dataset.drawn");
  must(!await ask(tab), "a review is offered");
  must((await fetch(`${silent}review`)).status === 403, "a review is told");
  const refused = await fetch(`${silent}review`, { method: "POST", headers: { ...here, Origin: silent.slice(0, -1) }, body: JSON.stringify({ decision: "accept", id: "example/quiet", state: "" }) });
  must(refused.status === 403, "a decision is taken");
  mustBeQuiet(events, page, "review", "http://127.0.0.1");
}

await run(async () => {
  await drive();
  console.log("ok review");
}, async () => {
  started.forEach(child => child.kill("SIGINT"));
  await close();
  await remove(folder);
});
