/** Keywords that are emptied, of every kind that has some, and of new objects. */
import { describe, expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { startCatalog } from "../support/servers/catalog.ts";
import { applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { disown, importFrom, textsOf, workIn } from "../support/commands/imports.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const servers = {
  documented: async () => (await startCatalog({ dialect: "documented" })).app,
  geoserver: async () => (await startCatalog({ dialect: "geoserver" })).app,
  stock: async () => stockServer().app,
} as const;

/** An estate in which everything has these keywords. */
function estate(keywords: readonly string[] | undefined): string {
  const said = keywords === undefined ? {} : { keywords };
  const at = (name: string) => ({ workspace: "w", name });
  const connectionParameters = { dbtype: "postgis", host: "db.example.org" };
  const folder = temporaryFolder();
  writeFiles(folder, {
    "w.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
    "d.yaml": manifest("DataStore", at("db"), { connectionParameters }),
    "f.yaml": manifest("FeatureType", at("ways"), { store: "db", ...said }),
    "s.yaml": manifest("CoverageStore", at("dem"), { type: "GeoTIFF", url: "file:dem.tif" }),
    "c.yaml": manifest("Coverage", at("dem"), { store: "dem", ...said }),
    "a.yaml": manifest("AppSchemaStore", at("a"), { mapping: "./a.xml", types: { A: said } }),
    "a.xml": mapping(["t:A"]),
    "g.yaml": manifest("LayerGroup", at("g"), { layers: [{ layer: "ways" }], ...said }),
    "v.yaml": manifest("Service", { name: "wms" }, { title: "Maps", ...said }),
  });
  return folder;
}

describe.for(["documented", "geoserver", "stock"] as const)("%s", (server) => {
  test.for([
    ["that are there", [["water", "blue"], []]],
    ["of what is new", [[]]],
  ] as const)("keywords %s are emptied, and stay so", async ([, all]) => {
    const app = await servers[server]();
    for (const keywords of all) {
      const folder = estate(keywords);
      const { planned, result } = await applyFolder(app, folder);
      expect(planned.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(result?.diagnostics).toEqual([]);
      expect(await workIn(app, folder, {})).toEqual([]);
    }
    await disown(app);
    const { imported, folder } = await importFrom(app);
    const own = Object.entries(textsOf(imported)).filter(([path]) => path.startsWith("w/"));
    expect(own.length).toBeGreaterThan(5);
    expect(own.join("\n")).not.toMatch(/keywords/);
    expect(await workIn(app, folder, {})).toEqual([]);
  });
});
