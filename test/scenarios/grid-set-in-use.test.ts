/**
 * Grid sets and blob stores that tile layers use: stock servers change and delete them without a look, so a plan stops
 * (the danger grid-set-in-use, and the danger blob-store-in-use). A server of our own keeps them, so nothing lifts what stops it.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport, WireResponse } from "../../src/wire/request.ts";
import { connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, estateOf, type EstateOptions } from "../support/estates/estate.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { stockServer } from "../stock/server.ts";

const manifest = (spec: object, kind = "GridSet", name = "city") =>
  JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata: { name }, spec });
const city = (more: object) => ({ srs: 25832, extent: [0, 0, 100, 100], levels: 3, ...more });

const xml = (body: string): WireResponse => ({
  status: 200,
  headers: { "content-type": "application/xml" },
  body: new TextEncoder().encode(body),
});

/** A server of which two tile layers use grid sets. */
const withTileLayers =
  (real: Transport): Transport =>
  async (request) => {
    if (request.path === "/gwc/rest/layers.xml")
      return xml("<layers><layer><name>w:a</name></layer><layer><name>w:b</name></layer></layers>");
    const [, layer] = /^\/gwc\/rest\/layers\/(.+)\.xml$/.exec(request.path) ?? [];
    if (layer === undefined) return real(request);
    const used = layer === "w%3Aa" ? "city" : "EPSG:4326";
    return xml(
      `<GeoServerLayer><gridSubsets><gridSubset><gridSetName>${used}</gridSetName></gridSubset></gridSubsets></GeoServerLayer>`,
    );
  };

test("a plan that changes or deletes one that a tile layer uses stops", async () => {
  const { app } = stockServer();
  const folder = temporaryFolder();
  const write = (...manifests: readonly string[]) =>
    writeFileSync(join(folder, "estate.yaml"), manifests.join("\n---\n"));
  const anchor = manifest({}, "Workspace", "anchor");
  const blocksOf = async (options: EstateOptions = {}) => {
    const connection = await connectTo(app, "test", withTileLayers);
    const { plan } = await planEstate(estateOf(folder, { prune: "owned", ...options }), connection);
    return plan?.blocks.map(({ name, message }) => [name, message]);
  };
  write(anchor, manifest(city({})));
  expect((await applyFolder(app, folder)).writes.length).toBe(2);
  expect(await blocksOf()).toEqual([]);

  write(anchor, manifest(city({ description: "Only words" })));
  expect(await blocksOf()).toEqual([]);

  write(anchor, manifest(city({ levels: 4 })));
  const changed =
    "The grid set city changes (resolutions) under tile layer w:a, whose cached tiles no longer fit: truncate them";
  expect(await blocksOf()).toEqual([["grid-set-in-use", changed]]);
  expect(await blocksOf({ allow: ["grid-set-in-use"] })).toEqual([]);

  write(anchor);
  const deleted =
    "Deleting the grid set city takes it from tile layer w:a: a stock server then refuses the capabilities of its tile service after the next reload";
  expect(await blocksOf()).toEqual([["grid-set-in-use", deleted]]);
});

test("numbers that a server computes anew are no difference, and what is not said stays", async () => {
  const { app, state } = stockServer();
  const folder = temporaryFolder();
  const apply = async (spec: object) => {
    writeFileSync(join(folder, "estate.yaml"), manifest(spec));
    return (await applyFolder(app, folder)).writes.length;
  };
  expect(await apply(city({ description: "Old", tileSize: [512, 512] }))).toBe(1);
  const shown = state.gridSets.get("city") ?? "";
  state.gridSets.set(
    "city",
    shown.replace("<double>100.0</double>", "<double>100.00000000001</double>"),
  );
  expect(await apply(city({ tileSize: [512, 512] }))).toBe(0);
  expect(await apply(city({ tileSize: [512, 512], yCoordinateFirst: true }))).toBe(1);
  expect(state.gridSets.get("city")).toMatch(/<description>Old<\/description>/);
  expect(state.gridSets.get("city")).toMatch(/<yCoordinateFirst>true</);
});

