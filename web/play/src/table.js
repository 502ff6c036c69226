// The table of the page: the drawing with its size, marks on what changed and on what may be chosen, and the same in words.
// In: the game as it is. Out: `onpick(option)` when somebody taps a card that one option alone names.

import { by, make } from "../../press/src/dom.js";
import { keepWish, wish } from "./keep.js";
import { cleanPicture, namedAreas, shape } from "./picture.js";
import { cardWords } from "./words.js";

/// How much a drawing's smallest words are at least enlarged, and how much a wide screen enlarges it at most.
const READABLE = 1.4;
const LARGEST = 2.1;
const ZOOMS = [0.5, 0.7, 0.85, 1, 1.25, 1.5, 2, 2.75, 4];

export function openTable({ onpick }) {
  const mat = by("mat");
  let svg = null;
  let areas = [];
  let zoom = wish("zoom", 1);
  let chosen = new Map(); // an option, and the areas that it names

  function resize() {
    if (!svg) return;
    const [, , width] = svg.getAttribute("viewBox").split(" ").map(Number);
    const room = mat.clientWidth - 24;
    const base = Math.min(Math.max(room / width, READABLE), LARGEST) * width;
    svg.style.width = `${Math.round(base * zoom)}px`;
    svg.style.height = "auto";
    by("smaller").disabled = zoom <= ZOOMS[0];
    by("larger").disabled = zoom >= ZOOMS.at(-1);
    by("size").textContent = zoom === 1 ? "Fit" : `${Math.round(zoom * 100)} %`;
  }

  function setZoom(to, at) {
    const before = zoom;
    zoom = Math.min(ZOOMS.at(-1), Math.max(ZOOMS[0], to));
    const middle = at ?? { x: mat.clientWidth / 2, y: mat.clientHeight / 2 };
    const [left, top] = [(mat.scrollLeft + middle.x) * zoom / before - middle.x, (mat.scrollTop + middle.y) * zoom / before - middle.y];
    resize();
    mat.scrollTo(left, top);
    keepWish("zoom", zoom);
  }

  function draw(now) {
    const next = cleanPicture(now.table ?? "");
    const place = [mat.scrollLeft, mat.scrollTop];
    svg = next;
    mat.replaceChildren(...next ? [next] : [make("p", { class: "soft", text: "Nothing lies on the table." })]);
    if (!next) { areas = []; return; }
    next.removeAttribute("width");
    next.removeAttribute("height");
    areas = namedAreas(next);
    resize();
    mat.scrollTo(...place);
    markChanges(now);
    markOptions(now);
  }

  const ring = (area, kind, by_ = 1.6) => shape("rect", {
    x: area.x - by_, y: area.y - by_, width: area.width + 2 * by_, height: area.height + 2 * by_, rx: (area.rx || 2) + by_, class: kind,
  });

  /// Zones that the newest steps changed.
  function markChanges(now) {
    const keys = changedZones(now);
    const titles = new Set(now.zones.filter(zone => keys.has(zone.key)).map(zone => zone.title));
    const found = areas.filter(area => area.zone ? keys.has(area.name) : titles.has(area.name));
    svg.append(...found.map(({ area }) => ring(area, "changed")));
  }

  function markOptions(now) {
    chosen = new Map((now.question?.options ?? []).map(option => [option, areas.filter(area => names(option, area.name, areas))]));
    for (const area of new Set([...chosen.values()].flat())) {
      const meant = [...chosen].filter(([, found]) => found.includes(area)).map(([option]) => option);
      const mark = ring(area.area, "can");
      mark.dataset.options = JSON.stringify(meant);
      if (meant.length === 1) {
        mark.classList.add("single");
        mark.addEventListener("click", () => onpick(meant[0]));
      }
      svg.append(mark);
    }
  }

  /// Shows where the cards of an option lie; of none without one.
  function aim(option) {
    for (const mark of svg?.querySelectorAll(".can") ?? []) mark.classList.toggle("aimed", option !== null && JSON.parse(mark.dataset.options).includes(option));
  }

  by("smaller").onclick = () => setZoom(ZOOMS.findLast(size => size < zoom) ?? zoom);
  by("larger").onclick = () => setZoom(ZOOMS.find(size => size > zoom) ?? zoom);
  by("size").onclick = () => setZoom(1);
  new ResizeObserver(resize).observe(mat);
  mat.addEventListener("keydown", event => {
    const act = { "+": "larger", "=": "larger", "-": "smaller" }[event.key];
    if (act && !event.ctrlKey && !event.metaKey) { event.preventDefault(); by(act).click(); }
  });
  mat.addEventListener("wheel", event => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const box = mat.getBoundingClientRect();
    setZoom(zoom * Math.exp(-event.deltaY / 300), { x: event.clientX - box.left, y: event.clientY - box.top });
  }, { passive: false });
  pinch(mat, () => zoom, setZoom);

  return { draw, aim, clear() { svg = null; areas = []; mat.replaceChildren(); by("words").replaceChildren(); }, words: drawWords };
}

