/** What a PostGIS database of a user may be like, and what is said when it cannot be used. */
import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { polygonOf } from "../../src/model/geometry.ts";
import type { IndexSchema } from "../../src/model/granule.ts";
import { reveal, secret } from "../../src/model/secret.ts";
import { IndexError, type GranuleIndex } from "../../src/server/catalog/granule-index.ts";
import { postgisIndex } from "../../src/server/storage/postgis-index.ts";
import { dropMarked } from "../../src/server/storage/postgis-table.ts";
import {
  checkDatabase,
  postgisDatabase,
  type PostgisConnection,
} from "../../src/server/storage/postgis.ts";
import {
  describePostgis,
  isOwnPostgis,
  startPostgis,
  type TestPostgis,
} from "../support/databases/postgis.ts";
import { RAIN, row, schemaWith, square } from "./rows.ts";

const SCHEMA = "plumbline tests";
const ALL = { type: "include" } as const;

let server: TestPostgis;

async function failureOf(work: Promise<unknown>): Promise<IndexError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof IndexError)) throw new Error("no IndexError", { cause: error });
  return error;
}

async function open(
  schema: IndexSchema,
  change: Partial<PostgisConnection> = {},
): Promise<GranuleIndex> {
  const database = postgisDatabase({ ...server.connection, ...change });
  onTestFinished(() => database.close());
  const index = await postgisIndex(database, schema, { mark: "test" });
  onTestFinished(
    async () => void (await server.execute(`drop table if exists ${table(schema.typeName)}`)),
  );
  return index;
}

async function checkPostgis(connection: PostgisConnection): Promise<void> {
  const database = postgisDatabase(connection);
  onTestFinished(() => database.close());
  await checkDatabase(database);
}

const table = (name: string) => `"${SCHEMA}"."${name}"`;

describePostgis("a PostGIS database", () => {
  beforeAll(async () => {
    server = await startPostgis(SCHEMA);
  });
  afterAll(() => server.stop());
  describe("that cannot be used", unusable);
  describe("with tables", withTables);
});

function unusable(): void {
  const check = (change: Partial<PostgisConnection>) =>
    failureOf(checkPostgis({ ...server.connection, ...change }));

  test("is fine when it is", async () => {
    await expect(checkPostgis(server.connection)).resolves.toBeUndefined();
  });

  test("says that nobody listens", async () => {
    const error = await check({ port: 1 });
    expect(error).toMatchObject({ code: "unreachable" });
    expect(error.message).toContain(`${server.connection.host}:1`);
  });

  test("says that there is no such host", async () => {
    expect(await check({ host: "nowhere.invalid" })).toMatchObject({ code: "unreachable" });
  });

  test("does not wait for a server that says nothing", { timeout: 15_000 }, async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => void silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    expect(await check({ host: "127.0.0.1", port })).toMatchObject({ code: "unreachable" });
  });

  test("never shows the password", async () => {
    const password = "a wrong password";
    const error = await check({ password: secret(password) });
    expect(error).toMatchObject({ code: "refused" });
    for (const word of [password, reveal(server.connection.password)])
      expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(word);
  });

  test("says that there is no such user", async () => {
    expect(await check({ user: "nobody here" })).toMatchObject({ code: "refused" });
  });

  test("says that there is no such database", async () => {
    const error = await check({ database: 'no "such" database' });
    expect(error).toMatchObject({ code: "unusable" });
    expect(error.message).toContain('no "such" database');
  });

  test("says that there is no such schema", async () => {
    const error = await check({ schema: "nowhere" });
    expect(error).toMatchObject({ code: "unusable" });
    expect(error.message).toContain("nowhere");
  });

  test.skipIf(!isOwnPostgis)("says that PostGIS is missing", async () => {
    await server.execute("create database bare");
    const error = await check({ database: "bare", schema: "public" });
    expect(error).toMatchObject({ code: "unusable" });
    expect(error.message).toContain("CREATE EXTENSION postgis");
  });

  test.skipIf(!isOwnPostgis)("says that the encoding is another one", async () => {
    await server.execute("create database latin encoding latin1 locale 'C' template template0");
    expect(await check({ database: "latin", schema: "public" })).toMatchObject({
      code: "unusable",
    });
  });

  test.skipIf(!isOwnPostgis)("says that the account may create nothing", async () => {
    await server.execute("create role weak login password 'weak'");
    const weak = { user: "weak", password: secret("weak") };
    expect(await check(weak)).toMatchObject({ code: "refused" });
    expect(await failureOf(open(RAIN, weak))).toMatchObject({ code: "refused" });
  });

  test("is forgiven when it went away and came back", async () => {
    const index = await open(RAIN);
    await index.refresh([row("a", square(0, 0))]);
    await server.execute(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'plumbline %'",
    );
    const first = await index.count(ALL).catch((error: unknown) => error);
    if (first instanceof Error) expect(first).toMatchObject({ code: "unreachable" });
    expect(await index.count(ALL)).toBe(1);
  });
}

