// A game at the reader's own table: the page is the hands of an automaton. In: the game as it is. Out: what the reader's hands have
// to do on the table now, and how all of it should lie, to check. What lies where is said by the rules; nothing is kept here but ticks.

import { by, make } from "../../press/src/dom.js";
import { shape, zoneAreas } from "./picture.js";
import { count, sentence } from "./words.js";

const place = new URL("./", location.href).pathname;
const storeKey = folder => `rulepress hands ${place} ${folder}`;

// ---- before a game

/// The choice between the page and the table, for a book that may be played at the table.
export function drawWays({ companion }) {
  const form = by("setup-form");
  by("ways")?.remove();
  delete form.dataset.way;
  if (!companion) return;
  const way = (value, title, words) => make("label", { class: "way" }, make("input", { type: "radio", name: "way", value, checked: value === "page" }), make("span", {}, make("b", { text: title }), make("span", { class: "soft", text: words })));
  const ways = make("fieldset", { class: "field", id: "ways" }, make("legend", { text: "How do you play?" }),
    way("page", "In this page", "The page lays out the table, and nothing lies before you."),
    way("table", "At the table: with your own cards", companion.words));
  ways.addEventListener("change", () => { form.dataset.way = new FormData(form).get("way"); });
  form.prepend(ways);
}

/// What `begin` takes for a game at the table; null where the page was chosen.
export function beginAtTable({ person, players }, seed) {
  if (new FormData(by("setup-form")).get("way") !== "table") return null;
  return { companion: true, seed, seats: { [person ?? players[0]]: "person" }, others: "plan", nobody: "person" };
}

// ---- what lies where

/// The things of a zone, each with where it stands and what lies on it.
const thingsOf = zone => (zone.cards ?? []).map((card, nth) => ({ name: card ?? "a face-down card", at: zone.spaces?.[nth] ?? null, marks: (zone.marks?.[nth] ?? []).join(", ") }));
const thingWords = ({ name, at, marks }) => [name, at && `on ${at}`, marks && `(${marks})`].filter(Boolean).join(" ");
const realZones = now => (now.game.companion?.real ?? []).map(key => now.zones.find(zone => zone.key === key)).filter(Boolean);
const keptZones = now => (now.game.companion?.kept ?? []).map(key => now.zones.find(zone => zone.key === key)).filter(Boolean);

