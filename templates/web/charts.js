// Walks through flowcharts: the box at hand is lit, its exits are buttons. The list of the chart says what leads where.
(() => {
  const { one, all, make, button, copy, still } = rulebook;

  /// The boxes of a chart by their numbers.
  const boxesOf = chart => new Map(all(".boxes > ol > li", chart).map(item => [item.value, {
    says: one(".says", item).textContent,
    waits: Boolean(one(".waits", item)),
    exits: all(".exits > li", item).map(exit => ({ to: Number(exit.dataset.to), says: exit.firstChild.nodeType === Node.TEXT_NODE ? exit.firstChild.data.replace(/:\s*$/, "") : "" })),
    leads: all("a.leads", item),
  }]));

  const walk = chart => {
    const boxes = boxesOf(chart);
    if (boxes.size < 2 || !one(".light", chart)) return;
    const panel = make("div", "walk");
    panel.setAttribute("role", "group");
    panel.setAttribute("aria-label", "Walk through the chart");
    panel.hidden = true;
    const starter = button("Walk through it", () => start(), "walk-start");
    one(".boxes", chart).before(starter, panel);
    let path = [];

    const light = () => {
      const now = path.at(-1)?.box;
      const passed = new Set(path.map(step => step.box));
      for (const rect of all(".light", chart)) {
        const number = Number(rect.dataset.box);
        rect.classList.toggle("now", number === now);
        rect.classList.toggle("passed", number !== now && passed.has(number));
      }
    };
    /// The lit box comes between the bar and the panel.
    const bring = () => {
      const lit = all(".light.now", chart).find(rect => rect.getBoundingClientRect().width > 0);
      if (!lit) return;
      const [box, top, bottom] = [lit.getBoundingClientRect(), 70, panel.getBoundingClientRect().top - 10];
      const figure = lit.closest("figure");
      figure.scrollLeft += box.left - figure.getBoundingClientRect().left - (figure.clientWidth - box.width) / 2;
      if (box.top >= top && box.bottom <= bottom) return;
      scrollBy({ top: box.top - top - Math.max(0, bottom - top - box.height) / 2, behavior: still() ? "auto" : "smooth" });
    };
    const show = () => {
      const at = boxes.get(path.at(-1).box);
      const says = make("p", "now");
      says.tabIndex = -1;
      says.append(make("span", "number", String(path.at(-1).box)), " " + at.says);
      const exits = make("div", "exits");
      exits.append(...at.exits.map((exit, nth) => {
        const answer = button(exit.says || "Go on", () => step(nth), "exit");
        answer.append(" ", make("small", "", `→ ${exit.to}`));
        return answer;
      }));
      if (at.exits.length === 0) exits.append(make("span", "end", at.leads.length ? "The chart ends here and goes on elsewhere." : "The chart ends here."));
      exits.append(...at.leads.map(copy));
      const way = make("ol", "way");
      way.setAttribute("aria-label", "The way so far");
      way.append(...path.slice(0, -1).map((passed, nth) => {
        const item = make("li");
        const back = button(String(passed.box), () => { path = path.slice(0, nth + 1); show(); });
        back.title = boxes.get(passed.box).says;
        back.setAttribute("aria-label", `Back to ${passed.box}: ${back.title}`);
        item.append(back, passed.says ? ` ${passed.says}` : "");
        return item;
      }));
      const tools = make("div", "walk-tools");
      const back = button("Back", () => { path.pop(); show(); });
      back.disabled = path.length < 2;
      tools.append(back, button("From the start", start), button("End the walk", end));
      panel.replaceChildren(says, ...(at.waits ? [make("p", "waits", "Players may respond here.")] : []), exits, way, tools);
      light();
      says.focus({ preventScroll: true });
      bring();
    };
    const step = nth => {
      const exit = boxes.get(path.at(-1).box).exits[nth];
      if (!exit) return;
      path.at(-1).says = exit.says;
      path.push({ box: exit.to, says: "" });
      show();
    };
    const start = () => {
      path = [{ box: Number(chart.dataset.start), says: "" }];
      panel.hidden = false;
      starter.hidden = true;
      show();
    };
    const end = () => {
      path = [];
      light();
      panel.hidden = true;
      starter.hidden = false;
      starter.focus();
    };
    panel.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^[1-9]$/.test(event.key)) step(Number(event.key) - 1);
      else if (event.key === "Backspace" && path.length > 1) { path.pop(); show(); }
      else if (event.key === "Escape") end();
      else return;
      event.preventDefault();
    });
  };

  all("main .chart").forEach(walk);
})();
