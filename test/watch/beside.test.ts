/** Watches beside each other on one estate, and beside other runs: one writes at a time, the others wait and say so. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { TransportError } from "../../src/wire/request.ts";
import { catalogLock } from "../../src/reconciler/lock/catalog-lock.ts";
import { nextLease, type KeptLease, type LockStore } from "../../src/reconciler/lock/lease.ts";
import type { FolderSource } from "../../src/reconciler/watch/options.ts";
import { readinessOf, statusDocument } from "../../src/reconciler/watch/status.ts";
import type { Transport } from "../../src/wire/request.ts";
import { sld } from "../support/estates/artefacts.ts";
import { connectTo, startCatalog } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { holder, style, watchFolder, type Options, type Watched } from "./support.ts";

const elsewhere = { ...holder, who: "jane", host: "build-7", machine: "elsewhere", pid: 4_711 };

/** The lock of the estate, which somebody on another machine takes for `ttlMs`. */
async function takenElsewhere(
  app: FastifyInstance,
  ttlMs = 600_000,
): Promise<{ readonly lock: LockStore; readonly lease: KeptLease | undefined }> {
  const { read, send } = await connectTo(app);
  const lock = catalogLock("test", { read, send, atomic: true, confirmMs: 0 });
  const kept = await lock.read();
  const next = nextLease(kept, elsewhere, { id: "hers", now: Date.now(), ttlMs });
  return { lock, lease: await lock.replace(next, kept) };
}

/** A branch that many follow: each has its folder brought up to date when it asks. */
function branch(first: Readonly<Record<string, string>>) {
  let head = { commit: "1", files: first };
  let cutOff = "";
  return {
    push: (commit: string, files: Readonly<Record<string, string>>) => (head = { commit, files }),
    /** From now on one of them cannot reach it. */
    cutOff: (name: string) => (cutOff = name),
    follow: (name: string, folder: string): FolderSource => {
      let here: string | undefined;
      return {
        fetch: async () => {
          if (name === cutOff) throw new Error("the repository is away");
          const changed = here !== head.commit;
          if (changed) writeFiles(folder, head.files);
          here = head.commit;
          return { commit: head.commit, changed };
        },
      };
    },
  };
}

const red = { "a.yaml": style("a"), "a.sld": sld({ name: "a", colour: "#dd0000" }) };
const green = { ...red, "a.sld": sld({ name: "a", colour: "#00dd00" }) };

/** Two watches of a branch: one looks at it often, the other hears of changes of the catalog only. */
async function twoOf(remote: ReturnType<typeof branch>): Promise<readonly [Watched, Watched]> {
  const { app } = await startCatalog();
  const start = (name: string, who: Options["who"], times: Options["times"]) => {
    const folder = temporaryFolder();
    return watchFolder(app, folder, {
      source: remote.follow(name, folder),
      ...(who === undefined ? {} : { who }),
      times: { quietMs: 10, deleteQuietMs: 10, pollMs: 40, ...times },
    });
  };
  const quick = start("quick", undefined, { gitMs: 30 });
  await quick.seen(({ result }) => result === "applied");
  const slow = start("slow", elsewhere, { gitMs: 600_000 });
  await slow.seen(({ result }) => result === "converged");
  return [quick, slow];
}

test("a watch that has not fetched a commit yet does not take back what another applied of it", async () => {
  const remote = branch(red);
  const [quick, slow] = await twoOf(remote);
  const applied = quick.next(({ result }) => result === "applied");
  const followed = slow.next(({ commit }) => commit === "2");
  remote.push("2", green);
  expect(await applied).toMatchObject({ commit: "2", writes: 1 });
  expect(await followed).toMatchObject({ result: "converged", writes: 0 });
  await pause(200);
  expect(slow.writes()).toEqual([]);
  expect(quick.passes.filter(({ result }) => result === "applied")).toHaveLength(2);
});

test("while the branch is away it leaves alone what another applied of it, and says why", async () => {
  const remote = branch(red);
  const [quick, slow] = await twoOf(remote);
  const applied = quick.next(({ commit }) => commit === "2");
  const held = slow.seen(({ result }) => result === "failed");
  remote.cutOff("slow");
  remote.push("2", green);
  await applied;
  expect(await held).toMatchObject({ diagnostics: [{ code: "source-behind" }] });
  await pause(200);
  expect(slow.writes()).toEqual([]);
  remote.cutOff("");
  slow.watch.trigger("request");
  await slow.seen(({ commit, result }) => commit === "2" && result === "converged");
});

test("while somebody else holds the lock a watch waits: it says so once, stays ready, and goes on soon after", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, red);
  const found = watchFolder(app, folder, { times: { retryBaseMs: 50, retryCapMs: 60_000 } });
  await found.seen(({ result }) => result === "applied");
  const { lock, lease } = await takenElsewhere(app);
  const before = found.passes.length;
  writeFileSync(join(folder, "a.sld"), green["a.sld"]);
  await expect.poll(() => found.watch.state().state).toBe("locked");
  await pause(600);
  expect(found.events.filter(({ type }) => type === "locked")).toHaveLength(1);
  expect(found.events.filter(({ type }) => type === "trouble")).toEqual([]);
  expect(found.passes).toHaveLength(before);
  expect(readinessOf(found.watch.state())).toEqual({ ready: true, state: "locked", reasons: [] });
  expect(statusDocument(found.watch.state())).toMatchObject({
    locked_by: { id: "hers", who: "jane", host: "build-7", pid: 4_711 },
  });
  const back = found.next(({ result }) => result === "applied");
  const freedAt = Date.now();
  if (lease !== undefined) await lock.replace({ ...lease.lease, released: true }, lease);
  expect(await back).toMatchObject({ writes: 1 });
  // However long it was held: a wait is no failure, after which a watch would wait longer and longer.
  expect(Date.now() - freedAt).toBeLessThan(1_500);
  expect(statusDocument(found.watch.state())).toMatchObject({
    state: "converged",
    locked_by: null,
  });
});

test("a watch that starts while another run writes is ready, and takes over a lease that has run out", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, red);
  await takenElsewhere(app, 1_500);
  const found = watchFolder(app, folder, { times: { retryBaseMs: 50 } });
  await expect.poll(() => found.watch.state().state).toBe("locked");
  expect(readinessOf(found.watch.state())).toMatchObject({ ready: true });
  expect(found.writes()).toEqual([]);
  expect(await found.seen(({ result }) => result === "applied")).toMatchObject({ writes: 1 });
  expect(found.events.filter(({ type }) => type === "takeover")).toMatchObject([
    { notice: expect.stringMatching(/lock of jane on build-7 .*: that lease has run out/) },
  ]);
});

test("a server that comes back with a lock that somebody holds is reachable again", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, red);
  let isAway = false;
  const wrap =
    (real: Transport): Transport =>
    async (request) => {
      if (!isAway) return real(request);
      throw new TransportError(request.method, request.path, new Error("connect ECONNREFUSED"));
    };
  const found = watchFolder(app, folder, { wrap, times: { retryBaseMs: 30, retryCapMs: 60 } });
  await found.seen(({ result }) => result === "applied");
  isAway = true;
  found.watch.trigger("request");
  await expect.poll(() => found.watch.state().serverReachable).toBe(false);
  await takenElsewhere(app);
  isAway = false;
  await expect.poll(() => found.watch.state().state).toBe("locked");
  expect(found.watch.state().serverReachable).toBe(true);
  expect(readinessOf(found.watch.state())).toMatchObject({ ready: true });
});
