// What happened: every step with its number, its sentences, and the rule of each.
// In: the game as it is. Out: `onrule(rule, step)`, `onwhy(said)`. New steps come one after another, if the person wants that.

import { by, make } from "../../press/src/dom.js";
import { cleanPicture } from "./picture.js";
import { answeredWords, rulesWords, sentence } from "./words.js";

/// Milliseconds between two steps, and how long all new steps take together at most.
const PACES = { once: 0, quick: 350, slow: 1100 };
const LONGEST = 9000;

export function openLog({ onrule, onwhy, pace }) {
  const list = by("steps");
  const scroller = by("log");
  let shown = []; // the entries that the list holds
  let timer = 0;

  function draw(now) {
    finish();
    const at = now.entries.findIndex((entry, nth) => entry !== shown[nth]);
    const keep = at < 0 ? now.entries.length : at;
    while (list.children.length > keep) list.lastElementChild.remove();
    list.querySelectorAll(".fresh").forEach(row => row.classList.remove("fresh"));
    const added = now.entries.slice(keep);
    const rows = added.map(entry => row(entry));
    const isNew = keep > 0 || shown.length > 0;
    if (isNew) rows.forEach(one => one.classList.add("fresh"));
    list.append(...rows);
    shown = now.entries;
    by("log-none").hidden = shown.length > 0;
    // A game in which nobody was asked is read from its beginning.
    if (!isNew && now.end && !now.answers.length) scroller.scrollTop = 0;
    else reveal(isNew ? rows : []);
  }

  /// New rows come one by one, if the person does not mind.
  function reveal(rows) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const wanted = PACES[pace()] ?? 0;
    if (!rows.length || still || !wanted) { toEnd(); return; }
    const each = Math.min(wanted, LONGEST / rows.length);
    const waiting = rows.slice(1);
    for (const row of waiting) row.hidden = true;
    by("show-all").hidden = !waiting.length;
    toEnd();
    const next = () => {
      const row = waiting.shift();
      if (!row) { finish(); return; }
      row.hidden = false;
      toEnd();
      timer = setTimeout(next, each);
    };
    timer = setTimeout(next, each);
  }

  function finish() {
    clearTimeout(timer);
    for (const row of list.querySelectorAll(":scope > [hidden]")) row.hidden = false;
    by("show-all").hidden = true;
    toEnd();
  }

  const toEnd = () => { scroller.scrollTop = scroller.scrollHeight; };

  function row(entry) {
    if (entry.heading !== undefined) return make("li", { class: /\d/.test(entry.heading) ? "heading turn" : "heading" }, make("h3", { text: entry.heading }));
    const lines = (entry.said ?? []).map(said => line(said, entry.step));
    if (entry.lead) lines[0]?.prepend(make("b", { class: "leads", text: `${entry.lead}. ` }));
    const shown = entry.svg && lines.length ? picture(entry, lines.at(-1)) : null;
    return make("li", { class: "step", "data-step": entry.step }, make("span", { class: "number", text: entry.step }), make("div", {}, ...lines, shown));
  }

  /// What a step did to the table, drawn when somebody wants to see it; the button stands behind the words.
  function picture(entry, words) {
    const place = make("div", { class: "step-picture", hidden: true, tabindex: "0", role: "group", "aria-label": `What step ${entry.step} did` });
    const button = make("button", {
      type: "button", class: "chip see", "aria-expanded": "false", "aria-label": `Picture of step ${entry.step}`, text: "Picture", onclick: () => {
        if (!place.firstChild) place.append(cleanPicture(entry.svg) ?? "");
        place.hidden = !place.hidden;
        button.setAttribute("aria-expanded", !place.hidden);
        if (!place.hidden) place.scrollIntoView({ block: "nearest" });
      },
    });
    words.append(" ", button);
    return place;
  }

  function line(said, step) {
    const words = (said.parts ?? []).map(part => part.name ? make("i", { text: part.text }) : part.text);
    const out = make("p", { class: said.refuses ? "refuses" : "" }, ...words);
    if (said.rule) out.append(" ", ruleButton(said.rule, step));
    if (said.why) out.append(" ", make("button", { type: "button", class: "chip why", text: "Why?", "aria-label": `Why? ${sentence(said)}`, onclick: () => onwhy(said) }));
    if (said.answered && said.answered.from !== "person") out.append(make("span", { class: "answered", text: answeredWords(said.answered) }));
    return out;
  }

  const ruleButton = (rule, step) => make("button", {
    type: "button", class: "chip rule", text: rule.address, "aria-label": rulesWords(rule), title: rule.title || null, onclick: () => onrule(rule, step),
  });

  by("show-all").onclick = finish;
  return { draw, finish, clear() { finish(); shown = []; list.replaceChildren(); by("log-none").hidden = false; } };
}

/// The newest sentences as plain words, for those who hear the page, and for the line above the question.
export function newestWords(now, most) {
  const fresh = now.entries.slice(now.fresh).flatMap(entry => (entry.said ?? []).map(sentence)).filter(Boolean);
  const left = fresh.length - most;
  return { words: fresh.slice(-most), left: Math.max(0, left) };
}