test("a manifest that can mean no grid set is refused", async () => {
  const { app } = stockServer();
  const folder = temporaryFolder();
  const messages = async (spec: object, name?: string) => {
    writeFileSync(join(folder, "estate.yaml"), manifest(spec, "GridSet", name));
    const connection = await connectTo(app);
    const { diagnostics } = await planEstate(estateOf(folder, {}), connection);
    return diagnostics.map(({ message }) => message);
  };
  expect(await messages(city({}), "EPSG:4326")).toEqual([
    'The grid set name "EPSG:4326" is that of a grid set which every tile cache has; it stays',
  ]);
  expect(await messages(city({ resolutions: [1] }))).toEqual([
    "The levels are given by resolutions and levels; one of them is enough",
  ]);
  expect(await messages({ srs: 1, extent: [0, 0, 1, 1], resolutions: [1, 2] })).toEqual([
    "The grid set has the level 2: each is above zero and below the one before",
  ]);
  expect(await messages(city({ scaleNames: ["one"] }))).toEqual([
    "There are 1 scale names for 3 levels",
  ]);
});

const inW = (kind: string, name: string, spec: object) =>
  JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata: { workspace: "w", name }, spec });
const database = { dbtype: "postgis", host: "db.example.org", port: 5432, database: "roads" };
const workspace = manifest({}, "Workspace", "w");
const store = inW("DataStore", "db", { type: "PostGIS", connectionParameters: database });
const type = inW("FeatureType", "a", { store: "db" });
const place = manifest({ type: "File", baseDirectory: "/srv/tiles" }, "BlobStore", "disk");
const tiles = (spec: object) => inW("TileLayer", "a", spec);
const used = tiles({ gridsets: { city: { zoom: [0, 2] } }, blobStore: "disk" });
const released = tiles({ gridsets: { "EPSG:4326": {} }, blobStore: "" });

/** An estate in which a tile layer uses a grid set and a blob store. */
async function usingEstate(target: "ours" | "stock") {
  const { app } = target === "ours" ? await startCatalog() : stockServer();
  const folder = temporaryFolder();
  const write = (...manifests: readonly string[]) =>
    writeFileSync(join(folder, "estate.yaml"), manifests.join("\n---\n"));
  const options: EstateOptions = { prune: "owned", allow: ["over-limit"] };
  const apply = () => applyFolder(app, folder, options);
  write(workspace, store, type, manifest(city({})), place, used);
  expect((await apply()).result?.converged).toBe(true);
  return { write, apply, app };
}

describe.for(["ours", "stock"] as const)("on a server: %s", (target) => {
  test("what a tile layer lets go of is deleted after that, and stops nothing", async () => {
    const { write, apply } = await usingEstate(target);
    write(workspace, store, type, released);
    const { planned, result, writes } = await apply();
    expect(planned.plan?.blocks).toEqual([]);
    expect(result?.converged).toBe(true);
    expect(writes.map(({ request: { method, path } }) => `${method} ${path}`)).toEqual([
      "PUT /gwc/rest/layers/w%3Aa",
      "DELETE /gwc/rest/blobstores/disk",
      "DELETE /gwc/rest/gridsets/city",
    ]);
  });

  test("what goes with its layer stops nothing either", async () => {
    const { write, apply } = await usingEstate(target);
    write(workspace, store);
    const { planned, result } = await apply();
    expect(planned.plan?.blocks).toEqual([]);
    expect(result?.converged).toBe(true);
    // Requests without an order between them are under way together.
    const after = planned.plan?.steps.map(({ request, after: waits }) => [request.path, waits]);
    expect(after).toEqual([
      ["/workspaces/w/datastores/db/featuretypes/a", []],
      ["/gwc/rest/blobstores/disk", [0]],
      ["/gwc/rest/gridsets/city", [0]],
    ]);
  });
});

describe("on a server that keeps what is used", () => {
  const [gridSet, blobStore] = ["GridSet/city", "BlobStore/disk"].map(
    (one) => `${one} is still used by TileLayer/w:a, which this plan leaves as it is`,
  );

  test.for([
    ["a tile layer that nobody declares any more", undefined],
    ["one that says nothing of them", tiles({ gutter: 0 })],
    ["one that changes otherwise", tiles({ gutter: 9 })],
  ] as const)("no plan takes it from %s", async ([, left]) => {
    const { write, apply } = await usingEstate("ours");
    write(workspace, store, type, ...(left === undefined ? [] : [left]));
    const { planned } = await apply();
    const messages = planned.plan?.blocks.map(({ name, message }) => [name, message]);
    expect(messages?.toSorted()).toEqual([
      [undefined, blobStore],
      [undefined, gridSet],
    ]);
  });
});
