/** Rules that somebody added where a manifest owns a whole scope: drift names them as a plan does. */
import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { findDrift } from "../../src/reconciler/drift.ts";
import { stockServer } from "../stock/server.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, estateOf, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const scopes = [
  { domain: "layers", scope: ["city.*"], own: "city.*.w", added: "city.roads.r" },
  { domain: "services", scope: ["wfs.*"], own: "wfs.Transaction", added: "wfs.GetFeature" },
  {
    domain: "rest",
    scope: ["/workspaces/**"],
    own: "/workspaces/**:POST",
    added: "/workspaces/**:PUT",
  },
] as const;

const kindOf = { layers: "AccessRule", services: "ServiceRule", rest: "RestRule" } as const;

const servers = {
  documented: async () => (await startCatalog({ dialect: "documented" })).app,
  geoserver: async () => (await startCatalog({ dialect: "geoserver" })).app,
  stock: async () => stockServer().app,
} as const;

function estate(domain: string, spec: object): string {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "city" }, {}),
    "r.yaml": manifest("AccessRules", { name: domain }, { domain, ...spec }),
  });
  return folder;
}

/** Adds rules by hand; a POST of the published interface says all of them. */
async function add(app: FastifyInstance, domain: string, rules: object): Promise<void> {
  const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
  const url = `/rest/security/acl/${domain}`;
  const payload = JSON.stringify(rules);
  const { statusCode, body } = await app.inject({ method: "POST", url, headers, payload });
  expect(statusCode, body).toBeOneOf([200, 201]);
}

const OPTIONS = { allow: ["public-access"] } as const;

describe.for(["documented", "geoserver", "stock"] as const)("%s", (server) => {
  test.for(scopes)("$domain", async ({ domain, scope, own, added }) => {
    const app = await servers[server]();
    const rules = { [own]: ["ROLE_ADMINISTRATOR", "ROLE_OWN"] };
    const folder = estate(domain, { mode: "exclusive", scope, rules });
    const drift = async (of: string) =>
      (await findDrift(estateOf(of, OPTIONS), await connectTo(app))).drifted;
    const all = {
      ...(server === "documented" ? { [own]: "ROLE_ADMINISTRATOR,ROLE_OWN" } : {}),
      [added]: "ROLE_ADDED,ROLE_ADMINISTRATOR",
    };
    // Nothing was applied yet.
    await add(app, domain, all);
    expect(await drift(folder)).toEqual([]);
    const { planned: first, result } = await applyFolder(app, folder, OPTIONS);
    expect(result?.converged, JSON.stringify([first.plan?.blocks, first.diagnostics])).toBe(true);
    expect(await drift(folder)).toEqual([]);
    await add(app, domain, all);
    const address = { kind: kindOf[domain], workspace: null, name: added };
    const { plan } = await planFolder(app, folder, OPTIONS);
    const planned = plan?.changes.filter(({ action }) => action === "delete");
    expect(planned).toMatchObject([{ address: { kind: address.kind, name: added } }]);
    expect(await drift(folder)).toMatchObject([
      { address: planned?.[0]?.address, gone: false, fields: [] },
    ]);
    expect(await drift(estate(domain, { mode: "merge", rules }))).toEqual([]);
  });
});
