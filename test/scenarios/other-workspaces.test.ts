/** What a server answers about an object of another workspace is not taken for the object that was asked for. */
import { expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

/** A table that is published in a workspace, whose layer has a style of its own. */
const published = (workspace: string, title: string) => ({
  [`${workspace}.yaml`]: manifest("Workspace", { name: workspace }, {}),
  [`${workspace}-db.yaml`]: manifest(
    "DataStore",
    { workspace, name: "db" },
    { connectionParameters: { dbtype: "postgis", host: "h", database: "roads" } },
  ),
  [`${workspace}-ways.yaml`]: manifest(
    "FeatureType",
    { workspace, name: "ways" },
    { store: "db", title },
  ),
});

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return folder;
}

test("a namesake elsewhere is not adopted in a workspace that is not there yet", async () => {
  const { app, state } = stockServer();
  await applyFolder(app, folderOf(published("old", "Ways")), { name: "other" });
  const folder = folderOf(published("new", "Ways"));
  const { plan } = await planFolder(app, folder);
  expect(plan?.changes.map(({ address, action }) => `${action} ${address.kind}`)).toContain(
    "create FeatureType",
  );
  const { result } = await applyFolder(app, folder);
  expect(result?.converged).toBe(true);
  expect([...state.featureTypes.keys()].toSorted()).toEqual(["new:ways", "old:ways"]);
  expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
});

test("what is owned in a workspace that somebody deleted is found to be gone", async () => {
  const { app, state } = stockServer();
  await applyFolder(app, folderOf(published("old", "Ways")), { name: "other" });
  const folder = folderOf(published("new", "Ways"));
  await applyFolder(app, folder);
  state.workspaces.delete("new");
  state.dataStores.delete("new:db");
  state.featureTypes.delete("new:ways");
  state.layers.delete("new:ways");
  const { plan } = await planFolder(app, folder);
  expect(plan?.changes.map(({ address, action }) => `${action} ${address.kind}`)).toEqual(
    expect.arrayContaining(["create Workspace", "create DataStore", "create FeatureType"]),
  );
});
