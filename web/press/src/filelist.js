// The list of a book's files, the file that is shown, and what can be done with files: add, rename, delete, take in.

import { by, make, ask } from "./dom.js";
import { cleaned, ending as suffix, isPicture, isText, sized, typeOf } from "./files.js";

const MOST_TO_EDIT = 5 * 1024 * 1024;
const decode = bytes => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

/// `onchange()` hears that the book has other files or bytes; `showText()` brings the editor to the front.
export function openFileList({ book, editor, tell, untell, onchange, showText }) {
  let shown = null;
  let marked = new Set(); // files with errors

  // ---- the list

  /// The book's own folder first, folder by folder, texts before the rest.
  const order = path => {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const rank = folder === book.inside() ? 0 : folder.startsWith(book.inside()) ? 1 : 2;
    return [rank, folder, path.endsWith("book.toml") ? 0 : isText(path) ? 1 : 2, path];
  };
  const before = (left, right) => {
    const [a, b] = [order(left), order(right)];
    return a[0] - b[0] || a[1].localeCompare(b[1], "en") || a[2] - b[2] || a[3].localeCompare(b[3], "en", { numeric: true });
  };
  const sortedPaths = () => [...book.files().keys()].sort(before);

  function fill() {
    const paths = sortedPaths();
    const list = by("file-list");
    const wanted = paths.join("\n");
    if (list.dataset.paths !== wanted) {
      list.dataset.paths = wanted;
      let folder = "";
      const rows = [];
      for (const path of paths) {
        const at = path.lastIndexOf("/");
        if (path.slice(0, Math.max(0, at)) !== folder) { folder = path.slice(0, at); rows.push(make("li", { class: "folder", text: folder })); }
        const button = make("button", { type: "button", text: path.slice(at + 1), title: path, onclick: () => { show(path); } });
        button.dataset.path = path;
        rows.push(make("li", {}, button));
      }
      list.replaceChildren(...rows);
      by("file-select").replaceChildren(...paths.map(path => make("option", { value: path, text: path })));
    }
    for (const button of list.querySelectorAll("button")) {
      button.setAttribute("aria-current", String(button.dataset.path === shown));
      button.classList.toggle("dotted", marked.has(button.dataset.path));
    }
    by("file-select").value = shown ?? "";
    by("file-name").textContent = shown ?? "";
    for (const id of ["rename", "delete", "find"]) by(id).disabled = !shown;
  }
  by("file-select").onchange = event => show(event.target.value);

  /// Marks the files that these findings call wrong.
  function mark(findings) {
    marked = new Set(findings.filter(finding => finding.severity === "error").map(finding => finding.file));
    for (const button of by("file-list").querySelectorAll("button")) button.classList.toggle("dotted", marked.has(button.dataset.path));
  }

  // ---- the file that is shown

  /// Shows a file in the editor, or says why it is not shown there.
  function show(path) {
    if (!book.files().has(path)) return;
    shown = path;
    fill();
    const bytes = book.files().get(path);
    let text = null;
    let why = "";
    if (isPicture(path) && suffix(path) !== "svg") why = "picture";
    else if (bytes.length > MOST_TO_EDIT) why = `This file is too large to change here (${sized(bytes.length)}). rulepress reads texts of up to 4 MB.`;
    else {
      try { text = decode(bytes); } catch { why = `This file is not a text that can be changed here (${sized(bytes.length)}).`; }
      if (text?.includes("\u0000")) { text = null; why = `This file is not a text that can be changed here (${sized(bytes.length)}).`; }
    }
    by("editor").hidden = text === null;
    by("other").hidden = text !== null;
    if (text !== null) return editor.show(path, () => text);
    if (why !== "picture") return by("other").replaceChildren(make("p", { text: why }));
    showPicture(path, bytes);
  }

  function showPicture(path, bytes) {
    const url = URL.createObjectURL(new Blob([bytes], { type: typeOf(path) }));
    const picture = make("img", { src: url, alt: path });
    picture.onload = picture.onerror = () => URL.revokeObjectURL(url);
    by("other").replaceChildren(picture, make("p", { text: `${path}, ${sized(bytes.length)}` }), make("p", { text: `Write ![words](${path}) where it is to stand.` }));
  }

  /// Shows the first text, or that there is no file.
  function showFirst() {
    const paths = sortedPaths();
    const first = paths.find(path => isText(path) && path.startsWith(book.inside())) ?? paths[0];
    shown = null;
    if (first) return show(first);
    fill();
    by("editor").hidden = true;
    by("other").hidden = false;
    by("other").replaceChildren(make("p", { text: "This book has no files." }), make("button", { type: "button", text: "Add a file", onclick: addNew }));
  }

  /// Leads to the place of a finding.
  function go(finding) {
    if (!book.files().has(finding.file)) return;
    showText();
    show(finding.file);
    if (!by("editor").hidden && finding.line) editor.go(finding.line, finding.column);
  }

  // ---- what can be done

  async function freePath(title, value, yes) {
    const name = await ask({ title, value, label: "Name of the file", yes });
    const path = name && cleaned(name);
    if (!path || path === value && yes === "Rename") return null;
    const other = [...book.files().keys()].find(known => known !== value && (known.toLowerCase() === path.toLowerCase()
      || known.startsWith(`${path}/`) || path.startsWith(`${known}/`)));
    if (other) { tell({ words: `There is already a file ${other}.` }); return null; }
    untell();
    return path;
  }

  async function addNew() {
    const inside = book.inside();
    const path = await freePath("Add a file", `${inside}chapter.md`, "Add");
    if (!path) return;
    const heading = path.split("/").at(-1).replace(/\.[^.]*$/, "").replace(/^\d+[-_ ]*/, "").replaceAll("-", " ");
    const text = isText(path) && suffix(path) !== "html" ? `# ${heading.charAt(0).toUpperCase()}${heading.slice(1)}\n\n` : "";
    book.set(path, new TextEncoder().encode(text));
    show(path);
    editor.focus();
    const manifest = `${inside}book.toml`;
    const own = path.startsWith(inside) ? path.slice(inside.length) : path;
    const listed = book.files().has(manifest) && isText(path) && !["sheet.md", "cards.md"].includes(own);
    if (listed) tell({ kind: "good", words: `To print ${own}, add its name to the line “sources” in book.toml.`, act: "Show book.toml", onact: () => { show(manifest); showText(); } });
    onchange();
  }
  by("new-file").onclick = addNew;
  by("add-small").onclick = addNew;

  by("rename").onclick = async () => {
    book.collect();
    const from = shown;
    const path = await freePath(`Rename ${from}`, from, "Rename");
    if (!path) return;
    const bytes = book.files().get(from);
    editor.rename(from);
    book.drop(from);
    book.set(path, bytes);
    show(path);
    onchange();
  };

  by("delete").onclick = async () => {
    const path = shown;
    if (!await ask({ title: `Delete ${path}?`, words: "The file goes out of the book.", yes: "Delete", danger: true })) return;
    book.collect();
    const bytes = book.files().get(path);
    editor.remove(path);
    book.drop(path);
    showFirst();
    tell({ kind: "good", words: `${path} was deleted.`, act: "Put it back", onact: () => { book.set(path, bytes); show(path); onchange(); } });
    onchange();
  };
  by("find").onclick = () => editor.search();

  by("add-files").onclick = () => by("add-input").click();
  by("add-input").onchange = async event => {
    const list = [...event.target.files];
    event.target.value = "";
    await add({ files: await Promise.all(list.map(async file => [file.name, new Uint8Array(await file.arrayBuffer())])) });
  };

  /// Adds files to the open book; those that are there already are asked about.
  async function add({ files: more }) {
    const known = more.filter(([path]) => book.files().has(path));
    if (known.length && !await ask({ title: "Replace files?", words: `${known.map(([path]) => path).slice(0, 8).join(", ")}${known.length > 8 ? " and others" : ""}: already in the book.`, yes: "Replace" })) return;
    book.collect();
    takeIn(more);
    if (more.length) show(more[0][0]);
    onchange();
  }

  /// Files with new bytes: their texts change in the editor too, and that can be undone there.
  function takeIn(more) {
    for (const [path, bytes] of more) {
      if (editor.text(path) !== null) {
        try { editor.replace(path, decode(bytes)); } catch { editor.remove(path); }
      }
      book.set(path, bytes);
    }
    fill();
  }

  return { mark, go, add, addNew, takeIn, showFirst };
}
