/** What a stock server takes with success, and then shows others badly for: a plan says so before. */
import { expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { sld } from "../support/estates/artefacts.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const store = (workspace: string, name: string) =>
  manifest(
    "CoverageStore",
    { workspace, name },
    { type: "GeoTIFF", url: `file:/srv/rasters/${name}.tif` },
  );
const coverage = (workspace: string, name: string, spec: object = {}) =>
  manifest("Coverage", { workspace, name }, { store: name, ...spec });

async function warnings(
  start: () => Promise<Parameters<typeof applyFolder>[0]>,
  files: Readonly<Record<string, string>>,
) {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const { planned } = await applyFolder(await start(), folder);
  return planned.diagnostics.filter(({ code }) => code === "harms-others");
}

const stock = async () => stockServer().app;
const included = async () => (await startCatalog({ dialect: "geoserver" })).app;

const isolated = (value: boolean) => ({
  "w.yaml": manifest("Workspace", { name: "iso" }, { isolated: value }),
  "s.yaml": manifest(
    "DataStore",
    { workspace: "iso", name: "db" },
    { type: "PostGIS", connectionParameters: { dbtype: "postgis", host: "db", database: "gis" } },
  ),
  "t.yaml": manifest("FeatureType", { workspace: "iso", name: "roads" }, { store: "db" }),
});

test("a type in an isolated workspace breaks the capabilities of tiles", async () => {
  expect(await warnings(stock, isolated(true))).toMatchObject([
    {
      severity: "warning",
      message: expect.stringMatching(/workspace iso is isolated: .* of roads, the capabilities/),
      hint: expect.stringMatching("DELETE /gwc/rest/layers/iso:NAME"),
    },
  ]);
  expect(await warnings(stock, isolated(false))).toEqual([]);
  expect(await warnings(included, isolated(true))).toEqual([]);
});

const rasters = (titles: readonly (string | undefined)[]) =>
  Object.fromEntries([
    ["w.yaml", manifest("Workspace", { name: "terrain" }, {})],
    ...titles.flatMap((title, index) => [
      [`s${index}.yaml`, store("terrain", `r${index}`)],
      [
        `c${index}.yaml`,
        coverage("terrain", `r${index}`, {
          enabled: true,
          ...(title === undefined ? {} : { title }),
        }),
      ],
    ]),
  ]) as Record<string, string>;

test("coverages of one title, or of none, are one in capabilities of WCS 2.0.1", async () => {
  expect(await warnings(stock, rasters(["Relief", "Relief", "Slope"]))).toMatchObject([
    { message: expect.stringMatching(/terrain:r0, terrain:r1 have one title, "Relief"/) },
  ]);
  expect(await warnings(stock, rasters([undefined, undefined, "Slope"]))).toMatchObject([
    { message: expect.stringMatching(/terrain:r0, terrain:r1 have no title/) },
  ]);
  expect(await warnings(stock, rasters(["Relief", undefined, "Slope"]))).toEqual([]);
  expect(await warnings(included, rasters(["Relief", "Relief"]))).toEqual([]);
});

test("a style that a server cannot draw breaks the capabilities of tiles, once a cached layer has it", async () => {
  const styled = (name: string) => ({
    "s.yaml": manifest("Style", { name: "s" }, { source: "./s.sld" }),
    "s.sld": sld().replace(
      "<LineSymbolizer>",
      `<LineSymbolizer><Geometry><ogc:Function xmlns:ogc="http://www.opengis.net/ogc" name="${name}"><ogc:PropertyName>g</ogc:PropertyName></ogc:Function></Geometry>`,
    ),
  });
  expect(await warnings(stock, styled("noSuchFunction"))).toMatchObject([
    { message: expect.stringMatching(/its WMTS capabilities fail for all layers/) },
  ]);
  expect(await warnings(stock, styled("centroid"))).toEqual([]);
  expect(await warnings(included, styled("noSuchFunction"))).toEqual([]);
});
