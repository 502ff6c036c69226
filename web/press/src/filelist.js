// The list of a book's files, the file that is shown, and what can be done with files: add, rename, delete, take in.

import { by, make, ask } from "./dom.js";
import { adviceFor, isForeign } from "./advice.js";
import { textOf } from "./decode.js";
import { cleaned, ending as suffix, isPicture, isText, picked, sized, typeOf } from "./files.js";

const MOST_TO_EDIT = 5 * 1024 * 1024;

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
    book.collect();
    const bytes = book.files().get(path);
    const picture = isPicture(path) && suffix(path) !== "svg";
    const large = bytes.length > MOST_TO_EDIT;
    const read = picture || large ? null : textOf(bytes);
    by("editor").hidden = !read;
    by("other").hidden = Boolean(read);
    note(read && read.form !== "UTF-8" ? `This file is in ${read.form}. From your first change on it is kept in UTF-8, which every program reads.` : "");
    if (read) return editor.show(path, () => read.text);
    if (picture) return showPicture(path, bytes);
    const why = large ? `This file is too large to change here (${sized(bytes.length)}). rulepress reads texts of up to 4 MB.`
      : `This file is not a text that can be changed here (${sized(bytes.length)}).`;
    by("other").replaceChildren(make("p", { text: why }), ...[adviceFor([path])].filter(words => words && isForeign(path)).map(words => make("p", { text: words })));
  }

  function note(words) {
    by("file-note").textContent = words;
    by("file-note").hidden = !words;
  }
  /// A file was changed in the editor: from now on it is kept in UTF-8.
  function typed(path) {
    if (path === shown && !by("file-note").hidden) note("You changed this file: it is kept in UTF-8 from now on.");
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
    note("");
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
    editor.rename(from, path);
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
    try { if (list.length) await add(await picked(list, place())); } catch (error) { tell({ words: error.message }); }
  };

  /// Where files that are added come to: the name of the book's folder, and whether others lie beside the book in it.
  const place = () => ({ name: book.folder(), apart: Boolean(book.inside()) });

  /// Adds files to the open book; those that are there already are asked about, and those that nothing can be made of stay out.
  async function add({ files: given }) {
    const foreign = given.map(([path]) => path).filter(isForeign);
    const more = placedInside(given.filter(([path]) => !isForeign(path)));
    if (foreign.length) tell({ words: `${adviceFor(foreign)}${more.length ? " The other files were added." : ""}` });
    if (!more.length) return;
    const known = more.filter(([path]) => book.files().has(path));
    if (known.length && !await ask({ title: "Replace files?", words: `${known.map(([path]) => path).slice(0, 8).join(", ")}${known.length > 8 ? " and others" : ""}: already in the book.`, yes: "Replace" })) return;
    book.collect();
    takeIn(more);
    show(more[0][0]);
    onchange();
  }

  /// Where others lie beside the book, what is new goes to the book, and what names one of the folders, or is a book, beside it.
  function placedInside(given) {
    const inside = book.inside();
    const beside = new Set([...book.files().keys(), ...given.map(([path]) => path).filter(path => path.endsWith("/book.toml"))].filter(path => path.includes("/")).map(path => path.split("/")[0]));
    return inside ? given.map(([path, bytes]) => [beside.has(path.split("/")[0]) ? path : inside + path, bytes]) : given;
  }

  /// Files with new bytes: their texts change in the editor too, and that can be undone there.
  function takeIn(more) {
    for (const [path, bytes] of more) {
      const read = editor.text(path) === null ? null : textOf(bytes);
      if (read) editor.replace(path, read.text);
      else editor.remove(path);
      book.set(path, bytes);
    }
    fill();
    if (more.some(([path]) => path === shown)) show(shown);
  }

  return { mark, go, add, addNew, takeIn, showFirst, typed, place };
}
