/**
 * A change whose commit was sent and not answered, because the database crashed: the client hears that it was made
 * and it is, or that nothing was changed and it was not. Numbers of transactions that did not reach the disk, or the
 * standby, are given again, and others may have taken them when the server asks what became of its change.
 */
import { expect, onTestFinished, test } from "vitest";
import type { ReplicaTimes } from "../../src/model/limits.ts";
import { layLine } from "../support/databases/cut-line.ts";
import { startPostgres, type TestStandby } from "../support/databases/postgres-cluster.ts";
import {
  describeClusters,
  describePostgres,
  executor,
  type TestDatabase,
} from "../support/databases/postgres.ts";
import { scale } from "../support/run/scale.ts";
import { hasOlder, olderServer } from "./older.ts";
import {
  judge,
  lose,
  noEnds,
  prepareToLose,
  put,
  reportOf,
  styleOf,
  type Ends,
  type Loss,
} from "./losses.ts";
import { estateAt, sharedEstate, startProcess, type Replica } from "./replicas.ts";

/** Commits that are lost, on each way. */
const TIMES = scale({ test: 2, proof: 50 });

/** Until somebody waits for a commit, nothing of it is on the disk. */
const SETTINGS = ["wal_writer_delay=10s", "autovacuum=off", "checkpoint_timeout=1h"];

/** Servers that say nothing meanwhile: what one of them commits brings all before it to the disk. */
const QUIET: ReplicaTimes = { renewMs: 300_000, surelyAliveMs: 600_000, goneMs: 900_000 };

/** Servers that hear soon that they count no more, and take nobody for gone. */
const LIVELY: ReplicaTimes = { renewMs: 200, surelyAliveMs: 600_000, goneMs: 900_000 };

describePostgres(
  "a commit whose answer is lost in a crash",
  (database) => {
    crashes(database);
    besideOlder(database);
  },
  { settings: SETTINGS },
);

describeClusters("a commit whose answer is lost in a failover", () => {
  failovers();
  unreplicated();
  setBack();
  standsBy();
});

/** Whether each had reached the database, and whether others went first afterwards. */
function lossesOf(times: number): readonly Loss[] {
  return Array.from({ length: times }, (_unused, number) => ({
    number,
    when: number % 3 === 1 ? "after" : "before",
    othersFirst: number % 3 !== 2,
  }));
}

function expectRight(way: string, ends: Ends): void {
  process.stdout.write(`${reportOf(way, ends)}\n`);
  expect(ends.wrong).toEqual([]);
  // Otherwise the commits were not lost in the way that this is about.
  expect(ends.made).toBeGreaterThan(0);
  expect(ends.givenAgain).toBeGreaterThan(0);
}

function crashes(database: TestDatabase): void {
  test("is told as what became of it", async () => {
    const estate = sharedEstate(database, QUIET);
    const line = await layLine(estate.address.port);
    const [doomed, other] = [await estate.start({}, line.port), await estate.start()];
    const servers = { line, doomed, other, execute: database.execute };
    await prepareToLose(servers);
    const ends = noEnds();
    const crash = () => database.restart("immediate");
    for (const loss of lossesOf(TIMES)) await lose(servers, loss, { crash, ends });
    expectRight("crash", ends);
  }, 3_600_000);
}

function besideOlder(database: TestDatabase): void {
  const name = "is so beside a server of a version that gives no tokens, which goes on";
  test.runIf(hasOlder(name))(
    name,
    async () => {
      const estate = sharedEstate(database, QUIET);
      const program = olderServer();
      const older = await startProcess(estate, { program, times: QUIET });
      const line = await layLine(estate.address.port);
      const doomed = await estate.start({}, line.port);
      const servers = { line, doomed, other: older, execute: database.execute };
      await prepareToLose(servers);
      const ends = noEnds();
      const crash = () => database.restart("immediate");
      for (const loss of lossesOf(2)) await lose(servers, loss, { crash, ends });
      expectRight("crash beside an older server", ends);
      const again = await startProcess(estate, { program, times: QUIET });
      await put(again.client, "lost", 7);
      const path = "/plumbline/audit?limit=1000";
      const audits = await Promise.all(
        [older, again, doomed].map(({ client }) => client.expect(200, "GET", path)),
      );
      type Entry = { readonly id: number; readonly objects?: unknown; readonly estate?: unknown };
      // The older one does not know what entries say of their objects.
      const known = audits.map((text) =>
        (JSON.parse(text) as Entry[]).map(
          ({ objects: _objects, estate: _estate, ...entry }) => entry,
        ),
      );
      expect(new Set(known.map((one) => JSON.stringify(one))).size).toBe(1);
      const ids = (known[0] ?? []).map(({ id }) => id);
      expect(ids).toEqual(ids.map((_id, index) => index + 1));
    },
    600_000,
  );
}

