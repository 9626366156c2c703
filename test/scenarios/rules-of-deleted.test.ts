/** A server deletes the rules of a workspace with it: what a commit says of them has to be there once that is gone. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";

const inside = (name: string) => ({ workspace: "w", name });
const rules = (given: object) =>
  document("AccessRules", { name: "r" }, { mode: "exclusive", scope: ["w.*"], rules: given });

const WORKSPACE = {
  "w.yaml": document("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
  "s.yaml": document("AppSchemaStore", inside("s"), { mapping: "./m.xml" }),
  "m.xml": mapping(["t:Gauge"]),
  "d.yaml": document("DataStore", inside("d"), {
    connectionParameters: { dbtype: "postgis", host: "h", database: "d" },
  }),
};

const servers = {
  documented: async () => (await startCatalog()).app,
  geoserver: async () => (await startCatalog({ dialect: "geoserver" })).app,
  stock: async () => stockServer().app,
};

const elsewhere = (database: string, roles: readonly string[]) => ({
  "o.yaml": document("Workspace", { name: "o" }, {}),
  "e.yaml": document(
    "DataStore",
    { workspace: "o", name: "e" },
    { connectionParameters: { dbtype: "postgis", host: "h", database } },
  ),
  "q.yaml": document("AccessRules", { name: "q" }, { mode: "merge", rules: { "o.*.r": roles } }),
});

const given = [{ "w.Gauge.w": ["R"] }, { "w.Gauge.r": ["R"], "w.*.r": ["R", "S"] }];

const all = Object.entries(servers).flatMap(([server, start]) =>
  given.map((keys) => ({ server, start, keys })),
);

test.for(all)("$keys on $server", async ({ start, keys }) => {
  const app = await start();
  onTestFinished(() => app.close());
  const folder = temporaryFolder();
  const options = { prune: "owned", allow: ["workspace-delete", "over-limit"] } as const;
  writeFiles(folder, { ...WORKSPACE, ...elsewhere("a", ["R"]), "r.yaml": rules({}) });
  expect((await applyFolder(app, folder, options)).result?.diagnostics).toEqual([]);
  for (const file of Object.keys(WORKSPACE)) rmSync(join(folder, file));
  writeFiles(folder, { "r.yaml": rules(keys), ...elsewhere("b", ["S"]) });
  const { result, planned } = await applyFolder(app, folder, options);
  expect(result?.diagnostics, JSON.stringify(planned.plan?.blocks ?? planned.diagnostics)).toEqual(
    [],
  );
  expect((await planFolder(app, folder, options)).plan?.steps).toEqual([]);
});
