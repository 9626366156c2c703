/** Servers of one catalog in a database, for tests: in this process, each with a folder of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { DialectName } from "../../src/model/dialect.ts";
import { replicaTimes, type ReplicaTimes } from "../../src/model/limits.ts";
import { reveal } from "../../src/model/secret.ts";
import type { OpenOptions, OpenServer } from "../../src/server/options.ts";
import type { CatalogAddress } from "../../src/server/storage/postgres-url.ts";
import { KEYSTORE_PASSWORD, openTestServer, PASSWORD, USER } from "../support/servers/catalog.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { clientOf, type Client } from "../support/mosaics/mosaics.ts";
import type { TestDatabase } from "../support/databases/postgres.ts";
import type { Backend } from "./balancer.ts";
import type { ServerJob } from "./server.ts";

const SERVER = fileURLToPath(new URL("server.ts", import.meta.url));

/** Servers that hear of each other within a second. */
export const QUICK: ReplicaTimes = { renewMs: 100, surelyAliveMs: 1_200, goneMs: 2_500 };

/** A server among others. */
export interface Replica extends OpenServer {
  readonly client: Client;
  /** Where it listens. */
  readonly origin: string;
}

/** A catalog without servers yet. */
export interface Estate {
  readonly address: CatalogAddress;
  /** The folder that all servers have. */
  readonly files: string;
  /** Starts one more, by a line to the database if its port is given; it ends with the test. */
  readonly start: (options?: Partial<OpenOptions>, port?: number) => Promise<Replica>;
}

/** A place for a catalog that servers share. */
export function sharedEstate(database: TestDatabase, times: ReplicaTimes = replicaTimes): Estate {
  return estateAt(database.fresh(), times);
}

/** Such a place in a database. */
export function estateAt(address: CatalogAddress, times: ReplicaTimes = replicaTimes): Estate {
  const folder = temporaryFolder();
  const files = join(folder, "files");
  let servers = 0;
  return {
    address,
    files,
    start: async (options = {}, port = address.port) => {
      const data = join(folder, `server-${++servers}`);
      mkdirSync(data);
      const shared = { address: { ...address, port }, files, times };
      const server = await openTestServer(data, { shared, ...options });
      let isOpen = true;
      const close = async () => {
        if (isOpen) await server.close();
        isOpen = false;
      };
      onTestFinished(close);
      const origin = await server.app.listen({ host: "127.0.0.1", port: 0 });
      return { ...server, close, origin, client: clientOf(origin) };
    },
  };
}

/** A server as a process of its own. */
export interface ReplicaProcess extends Backend {
  readonly client: Client;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Resolves with its exit code, null after a signal. */
  readonly ended: Promise<number | null>;
}

/** How a process is started. */
export interface ProcessOptions {
  /** That of a line to the database. */
  readonly port?: number;
  readonly dialect?: DialectName;
  /** `server.ts`, of whatever version. */
  readonly program?: string;
  /** Those of servers that hear of each other soon by default. */
  readonly times?: ReplicaTimes;
}

/** Starts a server of a catalog as a process. */
export async function startProcess(
  { address, files }: Estate,
  {
    port = address.port,
    dialect = "documented",
    program = SERVER,
    times = QUICK,
  }: ProcessOptions = {},
): Promise<ReplicaProcess> {
  const { host, user, database, schema, password } = address;
  const login = `${user}:${encodeURIComponent(reveal(password))}`;
  const job: ServerJob = {
    folder: temporaryFolder(),
    files,
    url: `postgres://${login}@${host}:${port}/${database}?schema=${schema}`,
    times,
    user: USER,
    password: PASSWORD,
    keystorePassword: KEYSTORE_PASSWORD,
    dialect,
  };
  const child = spawn(process.execPath, [program, JSON.stringify(job)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close").then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill("SIGCONT");
    child.kill("SIGKILL");
    await ended;
  });
  const said = (await Promise.race([once(child.stdout, "data"), ended])) as
    | [Buffer]
    | number
    | null;
  if (!Array.isArray(said)) throw new Error(`the server ended with ${said}`);
  const [origin = "", endpoints = ""] = said[0].toString().trim().split(" ");
  const kill = (signal: NodeJS.Signals) => void child.kill(signal);
  return { origin, endpoints, client: clientOf(origin), kill, ended };
}

/** Three servers of a catalog. */
export async function three({ start }: Estate): Promise<readonly [Replica, Replica, Replica]> {
  return Promise.all([start(), start(), start()]);
}
