// Rules, terms and cards that the text names are explained beside it: on hover, on focus, on the first tap.
(() => {
  const { one, all, make, target, copy } = rulebook;
  const box = one(".explain");
  const MOST = 700;
  const links = "main a[href^='#']:not(.number), dialog.sheet a[href^='#']:not(h3 a)";
  let shown = null;
  let timer = 0;
  let touched = false;

  const isHeading = element => /^H[1-6]$/.test(element.tagName);
  /// The parts of the text that stand at a place.
  const parts = place => {
    if (isHeading(place)) {
      const found = [place];
      let length = 0;
      for (let next = place.nextElementSibling; next && !isHeading(next) && !next.matches(".example") && length < MOST; next = next.nextElementSibling) {
        found.push(next);
        length += next.textContent.length;
      }
      return found;
    }
    if (place.tagName === "DT") {
      const found = [place];
      for (let next = place.nextElementSibling; next?.tagName === "DD"; next = next.nextElementSibling) found.push(next);
      return found;
    }
    if (place.tagName === "LI" || place.tagName === "ARTICLE" || place.matches(".chart")) return [place];
    return [place.closest("p, td, li, figure, blockquote") ?? place];
  };
  const content = place => parts(place).map(part => {
    const twin = copy(part);
    for (const tool of all("button, .walk, .stage, .boxes, .for-narrow, .alone, script", twin)) tool.remove();
    for (const link of all("a.number", twin)) link.replaceWith(make("span", "number", link.textContent === "#" ? "" : link.textContent));
    for (const link of all("a", twin)) link.replaceWith(...link.childNodes);
    const name = isHeading(part) || part.tagName === "DT" ? "title" : "part";
    const around = make("div", name);
    if (twin.matches("li, dt, dd") || isHeading(part)) around.append(...twin.childNodes);
    else around.append(twin);
    return around;
  });

  /// Below the link, or above it where there is more room; never wider than the window.
  const put = link => {
    const at = link.getClientRects()[0] ?? link.getBoundingClientRect();
    const [wide, high] = [box.offsetWidth, box.offsetHeight];
    const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - wide - 8));
    const below = innerHeight - at.bottom;
    const top = below >= high + 12 || below >= at.top ? at.bottom + 6 : at.top - high - 6;
    box.style.setProperty("left", `${left}px`);
    box.style.setProperty("top", `${Math.max(8, Math.min(top, innerHeight - high - 8))}px`);
  };
  const show = link => {
    const place = target(link);
    if (!place || place.contains(link) || place.id === "rp-text") return;
    hide();
    const on = make("a", "on", "Go there");
    on.href = link.getAttribute("href");
    on.addEventListener("click", () => hide());
    box.replaceChildren(...content(place), on);
    (link.closest("dialog") ?? document.body).append(box);
    box.hidden = false;
    put(link);
    link.setAttribute("aria-describedby", box.id);
    shown = link;
  };
  const hide = () => {
    clearTimeout(timer);
    if (!shown) return;
    shown.removeAttribute("aria-describedby");
    shown = null;
    box.hidden = true;
  };
  const later = (act, time) => {
    clearTimeout(timer);
    timer = setTimeout(act, time);
  };

  document.addEventListener("pointerdown", event => {
    touched = event.pointerType === "touch" || event.pointerType === "pen";
    if (shown && !event.target.closest(".explain") && event.target.closest(links) !== shown) hide();
  });
  document.addEventListener("pointerover", event => {
    if (event.pointerType === "touch") return;
    const link = event.target.closest(links);
    if (link && link !== shown) later(() => show(link), 250);
    else if (link === shown || event.target.closest(".explain")) clearTimeout(timer);
    else if (shown) later(hide, 250);
    else clearTimeout(timer);
  });
  document.addEventListener("focusin", event => {
    const link = event.target.closest(links);
    if (link && link.matches(":focus-visible")) show(link);
    else if (shown && !event.target.closest(".explain")) hide();
  });
  // The first tap explains, the second goes there; a scroll is no tap.
  document.addEventListener("click", event => {
    const link = event.target.closest(links);
    if (!link || link.closest(".explain")) return;
    if (!touched || link === shown || !target(link)) return hide();
    event.preventDefault();
    event.stopPropagation();
    show(link);
  }, true);
  document.addEventListener("keydown", event => {
    if (event.key !== "Escape" || !shown) return;
    event.preventDefault();
    hide();
  });
  addEventListener("scroll", () => { if (shown && touched) hide(); else if (shown) put(shown); }, { passive: true });
  addEventListener("resize", hide, { passive: true });
})();
