// Search over the index of the page, which is read the first time that it is asked.
(() => {
  const { one, make, button, go } = rulebook;
  const dialog = one("dialog.search");
  const [input, count, near, list] = ["input", ".count", ".near", "ul"].map(selector => one(selector, dialog));
  const SHOWN = 25;
  const KINDS = { Term: 14, Card: 12, Section: 6, Ruling: 4, Chart: 3, Rule: 2, Example: 0 };
  let index = null;
  let vocabulary = null;
  let found = [];
  let now = -1;

  /// A letter without its marks, as long as before.
  const bare = letter => {
    const first = letter.normalize("NFD")[0];
    return first.length === letter.length ? first : letter;
  };
  /// Words in small letters without marks, a blank before each; as long as before, but for the first blank.
  const fold = text => " " + text.toLowerCase().replace(/[^\x00-\x7f]/g, bare).replace(/[^\p{L}\p{N}]/gu, sign => " ".repeat(sign.length));
  const tidy = text => fold(text).trim().replace(/ +/g, " ");

  const read = () => {
    if (index) return;
    const data = JSON.parse(one("script.index").textContent);
    index = data.map(([id, number, title, kind, text]) => ({
      id, number, title, kind, text, name: tidy(title), cited: tidy(number),
      in: { number: fold(number) + " ", title: fold(title) + " ", text: fold(text) + " " },
    }));
  };

  /// Every word of the index with how often it stands there.
  const readWords = () => {
    if (vocabulary) return;
    read();
    vocabulary = new Map();
    for (const entry of index) for (const known of (entry.in.title + entry.in.text).split(/ +/)) if (known.length > 2) vocabulary.set(known, (vocabulary.get(known) ?? 0) + 1);
  };

  /// How well a place answers; 0 where a word is not there.
  const rank = (entry, words, asked) => {
    let score = 1 + KINDS[entry.kind];
    for (const word of words) {
      const start = " " + word;
      const [title, number] = [entry.in.title.includes(start), entry.in.number.startsWith(start)];
      const text = entry.in.text.includes(start);
      if (!title && !number && !text) return 0;
      if (title) score += entry.in.title.includes(start + " ") ? 60 : 40;
      if (number) score += 50;
      if (text) score += entry.in.text.includes(start + " ") ? 6 : 3;
    }
    if (entry.name === asked || entry.cited === asked) score += 200;
    else if (entry.name.startsWith(asked)) score += 60;
    return score - Math.min(entry.name.length, 60) / 20;
  };

  /// Whether two words differ by one letter: another, one more, one less, or two that change places.
  const isNear = (a, b) => {
    if (Math.abs(a.length - b.length) > 1) return false;
    let start = 0;
    while (start < a.length && start < b.length && a[start] === b[start]) start++;
    const [restA, restB] = [a.slice(start), b.slice(start)];
    return restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB
      || (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2));
  };
  const nearest = word => {
    readWords();
    return [...vocabulary].filter(([known]) => isNear(word, known)).sort((a, b) => b[1] - a[1]).slice(0, 4).map(([known]) => known);
  };

  /// The words round the first match, with every match marked.
  const excerpt = (entry, words) => {
    const places = words.map(word => entry.in.text.indexOf(" " + word)).filter(at => at >= 0);
    const first = places.length ? Math.min(...places) : 0;
    let start = Math.max(0, first - 50);
    if (start > 0) start = entry.text.indexOf(" ", start) + 1;
    let end = Math.min(entry.text.length, start + 170);
    if (end < entry.text.length) end = Math.max(start, entry.text.lastIndexOf(" ", end));
    const box = make("span", "excerpt");
    box.append(start > 0 ? "… " : "", ...marked(entry.text.slice(start, end), entry.in.text.slice(start, end + 1), words), end < entry.text.length ? " …" : "");
    return box;
  };
  /// Parts of a text, given as it is and folded, with the words marked.
  const marked = (text, folded, words) => {
    const parts = [];
    let done = 0;
    for (;;) {
      const hits = words.map(word => ({ at: folded.indexOf(" " + word, done), length: word.length })).filter(hit => hit.at >= 0);
      if (hits.length === 0) break;
      const hit = hits.reduce((a, b) => (b.at < a.at || (b.at === a.at && b.length > a.length) ? b : a));
      parts.push(text.slice(done, hit.at), make("mark", "", text.slice(hit.at, hit.at + hit.length)));
      done = hit.at + hit.length;
    }
    return [...parts, text.slice(done)];
  };

  const choose = (at, comesIntoSight = true) => {
    now = at;
    [...list.children].forEach((option, nth) => option.setAttribute("aria-selected", String(nth === now)));
    const option = list.children[now];
    if (option) {
      input.setAttribute("aria-activedescendant", option.id);
      if (comesIntoSight) option.scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  };
  const leave = at => {
    const entry = found[at];
    if (!entry) return;
    dialog.close();
    go(entry.id);
  };

  const option = (entry, nth, words) => {
    const item = make("li");
    item.id = "rp-found-" + nth;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    const head = make("span", "head");
    const title = make("strong");
    title.append(...(entry.title ? marked(entry.title, entry.in.title, words) : [entry.text.slice(0, 60)]));
    head.append(make("span", "kind", entry.kind), " ", title, " ");
    if (entry.number) head.append(make("span", "number", entry.number));
    item.append(head, " ", excerpt(entry, words));
    item.addEventListener("click", () => leave(nth));
    return item;
  };

  const suggest = words => {
    near.replaceChildren();
    const offers = words.length > 1 && words.every(word => index.some(entry => rank(entry, [word], word) > 0))
      ? words
      : words.flatMap(word => (index.some(entry => rank(entry, [word], word) > 0) ? [] : nearest(word)));
    if (offers.length === 0) return "";
    const offer = word => button(word, () => {
      input.value = word;
      search();
      input.focus();
    });
    near.append("Search for ", ...[...new Set(offers)].map(offer));
    return ` Words that are there: ${offers.join(", ")}.`;
  };

  const search = () => {
    read();
    const asked = tidy(input.value);
    const words = asked.split(" ").filter(Boolean);
    near.replaceChildren();
    const ranked = words.length ? index.map(entry => ({ entry, score: rank(entry, words, asked) })).filter(({ score }) => score > 0) : [];
    ranked.sort((a, b) => b.score - a.score);
    found = ranked.slice(0, SHOWN).map(({ entry }) => entry);
    list.replaceChildren(...found.map((entry, nth) => option(entry, nth, words)));
    list.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(found.length > 0));
    choose(found.length ? 0 : -1, false);
    requestAnimationFrame(() => { list.scrollTop = 0; });
    if (words.length === 0) count.textContent = "";
    else if (found.length === 0) count.textContent = `Nothing found for “${input.value.trim()}”.` + suggest(words);
    else if (ranked.length > SHOWN) count.textContent = `${ranked.length} places, the best ${SHOWN} are shown`;
    else count.textContent = ranked.length === 1 ? "1 place" : `${ranked.length} places`;
  };

  const open = () => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    input.focus();
    search();
    setTimeout(readWords, 300);
  };
  input.addEventListener("input", search);
  input.addEventListener("keydown", event => {
    const last = found.length - 1;
    const moves = { ArrowDown: now < last ? now + 1 : 0, ArrowUp: now > 0 ? now - 1 : last };
    if (event.key in moves && found.length) {
      event.preventDefault();
      choose(moves[event.key]);
    } else if (event.key === "Enter") {
      event.preventDefault();
      leave(now);
    } else if (event.key === "Escape") {
      event.preventDefault();
      dialog.close();
    }
  });
  one(".tool.find").addEventListener("click", open);
  document.addEventListener("keydown", event => {
    const writes = event.target.closest?.("input, select, textarea");
    if (event.key !== "/" || writes || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    open();
  });
})();
