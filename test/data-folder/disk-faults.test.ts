/** A disk that takes no more of a file, and damage inside the database: reported, with what to do. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { startCatalog } from "../support/servers/catalog.ts";
import { ask, makeWorkspace } from "./support.ts";

/** Largest size that files of this process may grow to. */
function limitFiles(bytes: number | "unlimited"): number | null {
  return spawnSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:unlimited`]).status;
}

const canLimit = limitFiles("unlimited") === 0;
if (!canLimit)
  process.stderr.write("SKIPPED, prlimit is not there: writes that the disk refuses\n");

test.skipIf(!canLimit)("what the disk refuses is told, and changes nothing", async () => {
  const lines: string[] = [];
  const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  const catalog = await startCatalog({ logger });
  const put = (name: string) => ({
    method: "PUT" as const,
    url: `/resource/f/${name}`,
    payload: name.padEnd(200_000),
  });
  await ask(catalog, 201, put("before"));
  onTestFinished(() => void limitFiles("unlimited"));
  limitFiles(100_000);
  const told = await ask(catalog, 500, put("during"));
  const staged = { ...put("staged"), payload: "x".repeat(400_000) };
  expect(await ask(catalog, 500, staged)).toBe("The disk of the catalog fails (EFBIG)");
  limitFiles("unlimited");
  expect(told).toMatch(/^The disk of the catalog fails \(disk I\/O error\); look whether/);
  expect(lines.filter((line) => line.includes('"level":50')).join("")).toMatch(
    /disk I\/O error.*errcode/,
  );
  await ask(catalog, 404, { url: "/resource/f/during" });
  await ask(catalog, 201, put("after"));
  expect(readdirSync(join(catalog.folder, "staging"))).toEqual([]);
});

test("a database whose pages are damaged ends the start with what to do", async () => {
  const { folder, close, ...rest } = await startCatalog();
  await makeWorkspace(rest);
  await close();
  const file = join(folder, "catalog.db");
  const bytes = readFileSync(file);
  // The first byte of a page says what it is; the first page holds the names of tables.
  for (let page = 4_096; page < bytes.byteLength; page += 4_096) bytes.writeUInt8(0x77, page);
  writeFileSync(file, bytes);
  await expect(startCatalog({ folder })).rejects.toThrow(
    /catalog\.db cannot be read: .*malformed.*plumbline restore/,
  );
});
