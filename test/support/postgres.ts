/** PostgreSQL for tests: a server of our own in a temporary folder, where it is installed. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { reveal, secret } from "../../src/model/secret.ts";
import type { PostgresAddress } from "../../src/server/storage/postgres-url.ts";
import type { CatalogAddress } from "../../src/server/storage/postgres-url.ts";
import { PROGRAMS } from "./parts.ts";
import { postgresPrograms } from "./postgres-programs.ts";

/** A server that runs. */
export interface TestPostgres extends PostgresAddress {
  /** Ends it, `immediate` as a crash does, and starts it again; resolves when it takes connections. */
  readonly restart: (mode: "fast" | "immediate") => Promise<void>;
  readonly stop: () => void;
}

/** What a server has to be. */
export interface PostgresOptions {
  /** Says which versions will do; all by default. */
  readonly fits?: Fits;
  /** Whether what it has committed outlives its crash; costs time, and is not so by default. */
  readonly isDurable?: boolean;
}

/** Runs statements as the owner of the database. */
export type Execute = (statements: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

type Fits = (version: string) => boolean;

/** A suite on a PostgreSQL server of its own; without the program it is skipped, with a message. */
export function describePostgres(
  name: string,
  suite: (database: TestDatabase) => void,
  options: PostgresOptions = {},
): void {
  const present = postgresPrograms() !== undefined;
  if (!present) process.stderr.write(`SKIPPED, no PostgreSQL on this machine: ${name}\n`);
  describe.skipIf(!present)(name, PROGRAMS, () => {
    let server: TestPostgres | undefined;
    let schemas = 0;
    beforeAll(async () => {
      server = await startPostgres(options);
      await createLinguistic(server);
    });
    afterAll(() => server?.stop());
    const address = () => {
      if (server === undefined) throw new Error("the server of the tests does not run yet");
      return { ...server, database: LINGUISTIC };
    };
    suite({
      fresh: () => ({ ...address(), schema: `catalog_${++schemas}`, tls: undefined }),
      execute: (statements) => executor(address())(statements),
      restart: async (mode) => server?.restart(mode),
    });
  });
}

const LINGUISTIC = "linguistic";

/** Makes a database whose own order of texts is that of a language, as it is on most machines; gives its name. */
export async function createLinguistic(server: PostgresAddress): Promise<string> {
  await executor(server)(
    `create database ${LINGUISTIC} locale_provider icu icu_locale 'en-US' template template0`,
  );
  return LINGUISTIC;
}

/** The database of a suite. */
export interface TestDatabase {
  /** Where no catalog is yet. */
  readonly fresh: () => CatalogAddress;
  readonly execute: Execute;
  readonly restart: TestPostgres["restart"];
}

/** Runs statements on a connection of its own. */
export function executor(address: PostgresAddress): Execute {
  return async (statements) => {
    const { host, port, database, user, password } = address;
    const client = new Client({ host, port, database, user, password: reveal(password) });
    await client.connect();
    try {
      const result = await client.query<Record<string, unknown>>(statements);
      return result.rows ?? [];
    } finally {
      await client.end();
    }
  };
}

/** Starts a server. */
export async function startPostgres({
  fits,
  isDurable = false,
}: PostgresOptions = {}): Promise<TestPostgres> {
  const bin = postgresPrograms(fits) ?? "";
  const folder = mkdtempSync(join(tmpdir(), "plumbline-postgres-"));
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
  const settings = `-c listen_addresses=127.0.0.1 -p ${port} -k ${folder} -c fsync=${isDurable ? "on" : "off"} -c max_connections=200`;
  const control = join(bin, "pg_ctl");
  const log = join(folder, "log");
  run(control, ["start", "-w", "-D", data, "-l", log, "-o", settings], isRoot);
  const restart = async (mode: string) => {
    const [name = "", ...rest] = commandOf(control, isRoot);
    const args = [...rest, "restart", "-w", "-m", mode, "-D", data, "-l", log];
    // The server outlives pg_ctl and would keep a pipe open.
    const child = spawn(name, args, { cwd: tmpdir(), stdio: "ignore" });
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) throw new Error(`pg_ctl restart ended with ${code}`);
  };
  const stop = () => {
    run(control, ["stop", "-w", "-m", "immediate", "-D", data], isRoot);
    rmSync(folder, { recursive: true, force: true });
  };
  const server = { host: "127.0.0.1", port, database: "postgres", user: "owner" };
  return { ...server, password: secret(password), restart, stop };
}

/** PostgreSQL does not run as root. */
function commandOf(program: string, asPostgres: boolean): readonly string[] {
  return asPostgres ? ["runuser", "-u", "postgres", "--", program] : [program];
}

function run(program: string, args: readonly string[], asPostgres: boolean): string {
  const [name = "", ...rest] = commandOf(program, asPostgres);
  const result = spawnSync(name, [...rest, ...args], {
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
