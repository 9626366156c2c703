/**
 * A schema of the lane's own in a PostGIS that the runner and the server both reach: the tables that
 * cases publish, and room for the indexes of mosaics. Nothing outside of it is touched.
 */
import { randomBytes } from "node:crypto";
import { Client, escapeIdentifier } from "pg";
import { LiveError } from "./settings.ts";

/** Where the tables are; what a server has to know to open them. */
export interface TablePlace {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly schema: string;
}

/** The schema of the lane. */
export interface LaneDatabase {
  readonly place: TablePlace;
  /** Drops what others made in the schema since it was made: indexes of mosaics. */
  readonly tidy: () => Promise<void>;
  /** Drops the schema. */
  readonly drop: () => Promise<void>;
}

/** Makes the schema with a table of each name: a key, a line, columns that cases name, and one row. */
export async function openDatabase(
  address: string,
  tables: readonly string[],
): Promise<LaneDatabase> {
  const { hostname, port, pathname, username, password } = new URL(address);
  const server = {
    host: hostname,
    port: Number(port === "" ? 5432 : port),
    database: decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
  const execute = async (statements: string): Promise<readonly { name: string }[]> => {
    const client = new Client(server);
    await client.connect();
    try {
      return (await client.query<{ name: string }>(statements)).rows ?? [];
    } finally {
      await client.end();
    }
  };
  const schema = `plumbline_lane_${randomBytes(4).toString("hex")}`;
  const quoted = escapeIdentifier(schema);
  const make = tables.map((table) => {
    const name = `${quoted}.${escapeIdentifier(table)}`;
    return `create table ${name} ("ID" serial primary key, geom geometry(LineString, 4326), name text, label text, width double precision, id integer, lane integer, lanes integer, surface text, owner text);
      insert into ${name} (geom, name, label) values (st_geomfromtext('LINESTRING(1 1, 2 2)', 4326), 'one', 'One')`;
  });
  try {
    await execute(`create extension if not exists postgis; create schema ${quoted}`);
    await execute(["set client_min_messages = error", ...make].join(";\n"));
  } catch (error) {
    const { message } = error as Error;
    throw new LiveError(
      `The database of the lane, ${server.host}:${server.port}/${server.database}, cannot be used: ${message}`,
    );
  }
  const tidy = async (): Promise<void> => {
    const found = await execute(
      `select tablename as name from pg_tables where schemaname = '${schema}'`,
    );
    const strange = found.filter(({ name }) => !tables.includes(name));
    for (const { name } of strange)
      await execute(`drop table if exists ${quoted}.${escapeIdentifier(name)} cascade`);
  };
  const drop = async () => void (await execute(`drop schema ${quoted} cascade`));
  return { place: { ...server, schema }, tidy, drop };
}

/**
 * Makes the tables of an SQL text in a schema of their own, beside the lane's, and drops it when what needs
 * them is done.
 */
export async function withTables<Result>(
  place: TablePlace,
  sql: string,
  run: (place: TablePlace) => Promise<Result>,
): Promise<Result> {
  const schema = `plumbline_lane_${randomBytes(4).toString("hex")}`;
  const quoted = escapeIdentifier(schema);
  const client = new Client(place);
  await client.connect();
  try {
    await client.query(`create schema ${quoted}; set search_path = ${quoted};\n${sql}`);
    return await run({ ...place, schema });
  } finally {
    await client.query(`drop schema if exists ${quoted} cascade`);
    await client.end();
  }
}

/** Parameters of a connection, but for its password. */
export function connectionOf({ host, port, database, schema, user }: TablePlace): {
  readonly [parameter: string]: string | number;
} {
  return { host, port, database, schema, user };
}
