// The table of the page: the drawing with its size, frames around what changed and what may be chosen, and the same in words.
// In: the game as it is. Out: `onpick(nth)` when somebody taps the place of one option, `onother(name)` a card that a lesson calls none.

import { by, make } from "../../press/src/dom.js";
import { keepWish, wish } from "./keep.js";
import { nextPicture, shape, zoneAreas } from "./picture.js";
import { cardWords } from "./words.js";

/// How much a drawing's smallest words are at least enlarged, and how much a wide screen enlarges it at most.
const READABLE = 1.4;
const LARGEST = 2.1;
const AROUND = 1.4; // between a card and its frame, in points
const ZOOMS = [0.5, 0.7, 0.85, 1, 1.25, 1.5, 2, 2.75, 4];

export function openTable({ onpick, onother }) {
  const mat = by("mat");
  let picture = null; // that is shown
  let svg = null; // of it
  let zoom = wish("zoom", 1);

  function resize() {
    if (!svg) return;
    const [, , width] = svg.getAttribute("viewBox").split(" ").map(Number);
    const room = mat.clientWidth - 24;
    const base = Math.min(Math.max(room / width, READABLE), LARGEST) * width;
    svg.style.width = `${Math.round(base * zoom)}px`;
    svg.style.height = "auto";
    by("smaller").disabled = zoom <= ZOOMS[0];
    by("larger").disabled = zoom >= ZOOMS.at(-1);
    by("size").textContent = `${Math.round(zoom * 100)} %`;
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
    // What was marked on the drawing; nothing of a drawing has a class of its own.
    svg?.querySelectorAll(":scope > [class]").forEach(mark => mark.remove());
    const before = svg?.getAttribute("viewBox");
    picture = nextPicture(picture, now.table ?? "");
    const next = picture?.svg ?? null;
    if (!next || next !== svg) show(next);
    else if (next.getAttribute("viewBox") !== before) resize();
    if (!next) return;
    markChanges(now);
    markOptions(now);
  }

  /// Another drawing, at the place to which the one before was scrolled.
  function show(next) {
    const place = [mat.scrollLeft, mat.scrollTop];
    svg = next;
    mat.replaceChildren(...next ? [next] : [make("p", { class: "soft", text: "Nothing lies on the table." })]);
    if (!next) return;
    next.removeAttribute("width");
    next.removeAttribute("height");
    resize();
    mat.scrollTo(...place);
  }

  const ring = ({ x, y, width, height }, kind) => shape("rect", { x: x - AROUND, y: y - AROUND, width: width + 2 * AROUND, height: height + 2 * AROUND, rx: 4, class: kind });

  /// Zones in which something is another than before the last answer.
  function markChanges(now) {
    const titles = new Set(now.zones.filter(zone => now.changed.has(zone.key)).map(zone => zone.title));
    svg.append(...zoneAreas(svg, titles).map(area => ring(area, "changed")));
  }

  /// Where the options of the question lie. A place that two options share can only be looked at.
  function markOptions(now) {
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    const places = new Map();
    for (const { option, x, y, width: across, height: down } of now.places) {
      const key = [x, y, across, down].join();
      const area = { x: x * width, y: y * height, width: across * width, height: down * height };
      places.set(key, { area, options: [...places.get(key)?.options ?? [], option] });
    }
    for (const { area, options } of places.values()) {
      const mark = ring(area, "can");
      mark.dataset.options = JSON.stringify(options);
      if (options.length === 1) {
        mark.classList.add("single");
        mark.addEventListener("click", () => onpick(options[0]));
      }
      svg.append(mark);
    }
    for (const { name, x, y, width: across, height: down } of now.others ?? []) {
      const mark = shape("rect", { x: x * width, y: y * height, width: across * width, height: down * height, class: "other" });
      mark.addEventListener("click", () => onother(name));
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

  return { draw, aim, clear() { picture = svg = null; mat.replaceChildren(); by("words").replaceChildren(); }, words: drawWords };
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

/// The table in words: for each player the amounts, and what lies in each zone.
function drawWords(now) {
  const owners = [...new Set([...(now.game?.players ?? []), ...Object.keys(now.amounts), ...now.zones.map(zone => zone.owner ?? null)])];
  const groups = owners.map(owner => ({
    owner, amounts: Object.entries(now.amounts[owner] ?? {}), zones: now.zones.filter(zone => (zone.owner ?? null) === owner),
  })).filter(({ amounts, zones }) => amounts.length || zones.length);
  by("words").replaceChildren(make("div", {}, ...groups.map(({ owner, amounts, zones }) => make("section", {},
    make("h3", { text: owner ?? "On the table" }),
    amounts.length ? make("p", { class: "amounts" }, ...amounts.map(([name, value]) => make("span", {}, make("b", { text: String(value) }), ` ${name}`))) : null,
    zoneList(now, owner, zones)))));
}

/// The zones that hold something or have just been emptied, then in one line those that are empty.
function zoneList(now, owner, zones) {
  const told = zones.filter(zone => zone.count || now.changed.has(zone.key));
  const empty = zones.filter(zone => !told.includes(zone)).map(zone => ownName(zone, owner)).join(", ");
  return make("dl", {},
    ...told.map(zone => make("div", {},
      make("dt", {}, ownName(zone, owner), now.changed.has(zone.key) ? make("span", { class: "badge", text: "changed" }) : null,
        now.game?.atTable && now.game.companion?.kept.includes(zone.key) ? make("span", { class: "badge keeps", text: "the page keeps it" }) : null),
      make("dd", { text: cardWords(zone) }))),
    empty ? make("div", {}, make("dt", { text: "Empty" }), make("dd", { class: "soft", text: empty })) : null);
}
const ownName = ({ title }, owner) => owner && title.startsWith(`${owner}: `) ? title.slice(owner.length + 2) : title;
