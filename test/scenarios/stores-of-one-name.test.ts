/** A store makes way for one of another kind of the same name, if the estate owns it and does not declare it any more. */
import { describe, expect, test } from "vitest";
import { mapping } from "../support/estates/artefacts.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";
import { serverNames, servers } from "../support/servers/servers.ts";

const place = { workspace: "w", name: "d" };
const stores: Readonly<Record<string, string>> = {
  DataStore: document("DataStore", place, {
    type: "PostGIS",
    connectionParameters: { dbtype: "postgis", host: "h", database: "d" },
  }),
  AppSchemaStore: document("AppSchemaStore", place, { mapping: "./m.txt" }),
};
const names = Object.keys(stores);
const pairs = names.flatMap((from) => names.filter((to) => to !== from).map((to) => [from, to]));

describe.for(serverNames)("%s", (server) => {
  test.for(pairs)("%s becomes %s", async ([from = "", to = ""]) => {
    const app = await servers[server]();
    const folder = temporaryFolder();
    writeFiles(folder, {
      "w.yaml": document("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
      "m.txt": mapping(["t:A"]),
      "d.yaml": stores[from] ?? "",
    });
    const owned = { prune: "owned" } as const;
    expect((await applyFolder(app, folder, owned)).result?.converged).toBe(true);
    writeFiles(folder, { "d.yaml": stores[to] ?? "" });
    const kept = await planFolder(app, folder);
    expect(kept.diagnostics.map(({ code }) => code)).toContain("foreign-object");
    const { result, planned, writes } = await applyFolder(app, folder, owned);
    expect(result?.diagnostics ?? planned.diagnostics).toEqual([]);
    expect(writes).toHaveLength(2);
    expect((await planFolder(app, folder, owned)).plan?.steps).toEqual([]);
  });
});
