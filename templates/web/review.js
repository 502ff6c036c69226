"use strict";
// The review of a preview: groups by cause, old and new side by side, and a decision for each item.
// `openReview` is called by preview.js with what it shares.
const openReview = ({ make, by, changed }) => {
  const panel = by("review");
  const CONTEXT = 2;
  const decided = new Map();
  let shown = -1, groups = [], now = 0, asked = 0;

  const nameOf = item => `${item.id} ${item.state}`;
  const itemsOf = () => groups.flatMap(({ group }) => group.items);
  const bodyOf = item => item.body.example ?? item.body.rule;
  const placeWords = ({ file, line }) => `${file}:${line}`;

  // The rows that differ, with a few around them; the others are counted.
  const shownRows = rows => {
    if (rows.every(row => !row.differs)) return rows;
    const near = rows.map((_, at) => rows.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(row => row.differs));
    const out = [];
    rows.forEach((row, at) => {
      const last = out[out.length - 1];
      if (near[at]) out.push(row);
      else if (last?.same) last.same += 1;
      else out.push({ same: 1 });
    });
    return out;
  };
  const lineWords = line => line ? `${line.number ? `${line.number}. ` : ""}${line.text}` : "";
  const stepTable = ({ steps }) => {
    const table = make("table", "steps");
    const isNew = steps.every(row => !row.old);
    const head = table.createTHead().insertRow();
    for (const words of isNew ? ["played now"] : ["accepted", "now"]) {
      const cell = make("th", "", words);
      cell.scope = "col";
      head.append(cell);
    }
    const body = table.createTBody();
    for (const row of shownRows(isNew ? steps.map(row => ({ ...row, differs: false })) : steps)) {
      const line = body.insertRow();
      if (row.same) {
        line.className = "same";
        const cell = line.insertCell();
        cell.colSpan = 2;
        cell.textContent = row.same === 1 ? "1 step is the same" : `${row.same} steps are the same`;
        continue;
      }
      if (row.differs) line.className = row.first ? "differs first" : "differs";
      if (!isNew) line.insertCell().textContent = lineWords(row.old);
      const cell = line.insertCell();
      cell.textContent = lineWords(row.new);
      if (row.first) line.cells[0].prepend(make("b", "flag", "first difference"));
    }
    return table;
  };
  const side = (words, mark, tag) => {
    const cell = make("p", "side");
    for (const run of words) {
      if (run.mark === "same") cell.append(run.text);
      else if (run.mark === mark) cell.append(make(tag, "", run.text));
    }
    return cell;
  };
  const ruleWords = rule => {
    const box = make("div", "rule");
    const differs = rule.words.some(run => run.mark !== "same");
    const sides = make("div", differs ? "sides" : "");
    if (differs) sides.append(make("p", "head", "confirmed"), make("p", "head", "now"), side(rule.words, "old", "del"));
    sides.append(side(rule.words, "new", "ins"));
    box.append(sides, make("p", "carried", `carried out by ${rule.function}, ${placeWords(rule.code_place)}`), make("pre", "", rule.code));
    return box;
  };

  const button = (key, words, act, hint) => {
    const node = make("button", "", words);
    Object.assign(node, { type: "button", title: `${hint} (${key})` });
    node.dataset.act = words.toLowerCase();
    node.addEventListener("click", act);
    return node;
  };
  const article = (item, nth) => {
    const body = bodyOf(item);
    const node = make("article", "item");
    node.id = `item-${nth}`;
    node.tabIndex = -1;
    node.dataset.name = nameOf(item);
    const head = make("h3", "", item.title);
    head.append(make("span", "what", ` ${item.body.example ? `example ${body.name}` : `rule ${body.key}`}: ${item.what}`));
    node.append(head, make("p", "where", placeWords(item.place)));
    for (const reason of item.blocked) node.append(make("p", "blocked", `Cannot be accepted: ${reason}`));
    if (!item.body.example) node.append(ruleWords(body));
    else if (body.steps.length) node.append(stepTable(body));
    const bar = make("p", "bar");
    const accept = button("a", "Accept", () => accepted([item]), "What is played now counts from now on");
    accept.disabled = item.blocked.length > 0;
    bar.append(
      accept,
      button("r", "Reject", () => decide(item, "rejected"), "Nothing is written; you change the place"),
      button("s", "Skip", () => decide(item, "skipped"), "Decide later"),
      button("o", "Open", () => open(item), "Open the file"),
      make("span", "said"));
    node.append(bar);
    node.addEventListener("pointerdown", () => choose(nth, false));
    return node;
  };

  const nodeOf = item => [...panel.querySelectorAll(".item")].find(node => node.dataset.name === nameOf(item));
  const tell = (item, words) => { const node = nodeOf(item); if (node) node.querySelector(".said").textContent = words; };
  const mark = item => {
    const node = nodeOf(item);
    if (!node) return;
    const decision = decided.get(nameOf(item));
    node.dataset.decision = decision ?? "";
    const place = placeWords(item.place);
    const stays = item.body.example ? "stays stale: change the rule or the scenario" : "stays unconfirmed: change its words or its function";
    tell(item, decision === "rejected" ? `rejected; it ${stays}, ${place}` : decision ?? "");
  };
  const tally = () => {
    const count = kind => itemsOf().filter(item => decided.get(nameOf(item)) === kind).length;
    const foot = by("review-tally");
    if (foot) foot.textContent = `${count("accepted")} accepted, ${count("rejected")} rejected, ${itemsOf().length - count("accepted") - count("rejected")} left`;
  };
  const choose = (nth, scroll) => {
    now = Math.max(0, Math.min(nth, itemsOf().length - 1));
    panel.querySelectorAll(".item").forEach((node, at) => node.setAttribute("aria-current", String(at === now)));
    const node = by(`item-${now}`);
    if (scroll && node) { node.focus({ preventScroll: true }); node.scrollIntoView({ block: "nearest" }); }
  };
  const next = () => {
    const list = itemsOf();
    const open = at => !decided.has(nameOf(list[at]));
    const after = list.findIndex((_, at) => at > now && open(at));
    const any = after >= 0 ? after : list.findIndex((_, at) => open(at));
    if (any >= 0) choose(any, true);
  };
  const decide = (item, decision) => {
    decided.set(nameOf(item), decision);
    mark(item);
    tally();
    if (itemsOf()[now] === item) next();
  };
  const send = async (item, decision) => {
    const body = JSON.stringify({ decision, id: item.id, state: item.state });
    const answer = await fetch("/review", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    return answer.ok ? answer.json() : { problem: await answer.text() };
  };
  const accepted = async items => {
    for (const item of items) {
      if (item.blocked.length || decided.get(nameOf(item)) === "accepted") continue;
      tell(item, "being written …");
      const told = await send(item, "accept").catch(() => ({ problem: "rulepress does not answer" }));
      if (told.problem) tell(item, `not accepted: ${told.problem}`);
      else decide(item, "accepted");
    }
  };
  const open = async item => {
    const told = await send(item, "open").catch(() => ({}));
    tell(item, told.opened ? "opened" : `no program opens it: change ${placeWords(item.place)} by hand`);
  };

  const fill = () => {
    const list = itemsOf();
    if (!list.length) return panel.replaceChildren(make("p", "empty", "Everything is as it was accepted."));
    let nth = 0;
    const sections = groups.map(({ cause, group }) => {
      const section = make("section", "group");
      section.append(make("h2", "", cause[0]));
      for (const line of cause.slice(1)) section.append(make("p", "cause", line));
      for (const item of group.items) section.append(article(item, nth++));
      const free = group.items.filter(item => !item.blocked.length);
      if (free.length > 1) {
        const all = make("button", "all", `Accept all ${free.length} of this cause`);
        all.type = "button";
        all.addEventListener("click", () => accepted(free));
        section.append(all);
      }
      return section;
    });
    const foot = make("p", "tally");
    foot.id = "review-tally";
    foot.setAttribute("role", "status");
    panel.replaceChildren(foot, ...sections);
    list.forEach(mark);
    tally();
    const first = list.findIndex(item => !decided.has(nameOf(item)));
    choose(first < 0 ? 0 : first, false);
  };
  // The review is asked for when it is looked at, and again when the book was read again.
  const look = async revision => {
    if (shown === revision || asked === revision) return;
    asked = revision;
    if (shown < 0) panel.replaceChildren(make("p", "empty", "Comparing with what was accepted…"));
    try {
      const answer = await fetch("/review");
      if (!answer.ok) throw new Error(await answer.text());
      ({ groups } = await answer.json());
      shown = revision;
      const at = panel.scrollTop;
      fill();
      panel.scrollTop = at;
      panel.dataset.revision = revision;
    } catch (error) {
      panel.replaceChildren(make("p", "empty", String(error.message)));
    }
    asked = 0;
    changed();
  };
  const back = () => {
    const last = [...decided.keys()].reverse().find(name => decided.get(name) !== "accepted");
    const at = itemsOf().findIndex(item => nameOf(item) === last);
    if (at < 0) return;
    decided.delete(last);
    mark(itemsOf()[at]);
    tally();
    choose(at, true);
  };
  const press = act => by(`item-${now}`)?.querySelector(`[data-act="${act}"]`)?.click();
  const keys = {
    a: () => press("accept"), r: () => press("reject"), s: () => press("skip"), o: () => press("open"), u: back,
    n: () => choose(now + 1, true), p: () => choose(now - 1, true), j: () => choose(now + 1, true), k: () => choose(now - 1, true),
  };
  return { look, keys };
};
