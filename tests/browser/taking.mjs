// Tests of what comes into a book and what is done with its files, for press.mjs, which gives them its `kit`.

import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { must } from "./browser.mjs";

const notice = "document.getElementById('notice').hidden ? '' : document.getElementById('notice-words').textContent";
const startNotice = "document.getElementById('start-notice').hidden ? '' : document.getElementById('start-notice').textContent";
const paths = "[...document.querySelectorAll('#file-list button')].map(button => button.dataset.path).sort().join()";
const edited = "document.getElementById('editor').shadowRoot.querySelector('.cm-content').textContent";

export const takingTests = ({ loadedPage, pageWith, folderWith, scratch, png, unzipSync, zipSync }) => {
  /// Puts a text into a file alone.
  const fileWith = (name, bytes) => {
    const path = join(mkdtempSync(join(scratch, "file-")), name);
    writeFileSync(path, bytes);
    return path;
  };
  const zipOf = async (page, folder) => {
    const [, bytes] = await page.saved(() => page.click("#save-text"));
    return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, data]) => [path.slice(folder.length + 1), Buffer.from(data)]));
  };

  /// What can be mended is offered, and nothing else is.
  async function mendable() {
    const chart = "# Game\n\nDraw a card.\n\n```mermaid\nflowchart TD\n  A[Draw (one)] --> B[Done]\n```\n";
    const page = await pageWith(folderWith("charts", { "game.md": chart }));
    await page.until("the offer to mend", "document.getElementById('mend')");
    await page.picture("mend");
    await page.click("#mend");
    await page.until("that it is mended", `(${notice}).startsWith('Fixed: game.md')`);
    await page.until("that it is gone", "!document.getElementById('mend') && document.getElementById('status').dataset.phase === 'ready'");
    must((await zipOf(page, "charts"))["game.md"].toString().includes('A["Draw (one)"]'), "the chart is not mended");
    await page.click("#home");
    // An unknown key and a lost link need a decision.
    await page.drop([folderWith("wrong", { "book.toml": "titel = \"Wrong\"\nsources = [\"a.md\"]\n", "a.md": "# A\n\nSee [there](#lost).\n" })]);
    await page.until("the findings", "document.getElementById('cards').textContent.includes('#lost') && document.getElementById('cards').textContent.includes('titel')");
    await page.settled();
    must(!await page.ask("document.getElementById('mend')"), "what cannot be mended is offered");
    await page.end();
  }

  /// Texts in other forms than UTF-8 are edited as what they say; their bytes stay until then.
  async function otherForms() {
    const text = "# Füße {#feet}\r\n\r\nDraw a “card”.\r\n";
    const little = Buffer.from(`\ufeff${text}`, "utf16le");
    const forms = { "UTF-16, little end first": little, "UTF-16, big end first": Buffer.from(little).swap16(), "Windows-1252": Buffer.from(text.replaceAll(/[“”]/g, letter => letter === "“" ? "\x93" : "\x94"), "latin1") };
    const page = await loadedPage();
    for (const [form, bytes] of Object.entries(forms)) {
      await page.drop([fileWith("feet.md", bytes)]);
      await page.pages();
      await page.settled();
      must((await page.ask(edited)).includes("Füße") && (await page.ask(edited)).includes("“card”"), `${form}: the editor shows “${await page.ask(edited)}”`);
      must(/UTF-16|Windows-1252/.test(await page.ask("document.getElementById('file-note').textContent")), `${form}: nothing is said of its form`);
      if (form.includes("little")) await page.picture("utf-16");
      must((await zipOf(page, "feet"))["feet.md"].equals(bytes), `${form}: the bytes changed without an edit`);
      await page.key("1", { code: "Digit1", modifiers: 1 });
      await page.own("Input.insertText", { text: "New " });
      await page.until("what became of it", "document.getElementById('file-note').textContent.includes('UTF-8 from now on')");
      await page.settled();
      const now = (await zipOf(page, "feet"))["feet.md"].toString();
      must(now === `New ${text}`, `${form}: after an edit the file is ${JSON.stringify(now)}`);
      await page.click("#home");
    }
    await page.end();
  }

  /// A file with another name is the same in the editor.
  async function renamed() {
    const page = await pageWith(folderWith("named", { "old.md": "# Old\n\nDraw.\n", "other.md": "# Other\n\nPlay.\n" }));
    await page.ask("document.querySelector('#file-list [data-path=\"old.md\"]').click()");
    await page.key("1", { code: "Digit1", modifiers: 1 });
    await page.own("Input.insertText", { text: "Quetzal " });
    await page.click("#rename");
    await page.ask("document.getElementById('ask-value').value = 'new.html'");
    await page.click("#ask-yes");
    await page.until("the new name", `(${paths}) === 'new.html,other.md'`);
    await page.key("1", { code: "Digit1", modifiers: 1 });
    must((await page.ask(edited)).includes("Quetzal"), "the text is lost");
    await page.key("z", { code: "KeyZ", modifiers: 2 });
    must(!(await page.ask(edited)).includes("Quetzal"), "a renamed file cannot be undone");
    await page.own("Input.insertText", { text: "Ibex " });
    await page.ask("document.querySelector('#file-list [data-path=\"other.md\"]').click()");
    await page.settled();
    const files = await zipOf(page, "named");
    must(Object.keys(files).sort().join() === "new.html,other.md" && files["new.html"].toString().includes("Ibex # Old"), `the files are ${Object.keys(files)}`);
    await page.end();
  }

  /// On an open book a folder keeps its name, unless it is that book or another one.
  async function folderOnBook() {
    const text = "# Grey\n\n![A board](pictures/board.png)\n";
    const page = await pageWith(folderWith("grey", { "game.md": text }));
    await page.drop([folderWith("pictures", { "board.png": png(60, 40) })]);
    await page.until("the picture in its folder", `(${paths}) === 'game.md,pictures/board.png'`);
    await page.until("that it is found", "document.getElementById('status').dataset.phase === 'ready' && !document.getElementById('cards').textContent.includes('board.png')");
    // Zips are folders too.
    await page.drop([fileWith("more.zip", zipSync({ "icons/a.png": png(10, 10) }))]);
    await page.until("the folder of the zip", `(${paths}).includes('icons/a.png')`);
    // The book's own folder is the book.
    await page.drop([folderWith("grey", { "more.md": "# More\n\nPlay.\n" })]);
    await page.until("the file of the book itself", `(${paths}) === 'game.md,icons/a.png,more.md,pictures/board.png'`);
    await page.settled();
    // On the first screen a folder is the book.
    await page.click("#home");
    await page.drop([folderWith("fresh", { "game.md": text })]);
    await page.until("the new book", `(${paths}) === 'game.md'`);
    await page.settled();
    // A book of two folders takes new files into its own.
    await page.click("#home");
    const base = { "base/book.toml": "title = \"Base\"\nsources = [\"a.md\"]\n", "base/a.md": "# Base\n\nDraw.\n" };
    await page.drop([fileWith("more.zip", zipSync(Object.fromEntries(Object.entries({
      ...base, "more/book.toml": "title = \"More\"\nsources = [\"b.md\"]\nuses = [\"../base\"]\n", "more/b.md": "# More\n\nPlay.\n",
    }).map(([path, words]) => [path, Buffer.from(words)]))))]);
    await page.until("both folders", `(${paths}) === 'base/a.md,base/book.toml,more/b.md,more/book.toml'`);
    await page.drop([folderWith("pictures", { "board.png": png(60, 40) })]);
    await page.until("the picture in the book", `(${paths}).includes('more/pictures/board.png')`);
    await page.settled();
    await page.end();
  }

  /// Files of office programs and PDFs are answered with what to do.
  async function unreadable() {
    const page = await loadedPage({ width: 360, height: 640 });
    const binary = Buffer.from([80, 75, 3, 4, 0, 0, 8, 255]);
    for (const [name, words] of [["game.docx", "save it as HTML or Markdown"], ["game.odt", "In LibreOffice: Save As"], ["game.pdf", "A PDF is what comes out"], ["cards.xlsx", "as CSV"], ["notes.txt", "ends in .md"]]) {
      await page.drop([fileWith(name, binary)]);
      await page.until(`what to do with ${name}`, `(${startNotice}).includes(${JSON.stringify(name)}) && (${startNotice}).includes(${JSON.stringify(words)})`, 5000);
    }
    await page.drop([fileWith("game.docx", binary)]);
    await page.until("the words on the screen", "(() => { const box = document.getElementById('start-notice').getBoundingClientRect(); return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight; })()", 5000);
    await page.picture("docx");
    // Beside a text, and on an open book, it is told too; the open book does not take it in.
    await page.drop([folderWith("both", { "game.md": "# Both\n\nDraw.\n", "old.docx": binary })]);
    await page.pages();
    await page.until("what to do with old.docx", `(${notice}).includes('old.docx')`, 5000);
    await page.settled();
    await page.drop([fileWith("game.pdf", binary)]);
    await page.until("what to do with game.pdf", `(${notice}).includes('A PDF is what comes out')`, 5000);
    must(await page.ask(paths) === "game.md,old.docx", `the book has ${await page.ask(paths)}`);
    await page.settled();
    await page.end();
  }

  async function homeScreen() {
    const page = await loadedPage();
    const size = await page.ask(`(async () => {
      const picture = new Image();
      picture.src = document.querySelector("link[rel=apple-touch-icon]").href;
      await picture.decode();
      return picture.naturalWidth + " by " + picture.naturalHeight;
    })()`);
    must(size === "180 by 180", `the icon of a home screen is ${size}`);
    await page.end();
  }

  return [
    ["what can be mended", mendable, true],
    ["texts in other forms", otherForms],
    ["a renamed file", renamed],
    ["a folder on an open book", folderOnBook],
    ["files that cannot be read", unreadable],
    ["the icon of a home screen", homeScreen],
  ];
};
