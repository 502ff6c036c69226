// Lessons: a list of positions with words between. The reader acts; a wrong choice is explained by the rule that says so, and
// is tried again; what was reached is kept. In: the lessons of the open book, as the program tells them. Out: what of the
// game is shown in a lesson, and what an answer does in it.

import { by, make } from "../../press/src/dom.js";
import { keepWish, wish } from "./keep.js";
import { count, rulesWords } from "./words.js";

/// A hint helps after so many wrong answers.
const PATIENT = 2;
const shelf = folder => `lessons ${folder}`;
const NOW = "lesson now";

const plain = paragraphs => (paragraphs ?? []).map(parts => parts.map(part => part.text).join("")).join(" ");
/// The name of a card without the number that tells copies apart.
const cardName = choice => choice.replace(/ \(\d+\)$/, "");

/// `lead` gives {book, game, engine} of the open book; `act` asks the rules one at a time; `redraw` draws the game as it stands;
/// `onrule(rule)` shows a rule, `onwhole(how)` begins a game, `onleave()` shows the lessons of the book.
export function openLessons({ lead, act, redraw, open, onrule, onwhole, onleave, onfailed }) {
  const panel = make("section", { id: "lesson", "aria-labelledby": "lesson-title", hidden: true });
  by("asked").before(panel);
  let all = []; // the lessons of the open book, in short
  let lesson = null; // the one that is taught
  let at = { part: 0, choice: 0 };
  let phase = "ask"; // ask, next or done
  let said = null; // {kind, words, rule}: what was said to the last answer
  let tried = new Set();
  let waits = false; // whether the rules are being asked

  /// Asks the rules.
  async function asking(what) {
    waits = true;
    try { return await act(what); } finally { waits = false; }
  }

  // ---- what is kept

  const reached = () => wish(shelf(lead().book.folder), {});
  function keepAt() {
    const next = phase === "ask" ? at : { part: at.part + 1, choice: 0 };
    const known = reached();
    const done = Boolean(known[lesson.name]?.done) || phase === "done";
    const answers = phase === "ask" || goesOn(next.part) ? lead().game.now.answers : [];
    keepWish(shelf(lead().book.folder), { ...known, [lesson.name]: { ...next, answers, done, begun: phase !== "done" } });
    keepWish(NOW, phase === "done" ? null : { book: lead().book.folder, name: lesson.name });
  }

  // ---- what is played

  const part = () => lesson.parts[at.part];
  const choice = () => part().choices[at.choice];
  const goesOn = nth => nth > 0 && nth < lesson.parts.length && !lesson.parts[nth].scenario;

  /// The scenario that is being played before a choice: that of the part, or of the last guess since then.
  function stage(to) {
    let text = null;
    lesson.parts.slice(0, to.part + 1).forEach((one, nth) => {
      text = one.scenario ?? text;
      const before = nth < to.part ? one.choices : one.choices.slice(0, to.choice);
      for (const { guess, scenario } of before) if (guess) text = scenario;
    });
    return text;
  }
  const how = (scenario, answers) => ({ scenario, seats: lesson.seat ? { [lesson.seat]: "person" } : {}, others: "plan", nobody: "person", answers });

  async function begin(to, answers) {
    [at, phase, said, tried] = [to, "ask", null, new Set()];
    document.body.dataset.lesson = lesson.name;
    await asking(() => lead().game.begin(how(stage(to), answers)));
    if (lesson && !fits()) await anew();
  }

  /// Whether the rules ask what the lesson expects.
  const fits = () => phase !== "ask" || choice().guess !== null && choice().guess !== undefined || lead().game.now.question?.key?.replace(/ \(\d+\)$/, "") === choice().asks;

  /// The part from its beginning; one that goes on from others from theirs.
  async function anew() {
    let first = at.part;
    while (goesOn(first)) first -= 1;
    [at, phase, said, tried] = [{ part: first, choice: 0 }, "ask", null, new Set()];
    await asking(() => lead().game.begin(how(stage(at), [])));
    if (fits()) { keepAt(); return; }
    stop();
    onfailed("This lesson does not fit the rules of the book any more.");
  }

  async function choose(option) {
    const one = choice();
    if (!one.right.includes(option)) { explain(one, option); return; }
    const before = { at, phase, said, tried };
    const last = at.choice + 1 === part().choices.length;
    const answers = lead().game.now.answers;
    said = one.praise ? { kind: "good", words: one.praise } : null;
    tried = new Set();
    if (last) phase = at.part + 1 === lesson.parts.length ? "done" : "next";
    else at = { part: at.part, choice: at.choice + 1 };
    const guessed = Boolean(one.guess);
    const reply = await asking(() => guessed ? lead().game.begin(how(one.scenario, answers)) : lead().game.answer(option));
    if (!reply || reply.error) { ({ at, phase, said, tried } = before); redraw(); return; }
    if (!fits()) { await anew(); return; }
    keepAt();
  }

  /// Says why an answer is wrong; nothing else happens.
  function explain(one, option) {
    tried.add(option);
    const why = one.wrong[option] ?? one.forbidden[option] ?? one.otherwise;
    const lead = one.guess ? "No" : one.forbidden[option] ? "Not allowed" : "Not now";
    said = { kind: "not", lead, words: why?.words ?? [[{ text: "This is no answer here." }]], rule: why?.rule, hint: tried.size >= PATIENT ? one.hint : null };
    open();
    draw();
    markTried();
  }

  /// Somebody tapped a card that is no answer.
  function tapped(name) {
    if (phase !== "ask") return;
    const one = choice();
    said = { kind: "not", words: [[{ text: `${name} is no answer to this question.` }]], rule: lead().game.now.question?.rule ?? part().teaches, hint: tried.size >= PATIENT ? one.hint : null };
    draw();
  }

  async function next() {
    const to = { part: at.part + 1, choice: 0 };
    if (to.part >= lesson.parts.length) return;
    if (!goesOn(to.part)) { await begin(to, []); keepAt(); return; }
    [at, phase, said, tried] = [to, "ask", null, new Set()];
    if (!fits()) { await anew(); return; }
    keepAt();
    redraw();
  }

  // ---- what is shown

  /// The game as a lesson shows it: with what the rules forbid among the answers, and with no end before the lesson's.
  function view(now) {
    if (!lesson) return now;
    const shown = { ...now, end: null, question: null, places: [], others: [] };
    if (phase !== "ask" || !now.game) return shown;
    const one = choice();
    const forbidden = Object.entries(one.forbidden);
    if (one.guess) {
      const options = [...one.right, ...Object.keys(one.wrong), ...Object.keys(one.forbidden)].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
      return { ...shown, question: { text: plain(one.guess), asks: plain(one.guess), key: null, options, labels: options, asker: "What happens next?", by: null, about: null, rule: part().teaches } };
    }
    if (!now.question?.options) return shown;
    const { question } = now;
    const mixed = question.options.map((option, nth) => ({ option, label: question.labels?.[nth] ?? option, from: nth }));
    forbidden.forEach(([option, { label }], nth) => mixed.splice((2 * nth + 1) % (mixed.length + 1), 0, { option, label: label ?? option, from: null }));
    const places = [];
    mixed.forEach(({ option, from }, nth) => {
      if (from !== null) places.push(...now.places.filter(place => place.option === from).map(place => ({ ...place, option: nth })));
      else places.push(...cardsCalled(now, cardName(option)).map(card => ({ ...card, option: nth })));
    });
    const isTaken = card => places.some(place => place.x === card.x && place.y === card.y);
    const others = (now.cards ?? []).filter(card => !isTaken(card));
    return { ...shown, places, others, question: { ...question, options: mixed.map(({ option }) => option), labels: mixed.map(({ label }) => label) } };
  }

  /// Cards of this name that are no answer to the question.
  function cardsCalled(now, name) {
    const isOption = card => now.places.some(place => place.x === card.x && place.y === card.y);
    return (now.cards ?? []).filter(card => card.name === name && !isOption(card));
  }

  function wordsOf(paragraphs) {
    return (paragraphs ?? []).map(parts => make("p", {}, ...parts.map(({ text, emphasis, strong, rule }) => {
      if (rule) return make("button", { type: "button", class: "rule-words", text, "aria-label": `${text} (${rulesWords(rule)})`, title: `${rule.address} ${rule.title ?? ""}`.trim(), onclick: () => onrule(rule) });
      return strong ? make("b", { text }) : emphasis ? make("i", { text }) : text;
    })));
  }

  const chip = rule => rule ? make("button", { type: "button", class: "chip rule", text: rule.address, "aria-label": rulesWords(rule), title: rule.title || null, onclick: () => onrule(rule) }) : null;

  function saidBox() {
    if (!said) return [];
    const words = wordsOf(said.words);
    if (said.kind === "not") words[0].prepend(make("b", { text: `${said.lead ?? "Not now"}: ` }));
    if (said.rule) words.at(-1).append(" ", chip(said.rule));
    if (said.hint) words.push(...wordsOf(said.hint).map(line => { line.prepend(make("b", { text: "Hint: " })); return line; }));
    return [make("div", { class: "said", "data-kind": said.kind }, ...words)];
  }

  function bar() {
    const whole = lesson.parts.length;
    return make("div", { class: "lesson-bar" },
      make("h2", { id: "lesson-title", tabindex: "-1", text: phase === "done" ? lesson.title : part().title }),
      make("span", { class: "soft", text: phase === "done" ? "Done" : `Part ${at.part + 1} of ${whole}` }),
      make("progress", { max: whole, value: phase === "ask" ? at.part : at.part + 1, "aria-label": `Part ${at.part + 1} of ${whole}` }),
      phase === "done" ? null : make("button", { type: "button", class: "link", text: "Again", "aria-label": "This part again", onclick: () => anew() }),
      make("button", { type: "button", class: "link", id: "lesson-leave", text: "Leave", "aria-label": "Leave the lesson", onclick: () => leave() }));
  }

  function buttons() {
    if (phase === "next") return [make("button", { type: "button", id: "lesson-next", class: "primary", text: "Go on", onclick: () => next() })];
    if (phase !== "done") return [];
    const nth = all.findIndex(({ name }) => name === lesson.name);
    const following = all[nth + 1];
    const whole = lesson.wholeGame;
    return [
      whole ? make("button", { type: "button", id: "lesson-next", class: "primary", text: "Play a whole game", onclick: () => toWhole(whole) }) : null,
      following ? make("button", { type: "button", id: whole ? "lesson-following" : "lesson-next", class: whole ? "" : "primary", text: `Next: ${following.title}`, onclick: () => start(following.name) }) : null,
      make("button", { type: "button", id: whole || following ? "lesson-all" : "lesson-next", text: "All lessons", onclick: () => leave() }),
    ].filter(Boolean);
  }

  /// The panel by the question.
  function draw() {
    panel.hidden = !lesson;
    if (!lesson) { panel.replaceChildren(); return; }
    const first = phase === "ask" && at.choice === 0;
    const words = phase !== "ask" ? [] : first ? part().say : choice().say ?? [];
    const live = panel.querySelector("#lesson-said") ?? make("div", { id: "lesson-said", role: "status", "aria-live": "polite" });
    live.replaceChildren(...saidBox());
    const done = phase === "done" ? [make("p", { text: `You have finished “${lesson.title}”.` })] : [];
    const row = buttons();
    // What was said to the last answer stands before the words that follow it; to a wrong one, behind the words it is about.
    const isAnswer = said?.kind === "not";
    const spoken = make("div", { class: "lesson-words" }, ...wordsOf(words), ...first && choice().say ? wordsOf(choice().say) : [], ...done);
    panel.replaceChildren(bar(), ...isAnswer ? [spoken, live] : [live, spoken], row.length ? make("p", { class: "row" }, ...row) : "");
    if (isAnswer) live.scrollIntoView({ block: "nearest" });
  }

  function markTried() {
    for (const button of document.querySelectorAll("button.option")) {
      const isTried = tried.has(button.dataset.option);
      button.classList.toggle("tried", isTried);
      if (isTried && !button.querySelector(".not-now")) button.append(make("span", { class: "not-now unseen", text: "(not now)" }));
    }
  }

  /// After the game was drawn.
  function drawn() {
    draw();
    if (!lesson) return;
    markTried();
    by("where").textContent = lesson.title;
    by("where").title = lesson.title;
    // On a small screen the part of the table that counts is brought into sight.
    (document.querySelector("#mat .can") ?? document.querySelector("#mat .changed"))?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (phase !== "ask") by("lesson-next")?.focus({ preventScroll: true });
  }

  // ---- coming and going

  async function start(name, { again = false } = {}) {
    const reply = await lead().engine.ask({ lesson: name });
    if (!reply.lesson) { onfailed(reply.error ?? "This lesson cannot be read."); return false; }
    lesson = reply.lesson;
    const kept = again ? null : reached()[name];
    const isThere = kept?.begun && kept.part < lesson.parts.length && kept.choice < lesson.parts[kept.part].choices.length;
    await begin(isThere ? { part: kept.part, choice: kept.choice } : { part: 0, choice: 0 }, isThere ? kept.answers ?? [] : []);
    if (lesson) keepAt();
    return Boolean(lesson);
  }

  function stop() {
    lesson = null;
    delete document.body.dataset.lesson;
    draw();
  }

  function leave() {
    keepWish(NOW, null);
    stop();
    onleave();
  }

  function toWhole({ play }) {
    const seats = lesson.seat ? { [lesson.seat]: "person" } : {};
    keepWish(NOW, null);
    stop();
    onwhole({ play, seats, others: "plan", nobody: "person" });
  }

  /// What is said of a lesson on the shelf.
  function placeOf({ name, parts }) {
    const kept = reached()[name];
    if (kept?.begun) return `Part ${kept.part + 1} of ${parts}`;
    return kept?.done ? "Done" : count(parts, "part");
  }

  /// Lists the lessons of the open book before the form; gives how many there are.
  async function list() {
    const place = by("learn") ?? make("section", { id: "learn", "aria-labelledby": "learn-title" });
    by("setup-form").before(place);
    place.hidden = true;
    const reply = await lead().engine.ask({ lessons: {} });
    all = reply.lessons ?? [];
    place.hidden = !all.length;
    const kept = reached();
    const row = one => {
      const [begun, done] = [kept[one.name]?.begun, kept[one.name]?.done];
      const open = make("button", { type: "button", class: "lesson-row", "data-lesson": one.name, onclick: () => start(one.name) },
        make("span", { class: "name", text: one.title }), make("span", { class: "about", text: one.about }),
        make("span", { class: "soft", text: `${count(one.minutes, "minute")} · ${placeOf(one)}` }));
      open.dataset.done = Boolean(done);
      const again = begun ? make("button", { type: "button", class: "link", text: "From the beginning", "aria-label": `${one.title}, from the beginning`, onclick: () => start(one.name, { again: true }) }) : null;
      return make("li", {}, open, again);
    };
    place.replaceChildren(make("h2", { id: "learn-title", text: "Learn it" }), make("ol", { class: "lesson-list" }, ...all.map(row)), make("h2", { text: "Play it" }));
    return all.length;
  }

  return {
    list, start, stop, view, choose, tapped, drawn,
    /// The lesson that was open when the page was closed: {book, name}, or null.
    last: () => wish(NOW, null),
    /// The reader does something else now.
    forget: () => { keepWish(NOW, null); stop(); },
    get running() { return lesson !== null; },
    /// For tests and for whoever looks under the hood.
    get state() { return lesson ? { lesson, at, phase, waits, choice: phase === "ask" ? choice() : null } : null; },
  };
}
