// How the work stands, in words: the line at the top, its clock, and the notice below it.

import { by } from "./dom.js";

export function openStatus() {
  const line = by("status");
  let ticking = 0;

  function status(phase, words) {
    line.dataset.phase = phase;
    by("status-words").textContent = words;
    clearInterval(ticking);
    by("clock").textContent = "";
    if (phase !== "working") { by("stop").hidden = true; return announce(words); }
    const start = performance.now();
    ticking = setInterval(() => {
      const seconds = (performance.now() - start) / 1000;
      // What is done in a moment needs no clock, no way to stop it, and no voice.
      if (seconds > 0.5) by("stop").hidden = false;
      if (seconds > 0.8) by("clock").textContent = seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
      if (seconds > 3) announce(by("status-words").textContent);
    }, 100);
  }
  function announce(words) {
    if (by("live").textContent !== words) by("live").textContent = words;
  }

  /// `from` says what may take the words back: pages that come well.
  function tell({ words, kind = "bad", act, onact, from = "" }) {
    by("notice").hidden = false;
    by("notice").dataset.from = from;
    by("notice").dataset.kind = kind;
    by("notice-words").textContent = words;
    by("notice-act").hidden = !act;
    by("notice-act").textContent = act ?? "";
    by("notice-act").onclick = () => { by("notice").hidden = true; onact?.(); };
  }
  /// Takes the notice back; with `from` only one that came from there.
  function untell(from) {
    if (from === undefined || by("notice").dataset.from === from) by("notice").hidden = true;
  }
  by("notice-close").onclick = () => untell();

  return { status, tell, untell, phase: () => line.dataset.phase, words: () => by("status-words").textContent };
}
