/** `plumbline check` beside a server that changes files of a mosaic: what it did not look at is said. */
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { KEYSTORE_PASSWORD } from "../support/servers/catalog.ts";
import { writeFiles } from "../support/run/folders.ts";
import { granuleName } from "../support/mosaics/mosaics.ts";
import { runHere } from "../support/commands/run-here.ts";
import { catalogWith } from "./support.ts";

const CHANGE = "staging/mosaic-x/change.json";

const check = (data: string, ...more: readonly string[]) =>
  runHere(["check", "--data", data, ...more], {
    env: { PLUMBLINE_MASTER_PASSWORD: KEYSTORE_PASSWORD },
  });

/** A server with a mosaic into which files are being brought, with what ends that soon. */
async function changing() {
  const { folder } = await catalogWith("rain");
  const place = { workspace: "w", store: "rain" };
  writeFiles(folder, {
    [CHANGE]: JSON.stringify({ action: "merge", place, files: [], made: [] }),
  });
  return { folder, endSoon: () => setTimeout(() => rmSync(join(folder, CHANGE)), 200) };
}

test("what is being changed is named, nothing is said of it, and another try may help", async () => {
  const { folder } = await changing();
  const { code, stdout } = await check(folder);
  expect(stdout).toMatch(/^data\/w\/rain was not checked/);
  expect(stdout).toMatch(/\nNothing is wrong in what was looked at of .* 0 files were/);
  expect(code).toBe(5);
  const json = await check(folder, "-o", "json");
  expect(json.code).toBe(5);
  expect(JSON.parse(json.stdout)).toMatchObject({
    healthy: false,
    looked_at: { files: 0 },
    not_looked_at: ["data/w/rain"],
    findings: [],
  });
});

test("once the change has ended, it is looked at again, and all is well", async () => {
  const { folder, endSoon } = await changing();
  endSoon();
  const { code, stdout } = await check(folder);
  expect(stdout).toMatch(/^Nothing is wrong in \S+\. A server works on it\. .* 5 files were/);
  expect(code).toBe(0);
});

test("once the change has ended, what is wrong there is found", async () => {
  const { folder, endSoon } = await changing();
  appendFileSync(join(folder, "data/w/rain", granuleName(1)), "x");
  endSoon();
  const { code, stdout } = await check(folder);
  expect(stdout).toMatch(/^file-damaged {2}data\/w\/rain\//);
  expect(code).toBe(1);
});
