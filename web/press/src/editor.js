// The editor of one book: a state for each file, so that each keeps its place and what can be undone.

import { EditorState, Compartment } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, drawSelection, dropCursor, highlightSpecialChars } from "@codemirror/view";
import { history, historyKeymap, defaultKeymap } from "@codemirror/commands";
import { search, searchKeymap, highlightSelectionMatches, openSearchPanel } from "@codemirror/search";
import { HighlightStyle, syntaxHighlighting, indentOnInput, bracketMatching, StreamLanguage } from "@codemirror/language";
import { markdown, markdownKeymap } from "@codemirror/lang-markdown";
import { html } from "@codemirror/lang-html";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { python } from "@codemirror/legacy-modes/mode/python";
import { tags } from "@lezer/highlight";

// Colours come from the page: its variables reach into the editor.
const look = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--panel)", fontSize: ".875rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overflow: "auto" },
  ".cm-content": { padding: "1rem 0 40vh", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 1.25rem 0 .5rem" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--soft)", border: "none", fontSize: ".8em" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 .4rem 0 .8rem", minWidth: "2.2rem", lineHeight: "2" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--hover) 45%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--accent)" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--select)" },
  ".cm-selectionMatch": { backgroundColor: "var(--hover)" },
  ".cm-searchMatch": { backgroundColor: "var(--found)", outline: "1px solid var(--look)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--found-now)" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--text)" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: ".6rem 2.2rem .6rem .8rem", fontFamily: "var(--sans)" },
  ".cm-panel.cm-search label": { fontSize: ".8125rem", display: "inline-flex", alignItems: "center", gap: ".2rem" },
  ".cm-panel.cm-search [name=close]": { fontSize: "1.25rem", top: ".35rem", right: ".5rem", color: "var(--soft)", padding: "0 .5rem" },
  ".cm-textfield": { backgroundColor: "var(--panel)", color: "var(--text)", border: "1px solid var(--line)", borderRadius: ".375rem", padding: ".3rem .5rem", fontSize: ".8125rem" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--hover)", color: "var(--text)", border: "1px solid var(--line)", borderRadius: ".375rem", padding: ".25rem .6rem", fontSize: ".8125rem" },
  ".cm-button:focus-visible, .cm-textfield:focus-visible": { outline: "2px solid var(--accent)", outlineOffset: "1px" },
});

const colours = HighlightStyle.define([
  { tag: tags.heading, color: "var(--accent)", fontWeight: "700" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: [tags.link, tags.url], color: "var(--note)" },
  { tag: [tags.processingInstruction, tags.meta, tags.contentSeparator], color: "var(--soft)" },
  { tag: [tags.monospace, tags.string], color: "var(--good)" },
  { tag: [tags.comment], color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.quote], color: "var(--soft)" },
  { tag: [tags.keyword, tags.tagName, tags.propertyName, tags.definition(tags.variableName)], color: "var(--note)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--look)" },
]);

function languageOf(path) {
  if (/\.(md|markdown)$/i.test(path)) return markdown({ addKeymap: true });
  if (/\.html?$/i.test(path)) return html();
  if (/\.(toml|lock)$/i.test(path)) return StreamLanguage.define(toml);
  if (/\.star$/i.test(path)) return StreamLanguage.define(python);
  return [];
}

/// `host` is an element of the page; `onchange(path)` hears each change.
export function openEditor(host, onchange) {
  // Below a root of its own the editor's styles need no exception from the rules that keep foreign styles out.
  const root = host.attachShadow({ mode: "open" });
  const frame = document.createElement("div");
  const fill = new CSSStyleSheet();
  fill.replaceSync(":host{display:block} div.frame{height:100%}");
  root.adoptedStyleSheets = [fill];
  frame.className = "frame";
  root.append(frame);
  let states = new Map();
  let shown = null;
  const view = new EditorView({ parent: frame, root });
  const named = new Compartment();

  // What goes with the name of a file; a file with another name keeps the rest, its history above all.
  const byName = path => [
    languageOf(path),
    EditorView.contentAttributes.of({ "aria-label": `Text of ${path}`, spellcheck: "true", autocorrect: "off", autocapitalize: "off" }),
    EditorView.updateListener.of(update => { if (update.docChanged) onchange(path); }),
  ];
  const extensions = path => [
    lineNumbers(), highlightActiveLine(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(), dropCursor(),
    indentOnInput(), bracketMatching(), highlightSelectionMatches(), search({ top: false }), EditorView.lineWrapping,
    EditorState.allowMultipleSelections.of(true), syntaxHighlighting(colours), look,
    named.of(byName(path)), keymap.of([...markdownKeymap, ...defaultKeymap, ...historyKeymap, ...searchKeymap]),
  ];

  const fresh = (path, text) => EditorState.create({
    doc: text,
    extensions: [extensions(path), text.includes("\r\n") ? EditorState.lineSeparator.of("\r\n") : []],
  });

  const leave = () => { if (shown) states.set(shown, { state: view.state, top: view.scrollDOM.scrollTop }); };

  return {
    /// Shows a file; `text` is only asked for the first time.
    show(path, text) {
      if (shown === path) return;
      leave();
      const known = states.get(path);
      shown = path;
      view.setState(known?.state ?? fresh(path, text()));
      requestAnimationFrame(() => { view.scrollDOM.scrollTop = known?.top ?? 0; });
    },
    /// What stands in a file now; null for one that was never shown.
    text(path) {
      const state = path === shown ? view.state : states.get(path)?.state;
      return state ? state.sliceDoc() : null;
    },
    /// Puts another text in the place of a file's own; it can be undone.
    replace(path, text) {
      const state = path === shown ? view.state : states.get(path)?.state;
      if (!state) return;
      const change = state.update({ changes: differing(state.doc.toString(), text.replaceAll("\r\n", "\n")) });
      if (path === shown) view.dispatch(change);
      else states.set(path, { state: change.state, top: states.get(path).top });
    },
    go(line, column) {
      const at = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)));
      const place = Math.min(at.from + Math.max(0, (column ?? 1) - 1), at.to);
      view.dispatch({ selection: { anchor: place, head: at.to }, effects: EditorView.scrollIntoView(place, { y: "center" }) });
      view.focus();
    },
    /// Gives a file another name; what can be undone in it stays.
    rename(from, to) {
      leave();
      const known = states.get(from);
      states.delete(from);
      if (!known) return;
      const { state } = known.state.update({ effects: named.reconfigure(byName(to)) });
      states.set(to, { ...known, state });
      if (shown !== from) return;
      shown = to;
      view.setState(state);
      requestAnimationFrame(() => { view.scrollDOM.scrollTop = known.top; });
    },
    remove(path) { if (shown === path) shown = null; states.delete(path); },
    clear() { states = new Map(); shown = null; view.setState(EditorState.create({ doc: "" })); },
    focus: () => view.focus(),
    search: () => { view.focus(); openSearchPanel(view); },
    shown: () => shown,
    view,
  };
}

/// The smallest change that makes one text of another.
function differing(old, now) {
  let from = 0;
  while (from < old.length && from < now.length && old[from] === now[from]) from += 1;
  let end = 0;
  while (end < old.length - from && end < now.length - from && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return { from, to: old.length - end, insert: now.slice(from, now.length - end) };
}