function withTables(): void {
  test("has a table as stock servers make it", async () => {
    const index = await open(RAIN);
    await index.refresh([row("a", square(0, 0), { time: Date.UTC(2024, 5, 1), wet: true })]);
    const [found] = await server.execute(
      `select fid, location, "time"::text, wet, elevation, ST_SRID(the_geom) as srid,
        GeometryType(the_geom) as shape from ${table("rain")}`,
    );
    expect(found).toEqual({
      fid: 1,
      location: "a",
      time: "2024-06-01 00:00:00",
      wet: true,
      elevation: null,
      srid: 4326,
      shape: "POLYGON",
    });
    const indexes = await server.execute(
      `select indexdef from pg_indexes where schemaname = '${SCHEMA}' and tablename = 'rain'`,
    );
    const text = indexes.map(({ indexdef }) => indexdef).join("\n");
    for (const on of ["gist (the_geom)", "btree (location)", 'btree ("time")'])
      expect(text).toContain(on);
  });

  test("keeps its rows when the index is opened again", async () => {
    const first = await open(RAIN);
    await first.refresh([row("a", square(0, 0))]);
    const again = await open(RAIN);
    expect(await again.count(ALL)).toBe(1);
  });

  test("is opened by several at once, and has one table", async () => {
    const opened = await Promise.all([open(RAIN), open(RAIN), open(RAIN)]);
    await opened[0].refresh([row("a", square(0, 0))]);
    expect(await opened[2].count(ALL)).toBe(1);
  });

  test("has a table of another server that fits", async () => {
    await server.execute(`create table ${table("made")} (
      gid bigserial primary key, geom geometry(MultiPolygon, 4326), location varchar(255) not null,
      at timestamptz, narrow real, tall numeric, extra text, id uuid);
      insert into ${table("made")} (geom, location, at, narrow, tall) values
      (ST_Multi(ST_MakeEnvelope(0, 0, 1, 1, 4326)), 'old', '2024-01-01T02:00:00+02', 0.1, 12.5)`);
    const schema = schemaWith(
      [
        { name: "at", type: "timestamp" },
        { name: "narrow", type: "float" },
        { name: "tall", type: "double" },
        { name: "id", type: "uuid" },
      ],
      { typeName: "made", geometry: "geom" },
    );
    const index = await open(schema);
    const id = "0a7bd4f5-1111-4222-8333-123456789abc";
    const given = row("new", square(4, 4), { at: 5, narrow: 0.25, tall: 1e300, id });
    await index.refresh([given]);
    const [old, added] = await index.list({ filter: ALL, offset: 0, limit: 9 });
    expect(old?.values).toEqual({
      location: "old",
      at: Date.UTC(2024, 0, 1),
      narrow: 0.1,
      tall: 12.5,
      id: null,
    });
    expect(added).toEqual({
      id: 2,
      values: given.values,
      footprint: { type: "MultiPolygon", coordinates: [polygonOf(square(4, 4)).coordinates] },
    });
    const equals = (name: string, value: number | string) =>
      ({
        type: "compare",
        operator: "=",
        left: { type: "attribute", name },
        right: { type: "literal", value },
      }) as const;
    for (const filter of [equals("narrow", 0.1), equals("at", "2024-01-01"), equals("id", id)])
      expect(await index.count(filter)).toBe(1);
  });

  test("has rows of other programs, which are no granules without a footprint", async () => {
    const index = await open(RAIN);
    await server.execute(`insert into ${table("rain")} (location) values ('a'), (null)`);
    expect(await index.get(1)).toBeUndefined();
    expect(await index.count(ALL)).toBe(0);
    await server.execute(
      `update ${table("rain")} set the_geom = ST_MakeEnvelope(0, 0, 1, 1, 4326)`,
    );
    expect(await index.get(2)).toMatchObject({ values: { location: null } });
    expect(await index.remove(ALL)).toEqual({ removed: 2, orphaned: ["a"] });
  });

  test.for([
    ["no column", "(fid serial primary key, location varchar, the_geom geometry)", "elevation"],
    ["no key", "(location varchar, the_geom geometry)", "primary key"],
    ["a key of text", "(fid text primary key, location varchar, the_geom geometry)", "fid"],
    [
      "another type",
      "(fid serial primary key, location varchar, the_geom geometry, elevation text)",
      "elevation",
    ],
    [
      "points",
      "(fid serial primary key, location varchar, the_geom geometry(Point, 4326))",
      "the_geom",
    ],
    [
      "another system",
      "(fid serial primary key, location varchar, the_geom geometry(Polygon, 3857))",
      "3857",
    ],
    [
      "a column that must be filled",
      "(fid serial primary key, location varchar, the_geom geometry, other int not null)",
      "other",
    ],
  ] as const)("refuses a table with %s, and leaves it alone", async ([, columns, word]) => {
    const schema = schemaWith([{ name: "elevation", type: "double" }], { typeName: "foreign" });
    await server.execute(`create table ${table("foreign")} ${columns}`);
    onTestFinished(async () => void (await server.execute(`drop table ${table("foreign")}`)));
    const error = await failureOf(open(schema));
    expect(error).toMatchObject({ code: "unusable" });
    expect(error.message).toContain(word);
    expect(error.message).toContain("foreign");
  });

  test("refuses a view of that name", async () => {
    await server.execute(`create view ${table("seen")} as select 1 as fid`);
    expect(await failureOf(open(schemaWith([], { typeName: "seen" })))).toMatchObject({
      code: "unusable",
    });
  });

  test.for([
    ["x".repeat(64), "a"],
    ["ä".repeat(32), "a"],
    ["long_attribute", "x".repeat(64)],
    ["", "a"],
    ["nul", "a\0b"],
    ["system", "xmin"],
    ["own", "fid"],
  ] as const)("refuses the names %j and %j", async ([typeName, name]) => {
    const schema = schemaWith([{ name, type: "double" }], { typeName });
    expect(await failureOf(open(schema))).toMatchObject({ code: "unusable" });
  });

  test("loses a table that this catalog made, and no other", async () => {
    const [mine, other] = [await open(RAIN), await open({ ...RAIN, typeName: "snow" })];
    await server.execute(`comment on table ${table("snow")} is 'plumbline another'`);
    const database = postgisDatabase(server.connection);
    onTestFinished(() => database.close());
    for (const typeName of ["rain", "snow", "hail"])
      await dropMarked(database, { ...RAIN, typeName }, "test");
    expect(await failureOf(mine.count(ALL))).toMatchObject({ code: "unusable" });
    expect(await other.count(ALL)).toBe(0);
  });

  test("takes times for UTC, whatever its own zone is", async () => {
    const { user } = server.connection;
    await server.execute(`alter role "${user}" set timezone = 'Asia/Kathmandu'`);
    onTestFinished(async () => void (await server.execute(`alter role "${user}" reset timezone`)));
    const index = await open(RAIN);
    await index.refresh([row("a", square(0, 0), { time: 1 })]);
    const [found] = await server.execute(`select "time"::text from ${table("rain")}`);
    expect(found).toEqual({ time: "1970-01-01 00:00:00.001" });
    const [only] = await index.list({ filter: ALL, offset: 0, limit: 1 });
    expect(only?.values["time"]).toBe(1);
  });

  test("a row that the database refuses changes nothing", async () => {
    const index = await open(RAIN);
    await index.refresh([row("a", square(0, 0))]);
    await server.execute(`alter table ${table("rain")} alter location type varchar(3)`);
    const rows = [row("a", square(0, 0)), row("long", square(0, 0))];
    expect(await failureOf(index.refresh(rows))).toMatchObject({ code: "unfit" });
    expect((await index.list({ filter: ALL, offset: 0, limit: 9 })).map(({ id }) => id)).toEqual([
      1,
    ]);
  });
}
