/**
 * A stock server shows what is made until it is disabled, so a rule that names nobody stands before the layer meanwhile. No
 * such rule outlives its run: wherever a run is killed, the next one takes it back.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { connectTo } from "../support/servers/catalog.ts";
import { applyFolder, estateOf, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { killedAfter } from "../support/servers/killed.ts";
import { document } from "../support/estates/passes.ts";
import { scale, slice } from "../support/run/scale.ts";
import { stockServer } from "../stock/server.ts";

const place = (name: string) => ({ workspace: "w", name });
const parameters = { dbtype: "postgis", host: "h", database: "d" };

const STORES = {
  "w.yaml": document("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
  "d.yaml": document("DataStore", place("d"), {
    type: "PostGIS",
    connectionParameters: parameters,
  }),
  "c.yaml": document("CoverageStore", place("c"), { type: "GeoTIFF", url: "file:data/c.tif" }),
};
const rules = (given: object) =>
  document("AccessRules", { name: "r" }, { mode: "merge", rules: given });
const type = (spec: object = {}, name = "f") =>
  document("FeatureType", place(name), { store: "d", ...spec });

const otherStore = document("DataStore", place("e"), {
  type: "PostGIS",
  connectionParameters: { ...parameters, schema: "e" },
});

const mapped = mapping(["t:Gauge"]);

interface Case {
  readonly before?: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  /** Rules that somebody made by hand. */
  readonly foreign?: Readonly<Record<string, readonly string[]>>;
}

const cases: Readonly<Record<string, Case>> = {
  "a feature type": { after: { "f.yaml": type({ enabled: false }) } },
  "a coverage": {
    after: { "f.yaml": document("Coverage", place("f"), { store: "c", enabled: false }) },
  },
  "with a rule of its own": {
    after: { "f.yaml": type({ enabled: false }), "r.yaml": rules({ "w.f.r": ["ROLE_A"] }) },
  },
  "with a rule that was there": {
    before: { "r.yaml": rules({ "w.f.r": ["ROLE_A"] }) },
    after: { "f.yaml": type({ enabled: false }), "r.yaml": rules({ "w.f.r": ["ROLE_A"] }) },
  },
  "with a rule of somebody else": {
    after: { "f.yaml": type({ enabled: false }) },
    foreign: { "w.f.r": ["ROLE_B"] },
  },
  "by the manifest of its layer": {
    after: { "f.yaml": type(), "l.yaml": document("Layer", place("f"), { enabled: false }) },
  },
  "one that nobody may ask about by its layer": {
    after: { "f.yaml": type(), "l.yaml": document("Layer", place("f"), { queryable: false }) },
  },
  "a mapped store": {
    after: {
      "s.yaml": document("AppSchemaStore", place("s"), { mapping: "./m.xml", enabled: false }),
      "m.xml": mapped,
    },
  },
  "a layer of a mapped store": {
    after: {
      "s.yaml": document("AppSchemaStore", place("s"), { mapping: "./m.xml" }),
      "m.xml": mapped,
      "l.yaml": document("Layer", place("Gauge"), { enabled: false }),
    },
  },
  "one that is recreated": {
    before: { "f.yaml": type({ enabled: false, nativeName: "t" }) },
    after: {
      "e.yaml": otherStore,
      "f.yaml": type({ store: "e", enabled: false, nativeName: "t" }),
    },
  },
  "one that moves, and gets a rule": {
    before: { "f.yaml": type() },
    after: {
      "e.yaml": otherStore,
      "f.yaml": type({ store: "e", enabled: false }),
      "r.yaml": rules({ "w.f.r": ["ROLE_A"] }),
    },
  },
  "one that moves out of a store that changes, and gets rules that close and open": {
    before: { "f.yaml": type() },
    after: {
      "d.yaml": document("DataStore", place("d"), {
        type: "PostGIS",
        connectionParameters: { ...parameters, user: "u" },
      }),
      "e.yaml": otherStore,
      "f.yaml": type({ store: "e" }),
      "r.yaml": rules({ "w.*.w": ["ROLE_A"], "w.f.r": ["ROLE_A"], "w.f.w": ["*"] }),
    },
  },
  "one of another kind, with a rule": {
    before: { "f.yaml": type() },
    after: {
      "f.yaml": document("Coverage", place("f"), { store: "c" }),
      "r.yaml": rules({ "w.f.r": ["ROLE_A"], "w.f.w": ["ROLE_A"] }),
    },
  },
  "a type of another mapped store, with a rule": {
    before: {
      "s.yaml": document("AppSchemaStore", place("s"), { mapping: "./m.xml" }),
      "m.xml": mapped,
    },
    after: {
      "s.yaml": "# It is not mapped any more.\n",
      "f.yaml": type({ nativeName: "Gauge" }, "Gauge"),
      "r.yaml": rules({ "w.Gauge.r": ["ROLE_A"] }),
    },
  },
};

