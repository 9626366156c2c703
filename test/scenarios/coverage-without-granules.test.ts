/** Coverages of mosaics without granules: no server publishes them, so a plan says so before anything is sent. */
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, type Applied } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { mosaicManifests, raster } from "../support/mosaics/mosaic-manifests.ts";
import { oneByFile } from "../support/run/scale.ts";

const STORE = "/rest/workspaces/w/coveragestores/s";
const GRANULES = { granules: { local: "./g/" } };
const TIF = { "g/sst_20260101.tif": raster(1) };
const co = (...names: readonly string[]) => ({
  coverages: names.map((name) => ({ name, nativeName: "s" })),
});

describe.for(oneByFile(import.meta.url, dialects))("no granules, %s dialect", (dialect) => {
  async function start() {
    const { app } = await startCatalog({ dialect });
    const apply = (spec: object, files: Readonly<Record<string, string | Uint8Array>> = {}) => {
      const folder = temporaryFolder();
      writeFiles(folder, { ...mosaicManifests(spec), ...files });
      return applyFolder(app, folder, { prune: "owned" });
    };
    const send = async (method: "POST" | "DELETE", path: string, payload?: Uint8Array) => {
      const headers = { authorization: AUTHORIZATION, "content-type": "image/tiff" };
      const body = payload === undefined ? {} : { payload: Buffer.from(payload) };
      const { statusCode } = await app.inject({ method, url: `${STORE}${path}`, headers, ...body });
      expect(statusCode).toBeLessThan(300);
    };
    return { apply, send };
  }

  function expectTold({ planned, writes }: Applied, name: string) {
    const told = planned.diagnostics.map(({ code, severity, message, hint, where }) => {
      const { line, column } = where ?? {};
      return [code, severity, message, hint, /[^/]*$/.exec(where?.file ?? "")?.[0], line, column];
    });
    expect(told).toEqual([
      [
        "mosaic-granules",
        "error",
        `ImageMosaic/w:s brings no granules, and its coverage ${name} is published from granules`,
        expect.stringMatching(/^Declare some .* or leave the coverage out/),
        "s.yaml",
        expect.any(Number),
        expect.any(Number),
      ],
    ]);
    expect(writes).toEqual([]);
  }

  test.each([
    ["no granules", {}],
    ["a folder without any", { granules: { local: "./none/" } }],
    ["an upload that publishes", { configure: "onUpload" }],
  ])("a new mosaic with %s publishes nothing", async (_what, spec) => {
    const { apply } = await start();
    const files = { "none/read.txt": "nothing yet" };
    const { planned, writes } = await apply(spec, files);
    const errors = planned.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ code }) => code)).toEqual(["mosaic-granules"]);
    expect(writes).toEqual([]);
  });

  test("an empty one that is there publishes nothing until somebody harvests", async () => {
    const { apply, send } = await start();
    expect((await apply({ coverages: [] })).result?.converged).toBe(true);
    expectTold(await apply(co("a")), "a");
    await send("POST", "/file.imagemosaic?filename=sst_20260101.tif", raster(1));
    expect((await apply(co("a"))).result?.converged).toBe(true);
    await send("DELETE", "/coverages/a/index/granules.xml?filter=INCLUDE");
    expectTold(await apply(co("a", "b")), "b");
    await send("POST", "/file.imagemosaic?filename=sst_20260102.tif", raster(2));
    expect((await apply(co("a", "b"))).result?.converged).toBe(true);
  });

  test("one that is recreated without its granules keeps them until that is resolved", async () => {
    const { apply } = await start();
    expect((await apply(GRANULES, TIF)).result?.converged).toBe(true);
    const other = "Schema=*the_geom:Polygon,location:String,more:Integer\nCanBeEmpty=true\n";
    expectTold(await apply({}, { "s/indexer.properties": other }), "s");
  });
});
