/**
 * A store that is recreated may be refused, and comes back as it was. The rules of the same commit are for the store
 * that was to come: whom they let in may not see the old one.
 */
import { expect, onTestFinished, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport, WireRequest } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { connectTo } from "../support/servers/catalog.ts";
import { applyFolder, estateOf, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";
import { stockServer } from "../stock/server.ts";

const place = { workspace: "w", name: "s" };
const rules = (given: object, domain = "layers") =>
  document("AccessRules", { name: "r" }, { mode: "merge", domain, rules: given });

const FILES = {
  "w.yaml": document("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
  "s.yaml": document("AppSchemaStore", place, { mapping: "./m.xml" }),
  "m.xml": mapping(["t:Gauge"]),
};

interface Case {
  readonly domain?: "layers" | "services";
  readonly before: Readonly<Record<string, readonly string[]>>;
  readonly after: Readonly<Record<string, readonly string[]>>;
  /** What holds while the old store is there. */
  readonly meanwhile: Readonly<Record<string, readonly string[] | undefined>>;
}

const cases: Readonly<Record<string, Case>> = {
  "a layer is opened": {
    before: { "w.Gauge.r": ["ROLE_A"] },
    after: { "w.Gauge.r": ["*"] },
    meanwhile: { "w.Gauge.r": ["ROLE_A"] },
  },
  "a layer is closed for some, and opened for others": {
    before: { "w.Gauge.r": ["ROLE_A", "ROLE_B"] },
    after: { "w.Gauge.r": ["ROLE_B", "ROLE_C"] },
    meanwhile: { "w.Gauge.r": ["ROLE_B"] },
  },
  "a workspace is opened, another one closed": {
    before: { "w.*.r": ["ROLE_A"], "o.*.r": ["*"] },
    after: { "w.*.r": ["*"], "o.*.r": ["ROLE_A"] },
    meanwhile: { "w.*.r": ["ROLE_A"], "o.*.r": ["ROLE_A"] },
  },
  "the rule of a workspace goes": {
    before: { "w.*.r": ["ROLE_A"] },
    after: {},
    meanwhile: { "w.*.r": ["ROLE_A"] },
  },
  "the rule of a layer goes": {
    before: { "w.Gauge.r": ["ROLE_A"] },
    after: {},
    meanwhile: { "w.Gauge.r": ["ROLE_A"] },
  },
  "writing is allowed": {
    before: { "*.*.w": ["ROLE_ADMINISTRATOR"] },
    after: { "*.*.w": ["ROLE_ADMINISTRATOR"], "w.Gauge.w": ["ROLE_A"] },
    meanwhile: { "w.Gauge.w": undefined },
  },
  "a service is opened": {
    domain: "services",
    before: { "wfs.GetFeature": ["ROLE_A"] },
    after: { "wfs.GetFeature": ["*"] },
    meanwhile: { "wfs.GetFeature": ["ROLE_A"] },
  },
};

/** Refuses the first request of some, without a word about whether it was carried out. */
function refusingFirst(fits: (request: WireRequest) => boolean, real: Transport): Transport {
  let isRefused = false;
  return async (request) => {
    if (isRefused || !fits(request)) return real(request);
    isRefused = true;
    return { status: 500, headers: {}, body: Buffer.from("no such table") };
  };
}

const options = { prune: "owned", allow: ["irreversible", "public-access"] } as const;

test.for(Object.entries(cases))("%s", async ([, { domain = "layers", ...given }]) => {
  const { app, state } = stockServer();
  onTestFinished(() => app.close());
  const folder = temporaryFolder();
  writeFiles(folder, { ...FILES, "r.yaml": rules(given.before, domain) });
  expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
  const mapped = mapping(["t:Gauge", "t:Well"]);
  writeFiles(folder, { "m.xml": mapped, "r.yaml": rules(given.after, domain) });
  const connection = await connectTo(app);
  const planned = await planEstate(estateOf(folder, options), connection);
  const isUpload = ({ path }: WireRequest) => path.includes("/file.appschema");
  const refuses = refusingFirst(isUpload, connection.send);
  const { inventory } = await connectTo(app, "test", () => refuses);
  const { converged } = await applyPlan(planned, { send: refuses, inventory });
  expect(converged).toBe(false);
  expect([...state.layers.keys()]).toContain("w:Gauge");
  const now = Object.keys(given.meanwhile).map((key) => [key, state.rules[domain].get(key)]);
  expect(Object.fromEntries(now)).toEqual(given.meanwhile);
  expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
  for (const key of Object.keys({ ...given.before, ...given.after }))
    expect(state.rules[domain].get(key), key).toEqual(given.after[key]);
  expect((await planFolder(app, folder, options)).plan?.steps).toEqual([]);
});

test("what hides a new layer until it is disabled stays", async () => {
  const { app, state } = stockServer();
  onTestFinished(() => app.close());
  const folder = temporaryFolder();
  const files = (workspace: string, spec: object) => ({
    "d.yaml": document(
      "DataStore",
      { workspace, name: "d" },
      { connectionParameters: { dbtype: "postgis", host: "h", database: "d" } },
    ),
    "f.yaml": document(
      "FeatureType",
      { workspace, name: "f" },
      { store: "d", abstracts: { en: "One", de: "Eins" }, ...spec },
    ),
  });
  const may = { prune: "owned", allow: [...options.allow, "workspace-delete"] } as const;
  writeFiles(folder, {
    "w.yaml": document("Workspace", { name: "w" }, {}),
    ...files("w", {}),
    "r.yaml": rules({ "w.f.r": ["ROLE_B"] }),
  });
  expect((await applyFolder(app, folder, may)).result?.converged).toBe(true);
  writeFiles(folder, {
    "w.yaml": document("Workspace", { name: "v", previousName: "w" }, {}),
    ...files("v", { enabled: false }),
    "r.yaml": rules({ "v.f.r": ["ROLE_A"], "v.*.w": ["ROLE_A"] }),
  });
  const connection = await connectTo(app);
  const planned = await planEstate(estateOf(folder, may), connection);
  const isDisabling = ({ method, path }: WireRequest) =>
    method === "PUT" && path.endsWith("/featuretypes/f");
  const refuses = refusingFirst(isDisabling, connection.send);
  const { inventory } = await connectTo(app, "test", () => refuses);
  const { converged } = await applyPlan(planned, { send: refuses, inventory });
  expect(converged).toBe(false);
  expect(state.featureTypes.get("v:f")?.fields.get("enabled")).toBe("true");
  expect(state.rules.layers.get("v.f.r")).toEqual(["ROLE_ADMINISTRATOR"]);
  expect(state.rules.layers.has("w.f.r")).toBe(false);
  expect((await applyFolder(app, folder, may)).result?.converged).toBe(true);
  expect(state.rules.layers.get("v.f.r")).toEqual(["ROLE_A"]);
});
