/**
 * A server of a shared catalog as a process that a test kills or stops. Takes JSON; prints where it listens and where
 * its endpoints are, and ends with 3 when others took it for gone.
 */
import pino from "pino";
import { secret } from "../../src/model/secret.ts";
import type { ReplicaTimes } from "../../src/model/limits.ts";
import { startEndpoints } from "../../src/endpoints/listen.ts";
import type { DialectName } from "../../src/model/dialect.ts";
import { openCatalogServer } from "../../src/server/open.ts";
import { sharedPlaceOf } from "../../src/server/shared-place.ts";

/** What the process is told. */
export interface ServerJob {
  readonly folder: string;
  readonly files: string;
  readonly url: string;
  readonly times: ReplicaTimes;
  readonly user: string;
  readonly password: string;
  readonly keystorePassword: string;
  readonly dialect: DialectName;
}

const cheap = { memory: 64, passes: 1, parallelism: 1 };

if (import.meta.main) {
  const job = JSON.parse(process.argv[2] ?? "{}") as ServerJob;
  const server = await openCatalogServer({
    folder: job.folder,
    shared: { ...sharedPlaceOf({ url: secret(job.url), files: job.files }), times: job.times },
    dialect: job.dialect,
    // Those of tests, which say who asks.
    trustedProxies: ["127.0.0.1"],
    administrator: { user: job.user, password: secret(job.password) },
    keystore: { password: secret(job.keystorePassword) },
    costs: { account: cheap, keystore: cheap },
    version: "0.0.0-test",
    logger: pino({ level: "error" }, pino.destination(2)),
  });
  void server.lost.then(() => server.close().finally(() => process.exit(3)));
  process.once("SIGTERM", () => void server.close().then(() => process.exit(0)));
  const metrics = { expose: async () => "", contentType: "text/plain" };
  const endpoints = await startEndpoints({ port: 0, readiness: server.readiness, metrics });
  console.log(`${await server.app.listen({ host: "127.0.0.1", port: 0 })} ${endpoints.url}`);
}
