/** What is declared disabled is at no moment served by a stock server, which enables what is posted. */
import { describe, expect, test } from "vitest";
import type { Estate } from "../../src/reconciler/estate.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { AUTHORIZATION, connectTo, startCatalog, writesIn } from "../support/servers/catalog.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

/** The role that lets nobody in, since administrators may do everything. */
const NOBODY = "ROLE_ADMINISTRATOR";

const inWorkspace = (kind: string, name: string, spec: object) =>
  manifest(kind, { workspace: "w", name }, spec);

const STORES = {
  "w.yaml": manifest("Workspace", { name: "w" }, {}),
  "d.yaml": inWorkspace("DataStore", "d", {
    connectionParameters: { dbtype: "postgis", host: "h" },
  }),
  "r.yaml": inWorkspace("CoverageStore", "r", { type: "GeoTIFF", url: "file:r.tif" }),
};

const types = (name: string) => ({
  "t.yaml": inWorkspace("FeatureType", name, { store: "d", enabled: false }),
  "c.yaml": inWorkspace("Coverage", "relief", { store: "r", enabled: false }),
});

/** Applies to a catalog that is taken for a stock server; gives its writes and what stood open. */
async function applyToStock(files: Readonly<Record<string, string>>, rule?: string) {
  const { app } = await startCatalog({ dialect: "geoserver" });
  const folder = temporaryFolder();
  writeFiles(folder, { ...STORES, ...files });
  const headers = { authorization: AUTHORIZATION, accept: "application/json" };
  const ask = async (url: string) => app.inject({ url: `/rest${url}`, headers });
  if (rule !== undefined) {
    const payload = JSON.stringify({ [rule]: "ROLE_READER" });
    const type = { ...headers, "content-type": "application/json" };
    await app.inject({ method: "POST", url: "/rest/security/acl/layers", headers: type, payload });
  }
  const open: string[] = [];
  const look = async () => {
    const rules = (await ask("/security/acl/layers.json")).json<Record<string, string>>();
    for (const [root, path] of [
      ["featureType", "/workspaces/w/featuretypes/ways.json"],
      ["coverage", "/workspaces/w/coverages/relief.json"],
    ] as const) {
      const answer = await ask(path);
      if (answer.statusCode !== 200) continue;
      const found = answer.json<Record<string, { name: string; enabled: boolean }>>()[root];
      const isHidden = rules[`w.${found?.name}.r`] === NOBODY;
      if (found?.enabled === true && !isHidden) open.push(found.name);
    }
  };
  const watching =
    (real: Transport): Transport =>
    async (request) => {
      const answer = await real(request);
      if (request.method !== "GET") await look();
      return answer;
    };
  const connection = await connectTo(app, "test", watching);
  const stock = {
    ...connection,
    server: { ...connection.server, software: "geoserver" as const },
  };
  const estate: Estate = { name: "test", paths: [folder], prune: "owned", allow: new Set() };
  const result = await applyPlan(await planEstate(estate, stock), stock);
  expect(result.converged, JSON.stringify(result.diagnostics)).toBe(true);
  expect((await planEstate(estate, stock)).plan?.steps).toEqual([]);
  const rules = (await ask("/security/acl/layers.json")).json<Record<string, string>>();
  const writes = writesIn(connection.log).catalog.map(
    ({ request: { method, path } }) => `${method} ${path}`,
  );
  return { open, rules, writes };
}

describe("a feature type and a coverage that are declared disabled", () => {
  test("nobody reads them before they are disabled, and no rule is left", async () => {
    const { open, rules, writes } = await applyToStock(types("ways"));
    expect(open).toEqual([]);
    expect(Object.keys(rules)).toEqual(["*.*.r", "*.*.w"]);
    expect(writes.filter((one) => one.includes("/security/"))).toEqual([
      "POST /security/acl/layers",
      "DELETE /security/acl/layers/w.relief.r",
      "DELETE /security/acl/layers/w.ways.r",
    ]);
  });

  test("a rule for the layer that is there or declared lets nobody in until then", async () => {
    const declared = manifest(
      "AccessRules",
      { name: "a" },
      { mode: "merge", rules: { "w.ways.r": ["ROLE_X"] } },
    );
    const { open, rules, writes } = await applyToStock(
      { ...types("ways"), "a.yaml": declared },
      "w.relief.r",
    );
    expect(open).toEqual([]);
    expect(rules).toMatchObject({ "w.relief.r": "ROLE_READER", "w.ways.r": "ROLE_X" });
    expect(Object.keys(rules)).toHaveLength(4);
    expect(writes.filter((one) => one.includes("/security/"))).toEqual([
      "POST /security/acl/layers",
      "PUT /security/acl/layers",
      "PUT /security/acl/layers",
    ]);
  });
});
