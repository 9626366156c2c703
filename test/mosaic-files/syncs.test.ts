/** Files that become durable several at a time. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSyncs } from "../../src/server/mosaics/syncs.ts";
import { temporaryFolder } from "../support/run/folders.ts";

test("every file is closed", async () => {
  const folder = temporaryFolder();
  const handles = [];
  const syncs = openSyncs(2);
  for (const name of ["a", "b", "c", "d", "e"]) {
    const handle = await open(join(folder, name), "wx");
    handles.push(handle);
    await syncs.add(handle);
  }
  await syncs.done();
  expect(handles.map(({ fd }) => fd)).toEqual([-1, -1, -1, -1, -1]);
});

test("what goes wrong with one is reported, and the others are closed all the same", async () => {
  const folder = temporaryFolder();
  const [bad, good] = [await open(join(folder, "a"), "wx"), await open(join(folder, "b"), "wx")];
  await bad.close();
  const syncs = openSyncs(8);
  await syncs.add(bad);
  await syncs.add(good);
  await expect(syncs.done()).rejects.toThrow(/EBADF|closed/);
  await syncs.settled();
  expect(good.fd).toBe(-1);
});
