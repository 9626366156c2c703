/**
 * Every object of every case, recreated on request: the plan is refused before anything is written,
 * or it does what it says and leaves nothing to do.
 */
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { formatAddress, type Address } from "../../src/model/address.ts";
import { addressSet } from "../../src/model/address-map.ts";
import { dangerNames } from "../../src/reconciler/kind.ts";
import { caseFolder, caseNames as names } from "../support/estates/corpus-case.ts";
import { readCaseFile, type Budget } from "../support/estates/corpus-budget.ts";
import { applyFolder, type EstateOptions } from "../support/estates/estate.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { lineFor } from "../support/servers/drawn-line.ts";
import { isProof } from "../support/run/scale.ts";
import { stockServer } from "../stock/server.ts";

/** An index in H2: any recreation of it fails on a stock server, also one that a change needs. */
const LEFT_OUT: readonly string[] = ["mosaic--secret-changed"];

/** Recreates one object. */
async function replace(
  app: FastifyInstance,
  folder: string,
  options: EstateOptions,
  address: Address,
): Promise<void> {
  const given = { ...options, replace: addressSet([address]) };
  const { planned, result, writes } = await applyFolder(app, folder, given);
  const key = formatAddress(address);
  if (result === undefined) {
    expect(writes, key).toEqual([]);
    return;
  }
  const change = planned.plan?.changes.find((one) => formatAddress(one.address) === key);
  const isByHand = planned.diagnostics.some(({ code }) => code === "recreate-by-hand");
  expect(change?.action, key).toBe(isByHand ? undefined : "replace");
  expect(result.diagnostics, key).toEqual([]);
  // A server may refuse the deletion, of its default blob store for example: then all is as before.
  const isRefused = result.execution.reports[0]?.outcome === "refused";
  expect(result.converged, key).toBe(!isRefused);
  const again = await applyFolder(app, folder, options);
  expect(again.planned.plan?.steps, key).toEqual([]);
}

describe.for(["documented", "stock"] as const)("recreated on request, %s", (server) => {
  // A twenty-first of the cases; in a proof all.
  const turn = server === "stock" ? 10 : 0;
  const all = names.filter((name) => server !== "stock" || !LEFT_OUT.includes(name));
  const own = isProof ? all : all.filter((_name, index) => index % 21 === turn);

  test.for(own)("%s", async (name) => {
    const budget = readCaseFile<Budget>(name, "budget.yaml");
    const line = lineFor(name);
    const { app } =
      server === "stock"
        ? stockServer({ line, cacheFails: line === "2.28" })
        : await startCatalog({ dialect: server });
    onTestFinished(() => app.close());
    const { prune = "owned", scope, now, environment = {} } = budget ?? {};
    const clock = now === undefined ? {} : { clock: () => Date.parse(now) };
    const options = { prune, allow: dangerNames, ...clock, workspaces: scope, environment };
    const folder = join(caseFolder(name), "before");
    const { planned, result } = await applyFolder(app, folder, options);
    if (result === undefined) return;
    expect(result.converged).toBe(true);
    for (const { address } of planned.desired.state.resources)
      await replace(app, folder, options, address);
  });
});
