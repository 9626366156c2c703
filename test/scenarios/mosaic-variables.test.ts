/**
 * A mosaic of files with several variables: one granule per time, one coverage per variable. What
 * is removed is removed from the index of each coverage.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { AUTHORIZATION, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";
import { netcdfGrid } from "../support/mosaics/netcdf.ts";
import { oneByFile } from "../support/run/scale.ts";

const SCHEMA = "the_geom:Polygon,location:String,imageindex:Integer,time:java.util.Date";

const INDEXER = `<Indexer>
  <domains><domain name="time"><attributes><attribute>time</attribute></attributes></domain></domains>
  <coverages>${["t", "u"]
    .map(
      (name) => `<coverage><name>${name}</name>
        <schema name="${name}"><attributes>${SCHEMA}</attributes></schema>
        <domains><domain ref="time"/></domains></coverage>`,
    )
    .join("")}</coverages>
  <parameters><parameter name="CanBeEmpty" value="true"/></parameters>
</Indexer>
`;

function file(day: number): Uint8Array {
  const hours = [day * 24, day * 24 + 12];
  return netcdfGrid({ longitudes: [0, 1, 2], latitudes: [0, 1, 2], hours }, ["t", "u"]);
}

test.for(oneByFile(import.meta.url, dialects))(
  "variables are coverages, %s dialect",
  async (dialect) => {
    const { app } = await startCatalog({ dialect });
    const folder = temporaryFolder();
    const names = [1, 2, 3, 4, 5].map((day) => [`granules/day${day}.nc`, file(day)] as const);
    writeFiles(folder, {
      "w.yaml": manifest("Workspace", { name: "w" }, {}),
      "s.yaml": manifest(
        "ImageMosaic",
        { workspace: "w", name: "s" },
        {
          definition: "./s/",
          coverages: [
            {
              name: "temperature",
              nativeName: "t",
              dimensions: { time: { presentation: "LIST" } },
            },
            { name: "u" },
          ],
          granules: { local: "./granules/", policy: "mirror" },
        },
      ),
      "s/indexer.xml": INDEXER,
      ...Object.fromEntries(names),
    });
    const apply = async () => {
      const { planned, writes, result } = await applyFolder(app, folder);
      expect(planned.diagnostics).toEqual([]);
      expect(planned.plan?.blocks).toEqual([]);
      expect(result?.converged, JSON.stringify(result)).toBe(true);
      return writes.map(({ request }) => `${request.method} ${request.path.split("/s/").at(-1)}`);
    };
    const count = async (coverage: string) => {
      const url = `/rest/workspaces/w/coveragestores/s/coverages/${coverage}/index/granules.json`;
      const answer = await app.inject({ url, headers: { authorization: AUTHORIZATION } });
      return (JSON.parse(answer.body) as { readonly features: readonly object[] }).features.length;
    };
    expect(await apply()).toEqual([
      "POST /namespaces",
      "PUT file.imagemosaic",
      "POST file.imagemosaic",
      "POST coverages",
      "POST coverages",
    ]);
    expect([await count("temperature"), await count("u")]).toEqual([10, 10]);
    expect(await apply()).toEqual([]);
    rmSync(join(folder, "granules/day1.nc"));
    expect(await apply()).toEqual([
      "DELETE coverages/temperature/index/granules.xml",
      "DELETE coverages/u/index/granules.xml",
    ]);
    expect([await count("temperature"), await count("u")]).toEqual([8, 8]);
    expect(await apply()).toEqual([]);
  },
);
