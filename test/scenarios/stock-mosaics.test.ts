/** Mosaics against a stock server: the fewest requests, and an empty plan after each apply. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { renderPlan } from "../../src/reconciler/report/text.ts";
import { planDocument } from "../../src/reconciler/report/json.ts";
import { writeFiles } from "../support/run/folders.ts";
import { indexer, manifest } from "../support/mosaics/mosaic-manifests.ts";
import { declare as declareBare, FIRST, settled, startStock, STORE } from "./mosaics.ts";

/** Every mosaic here comes with a granule. */
const declare: typeof declareBare = (catalog, spec, files) =>
  declareBare(catalog, spec, { ...FIRST, ...files });

describe("folders of the server", () => {
  const SOURCES = { granules: { sources: ["file:///data/2026/"] } };

  test("a mosaic is created with its first granule, harvested, then its coverage is published", async () => {
    const catalog = await startStock();
    catalog.stock.disk.add("/data/2026/a_20260101.tif").add("/data/2026/b_20260102.tif");
    declare(catalog, SOURCES);
    expect(await catalog.apply()).toEqual([
      "POST /namespaces",
      `PUT ${STORE}/file.imagemosaic?configure=none`,
      `POST ${STORE}/external.imagemosaic`,
      `POST ${STORE}/coverages`,
    ]);
    expect(catalog.stock.stores.get("w:s")?.index.size).toBe(3);
    await settled(catalog);
  });

  test("only a new source is harvested, all of them after another revision", async () => {
    const catalog = await startStock();
    for (const year of [2025, 2026, 2027])
      catalog.stock.disk.add(`/data/${year}/a_${year}0101.tif`);
    declare(catalog, SOURCES);
    await catalog.apply();
    const both = ["file:///data/2026/", "/data/2025/"];
    declare(catalog, { granules: { sources: both } });
    expect(await catalog.apply()).toEqual([`POST ${STORE}/external.imagemosaic?updateBBox=true`]);
    await settled(catalog);
    declare(catalog, { granules: { sources: both, revision: "2" } });
    expect(await catalog.apply()).toEqual([
      `POST ${STORE}/file.imagemosaic?filename=first_20250101.tif`,
      `POST ${STORE}/external.imagemosaic`,
      `POST ${STORE}/external.imagemosaic?updateBBox=true`,
    ]);
    declare(catalog, { granules: { sources: ["/data/", ...both], revision: "2" } });
    expect(await catalog.apply()).toEqual([`POST ${STORE}/external.imagemosaic?updateBBox=true`]);
    await settled(catalog);
    expect(catalog.stock.stores.get("w:s")?.index.size).toBe(4);
  });

  test("a listed mirror harvests what is missing and removes what is not listed", async () => {
    const catalog = await startStock();
    const files = [1, 2, 3, 4, 5, 6].map((day) => `/data/a_2026010${day}.tif`);
    for (const file of files) catalog.stock.disk.add(file);
    const mirror = (sources: readonly string[]) => ({ granules: { sources, policy: "mirror" } });
    declare(catalog, mirror(files.slice(0, 5)));
    await catalog.apply();
    declare(catalog, mirror(files.slice(1)));
    expect(await catalog.apply()).toEqual([
      `POST ${STORE}/external.imagemosaic`,
      `DELETE ${STORE}/coverages/s/index/granules.xml?filter=location IN ('/data/a_20260101.tif')&updateBBox=true`,
    ]);
    expect([...(catalog.stock.stores.get("w:s")?.index ?? [])].toSorted()).toEqual([
      ...files.slice(1),
      "first_20250101.tif",
    ]);
    await settled(catalog);
  });
});