/** A database with a standby, and the road to the one of both that is in force. */
async function startPair(times: ReplicaTimes) {
  const first = await startPostgres({ settings: SETTINGS });
  onTestFinished(() => first.stop());
  const road = await layLine(first.port);
  const address = { ...first, port: road.port, schema: "public", tls: undefined };
  const estate = estateAt(address, times);
  const line = await layLine(first.port);
  let primary = first;
  const standbys: TestStandby[] = [];
  onTestFinished(() => standbys.forEach((one) => one.stop()));
  const execute = (statements: string) => executor(primary)(statements);
  const leadTo = ({ port }: TestStandby) => {
    for (const one of [road, line]) one.leadTo(port);
  };
  return {
    estate,
    line,
    execute,
    primary: () => primary,
    /** Starts a standby; commits wait for it from then on if they are to. */
    follow: async (commits: "wait" | "go on"): Promise<TestStandby> => {
      const standby = await primary.startStandby();
      standbys.push(standby);
      await execute(
        `alter system set synchronous_standby_names = '${commits === "wait" ? "*" : ""}'`,
      );
      await execute("select pg_reload_conf()");
      const state = commits === "wait" ? "sync" : "async";
      await expect
        .poll(() => execute("select sync_state from pg_stat_replication"))
        .toEqual([{ sync_state: state }]);
      return standby;
    },
    /** Leads all that ask from now on to a standby. */
    leadTo: (standby: TestStandby) => {
      leadTo(standby);
      road.cutAll();
    },
    /** Has a standby take over. */
    failOver: async (standby: TestStandby) => {
      await primary.crash();
      leadTo(standby);
      await standby.promote();
      primary.stop();
      primary = standby;
    },
  };
}

function failovers(): void {
  test("is told as what became of it", async () => {
    const { estate, line, execute, follow, failOver } = await startPair(QUIET);
    const [doomed, other] = [await estate.start({}, line.port), await estate.start()];
    const servers = { line, doomed, other, execute };
    await prepareToLose(servers);
    const ends = noEnds();
    for (const loss of lossesOf(TIMES)) {
      const standby = await follow("wait");
      await lose(servers, loss, { crash: () => failOver(standby), ends });
    }
    expectRight("failover", ends);
  }, 3_600_000);
}

function unreplicated(): void {
  test("is no success as long as it is on the database that crashed alone", async () => {
    const { estate, line, execute, primary, follow, failOver } = await startPair(QUIET);
    const [doomed, other] = [await estate.start({}, line.port), await estate.start()];
    await prepareToLose({ doomed, other });
    const standby = await follow("wait");
    await standby.crash();
    const asked = put(doomed.client, "lost", 1);
    const waiting = () => execute("select from pg_stat_activity where wait_event = 'SyncRep'");
    await expect.poll(waiting).toHaveLength(1);
    line.cutAll();
    await primary().restart("immediate");
    // It is there now, and no standby has it: to ask for it is to wait for one.
    await expect.poll(waiting).toHaveLength(1);
    await failOver(standby);
    const ends = noEnds();
    judge(ends, await asked, await other.client.expect(200, "GET", "/styles/lost.sld"), 1);
    expect(ends).toMatchObject({ made: 0, notMade: 1, wrong: [] });
  }, 600_000);
}

function setBack(): void {
  test("though others have seen it: a server keeps nothing of a state that is none", async () => {
    const { estate, follow, failOver } = await startPair(LIVELY);
    const [early, late] = [await estate.start(), await estate.start()];
    await prepareToLose({ doomed: early, other: late });
    const standby = await follow("go on");
    await standby.crash();
    for (let number = 1; number < 20; number++) await put(early.client, "lost", number);
    const lost = await revisionAt(early);
    for (const { client } of [early, late]) {
      // Asked twice, so that the second answer is a kept one.
      for (let time = 0; time < 2; time++)
        expect(await client.expect(200, "GET", "/styles/lost.sld")).toBe(styleOf(19));
    }
    await failOver(standby);
    // The revision is lower than before.
    await early.client.expect(503, "GET", "/styles/lost.sld");
    expect(await early.lost).toContain("set back");
    const fresh = await estate.start();
    for (let number = 100; (await revisionAt(fresh)) < lost; number++)
      await put(fresh.client, "lost", number);
    // It is the same, and another state.
    expect(await revisionAt(fresh)).toBe(lost);
    await late.client.expect(503, "GET", "/styles/lost.sld");
    expect(await late.lost).toContain("set back");
    expect(await fresh.client.expect(200, "GET", "/styles/lost.sld")).not.toBe(styleOf(19));
  }, 600_000);
}

function standsBy(): void {
  test("is not asked of a standby: until that has taken over, it is a database that is away", async () => {
    const { estate, follow, leadTo } = await startPair(LIVELY);
    const { client } = await estate.start();
    await prepareToLose({ doomed: { client }, other: { client } });
    const standby = await follow("go on");
    leadTo(standby);
    const refusals = await Promise.all([
      put(client, "lost", 1),
      client.send("GET", "/styles/lost.sld"),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([503, 503]);
    await standby.promote();
    expect((await put(client, "lost", 2)).status).toBe(200);
    expect(await client.expect(200, "GET", "/styles/lost.sld")).toBe(styleOf(2));
  }, 600_000);
}

/** The revision of the last change. */
async function revisionAt({ client }: Replica): Promise<number> {
  const text = await client.expect(200, "GET", "/plumbline/audit?newest=true&limit=1");
  const [entry] = JSON.parse(text) as { revision: number }[];
  return entry?.revision ?? 0;
}
