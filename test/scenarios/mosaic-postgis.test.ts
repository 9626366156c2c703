/**
 * An empty mosaic with its index in a database of the user (interface 2.8), from the archive to
 * the removal; and what is said when that database cannot be used.
 */
import { realpathSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { DialectName } from "../../src/model/dialect.ts";
import { reveal, secret } from "../../src/model/secret.ts";
import { openCatalogServer } from "../../src/server/open.ts";
import { zipOf } from "../support/estates/artefacts.ts";
import { CHEAP_COSTS, KEYSTORE, PASSWORD, USER } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import {
  clientOf,
  makeWorkspace,
  STORE,
  TEXT,
  XML,
  ZIP,
  type Client,
} from "../support/mosaics/mosaics.ts";
import { netcdfGrid } from "../support/mosaics/netcdf.ts";
import { describePostgis, startPostgis, type TestPostgis } from "../support/databases/postgis.ts";

const SCHEMA = "plumbline mosaics";

let server: TestPostgis;

const domain = (name: string, collector = "") =>
  `<domain name="${name}"><attributes><attribute${collector}>${name}</attribute></attributes></domain>`;
const references = ["time", "elevation", "fileDate", "updated"].map(
  (name) => `<domain ref="${name}"/>`,
);
const coverage = (name: string) =>
  `<coverage><name>${name}</name><schema ref="default"/><domains>${references.join("")}</domains></coverage>`;
const collector = (name: string, value: string, spi: string) =>
  `<collector name="${name}Collector"><value>${value}</value><spi>${spi}</spi><mapped>${name}</mapped></collector>`;
const indexer = `<?xml version="1.0"?><Indexer><domains>
${domain("time")}${domain("elevation")}${domain("fileDate", ' ref="fileDateCollector"')}${domain("updated", ' ref="updatedCollector"')}
</domains><schemas><schema name="default"><attributes>the_geom:Polygon,location:String,imageindex:Integer,time:java.util.Date,elevation:Double,fileDate:java.util.Date,updated:java.util.Date</attributes></schema></schemas>
<coverages>${coverage("O3")}${coverage("NO2")}</coverages>
<collectors>${collector("fileDate", "[0-9]{8}", "TimestampFileNameExtractorSPI")}${collector("updated", "MODIFY_TIME", "RuntimeExtractorSPI")}</collectors>
<parameters><parameter name="AuxiliaryFile" value="aux.xml"/><parameter name="AbsolutePath" value="true"/><parameter name="CanBeEmpty" value="true"/></parameters></Indexer>`;

/** The archive of an empty mosaic; without a port its index is the embedded one. */
function archive(change?: { port?: number; password?: string }): Promise<Buffer> {
  const { host, port, database, user, password } = server.connection;
  const properties = {
    SPI: "org.geotools.data.postgis.PostgisNGDataStoreFactory",
    host,
    port: change?.port ?? port,
    database,
    schema: SCHEMA.replaceAll(" ", "\\u0020"),
    user,
    passwd: change?.password ?? reveal(password),
    "Estimated\\ extends": "false",
  };
  const lines = Object.entries(properties).map(([name, value]) => `${name}=${value}`);
  const files = { "indexer.xml": indexer, "aux.xml": "<Indexer/>" };
  return zipOf(
    change === undefined ? files : { ...files, "datastore.properties": lines.join("\n") },
  );
}

/** Four slices of two variables on a grid of two by two. */
const slices = netcdfGrid(
  { longitudes: [10, 11], latitudes: [40, 41], hours: [0, 6], heights: [10, 20] },
  ["O3", "NO2"],
);
const later = netcdfGrid(
  { longitudes: [12, 13], latitudes: [40, 41], hours: [12], heights: [10] },
  ["O3", "NO2"],
);

interface Running {
  readonly client: Client;
  readonly root: string;
  readonly log: () => string;
}

async function running(dialect: DialectName = "documented"): Promise<Running> {
  const base = realpathSync(temporaryFolder());
  const root = join(base, "root");
  writeFiles(root, { "p_20240101.nc": slices, "p_20240102.nc": later });
  let log = "";
  const logger = pino({ level: "trace" }, { write: (line) => void (log += line) });
  const { app, close } = await openCatalogServer({
    folder: join(base, "data"),
    dialect,
    administrator: { user: USER, password: secret(PASSWORD) },
    keystore: KEYSTORE,
    costs: CHEAP_COSTS,
    version: "0.0.0-test",
    granuleRoots: [root],
    logger,
  });
  onTestFinished(close);
  const client = clientOf(await app.listen({ host: "127.0.0.1", port: 0 }));
  await makeWorkspace(client);
  return { client, root, log: () => log };
}

const UPLOAD = `${STORE}/file.imagemosaic?configure=none`;
const HARVEST = `${STORE}/external.imagemosaic`;
const O3 = `${STORE}/coverages/O3`;
const configured = (name: string) =>
  `<coverage><nativeCoverageName>${name}</nativeCoverageName><name>${name}</name></coverage>`;

/** The whole flow up to published coverages. */
async function publishBoth({ client, root }: Running): Promise<void> {
  await client.expect(201, "POST", HARVEST, TEXT, `file://${root}`);
  for (const name of ["O3", "NO2"])
    await client.expect(201, "POST", `${STORE}/coverages`, XML, configured(name));
}

const tables = async () => {
  const found = await server.execute(
    `select tablename from pg_tables where schemaname = '${SCHEMA}' order by 1`,
  );
  return found.map(({ tablename }) => tablename);
};

/** Numbers of granules may differ between indexes. */
const withoutIds = (text: string) => text.replaceAll(/(fid="|"id":")[^".]+\.\d+"/g, '$1n"');

/** A way to the database that can be cut, or be without answers. */
interface Way {
  readonly port: number;
  readonly cut: () => void;
  /** Takes what is sent and gives nothing back from now on. */
  readonly stall: () => void;
}

async function wayToDatabase(): Promise<Way> {
  const { host, port } = server.connection;
  const sockets = new Set<Socket>();
  let isStalled = false;
  const way: Server = createServer((from) => {
    const to = connect(port, host);
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => (from.destroy(), to.destroy()));
    }
    from.on("data", (chunk) => void (isStalled || to.write(chunk)));
    to.on("data", (chunk) => void (isStalled || from.write(chunk)));
  });
  await new Promise<void>((resolve) => void way.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    way.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(cut);
  return { port: (way.address() as AddressInfo).port, cut, stall: () => void (isStalled = true) };
}

describePostgis("an empty mosaic with its index in a PostGIS database", () => {
  beforeAll(async () => {
    server = await startPostgis(SCHEMA);
  });
  afterAll(() => server.stop());

  test("from the archive to the removal of granules", async () => {
    const site = await running();
    const { client, root } = site;
    expect(await client.expect(200, "PUT", UPLOAD, ZIP, await archive({}))).toBe("");
    expect(await client.expect(200, "GET", `${STORE}/coverages.json`)).toBe(
      '{"coverages":{"coverage":[]}}',
    );
    await publishBoth(site);
    const schema = await client.expect(200, "GET", `${O3}/index.xml`);
    const shown = [...schema.matchAll(/<name>(\w+)<\/name>/g)].map(([, name]) => name);
    expect(shown).toEqual([
      "the_geom",
      "location",
      "imageindex",
      "time",
      "elevation",
      "fileDate",
      "updated",
    ]);
    const list = await client.expect(200, "GET", `${O3}/index/granules.xml`);
    expect(list.match(/<gf:O3 fid="O3\.\d+">/g)).toHaveLength(5);
    expect(list).toContain(`<gf:location>${root}/p_20240101.nc</gf:location>`);
    const removal = `${O3}/index/granules.xml?filter=${encodeURIComponent(`location='${root}/p_20240101.nc'`)}`;
    await client.expect(200, "DELETE", removal);
    const rest = await client.expect(200, "GET", `${O3}/index/granules.xml`);
    expect(rest.match(/<gf:O3 fid="O3\.\d+">/g)).toHaveLength(1);
    expect(await server.execute(`select location, imageindex from "${SCHEMA}"."O3"`)).toEqual([
      { location: `${root}/p_20240102.nc`, imageindex: 0 },
    ]);
    expect(await server.execute(`select 1 as one from "${SCHEMA}"."NO2"`)).toHaveLength(5);
  });

  test("its tables are as the schema says, with an index of boxes", async () => {
    const columns = await server.execute(
      `select column_name as name, udt_name as type from information_schema.columns
       where table_schema = '${SCHEMA}' and table_name = 'O3' order by ordinal_position`,
    );
    expect(columns.map(({ name, type }) => `${String(name)}:${String(type)}`)).toEqual([
      "fid:int4",
      "the_geom:geometry",
      "location:varchar",
      "imageindex:int4",
      "time:timestamp",
      "elevation:float8",
      "fileDate:timestamp",
      "updated:timestamp",
    ]);
    const indexes = await server.execute(
      `select indexdef from pg_indexes where schemaname = '${SCHEMA}' and tablename = 'O3'`,
    );
    expect(indexes.map(({ indexdef }) => indexdef).join("\n")).toMatch(/USING gist \(the_geom\)/);
    const [place] = await server.execute(
      `select st_srid(the_geom) as srid, st_astext(the_geom) as text from "${SCHEMA}"."O3"`,
    );
    expect(place).toMatchObject({ srid: 4326, text: expect.stringMatching(/^POLYGON/) });
    await server.execute(`drop table "${SCHEMA}"."O3", "${SCHEMA}"."NO2"`);
  });

  test("gives the same documents as an embedded one", async () => {
    const site = await running();
    const { client } = site;
    const requests = ["O3/index/granules.xml", "NO2/index/granules.json", "O3/index.xml", "O3.json"]
      .concat(
        "O3/index/granules.xml?filter=elevation=20&limit=1",
        "NO2/index/granules.json?offset=2",
      )
      .map((path) => `${STORE}/coverages/${path}`);
    const answers: string[][] = [];
    for (const body of [await archive({}), await archive()]) {
      await client.expect(200, "PUT", UPLOAD, ZIP, body);
      await publishBoth(site);
      const texts: string[] = [];
      for (const path of requests) texts.push(withoutIds(await client.expect(200, "GET", path)));
      answers.push(texts.map((text) => text.replaceAll(/"date\w+":"[^"]*",?/g, "")));
      await client.expect(200, "DELETE", `${STORE}?recurse=true&purge=all`);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await tables()).toEqual([]);
  });

  test("its tables stay or go as is asked, and no others", async () => {
    const site = await running();
    const { client } = site;
    await server.execute(`create table "${SCHEMA}".mine (a int)`);
    await client.expect(200, "PUT", UPLOAD, ZIP, await archive({}));
    await publishBoth(site);
    await client.expect(200, "DELETE", `${STORE}?recurse=true&purge=none`);
    expect(await tables()).toEqual(["NO2", "O3", "mine"]);
    await client.expect(200, "PUT", UPLOAD, ZIP, await archive({}));
    await publishBoth(site);
    expect(await server.execute(`select 1 as one from "${SCHEMA}"."O3"`)).toHaveLength(5);
    await client.expect(200, "DELETE", `${STORE}?recurse=true&purge=metadata`);
    expect(await tables()).toEqual(["mine"]);
    await server.execute(`drop table "${SCHEMA}".mine`);
  });

  test("a table that somebody else made is used, and stays whatever is purged", async () => {
    const site = await running();
    const { client } = site;
    await client.expect(200, "PUT", UPLOAD, ZIP, await archive({}));
    await publishBoth(site);
    await client.expect(200, "DELETE", `${STORE}?recurse=true&purge=none`);
    await server.execute(`comment on table "${SCHEMA}"."O3" is 'ours since 2019'`);
    await client.expect(200, "PUT", UPLOAD, ZIP, await archive({}));
    await publishBoth(site);
    await client.expect(200, "DELETE", `${STORE}?recurse=true&purge=all`);
    expect(await tables()).toEqual(["O3"]);
    await server.execute(`drop table "${SCHEMA}"."O3"`);
  });

  test("a table that another mosaic uses stays", async () => {
    const site = await running();
    const { client } = site;
    await client.expect(200, "PUT", UPLOAD, ZIP, await archive({}));
    await publishBoth(site);
    const other = UPLOAD.replace("/w/", "/v/");
    await client.expect(201, "POST", "/workspaces", XML, "<workspace><name>v</name></workspace>");
    await client.expect(200, "PUT", other, ZIP, await archive({}));
    await client.send("POST", HARVEST.replace("/w/", "/v/"), TEXT, site.root);
    await client.expect(200, "DELETE", `${STORE}?recurse=true&purge=all`);
    expect(await tables()).toEqual(["NO2", "O3"]);
    await client.expect(
      200,
      "DELETE",
      `${STORE.replace("/w/", "/v/")}?recurse=true&purge=metadata`,
    );
    expect(await tables()).toEqual([]);
  });

  test("a table that was dropped by hand is missed, not made by a look at it", async () => {
    const site = await running();
    const { client } = site;
    await client.expect(200, "PUT", UPLOAD, ZIP, await archive({}));
    await publishBoth(site);
    await server.execute(`drop table "${SCHEMA}"."O3"`);
    const text = await client.expect(422, "GET", `${O3}/index/granules.xml`);
    expect(text).toContain(`its table ${SCHEMA}.O3 is not there any more`);
    await client.expect(422, "DELETE", `${O3}/index/granules.xml?filter=INCLUDE`);
    expect(await tables()).toEqual(["NO2"]);
    await client.expect(200, "DELETE", `${STORE}?recurse=true&purge=metadata`);
    expect(await tables()).toEqual([]);
  });

  test.for([
    ["documented", "a wrong password", { password: "hunter2" }, 422],
    ["geoserver", "a wrong password", { password: "hunter2" }, 500],
    ["documented", "nobody who listens", { port: 1, password: "hunter2" }, 502],
    ["geoserver", "nobody who listens", { port: 1, password: "hunter2" }, 500],
  ] as const)("in %s, %s is said and nothing is stored", async ([dialect, , change, status]) => {
    const { client, log } = await running(dialect);
    const text = await client.expect(status, "PUT", UPLOAD, ZIP, await archive(change));
    expect(text).toMatch(/The database \S+ at 127\.0\.0\.1:\d+ cannot be used: ./);
    expect(text + log()).not.toMatch(/hunter2|\n\s+at /);
    await client.expect(404, "GET", `${STORE}.xml`);
    await client.expect(404, "GET", "/resource/data/w/rain/indexer.xml");
    expect(await tables()).toEqual([]);
  });

  test.for([
    ["documented", 502],
    ["geoserver", 500],
  ] as const)(
    "in %s, a database that is gone is said by every request",
    async ([dialect, status]) => {
      const site = await running(dialect);
      const { client, root, log } = site;
      const way = await wayToDatabase();
      const created = dialect === "documented" ? 200 : 201;
      await client.expect(created, "PUT", UPLOAD, ZIP, await archive({ port: way.port }));
      await client.send("POST", HARVEST, TEXT, root);
      for (const name of ["O3", "NO2"])
        await client.expect(201, "POST", `${STORE}/coverages`, XML, configured(name));
      way.cut();
      const filter = "filter=INCLUDE";
      const texts = [
        await client.expect(status, "GET", `${O3}/index/granules.xml`),
        await client.expect(status, "GET", `${O3}/index/granules/O3.1.json`),
        await client.expect(status, "DELETE", `${O3}/index/granules.xml?${filter}`),
        await client.expect(status, "DELETE", `${O3}/index/granules/O3.1.xml`),
        await client.expect(status, "POST", HARVEST, TEXT, root),
        await client.expect(status, "POST", `${HARVEST}?updateBBox=true`, TEXT, root),
        await client.expect(
          status,
          "POST",
          `${STORE}/coverages`,
          XML,
          configured("O3").replace(/O3<\/name>/, "more</name>"),
        ),
        await client.expect(status, "DELETE", `${STORE}?recurse=true&purge=metadata`),
      ];
      for (const text of texts)
        expect(text).toMatch(/The database \S+ at 127\.0\.0\.1:\d+ cannot be used: ./);
      expect(texts.join() + log()).not.toContain(reveal(server.connection.password));
      expect(texts.join()).not.toMatch(/\n\s+at /);
      // What needs no index is there, and the store can be given up.
      await client.expect(200, "GET", `${O3}/index.xml`);
      await client.expect(200, "GET", `${O3}.xml`);
      await client.expect(200, "DELETE", `${STORE}?recurse=true&purge=none`);
      await client.expect(404, "GET", `${STORE}.xml`);
      expect(await tables()).toEqual(["NO2", "O3"]);
      await server.execute(`drop table "${SCHEMA}"."O3", "${SCHEMA}"."NO2"`);
    },
  );

  test("a database that says nothing keeps nobody else waiting", async () => {
    const site = await running();
    const { client } = site;
    const way = await wayToDatabase();
    await client.expect(200, "PUT", UPLOAD, ZIP, await archive({ port: way.port }));
    await publishBoth(site);
    way.stall();
    let isAnswered = false;
    const waiting = client.send("GET", `${O3}/index/granules.xml`);
    void waiting.then(() => (isAnswered = true));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await client.expect(200, "GET", "/workspaces/w.xml");
    expect(isAnswered, "the one that the database keeps waiting").toBe(false);
    way.cut();
    expect((await waiting).status).toBe(502);
    await server.execute(`drop table "${SCHEMA}"."O3", "${SCHEMA}"."NO2"`);
  }, 60_000);
});
