// What is kept of the compiled module: whole, and in a folder of this user alone.
import assert from "node:assert";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { isSafe, sealed, unsealed } from "../lib/compiled.js";

test("only what is whole is taken", () => {
  const code = new Uint8Array([1, 2, 3]);
  const kept = sealed(code.buffer);
  assert.deepEqual(new Uint8Array(unsealed(kept)), code);
  const spoilt = [kept.subarray(0, -1), Buffer.concat([kept, kept]), Buffer.alloc(0), Buffer.alloc(40)];
  for (const bytes of spoilt) assert.equal(unsealed(bytes), null);
});

test("what others may write is not run", { skip: process.platform === "win32" }, () => {
  const folder = mkdtempSync(join(tmpdir(), "rulepress-"));
  assert.ok(isSafe(folder));
  chmodSync(folder, 0o770);
  assert.ok(!isSafe(folder));
  assert.ok(!isSafe(join(folder, "absent")));
  writeFileSync(join(folder, "file"), "");
  assert.ok(!isSafe(join(folder, "file", "absent")));
});
