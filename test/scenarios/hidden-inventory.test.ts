/**
 * Something between a client and its server answers 404 for the state of an estate that is there. To own nothing is
 * something else: what is not declared any more would be forgotten, and what others own taken.
 */
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport, WireRequest } from "../../src/wire/request.ts";
import { sld } from "../support/estates/artefacts.ts";
import { connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, estateOf, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { disown } from "../support/commands/imports.ts";
import { oneByFile } from "../support/run/scale.ts";
import { style } from "../e2e/support.ts";

/** Answers 404 for what is picked. */
const hiding =
  (isHidden: (request: WireRequest) => boolean) =>
  (real: Transport): Transport =>
  async (request) =>
    isHidden(request) ? { status: 404, headers: {}, body: new Uint8Array() } : real(request);

const inventoryOf = (estate: string) => (request: WireRequest) =>
  request.path.endsWith(`/plumbline/${estate}/inventory.json`);

function folderOf(name: string): string {
  const folder = temporaryFolder();
  writeFiles(folder, { "a.yaml": style(name), [`${name}.sld`]: sld() });
  return folder;
}

describe.for(oneByFile(import.meta.url, dialects))("%s dialect", (dialect) => {
  test.for([
    ["its own inventory", "own", inventoryOf("own")],
    ["all of its folder", "own", ({ path }: WireRequest) => path.includes("/plumbline/own")],
    ["the inventory of another estate", "other", inventoryOf("own")],
  ] as const)("%s is not given", async ([, name, isHidden]) => {
    const { app } = await startCatalog({ dialect });
    await applyFolder(app, folderOf("a"), { name: "own" });
    const connection = await connectTo(app, name, hiding(isHidden));
    const planned = planEstate(estateOf(folderOf("b"), { name, prune: "owned" }), connection);
    await expect(planned).rejects.toThrow(
      /\/resource\/plumbline\/own\/inventory\.json is answered with 404, although/,
    );
  });

  test("one that was removed, or never written, owns nothing", async () => {
    const { app } = await startCatalog({ dialect });
    const folder = folderOf("a");
    await applyFolder(app, folder, { name: "own" });
    await disown(app, "own");
    expect((await planFolder(app, folder, { name: "own" })).plan?.summary).toMatchObject({
      adopt: 1,
    });
    expect((await planFolder(app, folder, { name: "new" })).plan?.summary).toMatchObject({
      adopt: 1,
    });
  });
});
