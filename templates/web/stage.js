// Examples step where they stand: all steps with all pictures come from the file of the example when they are asked for.
(() => {
  const { one, all, make, button } = rulebook;
  const waiting = new Map();

  /// Called by the files of examples (`src/web/play.rs`).
  rulebook.steps = ({ name, frames, end }) => {
    waiting.get(name)?.(frames, end);
    waiting.delete(name);
  };

  const load = (name, file) => new Promise((good, bad) => {
    waiting.set(name, (frames, end) => good({ frames, end }));
    const script = make("script");
    script.src = file;
    script.addEventListener("error", bad);
    document.body.append(script);
  });

  const setUp = example => {
    const { example: name, steps: file } = example.dataset;
    const alone = one(".alone", example);
    const [page, told] = [one("a", alone), one(".told", example)];
    const starter = button("▶ Step through it", async () => {
      starter.disabled = true;
      try {
        open(await load(name, file));
      } catch {
        location.href = page.href;
      }
      starter.disabled = false;
    }, "stage-start");
    page.textContent = "On a page of its own";
    alone.prepend(starter, " ");
    let stage = null;

    const open = ({ frames, end }) => {
      let now = 0;
      stage = make("div", "stage");
      stage.setAttribute("role", "group");
      stage.setAttribute("aria-label", "The example step by step");
      const shown = make("div", "frame");
      shown.tabIndex = -1;
      shown.setAttribute("aria-live", "polite");
      const where = make("span", "where");
      const range = make("input");
      Object.assign(range, { type: "range", min: 0, max: frames.length - 1, step: 1, value: 0 });
      range.setAttribute("aria-label", "Step");
      const show = wanted => {
        const next = Math.min(Math.max(wanted, 0), frames.length - 1);
        shown.classList.remove("forth", "back");
        void shown.offsetWidth;
        if (next !== now) shown.classList.add(next > now ? "forth" : "back");
        now = next;
        shown.innerHTML = frames[now].html;
        // Where a step changes nothing that is drawn, the table lies as it did.
        const table = one(".table", shown);
        for (let before = now - 1; before >= 0 && !table.firstElementChild; before--) {
          const drawn = make("div");
          drawn.innerHTML = frames[before].html;
          table.append(...one(".table", drawn).children);
          table.classList.add("still");
        }
        if (now === frames.length - 1 && end) shown.append(make("p", "end", end));
        back.disabled = now === 0;
        forward.disabled = now === frames.length - 1;
        range.value = String(now);
        const { number, title } = frames[now];
        range.setAttribute("aria-valuetext", number ? `Step ${number}: ${title}` : title);
        where.textContent = `${now + 1} of ${frames.length}`;
      };
      const back = button("◀ Back", () => show(now - 1), "step-back");
      const forward = button("Next ▶", () => show(now + 1), "step-forward");
      const bar = make("div", "stage-bar");
      bar.append(back, range, where, forward, button("Read as text", close, "stage-end"));
      range.addEventListener("input", () => show(Number(range.value)));
      stage.addEventListener("keydown", event => {
        const moves = { ArrowRight: 1, ArrowLeft: -1, PageDown: 1, PageUp: -1 };
        if (event.key === "Escape") return close();
        if (!(event.key in moves) || event.target === range || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        show(now + moves[event.key]);
      });
      let from = null;
      stage.addEventListener("touchstart", event => {
        from = event.touches.length === 1 && event.target !== range ? event.touches[0] : null;
      }, { passive: true });
      stage.addEventListener("touchend", event => {
        if (!from) return;
        const [right, down] = [event.changedTouches[0].clientX - from.clientX, event.changedTouches[0].clientY - from.clientY];
        from = null;
        if (Math.abs(right) > 48 && Math.abs(right) > 2 * Math.abs(down)) show(now + (right < 0 ? 1 : -1));
      }, { passive: true });
      stage.append(bar, shown);
      told.before(stage);
      told.hidden = true;
      starter.hidden = true;
      show(0);
      forward.focus({ preventScroll: true });
    };
    const close = () => {
      stage.remove();
      told.hidden = false;
      starter.hidden = false;
      starter.focus({ preventScroll: true });
    };
  };

  all("main .example[data-steps]").forEach(setUp);
})();