describe("definitions", () => {
  const SOURCES = { granules: { sources: ["file:///data/"] } };
  const started = async (spec: object = SOURCES, files = {}) => {
    const catalog = await startStock();
    catalog.stock.disk.add("/data/a_20260101.tif");
    declare(catalog, spec, files);
    await catalog.apply(ENVIRONMENT);
    return catalog;
  };
  const ENVIRONMENT = { environment: { SST_PASSWORD: "geheim\\ Wort é" } };

  test("another pattern is sent in place", async () => {
    const catalog = await started();
    declare(catalog, SOURCES, { "s/timeregex.properties": "regex=[0-9]{8}(?=\\\\.)\n" });
    expect(await catalog.apply()).toEqual([`PUT ${STORE}/file.imagemosaic?configure=none`]);
    await settled(catalog);
  });

  test("comments and order of keys are no difference", async () => {
    const catalog = await started();
    const lines = indexer().trim().split("\n").toReversed();
    declare(catalog, SOURCES, { "s/indexer.properties": `# days\n${lines.join("\n")}\n` });
    expect(await catalog.apply()).toEqual([]);
  });

  test("another column means another store, and the plan says why", async () => {
    const catalog = await started();
    declare(catalog, SOURCES, { "s/indexer.properties": indexer({ columns: ["level:Integer"] }) });
    const { plan } = await catalog.plan();
    const text = renderPlan(plan ?? expect.unreachable());
    expect(text).toContain("columns of the index  + s.level:integer");
    expect(text).toContain("another set of columns of the index is wanted");
    expect(await catalog.apply()).toEqual([
      `DELETE ${STORE}?recurse=true&purge=metadata`,
      `PUT ${STORE}/file.imagemosaic?configure=none`,
      `POST ${STORE}/external.imagemosaic`,
      `POST ${STORE}/coverages`,
    ]);
    await settled(catalog);
  });

  test("another place of the index means another store, there or back", async () => {
    const catalog = await started();
    const database = "SPI=org.geotools.data.h2.H2DataStoreFactory\ndatabase=index\n";
    declare(catalog, SOURCES, { "s/datastore.properties": database });
    const { plan } = await catalog.plan();
    expect(renderPlan(plan ?? expect.unreachable())).toContain(
      "place of the index  of the server → H2",
    );
    expect(await catalog.apply()).toHaveLength(4);
    await settled(catalog);
    rmSync(join(catalog.folder, "s/datastore.properties"));
    expect((await catalog.apply()).slice(0, 3)).toEqual([
      `DELETE ${STORE}/coverages/s/index/granules.xml?filter=INCLUDE`,
      `DELETE ${STORE}?recurse=true`,
      "DELETE /resource/data/w/s/datastore.properties",
    ]);
    await settled(catalog);
  });

  test("a recreate that would lose granules stops", async () => {
    const catalog = await started();
    catalog.stock.stores.get("w:s")?.index.add("/elsewhere/b_20260101.tif");
    declare(catalog, SOURCES, { "s/indexer.properties": indexer({ columns: ["level:Integer"] }) });
    const { plan } = await catalog.plan();
    expect(plan?.blocks).toMatchObject([
      {
        name: "irreversible",
        message: expect.stringContaining("such as /elsewhere/b_20260101.tif"),
      },
    ]);
  });

  test("a recreate that would lose a coverage nobody declares stops", async () => {
    const catalog = await started();
    declare(
      catalog,
      { ...SOURCES, coverages: undefined },
      { "s/indexer.properties": indexer({ columns: ["level:Integer"] }) },
    );
    const { plan } = await catalog.plan();
    expect(plan?.blocks.map(({ message }) => message)).toEqual([
      "Deleting ImageMosaic/w:s would lose coverage s that the manifest does not declare, which Plumbline cannot bring back",
    ]);
  });

  const DATABASE = [
    "SPI=org.geotools.data.postgis.PostgisNGDataStoreFactory",
    "host=${{ var.host }}",
    "database=sst",
    "user=gis",
    "passwd=${{ var.passwd }}",
    "",
  ].join("\n");
  const variables = { host: "db.example.org", passwd: { fromEnv: "SST_PASSWORD" } };
  const SECRET = { ...SOURCES, variables };

  test("secrets are filled in when they are sent, and shown nowhere", async () => {
    const catalog = await started(SECRET, { "s/datastore.properties": DATABASE });
    const sent = catalog.stock.stores.get("w:s")?.files.get("datastore.properties") ?? [];
    const text = Buffer.from(sent).toString("latin1");
    expect(text).toContain("host=db.example.org\n");
    expect(text).toContain("passwd=geheim\\\\ Wort \\u00e9\n");
    await settled(catalog, ENVIRONMENT);
    const other = { environment: { SST_PASSWORD: "ein anderes" } };
    const planned = await catalog.plan(other);
    const plan = planned.plan ?? expect.unreachable();
    const shown = [
      renderPlan(plan),
      JSON.stringify(planDocument(plan, { url: "", version: "" })),
      JSON.stringify(plan),
      JSON.stringify([...(planned.inventory?.objects ?? [])]),
    ].join("\n");
    expect(shown).not.toMatch(/geheim|anderes/);
    expect(plan.changes.find(({ action }) => action === "update")?.fields).toMatchObject([
      { field: "definition" },
      { field: "secrets" },
    ]);
    expect(await catalog.apply(other)).toEqual([`PUT ${STORE}/file.imagemosaic?configure=none`]);
    await settled(catalog, other);
  });

  test("a secret that a server withholds is compared by what was applied", async () => {
    const catalog = await started(SECRET, { "s/datastore.properties": DATABASE });
    const files = catalog.stock.stores.get("w:s")?.files;
    const held = Buffer.from(files?.get("datastore.properties") ?? []).toString("latin1");
    files?.set("datastore.properties", Buffer.from(held.replace(/passwd=.*/, "passwd=")));
    await settled(catalog, ENVIRONMENT);
    const other = { environment: { SST_PASSWORD: "ein anderes" } };
    expect(await catalog.apply(other)).toEqual([`PUT ${STORE}/file.imagemosaic?configure=none`]);
  });
});