const options = { prune: "owned", allow: ["irreversible", "public-access"] } as const;

async function begin({ before = {}, foreign = {} }: Case) {
  const { app, state } = stockServer();
  onTestFinished(() => app.close());
  const folder = temporaryFolder();
  writeFiles(folder, { ...STORES, ...before });
  expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
  for (const [key, roles] of Object.entries(foreign)) state.rules.layers.set(key, [...roles]);
  return { app, state, folder };
}

const rulesOf = (state: ReturnType<typeof stockServer>["state"]) =>
  [...state.rules.layers]
    .map(([key, roles]) => `${key}=${[...roles].toSorted().join()}`)
    .toSorted();

/** A run is killed at every so many writes. */
const STEP = scale({ test: 3, proof: 1 });

describe.for(slice(Object.entries(cases), { test: 1 }))("made disabled: %s", ([, given]) => {
  test("a killed run leaves nothing that the next one does not take back", async () => {
    const undisturbed = await begin(given);
    writeFiles(undisturbed.folder, given.after);
    const done = await applyFolder(undisturbed.app, undisturbed.folder, options);
    expect(done.result?.diagnostics ?? done.planned.diagnostics).toEqual([]);
    expect(done.result?.converged).toBe(true);
    const wanted = rulesOf(undisturbed.state);
    expect(wanted.join()).not.toContain("ADMINISTRATOR");
    for (let writes = 0; ; writes += STEP) {
      const { app, state, folder } = await begin(given);
      writeFiles(folder, given.after);
      const connection = await connectTo(app);
      const planned = await planEstate(estateOf(folder, options), connection);
      const killed = killedAfter(writes, connection.send);
      // Nothing of its state is written after that either: the process is gone.
      const dead = await connectTo(app, "test", () => killed.send);
      await applyPlan(planned, { send: killed.send, inventory: dead.inventory }).catch(
        () => undefined,
      );
      await applyFolder(app, folder, options);
      expect(rulesOf(state), `killed after ${writes} writes`).toEqual(wanted);
      expect((await planFolder(app, folder, options)).plan?.steps).toEqual([]);
      if (!killed.isOver()) break;
    }
  });
});

/** Refuses all changes of rules, without a word about whether they were carried out, and notes what follows the first. */
function refusing(real: Transport) {
  const follows: string[] = [];
  let isRefused = false;
  const send: Transport = async (request) => {
    const isWrite = request.method !== "GET" && request.method !== "HEAD";
    if (isWrite && request.path.includes("/acl/layers")) {
      isRefused = true;
      return { status: 500, headers: {}, body: Buffer.from("try again") };
    }
    if (isWrite && isRefused) follows.push(`${request.method} ${request.path}`);
    return real(request);
  };
  return { send, follows, isRefused: () => isRefused };
}

const layersOf = ({ layers }: ReturnType<typeof stockServer>["state"]) => [...layers.keys()];

test.for(Object.entries(cases))("nothing is made without its rule: %s", async ([, given]) => {
  const { app, folder, state } = await begin(given);
  writeFiles(folder, given.after);
  const before = layersOf(state);
  const connection = await connectTo(app);
  const planned = await planEstate(estateOf(folder, options), connection);
  const { send, follows, isRefused } = refusing(connection.send);
  const { inventory } = await connectTo(app, "test", () => send);
  const { converged } = await applyPlan(planned, { send, inventory });
  expect([isRefused(), converged]).toEqual([true, false]);
  expect(follows.filter((one) => /^POST .*(?:featuretypes|coverages)$/u.test(one))).toEqual([]);
  expect(layersOf(state).filter((name) => !before.includes(name))).toEqual([]);
  expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
});
