// Builds the page: node web/press/build.mjs MODULE OUT
// MODULE is the rulepress.wasm that `.ci/module` made, with its fonts and licences beside it; OUT is the folder that a host serves,
// which is emptied first.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ABOUT, OURS, openPage, ourBook, refuse, root } from "../build.mjs";

const [modulePath, out] = process.argv.slice(2).map(path => resolve(path));
if (!modulePath || !out) refuse("node web/press/build.mjs MODULE OUT");

const page = await openPage("press", modulePath, out);
for (const picture of ["cover.png", "example.png", "sheet.png"]) page.put(picture, readFileSync(join(root, "output/gallery", picture)));
page.putFonts();
page.putIcons();
const samples = OURS.map(name => {
  const { folder, title, files } = ourBook(name);
  return { folder, title, about: ABOUT[name] ?? "", file: page.putBook(folder, files) };
});
await page.putPage({ samples });
