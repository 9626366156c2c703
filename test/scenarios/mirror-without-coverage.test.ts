/** Mirrors of mosaics of which no coverage is published: nobody can read their indexes, nor take anything out. */
import { describe, expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, manifest, raster, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";
import { oneByFile } from "../support/run/scale.ts";

function mosaic(days: readonly number[], more: object = {}): string {
  const folder = temporaryFolder();
  const spec = { definition: "./sst/", granules: { local: "./days/", policy: "mirror" }, ...more };
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "sst.yaml": manifest("ImageMosaic", { workspace: "w", name: "sst" }, spec),
    "sst/indexer.properties": indexer(),
    "sst/timeregex.properties": TIME_REGEX,
    ...Object.fromEntries(days.map((day) => [`days/sst_2026010${day}.tif`, raster(day)])),
  });
  return folder;
}

describe.for(oneByFile(import.meta.url, dialects))(
  "a mirror without a coverage, %s dialect",
  (dialect) => {
    async function started() {
      const { app } = await startCatalog({ dialect });
      const first = await applyFolder(app, mosaic([1, 2, 3, 4]));
      expect(first.result?.converged).toBe(true);
      return app;
    }

    test("brings what is new, and nothing else", async () => {
      const app = await started();
      const { result, writes } = await applyFolder(app, mosaic([1, 2, 3, 4, 5]));
      expect(result?.converged).toBe(true);
      expect(writes.map(({ request }) => [request.method, request.query])).toEqual([
        ["POST", { filename: "sst_20260105.tif" }],
      ]);
    });

    test("says that it cannot remove, sends nothing, and still says so the next time", async () => {
      const app = await started();
      for (const _time of [1, 2]) {
        const { planned, result, writes } = await applyFolder(app, mosaic([2, 3, 4]));
        expect(planned.diagnostics.map(({ code, message, hint }) => [code, message, hint])).toEqual(
          [
            [
              "mosaic-granules",
              "ImageMosaic/w:sst publishes no coverage, so 1 granule cannot be removed: sst_20260101.tif",
              "Publish a coverage of it, bring the granule back, or declare policy: add-only.",
            ],
          ],
        );
        expect([result, writes]).toEqual([undefined, []]);
      }
    });
  },
);
