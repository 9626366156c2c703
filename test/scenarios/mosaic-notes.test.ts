/** A harvest of good and bad files: the good ones are in the mosaic, the bad ones are reported. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderFailures, renderNotes } from "../../src/reconciler/report/failures.ts";
import { reportDocument } from "../../src/reconciler/report/json.ts";
import { renderPlan } from "../../src/reconciler/report/text.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import {
  indexer,
  manifest,
  mosaicManifests,
  raster,
  TIME_REGEX,
} from "../support/mosaics/mosaic-manifests.ts";

test("what a harvest left out is reported, and is no failure", async () => {
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
  const reports = (result?.execution.reports ?? []).map(reportDocument);
  expect(renderFailures(reports)).toBe("");
  expect(renderNotes(reports)).toMatch(
    /^note: harvest file:\/\/\S+\/rasters\/ into s: 1 of 2 files were left out\n {4}\S*b_20260102\.tif: .+\n$/,
  );
});

test("what an upload left out is reported with the upload", async () => {
  const catalog = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, {
    ...mosaicManifests({ configure: "onUpload", granules: { local: "./g/" } }),
    "g/a_20260101.tif": raster(0),
    "g/ä, b_20260102.tif": "no raster",
  });
  const { result } = await applyFolder(catalog.app, folder);
  const reports = (result?.execution.reports ?? []).map(reportDocument);
  expect(renderNotes(reports)).toMatch(
    /^note: upload the definition of s .*: 1 of 2 files were left out\n {4}ä, b_20260102\.tif: .+\n$/,
  );
});

test("files that leave the window and the folder are no news", async () => {
  const catalog = await startCatalog();
  const folder = temporaryFolder();
  const granules = (last: string) => {
    const window = { attribute: "time", last };
    return mosaicManifests({ granules: { local: "./g/", policy: "mirror", window } });
  };
  const files = [1, 2, 20, 21].map((day) => `s_202601${String(day).padStart(2, "0")}.tif`);
  writeFiles(folder, {
    ...granules("P60D"),
    ...Object.fromEntries(files.map((name) => [`g/${name}`, raster(0)])),
  });
  const options = { clock: () => Date.parse("2026-01-25T00:00:00Z") };
  expect((await applyFolder(catalog.app, folder, options)).result?.converged).toBe(true);
  writeFiles(folder, granules("P10D"));
  for (const name of files.slice(0, 2)) rmSync(join(folder, "g", name));
  const { plan } = await planFolder(catalog.app, folder, options);
  expect(renderPlan(plan ?? expect.unreachable())).toMatch(/^No changes\./);
  writeFiles(folder, { "g/s_20260121.tif": raster(3) });
  const { plan: next } = await planFolder(catalog.app, folder, options);
  const text = renderPlan(next ?? expect.unreachable());
  expect(text).toMatch(/content of granules {2}− s_20260121\.tif .*\+ s_20260121\.tif/);
  expect(text).not.toContain("s_20260101");
});
