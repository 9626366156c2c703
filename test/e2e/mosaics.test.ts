/** Mosaics as users run them: a secret shows nowhere, a mirror that removes too much stops. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, manifest, raster, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";
import { dataOfPage } from "../support/reports/report-page.ts";
import { runHere } from "../support/commands/run-here.ts";
import { project, serverForFile } from "./support.ts";

const { url } = serverForFile();
const SECRET = "Geheimnis-4711";

function estate(): string {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "plumbline.yaml": project("estate: mosaics"),
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    "s.yaml": manifest(
      "ImageMosaic",
      { workspace: "w", name: "s" },
      {
        definition: "./s/",
        variables: { passwd: { fromEnv: "SST_PASSWORD" } },
        coverages: [{ name: "s" }],
        granules: { local: "./granules/", policy: "mirror" },
      },
    ),
    "s/indexer.properties": indexer(),
    "s/timeregex.properties": TIME_REGEX,
    "s/datastore.properties":
      "SPI=org.geotools.data.h2.H2DataStoreFactory\ndatabase=index\npasswd=${{ var.passwd }}\n",
    "granules/a_20260101.tif": raster(1),
    "granules/b_20260102.tif": raster(2),
  });
  return folder;
}

test("from nothing to a mirror that stops", { timeout: 60_000 }, async () => {
  const folder = estate();
  const ran: string[] = [];
  const run = async (args: readonly string[], password: string | undefined = SECRET) => {
    const env = password === undefined ? {} : { SST_PASSWORD: password };
    const found = await runHere([args[0] ?? "", folder, ...args.slice(1)], { url: url(), env });
    ran.push(found.stdout, found.stderr);
    return found;
  };
  const unset = await runHere(["apply", folder, "--yes"], { url: url() });
  expect(unset).toMatchObject({ code: 1 });
  expect(unset.stderr + unset.stdout).toContain("The environment variable SST_PASSWORD is not set");
  expect(await runHere(["validate", folder])).toMatchObject({ code: 0 });
  const plan = await run(["plan", "-o", "json"]);
  const document = JSON.parse(plan.stdout) as {
    readonly requests: readonly { readonly path: string; readonly body_sha256: string | null }[];
  };
  const upload = document.requests.find(({ path }) => path.includes("file.imagemosaic?configure"));
  expect(upload?.body_sha256).toBeNull();
  expect(await run(["apply", "--yes", "-o", "json"])).toMatchObject({ code: 0 });
  expect(await run(["plan", "--detailed-exitcode"])).toMatchObject({ code: 0 });
  expect(await run(["drift"])).toMatchObject({ code: 0 });
  expect((await run(["apply", "--yes"], `${SECRET}-2`)).stdout).toContain("1 update");
  rmSync(join(folder, "granules/a_20260101.tif"));
  writeFiles(folder, { "granules/c_20260103.tif": raster(7), "granules/d_20260104.tif": "none" });
  const report = join(folder, "report.html");
  const stopped = await run(["apply", "--yes", "--report", report], `${SECRET}-2`);
  expect(stopped).toMatchObject({ code: 3 });
  // What is no raster lies nowhere.
  expect(dataOfPage(readFileSync(report, "utf8")).maps).toEqual([
    {
      title: "ImageMosaic/w:s",
      footprints: [
        { location: "a_20260101.tif", fate: "goes", box: [1, 0, 2, 1] },
        { location: "c_20260103.tif", fate: "comes", box: [7, 0, 8, 1] },
      ],
      unknown: 1,
    },
  ]);
  rmSync(join(folder, "granules/c_20260103.tif"));
  rmSync(join(folder, "granules/d_20260104.tif"));
  expect(stopped.stdout).toContain("--allow over-limit");
  const allowed = await run(["apply", "--yes", "--allow", "over-limit"], `${SECRET}-2`);
  expect(allowed).toMatchObject({ code: 0 });
  expect(ran.join("\n")).not.toContain(SECRET);
});
