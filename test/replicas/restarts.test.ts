/**
 * The database of three servers is restarted, as by an operator and as by a crash, while they are written to: they come
 * back by themselves, and what was acknowledged is there, once.
 */
import { expect, test } from "vitest";
import { describePostgres, type TestDatabase } from "../support/databases/postgres.ts";
import { numbers } from "../support/run/numbers.ts";
import { scale } from "../support/run/scale.ts";
import { verify } from "../support/servers/write-jobs.ts";
import { startBalancer } from "./balancer.ts";
import { QUICK, sharedEstate, startProcess } from "./replicas.ts";
import {
  expectEachOnce,
  expectIndexedFiles,
  noWrites,
  prepareForWriters,
  startWriters,
} from "./writers.ts";

const RESTARTS = scale({ test: 1, proof: 20 });

describePostgres("a database that is restarted", restarts);

function restarts(database: TestDatabase): void {
  test("under load: what was acknowledged is there, once, and the servers come back", async () => {
    const estate = sharedEstate(database, QUICK);
    // A server whose database is away says that it is not ready; that is no reason to cut its clients off.
    const balancer = await startBalancer({ cutsSilent: false, checkTimeoutMs: 5_000 });
    const { origin } = balancer;
    const start = () => startProcess(estate, { dialect: "geoserver" });
    const servers = await Promise.all([start(), start(), start()]);
    await Promise.all(servers.map(balancer.add));
    const [{ client }] = servers;
    await prepareForWriters(client);
    const random = numbers(20_261_129);
    const writes = noWrites();
    for (let time = 0; time < RESTARTS; time++) {
      const writers = startWriters({ origin, writes, seed: time + 1 });
      await writers.acknowledged(10 + Math.floor(random() * 30));
      await database.restart(time % 3 === 2 ? "fast" : "immediate");
      // Nobody tells the servers that it is there again.
      await writers.acknowledged(20);
      await writers.end();
      await expect.poll(() => servers.filter(balancer.isIn).length).toBe(servers.length);
      const unsure = [...writes.ledger].filter(([, { pending }]) => pending !== undefined);
      const keys = unsure.map(([key]) => key);
      await verify(origin, writes.ledger, keys);
    }
    await verify(origin, writes.ledger);
    await expectEachOnce(client, writes);
    await expectIndexedFiles(client, estate.files);
    const [written, unknown] = [writes.acknowledged.size, writes.unknown.size];
    process.stdout.write(
      `${RESTARTS} restarts of the database: ${written} acknowledged writes, 0 lost, 0 doubled; ${unknown} refused or of unknown end, whole or absent\n`,
    );
  }, 3_600_000);
}
