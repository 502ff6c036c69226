// What stands beside the pages: findings, and what can be saved.

import { by, make } from "./dom.js";
import { GROUPS, ROWS } from "./outputs.js";
import { ending, findingsOf } from "./said.js";
import { saveAs, sized, zipped } from "./files.js";

const KINDS = { error: "Error", warning: "Warning", note: "Note" };
const RANK = { error: 0, warning: 1, note: 2 };
const MOST = 200;

const remembered = (key, otherwise) => { try { return localStorage.getItem(key) ?? otherwise; } catch { return otherwise; } };
const remember = (key, value) => { try { localStorage.setItem(key, value); } catch { /* it is asked again next time */ } };

export function openSide({ run, files, go, mend, accept, tell, bookZip, remove }) {
  const letters = ["US", "CA", "MX", "PH", "CL", "CO"];
  let paper = remembered("paper", letters.includes(new Intl.Locale(navigator.language || "en").region) ? "letter" : "a4");
  let ink = false;
  const told = new Map();
  let accepts = false; // the texts of examples or rules can be accepted
  let deckAlone = false; // a table of cards without a text
  let round = 0; // grows with each book that is opened
  let saving = false;
  let stopped = false;

  // ---- findings

  function card(finding, known) {
    const reachable = finding.file && known.has(finding.file) && finding.line;
    const place = finding.file ? `${finding.file}${finding.line ? `, line ${finding.line}` : ""}` : "";
    const node = make("li", { class: "card" });
    node.dataset.severity = finding.severity;
    node.append(make("button", { type: "button", class: "go", disabled: !reachable, onclick: () => go(finding) },
      make("span", { class: "kind" }, make("b", { text: KINDS[finding.severity] }), make("span", { text: place })),
      make("span", { class: "said" }, ...worded(sentence(finding.message)))));
    if (finding.excerpt) node.append(excerpt(finding));
    for (const hint of finding.hints) node.append(make("p", { class: "cure" }, ...worded(sentence(hint))));
    node.append(why(finding.code));
    return node;
  }

  const sentence = words => `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?:]$/.test(words) ? "" : "."}`;

  /// What stands between backticks is set as code.
  const worded = words => words.split("`").map((part, nth, all) => nth % 2 && nth < all.length - 1 ? make("code", { text: part }) : part);

  /// An explanation: titles stand at the margin, what belongs to them is indented; an example keeps its lines.
  function explained(lines) {
    const nodes = [];
    let part = [];
    let keeps = false;
    const end = () => {
      if (part.length) nodes.push(keeps ? make("pre", { text: part.join("\n").trim() }) : make("p", {}, ...worded(part.map(line => line.trim()).join(" ").trim())));
      part = [];
    };
    for (const line of lines.slice(1)) {
      if (/^\S/.test(line)) {
        end();
        keeps = line.startsWith("An example");
        nodes.push(make("h4", { text: line }));
      } else if (!line.trim() && !keeps) end();
      else part.push(line.replace(/^ {4}/, ""));
    }
    end();
    return nodes.length ? nodes : [make("p", { text: "There is no more to say about it." })];
  }

  /// The line of the text, with what is meant underlined.
  function excerpt({ excerpt: line, column }) {
    const letters = [...line];
    const from = Math.min(Math.max(0, (column ?? 1) - 1), Math.max(0, letters.length - 1));
    const rest = letters.slice(from).join("");
    const long = /^(\[[^\]]*\]\([^)]*\)|!\[[^\]]*\]\([^)]*\)|`[^`]*`|\S+)/.exec(rest)?.[0] ?? rest;
    const start = from > 60 ? `… ${letters.slice(from - 40, from).join("")}` : letters.slice(0, from).join("");
    const end = rest.slice(long.length);
    return make("pre", {}, start, make("mark", { text: long }), end.length > 120 ? `${end.slice(0, 100)} …` : end);
  }

  /// Why a finding comes, from rulepress itself.
  function why(code) {
    const words = make("div", { class: "why-words", hidden: true });
    const button = make("button", { type: "button", class: "link why", text: "Why, and what to do", "aria-expanded": "false" });
    button.onclick = async () => {
      if (!words.textContent) {
        button.disabled = true;
        const result = await run("Looking it up", ["explain", code], { verb: "explain" });
        button.disabled = false;
        words.append(...explained(result.lines.out));
      }
      words.hidden = !words.hidden;
      button.setAttribute("aria-expanded", String(!words.hidden));
    };
    return make("div", {}, button, words);
  }

  function fill(found, { code, files: known }) {
    const sortedFindings = [...found].sort((a, b) => RANK[a.severity] - RANK[b.severity]);
    by("cards").replaceChildren(...sortedFindings.slice(0, MOST).map(finding => card(finding, known)));
    const none = by("findings-none");
    none.hidden = found.length > 0 && found.length <= MOST;
    none.textContent = found.length ? `The first ${MOST} of ${found.length} findings.` : "Nothing is wrong with this book.";
    const worst = sortedFindings[0]?.severity ?? "";
    for (const id of ["count", "count-small"]) {
      by(id).textContent = found.length ? String(found.length) : "";
      by(id).dataset.worst = worst;
    }
    accepts = code === 3 || found.some(finding => /^(stale|unconfirmed|new-example|no-trace)/.test(finding.code));
    fillFindingsFoot(0);
  }

  /// Offers what can be done about findings: `places` are those that rulepress can mend by itself.
  function fillFindingsFoot(places) {
    by("findings-foot").replaceChildren(
      ...places ? [make("button", { type: "button", id: "mend", text: places === 1 ? "Fix the place that needs no decision" : `Fix the ${places} places that need no decision`, onclick: mend })] : [],
      ...accepts ? [make("button", { type: "button", text: "Accept the examples and rules as they are now", onclick: accept })] : []);
  }

  // ---- saving

  const argsOf = row => [...row.args(paper), ...(ink && !row.theme ? ["--theme", "low-ink"] : [])];
  const outputs = result => result.files.filter(([path]) => path.startsWith("output/")).map(([path, bytes]) => [path.split("/").slice(2).join("/"), bytes]);
  const nameOf = row => row.title;

  /// Makes one output; resolves to its files, and writes what came of it beside its row.
  async function makeRow(row) {
    say(row, "Being made …");
    const result = await run(`Making: ${nameOf(row)}`, argsOf(row));
    const made = outputs(result);
    const end = ending(result);
    stopped = result.stopped === "person" || result.stopped === "newer";
    if (result.stopped || result.trap) { say(row, `${end.title}. ${end.words}`, "bad"); return []; }
    const size = made.reduce((sum, [, bytes]) => sum + bytes.length, 0);
    if (!made.length) {
      const first = findingsOf(result.lines.err).find(finding => finding.severity === "error");
      say(row, first ? sentence(first.message) + (first.hints[0] ? ` To have one, ${first.hints[0]}.` : "") : end.title, "bad");
      return [];
    }
    const names = made.length === 1 ? made[0][0] : `${made.length} files`;
    const rest = result.code === 0 ? "" : `. ${end.title}`;
    say(row, `${names}, ${sized(size)}, ${(result.ms / 1000).toFixed(1)} s${rest}`, result.code === 0 ? "good" : "bad");
    return made;
  }

  async function saveOne(row) {
    const made = await makeRow(row);
    if (made.length === 1) saveAs(made[0][0].split("/").at(-1), made[0][1]);
    else if (made.length) saveAs(`${bookName()}-${row.key}.zip`, zipped(made));
  }

  const bookName = () => (document.title.replace(/ – rulepress$/, "").replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^-+|-+$/g, "") || "book").toLowerCase();

  async function saveChosen() {
    if (saving) return;
    saving = true;
    foot();
    try {
      const all = new Map();
      const here = round;
      for (const row of offered().filter(({ key }) => chosen.has(key))) {
        const made = await makeRow(row);
        // Who leaves the book or stops wants no zip.
        if (round !== here || stopped) return;
        for (const [path, bytes] of made) all.set(all.has(path) ? `${row.key}/${path}` : path, bytes);
      }
      if (all.size) saveAs(`${bookName()}.zip`, zipped([...all]));
      else tell({ words: "None of the chosen files could be made. The list says why." });
    } catch (error) {
      tell({ words: `The zip could not be made. (${error.message})` });
    } finally {
      saving = false;
      foot();
    }
  }

  function say(row, words, kind = "") {
    told.set(row.key, { words, kind });
    const place = document.querySelector(`.pick[data-key="${row.key}"] .told`);
    if (!place) return;
    place.textContent = words;
    place.dataset.kind = kind;
    place.hidden = !words;
  }

  const chosen = new Set(["screen", "booklet"]);
  const isOffered = row => !deckAlone || row.deck;
  const offered = () => ROWS.filter(isOffered);

  /// Offers what can be made: of a table of cards without a text its cards alone.
  function offer(deck) {
    if (deckAlone === deck) return;
    deckAlone = deck;
    if (deck) chosen.add("deck");
    draw();
  }

  function pick(row) {
    const box = make("input", { type: "checkbox", id: `pick-${row.key}`, onchange: event => { event.target.checked ? chosen.add(row.key) : chosen.delete(row.key); foot(); } });
    box.checked = chosen.has(row.key);
    const label = make("label", { for: `pick-${row.key}` });
    label.append(make("span", {}, make("span", { class: "title", text: row.title }), make("span", { class: "about", text: row.about })));
    const known = told.get(row.key) ?? { words: "", kind: "" };
    const words = make("p", { class: "told", role: "status", text: known.words, hidden: !known.words });
    words.dataset.kind = known.kind;
    const node = make("div", { class: "pick" }, box, label, make("button", { type: "button", text: "Save", "aria-label": `Save: ${row.title}`, onclick: () => saveOne(row) }), words);
    node.dataset.key = row.key;
    return node;
  }

  function papers() {
    return make("span", { class: "choices", role: "radiogroup", "aria-label": "Paper" }, ...[["a4", "A4"], ["letter", "Letter"]].map(([key, title]) => {
      const radio = make("input", { type: "radio", name: "paper", value: key, onchange: () => { paper = key; remember("paper", key); } });
      radio.checked = paper === key;
      return make("label", {}, radio, title);
    }));
  }

  function draw() {
    const save = make("input", { type: "checkbox", id: "ink", onchange: event => { ink = event.target.checked; } });
    save.checked = ink;
    by("outputs").replaceChildren(
      ...GROUPS.filter(group => group.rows.some(isOffered)).map(group => make("div", { class: "group" }, make("h3", {}, make("span", { text: group.title }), group.paper ? papers() : null), ...group.rows.filter(isOffered).map(pick))),
      make("div", { class: "save-foot" },
        make("div", { class: "choices" }, make("label", {}, save, "Save ink: no coloured areas")),
        make("button", { type: "button", id: "save-chosen", class: "primary", onclick: saveChosen }),
        make("div", { class: "row" }, make("button", { type: "button", id: "save-text", text: "Save the text as a zip", onclick: bookZip }), make("button", { type: "button", class: "quiet", text: "Delete this book", onclick: remove }))));
    foot();
  }

  function foot() {
    const button = by("save-chosen");
    const count = offered().filter(({ key }) => chosen.has(key)).length;
    button.disabled = !count || saving;
    button.textContent = saving ? "Being made …" : count === 1 ? "Save the chosen one as a zip" : `Save the ${count} chosen as one zip`;
    if (!saving && count === 0) button.textContent = "Choose what to save";
  }

  draw();
  return { fill, offer, mendable: fillFindingsFoot, clear: () => { told.clear(); round += 1; draw(); fill([], { files: files() }); by("findings-none").textContent = "Not looked at yet."; } };
}
