// What to do with files that rulepress cannot read, as it says itself (crates/base/src/source/kinds.rs), in the words of the page.

import { ending, isPicture } from "./files.js";

const DOCUMENTS = ["doc", "docx", "odt", "rtf", "pages", "epub", "ppt", "pptx", "odp"];
const TABLES = ["xls", "xlsx", "ods"];
const TEXTS = ["txt", "text"];
const ARCHIVES = ["gz", "tgz", "tar", "7z", "rar", "xz", "bz2"];

const CURES = [
  {
    kind: DOCUMENTS,
    words: "Open it in the program that wrote it, save it as HTML or Markdown, and drop that file here. "
      + "In Word: Save As, “Web Page, Filtered”. In LibreOffice: Save As, “HTML Document”. In Google Docs: File, Download, “Markdown”.",
  },
  {
    kind: ["pdf"],
    words: "A PDF is what comes out: drop the text that it was made of, saved as HTML or Markdown. "
      + "If you have the PDF alone, open it in Word or Google Docs and save it from there; then compare the words.",
  },
  { kind: TABLES, words: "Save the table as CSV, and drop that file here." },
  { kind: TEXTS, words: "Give it a name that ends in .md, and drop it again: then it is read as Markdown." },
  { kind: ARCHIVES, words: "Unpack it, and drop the folder that comes out." },
];

/// Whether a file holds words that rulepress cannot read at all, and that are no help to a book.
export const isForeign = path => [...DOCUMENTS, ...TABLES, "pdf"].includes(ending(path));

/// What to do with files that cannot be read; null if rulepress says nothing of their kinds.
export function adviceFor(paths) {
  for (const { kind, words } of CURES) {
    const such = paths.filter(path => kind.includes(ending(path))).map(path => path.split("/").at(-1));
    if (such.length) return `rulepress cannot read ${listed(such)}. ${words}`;
  }
  if (paths.some(isPicture)) return "A picture is printed where a text shows it. Drop a folder that holds the text and its pictures.";
  return null;
}

const listed = names => names.length <= 3 ? names.join(", ") : `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
