// Text, pages, findings and saving: which of them are seen, side by side or one at a time, and where the focus is.

import { by } from "./dom.js";

export function openPanes(editor) {
  const panes = document.querySelector(".panes");
  const narrow = matchMedia("(max-width: 48rem)");
  const middle = matchMedia("(max-width: 68rem)"); // there is room for two of text, pages and what stands beside them
  const pagesShown = () => by("pages").checkVisibility?.() ?? by("pages").offsetWidth > 0;
  function show(tab) {
    panes.dataset.tab = tab;
    for (const button of document.querySelectorAll(".tabs button")) button.setAttribute("aria-current", String(button.dataset.tab === tab));
    if (tab === "text") setText(true);
    if (tab === "findings" || tab === "save") setSide(tab);
    if (tab === "pages" && middle.matches && !narrow.matches && !panes.classList.contains("textless")) setSide(null);
  }
  function setText(on) {
    panes.classList.toggle("textless", !on);
    by("toggle-text").setAttribute("aria-pressed", String(on));
  }
  function setSide(which) {
    by("side").hidden = !which;
    panes.classList.toggle("sided", Boolean(which));
    if (which) { by("findings").hidden = which !== "findings"; by("save").hidden = which !== "save"; }
    by("toggle-findings").setAttribute("aria-pressed", String(which === "findings"));
    by("toggle-save").setAttribute("aria-pressed", String(which === "save"));
  }
  const sideShown = () => by("side").hidden ? null : by("save").hidden ? "findings" : "save";
  by("toggle-text").onclick = () => setText(panes.classList.contains("textless"));
  by("toggle-findings").onclick = () => setSide(sideShown() === "findings" ? null : "findings");
  by("toggle-save").onclick = () => setSide(sideShown() === "save" ? null : "save");
  for (const button of document.querySelectorAll(".tabs button")) button.onclick = () => show(button.dataset.tab);

  function focusPart(part) {
    if (part === "text") by("editor").hidden ? by("file-list").querySelector("button")?.focus() : editor.focus();
    else if (part === "pages") by("desk").focus();
    else by(part).querySelector("button:enabled, input")?.focus();
  }
  function nextPart(step) {
    const parts = narrow.matches ? ["text", "pages", "findings", "save"] : ["text", ...pagesShown() ? ["pages"] : [], ...sideShown() ? [sideShown()] : []];
    const here = parts.findIndex(part => (part === "pages" ? by("pages") : by(part)).contains(document.activeElement));
    const next = parts[(here + step + parts.length) % parts.length];
    show(next);
    focusPart(next);
  }

  return { show, setText, setSide, focusPart, nextPart };
}
