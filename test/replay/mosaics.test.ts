/**
 * Real mosaics through the server, in both dialects: each accepted with the coverages, schema and
 * values that were written down for it, or refused for the reason that was. Then real NetCDF files.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import { secret } from "../../src/model/secret.ts";
import { openCatalogServer } from "../../src/server/open.ts";
import type { Accepted } from "../mosaics/expected.ts";
import { sampleFiles } from "../mosaics/support.ts";
import { verdicts, type MosaicVerdict } from "../mosaics/verdicts.ts";
import { zipOf } from "../support/estates/artefacts.ts";
import { CHEAP_COSTS, KEYSTORE, PASSWORD, USER } from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import {
  clientOf,
  makeWorkspace,
  TEXT,
  XML,
  ZIP,
  type Client,
} from "../support/mosaics/mosaics.ts";
import { describeSamples, sample } from "../support/run/samples.ts";
import { oneByFile } from "../support/run/scale.ts";
import { sharedWorkers } from "../support/servers/shared-workers.ts";
import { tell } from "./support.ts";

const STORE = "/workspaces/w/coveragestores/store";

interface Target {
  readonly client: Client;
  readonly dialect: DialectName;
  readonly folder: string;
  readonly close: () => Promise<void>;
}

async function startTarget(dialect: DialectName): Promise<Target> {
  const folder = temporaryFolder();
  const { app, close } = await openCatalogServer({
    folder,
    dialect,
    administrator: { user: USER, password: secret(PASSWORD) },
    keystore: KEYSTORE,
    costs: CHEAP_COSTS,
    openWorkers: sharedWorkers,
    version: "0.0.0-test",
    granuleRoots: [sample("granules")],
  });
  const client = clientOf(await app.listen({ host: "127.0.0.1", port: 0 }));
  await makeWorkspace(client);
  return { client, dialect, folder, close };
}

async function archiveOf(path: string): Promise<Uint8Array> {
  if (path.endsWith(".zip")) return readFileSync(sample(path));
  return zipOf(Object.fromEntries(await sampleFiles(path)));
}

/** Uploads one mosaic, holds it against its verdict, and removes it again. */
async function replay(
  { client, dialect, folder }: Target,
  verdict: MosaicVerdict,
): Promise<"accepted" | "refused"> {
  const { path, ground, read } = verdict;
  const answer = await client.send("PUT", `${STORE}/file.imagemosaic`, ZIP, await archiveOf(path));
  const text = answer.body.toString();
  const refusal = refusalOf(verdict);
  if (refusal !== undefined) {
    expect(text, `${path}: ${ground}`).toMatch(refusal);
    const statuses = dialect === "documented" ? [400, 422, 502] : [400, 500];
    expect(statuses, `${path}: ${text}`).toContain(answer.status);
    await client.expect(404, "GET", `${STORE}.xml`);
    expect(existsSync(join(folder, "data/w/store")), path).toBe(false);
    return "refused";
  }
  expect(answer.status, `${path}: ${text}`).toBe(dialect === "documented" ? 200 : 201);
  if (!("refused" in read || "told" in read)) await checkAccepted(client, path, read);
  await client.expect(200, "DELETE", `${STORE}?recurse=true&purge=all`);
  expect(existsSync(join(folder, "data/w/store")), path).toBe(false);
  return "accepted";
}

/** What an upload is refused with; undefined for those that are accepted. */
function refusalOf({ root, read }: MosaicVerdict): RegExp | undefined {
  if (root === undefined) return /^Could not find appropriate imagemosaic file in archive$/;
  if ("refused" in read) return read.refused;
  if ("told" in read) return undefined;
  return read.index === "postgis" ? /^The database \S+ at \S+ cannot be used: / : undefined;
}

type Values = Readonly<Record<string, string | number | null>>;

async function checkAccepted(client: Client, path: string, expected: Accepted): Promise<void> {
  const { coverages, granules, coverageOf = {}, name, schema } = expected;
  // `z` is the variable of the NetCDF files that the verdicts made up.
  const own = Object.keys(granules).map((file) => coverageOf[file] ?? name);
  const wanted = coverages.length > 0 ? coverages : own.filter((one) => one !== "z");
  const list = await client.expect(200, "GET", `${STORE}/coverages.json?list=all`);
  const { string: names } = (JSON.parse(list) as { list: { string: string[] } }).list;
  expect(names, path).toEqual(expect.arrayContaining([...new Set(wanted)]));
  const found: Record<string, Values> = {};
  for (const coverage of names) {
    const index = `${STORE}/coverages/${coverage}/index`;
    if ((await client.send("GET", `${STORE}/coverages/${coverage}.xml`)).status === 404) continue;
    const shown = await client.expect(200, "GET", `${index}.xml`);
    const attributes = [...shown.matchAll(/<Attribute>\s*<name>([^<]+)<\/name>/g)].map(
      ([, one]) => one,
    );
    if (schema !== undefined)
      expect(attributes, path).toEqual(schema.split(",").map((one) => one.split(":")[0]));
    const body = await client.expect(200, "GET", `${index}/granules.json`);
    const { features } = JSON.parse(body) as { features: { properties: Values }[] };
    for (const { properties } of features) {
      // With AbsolutePath locations are those of the disk.
      found[String(properties["location"]).replace(/^.*\/data\/w\/store\//, "")] ??= properties;
    }
  }
  expect(Object.keys(found).toSorted(), path).toEqual(Object.keys(granules).toSorted());
  for (const [file, values] of Object.entries(granules)) {
    expect(found[file], `${path} ${file}`).toMatchObject(ofNames(values));
  }
}

/** What was collected from names and texts; what came from headers made for the verdicts is not real. */
function ofNames(values: Values): Values {
  const made = /^(?:2001-02-03T|2010-01-01T|2011-01-01T|EPSG:4326$)/;
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== 7 && !made.test(String(value))),
  );
}