describe("coverages", () => {
  const withCoverages = (...coverages: readonly object[]) => ({
    coverages,
    granules: { sources: ["/data/"] },
  });
  const started = async (...coverages: readonly object[]) => {
    const catalog = await startStock();
    catalog.stock.disk.add("/data/a_20260101.tif");
    declare(catalog, withCoverages(...coverages));
    await catalog.apply();
    return catalog;
  };

  test("title and dimensions are set, changed and compared", async () => {
    const time = { presentation: "DISCRETE_INTERVAL", resolution: "PT6H" };
    const catalog = await started({ name: "s", title: "One & only", dimensions: { time } });
    await settled(catalog);
    const body = catalog.stock.stores.get("w:s")?.coverages.get("s")?.body;
    expect(body).toContain("<title>One &amp; only</title>");
    expect(body).toContain("<resolution>21600000</resolution>");
    const other = { presentation: "LIST", defaultValue: { strategy: "MAXIMUM" } };
    declare(catalog, withCoverages({ name: "s", title: "Another", dimensions: { time: other } }));
    expect(await catalog.apply()).toEqual([`PUT ${STORE}/coverages/s`]);
    await settled(catalog);
  });

  test("one more is published, one is withdrawn before", async () => {
    const catalog = await started({ name: "one", nativeName: "s" });
    declare(catalog, withCoverages({ name: "two", nativeName: "s", title: "Two" }));
    expect(await catalog.apply()).toEqual([
      `DELETE ${STORE}/coverages/one?recurse=true`,
      `POST ${STORE}/coverages`,
    ]);
    await settled(catalog);
  });
});

test("a workspace goes with its mosaics", async () => {
  const catalog = await startStock();
  catalog.stock.disk.add("/data/a_20260101.tif");
  declare(catalog, { granules: { sources: ["/data/"] } });
  await catalog.apply();
  writeFiles(catalog.folder, {
    "w.yaml": manifest("Workspace", { name: "v" }, {}),
    "s.yaml": "# plumbline: ignore",
  });
  const { plan } = await catalog.plan({ allow: ["workspace-delete"] });
  expect(plan?.blocks).toEqual([]);
  expect(plan?.steps.map(({ request }) => `${request.method} ${request.path}`)).toEqual([
    `DELETE ${STORE}`,
    "DELETE /workspaces/w",
    "POST /namespaces",
  ]);
});
