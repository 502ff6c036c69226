// Which arguments are paths.
import assert from "node:assert";
import { test } from "node:test";
import { namedPaths } from "../lib/arguments.js";

test("arguments name paths", () => {
  const told = {
    "build -v --play #turn --output=x": ["x", "x"],
    "check a.md#draw": ["a.md#draw", "a.md"],
    "deck --title / --open a.csv": ["a.csv", "a.csv"],
    "explain /": [],
    "-q new -- -a": ["-a", "-a"],
    "build -ox": ["x", "x"],
    "build -qo=x": ["x", "x"],
    "build -o x": ["x", "x"],
    "build --title=/": [],
  };
  for (const [line, paths] of Object.entries(told)) assert.deepEqual(namedPaths(line.split(" ")), paths, line);
});

test("a text as it stands is one path", () => {
  for (const path of ["with space.md", "it's.md", "größe-🎲.md", "../up.md", "C:\\x.md", "a=b.md"]) {
    assert.deepEqual(namedPaths(["build", path]), [path, path]);
  }
});
