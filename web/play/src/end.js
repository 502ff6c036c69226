// The end of a game: the result, the score, and what to do now.

import { by, make } from "../../press/src/dom.js";
import { endWords } from "./words.js";

export function drawEnd(now, { onagain, onsave, onhistory }) {
  const { end } = now;
  by("ended").hidden = !end;
  if (!end) return;
  by("ended").dataset.kind = end.kind;
  const [kind, words] = endWords(end);
  by("end-kind").textContent = kind;
  by("end-title").textContent = words;
  by("score").replaceChildren(...scoreOf(end.amounts ?? now.amounts ?? {}, end.winner));
  by("again").textContent = `Play again with seed ${now.game.seed + 1}`;
  by("again").onclick = onagain;
  by("end-save").onclick = onsave;
  by("end-history").onclick = onhistory;
  by("end-history").hidden = !now.answers.length;
}

/// A row for each player, a column for each amount that anybody has.
function scoreOf(amounts, winner) {
  const rows = Object.entries(amounts).filter(([, held]) => Object.keys(held).length);
  const names = [...new Set(rows.flatMap(([, held]) => Object.keys(held)))];
  if (!rows.length) return [];
  // Players as columns: there are few of them, and many amounts.
  const head = make("tr", {}, make("td", {}), ...rows.map(([player]) => make("th", { scope: "col", class: player === winner ? "winner" : "", text: player })));
  const lines = names.map(name => make("tr", {}, make("th", { scope: "row", text: name }), ...rows.map(([, held]) => make("td", { text: held[name] ?? "–" }))));
  return [make("div", { class: "score-box", tabindex: "0", role: "region", "aria-label": "Score" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...lines)))];
}
