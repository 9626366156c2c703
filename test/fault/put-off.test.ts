/**
 * A gateway that limits, or a server that has no time, says that nothing was done and when to come again: reads and
 * writes wait for that, within a bound. What was done all the same is found out.
 */
import { describe, expect, test } from "vitest";
import { client as limits } from "../../src/model/limits.ts";
import { dialects } from "../../src/model/dialect.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport, WireRequest, WireResponse } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { connectTo, listenCatalog, startCatalog, writesIn } from "../support/servers/catalog.ts";
import { applyFolder, estateOf } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";
import { startProxy, type ProxyAnswer } from "../support/servers/proxy.ts";
import { runHere } from "../support/commands/run-here.ts";
import { oneByFile } from "../support/run/scale.ts";

function folderOf(count: number): string {
  const folder = temporaryFolder();
  for (let number = 0; number < count; number++)
    writeFiles(folder, { [`${number}.yaml`]: manifest("Workspace", { name: `w${number}` }, {}) });
  return folder;
}

const putOff = (status: number, after: string): WireResponse => ({
  status,
  headers: { "retry-after": after },
  body: new TextEncoder().encode("slow down"),
});

/** A run whose writes go through a gateway, and the pauses that it made. */
async function run(gateway: (real: Transport) => Transport, count = 3) {
  const { app } = await startCatalog();
  const folder = folderOf(count);
  const connection = await connectTo(app);
  const planned = await planEstate(estateOf(folder, {}), connection);
  const waits: number[] = [];
  const result = await applyPlan(planned, {
    inventory: connection.inventory,
    send: gateway(connection.send),
    wait: async (ms) => void waits.push(ms),
  });
  const sum = waits.reduce((all, one) => all + one, 0);
  return { app, folder, result, waits, sum, log: writesIn(connection.log).catalog };
}

describe("a write that is put off", () => {
  test.for([
    [429, "1", 1_000],
    [429, "0", 0],
    [503, "2", 2_000],
  ] as const)(
    "with %i and Retry-After: %s waits, however often within the bound",
    async ([status, after, ms]) => {
      const left = new Map<string, number>();
      const { result, waits, log } = await run((real) => async (request) => {
        const key = JSON.stringify(request.body);
        const times = left.get(key) ?? 8;
        left.set(key, times - 1);
        return times > 0 ? putOff(status, after) : real(request);
      });
      expect(result.converged, JSON.stringify(result.diagnostics)).toBe(true);
      expect(waits).toHaveLength(24);
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(ms);
      expect(log).toHaveLength(3);
    },
  );

  test("reads nothing back meanwhile", async () => {
    const { app } = await startCatalog();
    const connection = await connectTo(app);
    const planned = await planEstate(estateOf(folderOf(1), {}), connection);
    let times = 3;
    const reads: WireRequest[] = [];
    const during = connection.log.length;
    const result = await applyPlan(planned, {
      inventory: connection.inventory,
      send: async (request) => {
        if (times-- > 0) return putOff(429, "1");
        reads.push(...connection.log.slice(during).map((one) => one.request));
        return connection.send(request);
      },
      wait: async () => {},
    });
    expect(result.converged).toBe(true);
    expect(reads.filter(({ path }) => !path.includes("/resource/plumbline"))).toEqual([]);
  });

  test("and was done all the same: what its repetition meets is read back", async () => {
    const met = new Set<string>();
    const { result, log } = await run((real) => async (request) => {
      const key = JSON.stringify(request.body);
      if (met.has(key)) return real(request);
      met.add(key);
      await real(request);
      return putOff(503, "1");
    });
    expect(log.map(({ response }) => response.status).filter((status) => status >= 400)).toEqual([
      409, 409, 409,
    ]);
    expect(result.converged, JSON.stringify(result.diagnostics)).toBe(true);
  });

  test.for([
    ["again and again", "30"],
    ["for longer than the bound", "3600"],
    ["until a day that is far", new Date(Date.now() + 86_400_000).toUTCString()],
  ] as const)("%s is given up, and told as that", async ([, after]) => {
    const { result, sum } = await run(() => async () => putOff(429, after), 1);
    expect(result.converged).toBe(false);
    expect(sum).toBeLessThanOrEqual(limits.putOffMs);
    const [report] = result.execution.reports;
    expect(report).toMatchObject({ outcome: "refused", status: 429 });
    expect(report?.message).toMatch(/slow down[\s\S]*Retry-After/);
    expect(JSON.stringify(result.diagnostics)).not.toContain("does not keep");
  });
});

/** Gateways that let some of the requests through. */
const gateways: Readonly<Record<string, () => (number: number) => ProxyAnswer | undefined>> = {
  "every third request with 429": () => (number) =>
    number % 3 === 2 ? { status: 429, headers: { "retry-after": "0" } } : undefined,
  "every second request with 503": () => (number) =>
    number % 2 === 1 ? { status: 503, headers: { "retry-after": "0" } } : undefined,
  "the first six requests with 429 until a date": () => (number) =>
    number < 6
      ? { status: 429, headers: { "retry-after": new Date(Date.now()).toUTCString() } }
      : undefined,
};

test.for(Object.entries(gateways))("a gateway that answers %s", async ([name, open]) => {
  const dialect = oneByFile(name, dialects)[0] ?? expect.unreachable();
  const gateway = open();
  let number = 0;
  const url = await startProxy(await listenCatalog(dialect), () => gateway(number++));
  const folder = folderOf(4);
  const applied = await runHere(["apply", folder, "--yes"], { url });
  expect(applied.code, applied.stdout + applied.stderr).toBe(0);
  const again = await runHere(["plan", folder, "--detailed-exitcode"], { url });
  expect(again.code, again.stdout + again.stderr).toBe(0);
});

test("an estate that was put off half way goes on with its next run", async () => {
  let isOpen = true;
  const { app, folder } = await run((real) => async (request) => {
    const isLet = isOpen;
    isOpen = false;
    return isLet ? real(request) : putOff(429, "3600");
  });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  expect((await applyFolder(app, folder)).writes).toEqual([]);
});
