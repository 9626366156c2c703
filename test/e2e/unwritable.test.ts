/** Files that cannot be written: reported at once, as writes, by the name that was asked for. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { backUp } from "../../src/server/data-folder/backup.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { runCli } from "../support/commands/cli.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { runHere } from "../support/commands/run-here.ts";
import { slice } from "../support/run/scale.ts";
import { estate, serverForFile } from "./support.ts";

const { url } = serverForFile();

/** A folder in a file: nothing can be made there, no matter who asks. */
function inFile(): string {
  const folder = temporaryFolder();
  writeFiles(folder, { file: "" });
  return join(folder, "file");
}

describe("a file that cannot be written", () => {
  test("a plan file is noticed before anything is asked", async () => {
    const out = join(temporaryFolder(), "none", "plan.json");
    const ran = await runHere(["plan", estate("unwritten"), "--out", out], {
      url: "http://127.0.0.1:1",
    });
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toMatch(/plan\.json cannot be written \(ENOENT\) \[file-unwritable\]\n {4}/);
    expect(ran.stderr).not.toContain(".new");
  });

  test("a folder in its place", async () => {
    const out = temporaryFolder();
    for (const flags of [
      ["--out", out],
      ["--report", `${out}/r.md`],
    ]) {
      writeFiles(out, { "r.md/x": "" });
      const ran = await runHere(["plan", estate("folder"), ...flags], { url: url() });
      expect(ran.code).toBe(1);
      expect(ran.stderr).toMatch(/cannot be written \(EISDIR\) \[file-unwritable\]/);
      expect(ran.stderr).not.toContain(".new");
    }
  });

  test.for([
    ["init", (place: string) => ["init", place]],
    ["import", (place: string) => ["import", "--out", place]],
  ] as const)("%s into a file", async ([, args]) => {
    const place = join(inFile(), "x");
    const ran = await runHere(args(place), { url: url() });
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toMatch(/cannot be written \(ENOTDIR\) \[file-unwritable\]/);
  });
});

describe.runIf(existsSync("/proc/self"))("a file system in which nothing can be made", () => {
  // Node's own way to make folders with their parents never ends there.
  test.for(
    slice(
      [
        ["init", ["init", "/proc/plumbline/y", "--yes"]],
        ["import", ["import", "--out", "/proc/plumbline/x"]],
        ["serve", ["serve", "--data", "/proc/plumbline/z", "--port", "0"]],
      ] as const,
      { test: 1 },
    ),
  )("%s ends with an error", async ([, args]) => {
    await expectUnwritable(args);
  });

  test("restore ends with an error", async () => {
    const { folder } = await startCatalog();
    const file = join(temporaryFolder(), "b.tar");
    await backUp({ folder, file, version: "0", now: () => "2026-11-23T00:00:00.000Z" });
    await expectUnwritable(["restore", file, "--data", "/proc/plumbline/w"]);
  });
});

async function expectUnwritable(args: readonly string[]): Promise<void> {
  const ran = await runCli(args, {
    url: url(),
    env: { PLUMBLINE_ADMIN_PASSWORD: "A word for tests, 1" },
    onStart: (child) => {
      const patience = setTimeout(() => child.kill("SIGKILL"), 20_000);
      child.on("close", () => clearTimeout(patience));
    },
  });
  expect(ran.code).toBe(1);
  expect(ran.stderr).toMatch(/\/proc\/plumbline\S* cannot be (?:written|made) \(ENOENT\)/);
}