/// Two fingers change the size.
function pinch(mat, zoom, setZoom) {
  const fingers = new Map();
  let began = null;
  const apart = () => {
    const [a, b] = [...fingers.values()];
    return { far: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };
  mat.addEventListener("pointerdown", event => {
    if (event.pointerType !== "touch") return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 2) began = { far: apart().far, zoom: zoom() };
  });
  mat.addEventListener("pointermove", event => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size !== 2 || !began) return;
    const box = mat.getBoundingClientRect();
    const { far, x, y } = apart();
    setZoom(began.zoom * far / began.far, { x: x - box.left, y: y - box.top });
  });
  for (const type of ["pointerup", "pointercancel", "pointerleave"]) {
    mat.addEventListener(type, event => { fingers.delete(event.pointerId); began = null; });
  }
}

/// Whether an option names what is called so; of two names, one of which holds the other, the longer one is meant.
function names(option, name, areas) {
  if (option === name) return true;
  if (!name || name.length < 3 || !hasWords(option, name)) return false;
  return !areas.some(area => area.name.length > name.length && area.name.includes(name) && hasWords(option, area.name));
}
function hasWords(text, words) {
  const at = text.indexOf(words);
  const isLetter = letter => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
  return at >= 0 && !isLetter(text[at - 1]) && !isLetter(text[at + words.length]);
}

export const changedZones = now => new Set(now.entries.slice(now.fresh).flatMap(entry => entry.changes ?? []));

/// The table in words: for each player the amounts, and what lies in each zone.
function drawWords(now) {
  const changed = changedZones(now);
  const owners = [...new Set([...(now.game?.players ?? []), ...Object.keys(now.amounts), ...now.zones.map(zone => zone.owner ?? null)])];
  const groups = owners.map(owner => ({
    owner, amounts: Object.entries(now.amounts[owner] ?? {}), zones: now.zones.filter(zone => (zone.owner ?? null) === owner),
  })).filter(({ amounts, zones }) => amounts.length || zones.length);
  by("words").replaceChildren(...groups.map(({ owner, amounts, zones }) => make("section", {},
    make("h3", { text: owner ?? "On the table" }),
    amounts.length ? make("p", { class: "amounts" }, ...amounts.map(([name, value]) => make("span", {}, make("b", { text: String(value) }), ` ${name}`))) : null,
    make("dl", {}, ...zones.map(zone => make("div", { class: changed.has(zone.key) ? "is-changed" : "" },
      make("dt", {}, ownName(zone, owner), changed.has(zone.key) ? make("span", { class: "badge", text: "changed" }) : null),
      make("dd", { text: cardWords(zone) })))))));
}
const ownName = ({ title }, owner) => owner && title.startsWith(`${owner}: `) ? title.slice(owner.length + 2) : title;
