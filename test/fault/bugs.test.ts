/**
 * A fault of the program at any request of a run is told as one, with the place in its code: it is no outage of
 * the server, what was made until then is owned, and the next run goes on.
 */
import { expect, test } from "vitest";
import { dialects } from "../../src/model/dialect.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { connectTo, startCatalog } from "../support/servers/catalog.ts";
import { startScenario } from "../support/estates/corpus-case.ts";
import { applyFolder, estateOf } from "../support/estates/estate.ts";
import { oneByFile, slice } from "../support/run/scale.ts";

/** A run of a scenario on a server of its own, in whose request number `at` the program fails. */
async function run(dialect: (typeof dialects)[number], at: number) {
  const { app, close } = await startCatalog({ dialect });
  const scenario = await startScenario(app, "store--recreated-with-rules-and-styles", dialect);
  let requests = Number.NaN;
  const connection = await connectTo(app, "test", (real) => async (request) => {
    if (requests++ === at) throw new TypeError("undefined is not a function");
    return real(request);
  });
  const planned = await planEstate(estateOf(scenario.after, scenario.options), connection);
  requests = 0;
  const result = await applyPlan(planned, { ...connection, wait: async () => {} });
  return { app, close, scenario, result, requests };
}

test.for(oneByFile(import.meta.url, dialects))("at each request, %s dialect", async (dialect) => {
  const whole = await run(dialect, Number.NaN);
  expect(whole.result.converged).toBe(true);
  await whole.close();
  const each = Array.from({ length: whole.requests }, (_unused, index) => index);
  for (const at of slice(each, { test: 4 })) {
    const { app, close, scenario, result } = await run(dialect, at);
    const told = result.diagnostics.filter(({ message }) => message.includes("not a function"));
    expect(told, `request ${at}`).toMatchObject([
      { code: "internal-error", stack: expect.stringContaining("bugs.test.ts") as string },
    ]);
    const again = await applyFolder(app, scenario.after, scenario.options);
    expect(again.result?.converged, `request ${at}`).toBe(true);
    const third = await applyFolder(app, scenario.after, scenario.options);
    expect([...third.writes, ...third.bookkeeping], `request ${at}`).toEqual([]);
    await close();
  }
});
