/** Servers of which some are behind the others: what a run has made is looked for again, for as long as it is allowed. */
import type { FastifyInstance, InjectOptions } from "fastify";
import { expect, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { stockServer } from "../stock/server.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { connectTo, isBookkeeping } from "../support/servers/catalog.ts";
import { estateOf } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

/** Two servers behind one address: one is written to, and the other one, which answers reads, hears of it some reads later. */
function replicas(behind: number): FastifyInstance {
  const [first, second] = [stockServer().app, stockServer().app];
  const late: { due: number; request: InjectOptions }[] = [];
  let reads = 0;
  const inject = async (request: InjectOptions) => {
    const path = (typeof request.url === "string" ? request.url : "").replace("/rest", "");
    if (request.method !== "GET" && request.method !== "HEAD") {
      late.push({ due: reads + behind, request });
      return first.inject(request);
    }
    // They share their files.
    if (isBookkeeping({ path })) return first.inject(request);
    reads++;
    while (late[0] !== undefined && late[0].due <= reads)
      await second.inject(late.shift()?.request ?? "");
    return second.inject(request);
  };
  return { inject } as unknown as FastifyInstance;
}

/** Applies two workspaces; `refuses` answers what writes. */
async function run(app: FastifyInstance, settleMs: number | undefined, refuses = false) {
  const folder = temporaryFolder();
  for (const name of ["roads", "water"])
    writeFiles(folder, { [`${name}.yaml`]: manifest("Workspace", { name }, {}) });
  const connection = await connectTo(app, "test", (real) => async (request) => {
    const isRefused = refuses && request.path === "/namespaces" && request.method === "POST";
    return isRefused ? { status: 500, headers: {}, body: new Uint8Array() } : real(request);
  });
  const planned = await planEstate(estateOf(folder, {}), connection);
  const { send, inventory, log } = connection;
  const pauses: number[] = [];
  const wait = async (ms: number) => void pauses.push(ms);
  const options = { send, inventory, wait, ...(settleMs === undefined ? {} : { settleMs }) };
  const { converged, diagnostics } = await applyPlan(planned, options);
  const codes = diagnostics.map(({ code, address }) => `${code} ${address}`);
  return { converged, codes, pauses, reads: log.length };
}

const UNLIKE = ["did-not-converge Workspace/roads", "did-not-converge Workspace/water"];
const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);

test("a server that is behind is asked once where nothing is allowed", async () => {
  const ran = await run(replicas(20), undefined);
  expect(ran).toMatchObject({ converged: false, pauses: [] });
  expect(ran.codes).toEqual(UNLIKE);
  expect(await run(replicas(20), 0)).toEqual(ran);
});

test("it is asked again, with growing pauses, until it shows what was made", async () => {
  const { pauses, ...ran } = await run(replicas(20), 60_000);
  expect(ran).toMatchObject({ converged: true, codes: [] });
  expect(pauses.slice(0, 3)).toEqual([100, 200, 400]);
  expect(sum(pauses)).toBeLessThan(60_000);
});

test("what it never shows is told in the end", async () => {
  const { pauses, ...ran } = await run(replicas(Number.POSITIVE_INFINITY), 1_000);
  expect(ran.converged).toBe(false);
  expect(ran.codes).toEqual(UNLIKE);
  expect(pauses.slice(0, 2)).toEqual([100, 200]);
  expect(sum(pauses)).toBeLessThanOrEqual(1_000);
});

test("where all is as sent no request is more, and for what was refused nobody waits", async () => {
  const { reads } = await run(stockServer().app, undefined);
  expect(await run(stockServer().app, 5_000)).toMatchObject({ converged: true, pauses: [], reads });
  const refused = await run(stockServer().app, 5_000, true);
  expect(refused).toMatchObject({ converged: false, codes: UNLIKE, pauses: [] });
});
