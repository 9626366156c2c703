/** An object makes way for one of another kind of the same name: nothing of the one is said of the other. */
import { describe, expect, test } from "vitest";
import { hasErrors } from "../../src/model/diagnostic.ts";
import type { Transport } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";
import { slice } from "../support/run/scale.ts";
import { serverNames, servers } from "../support/servers/servers.ts";

const place = (name: string) => ({ workspace: "w", name });
const published = (kind: string, store: string) =>
  document(kind, place("relief"), { store, ...(kind === "Coverage" ? {} : { nativeName: "n" }) });

const kinds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  FeatureType: { "o.yaml": published("FeatureType", "d") },
  Coverage: { "o.yaml": published("Coverage", "relief") },
  WmsLayer: { "o.yaml": published("WmsLayer", "m") },
  WmtsLayer: { "o.yaml": published("WmtsLayer", "t") },
  "mapped type": {
    "o.yaml": document("AppSchemaStore", place("s"), { mapping: "./m.xml" }),
    "m.xml": mapping(["t:relief"]),
  },
};

const stores = {
  "w.yaml": document("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
  "d.yaml": document("DataStore", place("d"), {
    type: "PostGIS",
    connectionParameters: { dbtype: "postgis", host: "h", database: "d" },
  }),
  "c.yaml": document("CoverageStore", place("relief"), { type: "GeoTIFF", url: "file:relief.tif" }),
  "m.yaml": document("WmsStore", place("m"), {
    capabilitiesUrl: "https://maps.example.org/ows?service=WMS&request=GetCapabilities",
  }),
  "t.yaml": document("WmtsStore", place("t"), {
    capabilitiesUrl: "https://maps.example.org/ows?service=WMTS&request=GetCapabilities",
  }),
};

const names = Object.keys(kinds);
const pairs = names.flatMap((from) =>
  names.filter((to) => to !== from).map((to) => [from, to] as const),
);

/** What else is set of the layer: nothing, something by hand, of what is behind it too, or what its own manifest says. */
const touches = ["plain", "touched", "declared", "declared, nothing of it"] as const;
const settings = { interpolation: "Bicubic", path: "/maps", queryable: false };
const layerOf: Partial<Record<(typeof touches)[number], Readonly<Record<string, string>>>> = {
  declared: { "l.yaml": document("Layer", place("relief"), settings) },
  "declared, nothing of it": { "l.yaml": document("Layer", place("relief"), {}) },
};

const cases = serverNames.flatMap((server) =>
  pairs.flatMap(([from, to]) => touches.map((set) => ({ server, from, to, set }))),
);

describe.for(slice(cases, { test: 6 }))(
  "$server: $from becomes $to, $set",
  ({ server, from, to, set }) => {
    test("in one apply", async () => {
      const app = await servers[server]();
      const folder = temporaryFolder();
      writeFiles(folder, { ...stores, ...kinds[from], ...layerOf[set] });
      const options = { prune: "owned", allow: ["irreversible", "public-access"] } as const;
      expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
      if (set === "touched") {
        const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
        const put = async (path: string, payload: object) => {
          const url = `/geoserver/rest${path}`;
          const answer = await app.inject({ method: "PUT", url, headers, payload });
          expect(answer.statusCode).toBe(200);
        };
        await put("/layers/w:relief", {
          layer: { queryable: false, attribution: { title: "by hand" } },
        });
        if (from === "FeatureType")
          await put("/workspaces/w/datastores/d/featuretypes/relief", {
            featureType: { srs: "EPSG:25833", cqlFilter: "a = 1" },
          });
      }
      writeFiles(folder, { "m.xml": "", ...kinds[to] });
      const changed = await applyFolder(app, folder, options);
      expect(changed.result?.diagnostics ?? changed.planned.plan?.blocks).toEqual([]);
      expect(changed.result?.converged).toBe(true);
      expect((await planFolder(app, folder, options)).plan?.steps).toEqual([]);
    });
  },
);

test.for(
  slice(
    serverNames.flatMap((server) => pairs.map(([from, to]) => ({ server, from, to }))),
    { test: 6 },
  ),
)("$server: $from that cannot be deleted keeps $to waiting", async ({ server, from, to }) => {
  const app = await servers[server]();
  const folder = temporaryFolder();
  const options = { prune: "owned", allow: ["irreversible", "public-access"] } as const;
  writeFiles(folder, { ...stores, ...kinds[from] });
  expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
  writeFiles(folder, { "m.xml": "", ...kinds[to] });
  const planned = await planFolder(app, folder, options);
  const { send, inventory } = await connectTo(app);
  const refused = { status: 500, headers: {}, body: new Uint8Array() };
  const failing: Transport = async (request) =>
    request.method === "DELETE" ? refused : send(request);
  const { execution, converged } = await applyPlan(planned, { send: failing, inventory });
  expect(converged).toBe(false);
  const sent = execution.reports.filter(({ outcome }) => outcome !== "skipped");
  expect(sent.filter(({ step: { request } }) => request.method === "POST")).toEqual([]);
  expect((await applyFolder(app, folder, options)).result?.diagnostics).toEqual([]);
  expect((await planFolder(app, folder, options)).plan?.steps).toEqual([]);
});

/** A feature type of a mapped store has the address of the one that is declared, which is adopted and made anew. */
const adopted = ["mapped type", "FeatureType"].join();
const stays = serverNames.flatMap((server) =>
  pairs.flatMap(([from, to]) => ([from, to].join() === adopted ? [] : [{ server, from, to }])),
);

test.for(slice(stays, { test: 2 }))(
  "$server: $from does not become $to where nothing is deleted, which the plan says",
  async ({ server, from, to }) => {
    const app = await servers[server]();
    const folder = temporaryFolder();
    const options = { prune: "none" } as const;
    writeFiles(folder, { ...stores, ...kinds[from] });
    expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
    writeFiles(folder, { "m.xml": "", ...kinds[to] });
    const { ok, diagnostics } = await planFolder(app, folder, options);
    expect(diagnostics.map(({ code }) => code)).toContain("foreign-object");
    expect(ok && !hasErrors(diagnostics)).toBe(false);
  },
);
