/**
 * PostGIS for tests: the database that PLUMBLINE_POSTGIS_URL names, or a server of our own in a
 * temporary folder where PostgreSQL with PostGIS is installed. Without either, tests are skipped.
 */
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, escapeIdentifier } from "pg";
import { describe } from "vitest";
import { reveal, secret } from "../../src/model/secret.ts";
import type { PostgisConnection } from "../../src/server/storage/postgis.ts";
import { PROGRAMS } from "./parts.ts";

/** A running database. */
export interface TestPostgis {
  readonly connection: PostgisConnection;
  /** Runs statements as the owner of the database. */
  readonly execute: (statements: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  readonly stop: () => Promise<void>;
}

const INSTALLED = "/usr/lib/postgresql";

/** Folder of PostgreSQL's programs that has PostGIS beside it. */
function programs(): string | undefined {
  if (!existsSync(INSTALLED)) return undefined;
  return readdirSync(INSTALLED)
    .filter((version) => existsSync(`/usr/share/postgresql/${version}/extension/postgis.control`))
    .map((version) => join(INSTALLED, version, "bin"))
    .at(-1);
}

const url = process.env["PLUMBLINE_POSTGIS_URL"];

/** Whether the database is one of our own, in which a test may make roles and databases. */
export const isOwnPostgis = url === undefined;

/** A suite that needs PostGIS; without it the suite is skipped, with a message. */
export function describePostgis(name: string, suite: () => void): void {
  const present = url !== undefined || programs() !== undefined;
  if (!present)
    process.stderr.write(`SKIPPED, no PostgreSQL with PostGIS on this machine: ${name}\n`);
  describe.skipIf(!present)(name, PROGRAMS, suite);
}

/** Starts the database, or connects to the one that was given; with a schema of its own. */
export async function startPostgis(schema: string): Promise<TestPostgis> {
  const { stop, ...server } =
    url === undefined ? await ownServer() : { ...given(url), stop: () => undefined };
  const connection = { ...server, schema };
  const execute = executor(connection);
  const quoted = escapeIdentifier(schema);
  await execute(`create extension if not exists postgis; create schema ${quoted}`).catch(
    (error: unknown) => {
      stop();
      throw error;
    },
  );
  return {
    connection,
    execute,
    stop: async () => {
      await execute(`drop schema ${quoted} cascade`);
      stop();
    },
  };
}

function executor(connection: PostgisConnection): TestPostgis["execute"] {
  return async (statements) => {
    const client = new Client({ ...connection, password: reveal(connection.password) });
    await client.connect();
    try {
      const result = await client.query<Record<string, unknown>>(statements);
      return result.rows ?? [];
    } finally {
      await client.end();
    }
  };
}

type Server = Omit<PostgisConnection, "schema">;

function given(text: string): Server {
  const { hostname, port, pathname, username, password } = new URL(text);
  return {
    host: hostname,
    port: Number(port === "" ? 5432 : port),
    database: decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username),
    password: secret(decodeURIComponent(password)),
  };
}

async function ownServer(): Promise<Server & { readonly stop: () => void }> {
  const bin = programs() ?? "";
  const folder = mkdtempSync(join(tmpdir(), "plumbline-postgis-"));
  const password = "a password of tests";
  const secretFile = join(folder, "password");
  writeFileSync(secretFile, password);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const [user = 0, group = 0] = ["-u", "-g"].map((flag) =>
      Number(run("id", [flag, "postgres"], false)),
    );
    for (const path of [folder, secretFile]) chownSync(path, user, group);
  }
  const data = join(folder, "data");
  run(
    join(bin, "initdb"),
    ["-D", data, "-U", "owner", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"].concat([
      "--auth=scram-sha-256",
      `--pwfile=${secretFile}`,
    ]),
    isRoot,
  );
  const port = await freePort();
  const settings = `-c listen_addresses=127.0.0.1 -p ${port} -k ${folder} -c fsync=off -c max_connections=40`;
  const control = join(bin, "pg_ctl");
  run(control, ["start", "-w", "-D", data, "-l", join(folder, "log"), "-o", settings], isRoot);
  const stop = () => {
    run(control, ["stop", "-w", "-m", "immediate", "-D", data], isRoot);
    rmSync(folder, { recursive: true, force: true });
  };
  const server = { host: "127.0.0.1", port, database: "postgres", user: "owner" };
  return { ...server, password: secret(password), stop };
}

/** PostgreSQL does not run as root. */
function run(program: string, args: readonly string[], asPostgres: boolean): string {
  const command = asPostgres
    ? ["runuser", "-u", "postgres", "--", program, ...args]
    : [program, ...args];
  const [name = "", ...rest] = command;
  const result = spawnSync(name, rest, {
    encoding: "utf8",
    cwd: tmpdir(),
    // The server outlives pg_ctl and would keep a pipe open.
    stdio: program.endsWith("pg_ctl") ? "ignore" : "pipe",
  });
  if (result.status !== 0) throw new Error(`${name} failed: ${result.stderr ?? ""}`);
  return result.stdout ?? "";
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return port;
}
