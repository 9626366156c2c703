/** The revision of a catalog beside its reading: what is kept in memory is believed by it. */
import { expect, onTestFinished, test } from "vitest";
import { serverOrigin } from "../../src/server/catalog/unit-of-work.ts";
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import { raiseRevision } from "../../src/server/storage/catalog-state.ts";
import { temporaryFolder } from "../support/run/folders.ts";

const KEY = { kind: "setting", workspace: null, name: "x" } as const;

async function openIn(folder: string) {
  const catalog = await openSqliteCatalog(folder, () => "2026-01-01T00:00:00.000Z");
  onTestFinished(() => catalog.close());
  return catalog;
}

/** What arrives after that is read in a later turn of the loop. */
const nextTurn = () => new Promise((resolve) => void setImmediate(resolve));

test("every change is seen by what comes after it, by whomever it was made", async () => {
  const folder = temporaryFolder();
  const catalog = await openIn(folder);
  const other = await openIn(folder);
  const before = await catalog.revision();
  await catalog.write(serverOrigin, (writer) => writer.put(KEY, { text: "1" }));
  expect(await catalog.revision()).toBe(before + 1);
  await other.write(serverOrigin, (writer) => writer.put(KEY, { text: "2" }));
  expect(await catalog.revision()).toBe(before + 2);
  raiseRevision(folder, before + 10);
  await nextTurn();
  expect(await catalog.revision()).toBe(before + 10);
  expect(await catalog.read((reader) => reader.revision())).toBe(before + 10);
});

test("a change of this server is seen at once, by whoever asked before it", async () => {
  const catalog = await openIn(temporaryFolder());
  const before = await catalog.revision();
  // Asks in the turn in which the change is made, just before that.
  setImmediate(() => void catalog.revision());
  await catalog.write(serverOrigin, (writer) => writer.put(KEY, { text: "1" }));
  expect(await catalog.revision()).toBe(before + 1);
});

test("it shows what is committed: neither what is under way nor what is no change of the catalog", async () => {
  const catalog = await openIn(temporaryFolder());
  const before = await catalog.revision();
  await catalog.write(serverOrigin, async (writer) => {
    await writer.put(KEY, { text: "1" });
    expect(await catalog.revision()).toBe(before);
  });
  await catalog.write(serverOrigin, (writer) =>
    writer.writeFile("plumbline/inventory.json", Buffer.from("{}")),
  );
  expect(await catalog.revision()).toBe(before + 1);
});
