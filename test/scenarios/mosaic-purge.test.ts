/**
 * Mosaics whose index lies in a database, on a stock server, which drops the whole database of a store
 * that is deleted with purge: whatever the definition says, nobody's database goes. The danger index-table.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DangerName } from "../../src/reconciler/kind.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { stockServer, type StockServer } from "../stock/server.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { connectTo, startCatalog, writesIn } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, manifest, raster, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";
import { pathWithQuery } from "../../src/wire/request.ts";
import type { FastifyInstance } from "fastify";

const SPI = "org.geotools.data.postgis.PostgisNGDataStoreFactory";
const POSTGIS = `SPI=${SPI}\nhost=db\ndatabase=gis\nuser=gis\npasswd=geheim\n`;
const STORE = "/workspaces/ocean/coveragestores";

interface Declared {
  readonly name?: string;
  readonly previousName?: string;
  readonly datastore?: string;
  readonly columns?: readonly string[];
}

function declare(
  folder: string,
  { name = "sst", previousName, datastore, columns }: Declared,
): void {
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "ocean" }, {}),
    "s.yaml": manifest(
      "ImageMosaic",
      { workspace: "ocean", name, ...(previousName === undefined ? {} : { previousName }) },
      { definition: "./s/", coverages: [{ name: "sst" }], granules: { local: "./g/" } },
    ),
    "s/indexer.properties": indexer({ columns: columns ?? [], lines: ["Name=sst"] }),
    "s/timeregex.properties": TIME_REGEX,
    ...(datastore === undefined ? {} : { "s/datastore.properties": datastore }),
    "g/sst_20260101.tif": Buffer.from(raster(1)),
    "g/sst_20260102.tif": Buffer.from(raster(2)),
  });
}

async function plan(app: FastifyInstance, folder: string, allow: readonly DangerName[] = []) {
  const connection = await connectTo(app);
  const estate = { name: "test", paths: [folder], prune: "owned", allow: new Set(allow) } as const;
  return { connection, planned: await planEstate(estate, connection) };
}

async function apply(app: FastifyInstance, folder: string, allow: readonly DangerName[] = []) {
  const { connection, planned } = await plan(app, folder, allow);
  expect(planned.plan?.blocks).toEqual([]);
  expect(planned.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const { send, inventory } = connection;
  const result = await applyPlan(planned, { send, inventory });
  expect(result, JSON.stringify(result.execution.reports)).toMatchObject({ converged: true });
  return writesIn(connection.log).catalog.map(
    ({ request }) => `${request.method} ${decodeURIComponent(pathWithQuery(request))}`,
  );
}

const undeclare = (folder: string) => writeFiles(folder, { "s.yaml": "# plumbline: ignore\n" });

/** What a stock server holds of the index, and what somebody else has beside it. */
function database({ state }: StockServer) {
  const tables = state.databases.get("gis");
  tables?.set("precious", "somebody else's");
  const index = tables?.get("sst");
  return { tables: [...(tables?.keys() ?? [])], rows: typeof index === "object" ? index.rows : [] };
}

const GRANULES = `DELETE ${STORE}/sst/coverages/sst/index/granules.xml?filter=INCLUDE`;

