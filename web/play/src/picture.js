// The table as a drawing. In: the SVG of a reply. Out: elements that may stand in the page.

const SPACE = "http://www.w3.org/2000/svg";
const ELEMENTS = new Set(["svg", "title", "desc", "g", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "tspan"]);
const ATTRIBUTES = new Set([
  "x", "y", "x1", "x2", "y1", "y2", "dx", "dy", "cx", "cy", "r", "rx", "ry", "width", "height", "d", "points", "transform", "viewBox", "fill",
  "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity", "opacity",
  "font-family", "font-size", "font-weight", "font-style", "text-anchor", "letter-spacing", "role",
]);

/// The drawing with nothing in it but shapes and words; null for what is no drawing.
export function cleanPicture(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.localName !== "svg" || root.namespaceURI !== SPACE) return null;
  for (const node of [root, ...root.querySelectorAll("*")]) clean(node);
  return document.adoptNode(root);
}

/// A drawing that can become the next one: {svg, lines, nodes}. Each element of a drawing is a line of its text; one whose line is there again
/// stays where it is, so that a browser lays out no more than what changed. `before` is the drawing that is shown, null at first.
export function nextPicture(before, text) {
  const [head, ...lines] = text.trimEnd().split("\n").slice(0, -1);
  if (before && become(before, head, lines)) return before;
  const svg = cleanPicture(text);
  if (!svg) return null;
  svg.replaceChildren(...svg.children); // without the ends of lines
  return { svg, lines, nodes: [...svg.children] };
}

/// Changes a drawing to these lines. False, and nothing changed, if they are no elements one by one.
function become(picture, head, lines) {
  if (picture.nodes.length !== picture.lines.length) return false;
  const most = Math.min(lines.length, picture.lines.length);
  let start = 0;
  while (start < most && lines[start] === picture.lines[start]) start += 1;
  let same = 0; // at the end
  while (same < most - start && lines.at(-1 - same) === picture.lines.at(-1 - same)) same += 1;
  const old = picture.nodes.slice(start, picture.nodes.length - same);
  const known = new Map();
  old.forEach((node, nth) => known.set(picture.lines[start + nth], [...known.get(picture.lines[start + nth]) ?? [], node]));
  const found = lines.slice(start, lines.length - same).map(line => known.get(line)?.shift() ?? line);
  const fresh = cleanPicture(`${head}\n${found.filter(node => typeof node === "string").join("\n")}\n</svg>`);
  const made = [...fresh?.children ?? []];
  if (!fresh || made.length !== found.filter(node => typeof node === "string").length) return false;
  const nodes = found.map(node => typeof node === "string" ? made.shift() : node);
  picture.svg.setAttribute("viewBox", fresh.getAttribute("viewBox"));
  put(picture, { nodes, old, before: picture.nodes.at(picture.nodes.length - same) ?? null });
  picture.nodes.splice(start, old.length, ...nodes);
  picture.lines = lines;
  return true;
}

/// Puts these nodes where the old ones stand, before the first that stays; those that are in both are moved only if they must be.
function put({ svg }, { nodes, old, before }) {
  const stays = new Set(nodes);
  for (const node of old) if (!stays.has(node)) node.remove();
  let at = old.find(node => stays.has(node)) ?? before;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else svg.insertBefore(node, at);
  }
}

function clean(node) {
  if (node.namespaceURI !== SPACE || !ELEMENTS.has(node.localName)) { node.remove(); return; }
  for (const name of node.getAttributeNames()) {
    if (!ATTRIBUTES.has(name) || node.getAttribute(name).includes("(") && !name.startsWith("transform")) node.removeAttribute(name);
  }
}

export function shape(tag, set) {
  const node = document.createElementNS(SPACE, tag);
  for (const [key, value] of Object.entries(set)) node.setAttribute(key, value);
  return node;
}

const number = (node, name) => Number(node.getAttribute(name) ?? 0);
const areaOf = rect => ({ x: number(rect, "x"), y: number(rect, "y"), width: number(rect, "width"), height: number(rect, "height") });
const holds = (area, x, y) => x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height;

/// Bold words, of which lines below each other are one name: [{words, x, y, node}].
function boldNames(svg) {
  const names = [];
  for (const text of svg.querySelectorAll("text[font-weight='700']:not([text-anchor])")) {
    const [x, y] = [number(text, "x"), number(text, "y")];
    const before = names.at(-1);
    if (before && before.x === x && before.last === text.previousElementSibling) {
      before.words += ` ${text.textContent}`;
      before.last = text;
    } else {
      names.push({ words: text.textContent, x, y, node: text, last: text });
    }
  }
  return names;
}

/// Where the zones of these titles lie: the smallest rectangle around each title that was drawn before it.
export function zoneAreas(svg, titles) {
  const rects = [...svg.querySelectorAll("rect")].map(rect => ({ rect, area: areaOf(rect) }));
  return boldNames(svg).filter(({ words }) => titles.has(words)).flatMap(({ x, y, node }) => {
    const around = rects.filter(({ rect, area }) => holds(area, x, y) && rect.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING);
    around.sort((a, b) => a.area.width * a.area.height - b.area.width * b.area.height);
    return around.slice(0, 1).map(({ area }) => area);
  });
}
