/** Changes of the folder reach the catalog, whole trees only, and once. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { sld } from "../support/artefacts.ts";
import { startCatalog } from "../support/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";
import { style, watchFolder } from "./support.ts";

const applied = ({ result }: { result: string }) => result === "applied";

async function watched(files: Readonly<Record<string, string>>) {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const found = watchFolder(app, folder);
  await found.seen(({ trigger }) => trigger === "start");
  return { app, folder, ...found };
}

const two = {
  "a.yaml": style("a"),
  "a.sld": sld(),
  "b.yaml": style("b"),
  "b.sld": sld(),
};

test("what is declared at the start is applied, and what is saved later", async () => {
  const { folder, passes, next, writes } = await watched(two);
  expect(passes[0]).toMatchObject({ result: "applied", trigger: "start", failures: 0 });
  const before = writes().length;
  const later = next(applied);
  writeFileSync(join(folder, "a.sld"), sld({ colour: "#aa0000" }));
  expect(await later).toMatchObject({ trigger: "files", writes: 1 });
  expect(writes().length).toBe(before + 1);
});
