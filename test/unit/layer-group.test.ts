/** Layer groups below the door: what no request can set up. */
import { onTestFinished, describe, expect, test } from "vitest";
import { world } from "../../src/model/bounds.ts";
import { publishFeatureType } from "../../src/server/catalog/feature-type.ts";
import { dialectOf } from "../../src/server/catalog/dialect.ts";
import { createLayerGroup, deleteLayerGroup } from "../../src/server/catalog/layer-group.ts";
import { updateLayer } from "../../src/server/catalog/layer.ts";
import { deleteStyle } from "../../src/server/catalog/style.ts";
import {
  serverOrigin,
  type Catalog,
  type CatalogWriter,
} from "../../src/server/catalog/unit-of-work.ts";
import { createWorkspace } from "../../src/server/catalog/workspace.ts";
import { prepareCatalog } from "../../src/server/catalog/start.ts";
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import { temporaryFolder } from "../support/run/folders.ts";

const dialect = dialectOf({ dialect: "documented" });

async function openCatalog(): Promise<Catalog> {
  const catalog = await openSqliteCatalog(temporaryFolder(), () => "2026-11-20T00:00:00.000Z");
  onTestFinished(() => catalog.close());
  await catalog.write(serverOrigin, async (writer) => {
    await prepareCatalog(writer, dialectOf({ dialect: "documented" }));
    await createWorkspace(writer, { name: "w" });
    for (const nativeName of ["A", "B", "C"])
      await publishFeatureType(writer, { workspace: "w", store: "s", nativeName });
  });
  return catalog;
}

function makeGroup(writer: CatalogWriter, name: string, members: readonly string[]) {
  const change = {
    name,
    description: {},
    members: members.map((member) => ({
      type: member.includes(":") ? ("layer" as const) : ("layerGroup" as const),
      name: member,
    })),
  };
  return createLayerGroup(writer, dialect, { workspace: null, change });
}

async function placeAt(writer: CatalogWriter, name: string, west: number, crs = "EPSG:4326") {
  const type = await writer.get("feature-type", "w", name);
  if (type === undefined) throw new Error(`no feature type ${name}`);
  const latLonBoundingBox = {
    minx: west,
    maxx: west + 10,
    miny: west / 2,
    maxy: String(west / 2 + 5),
    crs,
  };
  await writer.put(
    { kind: "feature-type", workspace: "w", name },
    { ...type.value, details: { latLonBoundingBox } },
  );
}

test("bounds enclose the members whose place is known, through groups", async () => {
  const catalog = await openCatalog();
  const bounds = await catalog.write(serverOrigin, async (writer) => {
    await placeAt(writer, "A", 10);
    await placeAt(writer, "B", -20);
    await makeGroup(writer, "inner", ["w:B"]);
    await makeGroup(writer, "outer", ["w:A", "inner"]);
    await makeGroup(writer, "unknown", ["w:C"]);
    await makeGroup(writer, "partly", ["w:A", "w:C"]);
    await placeAt(writer, "C", 0, "EPSG:3857");
    await makeGroup(writer, "elsewhere", ["w:C"]);
    const groups = await writer.list("layer-group");
    return new Map(groups.map(({ name, value }) => [name, value.bounds]));
  });
  const crs = "EPSG:4326";
  expect(bounds.get("outer")).toEqual({ minx: -20, maxx: 20, miny: -10, maxy: 10, crs });
  expect(bounds.get("partly")).toEqual({ minx: 10, maxx: 20, miny: 5, maxy: 10, crs });
  expect(bounds.get("unknown")).toEqual(world);
  expect(bounds.get("elsewhere")).toEqual(world);
});

test("a global group is deleted with its rules of two parts, in any case of letters", async () => {
  const catalog = await openCatalog();
  const left = await catalog.write(serverOrigin, async (writer) => {
    for (const name of ["G.r", "g.w", "h.r", "w.g.r"])
      await writer.put({ kind: "access-rule", workspace: null, name }, { roles: ["R"] });
    await makeGroup(writer, "g", ["w:A"]);
    const group = await writer.get("layer-group", null, "g");
    if (group !== undefined) await deleteLayerGroup(writer, group);
    return (await writer.list("access-rule")).map(({ name }) => name);
  });
  expect(left).toEqual(["*.*.r", "*.*.w", "h.r", "w.g.r"]);
});

describe("a default style that is removed", () => {
  test.for([
    ["VECTOR", "generic"],
    ["RASTER", "raster"],
  ] as const)("a %s layer falls back to %s", async ([type, fallback]) => {
    const catalog = await openCatalog();
    const layer = await catalog.write(serverOrigin, async (writer) => {
      const value = { format: "sld", version: "1.0.0", fileName: "x.sld", legend: null } as const;
      await writer.put({ kind: "style", workspace: null, name: "x" }, value);
      const found = await writer.get("layer", "w", "A");
      if (found === undefined) throw new Error("no layer");
      const typed = { ...found, value: { ...found.value, type } };
      await updateLayer(writer, dialect, {
        layer: typed,
        patch: { defaultStyle: { workspace: null, name: "x" } },
      });
      const options = { recurse: true, purge: false };
      await deleteStyle(writer, dialect, { workspace: null, name: "x" }, options);
      return writer.get("layer", "w", "A");
    });
    expect(layer?.value.defaultStyle).toEqual({ workspace: null, name: fallback });
  });
});