describe("an index in a database of a stock server", () => {
  async function applied() {
    const stock = stockServer();
    const folder = temporaryFolder();
    declare(folder, { datastore: POSTGIS });
    await apply(stock.app, folder);
    expect(database(stock)).toMatchObject({ tables: ["sst", "precious"], rows: [{}, {}] });
    return { stock, folder };
  }

  test("is emptied when the mosaic is deleted, and nothing is dropped", async () => {
    const { stock, folder } = await applied();
    undeclare(folder);
    expect(await apply(stock.app, folder)).toEqual([GRANULES, `DELETE ${STORE}/sst?recurse=true`]);
    expect(database(stock)).toEqual({ tables: ["sst", "precious"], rows: [] });
    // Where it is declared again the same table is filled again.
    declare(folder, { datastore: POSTGIS });
    await apply(stock.app, folder);
    expect(database(stock)).toMatchObject({ tables: ["sst", "precious"], rows: [{}, {}] });
  });

  test("with other columns stops the plan until somebody has dropped the table", async () => {
    const { stock, folder } = await applied();
    declare(folder, { datastore: POSTGIS, columns: ["level:Integer"] });
    const { planned } = await plan(stock.app, folder);
    expect(planned.plan?.blocks).toMatchObject([
      {
        name: "index-table",
        message:
          "The index table sst (PostGIS db:5432/gis, schema public) of mosaic ocean:sst would get " +
          "other columns; Plumbline never drops a table: drop it yourself before this is applied",
      },
    ]);
    stock.state.databases.get("gis")?.delete("sst");
    const sent = await apply(stock.app, folder, ["index-table"]);
    expect(sent[0]).toBe(`DELETE ${STORE}/sst?recurse=true`);
    expect(sent.join("\n")).not.toMatch(/purge/);
    expect(database(stock)).toMatchObject({ tables: ["precious", "sst"], rows: [{}, {}] });
    expect(await apply(stock.app, folder)).toEqual([]);
  });

  test("is left behind when the index moves into the folder", async () => {
    const { stock, folder } = await applied();
    declare(folder, {});
    rmSync(join(folder, "s/datastore.properties"));
    const sent = await apply(stock.app, folder);
    expect(sent.slice(0, 4)).toEqual([
      GRANULES,
      `DELETE ${STORE}/sst?recurse=true`,
      "DELETE /resource/data/ocean/sst/datastore.properties",
      "DELETE /resource/data/ocean/sst/sst.properties",
    ]);
    expect(database(stock)).toEqual({ tables: ["sst", "precious"], rows: [] });
    expect(stock.state.indexes.get("data/ocean/sst")?.rows).toHaveLength(2);
    expect(await apply(stock.app, folder)).toEqual([]);
  });

  test("under another name stops the plan too: its folder is another one", async () => {
    const { stock, folder } = await applied();
    declare(folder, { datastore: POSTGIS, name: "sea", previousName: "sst" });
    const { planned } = await plan(stock.app, folder);
    expect(planned.plan?.blocks).toMatchObject([
      { name: "index-table", message: expect.stringContaining("would get another folder") },
    ]);
    stock.state.databases.get("gis")?.delete("sst");
    const sent = await apply(stock.app, folder, ["index-table"]);
    expect(sent.join("\n")).not.toMatch(/purge/);
    expect(await apply(stock.app, folder)).toEqual([]);
  });
});

/** Definitions as somebody may have them; the last word of a name says whether a purge is harmless. */
const definitions: Readonly<Record<string, { readonly file: string | undefined; purge: boolean }>> =
  {
    "no file of connection parameters": { file: undefined, purge: true },
    shapefiles: {
      file: "SPI=org.geotools.data.shapefile.ShapefileDataStoreFactory\n",
      purge: true,
    },
    "shapefiles of a folder": {
      file: "SPI=org.geotools.data.shapefile.ShapefileDirectoryDataStoreFactory\n",
      purge: true,
    },
    PostGIS: { file: POSTGIS, purge: false },
    "PostGIS, with a key in capitals": { file: POSTGIS.replace("SPI", "spi"), purge: false },
    Oracle: { file: "SPI=org.geotools.data.oracle.OracleNGDataStoreFactory\n", purge: false },
    "SQL Server": {
      file: "SPI=org.geotools.data.sqlserver.SQLServerDataStoreFactory\n",
      purge: false,
    },
    H2: { file: "SPI=org.geotools.data.h2.H2DataStoreFactory\ndatabase=index\n", purge: false },
    GeoPackage: { file: "SPI=org.geotools.geopkg.GeoPkgDataStoreFactory\n", purge: false },
    JNDI: {
      file: "SPI=org.geotools.data.postgis.PostgisNGJNDIDataStoreFactory\njndiReferenceName=x\n",
      purge: false,
    },
    "another store": { file: "StoreName=ocean:gis\n", purge: false },
    "a factory nobody knows": { file: "SPI=com.example.FastDataStoreFactory\n", purge: false },
    "no factory": { file: "database=gis\n", purge: false },
    "an empty file": { file: "", purge: false },
  };

