/**
 * No apply says that the catalog is as declared where a server answered a write with success and did not
 * do it: every request of the corpus is swallowed, and every element of those that are documents. What is
 * swallowed without a difference to the server may go unnoticed, and what stands in a table with its reason.
 */
import { onTestFinished, expect, test } from "vitest";
import { compareText, formatAddress } from "../../src/model/address.ts";
import { applyPlan, planEstate } from "../../src/reconciler/reconcile.ts";
import type { WireRequest } from "../../src/wire/request.ts";
import { stockServer } from "../stock/server.ts";
import type { State } from "../stock/state.ts";
import { connectTo } from "../support/catalog.ts";
import { caseNames, startScenario } from "../support/corpus-case.ts";
import { estateOf } from "../support/estate.ts";
import { slice } from "../support/scale.ts";
import { elementsOf, isWrite, swallowing, type Swallowed } from "../support/swallowing.ts";

/** All that a stock server holds, but for times, in a form that can be compared. */
function told(state: State): string {
  const plain = (value: unknown): unknown => {
    if (value instanceof Map)
      return [...value]
        .map(([key, inner]) => [key, plain(inner)])
        .toSorted(([a], [b]) => compareText(String(a), String(b)));
    if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
    if (value instanceof Set) return [...value].map(String).toSorted(compareText);
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !["created", "modified", "random", "clock"].includes(key))
        .map(([key, inner]) => [key, plain(inner)]),
    );
  };
  const { files: _books, ...catalog } = plain(state) as Record<string, unknown>;
  return JSON.stringify(catalog, null, 1);
}

/** Runs a case to its end, with something swallowed; undefined where there is no plan to run. */
async function run(name: string, swallowed?: Swallowed) {
  const { app, state } = stockServer();
  onTestFinished(() => app.close());
  const { after, options } = await startScenario(app, name, "geoserver").catch(() => ({
    after: undefined,
    options: {},
  }));
  if (after === undefined) return undefined;
  const wrap = swallowed === undefined ? undefined : swallowing(swallowed);
  const connection = await connectTo(app, "test", wrap);
  const planned = await planEstate(estateOf(after, options), connection);
  const { plan, diagnostics } = planned;
  const isFaulty = diagnostics.some(({ severity }) => severity === "error");
  if (plan === undefined || isFaulty || plan.blocks.length > 0) return undefined;
  connection.log.length = 0;
  const { send, inventory } = connection;
  const result = await applyPlan(planned, { send, inventory, wait: async () => undefined });
  const writes = connection.log.map(({ request }) => request).filter(isWrite);
  return { result, plan, writes, holds: told(state) };
}

const KEPT =
  "what somebody else set and no manifest says: it is given back, and not looked at again";
const HIDDEN = "no answer of a stock server shows it";

/** What nobody can see, or nobody declared, by the request and the element that is left out. */
const UNSEEN: Readonly<Record<string, string>> = {
  "PUT /workspaces/roads/datastores/db": HIDDEN,
  "POST /security/usergroup/user/ann": HIDDEN,
  "POST /workspaces/ocean/coveragestores/sst/file.imagemosaic": HIDDEN,
  "PUT /layers/roads%3Aways": HIDDEN,
  "PUT /layers/roads%3Aways without enabled": HIDDEN,
  "PUT /layers/geology%3ABorehole without enabled": HIDDEN,
  "PUT /styles/rivers without filename": HIDDEN,
  "PUT /workspaces/default": KEPT,
  "POST /namespaces without isolated": KEPT,
  "POST /layergroups without keywords": KEPT,
  "POST /workspaces/geology/layergroups without enabled": KEPT,
  "PUT /workspaces/roads/datastores/copy/featuretypes/ways": KEPT,
  "PUT /workspaces/roads/datastores/copy/featuretypes/ways without enabled": KEPT,
  "POST /workspaces/roads/datastores/copy/featuretypes without title": KEPT,
  "POST /workspaces/roads/datastores/copy/featuretypes without metadata": KEPT,
  "PUT /workspaces/ocean/coveragestores/sst/coverages/sst": KEPT,
  "PUT /workspaces/ocean/coveragestores/sst/coverages/sst without title": KEPT,
  "PUT /workspaces/geology/datastores/boreholes/featuretypes/Rig": KEPT,
  "PUT /workspaces/geology/datastores/boreholes/featuretypes/Rig without title": KEPT,
  "POST /workspaces/roads/coveragestores without enabled": "a store is enabled without it",
  "POST /workspaces/ocean/coveragestores without enabled": "a store is enabled without it",
  "DELETE /workspaces/ocean/coveragestores/sst": "the upload after it makes all of it again",
  "DELETE /workspaces/geology/datastores/boreholes": "the upload after it makes all of it again",
  "DELETE /security/acl/layers/roads.ways.r":
    "a rule that hides what is made, for as long as that takes: it hides more than it should",
};

const parts = (writes: readonly WireRequest[]): readonly Swallowed[] =>
  writes.flatMap((request, write) => [
    { write },
    ...elementsOf(request).map((element) => ({ write, element })),
  ]);

test.for(slice(caseNames, { test: 8 }))("%s", async (name) => {
  const honest = await run(name);
  if (honest === undefined) return;
  expect(honest.result.converged).toBe(true);
  for (const swallowed of slice(parts(honest.writes), { test: 2 })) {
    const { result, holds } = (await run(name, swallowed)) ?? expect.unreachable();
    const { method, path } = honest.writes[swallowed.write] ?? expect.unreachable();
    const about = `${method} ${path}${swallowed.element === undefined ? "" : ` without ${swallowed.element}`}`;
    const isSame = holds === honest.holds || about in UNSEEN;
    expect.soft(`${about}: ${isSame || !result.converged}`).toBe(`${about}: true`);
    const isToldWhere = /[A-Z][A-Za-z]+\/\S/;
    const says = [
      ...result.diagnostics.map(({ message }) => message),
      ...result.execution.reports
        .filter(({ outcome }) => outcome !== "done")
        .flatMap(({ step }) => step.addresses.map(formatAddress)),
    ].join("\n");
    if (!isSame) expect.soft(says, about).toMatch(isToldWhere);
  }
});
