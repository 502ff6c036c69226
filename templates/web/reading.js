"use strict";
// What all tools of the page share; then the bar, the contents, numbers as links to copy, and the quick reference.
const rulebook = (() => {
  const one = (selector, inside = document) => inside.querySelector(selector);
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  /// A new element with its words.
  const make = (tag, name = "", words = "") => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (words) element.textContent = words;
    return element;
  };
  const button = (words, act, name = "") => {
    const element = make("button", name, words);
    element.type = "button";
    element.addEventListener("click", act);
    return element;
  };
  /// The place that a link inside the page leads to.
  const target = link => {
    const address = link.getAttribute("href") ?? "";
    if (!address.startsWith("#")) return null;
    try {
      return document.getElementById(decodeURIComponent(address.slice(1)));
    } catch {
      return document.getElementById(address.slice(1));
    }
  };
  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const keep = (key, value) => { try { localStorage.setItem(key, value); } catch { /* A browser may keep nothing. */ } };
  const kept = key => { try { return localStorage.getItem(key); } catch { return null; } };
  let fading = 0;
  /// Says something for a moment, to those who see and to those who listen.
  const tell = words => {
    const box = one(".told-shortly");
    box.textContent = words;
    box.classList.add("shown");
    clearTimeout(fading);
    fading = setTimeout(() => box.classList.remove("shown"), 2500);
  };
  /// A copy whose places have no names.
  const copy = element => {
    const twin = element.cloneNode(true);
    for (const named of [twin, ...all("[id]", twin)]) named.removeAttribute("id");
    return twin;
  };
  /// Goes to a place, which is opened where it is folded, and takes the focus there.
  const go = id => {
    const place = document.getElementById(id);
    if (!place) return;
    for (let around = place.parentElement; around; around = around.parentElement) if (around.tagName === "DETAILS") around.open = true;
    location.hash = "#" + encodeURIComponent(id).replaceAll("%2F", "/");
    if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
    place.focus({ preventScroll: true });
    place.scrollIntoView();
  };
  return { one, all, make, button, target, still, keep, kept, tell, copy, go };
})();

(() => {
  const { one, all, target, keep, kept, tell, copy } = rulebook;
  const root = document.documentElement;

  // Dark or light: as the system says until the reader chooses.
  const look = one(".tool.look");
  const night = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ?? (night.matches ? "dark" : "light")) === "dark";
  const showLook = () => look.setAttribute("aria-pressed", String(isDark()));
  look.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    keep("rulepress-look", root.dataset.theme);
    showLook();
  });
  night.addEventListener("change", showLook);
  showLook();

  // What is new since an earlier edition can be hidden.
  const marks = one(".tool.marks");
  if (marks) {
    const show = shown => {
      root.classList.toggle("unmarked", !shown);
      marks.setAttribute("aria-pressed", String(shown));
    };
    marks.addEventListener("click", () => {
      const shown = root.classList.contains("unmarked");
      show(shown);
      keep("rulepress-marks", shown ? "shown" : "hidden");
    });
    show(kept("rulepress-marks") !== "hidden");
  }

  // The contents are a drawer on narrow screens.
  const menu = one(".tool.menu");
  const contents = one(".contents");
  const rest = [one("main"), one("footer"), one(".bar .tools"), one(".bar .name"), one(".skip")];
  const openMenu = open => {
    root.classList.toggle("menu-open", open);
    menu.setAttribute("aria-expanded", String(open));
    rest.forEach(part => { part.inert = open; });
    if (open) (one("[aria-current]", contents) ?? one("a", contents))?.focus();
  };
  menu.addEventListener("click", () => openMenu(!root.classList.contains("menu-open")));
  contents.addEventListener("click", event => { if (event.target.closest("a")) openMenu(false); });
  document.addEventListener("click", event => {
    if (root.classList.contains("menu-open") && !event.target.closest(".contents, .menu")) openMenu(false);
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && root.classList.contains("menu-open")) {
      openMenu(false);
      menu.focus();
    }
  });
  matchMedia("(min-width: 64rem)").addEventListener("change", () => openMenu(false));

  // The contents follow the place of reading.
  const places = all("a[href^='#']", contents).map(link => ({ link, place: target(link) })).filter(({ place }) => place);
  let waiting = false;
  const follow = () => {
    waiting = false;
    const edge = 96;
    let now = null;
    for (const entry of places) {
      if (entry.place.getBoundingClientRect().top > edge) break;
      now = entry;
    }
    for (const { link } of places) {
      if (link === now?.link) continue;
      link.removeAttribute("aria-current");
    }
    if (!now || now.link.hasAttribute("aria-current")) return;
    now.link.setAttribute("aria-current", "location");
    const [box, inside] = [now.link.getBoundingClientRect(), contents.getBoundingClientRect()];
    if (box.top < inside.top || box.bottom > inside.bottom) contents.scrollTop += box.top - inside.top - inside.height / 3;
  };
  const followSoon = () => {
    if (!waiting) requestAnimationFrame(follow);
    waiting = true;
  };
  addEventListener("scroll", followSoon, { passive: true });
  addEventListener("resize", followSoon, { passive: true });
  follow();

  // A click on a number copies the address of its place.
  const copyAddress = async address => {
    try {
      await navigator.clipboard.writeText(address);
      return true;
    } catch {
      return false;
    }
  };
  document.addEventListener("click", async event => {
    const link = event.target.closest("main a.number");
    if (!link || event.defaultPrevented) return;
    const words = link.textContent === "#" ? "The link" : `The link to ${link.getAttribute("aria-label").replace("Link to ", "")}`;
    tell(await copyAddress(link.href) ? `${words} is copied` : `${words} is in the address bar`);
  });

  // The quick reference over the text.
  const brief = one(".tool.brief");
  const sheet = one("dialog.sheet");
  if (brief) {
    const inside = one(".briefs", sheet);
    brief.addEventListener("click", event => {
      event.preventDefault();
      if (!inside.firstChild) inside.append(...[...one(".quick .briefs").children].map(copy));
      sheet.showModal();
    });
    inside.addEventListener("click", event => { if (event.target.closest("a")) sheet.close(); });
  }
  for (const dialog of all("dialog")) {
    one(".close", dialog).addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
  }

  // What is wider than the page can be scrolled by the keyboard too.
  const reach = () => {
    for (const wide of all("main .wide, main figure, main pre")) {
      if (wide.scrollWidth > wide.clientWidth + 1) wide.tabIndex = 0;
      else wide.removeAttribute("tabindex");
    }
  };
  addEventListener("resize", reach, { passive: true });
  document.fonts?.ready.then(reach);
  reach();

  // A place that is folded opens when a link leads there.
  const unfold = () => {
    const place = location.hash ? target({ getAttribute: () => location.hash }) : null;
    const folded = place?.closest("details:not([open])");
    if (!folded) return;
    folded.open = true;
    place.scrollIntoView();
  };
  addEventListener("hashchange", unfold);
  unfold();

  // Kept like an app where it is served.
  if (location.protocol.startsWith("http")) {
    const link = document.createElement("link");
    link.rel = "manifest";
    link.href = "manifest.webmanifest";
    document.head.append(link);
    navigator.serviceWorker?.register("worker.js").catch(() => {});
  }
})();
