/** PostgreSQL servers that tests start, each in a temporary folder of its own, and standbys of them. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { secret } from "../../../src/model/secret.ts";
import type { PostgresAddress } from "../../../src/server/storage/postgres-url.ts";
import { postgresPrograms } from "./postgres-programs.ts";

/** A server that runs. */
export interface TestPostgres extends PostgresAddress {
  /** Ends it, `immediate` as a crash does, and starts it again; resolves when it takes connections. */
  readonly restart: (mode: "fast" | "immediate") => Promise<void>;
  /** Ends it as a crash does, and keeps its files. */
  readonly crash: () => Promise<void>;
  /** Starts a server that follows this one and takes no changes. */
  readonly startStandby: () => Promise<TestStandby>;
  /** Ends it, and removes its files. */
  readonly stop: () => void;
}

/** A server that follows another one. */
export interface TestStandby extends TestPostgres {
  /** Has it take changes from now on, one that has crashed, too; resolves when it does. */
  readonly promote: () => Promise<void>;
}

/** What a server has to be. */
export interface PostgresOptions {
  /** Says which versions will do; all by default. */
  readonly fits?: (version: string) => boolean;
  /** Settings of the server besides, such as `wal_writer_delay=10s`. */
  readonly settings?: readonly string[];
  /** Where its folder is made; that of temporary files by default. */
  readonly below?: string;
}

/** Starts a server. Throws Error where PostgreSQL is not installed. */
export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const { fits, below = tmpdir() } = options;
  const bin = postgresPrograms(fits);
  if (bin === undefined) throw new Error("There is no PostgreSQL on this machine");
  const folder = ownFolder(below);
  const password = "a password of tests";
  const secretFile = join(folder, "password");
  writeFileSync(secretFile, password);
  giveToPostgres(secretFile);
  run(
    join(bin, "initdb"),
    ["-D", join(folder, "data"), "-U", "owner", "-E", "UTF8", "--locale=C.UTF-8"].concat([
      "--no-sync",
      "--auth=scram-sha-256",
      `--pwfile=${secretFile}`,
    ]),
  );
  return startIn({ ...options, below, bin, folder, password });
}

/** What a server is started with. */
interface Start extends PostgresOptions {
  readonly below: string;
  readonly bin: string;
  readonly folder: string;
  readonly password: string;
}

async function startIn(start: Start): Promise<TestStandby> {
  const { bin, folder, password, settings = [] } = start;
  const port = await freePort();
  const [data, log] = [join(folder, "data"), join(folder, "log")];
  const all = [`unix_socket_directories=${folder}`, "max_connections=200", ...settings];
  const flags = all.map((one) => `-c ${one}`).join(" ");
  const control = async (action: string, ...args: readonly string[]) => {
    await runLater(join(bin, "pg_ctl"), [action, "-w", "-D", data, "-l", log, ...args]);
  };
  let runs = false;
  const begin = async () => {
    await control("start", "-o", `-c listen_addresses=127.0.0.1 -p ${port} ${flags}`);
    runs = true;
  };
  await begin();
  const address = { host: "127.0.0.1", port, database: "postgres", user: "owner" };
  return {
    ...address,
    password: secret(password),
    restart: (mode) => control("restart", "-m", mode),
    crash: async () => {
      await control("stop", "-m", "immediate");
      runs = false;
    },
    promote: async () => {
      if (!runs) await begin();
      await control("promote");
    },
    startStandby: async () => {
      const own = ownFolder(start.below);
      const from = ["-h", address.host, "-p", String(port), "-U", address.user];
      const copied = ["-D", join(own, "data"), "-R", "-X", "stream", "-c", "fast", "--no-sync"];
      await runLater(join(bin, "pg_basebackup"), [...from, ...copied], { PGPASSWORD: password });
      return startIn({ ...start, folder: own });
    },
    stop: () => {
      if (runs) run(join(bin, "pg_ctl"), ["stop", "-w", "-m", "immediate", "-D", data]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A folder that the account of PostgreSQL may write. */
function ownFolder(below: string): string {
  const folder = mkdtempSync(join(below, "plumbline-postgres-"));
  giveToPostgres(folder);
  return folder;
}

const isRoot = process.getuid?.() === 0;

function giveToPostgres(path: string): void {
  if (!isRoot) return;
  const ids = ["-u", "-g"].map((flag) =>
    Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout),
  );
  chownSync(path, ids[0] ?? 0, ids[1] ?? 0);
}

/** PostgreSQL does not run as root. */
function commandOf(program: string): readonly [string, ...(readonly string[])] {
  return isRoot ? ["runuser", "-u", "postgres", "--", program] : [program];
}

function run(program: string, args: readonly string[]): void {
  const [name, ...rest] = commandOf(program);
  const result = spawnSync(name, [...rest, ...args], { encoding: "utf8", cwd: tmpdir() });
  if (result.status !== 0) throw new Error(`${program} failed: ${result.stderr ?? ""}`);
}

/** As `run`, while others go on. */
async function runLater(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const [name, ...rest] = commandOf(program);
  const child = spawn(name, [...rest, ...args], {
    cwd: tmpdir(),
    env: { ...process.env, ...env },
    // A server outlives what starts it and would keep a pipe open.
    stdio: "ignore",
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${program} ${args[0] ?? ""} ended with ${code}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return port;
}
