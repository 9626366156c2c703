/** Rehearsals in tests: what was predicted, and whether it is what happens. */
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { hasErrors } from "../../../src/model/diagnostic.ts";
import type { Estate } from "../../../src/reconciler/estate.ts";
import { planEstate } from "../../../src/reconciler/reconcile.ts";
import { rehearse, type Rehearsal } from "../../../src/rehearsal/rehearse.ts";
import { pathWithQuery } from "../../../src/wire/request.ts";
import { applyPlan } from "../estates/apply-plan.ts";
import { connectTo } from "../servers/catalog.ts";

/** What a rehearsal and the apply after it did. */
export interface Foretold {
  readonly rehearsal: Rehearsal;
  /** Writes as `METHOD path status`, as they were predicted and as they went. */
  readonly foretold: readonly string[];
  readonly happened: readonly string[];
}

/**
 * Rehearses an estate and then applies it to the catalog, guards or not. While it is rehearsed the
 * catalog may only be read.
 */
export async function foretellAndApply(app: FastifyInstance, given: Estate): Promise<Foretold> {
  const now = (given.clock ?? Date.now)();
  const estate = { ...given, clock: () => now };
  const reading = await connectTo(app, estate.name);
  const rehearsal = await rehearse(estate, reading);
  const methods = new Set(reading.log.map(({ request }) => request.method));
  expect([...methods].filter((method) => method !== "GET" && method !== "HEAD")).toEqual([]);
  const foretold = (rehearsal.run?.calls ?? []).map(
    ({ method, path, status }) => `${method} ${path} ${status}`,
  );
  return { rehearsal, foretold, happened: await applyAll(app, estate) };
}

/** Applies whatever guards say, and gives the writes with what they were answered. */
async function applyAll(app: FastifyInstance, estate: Estate): Promise<readonly string[]> {
  const connection = await connectTo(app, estate.name);
  const planned = await planEstate(estate, connection);
  const { plan } = planned;
  if (plan === undefined || hasErrors(planned.diagnostics)) return [];
  connection.log.length = 0;
  const { send, inventory } = connection;
  await applyPlan({ ...planned, plan: { ...plan, blocks: [] } }, { send, inventory });
  return connection.log
    .filter(({ request }) => request.method !== "GET" && request.method !== "HEAD")
    .map(
      ({ request, response }) => `${request.method} ${pathWithQuery(request)} ${response.status}`,
    );
}
