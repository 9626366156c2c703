/**
 * Every single fault: one request of an apply is cut off, spoilt or refused, or the tool is killed at
 * it. Applying again then ends where a run without faults ends, to the byte, and finds nothing more
 * to do: what is not managed is as it was, and nothing is there twice.
 */
import { describe, expect, test } from "vitest";
import { dialects, type DialectName } from "../../src/model/dialect.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport, WireResponse } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { dumpWithoutDates } from "../support/servers/catalog-dump.ts";
import { connectTo, startCatalog } from "../support/servers/catalog.ts";
import { copierOf } from "../support/databases/postgres-catalogs.ts";
import { startScenario } from "../support/estates/corpus-case.ts";
import { applyFolder, estateOf } from "../support/estates/estate.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import { isProof, oneByFile, slice } from "../support/run/scale.ts";

const scenarios = [
  "group--places-come-back",
  "store--recreated-with-rules-and-styles",
  "group--of-two-recreated-stores",
  "featuretype--moves-in-groups",
  "rules--three-domains",
  "estate--everything",
];

const answer = (status: number, headers: WireResponse["headers"] = {}): WireResponse => ({
  status,
  headers,
  body: new TextEncoder().encode("broken"),
});

/** What becomes of the request at which the fault strikes. */
const faults: Readonly<Record<string, (send: Transport) => Transport>> = {
  "reset before": () => async () => {
    throw new Error("connection reset");
  },
  "reset after": (send) => async (request) => {
    await send(request);
    throw new Error("connection reset");
  },
  "cut off in the answer": (send) => async (request) => {
    const { body, ...whole } = await send(request);
    if (body.length === 0) throw new Error("terminated");
    throw new Error(`terminated after ${whole.status} and ${body.length >> 1} bytes`);
  },
  "500": () => async () => answer(500),
  "503": () => async () => answer(503, { "retry-after": "1" }),
  killed: (send) => async (request) => {
    await send(request);
    throw new Error("killed");
  },
};

/** A transport whose request number `at` meets a fault; a killed tool sends nothing any more. */
function faulty(real: Transport, fault: string, at: number): Transport {
  let count = 0;
  return async (request) => {
    const number = count++;
    if (number === at) return (faults[fault]?.(real) ?? real)(request);
    if (fault === "killed" && number > at) throw new Error("killed");
    return real(request);
  };
}

/** Brings a catalog to where a scenario begins; what it gives opens a copy of that. */
async function prepared(name: string, dialect: DialectName) {
  const { app, folder, close } = await startCatalog({ dialect });
  const scenario = await startScenario(app, name, dialect);
  await close();
  const copy = copierOf(folder);
  const begin = async () => {
    const own = temporaryFolder();
    await copy(own);
    return startCatalog({ dialect, folder: own });
  };
  return { scenario, begin };
}

describe.for(oneByFile(import.meta.url, dialects))("%s dialect", (dialect) => {
  describe.for(slice(scenarios, { test: 2 }))("%s", (name) => {
    // One fault of each scenario that runs, another one in each dialect; in a proof all of them.
    const turn = scenarios.indexOf(name) + dialects.indexOf(dialect);
    const all = Object.keys(faults);
    const own = isProof ? all : [all[turn % all.length] ?? ""];

    test.for(own)("%s", { timeout: 600_000 }, async (fault) => {
      const { scenario, begin } = await prepared(name, dialect);
      const { after, options } = scenario;
      const clean = await begin();
      let requests = 0;
      const counting = await connectTo(clean.app, "test", (real) => (request) => {
        requests++;
        return real(request);
      });
      requests = 0;
      const plan = await planEstate(estateOf(after, options), counting);
      const planning = requests;
      expect(await applyPlan(plan, counting)).toMatchObject({ converged: true });
      expect(requests).toBeGreaterThan(planning);
      const wanted = await dumpWithoutDates(clean.app);
      const each = Array.from({ length: requests - planning }, (_unused, index) => index);
      const strikes = slice(each.toSpliced(0, isProof ? 0 : turn), { test: 1 });
      for (const at of strikes) {
        const { app, close } = await begin();
        let send: Transport | undefined;
        const connection = await connectTo(
          app,
          "test",
          (real) => (request) => (send ?? real)(request),
        );
        const planned = await planEstate(estateOf(after, options), connection);
        const direct = await connectTo(app);
        send = faulty(direct.send, fault, at);
        await applyPlan(planned, { ...connection, wait: async () => {} }).catch(() => undefined);
        const again = await applyFolder(app, after, options);
        expect(again.result?.converged, `${fault} at ${at}`).toBe(true);
        const third = await applyFolder(app, after, options);
        expect([...third.writes, ...third.bookkeeping], `${fault} at ${at}`).toEqual([]);
        expect(await dumpWithoutDates(app), `${fault} at ${at}`).toEqual(wanted);
        await close();
      }
      await clean.close();
    });
  });
});
