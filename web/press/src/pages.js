// Pages of a book as drawings: one element each, whose picture is made when it comes near the window.

const STEPS = [0.5, 0.67, 0.8, 0.9, 1, 1.15, 1.33, 1.5, 1.75, 2, 2.5, 3];

export function openPages(desk, { sizeLabel }) {
  let pages = [];
  let zoom = 0;
  let view = "";
  const spots = new Map();

  const near = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) {
      target.near = isIntersecting;
      if (isIntersecting) draw(target);
    }
  }, { root: desk, rootMargin: "1200px" });

  /// The old picture stays until the new one can be painted.
  function draw(sheet) {
    const { page } = sheet;
    if (!sheet.near || sheet.drawn === page || sheet.drawing === page) return;
    sheet.drawing = page;
    const url = URL.createObjectURL(new Blob([page.bytes], { type: "image/svg+xml" }));
    const next = new Image();
    next.alt = page.title;
    next.decoding = "async";
    next.src = url;
    next.decode().then(() => {
      if (sheet.page !== page) return;
      sheet.drawn = page;
      sheet.querySelector("img")?.remove();
      sheet.prepend(next);
      sheet.dataset.drawn = "true";
    }, () => {}).finally(() => {
      URL.revokeObjectURL(url);
      if (sheet.drawing === page) sheet.drawing = null;
    });
  }

  /// Width and height in points, from the head of the drawing.
  function sizeOf(bytes) {
    const head = new TextDecoder().decode(bytes.subarray(0, 400));
    const box = /viewBox="([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)"/.exec(head);
    return box ? [Number(box[3]), Number(box[4])] : [420, 595];
  }

  function resize() {
    const widest = Math.max(1, ...pages.map(page => page.width));
    const { paddingLeft, paddingRight } = getComputedStyle(desk);
    const room = desk.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 1;
    const fit = Math.min(room / widest, Math.max(1.6, 640 / widest), 2.2);
    const factor = zoom ? zoom * 4 / 3 : fit;
    for (const sheet of desk.querySelectorAll(".sheet")) {
      sheet.style.width = `${sheet.page.width * factor}px`;
      sheet.style.height = `${sheet.page.height * factor}px`;
    }
    sizeLabel.textContent = zoom ? `${Math.round(zoom * 100)} %` : "Fit";
    return factor * 3 / 4;
  }

  /// Shows pages of a view: [[path, bytes]], as they are named.
  function fill(key, files) {
    const changed = key !== view;
    if (changed) { if (view) spots.set(view, desk.scrollTop); view = key; }
    const old = changed ? [] : [...desk.querySelectorAll(".sheet")];
    pages = files.map(([path, bytes], nth) => {
      const before = old[nth]?.page;
      // A page that stays as it was is not drawn again.
      if (before && before.bytes.length === bytes.length && before.bytes.every((byte, at) => byte === bytes[at])) return Object.assign(before, { path });
      const [width, height] = sizeOf(bytes);
      return { path, bytes, width, height, title: `Page ${nth + 1} of ${files.length}` };
    });
    if (changed) desk.replaceChildren();
    desk.querySelectorAll(".empty").forEach(node => node.remove());
    pages.forEach((page, nth) => {
      let sheet = old[nth];
      if (!sheet) {
        sheet = document.createElement("figure");
        sheet.className = "sheet";
        desk.append(sheet);
      }
      sheet.page = page;
      sheet.dataset.number = nth + 1;
      if (!old[nth]) near.observe(sheet);
      draw(sheet);
    });
    for (const extra of old.slice(pages.length)) { near.unobserve(extra); extra.remove(); }
    resize();
    if (changed) desk.scrollTop = spots.get(view) ?? 0;
  }

  /// Says something in the place of pages.
  function say(key, ...nodes) {
    if (key !== view && view) spots.set(view, desk.scrollTop);
    view = key;
    pages = [];
    const box = document.createElement("div");
    box.className = "empty";
    box.append(...nodes.filter(Boolean));
    desk.replaceChildren(box);
  }

  function step(by) {
    const now = resize();
    const next = by > 0 ? STEPS.find(value => value > now + 0.02) : STEPS.findLast(value => value < now - 0.02);
    zoom = next ?? zoom;
    resize();
  }

  new ResizeObserver(resize).observe(desk);
  desk.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") step(1);
    else if (event.key === "-") step(-1);
    else if (event.key === "0") { zoom = 0; resize(); }
    else return;
    event.preventDefault();
  });

  return { fill, say, larger: () => step(1), smaller: () => step(-1), fit: () => { zoom = 0; resize(); }, count: () => pages.length, shown: () => view, forget: () => { spots.clear(); view = ""; pages = []; desk.replaceChildren(); } };
}
