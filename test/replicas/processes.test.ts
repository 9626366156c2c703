/**
 * Three servers of one catalog as processes behind a balancer: they are killed, stopped and replaced, and races between
 * them have one winner. `npm run soak -- kills --catalog postgres` says how many times they are killed.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { clientOf } from "../support/mosaics/mosaics.ts";
import { describePostgres, type TestDatabase } from "../support/databases/postgres.ts";
import { numbers } from "../support/run/numbers.ts";
import { scale } from "../support/run/scale.ts";
import { verify } from "../support/servers/write-jobs.ts";
import { startBalancer } from "./balancer.ts";
import { runRaces } from "./races.ts";
import { prepareForLoad, serve, startLoad } from "./rolling.ts";
import { QUICK, sharedEstate, startProcess, type Estate, type ReplicaProcess } from "./replicas.ts";
import {
  expectEachOnce,
  expectIndexedFiles,
  noWrites,
  prepareForWriters,
  startWriters,
} from "./writers.ts";

const KILLS = Number(process.env["PLUMBLINE_KILLS"] ?? scale({ test: 2, proof: 30 }));
const REPLACEMENTS = scale({ test: 2, proof: 15 });
const RATE = scale({ test: 40, proof: 200 });
const RACES = scale({ test: 90, proof: 20_000 });

describePostgres("three processes behind a balancer", (database) => {
  races(database);
  kills(database);
  rollingUpdate(database);
});

function races(database: TestDatabase): void {
  test("conditional writes that reach all at once have one winner each", async () => {
    const estate = sharedEstate(database, QUICK);
    const servers = await Promise.all([start(estate), start(estate), start(estate)]);
    const began = performance.now();
    await runRaces(servers, RACES);
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    process.stdout.write(`${RACES} races over three servers in ${seconds} s, one winner each\n`);
  }, 3_600_000);
}

const start = (estate: Estate) => startProcess(estate, { dialect: "geoserver" });

/** How a server meets its end. The others hear nothing of it for longer than they wait, for a while, or not at all. */
const ends = {
  killed: async ({ kill, ended }: ReplicaProcess) => {
    kill("SIGKILL");
    await ended;
  },
  silent: async ({ kill, ended }: ReplicaProcess) => {
    kill("SIGSTOP");
    await pause(QUICK.goneMs + 1_500);
    kill("SIGCONT");
    expect(await ended).toBe(3);
  },
  paused: async ({ kill, ended }: ReplicaProcess) => {
    kill("SIGSTOP");
    await pause(QUICK.surelyAliveMs);
    kill("SIGCONT");
    await pause(200);
    kill("SIGKILL");
    await ended;
  },
};
const order = ["killed", "silent", "killed", "paused", "killed"] as const;

function kills(database: TestDatabase): void {
  test("servers are killed: what was acknowledged is there, once", async () => {
    const estate = sharedEstate(database, QUICK);
    const balancer = await startBalancer();
    const { origin } = balancer;
    const client = clientOf(origin);
    const servers = await Promise.all([start(estate), start(estate), start(estate)]);
    const gone = new Set<ReplicaProcess>();
    const watch = async (server: ReplicaProcess) => {
      void server.ended.then(() => gone.add(server));
      await balancer.add(server);
    };
    const replace = async (old: ReplicaProcess) => {
      balancer.remove(old);
      const next = await start(estate);
      servers.splice(servers.indexOf(old), 1, next);
      await watch(next);
    };
    const known = () => database.execute(`select id from ${estate.address.schema}.servers`);
    let lost = 0;
    await Promise.all(servers.map(watch));
    await prepareForWriters(client);
    const random = numbers(20_261_128);
    const writes = noWrites();
    for (let kill = 0; kill < KILLS; kill++) {
      const writers = startWriters({ origin, writes, seed: kill + 1 });
      await writers.acknowledged(10 + Math.floor(random() * scale({ test: 20, proof: 100 })));
      const at = Math.floor(random() * servers.length);
      const [victim] = servers.slice(at);
      if (victim === undefined) throw new Error("there is no such server");
      await ends[order[kill % order.length] ?? "killed"](victim);
      await replace(victim);
      await writers.end();
      const unsure = [...writes.ledger].filter(([, { pending }]) => pending !== undefined);
      // On a busy machine others may have taken one more for gone; whoever runs servers starts it anew.
      for (const server of servers.filter((one) => gone.has(one))) {
        lost++;
        await replace(server);
      }
      const keys = unsure.map(([key]) => key);
      await verify(origin, writes.ledger, keys);
      // One that has gone is forgotten when what it left is in order.
      await expect.poll(known, { timeout: 20_000 }).toHaveLength(servers.length);
      await expectIndexedFiles(client, estate.files);
    }
    await verify(origin, writes.ledger);
    await expectEachOnce(client, writes);
    await expect.poll(() => stagingOf(estate)).toHaveLength(servers.length);
    const [written, unknown] = [writes.acknowledged.size, writes.unknown.size];
    process.stdout.write(
      `${KILLS} kills of a server among three: ${written} acknowledged writes, 0 lost, 0 doubled; ${unknown} of unknown end, whole or absent; ${lost} servers ended by themselves\n`,
    );
  }, 3_600_000);
}

function rollingUpdate(database: TestDatabase): void {
  test("servers are replaced one by one under load: no request fails", async () => {
    const estate = sharedEstate(database);
    // One that ends says so in time; a busy machine alone is no reason to take one out.
    const balancer = await startBalancer({
      checkMs: 100,
      checkTimeoutMs: 5_000,
      silentLooks: 3,
      cutsSilent: false,
    });
    const names = Array.from({ length: 3 + REPLACEMENTS }, (_unused, at) => `server-${at}`);
    const servers = await Promise.all(names.splice(0, 3).map((name) => serve(estate, name)));
    await Promise.all(servers.map(balancer.add));
    await prepareForLoad(balancer.origin);
    const load = startLoad(balancer.origin, RATE);
    for (const [at, name] of names.entries()) {
      const next = await serve(estate, name);
      await balancer.add(next);
      const [old] = servers.splice(at % servers.length, 1, next);
      await old?.end();
      if (old !== undefined) balancer.remove(old);
    }
    const { sent, rate, failed, p99 } = await load.end();
    process.stdout.write(
      `${REPLACEMENTS} servers replaced under ${rate.toFixed(0)} requests/s: ${sent} sent, ${failed.length} failed, p99 ${p99.toFixed(0)} ms\n`,
    );
    expect(failed).toEqual([]);
  }, 3_600_000);
}

/** Staging folders, of which each server that works has one at most. */
function stagingOf({ files }: Estate): readonly string[] {
  const staging = join(files, "staging");
  return existsSync(staging) ? readdirSync(staging) : [];
}
