/**
 * Grid sets that tile layers use: servers change and delete them without a look, so a plan stops. The
 * danger grid-set-in-use.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport, WireResponse } from "../../src/wire/request.ts";
import { connectTo } from "../support/catalog.ts";
import { applyFolder, estateOf, type EstateOptions } from "../support/estate.ts";
import { temporaryFolder } from "../support/folders.ts";
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
