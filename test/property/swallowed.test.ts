/**
 * No apply says that the catalog is in sync where a server answered a write with success and did not
 * do it: every request of the corpus is swallowed, and every element of those that are documents. What is
 * swallowed without a difference to the server may go unnoticed, and what no answer of a server shows.
 */
import { onTestFinished, expect, test } from "vitest";
import { compareText, formatAddress } from "../../src/model/address.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { WireRequest } from "../../src/wire/request.ts";
import { stockServer } from "../stock/server.ts";
import { tell } from "../stock/tell.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { dumpWithoutDates } from "../support/servers/catalog-dump.ts";
import { connectTo } from "../support/servers/catalog.ts";
import { caseNames, startScenario } from "../support/estates/corpus-case.ts";
import { estateOf } from "../support/estates/estate.ts";
import { isProof, slice } from "../support/run/scale.ts";
import { elementsOf, isWrite, swallowing, type Swallowed } from "../support/servers/swallowing.ts";

/** What answers show, but for the salt of encrypted passwords and the order of entries. */
function meant(shown: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(shown).flatMap(([key, text]) =>
    text
      .replaceAll(/crypt1:[^"]*/g, "crypt1:")
      .split(/[{}]/)
      .toSorted(compareText)
      .map((part) => `${key} ${part}`),
  );
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
  return {
    result,
    plan,
    writes,
    holds: JSON.stringify([...tell(state)], null, 1),
    shows: meant(await dumpWithoutDates(app)),
  };
}

/** What no answer of a server can show, by case, request and the element that is left out: why that is so. */
const HIDDEN: Readonly<Record<string, string>> = {
  "datastore--secret-changed: PUT /workspaces/roads/datastores/db":
    "a server shows passwords of stores encrypted, another text each time",
  "user--password-changed: POST /security/usergroup/user/ann":
    "a server shows no account's password",
  "user--password-from-the-environment: POST /security/usergroup/user/ann":
    "a server shows no account's password",
  "mosaic--granule-content-changed: POST /workspaces/ocean/coveragestores/sst/file.imagemosaic":
    "a server shows where the files of granules lie, and nothing of what they hold",
};

const NOT_IN_FORCE = "services are disabled where a flag and a list say so, and either says no";
const UNDECLARED = "the manifest does not speak of it, it is sent so that a server keeps it";

/** What answers show otherwise and nobody wants: why it means nothing. */
const MEANINGLESS: Readonly<Record<string, string>> = {
  "coverage--in-a-mosaic: POST /workspaces/ocean/coveragestores/sst/coverages without nativeName":
    "servers write there what they find in a raster; which one is read, nativeCoverageName says",
  ...either(
    "coverage--texts-and-downloads: PUT /workspaces/roads/coveragestores/relief/coverages/relief",
  ),
  ...either("featuretype--texts-and-links: PUT /workspaces/roads/datastores/db/featuretypes/ways"),
  ...withoutEach("wmslayer--fields-changed: PUT /workspaces/base/wmslayers/sea", {
    elements: ["disabledServices"],
    why: NOT_IN_FORCE,
  }),
  ...withoutEach("wmtslayer--fields-changed: PUT /workspaces/base/wmtslayers/sea", {
    elements: ["disabledServices"],
    why: NOT_IN_FORCE,
  }),
  ...withoutEach(
    "rename--workspace-with-its-settings: PUT /services/wfs/workspaces/streets/settings",
    {
      elements: ["versions", "schemaBaseURL", "gml", "serviceLevel"],
      why: "a setting that a document does not show is as usual, and so it was",
    },
  ),
  ...withoutEach("tiles--of-a-group: PUT /gwc/rest/layers/overview", {
    elements: ["enabled", "gridSubsets", "metaWidthHeight"],
    why: UNDECLARED,
  }),
  ...withoutEach("tiles--with-a-new-layer: PUT /gwc/rest/layers/roads%3Aways", {
    elements: ["gridSubsets", "metaWidthHeight", "parameterFilters"],
    why: UNDECLARED,
  }),
  ...withoutEach("tiles--with-a-new-layer: PUT /gwc/rest/layers/roads%3Abridges", {
    elements: ["enabled", "mimeFormats", "gridSubsets", "metaWidthHeight", "parameterFilters"],
    why: UNDECLARED,
  }),
};

/** Of the two elements that disable services of a layer, either. */
function either(request: string): Readonly<Record<string, string>> {
  const elements = ["serviceConfiguration", "disabledServices"];
  return withoutEach(request, { elements, why: NOT_IN_FORCE });
}

function withoutEach(
  request: string,
  { elements, why }: { readonly elements: readonly string[]; readonly why: string },
): Readonly<Record<string, string>> {
  return Object.fromEntries(elements.map((element) => [`${request} without ${element}`, why]));
}

/** Entries of the tables that were met. */
const met = new Set<string>();

const parts = (writes: readonly WireRequest[]): readonly Swallowed[] =>
  writes.flatMap((request, write) => [
    { write },
    ...elementsOf(request).map((element) => ({ write, element })),
  ]);

test.for(slice(caseNames, { test: 5 }))("%s", async (name) => {
  const honest = await run(name);
  if (honest === undefined) return;
  expect(honest.result.converged).toBe(true);
  for (const swallowed of slice(parts(honest.writes), { test: 2 })) {
    const { result, holds, shows } = (await run(name, swallowed)) ?? expect.unreachable();
    const { method, path } = honest.writes[swallowed.write] ?? expect.unreachable();
    const about = `${method} ${path}${swallowed.element === undefined ? "" : ` without ${swallowed.element}`}`;
    const isHidden = `${name}: ${about}` in HIDDEN;
    const isMeaningless = `${name}: ${about}` in MEANINGLESS;
    if ((isHidden || isMeaningless) && holds !== honest.holds && result.converged) {
      met.add(`${name}: ${about}`);
      if (isHidden) expect.soft(shows, about).toEqual(honest.shows);
    }
    const isSame = holds === honest.holds || isHidden || isMeaningless;
    expect.soft(`${about}: ${isSame || !result.converged}`).toBe(`${about}: true`);
    // By its address, or by the request of which the answer cannot be read.
    const isToldWhere = /[A-Z][A-Za-z]+\/\S|GET \/\S/;
    const says = [
      ...result.diagnostics.map(({ message }) => message),
      ...result.execution.reports
        .filter(({ outcome }) => outcome !== "done")
        .flatMap(({ step }) => step.addresses.map(formatAddress)),
    ].join("\n");
    if (!isSame) expect.soft(says, about).toMatch(isToldWhere);
  }
});

// A slice meets few of them.
test.runIf(isProof)("every entry of the table is needed", () => {
  expect([...met].toSorted(compareText)).toEqual(
    Object.keys({ ...HIDDEN, ...MEANINGLESS }).toSorted(compareText),
  );
});