/// What of `one` is not in `other`, thing by thing, by its name and space.
function without(one, other) {
  const left = other.map(sameThing);
  return one.filter(thing => {
    const at = left.indexOf(sameThing(thing));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
const sameThing = ({ name, at }) => `${name} @${at ?? ""}`;

/// Where in its zone a thing is to be put, in words.
function spotOf(zone, thing) {
  if (thing.at) return `on ${thing.at}`;
  if (zone.pile || zone.count < 2) return "";
  const things = thingsOf(zone);
  const nth = things.findIndex(other => sameThing(other) === sameThing(thing));
  if (nth === 0) return "at the left end";
  return nth === things.length - 1 ? "at the right end" : `to the left of ${things[nth + 1].name}`;
}

/// What hands have to do so that the zones lie as they do after something: [words].
export function handsBetween(before, after) {
  const [tasks, gone, come] = [[], [], []];
  for (const zone of after) {
    const was = before.find(other => other.key === zone.key);
    if (!was) continue;
    const [old, fresh] = [thingsOf(was), thingsOf(zone)];
    const [left, added] = [without(old, fresh), without(fresh, old)];
    gone.push(...left.map(thing => ({ thing, zone })));
    come.push(...added.map(thing => ({ thing, zone })));
    if (!left.length && !added.length && !zone.pile && old.map(sameThing).join() !== fresh.map(sameThing).join() && !fresh.some(thing => thing.at)) {
      tasks.push(`${zone.title} lies so, from the left: ${fresh.map(({ name }) => name).join(", ")}.`);
    }
    tasks.push(...markTasks(zone, old, fresh));
  }
  const moves = [];
  for (const { thing, zone } of come) {
    const at = gone.findIndex(other => other.thing.name === thing.name);
    const from = at < 0 ? null : gone.splice(at, 1)[0];
    const spot = spotOf(zone, thing);
    const onto = spot.startsWith("on ") ? spot : `into ${zone.title}${spot ? `, ${spot}` : ""}`;
    const marks = thing.marks ? ` On it: ${thing.marks}.` : "";
    if (!from) moves.push(`Put ${thing.name} ${onto}.${marks}`);
    else moves.push(`Move ${thing.name} from ${from.thing.at ?? from.zone.title} ${onto}.${marks}`);
  }
  return [...gone.map(({ thing, zone }) => `Take ${thing.name} away ${thing.at ? `from ${thing.at}` : `from ${zone.title}`}.`), ...moves, ...tasks];
}

/// What lies on things that stayed where they were.
function markTasks(zone, old, fresh) {
  const waiting = [...old];
  return fresh.flatMap(thing => {
    const same = waiting.findIndex(other => sameThing(other) === sameThing(thing) && other.marks === thing.marks);
    const at = same >= 0 ? same : waiting.findIndex(other => sameThing(other) === sameThing(thing));
    if (at < 0) return [];
    const [was] = waiting.splice(at, 1);
    if (was.marks === thing.marks) return [];
    return [`${thing.name}${thing.at ? ` on ${thing.at}` : ""}: ${thing.marks || `nothing lies on it any more`}.`];
  });
}

// ---- in a game

/// `draw(now)` after every change; it shows nothing in a game that is not at the table.
export function openCompanion() {
  const hands = make("section", { id: "hands", hidden: true, "aria-labelledby": "hands-title" });
  by("dock").prepend(hands);
  const dialog = make("dialog", { id: "checking", "aria-labelledby": "checking-title" });
  document.body.append(dialog);
  let last = null; // the game that was drawn: {begin, answers, zones}
  let shown = { tasks: [], said: [] };

  function draw(now) {
    const atTable = Boolean(now.game?.atTable);
    document.body.dataset.atTable = atTable;
    hands.hidden = !atTable;
    if (!atTable) { last = null; return; }
    const begin = JSON.stringify(now.begin);
    const answers = JSON.stringify(now.answers);
    if (last?.begin !== begin) shown = remembered(now) ?? { tasks: [], said: [] };
    else if (last.answers !== answers) {
      const said = now.entries.slice(now.fresh).flatMap(entry => (entry.said ?? []).map(sentence)).filter(Boolean);
      shown = { tasks: handsBetween(last.zones, realZones(now)).map(words => ({ words, done: false })), said };
    }
    last = { begin, answers, zones: realZones(now) };
    drawHands(now);
    markKept(now);
    remember(now);
  }

  function drawHands(now) {
    const { tasks, said } = shown;
    const box = task => {
      const input = make("input", { type: "checkbox", checked: task.done });
      input.onchange = () => { task.done = input.checked; remember(now); };
      return make("li", {}, make("label", { class: "task" }, input, make("span", { text: task.words })));
    };
    hands.replaceChildren(
      make("p", { class: "asks-row" }, make("b", { id: "hands-title", text: tasks.length ? "Now on your table" : "Nothing to do on your table" }), make("button", { type: "button", id: "check-table", class: "chip", text: "Check the table", onclick: () => openCheck(now) })),
      make("ul", { class: "tasks" }, ...tasks.map(box)),
      said.length ? make("details", { open: !tasks.length || innerWidth > 832 }, make("summary", { text: "What happened" }), ...said.map(text => make("p", { text }))) : "");
    hands.scrollTop = 0;
  }

  /// How all of it should lie, zone by zone, and what the page keeps.
  function openCheck(now) {
    const zone = one => {
      const things = thingsOf(one);
      const about = one.pile || one.count < 2 || things.some(({ at }) => at) ? "" : "from the left";
      return make("section", {}, make("h3", { text: one.title }, about ? make("span", { class: "soft", text: ` ${about}` }) : ""),
        things.length ? make("ul", { class: "tasks" }, ...things.map(thing => make("li", {}, make("label", { class: "task" }, make("input", { type: "checkbox" }), make("span", { text: thingWords(thing) }))))) : make("p", { class: "soft", text: "empty" }));
    };
    const kept = keptZones(now);
    dialog.replaceChildren(make("form", { method: "dialog" },
      make("h2", { id: "checking-title", text: "How the table should look" }),
      make("div", { id: "real-zones" }, ...realZones(now).map(zone)),
      kept.length ? make("h3", { text: "The page keeps" }) : "",
      make("dl", { id: "kept-zones" }, ...kept.map(one => make("div", {}, make("dt", { text: one.title }), make("dd", { text: keptWords(one) })))),
      make("p", { class: "row end" }, make("button", { class: "primary", value: "close", text: "Close" }))));
    dialog.showModal();
  }

  /// Zones that the page keeps are dotted in the picture of the table.
  function markKept(now) {
    const svg = by("mat").querySelector("svg");
    if (!svg) return;
    const areas = zoneAreas(svg, new Set(keptZones(now).map(({ title }) => title)));
    svg.append(...areas.map(({ x, y, width, height }) => shape("rect", { x: x - 1, y: y - 1, width: width + 2, height: height + 2, rx: 4, class: "kept" })));
  }

  function remember(now) {
    try { localStorage.setItem(storeKey(now.book.folder), JSON.stringify({ answers: now.answers.length, seed: now.game.seed, shown })); } catch { /* the list can be had from “Check the table” */ }
  }
  function remembered(now) {
    try {
      const kept = JSON.parse(localStorage.getItem(storeKey(now.book.folder)));
      return kept.answers === now.answers.length && kept.seed === now.game.seed && Array.isArray(kept.shown.tasks) ? kept.shown : null;
    } catch { return null; }
  }

  return { draw };
}

/// What is seen of a zone that the page keeps.
function keptWords(zone) {
  const seen = (zone.cards ?? []).filter(card => card !== null);
  if (zone.count && seen.length === zone.count && !zone.pile) return seen.join(", ");
  if (!zone.count) return "empty";
  return seen.length ? `${count(zone.count, "card")}, on top ${seen[0]}` : count(zone.count, "card");
}
