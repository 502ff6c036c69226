"use strict";
(() => {
  const by = id => document.getElementById(id);
  const [pages, play, cards, tabs, examples, banner] = ["pages", "play", "cards", "tabs", "examples", "banner"].map(by);
  const make = (tag, name, words) => {
    const node = document.createElement(tag);
    if (name) node.className = name;
    if (words !== undefined) node.textContent = words;
    return node;
  };
  const kept = key => { try { return sessionStorage.getItem(key); } catch { return null; } };
  const keep = (key, value) => { try { sessionStorage.setItem(key, value); } catch { /* it is not kept */ } };
  const isExample = key => key.startsWith("example/");

  let state = null;
  let view = kept("view") ?? "";
  let example = kept("example") ?? "";
  let zoom = Number(kept("zoom")) || 0;
  let shownView = "";
  let shownChange = 0;
  let chosen = "";
  let asking = new AbortController();
  const spots = {};

  // Pages: one element each, whose picture is fetched when it comes near the window.
  const near = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) {
      target.near = isIntersecting;
      if (isIntersecting) draw(target);
    }
  }, { root: pages, rootMargin: "1200px" });

  // The old picture stays until the new one can be painted.
  const draw = sheet => {
    const { name } = sheet;
    if (!sheet.near || sheet.drawn === name || sheet.drawing === name) return;
    sheet.drawing = name;
    const next = new Image();
    next.alt = `Page ${sheet.index + 1}`;
    next.src = `/page/${name}.svg`;
    next.decode().then(() => {
      if (sheet.name !== name) return;
      sheet.drawn = name;
      sheet.querySelector("img")?.remove();
      sheet.prepend(next);
      sheet.dataset.drawn = name;
    }, () => {}).finally(() => { if (sheet.drawing === name) sheet.drawing = ""; });
  };

  const scale = () => {
    const widest = Math.max(1, ...(state?.pages ?? []).map(page => page.width));
    const room = pages.clientWidth - (innerWidth < 900 ? 28 : 56);
    return zoom || Math.min(room / widest, Math.max(1.55, 640 / widest), 2.2);
  };
  const resize = () => {
    const factor = scale();
    for (const sheet of pages.children) {
      if (!sheet.page) continue;
      sheet.style.width = `${sheet.page.width * factor}px`;
      sheet.style.height = `${sheet.page.height * factor}px`;
    }
    by("size").textContent = zoom ? `${Math.round(zoom * 75)} %` : "Fit";
  };
  const top = sheet => sheet.offsetTop - pages.offsetTop;
  const seen = () => {
    const middle = pages.scrollTop + pages.clientHeight / 3;
    const sheets = [...pages.children].filter(sheet => sheet.page);
    const index = sheets.findIndex(sheet => top(sheet) + sheet.offsetHeight > middle);
    return index < 0 ? Math.max(0, sheets.length - 1) : index;
  };
  const inWindow = (sheet, box) => {
    const from = top(sheet) + (box ? box[1] : 0) * sheet.offsetHeight;
    const to = top(sheet) + (box ? box[3] : 1) * sheet.offsetHeight;
    return to > pages.scrollTop && from < pages.scrollTop + pages.clientHeight;
  };
  const bring = (sheet, box) => {
    const at = top(sheet) + (box ? (box[1] + box[3]) / 2 : .5) * sheet.offsetHeight;
    const left = sheet.offsetLeft - pages.offsetLeft + (box ? (box[0] + box[2]) / 2 : .5) * sheet.offsetWidth;
    pages.scrollTo(left - pages.clientWidth / 2, at - pages.clientHeight / 2.4);
  };
  const mark = (sheet, boxes, kind) => {
    for (const [left, up, right, down] of boxes) {
      const node = make("span", `mark ${kind}`);
      Object.assign(node.style, { left: `${100 * left}%`, top: `${100 * up}%`, width: `${100 * (right - left)}%`, height: `${100 * (down - up)}%` });
      sheet.append(node);
      if (kind === "new") setTimeout(() => node.remove(), 2700);
    }
  };
  const unmark = kind => pages.querySelectorAll(`.mark.${kind}`).forEach(node => node.remove());

  const fillPages = told => {
    const same = shownView === told.view;
    const before = [...pages.children].filter(sheet => sheet.page);
    const known = new Set(before.map(sheet => sheet.name));
    const anchor = same && before.length ? before[seen()] : null;
    const held = anchor && { name: anchor.name, away: top(anchor) - pages.scrollTop, index: anchor.index };
    if (!same) pages.replaceChildren();
    pages.querySelector(".empty")?.remove();
    told.pages.forEach((page, index) => {
      let sheet = same ? before[index] : undefined;
      if (!sheet) {
        sheet = make("figure", "sheet");
        sheet.index = index;
        sheet.id = `page-${index + 1}`;
        pages.append(sheet);
        near.observe(sheet);
      }
      sheet.page = page;
      sheet.name = page.name;
      draw(sheet);
    });
    for (const extra of before.slice(same ? told.pages.length : before.length)) { near.unobserve(extra); extra.remove(); }
    shownView = told.view;
    resize();
    const sheets = [...pages.children];
    if (!same) {
      pages.scrollTop = spots[told.view] ?? 0;
    } else if (held) {
      const moved = told.pages.findIndex(page => page.name === held.name);
      const stays = told.pages[held.index]?.name === held.name;
      if (moved >= 0 && !stays) pages.scrollTop = top(sheets[moved]) - held.away;
    }
    if (same && told.changed !== shownChange && shownChange) showChange(sheets, told, known);
    shownChange = told.changed;
  };

  // What is new is marked; the view goes there unless some of it can be seen.
  const showChange = (sheets, told, known) => {
    unmark("new");
    unmark("found");
    const at = seen();
    const worded = told.pages.map((page, index) => index).filter(index => told.pages[index].changed.length);
    const redrawn = told.pages.map((page, index) => index).filter(index => !known.has(told.pages[index].name));
    const changed = worded.length ? worded : redrawn;
    if (!changed.length) return;
    const visible = index => {
      const boxes = told.pages[index].changed;
      return boxes.length ? boxes.some(box => inWindow(sheets[index], box)) : inWindow(sheets[index]);
    };
    if (by("follow").checked && !changed.some(visible)) {
      const nearest = changed.reduce((best, index) => Math.abs(index - at) < Math.abs(best - at) ? index : best);
      bring(sheets[nearest], told.pages[nearest].changed[0]);
    }
    worded.forEach(index => mark(sheets[index], told.pages[index].changed, "new"));
  };

  const fillPlay = told => {
    const name = told.pages?.[0]?.name;
    if (!name || play.dataset.name === name) return;
    let step = "";
    if (play.dataset.view === told.view) try { step = play.contentWindow.location.hash; } catch { /* it begins anew */ }
    play.dataset.name = name;
    play.dataset.view = told.view;
    play.contentWindow.location.replace(`/page/${name}.html${step}`);
  };

  // The review is a view of its own, beside those that the server knows.
  const reviewing = () => view === "review" && state?.waiting !== null && state?.waiting !== undefined;
  const review = openReview({ make, by, changed: () => { document.body.dataset.reviewed = String(state?.revision ?? 0); } });

  const fillTabs = told => {
    const outputs = told.views.filter(known => !isExample(known.key));
    const played = told.views.filter(known => isExample(known.key));
    const wanted = [...outputs.map(known => [known.key, known.title]), ...(played.length ? [["example/", "Examples"]] : [])];
    if (told.waiting || reviewing()) wanted.push(["review", told.waiting ? `Review (${told.waiting})` : "Review"]);
    const now = reviewing() ? "review" : isExample(told.view) ? "example/" : told.view;
    const have = [...tabs.children].map(tab => tab.dataset.key).join();
    if (have !== wanted.map(([key]) => key).join() || tabs.lastChild?.textContent !== wanted[wanted.length - 1]?.[1]) {
      tabs.replaceChildren(...wanted.map(([key, title], nth) => {
        const tab = make("button", "", title);
        Object.assign(tab, { type: "button", title: `${title} (${nth + 1})` });
        tab.setAttribute("role", "tab");
        tab.dataset.key = key;
        tab.addEventListener("click", () => choose(key));
        return tab;
      }));
    }
    for (const tab of tabs.children) tab.setAttribute("aria-selected", String(tab.dataset.key === now));
    const options = played.map(({ key, title }) => `${key}\n${title}`).join("\n");
    if (examples.dataset.options !== options) {
      examples.dataset.options = options;
      examples.replaceChildren(...played.map(({ key, title }) => Object.assign(make("option", "", title), { value: key })));
    }
    examples.hidden = !isExample(told.view) || reviewing();
    if (isExample(told.view)) { examples.value = told.view; example = told.view; keep("example", example); }
  };

  const choose = key => {
    if (!isExample(view)) spots[view] = pages.scrollTop;
    const first = state?.views.find(known => isExample(known.key))?.key ?? "";
    view = key === "example/" ? (state.views.some(known => known.key === example) ? example : first) : key;
    keep("view", view);
    if (state) state.version = 0;
    again();
  };

  // Findings: excerpt with caret and cure; one with a place leads to its page.
  const severities = { error: "Error", warning: "Warning", note: "Note" };
  const nameOf = ({ finding }) => JSON.stringify([finding.code, finding.file, finding.line, finding.column, finding.message]);
  const cardOf = (told, nth) => {
    const { finding, marked, place } = told;
    const card = make("button", "card");
    card.type = "button";
    card.dataset.severity = finding.severity;
    card.dataset.name = nameOf(told);
    const kind = make("p", "kind");
    kind.append(make("b", "", severities[finding.severity] ?? finding.severity));
    if (finding.file) kind.append(make("span", "", finding.line ? `${finding.file}:${finding.line}:${finding.column}` : finding.file));
    card.append(kind, make("p", "said", finding.message));
    if (finding.excerpt) {
      const letters = [...finding.excerpt.replaceAll("\t", " ")];
      const [from, to] = marked ?? [0, 0];
      const first = Math.max(0, from - 24);
      const line = make("pre", "", (first ? "…" : "") + letters.slice(first).join(""));
      if (marked) line.append("\n" + " ".repeat(from - first + (first ? 1 : 0)), make("i", "", "^".repeat(Math.max(1, Math.min(to, letters.length) - from))));
      card.append(line);
    }
    for (const hint of finding.hints) card.append(make("p", "cure", `→ ${hint}`));
    card.addEventListener("click", () => goTo(card, nth, Boolean(place)));
    const item = make("li");
    item.append(card);
    return item;
  };
  const goTo = async (card, nth, placed) => {
    chosen = card.dataset.name;
    for (const other of cards.querySelectorAll(".card")) other.setAttribute("aria-current", String(other === card));
    unmark("found");
    card.querySelector(".away")?.remove();
    const found = placed ? await fetch(`/place?finding=${nth}`).then(answer => answer.json(), () => null) : null;
    if (!found) { card.append(make("p", "away", "This place is on no page.")); return; }
    if (view !== found.view && state.view !== found.view) {
      choose(found.view);
      await until(() => shownView === found.view && pages.children[found.page]);
    }
    const sheet = pages.children[found.page];
    if (!sheet) return;
    bring(sheet, found.boxes[0]);
    mark(sheet, found.boxes, "found");
  };
  const until = async holds => { for (let tries = 0; tries < 200 && !holds(); tries++) await new Promise(done => setTimeout(done, 25)); };

  const fillFindings = told => {
    const text = JSON.stringify(told.findings);
    if (cards.dataset.text !== text) {
      cards.dataset.text = text;
      const focused = document.activeElement?.closest?.(".card")?.dataset.name;
      cards.replaceChildren(...told.findings.slice(0, 300).map(cardOf));
      if (!told.findings.length) cards.append(make("li", "none", "Nothing to mend."));
      if (told.findings.length > 300) cards.append(make("li", "none", `${told.findings.length - 300} more findings.`));
      for (const card of cards.querySelectorAll(".card")) {
        if (card.dataset.name === chosen) card.setAttribute("aria-current", "true");
        if (card.dataset.name === focused) card.focus({ preventScroll: true });
      }
    }
    const count = by("count");
    count.textContent = told.findings.length || "";
    count.dataset.worst = told.findings[0]?.finding.severity ?? "";
    by("files").textContent = told.written.length ? `${told.written.length} files written.` : "";
    by("files").title = told.written.join("\n");
  };

  const say = (phase, words) => { by("status").dataset.phase = phase; by("words").textContent = words; };
  const warn = (head, words) => {
    banner.hidden = !head;
    if (head && banner.textContent !== `${head} ${words}`) banner.replaceChildren(make("strong", "", head), ` ${words}`);
  };
  const fillStatus = told => {
    const errors = told.findings.filter(({ finding }) => finding.severity === "error").length;
    pages.dataset.old = String(Boolean(told.problem || told.death));
    if (told.phase === "ended") {
      say("ended", "Stopped");
      warn("The work on the book was stopped.", `${told.death}. The pages are those from before; the next change starts it again.`);
    } else if (told.problem) {
      say("broken", "Broken");
      warn("The book cannot be read.", `${told.problem}. The pages are those from before.`);
    } else if (told.phase === "working") {
      say("working", told.title ? "Building…" : "Reading…");
    } else if (!told.printable || errors) {
      say("broken", "Not printable");
      warn(errors === 1 ? "One error." : `${errors} errors.`, "What they spoil is not written until they are mended.");
    } else {
      say("ready", `Up to date · ${told.milliseconds} ms`);
      warn("", "");
    }
  };

  const show = told => {
    state = told;
    document.title = `${told.title || told.path} · rulepress`;
    by("title").textContent = told.title || told.path;
    by("title").title = told.path;
    if (view !== told.view && told.views.length && !reviewing()) view = told.view;
    fillTabs(told);
    fillFindings(told);
    fillStatus(told);
    by("review").hidden = !reviewing();
    play.hidden = !isExample(told.view) || reviewing();
    pages.hidden = isExample(told.view) || reviewing();
    for (const tool of ["smaller", "size", "larger"]) by(tool).hidden = pages.hidden;
    if (reviewing()) review.look(told.revision);
    else if (isExample(told.view)) fillPlay(told);
    else if (told.pages) fillPages(told);
    else if (shownView !== told.view || !pages.children.length) {
      const failed = told.phase === "ready" && told.findings.some(({ finding }) => finding.severity === "error");
      pages.replaceChildren(make("p", "empty", failed ? "These pages cannot be set: see the findings." : "Setting the pages…"));
      shownView = "";
    }
    document.body.dataset.version = told.version;
    tellPage();
  };

  const again = () => asking.abort();
  const ask = async () => {
    for (;;) {
      asking = new AbortController();
      try {
        const answer = await fetch(`/state?after=${state?.version ?? 0}&view=${encodeURIComponent(view)}&page=${pages.hidden ? 0 : seen()}`, { signal: asking.signal });
        if (!answer.ok) throw new Error(String(answer.status));
        show(await answer.json());
      } catch (error) {
        if (error.name === "AbortError") continue;
        if (state) state.version = 0;
        say("away", "Disconnected");
        warn("rulepress has ended.", "Start `rulepress watch` again: this page waits for it.");
        await new Promise(done => setTimeout(done, 700));
      }
    }
  };

  const where = by("where");
  let hideWhere = 0, lastPage = 0;
  const tellPage = () => { where.textContent = state?.pages && !pages.hidden ? `${seen() + 1} of ${state.pages.length}` : ""; };
  let settle = 0;
  pages.addEventListener("scroll", () => {
    tellPage();
    where.classList.toggle("shown", Boolean(where.textContent));
    clearTimeout(hideWhere);
    hideWhere = setTimeout(() => where.classList.remove("shown"), 900);
    clearTimeout(settle);
    settle = setTimeout(() => { if (seen() !== lastPage) { lastPage = seen(); again(); } }, 350);
  }, { passive: true });

  const setZoom = next => {
    const at = seen(), sheet = pages.children[at];
    const part = sheet?.page ? (pages.scrollTop - top(sheet)) / sheet.offsetHeight : 0;
    zoom = next;
    keep("zoom", String(zoom));
    resize();
    if (sheet?.page) pages.scrollTop = top(sheet) + part * sheet.offsetHeight;
  };
  const setList = open => {
    document.body.classList.toggle("listless", !open);
    by("list").setAttribute("aria-expanded", String(open));
    if (!zoom) setZoom(0);
  };
  const zoomIn = () => setZoom(Math.min(6, scale() * 1.2));
  const zoomOut = () => setZoom(Math.max(.3, scale() / 1.2));
  by("larger").addEventListener("click", zoomIn);
  by("smaller").addEventListener("click", zoomOut);
  by("size").addEventListener("click", () => setZoom(0));
  by("list").addEventListener("click", () => setList(document.body.classList.contains("listless")));
  examples.addEventListener("change", () => choose(examples.value));
  addEventListener("resize", () => { if (!zoom) setZoom(0); });

  const step = by => {
    const list = [...cards.querySelectorAll(".card")];
    const now = list.findIndex(card => card.dataset.name === chosen);
    const card = list[Math.min(Math.max(now + by, 0), list.length - 1)];
    card?.scrollIntoView({ block: "nearest" });
    card?.click();
  };
  const keys = {
    "+": zoomIn, "=": zoomIn, "-": zoomOut, "0": () => setZoom(0), l: () => by("list").click(), f: () => by("follow").click(),
    n: () => step(1), p: () => step(-1), Escape: () => unmark("found"),
  };
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, input")) return;
    const tab = /^[1-9]$/.test(event.key) ? tabs.children[Number(event.key) - 1] : null;
    const act = tab ? () => tab.click() : (reviewing() ? review.keys[event.key] : undefined) ?? keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  if (innerWidth < 900) setList(false);
  ask();
})();
