/** A harvest of good and bad files: the good ones are in the mosaic, the bad ones are told. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderFailures } from "../../src/reconciler/report/failures.ts";
import { renderRemarks } from "../../src/reconciler/report/text.ts";
import { startCatalog } from "../support/catalog.ts";
import { applyFolder } from "../support/estate.ts";
import { temporaryFolder, writeFiles } from "../support/folders.ts";
import { indexer, manifest, raster, TIME_REGEX } from "../support/mosaic-manifests.ts";

test("what a harvest left out is told, and is no failure", async () => {
  const catalog = await startCatalog();
  writeFiles(catalog.folder, {
    "rasters/a_20260101.tif": raster(0),
    "rasters/b_20260102.tif": "no raster",
  });
  const folder = temporaryFolder();
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "s.yaml": manifest(
      "ImageMosaic",
      { workspace: "w", name: "s" },
      {
        definition: "./s/",
        coverages: [{ name: "s" }],
        granules: { sources: [join(catalog.folder, "rasters")] },
      },
    ),
    "s/indexer.properties": indexer(),
    "s/timeregex.properties": TIME_REGEX,
  });
  const { result } = await applyFolder(catalog.app, folder);
  expect(result).toMatchObject({ converged: true });
  const reports = result?.execution.reports ?? [];
  expect(renderFailures(reports)).toBe("");
  expect(renderRemarks(reports)).toMatch(
    /^note: harvest file:\/\/\S+\/rasters\/ into s: 1 of 2 files were left out\n {4}\S*b_20260102\.tif: .+\n$/,
  );
});
