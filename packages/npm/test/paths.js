// Paths and folders of the host, also those of Windows.
import assert from "node:assert";
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Files, TOP } from "../lib/files.js";
import { guestArgument, guestArguments, guestPath, hostPath } from "../lib/paths.js";
import { isBelow, writableFolders } from "../lib/writable.js";

const folder = () => realpathSync.native(mkdtempSync(join(tmpdir(), "rulepress-")));

test("disks of Windows are folders at the top", () => {
  assert.equal(guestPath("C:\\games\\gazer", true), "/C:/games/gazer");
  assert.equal(hostPath("/C:/games/gazer", true), "C:\\games\\gazer");
  assert.equal(hostPath("/C:", true), "C:\\");
  assert.equal(hostPath("/", true), null);
  assert.equal(guestPath("/games", false), "/games");
});

test("arguments have slashes in the module", () => {
  const told = { "C:\\a\\b": "/C:/a/b", "--output=D:\\x": "--output=/D:/x", "a\\b#c": "a/b#c", "#a\\b": "#a\\b" };
  for (const [given, taken] of Object.entries(told)) assert.equal(guestArgument(given, true), taken);
  const words = ["a\\b", "c\\d"];
  assert.deepEqual(guestArguments(words, false), words);
  assert.deepEqual(guestArguments(words, true), ["a/b", "c/d"]);
});

test("a repository may be written, and what arguments name", () => {
  const [here, other] = [folder(), folder()];
  mkdirSync(join(here, ".git"));
  mkdirSync(join(here, "game"));
  const inside = join(here, "game");
  assert.deepEqual(writableFolders(["build", "rules.md#draw"], inside), [here]);
  assert.deepEqual(writableFolders(["build", "-o", join(other, "new", "deep")], inside), [here, join(other, "new")]);
  assert.deepEqual(writableFolders(["build", `--output=${other}`], inside), [here, other]);
  assert.deepEqual(writableFolders(["build", `-o${other}`], inside), [here, other]);
  assert.deepEqual(writableFolders(["deck", "--title", other], inside), [here]);
  assert.ok(isBelow("/a/b", "/a") && isBelow("/a", "/a") && isBelow("/a", "/") && !isBelow("/ab", "/a"));
});

test("nothing else is written, not through links either", () => {
  const [here, other] = [folder(), folder()];
  writeFileSync(join(other, "kept"), "old");
  symlinkSync(other, join(here, "link"));
  symlinkSync(join(other, "new"), join(here, "dangling"));
  const files = new Files([here], () => {});
  const how = { follow: true, create: true, write: true };
  const below = (path) => guestPath(path).slice(1);
  const open = (path) => files.openAt(TOP, below(path), how);
  for (const path of [join(other, "new"), join(here, "link", "new"), join(here, "dangling"), join(here, "..", "new")]) {
    assert.throws(() => open(path), { code: "EACCES" }, path);
  }
  assert.throws(() => files.removeFile(TOP, below(join(here, "link", "kept"))), { code: "EACCES" });
  assert.throws(() => files.rename(TOP, below(join(other, "kept")), TOP, below(join(here, "x"))), { code: "EACCES" });
  assert.ok(open(join(here, "new")) > TOP);
});
