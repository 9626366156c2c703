/** Templates whose feature type goes, or goes on elsewhere: a server deletes their folder with it. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";
import { serverNames, servers } from "../support/servers/servers.ts";

const at = (name: string) => ({ workspace: "w", name });
const store = (name: string) =>
  document("DataStore", at(name), { connectionParameters: { dbtype: "postgis", host: "h" } });
const coverage = {
  "r.yaml": document("CoverageStore", at("raster"), { type: "GeoTIFF", url: "file:a.tif" }),
  "f.yaml": document("Coverage", at("ways"), { store: "raster" }),
};
const ESTATE = {
  "w.yaml": document("Workspace", { name: "w" }, {}),
  "s.yaml": store("db"),
  "o.yaml": store("other"),
  "f.yaml": document("FeatureType", at("ways"), { store: "db" }),
  "t.yaml": document("Template", at("db/ways/content"), { source: "./content.ftl" }),
  "content.ftl": "<#-- a -->\n",
};
const cases = {
  goes: { "f.yaml": document("Workspace", { name: "x" }, {}) },
  "moves to another store": { "f.yaml": document("FeatureType", at("ways"), { store: "other" }) },
  "becomes a coverage": coverage,
} as const;

test.for(
  serverNames.flatMap((server) => Object.keys(cases).map((name) => [name, server] as const)),
)(
  "a template that is declared still stops a plan by which its feature type %s, on %s",
  async ([name, server]) => {
    const app = await servers[server]();
    const folder = temporaryFolder();
    writeFiles(folder, ESTATE);
    expect((await applyFolder(app, folder)).result?.converged).toBe(true);
    writeFiles(folder, cases[name as keyof typeof cases]);
    const { diagnostics } = await planFolder(app, folder, { prune: "owned" });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "Template/w:db/ways/content is deleted with FeatureType/w:ways, and nothing that is declared brings it back",
    ]);
  },
);

test.for(serverNames)(
  "what goes along is not owned any more where nothing is pruned, on %s",
  async (server) => {
    const app = await servers[server]();
    const folder = temporaryFolder();
    writeFiles(folder, ESTATE);
    await applyFolder(app, folder);
    rmSync(join(folder, "t.yaml"));
    writeFiles(folder, cases["moves to another store"]);
    const { planned, result } = await applyFolder(app, folder, { allow: ["irreversible"] });
    expect(planned.plan?.blocks).toEqual([]);
    expect(result?.converged).toBe(true);
    const actions = (await planFolder(app, folder)).plan?.changes.map(({ action }) => action);
    expect(new Set(actions)).toEqual(new Set(["none"]));
  },
);

test("a template of a layer that another store publishes is one of nothing", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { ...ESTATE, ...coverage });
  const { diagnostics } = await planFolder(await servers.stock(), folder);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "Template/w:db/ways/content is a template of the layer ways in store db, which no manifest declares and the server does not have",
  ]);
});
