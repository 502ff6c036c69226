// The table as a drawing. In: the SVG of a reply. Out: elements that may stand in the page, and where the cards and zones are in it.

const SPACE = "http://www.w3.org/2000/svg";
const ELEMENTS = new Set(["svg", "title", "desc", "g", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "tspan"]);
const ATTRIBUTES = new Set([
  "x", "y", "x1", "x2", "y1", "y2", "dx", "dy", "cx", "cy", "r", "rx", "ry", "width", "height", "d", "points", "transform", "viewBox", "fill",
  "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity", "opacity",
  "font-family", "font-size", "font-weight", "font-style", "text-anchor", "letter-spacing", "role", "data-card", "data-zone",
]);

/// A copy with nothing in it but shapes and words; null for what is no drawing.
export function cleanPicture(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return root.localName === "svg" && root.namespaceURI === SPACE ? cleanCopy(root) : null;
}

function cleanCopy(node) {
  const copy = document.createElementNS(SPACE, node.localName);
  for (const { name, value } of node.attributes) {
    if (ATTRIBUTES.has(name) && !/url\s*\(/i.test(value)) copy.setAttribute(name, value);
  }
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.data);
    else if (child.nodeType === Node.ELEMENT_NODE && child.namespaceURI === SPACE && ELEMENTS.has(child.localName)) copy.append(cleanCopy(child));
  }
  return copy;
}

export function shape(tag, set) {
  const node = document.createElementNS(SPACE, tag);
  for (const [key, value] of Object.entries(set)) node.setAttribute(key, value);
  return node;
}

const number = (node, name) => Number(node.getAttribute(name) ?? 0);
const areaOf = rect => ({ x: number(rect, "x"), y: number(rect, "y"), width: number(rect, "width"), height: number(rect, "height"), rx: number(rect, "rx") });
const holds = (area, x, y) => x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height;

/// Bold words that stand below each other are one name: [{words, x, y}].
function boldNames(svg) {
  const names = [];
  for (const text of svg.querySelectorAll("text[font-weight='700']:not([text-anchor])")) {
    const [x, y, size] = [number(text, "x"), number(text, "y"), number(text, "font-size")];
    const before = names.at(-1);
    if (before && before.x === x && before.next === text.previousElementSibling && y - before.last < size * 1.4) {
      before.words += before.words.endsWith("-") ? text.textContent : ` ${text.textContent}`;
      Object.assign(before, { last: y, next: text });
    } else {
      names.push({ words: text.textContent, x, y, last: y, next: text, node: text });
    }
  }
  return names;
}

/// The cards and zones that show a name: [{name, area, node}]. A card is a rectangle that was drawn before its name; the smallest one
/// around the name is meant.
export function namedAreas(svg) {
  const marked = [...svg.querySelectorAll("[data-card], [data-zone]")].map(node => {
    const box = node.localName === "rect" ? areaOf(node) : (({ x, y, width, height }) => ({ x, y, width, height, rx: 3 }))(node.getBBox());
    return { name: node.dataset.card ?? node.dataset.zone, zone: node.dataset.zone !== undefined, area: box };
  });
  if (marked.length) return marked;
  const rects = [...svg.querySelectorAll("rect")].map(rect => ({ rect, area: areaOf(rect) }));
  return boldNames(svg).flatMap(({ words, x, y, node }) => {
    const around = rects.filter(({ rect, area }) => holds(area, x, y) && rect.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING)
      .sort((a, b) => a.area.width * a.area.height - b.area.width * b.area.height)[0];
    return around ? [{ name: words, area: around.area }] : [];
  });
}