describeSamples("real mosaics through the server", () => {
  test.for(oneByFile(import.meta.url, dialects))("%s", { timeout: 300_000 }, async (dialect) => {
    const target = await startTarget(dialect);
    const counts = { accepted: 0, refused: 0 };
    for (const verdict of verdicts) counts[await replay(target, verdict)]++;
    await target.close();
    tell(
      `mosaics, ${dialect}: ${counts.accepted} accepted, ${counts.refused} refused as written down, 0 unexplained`,
    );
  });
});

/** What a harvest of real NetCDF files gives: granules by coverage, or why there are none. */
const netcdf: readonly (readonly [
  file: string,
  outcome: Readonly<Record<string, number>> | RegExp,
])[] = [
  ["nc-20130101.METOPA.GOME2.NO2.DUMMY/20130101.METOPA.GOME2.NO2.DUMMY.nc", { z: 1 }],
  ["nc-2DLatLonCoverage/2DLatLonCoverage.nc", { "ROOT/LAI": 1, "ROOT/LEVEL1/V2": 1 }],
  ["nc-albersequal/albersequal.nc", { fakedataset: 1 }],
  ["nc-polyphemus_20130302_test/polyphemus_20130302_test.nc", { O3: 2 }],
  ["nc-rotated-pole/rotated-pole.nc", { Temperature_surface: 1 }],
  ["nc-samplekm/samplekm.nc", { TMP: 1 }],
  ["netcdfjs-agilent_hplc/agilent_hplc.cdf", /has no variable with two horizontal axes$/],
  ["generated-gdal/sst_stack.nc", { sst: 3 }],
  ["generated-gdal/temp_single.nc", { Band1: 1 }],
];

const SLICED = [
  "Schema=*the_geom:Polygon,location:String,imageindex:Integer,time:java.util.Date,elevation:Double",
  "TimeAttribute=time",
  "ElevationAttribute=elevation",
  "CanBeEmpty=true",
].join("\n");

/** Publishes every coverage of the store and counts its granules. */
async function granulesByCoverage(client: Client): Promise<Readonly<Record<string, number>>> {
  const list = await client.expect(200, "GET", `${STORE}/coverages.json?list=all`);
  const { string: names } = (JSON.parse(list) as { list: { string: string[] } }).list;
  const counts: Record<string, number> = {};
  for (const [index, name] of names.entries()) {
    const body = `<coverage><nativeCoverageName>${name}</nativeCoverageName><name>c${index}</name></coverage>`;
    await client.expect(201, "POST", `${STORE}/coverages`, XML, body);
    const path = `${STORE}/coverages/c${index}/index/granules.json`;
    const { features } = JSON.parse(await client.expect(200, "GET", path)) as {
      features: readonly unknown[];
    };
    counts[name] = features.length;
  }
  return counts;
}

describeSamples("real NetCDF files are harvested", () => {
  test("each with its slices", async () => {
    const { client, close } = await startTarget("documented");
    const empty = await zipOf({ "indexer.properties": SLICED });
    const counts = { files: 0, granules: 0, refused: 0 };
    for (const [file, outcome] of netcdf) {
      await client.expect(200, "PUT", `${STORE}/file.imagemosaic?configure=none`, ZIP, empty);
      const path = sample(`granules/${file}`);
      const harvest = ["POST", `${STORE}/external.imagemosaic`, TEXT, path] as const;
      if (outcome instanceof RegExp) {
        expect(await client.expect(422, ...harvest), file).toMatch(outcome);
        counts.refused++;
      } else {
        await client.expect(201, ...harvest);
        await client.expect(201, ...harvest);
        expect(await granulesByCoverage(client), file).toEqual(outcome);
        counts.files++;
        counts.granules += Object.values(outcome).reduce((sum, count) => sum + count, 0);
      }
      await client.expect(200, "DELETE", `${STORE}?recurse=true&purge=all`);
    }
    await close();
    tell(
      `NetCDF files harvested: ${counts.files} with ${counts.granules} granules, ${counts.refused} refused as written down, 0 unexplained`,
    );
  }, 300_000);

  test("a variable in a group is published by a name that addresses can hold", async () => {
    const { client, close } = await startTarget("documented");
    const file = readFileSync(sample("granules/nc-2DLatLonCoverage/2DLatLonCoverage.nc"));
    const archive = await zipOf({ "indexer.properties": SLICED, "a.nc": file });
    await client.expect(200, "PUT", `${STORE}/file.imagemosaic`, ZIP, archive);
    const list = JSON.parse(await client.expect(200, "GET", `${STORE}/coverages.json`)) as {
      coverages: { coverage: readonly { name: string }[] };
    };
    for (const { name } of list.coverages.coverage) {
      const path = `${STORE}/coverages/${name}/index/granules.json`;
      expect(await client.expect(200, "GET", path)).toContain("a.nc");
    }
    await close();
  });
});
