/** Faults that break more than their layer, services that are off, tiles and files, and the order in which they are told. */
import { describe, expect, test } from "vitest";
import {
  BOUNDS,
  layer,
  serveEstate,
  tables,
  type,
  workspace,
  type Declared,
  type ServedEstate,
} from "./served-estate.ts";
import { rowFiles } from "./fault-rows.ts";

const style: Declared = { kind: "Style", at: "city:own", spec: { source: "./point.sld" } };

const base: readonly Declared[] = [
  workspace("city"),
  tables("city:pg"),
  style,
  type("city:roads"),
  layer("city:roads", "own"),
  type("city:places"),
  layer("city:places", "own"),
];

function served(more: readonly Declared[] = []): Promise<ServedEstate> {
  return serveEstate([...base, ...more], { files: rowFiles });
}

const texts = (found: { readonly faults: readonly { readonly text: string }[] }) =>
  found.faults.map(({ text }) => text);

describe("whole servers", () => {
  test("a style that cannot be read takes the list of tiles away, and is told first", async () => {
    const { verify, server } = await served();
    server.faults["Style/city:own"] = "style-cut-off";
    const { code, found } = await verify();
    expect(code).toBe(7);
    expect(found.faults[0]).toMatchObject({
      health: "degraded",
      text: "no client gets the tile cache's capabilities documents: the style own of a cached layer cannot be read",
      cause: "Style/city:own",
      objects: [],
    });
    expect(found.faults[1]).toMatchObject({
      cause: "Style/city:own",
      objects: ["Layer/city:places", "Layer/city:roads"],
    });
  });

  test("a tile layer of an isolated workspace takes it away, too", async () => {
    const { verify, server } = await served([
      workspace("iso", { isolated: true }),
      tables("iso:pg"),
      type("iso:roads"),
    ]);
    server.restart();
    const { code, found } = await verify();
    expect(code).toBe(7);
    expect(texts(found)).toEqual([
      "no client gets the tile cache's capabilities documents: a tile layer belongs to a layer of an isolated workspace; delete that tile layer",
    ]);
  });

  test("a capabilities document that breaks off is told with its layer", async () => {
    const { verify, tell, server } = await served();
    await tell("PUT", "/settings", { global: { resourceErrorHandling: "OGC_EXCEPTION_REPORT" } });
    server.faults["city:places"] = "table-dropped";
    const { code, found } = await verify();
    expect(code).toBe(7);
    expect(texts(found)[0]).toBe(
      "the capabilities document of city breaks off in the middle, for every client, at the layer city:places",
    );
  });

  test("services that are off are no fault, and workspaces are asked where the global ones are off", async () => {
    const { verify, tell, server } = await served();
    await tell("PUT", "/settings", { global: { globalServices: false } });
    const { code, found } = await verify();
    expect([code, found.verdict]).toEqual([0, "healthy"]);
    const maps = server.requests.filter(({ question }) => question?.operation === "GetMap");
    expect(new Set(maps.map(({ question }) => question?.workspace))).toEqual(new Set(["city"]));
    await tell("PUT", "/settings", { global: { globalServices: true } });
    await tell("PUT", "/services/wfs/settings", { wfs: { enabled: false } });
    expect((await verify()).code).toBe(0);
    await tell("PUT", "/services/wms/settings", { wms: { enabled: false } });
    const off = await verify();
    expect(off.code).toBe(0);
    expect(off.found.objects.map(({ findings }) => findings[0]?.text)).toEqual([
      "is not drawn: the Web Map Service is off",
      "is not drawn: the Web Map Service is off",
    ]);
  });
});

describe("tiles", () => {
  const tiles: Declared = {
    kind: "TileLayer",
    at: "city:roads",
    spec: { formats: ["image/png"], gridsets: { "EPSG:4326": {} } },
  };

  test("a tile is asked for where a tile layer is declared", async () => {
    const { verify, server } = await served([tiles]);
    const { code } = await verify();
    expect(code).toBe(0);
    const asked = server.requests.filter(({ question }) => question?.operation === "GetTile");
    expect(asked.map(({ question, status }) => [question?.names, status])).toEqual([
      [["city:roads"], 200],
    ]);
  });

  test("a tile that cannot be drawn is told beside its layer", async () => {
    const { verify, server } = await served([tiles]);
    server.faults["city:roads"] = "table-dropped";
    const { found } = await verify();
    expect(texts(found)).toContain("GetTile: the tile cannot be drawn");
  });

  test("a tile layer that is gone is told", async () => {
    const { verify, tell } = await served([tiles]);
    await tell("DELETE", "/gwc/rest/layers/city:roads");
    const { code, found } = await verify();
    expect(code).toBe(7);
    expect(found.faults[0]).toMatchObject({
      text: "has no tile layer",
      cause: "TileLayer/city:roads",
      objects: ["Layer/city:roads"],
    });
  });
});

test("an image that a style brings is missed where no picture shows it", async () => {
  const href =
    '<ExternalGraphic><OnlineResource xlink:type="simple" xlink:href="dot.svg" xmlns:xlink="http://www.w3.org/1999/xlink"/><Format>image/svg+xml</Format></ExternalGraphic>';
  const sld = rowFiles["point.sld"]?.replace(
    "<PointSymbolizer/>",
    `<PointSymbolizer><Graphic>${href}</Graphic></PointSymbolizer>`,
  );
  const { verify, tell, server } = await serveEstate(
    [
      ...base,
      { kind: "Style", at: "city:dots", spec: { source: "./dots/" } },
      type("city:dots"),
      layer("city:dots", "dots"),
    ],
    {
      files: {
        ...rowFiles,
        "dots/dots.sld": sld ?? "",
        "dots/dot.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
      },
    },
  );
  expect((await verify()).code).toBe(0);
  await tell("DELETE", "/resource/workspaces/city/styles/dot.svg");
  server.faults["city:dots"] = "image-missing";
  const { code, found } = await verify();
  expect(code).toBe(7);
  expect(texts(found)).toEqual([
    "the file workspaces/city/styles/dot.svg is not in the data directory",
  ]);
  expect(found.faults[0]?.objects).toEqual(["Style/city:dots"]);
});

test("requests are GET and HEAD only, at most 8 for a layer, and few at once", async () => {
  const { verify, server } = await served([
    { kind: "CoverageStore", at: "city:relief", spec: { type: "GeoTIFF", url: "file:relief.tif" } },
    { kind: "Coverage", at: "city:relief", spec: { store: "relief", bounds: BOUNDS } },
    layer("city:relief", "raster"),
  ]);
  const before = server.requests.length;
  await verify();
  const all = server.requests.slice(before);
  expect(new Set(all.map(({ method }) => method)).isSubsetOf(new Set(["GET", "HEAD"]))).toBe(true);
  expect(Math.max(...all.map(({ underWay }) => underWay))).toBeLessThanOrEqual(12);
  for (const name of ["roads", "places", "relief"]) {
    const own = all.filter(({ path }) =>
      new RegExp(`city(?::|%3A)${name}\\b|/${name}\\.`, "i").test(path),
    );
    expect(own.length, own.map(({ path }) => path).join("\n")).toBeLessThanOrEqual(8);
    expect(own.length).toBeGreaterThan(1);
  }
});