describe("what is deleted with purge, by the definition as it lies there", () => {
  /** A mosaic that the estate owns, whose definition somebody changed on the server since. */
  async function owned(change: (stock: StockServer) => void) {
    const stock = stockServer();
    const folder = temporaryFolder();
    declare(folder, {});
    await apply(stock.app, folder);
    change(stock);
    undeclare(folder);
    return apply(stock.app, folder);
  }
  const write = (file: string, text: string) => (stock: StockServer) =>
    void stock.state.files.set(`data/ocean/sst/${file}`, Buffer.from(text));

  test.for(Object.entries(definitions))("%s", async ([, { file, purge }]) => {
    const sent = await owned(
      file === undefined ? () => undefined : write("datastore.properties", file),
    );
    expect(sent.at(-1)).toBe(`DELETE ${STORE}/sst?recurse=true${purge ? "&purge=metadata" : ""}`);
  });

  test.for([
    [
      "an auxiliary file of parameters that is not there",
      "indexer.properties",
      "AuxiliaryDatastoreFile=../shared/netcdf.properties\n",
    ],
    [
      "one in an indexer of XML",
      "indexer.xml",
      '<Indexer><parameters><parameter name="AuxiliaryDatastoreFile" value="/etc/x.properties"/></parameters></Indexer>',
    ],
    ["parameters under another name", "netcdf.properties", POSTGIS],
  ] as const)("%s", async ([, file, text]) => {
    expect((await owned(write(file, text))).at(-1)).toBe(`DELETE ${STORE}/sst?recurse=true`);
  });

  test("a folder outside of the data directory", async () => {
    const sent = await owned(({ state }) => {
      const store = state.coverageStores.get("ocean:sst") ?? expect.unreachable();
      state.indexes.set("elsewhere", state.indexes.get("data/ocean/sst") ?? expect.unreachable());
      store.url = "file:///mnt/copy/data/ocean/sst";
    });
    expect(sent.at(-1)).toBe(`DELETE ${STORE}/sst?recurse=true`);
  });

  test("a folder that nobody may read", async () => {
    const stock = stockServer();
    const folder = temporaryFolder();
    declare(folder, {});
    await apply(stock.app, folder);
    undeclare(folder);
    const connection = await connectTo(
      stock.app,
      "test",
      (real) => async (request) =>
        request.path.startsWith("/resource/data")
          ? { status: 403, headers: {}, body: new Uint8Array() }
          : real(request),
    );
    const planned = await planEstate(
      { name: "test", paths: [folder], prune: "owned", allow: new Set() },
      connection,
    );
    expect(planned.plan?.steps.map(({ request }) => request.query)).toEqual([
      { filter: "INCLUDE" },
      { recurse: "true" },
    ]);
  });

  test("a definition that changes between plan and apply is looked at once more", async () => {
    const stock = stockServer();
    const folder = temporaryFolder();
    declare(folder, {});
    await apply(stock.app, folder);
    undeclare(folder);
    const { connection, planned } = await plan(stock.app, folder);
    write("datastore.properties", POSTGIS)(stock);
    const { send, inventory } = connection;
    const { execution } = await applyPlan(planned, { send, inventory });
    expect(execution.reports).toMatchObject([
      { outcome: "refused", message: expect.stringContaining("was changed by someone else") },
    ]);
  });
});

test("the included server is reported the same", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  declare(folder, {});
  await apply(app, folder);
  undeclare(folder);
  expect(await apply(app, folder)).toEqual([`DELETE ${STORE}/sst?recurse=true&purge=metadata`]);
});
