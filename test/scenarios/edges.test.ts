/** Values at the edge of what a field takes: they converge, or validation refuses them. */
import { expect, test } from "vitest";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { document } from "../support/estates/passes.ts";
import { serverNames, servers } from "../support/servers/servers.ts";

const group = (logoWidth: number) => ({
  "w.yaml": document("Workspace", { name: "w" }, {}),
  "s.yaml": document(
    "WmsStore",
    { workspace: "w", name: "m" },
    {
      capabilitiesUrl: "https://maps.example.org/ows?service=WMS&request=GetCapabilities",
    },
  ),
  "l.yaml": document("WmsLayer", { workspace: "w", name: "a" }, { store: "m" }),
  "g.yaml": document(
    "LayerGroup",
    { workspace: "w", name: "g" },
    {
      layers: [{ layer: "a" }],
      bounds: { minx: 0, miny: 0, maxx: 1, maxy: 1, crs: "EPSG:4326" },
      attribution: { title: "A", logoWidth, logoHeight: 1_000_000 },
    },
  ),
});

test.for(serverNames)("the largest logo, %s", async (server) => {
  const app = await servers[server]();
  const folder = temporaryFolder();
  writeFiles(folder, group(2 ** 31 - 1));
  expect((await applyFolder(app, folder)).result?.diagnostics).toEqual([]);
  expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
});

test.for([
  [group(2 ** 31), "g.yaml", "must be at most 2147483647"],
  [
    { "s.yaml": document("Service", { name: "wcs" }, { versions: [] }) },
    "s.yaml",
    "must have at least 1 item",
  ],
  [
    { "s.yaml": document("Service", { name: "wms" }, { internationalTitle: { en: "" } }) },
    "s.yaml",
    "must have at least 1 character",
  ],
  [
    {
      "s.yaml": document(
        "Settings",
        { name: "global" },
        { contact: { internationalCity: { en: "\u00a0" } } },
      ),
    },
    "s.yaml",
    "must have at least 1 character",
  ],
] as const)("%# is refused", async ([files, file, because]) => {
  const app = await servers.documented();
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const { ok, diagnostics } = await planFolder(app, folder);
  expect(ok).toBe(false);
  const [first] = diagnostics;
  expect(first?.where?.file).toContain(file);
  expect(first?.message).toContain(because);
});
